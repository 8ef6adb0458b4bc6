//! `ttlab replay`: what tables would have kept of a recorded search.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use clap::{Args, ValueHint};
use experiments::Usage;
use experiments::help::with_help;
use experiments::recording::Recording;
use experiments::text::counted;
use report::replayed::{ReplayMeans, ReplayPlan, ReplayReport, check_replayable, is_replayable, replay};
use schemes::{Positions, Scheme};

use crate::interrupt::{self, Interrupted};
use crate::progress::with_progress;

use super::arguments::{Format, SchemeChoice, scheme_choices, sizes};
use super::printing::{Notes, print, print_json};

pub(super) const EXAMPLES: &str = "\
A replay sends the requests of a recorded search (see `ttlab trace-record`) to a table. If a score ended a node of the \
recorded search, but the table no longer has it, the nodes of the subtree are lost, and the position is offered to the \
table again. A clairvoyant table, which knows all later requests, loses the fewest nodes.

Columns: `lost` is the number of lost nodes. `to best` shows how far a scheme gets from New (0 %) to the clairvoyant \
table (100 %) with the same buckets; `bound` is `exact`, or `PFOO-L`: an upper bound that holds for \
tables of any structure and may not be attainable. `to best` uses it where the exact best table is not known; \
`to any` always uses it.

These percentages vary greatly from search to search. With several traces, the command prints their means.

Examples:
  ttlab replay t.trace
  ttlab replay t.trace --scheme two-big1,two-deep,depth-4 --positions 4K,64K
  ttlab replay t.trace --scheme new,deep,big1 --positions 8K --real
  ttlab replay a.trace b.trace c.trace         means over several searches";

#[derive(Args)]
pub(super) struct Replay {
    /// Traces of requests, written by `ttlab trace-record`
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Replacement schemes; `all` means every scheme in `ttlab schemes` that can be replayed
    #[arg(long, value_name = "SCHEME,...", value_delimiter = ',', default_value = "all")]
    #[arg(value_parser = scheme_choices(), hide_possible_values = true)]
    scheme: Vec<SchemeChoice>,
    /// Table sizes in positions [default: three sizes, for about 1, 4 and 16 different positions per slot]
    #[arg(
        long, value_name = "SIZE,...", value_delimiter = ',',
        value_parser = sizes::<Positions>(), hide_possible_values = true
    )]
    positions: Vec<Positions>,
    /// Also run the search with each table, and compare its nodes with those of the replay
    #[arg(long)]
    real: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Returns the schemes; of all of them, those that can be replayed.
fn schemes(choices: &[SchemeChoice]) -> Result<Vec<Scheme>> {
    let is_named = |scheme: &Scheme| choices.iter().any(|one| matches!(one, SchemeChoice::One(one) if one == scheme));
    let mut schemes = SchemeChoice::schemes(choices);
    schemes.retain(|scheme| is_replayable(*scheme) || is_named(scheme));
    schemes.iter().try_for_each(|scheme| check_replayable(*scheme))?;
    Ok(schemes)
}

/// Prints a note about the trace of a search that another version of this program recorded. It is data about that
/// search; but a search of this version cannot be compared with it.
fn check_other_version(file: &Path, real: bool, notes: Notes) -> Result<()> {
    let what = format!("{}: recorded by another version of the search", file.display());
    if real {
        let help = "record the trace again, or remove --real";
        return Err(anyhow!(with_help(format_args!("{what}, which --real cannot run"), help)));
    }
    notes.say(format_args!("note: {what}; the results apply to that version"));
    Ok(())
}

pub(super) fn run(arguments: &Replay, notes: Notes) -> Result<()> {
    let schemes = schemes(&arguments.scheme)?;
    if arguments.real && arguments.files.len() > 1 {
        let what = "--real cannot be used with several traces: the means are those of the replays";
        return Err(Usage::error(with_help(what, "replay one trace at a time")));
    }
    let mut sizes = arguments.positions.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let plan = ReplayPlan { schemes, sizes, real: arguments.real };
    let finished = AtomicUsize::new(0);
    let replay_file = |file: &PathBuf| {
        let recording = Recording::read(file)?;
        if !recording.is_of_this_version()? {
            check_other_version(file, arguments.real, notes)?;
        }
        replay(&recording, &plan, &finished, interrupt::flag()).with_context(|| file.display().to_string())
    };
    let files = || arguments.files.iter().take_while(|_| !interrupt::is_received());
    let replay_all = || files().map(replay_file).collect::<Result<Vec<_>>>();
    let state = |elapsed: Duration| format!("{} replayed in {} s", tables(&finished), elapsed.as_secs());
    let mut replayed = with_progress(notes.progress, state, |_| (), replay_all)??;
    let is_single = arguments.files.len() == 1;
    let is_complete = replayed.len() == arguments.files.len() && replayed.iter().all(ReplayReport::is_complete);
    // Means need all sizes of each trace.
    replayed.retain(|report| is_single || report.is_complete());
    match (replayed.as_slice(), arguments.format) {
        ([], _) => {}
        ([one], Format::Text) if is_single => print(one.to_text())?,
        ([one], Format::Json) if is_single => print_json(one)?,
        (several, Format::Text) => print(ReplayMeans::of(several).to_text())?,
        (several, Format::Json) => print_json(&ReplayMeans::of(several))?,
    }
    if !is_complete {
        return Err(Interrupted(format!("{} replayed", tables(&finished))).into());
    }
    Ok(())
}

fn tables(finished: &AtomicUsize) -> String {
    counted(finished.load(Ordering::Relaxed) as u64, "table")
}
