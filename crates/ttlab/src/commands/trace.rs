//! `ttlab trace`: records a small search step by step.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use domineering::BoardSize;
use experiments::text::{counted, grouped};
use experiments::{Usage, files, parallel};
use schemes::{Positions, Scheme, TranspositionTable};
use walkthrough::{Limits, MAX_POSITIONS, MIN_POSITIONS, Trace, TraceError, TracedGame, TracedTable, record_until};

use crate::interrupt::{self, Interrupted};
use crate::progress::with_progress;

use super::arguments::{PlayerArg, SchemeArg, boards, connect_four_boards, nodes, number, schemes};
use super::help;
use super::printing::{Notes, print};

const EXAMPLES: &str = "\
Open the page in a browser. It steps through the search, forwards and backwards, and shows the tree and every slot of \
the table. The end of the page compares the scheme with all others. The page works offline.

Examples:
  ttlab trace domineering 4x4 --scheme two-deep --positions 8 --out trace.html
  ttlab trace connect-four 2233 --board 4x4 --scheme deep --out trace.html
  ttlab trace tic-tac-toe \"b2 a1\" --format text";

#[derive(Subcommand)]
pub(super) enum Traced {
    /// Trace domineering on an empty board
    #[command(after_help = help(EXAMPLES))]
    Domineering {
        /// Board as rows x columns, such as 4x4
        #[arg(value_parser = boards::<BoardSize>(), hide_possible_values = true)]
        board: BoardSize,
        /// Player who moves first
        #[arg(long, value_name = "WHO", default_value = "v")]
        first: PlayerArg,
        #[command(flatten)]
        options: TraceArgs,
    },
    /// Trace a Connect Four position
    #[command(after_help = help(EXAMPLES))]
    ConnectFour {
        /// Moves that lead to the position, a digit for each column, such as 2233
        #[arg(default_value = "")]
        moves: String,
        /// Board as rows x columns
        #[arg(long, default_value = "4x4", value_parser = connect_four_boards::<u64>(), hide_possible_values = true)]
        board: connect_four::BoardSize,
        #[command(flatten)]
        options: TraceArgs,
    },
    /// Trace a tic-tac-toe position
    #[command(after_help = help(EXAMPLES))]
    TicTacToe {
        /// Moves that lead to the position, such as "b2 a1"
        #[arg(default_value = "")]
        moves: String,
        #[command(flatten)]
        options: TraceArgs,
    },
}

#[derive(Args)]
pub(super) struct TraceArgs {
    /// Replacement scheme (`ttlab schemes` lists them), or `none` to search without a table
    #[arg(long, default_value = "two-deep", value_parser = schemes(), hide_possible_values = true)]
    scheme: SchemeArg,
    /// Table size in positions: 4, 8, 16, 32 or 64
    #[arg(long, value_name = "SIZE", default_value = "16", value_parser = small_size)]
    positions: Positions,
    /// Search depth in plies [default: to the end of the game]
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Option<u8>,
    /// Record at most N events; the counters cover the whole search
    #[arg(long, value_name = "N", default_value = "5000")]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    events: usize,
    /// Stop each search after N nodes, such as 10M (K, M and G: thousand, million, billion)
    #[arg(long, value_name = "N", default_value = "200K", value_parser = nodes)]
    max_nodes: u64,
    /// File to write; `-` is standard output [default: trace.html, or standard output for text and JSON]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Output format [default: that of the file extension, otherwise html]
    #[arg(long)]
    format: Option<Form>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A web page that steps through the search
    Html,
    /// An indented tree
    Text,
    /// A JSON object
    Json,
}

fn small_size(text: &str) -> Result<Positions, String> {
    let positions = text.parse::<Positions>().ok();
    // The trace is compared with those of all schemes of the thesis, whose tables need a power of two.
    let is_allowed = |size: u64| size.is_power_of_two() && (MIN_POSITIONS..=MAX_POSITIONS).contains(&size);
    let positions = positions.filter(|positions| is_allowed(positions.get()));
    positions.ok_or_else(|| format!("expected a power of two from {MIN_POSITIONS} to {MAX_POSITIONS}"))
}

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --out";

pub(super) fn run(traced: &Traced, notes: Notes) -> Result<()> {
    let (game, options) = match traced {
        Traced::Domineering { board, first, options } => (TracedGame::domineering(*board, first.player()), options),
        Traced::ConnectFour { moves, board, options } => (TracedGame::connect_four(*board, moves), options),
        Traced::TicTacToe { moves, options } => (TracedGame::tic_tac_toe(moves), options),
    };
    let game = game.map_err(|error| Usage::error(error.to_string()))?;
    let SchemeArg(scheme) = options.scheme;
    let searches = Searches { game: &game, options, finished: AtomicUsize::new(0) };
    let state = |elapsed: Duration| {
        format!("{} searched in {} s", counted(searches.finished.load(Ordering::Relaxed), "table"), elapsed.as_secs())
    };
    let found = with_progress(notes.progress, state, |_| (), || searches.run(scheme))?;
    let (trace, smaller) = found?;
    let is_interrupted = trace.stopped_at().is_some_and(|nodes| nodes < options.max_nodes);
    if let Some(events) = trace.cut_at() {
        notes.say(format_args!("the trace ends after {events} events; use --events to record more"));
    }
    if trace.stopped_at().is_some() && !is_interrupted {
        notes.say(format_args!(
            "not solved: stopped at the node limit, and not compared with other schemes\n\
             help: increase --max-nodes, or use a smaller board or --depth"
        ));
    } else if scheme.is_some() && !interrupt::is_received() {
        note_losses(&trace, options, smaller, notes);
    }
    write(&trace, options, notes)?;
    match trace.stopped_at() {
        Some(nodes) if is_interrupted => Err(Interrupted(format!("the trace has {}", counted(nodes, "node"))).into()),
        _ if interrupt::is_received() => {
            Err(Interrupted("the trace is complete, the comparison with other schemes is not".to_owned()).into())
        }
        _ => Ok(()),
    }
}

