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
