//! The static evaluation of a position, which is updated move by move: by the network, or by tables alone.

mod change;
mod network;
mod tapered;

use chess::{Move, Position};

use crate::score::MOST;
use change::Change;
use network::Views;
use tapered::Tapered;

/// The evaluation of the positions from the root to the present one.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    /// What each position on the path is worth to the network; empty if it is not used.
    views: Vec<Views>,
    /// The sums of the tables; empty if the network is used.
    sums: Vec<Tapered>,
}

impl Evaluator {
    pub(crate) fn new() -> Self {
        Self { views: Vec::new(), sums: Vec::new() }
    }

    /// Begins at another root.
    pub(crate) fn turn_to(&mut self, root: &Position, has_network: bool) {
        self.views.clear();
        self.sums.clear();
        if has_network {
            self.views.push(Views::of(root));
        } else {
            self.sums.push(Tapered::of(root));
        }
    }

    /// Follows a legal move, before it is played.
    #[inline]
    pub(crate) fn play(&mut self, before: &Position, mv: Move, has_network: bool) {
        let change = Change::of(before, mv);
        if has_network {
            let after = self.views.last().expect("the path begins at the root").after(&change);
            self.views.push(after);
        } else {
            let mut sums = *self.sums.last().expect("the path begins at the root");
            sums.change(&change);
            self.sums.push(sums);
        }
    }

    /// Follows the last move back.
    #[inline]
    pub(crate) fn undo(&mut self, has_network: bool) {
        if has_network {
            self.views.pop();
        } else {
            self.sums.pop();
        }
    }

    /// Returns the value of the last position, which is this one, for the player to move.
    #[inline]
    pub(crate) fn value(&self, position: &Position, has_network: bool) -> i32 {
        let value = if has_network {
            let views = self.views.last().expect("the path begins at the root");
            views.value(position.to_move(), position.occupied())
        } else {
            self.sums.last().expect("the path begins at the root").value(position.to_move())
        };
        value.clamp(-MOST, MOST)
    }
}

/// Returns the static evaluation of a position for the player to move, in hundredths of a pawn: that of the network, or
/// that of the tables.
///
/// ```
/// use chess::Position;
///
/// let rook_up = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
/// assert!([false, true].into_iter().all(|by_network| engine::evaluate(&rook_up, by_network) > 100));
/// # Ok::<(), chess::FenError>(())
/// ```
#[must_use]
pub fn evaluate(position: &Position, by_network: bool) -> i32 {
    let mut evaluator = Evaluator::new();
    evaluator.turn_to(position, by_network);
    evaluator.value(position, by_network)
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
            for by_network in [false, true] {
                let mut evaluator = Evaluator::new();
                evaluator.turn_to(&position, by_network);
                check(&mut position, &mut evaluator, by_network, 3);
            }
        }
    }

    fn check(position: &mut Position, evaluator: &mut Evaluator, by_network: bool, depth: u32) {
        assert_eq!(evaluator.value(position, by_network), evaluate(position, by_network), "{position:?}");
        if depth == 0 {
            return;
        }
        for mv in position.legal_moves() {
            evaluator.play(position, mv, by_network);
            let undo = position.play(mv);
            check(position, evaluator, by_network, depth - 1);
            position.undo(mv, undo);
            evaluator.undo(by_network);
        }
    }

    /// Whoever is to move, and whichever colour, the same position has the same value.
    #[test]
    fn colours_are_reflected() {
        for (white, black) in [
            ("r3k2r/8/8/3pP3/8/8/5PPP/RN2K2R w KQkq - 0 1", "rn2k2r/5ppp/8/8/3Pp3/8/8/R3K2R b KQkq - 0 1"),
            ("4k3/8/8/8/8/8/8/QN2K3 b - - 0 1", "qn2k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ] {
            let [white, black] = [white, black].map(|fen| Position::from_fen(fen).unwrap());
            for by_network in [false, true] {
                assert_eq!(evaluate(&white, by_network), evaluate(&black, by_network));
            }
        }
    }
}
