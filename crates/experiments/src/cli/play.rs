//! `ttlab play`: a game against the best solver.

use std::io;

use anyhow::Result;
use clap::{Args, ValueEnum};

use experiments::play;

use super::arguments::{check_moves, connect_four_boards, nodes};

pub(super) const EXAMPLES: &str = "\
Examples:
  ttlab play connect-four
  ttlab play connect-four 444 --second";

#[derive(Args)]
pub(super) struct Play {
    /// The game
    game: PlayArg,
    /// The moves that were played before, as columns from 1
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// The board as columns x rows
    #[arg(long, default_value = "7x6", value_parser = connect_four_boards(), hide_possible_values = true)]
    board: connect_four::Board,
    /// Play the second player, o
    #[arg(long)]
    second: bool,
    /// How many nodes the scores of a position may take; if they take more, they are shown as ?
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "100M")]
    max_nodes: u64,
}

/// What can be played.
#[derive(Clone, Copy, ValueEnum)]
enum PlayArg {
    /// Connect Four
    ConnectFour,
}

pub(super) fn run(arguments: &Play) -> Result<()> {
    let PlayArg::ConnectFour = arguments.game;
    check_moves(arguments.board, &arguments.moves)?;
    let options = play::Options {
        board: arguments.board,
        moves: arguments.moves.clone(),
        person: if arguments.second { connect_four::Player::Second } else { connect_four::Player::First },
        max_nodes: arguments.max_nodes,
    };
    play::play(&options, io::stdin().lock(), io::stdout().lock())
}
