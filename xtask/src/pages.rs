//! Makes from the recorded rows what the book and the README show: the reports beside the book, pictures, blocks of
//! tables and the verdicts; and checks that none of it is stale, and that every measured number follows from the rows.

mod numbers;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result};

use crate::lab::{self, Cpu};
use crate::{Usage, repo, say};

/// The HTML reports, and the arguments of `ttlab report` that write them. The first is that of all experiments, with
/// a page and pictures for each.
const REPORTS: &[(&str, &[&str])] = &[
    ("report.html", &["--full", "--db", "testsets/recorded/full.rows"]),
    (
        "report-seeds.html",
        &[
            "article-table-2",
            "article-table-3",
            "thesis-fig-2.8",
            "thesis-fig-2.9",
            "--seeds",
            "10",
            "--full",
            "--db",
            "testsets/recorded/seeds.rows",
        ],
    ),
    ("report-survey.html", &["survey", "--full", "--seeds", "5", "--db", "testsets/recorded/survey.rows"]),
];

/// The page about the readings, and the effects of the readings, which `sweep readings` writes.
const READINGS: (&str, &str) = ("report-readings.html", "testsets/recorded/readings.csv");

/// The verdicts among the pages of an experiment, and where the program reads them.
const VERDICTS: (&str, &str) = ("claims.csv", "crates/report/src/claims/recorded.csv");

/// The directory of the pictures that the book and the README show.
const PICTURES: &str = "docs/src/pictures";

/// The beginning and the end of a block of a page that is generated. The beginning names the block.
const BLOCK: [&str; 2] = ["<!-- from rows: ", "<!-- end of rows -->"];

/// Generates what is in the repository, or reports what would change.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    let (ttlab, is_check) = match args {
        [] => (lab::build(Cpu::Native)?, false),
        [check] if check == "--check" => (lab::build(Cpu::Native)?, true),
        _ => return Err(Usage::error("unexpected argument of `pages`: expected --check")),
    };
    let made = make(&ttlab)?;
    let files = files(&made)?;
    if !is_check {
        let pictures = repo::root().join(PICTURES);
        if pictures.exists() {
            fs::remove_dir_all(&pictures).with_context(|| format!("cannot remove {PICTURES}"))?;
        }
        for (path, bytes) in &files {
            let path = repo::root().join(path);
            let directory = path.parent().context("a file has a directory")?;
            fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
            fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let problems = problems(&made, &files)?;
    problems.iter().try_for_each(say)?;
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns what is stale or does not follow from the rows, one line for each.
pub(crate) fn stale(ttlab: &Path) -> Result<Vec<String>> {
    let made = make(ttlab)?;
    problems(&made, &files(&made)?)
}

/// Makes the reports, and returns their directory.
pub(crate) fn reports(ttlab: &Path) -> Result<PathBuf> {
    make(ttlab).map(|made| made.directory)
}

/// Returns the file names of the reports.
pub(crate) fn report_names() -> impl Iterator<Item = &'static str> {
    REPORTS.iter().map(|(name, _)| *name).chain([READINGS.0])
}

/// Returns the directory of the reports that were made last.
pub(crate) fn directory() -> Result<PathBuf> {
    Ok(repo::target()?.join("pages"))
}

/// What was made from the rows.
struct Made {
    /// A directory with the reports, and with the page and the pictures of each experiment.
    directory: PathBuf,
    /// Texts that do not follow from the rows, one line for each.
    complaints: Vec<String>,
}

/// Makes everything below the directory of builds.
fn make(ttlab: &Path) -> Result<Made> {
    let directory = directory()?;
    if directory.exists() {
        fs::remove_dir_all(&directory).with_context(|| format!("cannot remove {}", directory.display()))?;
    }
    fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let mut complaints = String::new();
    // Each of them uses one core.
    thread::scope(|scope| {
        let report = |&(name, arguments): &(&str, &[&str])| {
            let mut report = Command::new(ttlab);
            report.current_dir(repo::root()).arg("report").args(arguments).arg("--out").arg(directory.join(name));
            let stem = name.trim_end_matches(".html");
            // The name of a file says its experiment. The seeds have those of the first report.
            report.arg("--pages");
            report.arg(if stem == "report-seeds" { directory.join(stem) } else { directory.clone() });
            repo::messages(&mut report)
        };
        let started: Vec<_> = REPORTS.iter().map(|one| scope.spawn(move || report(one))).collect();
        for thread in started {
            complaints += &thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok::<_, anyhow::Error>(())
    })?;
    let mut readings = Command::new(ttlab);
    let page = repo::output(readings.current_dir(repo::root()).args(["readings", "--page", READINGS.1]))?;
    let path = directory.join(READINGS.0);
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    let complaints = complaints.lines().filter_map(|line| line.split_once("warning: "));
    let complaints = complaints.map(|(_, complaint)| complaint.to_owned()).collect();
    Ok(Made { directory, complaints })
}

/// Returns the files of the repository that are generated, with their paths from the root.
fn files(made: &Made) -> Result<Vec<(String, Vec<u8>)>> {
    let read = |path: PathBuf| fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
    let mut files = vec![(VERDICTS.1.to_owned(), read(made.directory.join(VERDICTS.0))?)];
    let mut pictures = BTreeSet::new();
    for (path, text) in texts()? {
        pictures.extend(pictures_of(&text).map(str::to_owned));
        if text.contains(BLOCK[0]) {
            let block = |name: &str| block(made, name);
            files.push((path.clone(), with_blocks(&text, block).with_context(|| path)?.into_bytes()));
        }
    }
    for name in pictures {
        let path = made.directory.join(&name);
        if path.exists() {
            files.push((format!("{PICTURES}/{name}"), read(path)?));
        }
    }
    Ok(files)
}

/// Returns the pages of the book, the README and the paper, with their paths from the root.
fn texts() -> Result<Vec<(String, String)>> {
    let is_text = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
    let docs = repo::files_below(&repo::root().join("docs"))?.into_iter().filter(is_text);
    let paths = docs.map(|path| PathBuf::from("docs").join(path)).chain([PathBuf::from("README.md")]);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(repo::root().join(&path));
        Ok((path.to_string_lossy().into_owned(), text.with_context(|| format!("cannot read {}", path.display()))?))
    };
    paths.map(read).collect()
}

/// Returns the names of the pictures that a page shows.
fn pictures_of(text: &str) -> impl Iterator<Item = &str> {
    let name =
        |rest: &'_ str| rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(rest.len());
    text.split("pictures/").skip(1).map(move |rest| &rest[..name(rest)]).filter(|name| name.ends_with(".svg"))
}

/// Returns a page with its generated blocks made again.
fn with_blocks(text: &str, block: impl Fn(&str) -> Result<String>) -> Result<String> {
    let [begin, end] = BLOCK;
    let mut parts = text.split(begin);
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").context("the beginning of a block does not end in ` -->`")?;
        let (_, rest) = rest.split_once(end).with_context(|| format!("the block `{name}` has no end `{end}`"))?;
        page += &format!("{begin}{name} -->\n\n{}\n\n{end}{rest}", block(name)?.trim());
    }
    Ok(page)
}

