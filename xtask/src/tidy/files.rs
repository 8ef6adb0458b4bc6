//! The files of the repository, as the checks see them.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::repo;
use crate::tidy::source::{self, Line};

/// Every file by its path from the root, separated by `/`. Texts that no check reads are empty.
pub(super) struct Files(BTreeMap<String, String>);

impl Files {
    /// Reads the files of the repository, without those that git ignores.
    pub(super) fn of_the_repository() -> Result<Self> {
        let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let list = repo::output(repo::tool("git").args(list))?;
        let mut files = BTreeMap::new();
        for path in list.split_terminator('\0') {
            let full = repo::root().join(path);
            if !full.is_file() {
                continue; // Deleted, but not yet in git's index.
            }
            let text = if [".rs", ".md", ".toml", ".yml"].iter().any(|read| path.ends_with(read)) {
                fs::read_to_string(&full).with_context(|| format!("cannot read {path}"))?
            } else {
                String::new()
            };
            files.insert(path.to_owned(), text);
        }
        Ok(Self(files))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the files whose names end with `end`, with their texts.
    pub(super) fn ending(&self, end: &str) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, text)| (path.as_str(), text.as_str())).filter(move |(path, _)| path.ends_with(end))
    }

    /// Returns the Rust files in a directory, split into code, literals and comments.
    pub(super) fn rust(&self, directory: &str) -> impl Iterator<Item = (&str, Vec<Line>)> {
        self.ending(".rs")
            .filter(move |(path, _)| path.starts_with(directory))
            .map(|(path, text)| (path, source::lines(text)))
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Returns the directory names of the crates whose manifests say that they are games.
    pub(super) fn games(&self) -> Vec<&str> {
        let manifests = self.ending("/Cargo.toml").filter(|(_, text)| text.contains(GAME));
        manifests.filter_map(|(path, _)| path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")).collect()
    }

    /// Returns whether this is a file, or a directory with a file in it.
    pub(super) fn has(&self, path: &str) -> bool {
        let directory = format!("{path}/");
        path.is_empty() || self.0.contains_key(path) || self.paths().any(|file| file.starts_with(&directory))
    }
}

/// The text in the manifest of a game.
pub(super) const GAME: &str = "[package.metadata.ttlab]\ngame = true\n";

#[cfg(test)]
impl Files {
    pub(super) fn from_slice(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Files {
    fn from(files: [(&str, &str); N]) -> Self {
        Self::from_slice(&files)
    }
}
