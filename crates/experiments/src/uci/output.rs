//! Standard output: whole lines, sent at once.

use std::io::{self, Write};

/// Prints a line, whichever thread prints another one.
///
/// # Errors
///
/// Standard output is closed or cannot be written to.
pub(super) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints a message for the user of a chess program.
///
/// # Errors
///
/// As [`say`].
pub(super) fn note(message: &str) -> io::Result<()> {
    say(&format!("info string {message}"))
}

/// Waits until the program at the other end of standard output is gone. Returns at once where that cannot be observed.
///
/// Without this, an engine that has nothing to print would search on for nobody: a pipe that is closed is otherwise
/// noticed at the next line.
#[cfg(unix)]
pub(super) fn wait_until_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let out = io::stdout();
    // Errors and hang-ups are reported without being asked for. Nothing else is of interest.
    let mut watched = [PollFd::new(&out, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Ok(_) => return watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// As on Unix, where it can be observed; here a closed output is noticed when a line is printed.
#[cfg(not(unix))]
pub(super) fn wait_until_closed() -> bool {
    false
}
