//! The files of the repository, as the checks see them.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::repo;
use crate::tidy::source::{self, Line};

/// Every file by its path from the root, separated by `/`.
pub(super) struct Files(BTreeMap<String, File>);

struct File {
    /// Empty if no check reads it.
    text: String,
    /// The lines of a Rust file. Several checks read them.
    lines: Vec<Line>,
}

impl File {
    fn new(path: &str, text: String) -> Self {
        let lines = if path.ends_with(".rs") { source::lines(&text) } else { Vec::new() };
        Self { text, lines }
    }
}

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
            files.insert(path.to_owned(), File::new(path, text));
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
        let files = self.0.iter().filter(move |(path, _)| path.ends_with(end));
        files.map(|(path, file)| (path.as_str(), file.text.as_str()))
    }

    /// Returns the Rust files in a directory, split into code, literals and comments.
    pub(super) fn rust(&self, directory: &str) -> impl Iterator<Item = (&str, &[Line])> {
        let is_rust = move |(path, _): &(&String, _)| path.starts_with(directory) && path.ends_with(".rs");
        self.0.iter().filter(is_rust).map(|(path, file)| (path.as_str(), file.lines.as_slice()))
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(|file| file.text.as_str())
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
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), File::new(path, (*text).to_owned()))).collect())
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Files {
    fn from(files: [(&str, &str); N]) -> Self {
        Self::from_slice(&files)
    }
}
