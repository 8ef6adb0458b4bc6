//! How a file opens, ends and is laid out, beyond what rustfmt sees to.

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::tokens;

/// The width of a line; rustfmt leaves comments and literals alone.
const WIDTH: usize = 120;

/// Macros and marks of what is not done yet.
const MACROS: &[&str] = &["todo", "unimplemented", "dbg"];
const MARKS: &[&str] = &["FIXME", "XXX"];

/// A file opens with what it is for.
pub(super) fn opening(files: &Files) -> Vec<Complaint> {
    let without = files.ending(".rs").filter(|(_, text)| !text.starts_with("//!"));
    without.map(|(path, _)| Complaint::new(path, 1, "opens without `//!`; say what the file is for")).collect()
}

/// What is committed is finished.
pub(super) fn unfinished(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("") {
        for line in lines {
            let code: Vec<&str> = tokens(&line.code).collect();
            let macros = code.windows(2).filter(|pair| pair[1] == "!" && MACROS.contains(&pair[0])).map(|pair| pair[0]);
            let marks = tokens(&line.comment).chain(code.iter().copied()).filter(|token| MARKS.contains(token));
            for name in macros.chain(marks) {
                complaints.push(Complaint::new(path, line.number, format!("`{name}`: finish this, or take it out")));
            }
        }
    }
    complaints
}

/// Blanks, ends of lines and their width.
pub(super) fn layout(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in files.ending(".rs") {
        for (number, line) in (1..).zip(text.split('\n')) {
            let mut complain = |what: String| complaints.push(Complaint::new(path, number, what));
            if line.contains('\t') {
                complain("a tab; use four blanks, or `\\t` in a literal".into());
            }
            if line.ends_with(char::is_whitespace) {
                complain("white space at the end of the line; take it out".into());
            }
            if line.chars().count() > WIDTH {
                complain(format!("longer than {WIDTH} characters; break the line"));
            }
        }
        if !text.ends_with('\n') || text.ends_with("\n\n") {
            complaints.push(Complaint::new(path, text.lines().count(), "the file ends not in exactly one line end"));
        }
    }
    complaints
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
    fn what_is_not_finished() {
        assert_eq!(complaints(unfinished, "a\ntodo!();\nunimplemented!()\ndbg!(x);\n// FIXME: y"), [2, 3, 4, 5]);
        assert_eq!(complaints(unfinished, "let todo = 1;\nlet s = \"FIXME todo!()\";\n// todo!() in words"), NONE);
    }

    #[test]
    fn layout_that_rustfmt_does_not_see_to() {
        let long = format!("//! {}\n//! {}\n", "é".repeat(116), "é".repeat(117));
        assert_eq!(complaints(layout, &long), [2]);
        assert_eq!(complaints(layout, "//! a \n\tb\n"), [1, 2]);
        assert_eq!(complaints(layout, "//! a\r\n"), [1]);
        assert_eq!(complaints(layout, "//! a"), [1]);
        assert_eq!(complaints(layout, "//! a\n\n"), [2]);
        assert_eq!(complaints(layout, "//! a\n\nb\n"), NONE);
    }
}
