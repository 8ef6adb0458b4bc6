//! Errors with help, and errors in the command itself as opposed to errors while it runs.

use std::error::Error;
use std::fmt::Display;
use std::io;

/// The text of an error, and help: what the user can do. `ttlab` prints the help on separate lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct ErrorWithHelp {
    /// What failed, and why.
    pub what: String,
    /// What the user can do, each on a line.
    pub help: Vec<String>,
}

/// Returns an error with help.
#[must_use]
pub fn with_help(what: impl Display, help: impl Display) -> ErrorWithHelp {
    ErrorWithHelp { what: what.to_string(), help: vec![help.to_string()] }
}

impl ErrorWithHelp {
    /// Joins the texts of an error and its causes, each as a single line, and collects their help.
    #[must_use]
    pub fn of(error: &anyhow::Error) -> Self {
        let one_line = |text: &str| text.trim().replace('\n', " ");
        let what: Vec<String> = error.chain().map(|cause| one_line(&cause.to_string())).collect();
        let help = error.chain().flat_map(help_of).map(|help| one_line(&help)).collect();
        Self { what: what.join(": "), help }
    }

    /// Returns the text and the help on lines of their own.
    #[must_use]
    pub fn lines(&self) -> String {
        self.help.iter().fold(self.what.clone(), |text, help| text + HELP + help)
    }

    /// Reads what [`lines`](Self::lines) returns, as it comes out of an error that has only a text.
    pub(crate) fn read(lines: &str) -> Self {
        let mut parts = lines.split(HELP).map(str::to_owned);
        Self { what: parts.next().unwrap_or_default(), help: parts.collect() }
    }

    /// Returns the text and the help on one line, for output without lines for help.
    #[must_use]
    pub fn on_one_line(&self) -> String {
        std::iter::once(&self.what).chain(&self.help).map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

/// Returns an error and its help on lines of their own.
#[must_use]
pub fn shown(error: &anyhow::Error) -> String {
    ErrorWithHelp::of(error).lines()
}

impl From<&anyhow::Error> for ErrorWithHelp {
    fn from(error: &anyhow::Error) -> Self {
        Self::of(error)
    }
}

impl From<String> for ErrorWithHelp {
    fn from(what: String) -> Self {
        Self { what, help: Vec::new() }
    }
}

impl From<&str> for ErrorWithHelp {
    fn from(what: &str) -> Self {
        what.to_owned().into()
    }
}

/// Begins a line with help.
const HELP: &str = "\nhelp: ";

/// Returns the help of one error in a chain of causes.
fn help_of(cause: &(dyn Error + 'static)) -> Vec<String> {
    if let Some(error) = cause.downcast_ref::<ErrorWithHelp>() {
        error.help.clone()
    } else if let Some(Usage(error)) = cause.downcast_ref() {
        error.help.clone()
    } else if let Some(inner) = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        // The error inside is not one of the causes.
        inner.downcast_ref::<ErrorWithHelp>().map(|error| error.help.clone()).unwrap_or_default()
    } else {
        Vec::new()
    }
}

/// A usage error: the command names something that does not exist, or its options contradict each other.
///
/// `ttlab` exits with code 2 for it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(ErrorWithHelp);

impl Usage {
    /// Returns an error with this message.
    pub fn error(message: impl Into<ErrorWithHelp>) -> anyhow::Error {
        anyhow::Error::new(Self(message.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_found_wherever_it_stands_in_the_chain() {
        let both = |error: &anyhow::Error| ErrorWithHelp::of(error).on_one_line();
        let outer = anyhow::Error::new(with_help("inner", "do  this")).context("outer\nline");
        assert_eq!(both(&outer), "outer line: inner; do  this");
        let in_io = io::Error::other(with_help("inner", "do this"));
        assert_eq!(both(&anyhow::Error::new(in_io)), "inner; do this");
        assert_eq!(both(&Usage::error(with_help("wrong", "do that"))), "wrong; do that");
        assert_eq!(both(&anyhow::Error::msg("alone")), "alone");
        let error = with_help("a", "b");
        assert_eq!(ErrorWithHelp::read(&error.lines()), error);
    }
}
