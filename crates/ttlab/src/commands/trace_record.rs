//! `ttlab trace-record`: records the table requests of a search.

use std::path::PathBuf;

use anyhow::Result;
use chess::Position;
use clap::{Args, Subcommand, ValueHint};
use domineering::BoardSize;
use experiments::help::shown;
use experiments::recording::{Origin, SearchedGame};
use experiments::text::{counted, grouped};
use experiments::{GameCell, files};
use programs::chess::Program;

use crate::interrupt;
use crate::progress::with_spinner;

use super::arguments::{PlayerArg, boards, nodes, number};
use super::help;
use super::printing::Notes;
use super::program::programs;

const EXAMPLES: &str = "\
The search runs once, with a table that never loses a position. `ttlab replay` then shows what tables of other schemes \
and sizes would have kept.

Examples:
  ttlab trace-record chess --depth 12 --out t.trace
  ttlab trace-record chess --program historic --depth 8 --out t.trace
  ttlab trace-record domineering 6x7 --first h --out t.trace
  ttlab trace-record connect-four 5275331143367744 --out t.trace
  ttlab trace-record cell 'connect-four set=middle-easy sample=1' --out t.trace
  ttlab replay t.trace --scheme all";

#[derive(Subcommand)]
pub(super) enum TraceRecord {
    /// Record a search of a chess position
    #[command(after_help = help(EXAMPLES))]
    Chess {
        /// Program: `best`, the strongest one, or `historic`, ALIBABA
        #[arg(long, value_name = "PROGRAM", default_value_t, value_parser = programs(), hide_possible_values = true)]
        program: Program,
        /// Position as FEN [default: the start position]
        #[arg(long, value_name = "FEN", default_value = Position::START, hide_default_value = true)]
        position: String,
        /// Search depth in plies
        #[arg(long, value_name = "N", default_value = "7")]
        #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
        depth: u8,
        #[command(flatten)]
        options: RecordArgs,
    },
    /// Record DOMI solving an empty board
    #[command(after_help = help(EXAMPLES))]
    Domineering {
        /// Board as rows x columns, such as 6x7
        #[arg(value_parser = boards::<BoardSize>(), hide_possible_values = true)]
        board: BoardSize,
        /// Player who moves first
        #[arg(long, value_name = "WHO", default_value = "v")]
        first: PlayerArg,
        #[command(flatten)]
        options: RecordArgs,
    },
    /// Record the generic search solving a Connect Four position on the 6x7 board
    #[command(after_help = help(EXAMPLES))]
    ConnectFour {
        /// Moves that lead to the position, a digit for each column
        moves: String,
        #[command(flatten)]
        options: RecordArgs,
    },
    /// Record the search of a cell, of any game
    #[command(after_help = help(EXAMPLES))]
    Cell {
        /// Game and fields of the cell, without the table, such as "connect-four set=middle-easy sample=1"
        #[arg(value_parser = cell)]
        cell: GameCell,
        #[command(flatten)]
        options: RecordArgs,
    },
}

#[derive(Args)]
pub(super) struct RecordArgs {
    /// Seed of the Zobrist keys
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    #[arg(value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Fail if there are more than N requests, of 24 bytes each (K, M and G: thousand, million, billion)
    #[arg(long, value_name = "N", default_value = "50M", value_parser = requests)]
    max_requests: usize,
    /// Stop the search after N nodes, such as 10M (K, M and G: thousand, million, billion), and write nothing
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// File to write
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
}

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --out";

/// Parses a number of requests, at most as many as a trace can have.
fn requests(text: &str) -> Result<usize, String> {
    let number = nodes(text).ok().filter(|&number| number <= u64::from(u32::MAX));
    number
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| "expected a number from 1 to 4G, such as 500000, 500K or 10M".to_owned())
}

fn cell(text: &str) -> Result<GameCell, String> {
    text.parse().map_err(|error| shown(&error))
}

pub(super) fn run(arguments: &TraceRecord, notes: Notes) -> Result<()> {
    let (searched, options) = match arguments {
        TraceRecord::Chess { program, position, depth, options } => {
            (SearchedGame::Chess { program: *program, position: position.clone(), depth: *depth }, options)
        }
        TraceRecord::Domineering { board, first, options } => {
            (SearchedGame::Domineering { board: *board, first: first.player() }, options)
        }
        TraceRecord::Cell { cell, options } => (SearchedGame::Cell(cell.clone()), options),
        TraceRecord::ConnectFour { moves, options } => (SearchedGame::ConnectFour { moves: moves.clone() }, options),
    };
    // The search may take minutes, so the file is tried before it.
    files::make_directory_of(&options.out, OTHER)?;
    files::check_file(&options.out, OTHER)?;
    interrupt::explain("nothing was written, because a trace needs the whole search");
    let origin = Origin { searched, seed: options.seed };
    let (max_requests, max_nodes) = (options.max_requests, options.max_nodes.unwrap_or(u64::MAX));
    let trace = with_spinner(notes.progress, |nodes| origin.record(max_requests, max_nodes, nodes))??;
    let trace = trace.write(&options.out)?;
    let recorded = &trace.recorded;
    notes.say(format_args!(
        "written: {} ({} of {}, {} different positions)",
        options.out.display(),
        counted(recorded.requests.len() as u64, "request"),
        counted(recorded.nodes, "node"),
        grouped(recorded.positions),
    ));
    Ok(())
}
