//! `ttlab report`, `ttlab claims` and `ttlab export`: what is in a database of results, to look at and to work with.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueHint};
use serde_json::json;

use crate::progress::Waiting;
use experiments::custom_games::CustomGames;
use experiments::store::{Store, no_database};
use experiments::text::counted;
use experiments::view::{View, Wanted};
use experiments::{Definition, files, parallel, program};
use report::ledger::Ledger;
use report::{self, csv, html, is_file_of};

use super::arguments::{Format, Notes, experiments, number, print, print_json};
use super::games::OwnGames;
use super::sweep::{DATABASE, definitions};

/// Which database is read, and which rows of it.
#[derive(Args)]
pub(super) struct Source {
    /// Experiments by name, or the paths of TOML files; all that the program knows if there is none
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// The database of results, packed by gzip if it ends in .gz
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// The full parts of the experiments [default: the full part where all of it was run, otherwise the quick one]
    #[arg(long)]
    full: bool,
    /// The rows of N key seeds [default: as many as there are]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=10_000))]
    #[arg(allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Searches to these depths instead of those of the experiment
    #[arg(long, value_name = "PLIES", value_delimiter = ',', value_parser = number::<u8>(1..=100))]
    #[arg(allow_negative_numbers = true)]
    depth: Vec<u8>,
}

impl Source {
    /// The command that reads the same rows: `name`, perhaps with options of its own, and what is said here.
    fn command(&self, name: &str) -> String {
        let mut command = format!("{} {name}", program());
        self.names.iter().for_each(|name| command += &format!(" {name}"));
        command += &format!(" --db {}", self.db.display());
        command += if self.full { " --full" } else { "" };
        if let Some(seeds) = self.seeds {
            command += &format!(" --seeds {seeds}");
        }
        if !self.depth.is_empty() {
            let depths: Vec<String> = self.depth.iter().map(u8::to_string).collect();
            command += &format!(" --depth {}", depths.join(","));
        }
        command
    }

    /// Says which rows are not read.
    fn note(&self, stored: &View, notes: Notes) {
        if stored.others > 0 {
            let (db, others) = (self.db.display(), counted(stored.others, "row"));
            notes.say(format_args!("{db}: not used: {others} of other versions of the counts"));
        }
    }

    fn definitions(&self) -> Result<Vec<Definition>> {
        definitions(&self.names)
    }

    fn open(&self) -> Result<View> {
        self.open_with(self.definitions()?)
    }

    fn open_with(&self, definitions: Vec<Definition>) -> Result<View> {
        let wanted = Wanted { full: self.full.then_some(true), seeds: self.seeds, depths: self.depth.clone() };
        View::open(&self.db, definitions, wanted)
    }
}

/// The reports of the experiments that there are rows of; the others have none, or an empty one if `all` is asked for.
fn reports(stored: &View, all: bool) -> Result<Vec<report::Report<'_>>> {
    let others = |definition: &Definition| stored.results(definition).rows;
    let report = |definition| {
        let results = stored.results(definition);
        (all || !results.rows.is_empty()).then(|| report::Report::of(results, &others))
    };
    // Each takes a while, and none depends on another.
    parallel::map(stored.definitions(), report).into_iter().flatten().collect()
}

pub(super) const REPORT_EXAMPLES: &str = "\
Nothing is searched: the report shows what is in the database. Run `ttlab sweep` first.

Examples:
  ttlab report                                   all stored results
  ttlab report thesis-fig-2.12 --out fig.html    one experiment
  ttlab report --db all.sqlite --pictures pics   the pictures as SVG, too
  ttlab report --db all.sqlite --full --pages d  pages of Markdown
  ttlab report --pgn my.pgn --player Me          what a sweep of them found";

/// The arguments of `ttlab report`.
#[derive(Args)]
pub(super) struct Report {
    #[command(flatten)]
    source: Source,
    /// The HTML file to write
    #[arg(short, long, value_name = "FILE", default_value = "results/report.html", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// A directory for the pictures, each as an SVG file
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pictures: Option<PathBuf>,
    /// Write the pictures as PNG files, too; needs a program built with `--features png`
    #[arg(long, requires = "pictures")]
    png: bool,
    /// Instead of the HTML file, a folder for pages, pictures and rows as a sweep writes them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "pictures"], value_hint = ValueHint::DirPath)]
    pages: Option<PathBuf>,
    /// How to say what was written
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: OwnGames,
}

