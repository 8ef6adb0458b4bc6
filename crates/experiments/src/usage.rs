//! Mistakes in a command, as opposed to what goes wrong in carrying it out.

use std::fmt;

/// A mistake in the command: what was asked for makes no sense or does not exist.
///
/// `ttlab` exits with another code for it.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// An error to return.
    pub fn error(message: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Self(message.into()))
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
