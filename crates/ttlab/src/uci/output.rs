//! Standard output: whole lines, flushed at once.

use std::io::{self, Write};

/// Prints a line. Lines of several threads are not mixed.
///
/// # Errors
///
/// Standard output is closed or cannot be written to.
pub(super) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints a message for the user.
///
/// # Errors
///
/// Standard output is closed or cannot be written to.
pub(super) fn note(message: &str) -> io::Result<()> {
    say(&format!("info string {}", message))
}
