//! Citations: every cited work is in the bibliography, and each of its cited works is cited somewhere.

use std::collections::BTreeSet;

use crate::tidy::Complaint;
use crate::tidy::files::Files;

const BIBLIOGRAPHY: &str = "docs/src/bibliography.md";

/// Checks that the bibliography contains every cited work, and that each of its works is cited.
pub(super) fn bibliography(files: &Files) -> Vec<Complaint> {
    let lines = || (1..).zip(files.text(BIBLIOGRAPHY).unwrap_or_default().lines());
    let entries = || lines().filter_map(|(line, text)| Some((line, text.strip_prefix("- `[")?.split_once("]`")?.0)));
    let known: BTreeSet<&str> = entries().map(|(_, key)| key).collect();
    let mut cited = BTreeSet::new();
    let mut complaints = Vec::new();
    for end in [".rs", ".md", ".toml"] {
        for (path, text) in files.ending(end).filter(|(path, _)| *path != BIBLIOGRAPHY) {
            for (line, key) in
                (1..).zip(text.lines()).flat_map(|(line, text)| citations(text).map(move |key| (line, key)))
            {
                cited.insert(key);
                if !known.contains(key) {
                    let what =
                        format!("`{key}` is not in {BIBLIOGRAPHY}; add the work, or cite it by the key it has there");
                    complaints.push(Complaint::new(path, line, what));
                }
            }
        }
    }
    let uncited = entries().filter(|(_, key)| !cited.contains(key));
    complaints.extend(uncited.map(|(line, key)| {
        Complaint::new(BIBLIOGRAPHY, line, format!("nothing cites `{key}`; remove it, or move it to the other works"))
    }));
    complaints
}

/// Returns the works that a line cites: `[Breuker 1998, 2.7.1]` in text, and the field `cites` of a definition.
fn citations(line: &str) -> impl Iterator<Item = &str> {
    let in_text = line.split("`[").skip(1).filter_map(|rest| rest.split_once("]`")).map(|(inner, _)| inner);
    let field = line.strip_prefix("cites = \"").into_iter().flat_map(|works| works.trim_end_matches('"').split("; "));
    in_text.chain(field).map(key).filter(|key| is_work(key))
}

/// Returns a citation without its section.
fn key(citation: &str) -> &str {
    citation.split(',').next().unwrap_or_default()
}

/// Returns whether this is one or more names with a year; the tutorial is cited without one.
fn is_work(key: &str) -> bool {
    let year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let names = key.rsplit_once(' ').filter(|(_, last)| year(last)).map(|(names, _)| names);
    key == "Pons" || names.is_some_and(|names| names.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{NONE, lines};

    /// Returns the complaints about a bibliography with one work, and about another file.
    fn check(path: &str, text: &str) -> Vec<usize> {
        let works = "# Bibliography\n\n- `[Breuker 1998]` D.M. Breuker.\n";
        lines(bibliography(&Files::from([(BIBLIOGRAPHY, works), (path, text)])))
    }

    #[test]
    fn a_work_that_is_not_there() {
        let cited = "//! `[Breuker 1998, 2.7.1]`\n";
        assert_eq!(
            check("a.rs", &format!("{cited}//! as `[Zobrist 1970]` and `[Akl and Newborn 1977, 3]` say\n")),
            [2, 2]
        );
        assert_eq!(check("a.toml", "cites = \"Breuker 1998, Figure 3; Breuker 1994, Table 1\"\n"), [1]);
        assert_eq!(check("a.md", "`[Breuker 1998]`\n`[Pons, part 7]`\n"), [2]);
    }

    #[test]
    fn a_work_that_nothing_cites() {
        assert_eq!(check("a.rs", "//! Breuker 1998\n"), [3]);
    }

    #[test]
    fn what_is_cited_and_what_is_no_citation() {
        assert_eq!(check("a.rs", "//! `[Breuker 1998, 2.7.1]`, `[lib]`, `[quick]` and [`Key`]\n"), NONE);
        assert_eq!(check("a.toml", "cites = \"Breuker 1998, section 2.7.1\"\nsays = \"Zobrist 1970\"\n"), NONE);
        assert_eq!(check("b.toml", "cites = \"ours, after Breuker 1998\"\n# `[Breuker 1998]`\n"), NONE);
    }
}
