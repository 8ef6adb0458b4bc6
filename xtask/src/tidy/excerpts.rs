//! Code and tables in the pages: each block below a marker equals the lines of the file that the marker names.
//!
//! A marker is a comment on the line above a fenced block: `<!-- from FILE:ANCHOR -->` for the lines between
//! `ANCHOR: name` and `ANCHOR_END: name`, or `<!-- from FILE -->` for the whole file, and for the first block if the
//! file is a page itself. `FILE` is a path from the root of the repository. `cargo xtask tidy --fix` copies the code
//! into the pages again ([`corrected`]).
//!
//! mdbook's own `{{#include}}` would need no copy, but a code host shows its pages without the code.

use std::ops::Range;

use crate::tidy::Complaint;
use crate::tidy::files::Files;

const BOOK: &str = "docs/src/";
const TUTORIAL: &str = "docs/src/tutorial/";
const FENCE: &str = "```";

/// Returns a complaint for each block that differs from its source, has none, or cannot be compared.
pub(super) fn in_pages(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, page) in files.ending(".md") {
        let lines: Vec<&str> = page.lines().collect();
        let mut complain = |index: usize, what: String| complaints.push(Complaint::new(path, index + 1, what));
        for block in blocks(&lines) {
            let Some(marker) = block.marker else {
                if path.starts_with(TUTORIAL) && ["rust", "toml"].contains(&block.language) {
                    let what = "code without a source; put `<!-- from FILE:ANCHOR -->` on the line above";
                    complain(block.fence, what.to_owned());
                }
                continue;
            };
            match source(files, marker) {
                Err(what) => complain(block.fence - 1, what),
                Ok(code) => {
                    let copy = &lines[block.body.clone()];
                    let same = copy.iter().zip(&code).take_while(|(copy, code)| copy == code).count();
                    if same < copy.len().max(code.len()) {
                        let what =
                            format!("differs from {marker}; run `cargo xtask tidy --fix` to copy the code again");
                        complain(block.body.start + same, what);
                    }
                }
            }
        }
        for index in markers_without_a_block(&lines) {
            complain(index, "no code block below this marker; put the opening ``` on the next line".to_owned());
        }
        let is_include = |line: &str| path.starts_with(BOOK) && line.trim_start().starts_with("{{#include");
        for (index, _) in lines.iter().enumerate().filter(|(_, line)| is_include(line)) {
            let what = "a code host does not show what is included; write `<!-- from FILE:ANCHOR -->` above a code \
                        block instead, and run `cargo xtask tidy --fix`";
            complain(index, what.to_owned());
        }
    }
    complaints
}

/// Returns the path and the new text of each page with a block that differs from its source.
pub(super) fn corrected(files: &Files) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for (path, page) in files.ending(".md") {
        let lines: Vec<&str> = page.lines().collect();
        let mut text = Vec::new();
        let mut copied = 0;
        for block in blocks(&lines) {
            if let Some(Ok(code)) = block.marker.map(|marker| source(files, marker)) {
                text.extend_from_slice(&lines[copied..block.body.start]);
                text.extend(code);
                copied = block.body.end;
            }
        }
        text.extend_from_slice(&lines[copied..]);
        if text != lines {
            pages.push((path.to_owned(), text.join("\n") + "\n"));
        }
    }
    pages
}

/// A fenced block of a page, in indices of lines.
struct Block<'a> {
    /// The file and the anchor on the line above, if there is a marker.
    marker: Option<&'a str>,
    language: &'a str,
    /// The line of the opening fence.
    fence: usize,
    /// The lines between the fences.
    body: Range<usize>,
}

/// Returns the fenced blocks of a page. One that is not closed ends with the page.
fn blocks<'a>(lines: &[&'a str]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut next = 0;
    while let Some(fence) = (next..lines.len()).find(|&index| lines[index].starts_with(FENCE)) {
        let end = (fence + 1..lines.len()).find(|&index| lines[index].trim_end() == FENCE).unwrap_or(lines.len());
        let marker = fence.checked_sub(1).filter(|&above| above >= next).and_then(|above| marker(lines[above]));
        blocks.push(Block { marker, language: lines[fence][FENCE.len()..].trim(), fence, body: fence + 1..end });
        next = end + 1;
    }
    blocks
}

/// Returns the lines outside of blocks that hold a marker without a block below it.
fn markers_without_a_block(lines: &[&str]) -> Vec<usize> {
    let blocks = blocks(lines);
    let is_alone = |index: &usize| {
        marker(lines[*index]).is_some()
            && !blocks.iter().any(|block| block.fence == index + 1 || block.body.contains(index))
    };
    (0..lines.len()).filter(is_alone).collect()
}

/// Returns the file and the anchor that a marker names. What follows `<!-- from rows: NAME -->` is not an excerpt.
fn marker(line: &str) -> Option<&str> {
    let source = line.trim().strip_prefix("<!-- from ")?.strip_suffix("-->").map(str::trim);
    source.filter(|source| !source.starts_with("rows: "))
}

