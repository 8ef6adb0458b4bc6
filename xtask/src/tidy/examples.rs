//! The documentation of the libraries: every public type, trait and free function has an example.

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, outside_tests};

/// The crates that other programs build on, besides the games.
const LIBRARIES: &[&str] = &["zobrist", "tt", "schemes", "search", "alibaba", "walkthrough", "replay"];

const ITEMS: &[&str] = &["pub struct ", "pub enum ", "pub trait ", "pub fn ", "pub const fn "];

/// Checks that public types, traits and free functions have examples. Reviewers judge whether methods, fields and
/// variants need one.
pub(super) fn in_documentation(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for library in LIBRARIES.iter().copied().chain(files.games()) {
        for (path, lines) in files.rust(&format!("crates/{library}/src/")) {
            let lines = outside_tests(lines);
            // What is public at the left margin is in the interface: the lint `unreachable_pub` sees to that.
            for (i, line) in lines.iter().enumerate().filter(|(_, line)| is_item(&line.code)) {
                if !documentation(&lines[..i]).any(|line| line.comment.contains("```")) {
                    let item = line.code.split(['(', '<', '{', ';', ':']).next().unwrap_or_default().trim();
                    let what = format!("`{item}` without an example; add one that asserts something");
                    complaints.push(Complaint::new(path, line.number, what));
                }
            }
        }
    }
    complaints
}

fn is_item(code: &str) -> bool {
    ITEMS.iter().any(|item| code.starts_with(item))
}

/// Returns the lines of documentation and attributes directly above an item, the last one first.
fn documentation(above: &[Line]) -> impl Iterator<Item = &Line> {
    above.iter().rev().take_while(|line| {
        let code = line.code.trim();
        if code.is_empty() { line.comment.contains("///") } else { line.code.starts_with([' ', '#', ')']) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{NONE, complaints};

    #[test]
    fn an_item_without_an_example() {
        let check = |text| complaints(in_documentation, "crates/tt/src/a.rs", text);
        assert_eq!(check("/// A.\npub struct A;\n\n/// ```\n/// ```\n\npub fn f() {}\n"), [2, 7]);
        assert_eq!(check("pub const fn f() {}\npub(crate) fn g() {}\npub trait T {}\n    pub fn method() {}"), [1, 3]);
        assert_eq!(check("/// ```\n/// ```\npub struct A;\n#[derive(Debug)]\npub enum B {}"), [5]);
    }

    #[test]
    fn an_item_with_one_and_what_needs_none() {
        let check = |path, text| complaints(in_documentation, path, text);
        let text = "/// A.\n///\n/// ```\n/// ```\n#[derive(Debug)]\n#[allow(\n    x,\n)]\npub struct A<T>(T);\n";
        assert_eq!(check("crates/search/src/lib.rs", text), NONE);
        assert_eq!(check("crates/experiments/src/lib.rs", "pub struct A;"), NONE);
        assert_eq!(check("crates/tt/examples/a.rs", "pub struct A;"), NONE);
        assert_eq!(check("crates/tt/src/lib.rs", "#[cfg(test)]\npub fn f() {}\npub type T = u8;\npub mod a;"), NONE);
    }
}
