//! The static evaluation of a position, which is updated move by move.

mod change;
mod tapered;

use chess::{Colour, Move, Position};

use crate::score::MOST;
use change::Change;
use tapered::Tapered;

/// The evaluation of the positions from the root to the present one.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    /// The sums of each position on the path.
    path: Vec<Tapered>,
}

impl Evaluator {
    pub(crate) fn new(root: &Position) -> Self {
        Self { path: vec![Tapered::of(root)] }
    }

    /// Turns to another root.
    pub(crate) fn turn_to(&mut self, root: &Position) {
        self.path.clear();
        self.path.push(Tapered::of(root));
    }

    /// Follows a legal move, before it is played.
    #[inline]
    pub(crate) fn play(&mut self, before: &Position, mv: Move) {
        let mut sums = *self.last();
        sums.change(&Change::of(before, mv));
        self.path.push(sums);
    }

    /// Follows the last move back.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.path.pop();
    }

    #[inline]
    fn last(&self) -> &Tapered {
        self.path.last().expect("the path begins at the root")
    }

    /// Returns the value for the player to move.
    #[inline]
    pub(crate) fn value(&self, to_move: Colour) -> i32 {
        let for_white = self.last().value();
        let value = if to_move == Colour::White { for_white } else { -for_white };
        value.clamp(-MOST, MOST)
    }
}

/// Returns the static evaluation of a position for the player to move, in hundredths of a pawn.
///
/// ```
/// use chess::Position;
///
/// let rook_up = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
/// assert!(engine::evaluate(&rook_up) > 300);
/// # Ok::<(), chess::FenError>(())
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Evaluator::new(position).value(position.to_move())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_equal_an_evaluation_from_scratch() {
        for fen in [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            let mut evaluator = Evaluator::new(&position);
            check(&mut position, &mut evaluator, 3);
        }
    }

    fn check(position: &mut Position, evaluator: &mut Evaluator, depth: u32) {
        assert_eq!(evaluator.value(position.to_move()), evaluate(position), "{position:?}");
        if depth == 0 {
            return;
        }
        for mv in position.legal_moves() {
            evaluator.play(position, mv);
            let undo = position.play(mv);
            check(position, evaluator, depth - 1);
            position.undo(mv, undo);
            evaluator.undo();
        }
    }
}
