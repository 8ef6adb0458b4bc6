//! `ttlab book`: opening books.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueHint};
use connect_four::{BoardSize, Shape as _};
use experiments::help::with_help;
use experiments::{Usage, machine};

use super::arguments::{Format, connect_four_boards, number};
use super::help;
use super::printing::{Notes, print, print_json};
use super::sweep::MOST_JOBS;
use crate::book::{BookTask, OpeningProgress, run as compute};
use crate::progress::with_state;

const CONNECT_FOUR_EXAMPLES: &str = "\
A run that was interrupted or killed continues if the same command is run again: what is solved is in a file beside \
that of the book, whose name ends in .part.

Examples:
  ttlab book connect-four --board 5x6 --plies 4
  ttlab book connect-four --plies 8 --verify 100";

#[derive(Subcommand)]
pub(super) enum BookOf {
    /// Compute the exact scores of all positions of Connect Four with few stones, in hours, or check such a book
    #[command(after_help = help(CONNECT_FOUR_EXAMPLES))]
    ConnectFour(ConnectFourBook),
}

#[derive(Args)]
pub(super) struct ConnectFourBook {
    /// Board as rows x columns, of at most 64 bits: a column has one more than rows
    #[arg(long, default_value = "6x7", value_parser = connect_four_boards::<u64>(), hide_possible_values = true)]
    board: BoardSize,
    /// Solve the positions after N moves; those with fewer stones follow from them
    #[arg(long, value_name = "N", default_value = "8")]
    #[arg(value_parser = number::<u32>(0..=12), allow_negative_numbers = true)]
    plies: u32,
    /// Solve N positions of the book again, each with an empty table
    #[arg(long, value_name = "N", default_value = "0")]
    #[arg(value_parser = number::<usize>(0..=1_000_000), allow_negative_numbers = true)]
    verify: usize,
    /// File of the book; if it exists, nothing is computed [default: results/connect-four-BOARD-PLIES.book]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Number of positions solved at once, with one table [default: all cores]
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// The binary logarithm of the number of buckets of the table: 512 MiB.
const LOG2_BUCKETS: u32 = 23;

pub(super) fn run(BookOf::ConnectFour(arguments): &BookOf, notes: Notes) -> Result<()> {
    let &ConnectFourBook { board, plies, verify, ref out, jobs, format } = arguments;
    if plies >= board.squares() {
        return Err(Usage::error(with_help(
            format!("invalid --plies {plies}: a board {board} has {} squares", board.squares()),
            "use fewer plies",
        )));
    }
    let path = out.clone().unwrap_or_else(|| format!("results/connect-four-{board}-{plies}.book").into());
    let jobs = jobs.unwrap_or_else(machine::usable_cores);
    let task = BookTask { board, stones: plies, path, jobs, log2_buckets: LOG2_BUCKETS, verify };
    let progress = OpeningProgress::default();
    let book = with_state(notes.progress, |elapsed| progress.state(elapsed), || compute(&task, &progress))??;
    match format {
        Format::Text => print(book.to_text()),
        Format::Json => print_json(&book),
    }
}
