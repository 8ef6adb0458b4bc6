//! `ttlab merge`: several databases of results become one.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};

use experiments::merge;
use experiments::text::counted;

use super::arguments::{Format, print, print_json};

pub(super) const EXAMPLES: &str = "\
Inputs are never changed. If the output exists, its rows stay and the others are added. Two results of the same cell \
that differ are an error, and then nothing is written.

Example:
  ttlab merge a.sqlite b.sqlite c.sqlite -o results/ttlab.sqlite";

#[derive(Args)]
pub(super) struct Merge {
    /// The databases to join
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    inputs: Vec<PathBuf>,
    /// The database to write to
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// How to print what was done
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Merge) -> Result<()> {
    let merged = merge::merge(&arguments.inputs, &arguments.out)?;
    let output = arguments.out.display();
    match arguments.format {
        Format::Text => {
            print(format_args!("{} read, {} in {output}\n", counted(merged.read, "row"), counted(merged.kept, "row")))
        }
        Format::Json => print_json(&merged.to_json(&arguments.out)),
    }
}
