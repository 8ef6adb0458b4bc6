//! Errors in the command itself, as opposed to errors while it runs.

use std::fmt;

/// A usage error: the command names something that does not exist, or its options contradict each other.
///
/// `ttlab` exits with code 2 for it.
#[derive(Debug)]
pub struct Usage(String);

impl Usage {
    /// Returns an error with this message.
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
