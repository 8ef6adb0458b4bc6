//! Generates the pages of results in the book from the recorded rows, and their chapters in `SUMMARY.md`, and checks
//! that none of them is stale.

use std::collections::BTreeMap;
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

/// The list of chapters of the book.
const SUMMARY: &str = "docs/src/SUMMARY.md";

/// The page in [`PAGES`] that links to all others, which is written by hand.
const INDEX: &str = "index.md";

/// The chapter after which those of the experiments stand.
const BEFORE_CHAPTERS: &str = "    - [All claims and verdicts](results/claims.md)\n";

/// The pages in [`PAGES`] that are not about one experiment. Their chapters are written by hand.
const OTHER_PAGES: &[&str] = &["claims.md", INDEX, SURVEY.2, READINGS.1];

/// A file of recorded rows, the arguments of `ttlab report` for it, the directory in [`PAGES`] for its pages, and what
/// the chapters of these pages add to their titles.
const RECORDED: &[(&str, &[&str], &str, &str)] = &[
    ("testsets/recorded/full.rows", &[], "", ""),
    (
        "testsets/recorded/seeds.rows",
        &["article-table-2", "article-table-3", "thesis-fig-2.8", "thesis-fig-2.9", "--seeds", "10"],
        "seeds/",
        ", with ten key seeds",
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
        [] => {
            let dir = repo::root().join(PAGES);
            write(&lab::build(Cpu::Native)?, &dir)?;
            let path = repo::root().join(SUMMARY);
            fs::write(&path, summary(&read(&path)?, &files(&dir)?)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
            Ok(ExitCode::SUCCESS)
        }
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
    let (ours, mut made) = (files(&ours)?, files(&made)?);
    made.extend(ours.iter().find(|(name, _)| name == INDEX).cloned());
    let mut problems = Vec::new();
    let old = read(&repo::root().join(SUMMARY))?;
    if summary(&old, &made)? != old {
        problems.push(format!("{SUMMARY} is stale: `cargo xtask pages` regenerates the chapters of the experiments"));
    }
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
    for (name, _) in ours.iter().filter(|(name, _)| !is_made(name)) {
        problems.push(format!(
            "{PAGES}/{name} comes from no recorded row with the current signatures: see testsets/recorded/README.md"
        ));
    }
    Ok(problems)
}

fn write(ttlab: &Path, dir: &Path) -> Result<()> {
    // Each of them uses one core.
    thread::scope(|scope| {
        let write = |(database, arguments, folder, _): &(&str, &[&str], &str, &str)| {
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

/// Replaces the chapters of the experiments. They are in the order in which the page of all results mentions their
/// pages, and those that it does not mention are last.
fn summary(old: &str, files: &[(String, Vec<u8>)]) -> Result<String> {
    let text =
        |name: &str| files.iter().find(|(other, _)| other == name).map(|(_, text)| String::from_utf8_lossy(text));
    let index = text(INDEX).with_context(|| format!("{PAGES}/{INDEX} is missing"))?;
    let is_meant = |name: &str| name.ends_with(".md") && !OTHER_PAGES.contains(&name);
    let mut chapters = BTreeMap::new();
    for (name, text) in files.iter().filter(|(name, _)| is_meant(name)) {
        let text = String::from_utf8_lossy(text);
        let title = title(&text);
        let of_directory = RECORDED.iter().rfind(|(_, _, directory, _)| name.starts_with(directory));
        let addition = of_directory.map_or("", |(.., addition)| addition);
        let place = index.find(&format!("]({name})")).unwrap_or(usize::MAX);
        chapters.insert((place, name), format!("    - [{title}{addition}](results/{name})\n"));
    }
    let is_other = |line: &&str| !chapters.keys().any(|(_, name)| line.contains(&format!("](results/{name})")));
    let others: String = old.split_inclusive('\n').filter(is_other).collect();
    let (before, after) = others
        .split_once(BEFORE_CHAPTERS)
        .with_context(|| format!("{SUMMARY} does not have the line {BEFORE_CHAPTERS}"))?;
    Ok(format!("{before}{BEFORE_CHAPTERS}{}{after}", chapters.into_values().collect::<String>()))
}

/// Returns the title of the page of an experiment, with the figure or table if one was published. The page begins with
/// the title and the citation.
fn title(page: &str) -> String {
    let mut lines = page.lines().filter(|line| !line.is_empty());
    let title = lines.next().unwrap_or_default().trim_start_matches("# ");
    let citation = lines.next().and_then(|line| line.split(". ").next()).unwrap_or_default();
    let mut parts = citation.split([',', ';']).map(str::trim);
    let source = parts.next().filter(|source| *source != "ours");
    let figure = parts.find(|part| part.starts_with("Figure") || part.starts_with("Table"));
    match source.zip(figure) {
        Some((source, figure)) => format!("{title} ({source}, {figure})"),
        None => title.to_owned(),
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_in_the_order_of_the_page_that_links_to_them() {
        let files = [
            ("index.md", "# Results\n[b](b.md) [seeds](seeds/a.md) [a](a.md)"),
            ("a.md", "# Title of A\n\nBreuker 1998, section 2.7.1, Figure 2.8. Which scheme is best?\n"),
            ("b.md", "# Title of B\n\nours, after Breuker 1998, Figure 2.8. Is it?\n"),
            ("claims.md", "# Claims\n"),
            ("new.md", "# New\n"),
            ("seeds/a.md", "# Title of A\n"),
            ("a.svg", "<svg/>"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let old = format!("# Results\n\n{BEFORE_CHAPTERS}    - [Old title](results/a.md)\n    - [By hand](own.md)\n");
        let made = summary(&old, &files).unwrap();
        let chapters = [
            "    - [Title of B](results/b.md)\n",
            "    - [Title of A, with ten key seeds](results/seeds/a.md)\n",
            "    - [Title of A (Breuker 1998, Figure 2.8)](results/a.md)\n",
            "    - [New](results/new.md)\n",
        ]
        .concat();
        assert_eq!(made, format!("# Results\n\n{BEFORE_CHAPTERS}{chapters}    - [By hand](own.md)\n"));
        assert_eq!(summary(&made, &files).unwrap(), made);
        assert!(summary("# Results\n", &files).unwrap_err().to_string().contains("claims.md"));
    }
}
