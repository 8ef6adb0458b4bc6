//! `ttlab analyse` and `ttlab perft`: one chess position.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use chess::{FenError, Keys, Position};
use clap::Args;

use crate::analyse;
use crate::interrupt::{self, Interrupted};
use crate::perft::{self, Perft};
use crate::progress::{Waiting, with_progress};
use experiments::help::with_help;
use experiments::readings::Readings;
use experiments::text;
use experiments::{GameKind, Usage};
use programs::chess::Program;

use super::arguments::{Format, TableArgs, ThreadArgs, check_search, check_shared, nodes, number, parse_or_help};
use super::printing::{Notes, print, print_json, unwritten};
use super::program::{ProgramArgs, requires};

pub(super) const ANALYSE_EXAMPLES: &str = "\
Examples:
  ttlab analyse --depth 14
  ttlab analyse --depth 12 --without null-move,iir
  ttlab analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --depth 20
  ttlab analyse --depth 14 --threads 2
  ttlab analyse --program historic --depth 8 --scheme two-deep";

#[derive(Args)]
pub(super) struct Analyse {
    /// Position as FEN [default: the start position]
    #[arg(default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value = "7")]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: u8,
    #[command(flatten)]
    program: ProgramArgs,
    /// Historic program: readings of what the sources leave open, or a preset; `ttlab readings` lists them
    #[arg(long, value_name = "QUESTION=ANSWER,...", value_parser = parse_or_help::<Readings>)]
    reading: Vec<Readings>,
    #[command(flatten)]
    table: TableArgs,
    /// Stop after N nodes, such as 10M (K, M and G: thousand, million, billion)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) const PERFT_EXAMPLES: &str = "\
Examples:
  ttlab perft --depth 6
  ttlab perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --divide";

#[derive(Args)]
pub(super) struct PerftArgs {
    /// Position as FEN [default: the start position]
    #[arg(long, default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// Depth in plies
    #[arg(long, value_name = "N", default_value = "5")]
    #[arg(value_parser = number::<u32>(1..=20), allow_negative_numbers = true)]
    depth: u32,
    /// Print the count of each move
    #[arg(long)]
    divide: bool,
    /// Make the moves of the last ply too, instead of counting them
    #[arg(long)]
    each_leaf: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run_analyse(arguments: &Analyse, notes: Notes) -> Result<()> {
    let program = &arguments.program;
    program.check("", &[program.program])?;
    if program.program != Program::Historic && !arguments.reading.is_empty() {
        return Err(requires("--reading", "--program", Program::Historic));
    }
    let search = program.search.unwrap_or_default();
    let (default, readings) = (program.program.scheme(), &arguments.reading);
    let (scheme, positions, search) = arguments.table.chosen(GameKind::Chess, default, search, readings, notes)?;
    check_search(search)?;
    let threads = arguments.threads.chosen_or(program.program.parallel());
    if threads.number > 1 {
        check_shared("--threads", scheme, search, false)?;
    }
    let position =
        Position::from_fen_with(&arguments.fen, Keys::new(arguments.table.seed)).map_err(|error| unreadable(&error))?;
    let task = analyse::ChessTask {
        position,
        depth: arguments.depth,
        program: program.chosen(search),
        scheme,
        positions,
        seed: arguments.table.seed,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        threads,
    };
    let prepared = analyse::prepare(&task)?;
    let _deferred = interrupt::defer();
    let text = arguments.format == Format::Text;
    let mut out = io::stdout().lock();
    let mut failed = None;
    if text {
        write!(out, "{}{}", task.position, analyse::HEADER).map_err(unwritten)?;
    }
    let mut waiting = Some(Waiting::new("searching the next depth", notes.progress));
    let analysis = analyse::analyse(&task, prepared, interrupt::flag(), |iteration| {
        if text {
            // The spinner is removed before a line is printed.
            drop(waiting.take());
            failed = writeln!(out, "{}", iteration.to_text()).err();
            waiting = Some(Waiting::new("searching the next depth", notes.progress));
        }
        // Without a reader the search is pointless.
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(waiting);
    failed.map_or(Ok(()), Err).map_err(unwritten)?;
    match arguments.format {
        Format::Text => print(format_args!("{}\n", analysis.to_text()))?,
        Format::Json => print_json(&analysis)?,
    }
    if analysis.is_interrupted {
        let depths = analysis.depths.len();
        return Err(Interrupted(format!("{depths} of {} depths are complete", arguments.depth)).into());
    }
    Ok(())
}

fn unreadable(error: &FenError) -> anyhow::Error {
    Usage::error(with_help(format!("invalid FEN: {error}"), format!("a valid FEN is '{}'", Position::START)))
}

pub(super) fn run_perft(arguments: &PerftArgs, notes: Notes) -> Result<()> {
    let position = Position::from_fen(&arguments.fen).map_err(|error| unreadable(&error))?;
    let counted = Mutex::new(Vec::new());
    let count = || Perft::count(position, arguments.depth, arguments.each_leaf, &counted);
    let state = |elapsed: Duration| format!("searching for {} s", elapsed.as_secs());
    // One move may take hours.
    let stop = |_| {
        let counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
        if arguments.divide && arguments.format == Format::Text {
            let _ = print(perft::divided(&counted));
        }
        interrupt::quit(&format!("{} counted", text::counted(counted.len(), "move")));
    };
    let perft = with_progress(notes.progress, state, stop, count)?;
    match arguments.format {
        Format::Text => print(perft.to_text(arguments.divide)),
        Format::Json => print_json(&perft),
    }
}