/// The searches of a command.
struct Searches<'a> {
    game: &'a TracedGame,
    options: &'a TraceArgs,
    /// How many are finished.
    finished: AtomicUsize,
}

impl Searches<'_> {
    /// Records the search, and compares it with searches that have other schemes. Also returns the largest smaller
    /// table that loses a position, if this one loses none.
    ///
    /// Counters of a search that was stopped cannot be compared.
    fn run(&self, scheme: Option<Scheme>) -> Result<(Trace, Option<Positions>)> {
        let positions = self.options.positions;
        let mut trace = self.record(scheme, positions, self.options.events)?;
        if trace.stopped_at().is_some() {
            return Ok((trace, None));
        }
        let others: Vec<Option<Scheme>> =
            Scheme::ALL.iter().map(|&other| Some(other)).chain([None]).filter(|&other| other != scheme).collect();
        for other in parallel::map(&others, |&other| self.counted(other, positions)) {
            other?.iter().for_each(|other| trace.compare_with(other));
        }
        let mut smaller = None;
        if scheme.is_some_and(Scheme::has_size) && trace.totals().lost == 0 {
            for size in smaller_sizes(positions) {
                if self.counted(scheme, size)?.is_some_and(|trace| trace.totals().lost > 0) {
                    smaller = Some(size);
                    break;
                }
            }
        }
        Ok((trace, smaller))
    }

    /// Returns the counters of a search. `None` if the scheme cannot have this size, or after an interruption.
    fn counted(&self, scheme: Option<Scheme>, positions: Positions) -> Result<Option<Trace>> {
        if interrupt::is_received() || scheme.is_some_and(|scheme| !is_possible(scheme, positions)) {
            return Ok(None);
        }
        let trace = self.record(scheme, positions, 1)?;
        Ok(Some(trace).filter(|_| !interrupt::is_received()))
    }

    fn record(&self, scheme: Option<Scheme>, positions: Positions, events: usize) -> Result<Trace, TraceError> {
        let limits = Limits { depth: self.options.depth, events, nodes: self.options.max_nodes };
        let table = scheme.map(|scheme| TracedTable { scheme, positions });
        let trace = record_until(interrupt::flag(), self.game, table, limits);
        self.finished.fetch_add(1, Ordering::Relaxed);
        trace
    }
}

/// Returns the smaller sizes that can be traced, the largest first.
fn smaller_sizes(positions: Positions) -> impl Iterator<Item = Positions> {
    let sizes = std::iter::successors(Some(positions.get() / 2), |size| Some(size / 2));
    sizes.take_while(|&size| size >= MIN_POSITIONS).map_while(|size| Positions::new(size).ok())
}

/// Returns whether the scheme can have a table of this size.
fn is_possible(scheme: Scheme, positions: Positions) -> bool {
    TranspositionTable::<()>::new(positions.into(), scheme).is_ok()
}

/// Says how many positions the table loses. If it loses none, there is little to see, and a smaller table that loses
/// some is suggested.
fn note_losses(trace: &Trace, options: &TraceArgs, smaller: Option<Positions>, notes: Notes) {
    let totals = trace.totals();
    if totals.lost > 0 {
        notes.say(format_args!(
            "{} lost ({} replaced, {} rejected); {} missed one of them",
            counted(totals.lost, "position"),
            grouped(totals.replacements),
            grouped(totals.rejections),
            counted(totals.lost_hits, "probe")
        ));
        let half = smaller_sizes(options.positions).next();
        let half = half.filter(|&half| options.scheme.0.is_some_and(|scheme| is_possible(scheme, half)));
        if let Some(half) = half.filter(|_| totals.lost_hits == 0) {
            notes.say(format_args!("help: no lost position was needed again; try --positions {half}"));
        }
    } else if let Some(size) = smaller {
        notes.say(format_args!("the table loses no position\nhelp: it loses some with --positions {size}"));
    } else {
        notes
            .say(format_args!("no position was lost: the table has no size limit, or the search stores few positions"));
    }
}

fn write(trace: &Trace, options: &TraceArgs, notes: Notes) -> Result<()> {
    let ending = options.out.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    let form = options.format.unwrap_or(match ending {
        Some("txt" | "text") => Form::Text,
        Some("json") => Form::Json,
        _ => Form::Html,
    });
    let content = match form {
        Form::Html => trace.html(),
        Form::Text => trace.text(),
        Form::Json => trace.json(),
    };
    let path = match (options.out.as_deref(), form) {
        (Some(path), _) if path != Path::new("-") => path,
        (None, Form::Html) => Path::new("trace.html"),
        _ => return print(content),
    };
    files::make_directory_of(path, OTHER)?;
    files::write(path, content.as_bytes(), OTHER)?;
    notes.say(format_args!("written: {}", path.display()));
    Ok(())
}