/// Returns the lines that a marker names, or what is wrong with the marker.
fn source<'a>(files: &'a Files, marker: &str) -> Result<Vec<&'a str>, String> {
    let (path, anchor) = marker.split_once(':').map_or((marker, None), |(path, anchor)| (path, Some(anchor)));
    let text = files.text(path).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| format!("there is no text file {path} in this repository; correct the marker"))?;
    let Some(anchor) = anchor else {
        let lines: Vec<&str> = text.lines().collect();
        if !path.ends_with(".md") {
            return Ok(lines);
        }
        let first = blocks(&lines).into_iter().next();
        return first.map(|block| lines[block.body].to_vec()).ok_or_else(|| format!("{path} has no code block"));
    };
    let named = |line: &str, mark| line.split_once(mark).is_some_and(|(_, name)| name.trim() == anchor);
    let mut lines = text.lines().skip_while(|line| !named(line, "ANCHOR: "));
    let is_there = lines.next().is_some() && lines.clone().any(|line| named(line, "ANCHOR_END: "));
    if !is_there {
        return Err(format!("{path} has no `ANCHOR: {anchor}` with an `ANCHOR_END: {anchor}`; add them"));
    }
    let lines = lines.take_while(|line| !named(line, "ANCHOR_END: "));
    Ok(lines.filter(|line| !line.contains("ANCHOR: ") && !line.contains("ANCHOR_END: ")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{self, NONE};

    const SOURCE: &str = "use a;\n// ANCHOR: one\nlet x = 1;\n// ANCHOR: two\nlet y = 2;\n// ANCHOR_END: two\n\
                          // ANCHOR_END: one\nlet z = 3;\n";

    /// A repository with an example and a page of the tutorial.
    fn repository(page: &str) -> Files {
        Files::from([("a/b.rs", SOURCE), ("docs/src/tutorial/page.md", page)])
    }

    fn check(page: &str) -> Vec<usize> {
        samples::lines(in_pages(&repository(page)))
    }

    #[test]
    fn blocks_that_equal_their_source() {
        assert_eq!(check("<!-- from a/b.rs:one -->\n```rust\nlet x = 1;\nlet y = 2;\n```\n"), NONE);
        assert_eq!(check("Text.\n\n<!-- from a/b.rs:two -->\n```rust\nlet y = 2;\n```\n"), NONE);
        assert_eq!(check(&format!("<!-- from a/b.rs -->\n```rust\n{SOURCE}```\n")), NONE);
        assert_eq!(check("```console\n$ ls\n```\n"), NONE);
        // The first block of the page, which is this one.
        assert_eq!(check("<!-- from docs/src/tutorial/page.md -->\n```text\nA\n```\n\n```text\nB\n```\n"), NONE);
        assert_eq!(check("```text\n<!-- from a/b.rs:one -->\n{{#include\n```\n`{{#include b.rs}}`\n"), [3]);
    }

    #[test]
    fn blocks_that_differ() {
        let block = |code: &str| check(&format!("<!-- from a/b.rs:one -->\n```rust\n{code}```\n"));
        assert_eq!(block("let x = 1;\nlet y = 3;\n"), [4]);
        assert_eq!(block("let x = 1;\n"), [4]);
        assert_eq!(block("let x = 1;\nlet y = 2;\nlet z = 3;\n"), [5]);
        assert_eq!(block(""), [3]);
    }

    #[test]
    fn what_cannot_be_compared() {
        assert_eq!(check("<!-- from a/c.rs:one -->\n```rust\n```\n"), [1]);
        assert_eq!(check("<!-- from a/b.rs:three -->\n```rust\n```\n"), [1]);
        let page = Files::from([("a.md", "<!-- from b.md -->\n```text\n```\n"), ("b.md", "No block.\n")]);
        assert_eq!(samples::lines(in_pages(&page)), [1]);
        assert_eq!(check("<!-- from a/b.rs:one -->\n\n```console\n```\n"), [1]);
        assert_eq!(check("```rust\n{{#include ../b.rs:one}}\n```\n"), [1, 2]);
        assert_eq!(samples::complaints(in_pages, "docs/src/page.md", "\n{{#include a.toml}}\n"), [2]);
        assert_eq!(samples::complaints(in_pages, "docs/src/page.md", "```rust\nlet x = 1;\n```\n"), NONE);
    }

    #[test]
    fn pages_are_corrected() {
        let wrong = "A\n\n<!-- from a/b.rs:one -->\n```rust\nold\n```\nB\n<!-- from a/b.rs:two -->\n```rust\n```\n";
        let right = "A\n\n<!-- from a/b.rs:one -->\n```rust\nlet x = 1;\nlet y = 2;\n```\nB\n\
                     <!-- from a/b.rs:two -->\n```rust\nlet y = 2;\n```\n";
        assert_eq!(corrected(&repository(wrong)), [("docs/src/tutorial/page.md".to_owned(), right.to_owned())]);
        assert_eq!(corrected(&repository(right)), []);
        // What cannot be compared is left as it is.
        assert_eq!(corrected(&repository("<!-- from a/b.rs:three -->\n```rust\nold\n```\n")), []);
    }
}