/// Returns the block with this name: the tables of an experiment, or a part of a page.
fn block(made: &Made, name: &str) -> Result<String> {
    let path = made.directory.join(format!("{name}.md"));
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let Some((_, rest)) = page.split_once("```text\n") else { return Ok(page) };
    let tables = rest.split("\n```").next().unwrap_or_default();
    Ok(format!("```text\n{tables}\n```"))
}

/// Returns what is stale, and what does not follow from the rows.
fn problems(made: &Made, files: &[(String, Vec<u8>)]) -> Result<Vec<String>> {
    let mut problems = made.complaints.clone();
    for (path, bytes) in files {
        let old = fs::read(repo::root().join(path)).unwrap_or_default();
        if old != *bytes {
            problems.push(format!("{path} is stale: `cargo xtask pages` regenerates it"));
        }
    }
    let directory = repo::root().join(PICTURES);
    let pictures = if directory.exists() { repo::files_below(&directory)? } else { Vec::new() };
    for name in pictures {
        let path = format!("{PICTURES}/{}", name.display());
        if !files.iter().any(|(known, _)| *known == path) {
            problems.push(format!("{path} comes from no recorded row, or no page shows it: remove it"));
        }
    }
    problems.extend(numbers::unsupported(&texts()?, &made.directory)?);
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_made_again() {
        let page = "a\n<!-- from rows: b -->\nold\n<!-- end of rows -->\nc <!-- from rows: d --><!-- end of rows -->";
        let made = with_blocks(page, |name| Ok(format!("new {name}\n"))).unwrap();
        let expected = "a\n<!-- from rows: b -->\n\nnew b\n\n<!-- end of rows -->\nc <!-- from rows: d -->\n\nnew d\n\n\
                        <!-- end of rows -->";
        assert_eq!(made, expected);
        assert_eq!(with_blocks(&made, |name| Ok(format!("new {name}\n"))).unwrap(), made);
        assert!(with_blocks("<!-- from rows: b -->\n", |_| Ok(String::new())).is_err());
    }

    #[test]
    fn pictures_that_a_page_shows() {
        let page = "![a](pictures/a-2.8.svg) [b](../src/pictures/b.svg), pictures/c.png";
        assert_eq!(pictures_of(page).collect::<Vec<_>>(), ["a-2.8.svg", "b.svg"]);
    }
}
