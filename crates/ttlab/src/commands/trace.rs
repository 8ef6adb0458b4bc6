//! `ttlab trace`: records a small search step by step.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use domineering::BoardSize;
use experiments::text::{counted, grouped};
use experiments::{Usage, files};
use trace::{Limits, MAX_POSITIONS, MIN_POSITIONS, Trace, TracedGame, TracedTable, record};
use tt::{Positions, Scheme};

use super::arguments::{Notes, PlayerArg, SchemeArg, boards, connect_four_boards, number, print, schemes};
use super::help;

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
        #[arg(value_parser = boards(), hide_possible_values = true)]
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
    let TraceArgs { scheme: SchemeArg(scheme), positions, depth, events, .. } = *options;
    let limits = Limits { depth, events, ..Limits::default() };
    let table = |scheme| TracedTable { scheme, positions };
    let mut trace = record(&game, scheme.map(table), limits)?;
    for other in Scheme::ALL.iter().map(|&other| Some(other)).chain([None]).filter(|&other| other != scheme) {
        trace.compare_with(&record(&game, other.map(table), Limits { events: 1, ..limits })?);
    }
    if let Some(events) = trace.cut_at() {
        notes.say(format_args!("the trace ends after {events} events; use --events to record more"));
    }
    if let Some(nodes) = trace.stopped_at() {
        notes.say(format_args!("the search stopped after {nodes} nodes; use a smaller board or --depth"));
    }
    if scheme.is_some() {
        note_losses(&trace, options, notes, |positions| {
            let table = scheme.map(|scheme| TracedTable { scheme, positions });
            Ok(record(&game, table, Limits { events: 1, ..limits })?.totals().lost)
        })?;
    }
    write(&trace, options, notes)
}

/// Says how many positions the table loses. If it loses none, there is little to see, and a smaller table is suggested:
/// the largest one that loses some, as `lost` counts them.
fn note_losses(
    trace: &Trace,
    options: &TraceArgs,
    notes: Notes,
    lost: impl Fn(Positions) -> Result<u64>,
) -> Result<()> {
    let totals = trace.totals();
    if totals.lost > 0 {
        notes.say(format_args!(
            "{} lost ({} replaced, {} rejected); {} missed one of them",
            counted(totals.lost, "position"),
            grouped(totals.replacements),
            grouped(totals.rejections),
            counted(totals.lost_hits, "probe")
        ));
        let half = options.positions.get() / 2;
        if totals.lost_hits == 0 && half >= MIN_POSITIONS {
            notes.say(format_args!("help: no lost position was needed again; try --positions {half}"));
        }
        return Ok(());
    }
    let smaller = std::iter::successors(Some(options.positions.get() / 2), |size| Some(size / 2));
    for size in smaller.take_while(|&size| size >= MIN_POSITIONS) {
        let positions: Positions = size.to_string().parse()?;
        if lost(positions)? > 0 {
            notes.say(format_args!("the table loses no position\nhelp: it loses some with --positions {size}"));
            return Ok(());
        }
    }
    notes.say(format_args!("no position was lost: the table has no size limit, or the search stores few positions"));
    Ok(())
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
