//! Generates the pages of results in the book from the recorded rows, and checks that none of them is stale.

use std::ffi::OsString;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result};

use crate::lab::{self, Cpu};
use crate::{Usage, repo, say};

/// The directory of the pages.
const PAGES: &str = "docs/src/results";

/// A file of recorded rows, the arguments of `ttlab report` for it, and the directory in [`PAGES`] for its pages.
const RECORDED: &[(&str, &[&str], &str)] = &[
    ("testsets/recorded/full.rows", &[], ""),
    (
        "testsets/recorded/seeds.rows",
        &["article-table-2", "article-table-3", "thesis-fig-2.8", "thesis-fig-2.9", "--seeds", "10"],
        "seeds",
    ),
];

/// The recorded rows of the survey, the number of their key seeds, and the page in [`PAGES`] with its tables.
const SURVEY: (&str, &str, &str) = ("testsets/recorded/survey.rows", "5", "survey.md");

/// The beginning of the page of the survey.
const SURVEY_HEAD: &str = "\
# Tables of the survey

These are the rankings of all tables at each load, and the answers, of the [survey](../survey.md). `=` after a rank: the
table cannot be told apart from the best one.

";

/// The effects of the readings, written by `sweep readings`, and the page in [`PAGES`] that is generated from them.
const READINGS: (&str, &str) = ("testsets/recorded/readings.csv", "readings.md");

/// Generates the pages, or reports which of them would change.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    match args {
        [] => write(&lab::build(Cpu::Native)?, &repo::root().join(PAGES)).map(|()| ExitCode::SUCCESS),
        [check] if check == "--check" => {
            let stale = stale(&lab::build(Cpu::Native)?)?;
            stale.iter().try_for_each(say)?;
            Ok(if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => Err(Usage::error("unexpected argument of `pages`: expected --check")),
    }
}

/// Returns the differences between the pages and those that this program generates, one line for each.
pub(crate) fn stale(ttlab: &Path) -> Result<Vec<String>> {
    let (ours, made) = (repo::root().join(PAGES), repo::target()?.join("pages"));
    if made.exists() {
        fs::remove_dir_all(&made).with_context(|| format!("cannot remove {}", made.display()))?;
    }
    write(ttlab, &made)?;
    let (ours, made) = (files(&ours)?, files(&made)?);
    let mut problems = Vec::new();
    for (name, text) in &made {
        match ours.iter().find(|(other, _)| other == name) {
            None => problems.push(format!("{PAGES}/{name} is missing: `cargo xtask pages` generates it")),
            Some((_, old)) if old != text => {
                problems.push(format!("{PAGES}/{name} is stale: `cargo xtask pages` regenerates it"));
            }
            Some(_) => {}
        }
    }
    let is_made = |name: &str| made.iter().any(|(other, _)| other == name);
    for (name, _) in ours.iter().filter(|(name, _)| *name != "index.md" && !is_made(name)) {
        problems.push(format!(
            "{PAGES}/{name} comes from no recorded row with the current signatures: see testsets/recorded/README.md"
        ));
    }
    Ok(problems)
}

fn write(ttlab: &Path, dir: &Path) -> Result<()> {
    // Each of them uses one core.
    thread::scope(|scope| {
        let write = |(database, arguments, folder): &(&str, &[&str], &str)| {
            let mut report = Command::new(ttlab);
            report.current_dir(repo::root()).arg("report").args(*arguments).args(["--full", "--db", database]);
            repo::output(report.arg("--pages").arg(dir.join(folder))).map(drop)
        };
        let survey = scope.spawn(|| write_survey(ttlab, dir));
        let started: Vec<_> = RECORDED.iter().map(|recorded| scope.spawn(move || write(recorded))).collect();
        let started = started.into_iter().chain([survey]);
        let mut ended = started.map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        ended.try_for_each(|written| written)
    })?;
    let (effects, page) = (READINGS.0, dir.join(READINGS.1));
    let mut readings = Command::new(ttlab);
    let text = repo::output(readings.current_dir(repo::root()).args(["readings", "--page", effects]))?;
    fs::write(&page, text).with_context(|| format!("cannot write {}", page.display()))
}

/// Writes the tables of the survey as a page, and its pictures.
fn write_survey(ttlab: &Path, dir: &Path) -> Result<()> {
    let (database, seeds, page) = SURVEY;
    let arguments = ["report", "survey", "--full", "--seeds", seeds, "--db", database, "--tables"];
    let mut report = Command::new(ttlab);
    let tables = repo::output(report.current_dir(repo::root()).args(arguments).arg("--pictures").arg(dir))?;
    let page = dir.join(page);
    let text = format!("{SURVEY_HEAD}```text\n$ ttlab {}\n\n{}\n```\n", arguments.join(" "), tables.trim_end());
    fs::write(&page, text).with_context(|| format!("cannot write {}", page.display()))
}

/// Returns the relative paths of all files in `dir`, without temporary files of a program that was killed.
fn files(dir: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let is_left = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let paths = repo::files_below(dir)?.into_iter().filter(|path| !is_left(path));
    let read = |path: PathBuf| {
        let bytes = fs::read(dir.join(&path)).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((path.to_string_lossy().into_owned(), bytes))
    };
    paths.map(read).collect()
}
