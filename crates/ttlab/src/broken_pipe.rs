//! Detects that the program that reads standard output has exited.

/// Waits until the reader of standard output has closed it. Returns `false` at once where that cannot be observed.
///
/// Without this, a search that prints nothing would continue although its output can no longer be read: a closed pipe
/// is otherwise noticed when the next line is written. Files and terminals are never closed in this sense.
#[cfg(unix)]
pub(crate) fn wait_until_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let out = std::io::stdout();
    // The system reports errors and hang-ups without being asked. No other event is of interest.
    let mut watched = [PollFd::new(&out, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Ok(_) => return watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Returns `false`: on this system a closed output is noticed when a line is written.
#[cfg(not(unix))]
pub(crate) fn wait_until_gone() -> bool {
    false
}
