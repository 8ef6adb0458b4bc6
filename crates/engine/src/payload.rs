//! What a table stores for the program: the best move, and the static evaluation if there is room for it.

use chess::Move;
use tt::{MoveAndEvaluation, Payload, Score};

/// A payload in which the program stores its best move, and its static evaluation if there is room.
pub trait Stores: Payload {
    /// Whether there is room for the static evaluation.
    const EVALUATION: bool;

    /// Packs a move and a static evaluation.
    fn pack(best: Option<Move>, evaluation: Option<Score>) -> Self;

    /// Returns the move. It is a move of another position if the table confused two positions.
    fn best(self) -> Option<Move>;

    /// Returns the static evaluation, if it is stored.
    fn evaluation(self) -> Option<Score>;
}

/// No table.
impl Stores for () {
    const EVALUATION: bool = false;

    fn pack(_: Option<Move>, _: Option<Score>) -> Self {}

    fn best(self) -> Option<Move> {
        None
    }

    fn evaluation(self) -> Option<Score> {
        None
    }
}

impl Stores for u16 {
    const EVALUATION: bool = false;

    #[inline]
    fn pack(best: Option<Move>, _: Option<Score>) -> Self {
        best.map_or(0, Move::bits)
    }

    #[inline]
    fn best(self) -> Option<Move> {
        Move::from_bits(self)
    }

    #[inline]
    fn evaluation(self) -> Option<Score> {
        None
    }
}

impl Stores for MoveAndEvaluation {
    const EVALUATION: bool = true;

    #[inline]
    fn pack(best: Option<Move>, evaluation: Option<Score>) -> Self {
        Self { best_move: best.map_or(0, Move::bits), evaluation: evaluation.unwrap_or(Self::NO_EVALUATION) }
    }

    #[inline]
    fn best(self) -> Option<Move> {
        Move::from_bits(self.best_move)
    }

    #[inline]
    fn evaluation(self) -> Option<Score> {
        (self.evaluation != Self::NO_EVALUATION).then_some(self.evaluation)
    }
}
