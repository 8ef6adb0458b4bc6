//! Printing output and notes.

use std::fmt;
use std::io::{self, ErrorKind, Write};

use anyhow::{Result, anyhow};
use experiments::help::with_help;
use experiments::text::printable;
use serde::Serialize;

/// What is printed to standard error besides errors.
#[derive(Clone, Copy)]
pub(super) struct Notes {
    /// Whether notes are printed.
    pub(super) lines: bool,
    /// Whether progress is shown.
    pub(super) progress: bool,
    /// How many times `--verbose` was given.
    pub(super) verbose: u8,
}

impl Notes {
    /// Prints a note. If that fails, the note is lost.
    pub(super) fn say(self, line: fmt::Arguments<'_>) {
        if self.lines {
            let _ = writeln!(io::stderr(), "{}", printable(&line.to_string()));
        }
    }
}

/// Prints the output of a command, with control characters escaped: it may contain text from files.
pub(super) fn print(text: impl fmt::Display) -> Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{}", printable(&text.to_string())).and_then(|()| out.flush()).map_err(unwritten)
}

/// Prints JSON on one line.
pub(super) fn print_json(object: &impl Serialize) -> Result<()> {
    // A value sorts the members by name.
    print(format_args!("{}\n", serde_json::to_value(object)?))
}

/// Returns the error for standard output that cannot be written.
pub(super) fn unwritten(error: io::Error) -> anyhow::Error {
    match error.kind() {
        // The reader has closed it, which is not an error.
        ErrorKind::BrokenPipe => error.into(),
        _ => {
            let what = format!("cannot write to standard output: {error}");
            anyhow!(with_help(what, "free disk space, or redirect the output to another file"))
        }
    }
}
