//! The licences of linked dependencies: they must be permissive. Dependencies of tests may have other licences.

use anyhow::Result;

use crate::repo;
use crate::tidy::Complaint;

/// The permissive licences, which require only a notice.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Returns the crates that are linked on any platform, one `name version|licence` per line, without the dependencies of
/// tests, benches and builds.
pub(super) fn linked() -> Result<String> {
    let tree = ["tree", "--workspace", "--exclude", "xtask", "--edges", "normal", "--target", "all"];
    repo::output(repo::cargo().args(tree).args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{l}"]))
}

/// Checks that every crate of the list has a permissive licence, or a choice that includes one.
pub(super) fn permissive(linked: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (package, licence) in linked.lines().filter_map(|line| line.split_once('|')) {
        if !allows(licence) {
            let licence = if licence.is_empty() { "no licence" } else { licence };
            let what = format!("{package} is under {licence}, which is not known as permissive; replace it");
            complaints.push(Complaint::new("Cargo.lock", 1, what));
        }
    }
    complaints
}

/// Returns whether permissive licences satisfy an SPDX expression. `MIT/Apache-2.0` is an old way to write `OR`.
fn allows(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    any(&mut words) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Parses `A OR B`: one permissive alternative is enough.
fn any(words: &mut Words) -> bool {
    let mut allowed = all(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= all(words);
    }
    allowed
}

/// Parses `A AND B`, which binds closer than `OR`.
fn all(words: &mut Words) -> bool {
    let mut allowed = one(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= one(words);
    }
    allowed
}

/// Parses a licence, with or without an exception, or an expression in parentheses.
fn one(words: &mut Words) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let allowed = any(words);
        return words.next() == Some(")") && allowed;
    }
    let mut licence = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next().unwrap_or_default());
    }
    PERMISSIVE.contains(&licence.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_packages() {
        assert_eq!(permissive("tt v0.1.0 (/w/crates/tt)|MIT OR Apache-2.0\nserde v1.0.0|MIT OR Apache-2.0\n\n"), []);
        let found = permissive("tt v0.1.0|MIT\nshakmaty v0.27.0|GPL-3.0\nnameless v1.0.0|\n");
        assert_eq!(found.len(), 2);
        assert!(found[0].what.contains("shakmaty v0.27.0 is under GPL-3.0"));
    }

    #[test]
    fn expressions() {
        for good in ["MIT", "Unlicense/MIT", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert!(allows(good), "{good}");
        }
        assert!(allows("Apache-2.0 WITH LLVM-exception OR GPL-2.0"));
        for bad in ["GPL-3.0-or-later", "MIT AND GPL-3.0", "(MIT OR ISC) AND MPL-2.0", "GPL-2.0 WITH x", "", "(MIT"] {
            assert!(!allows(bad), "{bad}");
        }
    }
}
