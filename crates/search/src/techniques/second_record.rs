//! What a search does with the second record of a position. Few tables have one, and the code for the others should not
//! be longer because of it.

use tt::{Record, Score};

use crate::alpha_beta::UNSEARCHED;
use crate::{ChosenOptions, Game, GameTable, Observer, Search};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// [`ended_by`](Self::ended_by) for a second record.
    #[cold]
    #[inline(never)]
    pub(crate) fn ended_by_second(
        &mut self,
        record: Option<Record<T::Payload>>,
        ply: u32,
        depth: u8,
        alpha: &mut Score,
        beta: &mut Score,
    ) -> Option<Score> {
        self.ended_by(record, ply, depth, alpha, beta)
    }

    /// Searches the move of a second record, if it is legal.
    #[cold]
    #[inline(never)]
    pub(crate) fn search_second(
        &mut self,
        mv: G::Move,
        ply: u32,
        depth: u8,
        (alpha, beta): (&mut Score, Score),
        best_value: &mut Score,
        best_move: &mut Option<G::Move>,
    ) {
        if self.game.is_legal(mv) {
            *alpha = (*alpha).max(*best_value);
            let value = self.child(mv, ply, depth, *alpha, beta, *best_value == UNSEARCHED);
            if !self.stopped {
                self.compare(mv, value, ply, best_value, best_move);
            }
        }
    }
}