/// The page of the ledger.
const LEDGER: &str = "claims.md";

/// Writes the report of the experiments in a database that a sweep has just filled.
pub(super) fn write_page(db: &Path, definitions: Vec<Definition>, full: bool, path: &Path) -> Result<()> {
    let wanted = Wanted { full: full.then_some(true), ..Wanted::default() };
    let stored = View::open(db, definitions, wanted)?;
    let full = if full { " --full" } else { "" };
    let command = format!("{} sweep{full} --db {}", program(), db.display());
    let page = html::page(&stored, &reports(&stored, false)?, &command, super::commit().as_deref())?;
    files::write(path, page.as_bytes(), OTHER).map(drop)
}

/// What a user may do about a file that cannot be written.
const OTHER: &str = "choose another with --out";
const OTHER_PAGES: &str = "choose another folder with --pages";

pub(super) fn report(arguments: &Report, commit: Option<&str>, notes: Notes) -> Result<()> {
    let Report { source, games, .. } = arguments;
    let own = games.own()?;
    let argument = own.as_ref().map(|own| own.argument.clone());
    let definitions = if own.is_some() { Vec::new() } else { source.definitions()? };
    check_outputs(arguments, &definitions, own.as_ref())?;
    let waiting = Waiting::new("reading, comparing, drawing", notes.progress);
    let mut stored = source.open_with(definitions)?;
    let command = match own {
        None => source.command("report"),
        Some(own) => {
            let command = source.command(&format!("report {}", own.argument));
            stored.add_own(own)?;
            command
        }
    };
    let reports = reports(&stored, arguments.pages.is_some())?;
    if reports.iter().all(|report| report.rows.is_empty()) {
        let others = if stored.others > 0 {
            format!(", but {} of other versions of the counts", stored.others)
        } else {
            String::new()
        };
        let db = arguments.source.db.display();
        let names = source.names.iter().map(|name| format!("{name} ")).collect::<String>();
        if source.full && stored.has_quick() {
            bail!(
                "{db} has no rows of the full parts of these experiments{others}, only of the quick ones: leave --full \
                 out, or run `{} sweep {names}--full --db {db}`",
                program()
            );
        }
        let full = if source.full { "--full " } else { "" };
        let games = if argument.is_none() && stored.has_own() { ", or name your games with --pgn" } else { "" };
        bail!(
            "{db} has no rows of these experiments{others}: run `{} sweep {full}--db {db}` with their \
             names{games}",
            program()
        );
    }
    let files = match &arguments.pages {
        Some(dir) => write_pages(source, argument.as_deref(), reports, dir)?,
        None => write_report(arguments, &html::page(&stored, &reports, &command, commit)?, &reports)?,
    };
    drop(waiting);
    arguments.source.note(&stored, notes);
    let files = files.iter().map(|file| file.display().to_string());
    match arguments.format {
        Format::Json => print_json(&json!({
            "files": files.collect::<Vec<_>>(), "rows_of_other_versions": stored.others,
        })),
        Format::Text => {
            files.for_each(|file| notes.say(format_args!("written: {file}")));
            Ok(())
        }
    }
}

/// No file that is written may be the database, or a file that an experiment is read from.
fn check_outputs(arguments: &Report, definitions: &[Definition], own: Option<&CustomGames>) -> Result<()> {
    let Report { source, out, pictures, pages, .. } = arguments;
    let files = definitions.iter().flat_map(|definition| &definition.files).chain(own.map(|own| &own.file));
    let inputs: Vec<&Path> = files.chain([&source.db]).map(PathBuf::as_path).collect();
    let names: Vec<&str> =
        definitions.iter().map(|definition| &*definition.name).chain(own.map(|own| &*own.name)).collect();
    let is_of_report = |file: &str| names.iter().any(|name| is_file_of(name, file));
    if let Some(pages) = pages {
        let is_written = |file: &str| is_of_report(file) || file.eq_ignore_ascii_case(LEDGER);
        return files::check_outputs(&inputs, pages, is_written, OTHER_PAGES);
    }
    files::check_output(inputs.iter().copied(), out, OTHER)?;
    match pictures {
        Some(pictures) => files::check_outputs(&inputs, pictures, is_of_report, "choose another with --pictures"),
        None => Ok(()),
    }
}

