//! How errors are printed: `error: what failed: why`, and `help:` lines with what to do.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::builder::Styles;

use experiments::Usage;
use experiments::text::printable;

/// What separates the text of an error from its help.
const HELP: &str = "\nhelp: ";

/// Returns the text of an error with help, which is printed on a line of its own.
///
/// Any error whose text has this form is printed so, whichever crate it comes from.
pub(crate) fn with_help(what: impl Display, help: impl Display) -> String {
    format!("{what}{HELP}{help}")
}

/// Adds help to an error of standard input or output.
pub(crate) fn conversation(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>() {
        Some(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
            let what = format!("standard input or output failed: {error}");
            anyhow!(with_help(what, "check where standard input and output are redirected"))
        }
        _ => error,
    }
}

/// Prints an error and returns the exit code.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    // The reader of the output has read enough.
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    print(error);
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Prints an error on standard error. If that fails, the exit code is all that is left.
fn print(error: &anyhow::Error) {
    let styles = Styles::styled();
    let (red, green) = (styles.get_error(), styles.get_valid());
    let (what, helps) = parts(error);
    let mut out = anstream::stderr();
    let _ = writeln!(out, "{red}error:{red:#} {}", printable(&what));
    for help in helps {
        let _ = writeln!(out, "{green}help:{green:#} {}", printable(&help));
    }
}

/// Splits an error into its text, causes included, and the help of each of them. Each is a single line.
fn parts(error: &anyhow::Error) -> (String, Vec<String>) {
    let one_line = |text: &str| text.trim().replace('\n', " ");
    let (mut whats, mut helps) = (Vec::new(), Vec::new());
    for cause in error.chain() {
        let text = cause.to_string();
        let mut parts = text.split(HELP);
        whats.extend(parts.next().map(one_line));
        helps.extend(parts.map(one_line));
    }
    (whats.join(": "), helps)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn help_is_separated_wherever_it_stands_in_the_chain() {
        let inner: anyhow::Result<()> = Err(Usage::error(with_help("inner", "do  this")));
        let error = inner.context(with_help("outer\nline", "do that")).unwrap_err();
        assert_eq!(parts(&error), ("outer line: inner".to_owned(), vec!["do that".to_owned(), "do  this".to_owned()]));
        assert_eq!(parts(&anyhow!("alone")), ("alone".to_owned(), Vec::new()));
    }
}
