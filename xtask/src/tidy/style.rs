//! The first line of a file, its length, and the width of its lines, because rustfmt does not break comments and
//! literals.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

/// The maximum width of a line. rustfmt does not break comments and literals.
const WIDTH: usize = 120;

/// The maximum number of lines of a file that gives no reason, and how a reason begins.
const LENGTH: usize = 500;
const REASON: &str = "The file is long because";

/// Checks that a file begins with a comment about its purpose.
pub(super) fn opening(files: &Files) -> Vec<Complaint> {
    let without = files.ending(".rs").filter(|(_, text)| !text.starts_with("//!"));
    without.map(|(path, _)| Complaint::new(path, 1, "opens without `//!`; say what the file is for")).collect()
}

/// Checks the width of lines.
pub(super) fn width(files: &Files) -> Vec<Complaint> {
    let lines = files.ending(".rs").flat_map(|(path, text)| (1..).zip(text.lines()).map(move |line| (path, line)));
    lines
        .filter(|(_, (_, line))| line.chars().count() > WIDTH)
        .map(|(path, (number, _))| {
            Complaint::new(path, number, format!("longer than {WIDTH} characters; break the line"))
        })
        .collect()
}

/// Checks that a long file says at its head why it is not split.
pub(super) fn length(files: &Files) -> Vec<Complaint> {
    let head = |text: &str| text.lines().take_while(|line| line.starts_with("//!")).any(|line| line.contains(REASON));
    let long = files.ending(".rs").filter(|(_, text)| text.lines().count() > LENGTH && !head(text));
    let what = format!("longer than {LENGTH} lines; split the file, or say at its head: `{REASON} …`");
    long.map(|(path, _)| Complaint::new(path, 1, what.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{self, NONE};

    fn complaints(check: fn(&Files) -> Vec<Complaint>, text: &str) -> Vec<usize> {
        samples::complaints(check, "crates/tt/src/lib.rs", text)
    }

    #[test]
    fn a_file_that_does_not_say_what_it_is_for() {
        assert_eq!(complaints(opening, "\n//! Late.\n"), [1]);
        assert_eq!(complaints(opening, "use std::fmt;\n"), [1]);
        assert_eq!(complaints(opening, "//! Early.\n"), NONE);
    }

    #[test]
    fn a_long_file() {
        let code = "fn f() {}\n".repeat(499);
        assert_eq!(complaints(length, &format!("//! Short.\n{code}")), NONE);
        assert_eq!(complaints(length, &format!("//! Long.\n\n{code}")), [1]);
        assert_eq!(complaints(length, &format!("//! Long.\n//!\n//! The file is long because of f.\n{code}")), NONE);
    }

    #[test]
    fn a_long_line() {
        let long = format!("//! {}\n//! {}\n", "é".repeat(116), "é".repeat(117));
        assert_eq!(complaints(width, &long), [2]);
    }
}
