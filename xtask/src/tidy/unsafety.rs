//! `unsafe` is allowed only in a few files, and each use must state its reason.

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, words};

/// The crates with unsafe code, and the only file of each: the memory of tables, and the names that a page calls.
const FILES: [(&str, &str); 2] =
    [("crates/tt/", "crates/tt/src/memory.rs"), ("crates/playground/", "crates/playground/src/exports.rs")];

/// Checks that every other crate forbids unsafe code, so that the compiler rejects it.
pub(super) fn forbidden_in_every_crate(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("") {
        let is_bin = |(_, file): (&str, &str)| !file.contains('/') || file.ends_with("/main.rs");
        let root = path.ends_with("/src/lib.rs")
            || path.ends_with("/src/main.rs")
            || path.split_once("/src/bin/").is_some_and(is_bin);
        let forbids = |line: &Line| line.code.trim() == "#![forbid(unsafe_code)]";
        if root && !FILES.iter().any(|(with, _)| path.starts_with(with)) && !lines.iter().any(forbids) {
            complaints.push(Complaint::new(path, 1, "a crate root without `#![forbid(unsafe_code)]`; add it"));
        }
    }
    complaints
}

/// Checks that only these files use unsafe code, and that they say why each use is sound.
pub(super) fn only_in_few_files(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("") {
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| words(&line.code).any(|word| word == "unsafe")) {
            if !FILES.iter().any(|(_, file)| *file == path) {
                let files = FILES.map(|(_, file)| file).join(" and ");
                let what = format!("`unsafe` is allowed only in {files}; move it");
                complaints.push(Complaint::new(path, line.number, what));
            } else if !is_explained(&lines[..=i]) {
                let what = "`unsafe` without a comment `SAFETY: …` just above that says why it is sound";
                complaints.push(Complaint::new(path, line.number, what));
            }
        }
    }
    complaints
}

/// Returns whether a comment on the last line, or above its statement, gives the reason.
fn is_explained(lines: &[Line]) -> bool {
    let Some((last, above)) = lines.split_last() else { return false };
    let explains = |line: &Line| line.comment.contains("SAFETY:") || line.comment.contains("# Safety");
    explains(last) || above.iter().rev().take_while(|line| !ends_statement(line)).any(explains)
}

fn ends_statement(line: &Line) -> bool {
    let code = line.code.trim_end();
    code.ends_with([';', '{', '}']) || (code.is_empty() && line.comment.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{NONE, complaints};

    #[test]
    fn a_crate_that_does_not_forbid() {
        let check = |path, text| complaints(forbidden_in_every_crate, path, text);
        assert_eq!(check("crates/search/src/lib.rs", "//! Search.\n"), [1]);
        assert_eq!(check("xtask/src/main.rs", "// #![forbid(unsafe_code)]"), [1]);
        assert_eq!(check("crates/search/src/lib.rs", "//! Search.\n\n#![forbid(unsafe_code)]\n"), NONE);
        assert_eq!(check("crates/search/src/node.rs", "//! A node.\n"), NONE);
        assert_eq!(check("crates/tt/src/lib.rs", "//! Tables.\n"), NONE);
    }

    #[test]
    fn unsafe_in_the_wrong_place() {
        let check = |path, text| complaints(only_in_few_files, path, text);
        let text = "fn f() {\n    // SAFETY: it is.\n    unsafe { g() }\n}";
        assert_eq!(check("crates/tt/src/lib.rs", text), [3]);
        assert_eq!(check("crates/search/benches/a.rs", text), [3]);
        FILES.iter().for_each(|(_, file)| assert_eq!(check(file, text), NONE));
        assert_eq!(check("crates/tt/src/lib.rs", "//! unsafe\n#![deny(unsafe_code)]\nlet s = \"unsafe\";"), NONE);
    }

    #[test]
    fn unsafe_without_a_reason() {
        let check = |text| complaints(only_in_few_files, FILES[0].1, text);
        assert_eq!(check("fn f() {\n    unsafe { g() }\n}"), [2]);
        assert_eq!(check("// SAFETY: of another.\nlet a = 1;\nlet b = unsafe { g() };"), [3]);
        assert_eq!(check("// SAFETY: it is,\n// says the caller.\nlet a: u8 =\n    unsafe { g() };"), NONE);
        assert_eq!(check("/// # Safety\n///\n/// Be careful.\n#[inline]\nunsafe fn f() {}"), NONE);
    }
}
