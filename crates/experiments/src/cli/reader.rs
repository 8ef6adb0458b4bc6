//! Ends a command when the program that reads its output has ended.

/// Ends the process with success as soon as the other end of standard output is closed, which is otherwise seen only by
/// writing to it: a search may not write for hours.
///
/// Files and terminals are never closed in this sense, and where nothing can be watched, nothing happens.
#[cfg(unix)]
pub(super) fn end_with_it() {
    use std::io;
    use std::process;
    use std::thread::Builder;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let watch = || {
        let out = io::stdout();
        // Nothing is asked for: an error and a hang-up are always told.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        let polled = loop {
            match poll(&mut watched, None) {
                Err(Errno::INTR) => {}
                polled => break polled,
            }
        };
        let is_closed = watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
        if polled.is_ok() && is_closed {
            process::exit(0);
        }
    };
    // A command is no worse without the thread.
    let _ = Builder::new().name("reader".to_owned()).spawn(watch);
}

/// What a system without `poll` can do: nothing.
#[cfg(not(unix))]
pub(super) fn end_with_it() {}
