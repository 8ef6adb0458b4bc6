//! The pages: each is in the table of contents, and the files that they name exist.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

const BOOK: &str = "docs/src/";
const SUMMARY: &str = "docs/src/SUMMARY.md";

/// The page that a server shows for an address without a page.
const MISSING: &str = "docs/src/404.md";

/// Checks that the summary links to every page, because mdbook omits the others.
pub(super) fn summary(files: &Files) -> Vec<Complaint> {
    let summary = files.text(SUMMARY).unwrap_or_default();
    let pages = files.ending(".md").filter(|(path, _)| ![SUMMARY, MISSING].contains(path));
    let pages = pages.filter_map(|(path, _)| Some((path, path.strip_prefix(BOOK)?)));
    let lost = pages.filter(|(_, page)| !summary.contains(&format!("]({page})")));
    lost.map(|(path, _)| Complaint::new(path, 1, format!("no link in {SUMMARY} leads to this page; add one"))).collect()
}

/// Checks that files exist if a page names them in backquotes by their paths from the root. The changelog may name
/// former files.
pub(super) fn named(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in files.ending(".md").filter(|(path, _)| *path != "CHANGELOG.md") {
        for (number, line) in (1..).zip(text.lines()) {
            let is_missing = |code: &&str| is_path(code) && !files.has(code.trim_end_matches('/'));
            let missing = line.split('`').skip(1).step_by(2).filter(is_missing);
            complaints
                .extend(missing.map(|name| Complaint::new(path, number, format!("no file `{name}`; correct it"))));
        }
    }
    complaints
}

/// Returns whether a piece of code is the path of a source file.
fn is_path(code: &str) -> bool {
    let is_in_source = code.starts_with("crates/") || code.starts_with("xtask/");
    is_in_source && code.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{self, NONE};

    #[test]
    fn a_page_that_no_link_leads_to() {
        let book = |contents| Files::from([(SUMMARY, contents), ("docs/src/a/page.md", "")]);
        let check = |contents| samples::lines(summary(&book(contents)));
        assert_eq!(check("# Summary\n"), [1]);
        assert_eq!(check("- [Page](page.md)\n"), [1]);
        assert_eq!(check("# Summary\n- [Page](a/page.md)\n"), NONE);
    }

    #[test]
    fn files_that_are_named_and_do_not_exist() {
        let check = |page| samples::lines(named(&Files::from([("a.md", page), ("crates/tt/src/lib.rs", "")])));
        assert_eq!(check("\nSee `crates/tt/src/old.rs` and `xtask/none.rs`.\n"), [2, 2]);
        assert_eq!(check("See `crates/tt/src/lib.rs`, `crates/tt`, `crates/*/src` and `other/none.rs`.\n"), NONE);
    }
}
