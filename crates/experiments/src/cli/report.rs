//! `ttlab report`, `ttlab claims` and `ttlab export`: what is in a database of results, to look at and to work with.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use experiments::Definition;
use experiments::report::ledger::Ledger;
use experiments::report::{csv, html, write_whole};
use experiments::store::Store;
use experiments::stored::{Stored, Wanted};

use super::arguments::Format;

/// Which database is read, and which rows of it.
#[derive(Args)]
pub(super) struct Source {
    /// Experiments by name, or the paths of TOML files; all that the program knows if there is none
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The database of results, packed by gzip if it ends in .gz
    #[arg(long, value_name = "FILE", default_value = "results/ttlab.sqlite")]
    db: PathBuf,
    /// The full parts of the experiments [default: the full part where all of it was run, otherwise the quick one]
    #[arg(long)]
    full: bool,
    /// The rows of N key seeds [default: as many as there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,
    /// Searches to these depths instead of those of the experiment
    #[arg(long, value_name = "PLIES", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Vec<u8>,
}

impl Source {
    /// The command that reads the same rows.
    fn command(&self, name: &str) -> String {
        let full = if self.full { " --full" } else { "" };
        format!("cargo xtask {name} --db {}{full}", self.db.display())
    }

    fn open(&self) -> Result<Stored> {
        let definitions = if self.names.is_empty() {
            Definition::all()?
        } else {
            self.names.iter().map(|name| Definition::find(name)).collect::<Result<_>>()?
        };
        let wanted = Wanted { full: self.full.then_some(true), seeds: self.seeds, depths: self.depth.clone() };
        Stored::open(&self.db, definitions, wanted)
    }
}

pub(super) const REPORT_EXAMPLES: &str = "\
Nothing is searched: the report shows what is in the database. Run `ttlab sweep` first.

Examples:
  ttlab report                                  everything in results/ttlab.sqlite, as report.html
  ttlab report thesis-fig-2.12 --out fig.html   one experiment
  ttlab report --db all.sqlite --pictures pics  the pictures too, as SVG and PNG files
  ttlab report --db all.sqlite --full --pages d a page of Markdown for every experiment that is whole";

/// The arguments of `ttlab report`.
#[derive(Args)]
pub(super) struct Report {
    #[command(flatten)]
    source: Source,
    /// The HTML file to write
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
    /// A folder for the pictures too, each as SVG and as PNG
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Instead of the HTML file, a folder for pages, pictures and rows as a sweep writes them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "pictures"])]
    pages: Option<PathBuf>,
}

pub(super) fn report(arguments: &Report, commit: Option<&str>) -> Result<()> {
    let stored = arguments.source.open()?;
    let reports = stored.reports(false)?;
    let mut out = io::stdout().lock();
    if let Some(dir) = &arguments.pages {
        // A page of a part of the searches would mislead.
        let whole: Vec<_> = reports.into_iter().filter(|one| one.rows.len() == one.provenance.cells).collect();
        let mut files = whole.iter().map(|report| report.write_files(dir)).collect::<Result<Vec<_>>>()?.concat();
        if arguments.source.names.is_empty() {
            let page = Ledger::of(&whole).page(&arguments.source.command("claims"));
            files.push(write_whole(&dir.join("claims.md"), page.as_bytes())?);
        }
        for file in files {
            writeln!(out, "written: {}", file.display())?;
        }
        return Ok(());
    }
    let page = html::page(&stored, &reports, commit);
    if let Some(folder) = arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    writeln!(out, "written: {}", write_whole(&arguments.out, page.as_bytes())?.display())?;
    if let Some(dir) = &arguments.pictures {
        for picture in reports.iter().flat_map(|report| &report.pictures) {
            for file in picture.write_files(dir)? {
                writeln!(out, "written: {}", file.display())?;
            }
        }
    }
    Ok(())
}

pub(super) const CLAIMS_EXAMPLES: &str = "\
A claim holds, or does not hold, if the whole of a 95 % interval says so; it is not decided if the interval reaches
over. Intervals are found by drawing positions and key seeds again, in pairs; the draws are the same each time.

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

pub(super) fn claims(arguments: &Claims) -> Result<()> {
    let stored = arguments.source.open()?;
    let ledger = Ledger::of(&stored.reports(true)?);
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text => ledger.print(&mut out),
        Format::Json => Ok(writeln!(out, "{}", ledger.to_json())?),
    }
}

pub(super) const EXPORT_EXAMPLES: &str = "\
Rows of every version of the counts are written; the column `signature` tells them apart. docs/src/data.md says what
each column means.

Examples:
  ttlab export > rows.csv
  ttlab export --db all.sqlite --searches -o searches.csv    a line for each search of a position, at each depth";

/// The arguments of `ttlab export`.
#[derive(Args)]
pub(super) struct Export {
    /// The database of results, packed by gzip if it ends in .gz
    #[arg(long, value_name = "FILE", default_value = "results/ttlab.sqlite")]
    db: PathBuf,
    /// The single searches of positions instead of the cells
    #[arg(long)]
    searches: bool,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn export(arguments: &Export) -> Result<()> {
    let Export { db, searches, output } = arguments;
    let store = Store::open(db)?.with_context(|| format!("there is no database {}", db.display()))?;
    let rows = store.all()?;
    let write =
        |out: &mut dyn Write| if *searches { csv::write_searches(&rows, out) } else { csv::write_all(&rows, out) };
    match output {
        None => write(&mut io::stdout().lock()),
        Some(path) => {
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            write_whole(path, &bytes).map(drop)
        }
    }
}
