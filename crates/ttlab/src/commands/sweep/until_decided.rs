//! Sweeps that add key seeds until it is decided which schemes need fewer nodes.

use std::cell::RefCell;
use std::path::Path;

use anyhow::Result;
use stats::Estimate;

use ::report::show::compare::{BySeeds, decisions, percent, text as ratio_text};
use experiments::help::with_help;
use experiments::plan::Options;
use experiments::shard::Shard;
use experiments::sweep::{Results, Sweep};
use experiments::{Usage, program};

use super::output::Decisions;
use super::{Display, SweepArgs, failures, note_work, write};
use crate::commands::arguments::Format;
use crate::commands::printing::{Notes, print};

/// The most key seeds of a sweep that ends when it is decided.
const MOST_SEEDS: u64 = 32;

/// Reads a margin in percent.
pub(super) fn margin(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>().ok().filter(|percent| (0.0..=50.0).contains(percent));
    number.map(|percent| percent / 100.0).ok_or_else(|| "expected a percentage from 0 to 50, such as 1%".to_owned())
}

/// Checks the options that `--until-decided` cannot be combined with, if it is given.
pub(super) fn check(arguments: &SweepArgs) -> Result<()> {
    if !arguments.until_decided {
        return Ok(());
    }
    if arguments.seeds.is_some_and(|most| most < 2) {
        return Err(Usage::error(with_help(
            "--until-decided cannot be used with --seeds 1: a single run has no interval",
            "use --seeds 2 or more",
        )));
    }
    if arguments.shard != Shard::WHOLE {
        let help = format!(
            "run each shard with --seeds instead, merge the databases with `{} merge`, and run the sweep with \
             --until-decided on the result",
            program()
        );
        let what =
            format!("--until-decided cannot be used with --shard {}: a decision needs all rows", arguments.shard);
        return Err(Usage::error(with_help(what, help)));
    }
    Ok(())
}

/// Says of a plan that it is only that of the first look.
pub(super) fn note_first_look(arguments: &SweepArgs, options: &Options, notes: Notes) {
    if arguments.until_decided {
        let (first, most) = (options.seeds, arguments.seeds.unwrap_or(MOST_SEEDS));
        notes.say(format_args!("first look: {first} key seeds; further looks double them, up to {most}"));
    }
}

/// Runs the cells with more and more key seeds, until each scheme can be distinguished from the first one.
pub(super) fn run(arguments: &SweepArgs, mut options: Options, out: &Path, notes: Notes) -> Result<()> {
    let most = arguments.seeds.unwrap_or(MOST_SEEDS);
    for look in 1.. {
        let display = Display { notes, options: &options, progress: RefCell::new(None) };
        let done = Sweep::new(&options)?.run(&|event| display.hear(event))?;
        failures(&done)?;
        let level = stats::level_at_look(Estimate::LEVEL, look);
        let decided = |results: &Results<'_>| {
            (results.definition.name.clone(), decisions(results.definition, &results.rows, level, arguments.within))
        };
        let all: Vec<(String, Vec<BySeeds>)> = done.results.iter().map(decided).collect();
        let open = all.iter().flat_map(|(_, all)| all).filter(|one| !one.is_decided).count();
        let of = all.iter().map(|(_, all)| all.len()).sum::<usize>();
        if of == 0 {
            let help = if arguments.max_nodes.is_some() {
                "raise --max-nodes: searches that reach it are not compared"
            } else {
                "select at least two schemes or searches with a table"
            };
            return Err(Usage::error(with_help("--until-decided: nothing to compare", help)));
        }
        notes.say(format_args!("after {} key seeds: {} of {of} comparisons decided", options.seeds, of - open));
        if open == 0 || options.seeds >= most {
            note_work(&done, &options.db, notes);
            write(arguments, &options, &done, out, notes, Some(Decisions::of(&all, level, options.seeds)))?;
            return if arguments.format == Format::Text {
                print(decisions_text(&all, level, &options))
            } else {
                Ok(())
            };
        }
        options.seeds = (2 * options.seeds).min(most);
    }
    Ok(())
}

fn decisions_text(all: &[(String, Vec<BySeeds>)], level: f64, options: &Options) -> String {
    let mut text = format!(
        "\nafter {} key seeds; intervals of {} % over other key seeds, on these positions\n",
        options.seeds,
        percent(level)
    );
    for (name, decisions) in all.iter().filter(|(_, decisions)| !decisions.is_empty()) {
        text += &format!("{name}\n");
        for BySeeds { name, ratio, is_decided } in decisions {
            let verdict = if *is_decided { "decided" } else { "open" };
            text += &format!("  {verdict:<8} {name:<24} {}\n", ratio_text(ratio, level));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_percentages() {
        assert_eq!((margin("1%"), margin("2.5")), (Ok(0.01), Ok(0.025)));
        assert!(margin("x").is_err() && margin("-1%").is_err() && margin("60%").is_err());
    }
}