fn write_report(arguments: &Report, page: &str, reports: &[report::Report<'_>]) -> Result<Vec<PathBuf>> {
    let out = &arguments.out;
    files::make_folder_of(out, OTHER)?;
    let mut written = vec![files::write(out, page.as_bytes(), OTHER)?];
    if let Some(dir) = &arguments.pictures {
        for picture in reports.iter().flat_map(|report| &report.pictures) {
            written.extend(picture.write_files(dir, arguments.png)?);
        }
    }
    Ok(written)
}

/// A page of a part of the searches would mislead.
fn write_pages(
    source: &Source,
    own: Option<&str>,
    reports: Vec<report::Report<'_>>,
    dir: &Path,
) -> Result<Vec<PathBuf>> {
    let Source { names, db, .. } = source;
    let ledger = Ledger::of(&reports);
    let whole: Vec<_> = reports.into_iter().filter(|one| one.rows.len() == one.provenance.cells).collect();
    if whole.is_empty() {
        let db = db.display();
        bail!(
            "{db} has not all rows of any of these experiments: `{} --dry-run` says what is missing",
            source.command(&["sweep"].into_iter().chain(own).collect::<Vec<_>>().join(" "))
        );
    }
    let mut files = whole.iter().map(|report| report.write_files(dir)).collect::<Result<Vec<_>>>()?.concat();
    if names.is_empty() && own.is_none() {
        let pages: Vec<&str> = whole.iter().map(|report| report.definition.name.as_str()).collect();
        let page = ledger.page(&source.command("claims"), &pages);
        files.push(files::write(&dir.join(LEDGER), page.as_bytes(), OTHER_PAGES)?);
    }
    Ok(files)
}

pub(super) const CLAIMS_EXAMPLES: &str = "\
A claim agrees with the rows, or differs from them, if the whole of a 95 % interval says so; otherwise it is \
undecided. Intervals are found by drawing positions and key seeds again, in pairs; the draws are the same each time.

Examples:
  ttlab claims
  ttlab claims thesis-fig-2.8 --db all.sqlite --full
  ttlab claims --format json";

/// The arguments of `ttlab claims`.
#[derive(Args)]
pub(super) struct Claims {
    #[command(flatten)]
    source: Source,
    /// How to print the ledger
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn claims(arguments: &Claims, notes: Notes) -> Result<()> {
    let waiting = Waiting::new("reading and comparing", notes.progress);
    let stored = arguments.source.open()?;
    let ledger = Ledger::of(&reports(&stored, true)?);
    drop(waiting);
    arguments.source.note(&stored, notes);
    match arguments.format {
        Format::Text => {
            let mut text = Vec::new();
            ledger.print(&mut text)?;
            print(String::from_utf8_lossy(&text))
        }
        Format::Json => print_json(&json!({ "claims": ledger.to_json(), "rows_of_other_versions": stored.others })),
    }
}

pub(super) const EXPORT_EXAMPLES: &str = "\
Rows of every version of the counts are written; the column `signature` tells them apart. docs/src/data.md says what \
each column means.

Examples:
  ttlab export > rows.csv             a line for each cell
  ttlab export --searches -o all.csv  a line for each search of a position";

/// The arguments of `ttlab export`.
#[derive(Args)]
pub(super) struct Export {
    /// The database of results, packed by gzip if it ends in .gz
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// The single searches of positions instead of the cells
    #[arg(long)]
    searches: bool,
    /// The file to write [default: standard output]
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
}

pub(super) fn export(arguments: &Export) -> Result<()> {
    let Export { db, searches, out: output } = arguments;
    if let Some(output) = output {
        files::check_output([db.as_path()], output, OTHER)?;
    }
    let store = Store::open(db)?.with_context(|| no_database(db, ""))?;
    let rows = store.all()?;
    let write =
        |out: &mut dyn Write| if *searches { csv::write_searches(&rows, out) } else { csv::write_all(&rows, out) };
    match output {
        None => {
            let mut text = Vec::new();
            write(&mut text)?;
            print(String::from_utf8_lossy(&text))
        }
        Some(path) => {
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            files::write(path, &bytes, OTHER).map(drop)
        }
    }
}
