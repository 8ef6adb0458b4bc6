//! Standard output: whole lines, flushed at once.

use std::io::{self, Write};

use experiments::text::on_one_line;

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

/// Prints a message for the user. An error with help is printed on one line.
///
/// # Errors
///
/// Standard output is closed or cannot be written to.
pub(super) fn note(message: &str) -> io::Result<()> {
    say(&format!("info string {}", on_one_line(message)))
}
