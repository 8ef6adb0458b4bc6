//! Finding moves of Connect Four: by a proof if the node limit allows one, and otherwise by an estimate.

use connect_four::best::{Proved, Solver};
use connect_four::{BoardSize, MovesError, Position, Shape};
use num_traits::Zero as _;

use super::estimate::estimate;
use super::{adds_to, best_solver};
use crate::{Error, Nodes};

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The column, from 0.
    pub column: u32,
    /// The score of the position is at least this.
    pub lowest: i32,
    /// The score of the position is at most this.
    pub highest: i32,
    /// Whether the score after the move is proved to be at least `lowest`. Otherwise the move is an estimate.
    pub is_proved: bool,
    /// The plies of the search that estimated the move; 0 if there was none.
    pub plies: u8,
}

/// The best solver, which finds moves, and an estimate where it cannot solve a position.
pub struct ComputerPlayer {
    player: Box<dyn Play>,
    max_nodes: u64,
}

trait Play: Send {
    fn choose(&mut self, moves: &str, most_nodes: u64, reported: &Nodes) -> Result<Move, Error>;
    fn bounds(&mut self, moves: &str, reported: &Nodes) -> Result<Vec<Option<(i32, i32)>>, MovesError>;
}

struct OnBoard<S: Shape> {
    shape: S,
    solver: Solver<S>,
}

impl<S: Shape + Into<BoardSize<u128>> + Send> Play for OnBoard<S> {
    fn choose(&mut self, moves: &str, most_nodes: u64, reported: &Nodes) -> Result<Move, Error> {
        self.solver.hear(adds_to(reported));
        choose(&mut self.solver, self.shape, moves, most_nodes)
    }

    fn bounds(&mut self, moves: &str, reported: &Nodes) -> Result<Vec<Option<(i32, i32)>>, MovesError> {
        self.solver.hear(adds_to(reported));
        Ok(self.solver.bounds(&Position::read(self.shape, moves)?))
    }
}

impl ComputerPlayer {
    /// The part of the nodes that an estimate may visit if the position is not solved: one in so many.
    const ESTIMATED: u64 = 10;

    /// Returns the player for a board, who visits at most `max_nodes` nodes for a position.
    ///
    /// # Errors
    ///
    /// The board is too large, or the table cannot be allocated.
    pub fn new(board: BoardSize<u128>, max_nodes: u64) -> Result<Self, Error> {
        let (proved, reported) = (max_nodes - max_nodes / Self::ESTIMATED, Nodes::default());
        on_shape!(board, |shape| {
            let solver = best_solver(shape, proved, &reported)?;
            Ok(Self { player: Box::new(OnBoard { shape, solver }), max_nodes })
        })
    }

    /// Chooses a move after `moves`, which do not end the game. The nodes of the best solver are added to `reported`
    /// during the search, here and below.
    ///
    /// A move that is proved to win, or to be the best, is preferred. If the position is not solved, a move that is
    /// proved to draw at least is preferred to an estimate.
    ///
    /// # Errors
    ///
    /// The moves lead to no position of the board, or the table of the estimate cannot be allocated.
    ///
    /// # Panics
    ///
    /// Panics if the game is over.
    pub fn choose(&mut self, moves: &str, reported: &Nodes) -> Result<Move, Error> {
        self.player.choose(moves, self.max_nodes / Self::ESTIMATED, reported)
    }

    /// Returns the lowest and the highest score that each column can have after `moves`; `None` if it is full.
    ///
    /// Every column gets an equal part of the nodes that are left, so some scores may be known and others not.
    ///
    /// # Errors
    ///
    /// The moves lead to no position of the board.
    pub fn bounds(&mut self, moves: &str, reported: &Nodes) -> Result<Vec<Option<(i32, i32)>>, MovesError> {
        self.player.bounds(moves, reported)
    }
}

fn choose<S>(solver: &mut Solver<S>, shape: S, moves: &str, most_nodes: u64) -> Result<Move, Error>
where
    S: Shape + Into<BoardSize<u128>>,
{
    let position = Position::read(shape, moves)?;
    let Proved { lowest, highest, column, .. } = solver.best_move(&position);
    let proved = |column| Move { column, lowest, highest, is_proved: true, plies: 0 };
    if let Some(column) = column.filter(|_| lowest == highest || lowest >= 0) {
        return Ok(proved(column));
    }
    let (estimated, plies) = estimate(&Position::read(shape.into(), moves)?, most_nodes)?;
    let playable = || shape.centre_first().filter(|&column| position.can_play(column));
    let is_safe = |column: &u32| !(position.non_losing() & shape.column(*column)).is_zero();
    let chosen = estimated.or_else(|| playable().find(is_safe)).or_else(|| playable().next());
    let column = chosen.expect("the game is not over");
    Ok(Move { column, plies, is_proved: false, ..proved(column) })
}
