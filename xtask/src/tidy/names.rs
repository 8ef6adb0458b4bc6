//! The names of types that leave their module: a name means one thing in the whole workspace.

use std::collections::BTreeMap;

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{outside_tests, tokens};

/// Names that several crates may give to a type, because they mean the same thing in each.
const SHARED: &[&str] = &[
    // Each game has these.
    "Bitboard",
    "BoardError",
    "BoardSize",
    "Move",
    "Player",
    "Position",
    "Solution",
    "Square",
    // The fields of a definition that the file of a game reads.
    "Fields",
    // A concept of replacement, and the table of Breuker's scheme that is built on it.
    "Deep",
    "New",
    "Old",
];

const KEYWORDS: &[&str] = &["struct", "enum", "trait", "type"];

/// Checks that no two types that are public, or visible in their whole crate, have the same name.
pub(super) fn are_unique(files: &Files) -> Vec<Complaint> {
    let mut first = BTreeMap::new();
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("crates/").filter(|(path, _)| path.contains("/src/")) {
        for line in outside_tests(lines) {
            let Some(name) = visible_type(&line.code) else { continue };
            if SHARED.contains(&name) {
                continue;
            }
            match first.get(name) {
                None => _ = first.insert(name.to_owned(), format!("{path}:{}", line.number)),
                Some(other) => {
                    let what = format!("a type is called `{name}` at {other} too; rename one");
                    complaints.push(Complaint::new(path, line.number, what));
                }
            }
        }
    }
    complaints
}

/// Returns the type that an unindented line declares for its whole crate, or for all crates.
fn visible_type(code: &str) -> Option<&str> {
    let mut tokens = tokens(code.strip_prefix("pub ").or_else(|| code.strip_prefix("pub(crate) "))?);
    tokens.next().filter(|keyword| KEYWORDS.contains(keyword))?;
    tokens.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{NONE, lines};

    fn check(other: &str) -> Vec<usize> {
        let first = "//! A.\npub struct Game<T>(T);\npub enum Move {}\n";
        lines(are_unique(&Files::from([("crates/a/src/lib.rs", first), ("crates/b/src/lib.rs", other)])))
    }

    #[test]
    fn a_name_with_two_meanings() {
        assert_eq!(check("//! B.\n\npub trait Game: Sized {\n}"), [3]);
        assert_eq!(check("pub type Game = u8;"), [1]);
        assert_eq!(check("pub(crate) struct Game;"), [1]);
    }

    #[test]
    fn names_with_one_meaning() {
        assert_eq!(
            check("pub(super) struct Game;\nstruct Game;\npub enum Games {}\npub fn game() {}\n// pub struct Game;"),
            NONE
        );
        assert_eq!(check("#[cfg(test)]\npub struct Game;\npub struct Move;"), NONE);
    }
}
