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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::analyse;

    const MIDDLE: &str = "52753311433677442422121";

    #[test]
    fn both_solvers_of_a_player_prove_moves_and_scores() {
        let board: BoardSize<u128> = "6x7".parse().unwrap();
        let nodes = Nodes::default();
        let mut player = ComputerPlayer::new(board, 1_000_000).unwrap();
        let expected = analyse(board, MIDDLE, false, u64::MAX, &Nodes::default()).unwrap().unwrap();
        let chosen = player.choose(MIDDLE, &nodes).unwrap();
        assert!(expected.best().any(|column| column == chosen.column) && chosen.is_proved);
        assert_eq!((chosen.lowest, chosen.highest), (8, 8));
        assert!(nodes.so_far() > 0);
        let known: Vec<_> = expected.scores.into_iter().map(|score| score.map(|score| (score, score))).collect();
        assert_eq!(player.bounds(MIDDLE, &nodes).unwrap(), known);

        let mut player = ComputerPlayer::new("4x4".parse().unwrap(), 100_000).unwrap();
        assert_eq!(player.bounds("", &nodes).unwrap(), [Some((0, 0)); 4], "mirrored columns have the same score");
        assert!(player.choose("", &nodes).unwrap().is_proved);

        let endgame = "1234567812345678876543218765432112345678123456788765";
        let mut player = ComputerPlayer::new("8x8".parse().unwrap(), 100_000).unwrap();
        let chosen = player.choose(endgame, &nodes).unwrap();
        assert!((chosen.lowest, chosen.highest, chosen.is_proved) == (0, 0, true));
        assert_eq!(player.bounds(endgame, &nodes).unwrap()[chosen.column as usize], Some((0, 0)));
    }

    #[test]
    fn a_position_that_is_too_hard_is_estimated() {
        let nodes = Nodes::default();
        let board: BoardSize<u128> = "6x7".parse().unwrap();
        let mut player = ComputerPlayer::new(board, 20_000).unwrap();
        let chosen = player.choose("", &nodes).unwrap();
        assert_eq!((chosen.column, chosen.is_proved), (3, false));
        assert!(chosen.lowest < chosen.highest && chosen.plies > 0);
        assert!(
            player.bounds("", &nodes).unwrap().into_iter().all(|bounds| bounds.is_some_and(|(low, high)| low < high))
        );
        // A win at the next move is found with any limit, and so is the only move that does not lose at once.
        for (limit, moves, column) in [(1, "445566", None), (1, "44556", None), (100, "112233", Some(3))] {
            let mut player = ComputerPlayer::new(board, limit).unwrap();
            let chosen = player.choose(moves, &nodes).unwrap();
            assert!(column.is_none_or(|column| column == chosen.column), "{moves}: {chosen:?}");
        }
    }
}
