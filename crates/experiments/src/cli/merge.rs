//! `ttlab merge`: several databases of results become one.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use experiments::merge;

pub(super) const EXAMPLES: &str = "\
Inputs are never changed. If the output exists, its rows stay and the others are added. Two results of the same cell
that differ are an error, and then nothing is written.

Example:
  ttlab merge a.sqlite b.sqlite c.sqlite -o results/ttlab.sqlite";

#[derive(Args)]
pub(super) struct Merge {
    /// The databases to join
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The database to write to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: &Merge) -> Result<()> {
    let merged = merge::merge(&arguments.inputs, &arguments.output)?;
    let output = arguments.output.display();
    writeln!(io::stdout(), "{} rows read, {} rows in {output}", merged.read, merged.kept)?;
    Ok(())
}
