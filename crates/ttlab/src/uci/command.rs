//! Lines of the input.

use std::time::Instant;

/// A line from its first known word on.
pub(super) struct Command {
    pub(super) line: String,
    pub(super) arrived: Instant,
}

impl Command {
    /// The first words of commands.
    const KNOWN: [&str; 12] = [
        "uci",
        "isready",
        "ucinewgame",
        "position",
        "setoption",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "debug",
        "register",
    ];

    /// Skips unknown words, as the protocol demands. Returns `None` if no word is known.
    pub(super) fn read(line: &str, arrived: Instant) -> Option<Self> {
        let mut rest = line;
        while !rest.is_empty() {
            let (word, after) = split_word(rest);
            if Self::KNOWN.contains(&word) {
                return Some(Self { line: rest.to_owned(), arrived });
            }
            rest = after;
        }
        None
    }

    pub(super) fn word(&self) -> &str {
        split_word(&self.line).0
    }

    /// Returns whether the command has to wait for the end of a search.
    pub(super) fn has_to_wait(&self) -> bool {
        matches!(self.word(), "position" | "setoption" | "ucinewgame" | "go" | "d")
    }
}

/// Returns the first word of a trimmed line, and the rest.
pub(super) fn split_word(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}
