//! What only some options of the search ask of a position.

use chess::Colour;
use search::{Aspects, ChosenOptions};
use tt::Score;

use super::Alibaba;
use super::quiescence::MARGIN;

impl<C: ChosenOptions> Aspects for Alibaba<C> {
    fn is_second_to_move(&self) -> bool {
        self.position.to_move() == Colour::Black
    }

    fn clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    fn path(&self) -> u64 {
        self.position.path()
    }

    fn outcome_span(&self) -> u32 {
        if self.position.is_fifty_moves() { self.position.halfmove_clock() } else { self.position.repetition_span() }
    }

    /// A position in check; with a window, unless the evaluation is more than two pawns outside of it.
    fn wants_extension(&self, window: Option<(Score, Score)>) -> bool {
        let evaluation = self.position.value();
        let is_near = |(alpha, beta): (Score, Score)| {
            evaluation.saturating_add(MARGIN) > alpha && evaluation.saturating_sub(MARGIN) < beta
        };
        self.position.in_check() && window.is_none_or(is_near)
    }
}
