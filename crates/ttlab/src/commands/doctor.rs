//! `ttlab doctor`: whether a sweep would run here, and run well.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::builder::styling::{AnsiColor, Style};
use clap::{Args, ValueHint};

use crate::doctor::{self, Check, Level};
use experiments::plan::{Filter, Options};
use experiments::shard::Shard;
use experiments::text::printable;

use super::arguments::{Format, experiments, print_json, unwritten};
use super::sweep::{DATABASE, definitions};

pub(super) const EXAMPLES: &str = "\
Each line says what is there: ok, note (it works, and could be better) or problem (a sweep would fail, or be \
worthless). The speed is measured, which takes a moment. From it and from earlier results or printed figures, as \
`ttlab sweep --dry-run` uses them, comes the time that a sweep would take.

Examples:
  ttlab doctor
  ttlab doctor thesis-fig-2.12 --full  what the whole of it would take, too
  cargo xtask doctor                   the same, built for this processor";

#[derive(Args)]
pub(super) struct Doctor {
    /// Say also what sweeps of these experiments would need: names, or paths of TOML files
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Of the experiments as they were published, not of their quick parts; of all, if none is named
    #[arg(long)]
    full: bool,
    /// The database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// How to print what is found
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Doctor) -> Result<()> {
    let options = Options {
        definitions: definitions(&arguments.names)?,
        full: arguments.full,
        seeds: 1,
        filter: Filter::default(),
        shard: Shard::WHOLE,
        again: false,
        max_nodes: u64::MAX,
        jobs: None,
        db: arguments.db.clone(),
        commit: None,
    };
    let is_text = arguments.format == Format::Text;
    let mut failed = None;
    let is_wanted = arguments.full || !arguments.names.is_empty();
    let checks = doctor::examine(&options, is_wanted, |check| {
        if is_text && failed.is_none() {
            failed = show(check).err();
        }
    })?;
    failed.map_or(Ok(()), Err)?;
    if !is_text {
        print_json(&doctor::to_json(&checks))?;
    }
    match checks.iter().filter(|check| check.level == Level::Problem).count() {
        0 => Ok(()),
        1 => Err(anyhow!("there is a problem; the line that begins with it says what to do")),
        problems => Err(anyhow!("there are {problems} problems; the lines that begin so say what to do")),
    }
}

fn show(check: &Check) -> Result<()> {
    let style: Style = match check.level {
        Level::Ok => AnsiColor::Green.on_default(),
        Level::Note => AnsiColor::Yellow.on_default(),
        Level::Problem => AnsiColor::Red.on_default().bold(),
    };
    let (level, text) = (check.level.name(), check.to_text());
    writeln!(anstream::stdout(), "{style}{level:<8}{style:#} {}", printable(&text)).map_err(unwritten)
}
