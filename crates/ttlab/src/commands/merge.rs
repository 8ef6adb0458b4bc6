//! `ttlab merge`: merges databases of results.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;

use experiments::merge;
use experiments::text::counted;

use crate::progress::Waiting;

use super::arguments::Format;
use super::printing::{Notes, print, print_json};

pub(super) const EXAMPLES: &str = "\
Inputs are never changed. If the output exists, its rows are kept and new ones are added. If two databases have \
different counts for the same search, the command fails and writes nothing.

Example:
  ttlab merge a.sqlite b.sqlite c.sqlite -o results/ttlab.sqlite";

#[derive(Args)]
pub(super) struct Merge {
    /// Databases to merge
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    inputs: Vec<PathBuf>,
    /// Database to write
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Output of `ttlab merge`.
#[derive(Serialize, JsonSchema)]
pub(super) struct MergedRows {
    /// Rows in the input databases.
    rows_read: usize,
    /// Rows in the output database.
    rows: usize,
    /// Path of the output database.
    output: String,
}

pub(super) fn run(arguments: &Merge, notes: Notes) -> Result<()> {
    let waiting = Waiting::new("merging databases", notes.progress);
    let merged = merge::merge(&arguments.inputs, &arguments.out)?;
    drop(waiting);
    let output = arguments.out.display();
    match arguments.format {
        Format::Text => {
            print(format_args!("{} read, {} in {output}\n", counted(merged.read, "row"), counted(merged.kept, "row")))
        }
        Format::Json => {
            print_json(&MergedRows { rows_read: merged.read, rows: merged.kept, output: output.to_string() })
        }
    }
}
