//! `ttlab play`: games against the program.

use std::io;

use anyhow::Result;
use clap::{Args, Subcommand};
use domineering::{Bitboard as _, BoardSize};
use programs::domineering::Playable;

use crate::play::{self, ConnectFour, Domineering};

use super::arguments::{PlayerArg, boards, check_moves, connect_four_boards, nodes};
use super::help;
use super::printing::Notes;

const DOMINEERING_EXAMPLES: &str = "\
Vertical places upright dominoes, Horizontal places horizontal ones. A player who cannot move loses.

Examples:
  ttlab play domineering 6x6            you play Vertical and move first
  ttlab play domineering 6x6 --second   the program is Vertical and moves first
  ttlab play domineering 5x8 --first h  you play Horizontal and move first";

const CONNECT_FOUR_EXAMPLES: &str = "\
Examples:
  ttlab play connect-four                   you play x and move first
  ttlab play connect-four 444 --second      start after three moves; you play o
  ttlab play connect-four --max-nodes 2M    a weaker, faster opponent";

#[derive(Subcommand)]
pub(super) enum Play {
    /// Play domineering against the generic search
    #[command(after_help = help(DOMINEERING_EXAMPLES))]
    Domineering(PlayDomineering),
    /// Play Connect Four against the best solver
    #[command(after_help = help(CONNECT_FOUR_EXAMPLES))]
    ConnectFour(PlayConnectFour),
}

#[derive(Args)]
pub(super) struct PlayDomineering {
    /// Board as rows x columns, such as 6x6
    #[arg(default_value = "6x6", value_parser = boards::<BoardSize>(), hide_possible_values = true)]
    board: BoardSize,
    /// Player who moves first
    #[arg(long, value_name = "WHO", default_value = "v")]
    first: PlayerArg,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    /// Search at most N nodes for a move, such as 100M; if that does not solve the position, the move is a guess
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "10M")]
    max_nodes: u64,
}

#[derive(Args)]
pub(super) struct PlayConnectFour {
    /// Moves played so far, as columns from 1, and from a after the ninth
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// Board as rows x columns
    #[arg(long, default_value = "6x7", value_parser = connect_four_boards::<u128>(), hide_possible_values = true)]
    board: connect_four::BoardSize<u128>,
    /// Play o, the second player
    #[arg(long)]
    second: bool,
    /// Search at most N nodes for a move, such as 100M; if that does not solve the position, the move is an estimate
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "60M")]
    max_nodes: u64,
}

pub(super) fn run(play: &Play, notes: Notes) -> Result<()> {
    match play {
        Play::Domineering(arguments) => {
            if arguments.board.squares() <= u64::CAPACITY {
                run_domineering::<u64>(arguments, notes)
            } else {
                run_domineering::<u128>(arguments, notes)
            }
        }
        Play::ConnectFour(arguments) => {
            let PlayConnectFour { moves, board, second, max_nodes } = arguments;
            check_moves(*board, moves)?;
            let person = if *second { connect_four::Player::Second } else { connect_four::Player::First };
            start(&mut ConnectFour::new(*board, moves, person, *max_nodes)?, notes)
        }
    }
}

fn run_domineering<S: Playable + Send + Sync>(arguments: &PlayDomineering, notes: Notes) -> Result<()> {
    let first = arguments.first.player();
    let person = if arguments.second { first.opponent() } else { first };
    start(&mut Domineering::<S>::new(arguments.board, first, person, arguments.max_nodes)?, notes)
}

fn start(opponent: &mut impl play::Opponent, notes: Notes) -> Result<()> {
    play::play(opponent, io::stdin().lock(), io::stdout().lock(), notes.progress)
}
