//! How a file opens, and how wide its lines are: rustfmt leaves comments and literals alone.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

/// The width of a line; rustfmt leaves comments and literals alone.
const WIDTH: usize = 120;

/// A file opens with what it is for.
pub(super) fn opening(files: &Files) -> Vec<Complaint> {
    let without = files.ending(".rs").filter(|(_, text)| !text.starts_with("//!"));
    without.map(|(path, _)| Complaint::new(path, 1, "opens without `//!`; say what the file is for")).collect()
}

/// Comments and literals are as narrow as code.
pub(super) fn width(files: &Files) -> Vec<Complaint> {
    let lines = files.ending(".rs").flat_map(|(path, text)| (1..).zip(text.lines()).map(move |line| (path, line)));
    lines
        .filter(|(_, (_, line))| line.chars().count() > WIDTH)
        .map(|(path, (number, _))| {
            Complaint::new(path, number, format!("longer than {WIDTH} characters; break the line"))
        })
        .collect()
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
    fn a_long_line() {
        let long = format!("//! {}\n//! {}\n", "é".repeat(116), "é".repeat(117));
        assert_eq!(complaints(width, &long), [2]);
    }
}
