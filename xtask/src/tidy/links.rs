//! The pages: each is in the table of contents, no link is broken, and the files that they name exist.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

const BOOK: &str = "docs/src/";
const SUMMARY: &str = "docs/src/SUMMARY.md";

/// Checks that the summary names every page, because mdbook omits the others.
pub(super) fn summary(files: &Files) -> Vec<Complaint> {
    let named: Vec<String> = links(files.text(SUMMARY).unwrap_or_default())
        .into_iter()
        .filter_map(|(_, target)| resolve(SUMMARY, target))
        .collect();
    let pages = files.ending(".md").map(|(path, _)| path).filter(|path| path.starts_with(BOOK) && *path != SUMMARY);
    let lost = pages.filter(|page| !named.iter().any(|path| path == page));
    lost.map(|page| Complaint::new(page, 1, format!("no link in {SUMMARY} leads to this page; add one"))).collect()
}

/// Checks that links and included files exist in the repository. Files that git ignores are missing in a clone.
pub(super) fn relative(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in files.ending(".md") {
        for (line, target) in links(text) {
            if resolve(path, target).is_none_or(|path| !files.has(&path)) {
                let what = format!("broken link `{target}`; correct it");
                complaints.push(Complaint::new(path, line, what));
            }
        }
    }
    complaints
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

/// Returns the files that a page links to, each with its line. Ignores code and links to other sites.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    let mut fenced = false;
    for (number, line) in (1..).zip(page.lines()) {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        fenced ^= fence;
        // An included file stands in a fence as often as not: `{{#include ../file.rs:part}}`.
        let mut targets: Vec<&str> =
            between(line, "{{#include ", "}}").filter_map(|file| file.split(':').next()).collect();
        if !fenced && !fence {
            targets.extend(written(line));
        }
        // What is left of a title and a place on the page: nothing, if it is this page.
        let files = targets.into_iter().filter_map(|target| target.split([' ', '#', '?']).next());
        let files = files.filter(|file| !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:"));
        links.extend(files.map(|file| (number, file)));
    }
    links
}

/// Returns the targets in a line of text: `[text](target)`, the same in HTML, and `[label]: target`, but not footnotes.
fn written(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    // Every other part of a line stands between backquotes.
    for text in line.split('`').step_by(2) {
        targets.extend(between(text, "](", ")"));
        targets.extend(between(text, "src=\"", "\"").chain(between(text, "href=\"", "\"")));
    }
    let definition = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    targets.extend(definition.filter(|(label, _)| !label.contains(['^', ']'])).map(|(_, target)| target));
    targets
}

/// Returns the texts between each `open` and the next `close`.
fn between<'a>(text: &'a str, open: &str, close: &str) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close).map(|(inner, _)| inner))
}

/// Returns the path from the root that a link on a page leads to, if it is in the repository.
fn resolve(page: &str, target: &str) -> Option<String> {
    let mut path: Vec<&str> = page.split('/').collect();
    path.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop()?;
            }
            name => path.push(name),
        }
    }
    (!target.starts_with('/')).then(|| path.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{self, NONE};

    /// A repository with one page in its book, and a picture.
    fn book(check: fn(&Files) -> Vec<Complaint>, summary: &str, page: &str) -> Vec<usize> {
        samples::lines(check(&Files::from([(SUMMARY, summary), ("docs/src/a/page.md", page), ("b/c.svg", "")])))
    }

    #[test]
    fn a_page_that_no_link_leads_to() {
        let check = |contents| book(summary, contents, "");
        assert_eq!(check("# Summary\n"), [1]);
        assert_eq!(check("- [Page](page.md)\n"), [1]);
        assert_eq!(check("# Summary\n- [Page](a/page.md)\n"), NONE);
        assert_eq!(check("- [Page](./a/page.md)\n"), NONE);
    }

    #[test]
    fn a_link_that_leads_nowhere() {
        assert_eq!(book(relative, "\n- [No page](no.md)\n", ""), [2]);
        let check = |page| book(relative, "", page);
        assert_eq!(check("[a](page.md) [b](none.md)\n\n![c](../../../b/d.svg)\n[e]: /b/c.svg\n"), [1, 3, 4]);
        assert_eq!(check("<img src=\"c.svg\">\n```rust\n{{#include ../none.rs:part}}\n```\n"), [1, 3]);
        assert_eq!(check("[out](../../../../other/README.md)"), [1]);
    }

    #[test]
    fn files_that_are_named_and_do_not_exist() {
        let check = |page| samples::lines(named(&Files::from([("a.md", page), ("crates/tt/src/lib.rs", "")])));
        assert_eq!(check("\nSee `crates/tt/src/old.rs` and `xtask/none.rs`.\n"), [2, 2]);
        assert_eq!(check("See `crates/tt/src/lib.rs`, `crates/tt`, `crates/*/src` and `other/none.rs`.\n"), NONE);
    }

    #[test]
    fn links_that_lead_somewhere_and_what_is_none() {
        let check = |page| book(relative, "", page);
        assert_eq!(check("[a](page.md#part) [`b`](../../../b/c.svg \"title\") [c](#here) [d](../../../b/)"), NONE);
        assert_eq!(check("[a](https://example.org/a.md) [b](mailto:a@example.org)\n[e]: ../SUMMARY.md"), NONE);
        assert_eq!(check("[^1]: A footnote.\n`[a](none.md)`\n```md\n[a](none.md)\n```\n"), NONE);
        assert_eq!(check("{{#include page.md:part}}"), NONE);
    }
}
