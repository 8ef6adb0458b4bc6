//! Whether anybody still reads standard output.

/// Waits until the program at the other end of standard output is gone. Returns `false` at once where that cannot be
/// observed.
///
/// Without this, a search that has nothing to print would go on for nobody: a pipe that is closed is otherwise noticed
/// at the next line. Files and terminals are never closed in this sense.
#[cfg(unix)]
pub(crate) fn wait_until_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let out = std::io::stdout();
    // Errors and hang-ups are reported without being asked for. Nothing else is of interest.
    let mut watched = [PollFd::new(&out, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Ok(_) => return watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// As on Unix, where it can be observed; here a closed output is noticed when a line is printed.
#[cfg(not(unix))]
pub(crate) fn wait_until_gone() -> bool {
    false
}
