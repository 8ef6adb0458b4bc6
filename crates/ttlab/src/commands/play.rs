//! `ttlab play`: a game against the program.

use std::io;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use domineering::{Bitboard as _, BoardSize, Player};
use programs::domineering::Playable;

use crate::play::{self, ConnectFour, Domineering};

use super::arguments::{boards, check_moves, connect_four_boards, nodes};
use super::help;

const DOMINEERING_EXAMPLES: &str = "\
Vertical places dominoes upright, Horizontal across. The player who cannot move loses.

Examples:
  ttlab play domineering 6x6              you play Vertical and move first
  ttlab play domineering 6x6 --second     the program plays Vertical
  ttlab play domineering 5x8 --first h    you play Horizontal";

const CONNECT_FOUR_EXAMPLES: &str = "\
Examples:
  ttlab play connect-four
  ttlab play connect-four 444 --second";

#[derive(Subcommand)]
pub(super) enum Play {
    /// Domineering, against the generic search
    #[command(after_help = help(DOMINEERING_EXAMPLES))]
    Domineering(PlayDomineering),
    /// Connect Four, against the best solver
    #[command(after_help = help(CONNECT_FOUR_EXAMPLES))]
    ConnectFour(PlayConnectFour),
}

#[derive(Args)]
pub(super) struct PlayDomineering {
    /// The board as rows x columns, like 6x6
    #[arg(default_value = "6x6", value_parser = boards(), hide_possible_values = true)]
    board: BoardSize,
    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "v")]
    first: FirstArg,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    /// How many nodes the program searches for a move, like 10M; if the position takes more, it guesses
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "20M")]
    max_nodes: u64,
}

/// Who moves first.
#[derive(Clone, Copy, ValueEnum)]
enum FirstArg {
    /// Vertical
    #[value(alias = "vertical")]
    V,
    /// Horizontal
    #[value(alias = "horizontal")]
    H,
}

#[derive(Args)]
pub(super) struct PlayConnectFour {
    /// The moves that were played before, as columns from 1
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// The board as rows x columns
    #[arg(long, default_value = "6x7", value_parser = connect_four_boards(), hide_possible_values = true)]
    board: connect_four::BoardSize,
    /// Play the second player, o
    #[arg(long)]
    second: bool,
    /// How many nodes the program searches for a move, like 10M; if the position takes more, it guesses
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "10M")]
    max_nodes: u64,
}

pub(super) fn run(play: &Play) -> Result<()> {
    match play {
        Play::Domineering(arguments) => {
            if arguments.board.squares() <= u64::CAPACITY {
                run_domineering::<u64>(arguments)
            } else {
                run_domineering::<u128>(arguments)
            }
        }
        Play::ConnectFour(arguments) => {
            let PlayConnectFour { moves, board, second, max_nodes } = arguments;
            check_moves(*board, moves)?;
            let person = if *second { connect_four::Player::Second } else { connect_four::Player::First };
            start(&mut ConnectFour::new(*board, moves, person, *max_nodes)?)
        }
    }
}

fn run_domineering<S: Playable + Send + Sync>(arguments: &PlayDomineering) -> Result<()> {
    let first = match arguments.first {
        FirstArg::V => Player::Vertical,
        FirstArg::H => Player::Horizontal,
    };
    let person = if arguments.second { first.opponent() } else { first };
    start(&mut Domineering::<S>::new(arguments.board, first, person, arguments.max_nodes)?)
}

fn start(opponent: &mut impl play::Opponent) -> Result<()> {
    play::play(opponent, io::stdin().lock(), io::stdout().lock())
}
