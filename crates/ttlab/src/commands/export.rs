//! `ttlab export`: the rows in a database as text.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueHint};

use experiments::help::with_help;
use experiments::signature::Signatures;
use experiments::store::{Store, no_database, write_lines};
use experiments::sweep::Results;
use experiments::text::counted;
use experiments::{Usage, files};
use report::pages::csv;

use super::printing::{Notes, print};
use super::report::RowsArgs;

pub(super) const EXAMPLES: &str = "\
Without names, the file includes the rows of other program versions; the column `signature` identifies the version. \
docs/src/data.md describes the columns.

Examples:
  ttlab export > rows.csv             a line for each row of the database
  ttlab export --searches -o all.csv  a line for each search of a position
  ttlab export thesis-fig-2.8 --full  the rows of an experiment
  ttlab export --lines -o all.rows    sorted text, which `--db all.rows` reads";

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --out";

/// The arguments of `ttlab export`.
#[derive(Args)]
pub(super) struct Export {
    #[command(flatten)]
    source: RowsArgs,
    /// Write the searches of single positions instead of the rows
    #[arg(long, conflicts_with = "names")]
    searches: bool,
    /// Write everything about the rows of this version as sorted text, which other commands read with --db
    #[arg(long, conflicts_with_all = ["names", "searches"])]
    lines: bool,
    /// File to write [default: standard output]
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Export, notes: Notes) -> Result<()> {
    let Export { source, searches, lines, out: output } = arguments;
    let (db, is_of_all) = (source.db.as_path(), source.names.is_empty());
    if is_of_all && source.chooses() {
        let what = "invalid options: --full, --seeds and --depth choose the rows of an experiment";
        return Err(Usage::error(with_help(what, "add the name of an experiment")));
    }
    let definitions = if is_of_all { Vec::new() } else { source.definitions()? };
    if let Some(output) = output {
        let read = definitions.iter().flat_map(|definition| &definition.files).map(PathBuf::as_path);
        files::check_output(read.chain([db]), output, OTHER)?;
    }
    let mut bytes = Vec::new();
    if is_of_all {
        let store = Store::open(db)?.ok_or_else(|| no_database(db, ""))?;
        let mut rows = store.all()?;
        if *lines {
            let signatures = Signatures::of(rows.iter().map(|signed| &signed.row.cell))?;
            let all = rows.len();
            rows.retain(|signed| signatures.is_valid(&signed.row.cell, signed.signature));
            if rows.len() < all {
                notes.say(format_args!("left out: {} of other versions", counted(all - rows.len(), "row")));
            }
            bytes = write_lines(&rows, &store.runs()?)?.into_bytes();
        } else if *searches {
            csv::write_searches(&rows, &mut bytes)?;
        } else {
            csv::write_all(&rows, &mut bytes)?;
        }
    } else {
        let stored = source.open_with(definitions)?;
        let results: Vec<Results<'_>> = stored.definitions().iter().map(|one| stored.results(one)).collect();
        if results.iter().all(|one| one.rows.is_empty()) {
            let what = format_args!("{} has no rows of these experiments", db.display());
            bail!(with_help(what, "run `ttlab sweep` with their names"));
        }
        csv::write(results.iter().map(|one| (one.definition.name.as_str(), one.rows.as_slice())), &mut bytes)?;
    }
    match output {
        None => print(String::from_utf8_lossy(&bytes)),
        Some(path) => files::write(path, &bytes, OTHER).map(drop),
    }
}
