//! `ttlab analyse` and `ttlab perft`: what concerns one chess position.

use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::Result;
use chess::{FenError, Keys, Position};
use clap::Args;

use crate::analyse;
use crate::perft::Perft;
use experiments::{Game, Usage};

use super::arguments::{Format, TableArgs, nodes, number, print, print_json, unwritten};

pub(super) const ANALYSE_EXAMPLES: &str = "\
Examples:
  ttlab analyse --depth 8
  ttlab analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --depth 20";

#[derive(Args)]
pub(super) struct Analyse {
    /// The position as FEN; the beginning of a game if there is none
    #[arg(default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// How many plies to search
    #[arg(long, value_name = "N", default_value = "7")]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: u8,
    #[command(flatten)]
    table: TableArgs,
    /// Give the search up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// How to print what is found
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) const PERFT_EXAMPLES: &str = "\
Examples:
  ttlab perft --depth 6
  ttlab perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --divide";

#[derive(Args)]
pub(super) struct PerftArgs {
    /// The position [default: the beginning of a game]
    #[arg(long, default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// How many moves to look ahead
    #[arg(long, value_name = "N", default_value = "5")]
    #[arg(value_parser = number::<u32>(1..=20), allow_negative_numbers = true)]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Make every move, those of the last ply too, instead of counting them
    #[arg(long)]
    each_leaf: bool,
    /// How to print the counts
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run_analyse(arguments: &Analyse) -> Result<()> {
    let (scheme, positions) = arguments.table.scheme_and_size(Game::Chess)?;
    let position =
        Position::from_fen_with(&arguments.fen, Keys::new(arguments.table.seed)).map_err(|error| unreadable(&error))?;
    let task = analyse::Task {
        position,
        depth: arguments.depth,
        scheme,
        positions,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
    };
    let text = arguments.format == Format::Text;
    let mut out = io::stdout().lock();
    let mut failed = None;
    if text {
        write!(out, "{}{}", task.position, analyse::HEADER).map_err(unwritten)?;
    }
    let analysis = analyse::analyse(&task, |iteration| {
        if text {
            failed = writeln!(out, "{}", iteration.to_text()).err();
        }
        // What nobody can read need not be searched.
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    failed.map_or(Ok(()), Err).map_err(unwritten)?;
    match arguments.format {
        Format::Text => print(format_args!("{}\n", analysis.to_text())),
        Format::Json => print_json(&analysis.to_json()),
    }
}

fn unreadable(error: &FenError) -> anyhow::Error {
    Usage::error(format!("the FEN: {error}; write one like '{}'", Position::START))
}

pub(super) fn run_perft(arguments: &PerftArgs) -> Result<()> {
    let position = Position::from_fen(&arguments.fen).map_err(|error| unreadable(&error))?;
    let perft = Perft::count(position, arguments.depth, arguments.each_leaf);
    match arguments.format {
        Format::Text => print(perft.to_text(arguments.divide)),
        Format::Json => print_json(&perft.to_json()),
    }
}
