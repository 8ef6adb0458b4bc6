//! `ttlab doctor`: checks whether a sweep would run well on this machine.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::builder::styling::{AnsiColor, Style};
use clap::{Args, ValueHint};

use crate::doctor::{self, Check, DoctorReport, Level};
use experiments::help::with_help;
use experiments::plan::Options;
use experiments::text::{counted, printable};

use super::arguments::{Format, experiments};
use super::definitions::{DATABASE, all_definitions};
use super::printing::{print_json, unwritten};

pub(super) const EXAMPLES: &str = "\
Each line is a check with its result: ok, note (it works, but could be better) or problem (a sweep would fail or \
give wrong results). The command measures the speed of the searches, which takes a few seconds. With NAME or --full, \
it also estimates how long a sweep would take.

Examples:
  ttlab doctor
  ttlab doctor thesis-fig-2.12 --full  also estimate the time of this sweep
  cargo xtask doctor                   check the build for this processor";

#[derive(Args)]
pub(super) struct Doctor {
    /// Experiments to estimate: names or paths of TOML files
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Estimate the full parts, as published, instead of the quick parts
    #[arg(long)]
    full: bool,
    /// Database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Doctor) -> Result<()> {
    let options =
        Options { full: arguments.full, ..Options::of(all_definitions(&arguments.names)?, arguments.db.clone()) };
    let is_text = arguments.format == Format::Text;
    let mut failed = None;
    let is_wanted = arguments.full || !arguments.names.is_empty();
    let checks = doctor::examine(&options, is_wanted, |check| {
        if is_text && failed.is_none() {
            failed = show(check).err();
        }
    })?;
    failed.map_or(Ok(()), Err)?;
    let report = DoctorReport::of(&checks);
    if !is_text {
        print_json(&report)?;
    }
    match report.problems {
        0 => Ok(()),
        problems => {
            let what = format!("found {}", counted(problems, "problem"));
            Err(anyhow!(with_help(what, "see the lines marked `problem`")))
        }
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
