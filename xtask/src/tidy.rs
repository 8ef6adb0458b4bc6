//! Checks the invariants that neither the compiler nor clippy can check, with one file for each kind.
//!
//! A check is a function from its input to its [`Complaint`]s. It uses neither the disk nor cargo, so its tests can
//! pass it bad and good samples. A check that no longer detects anything fails its tests.

mod citations;
mod examples;
mod excerpts;
mod files;
mod forbidden_names;
mod layers;
mod links;
mod manifests;
mod modules;
mod names;
mod source;
mod style;
mod unsafety;

use std::fmt;
use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::{repo, say};
use files::Files;

/// The checks that need only the files.
const CHECKS: &[fn(&Files) -> Vec<Complaint>] = &[
    forbidden_names::table_knows_no_game,
    forbidden_names::game_names,
    forbidden_names::search_means_no_game,
    forbidden_names::games_above,
    forbidden_names::outside_world,
    layers::picture,
    modules::circles,
    names::are_unique,
    unsafety::forbidden_in_every_crate,
    unsafety::only_in_few_files,
    style::opening,
    style::width,
    style::length,
    manifests::versions_stand_in_the_root,
    links::summary,
    links::named,
    excerpts::in_pages,
    citations::bibliography,
    examples::in_documentation,
];

/// A violation: where it is, and what to do about it, in one line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Complaint {
    file: String,
    line: usize,
    what: String,
}

impl Complaint {
    fn new(file: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.into(), line, what: what.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// Runs `cargo xtask tidy`. With `--fix`, first updates the code in the pages.
pub(crate) fn run(fix: bool) -> Result<ExitCode> {
    if fix {
        for (path, text) in excerpts::corrected(&Files::of_the_repository()?) {
            fs::write(repo::root().join(&path), text).with_context(|| format!("cannot write {path}"))?;
            say(format_args!("fixed: {path}"))?;
        }
    }
    Ok(if report()? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints every complaint and their number.
pub(crate) fn report() -> Result<usize> {
    let files = Files::of_the_repository()?;
    let mut complaints: Vec<Complaint> = CHECKS.iter().flat_map(|check| check(&files)).collect();
    complaints.extend(layers::edges(&repo::metadata()?, &files));
    complaints.sort();
    complaints.dedup();
    for complaint in &complaints {
        say(complaint)?;
    }
    let plural = if complaints.len() == 1 { "" } else { "s" };
    say(format_args!("tidy: {} problem{plural} in {} files", complaints.len(), files.len()))?;
    Ok(complaints.len())
}

/// Helpers of the tests of the checks.
#[cfg(test)]
mod samples {
    use super::{Complaint, Files};

    pub(super) const NONE: [usize; 0] = [];

    /// Returns the lines that a check complains about, in a repository of this one file.
    pub(super) fn complaints(check: fn(&Files) -> Vec<Complaint>, path: &str, text: &str) -> Vec<usize> {
        lines(check(&Files::from([(path, text)])))
    }

    pub(super) fn lines(complaints: Vec<Complaint>) -> Vec<usize> {
        complaints.into_iter().map(|complaint| complaint.line).collect()
    }
}
