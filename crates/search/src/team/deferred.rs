//! What a thread of a team does differently: the order of its moves, and the moves that it defers.

use tt::Score;

use crate::{ChosenOptions, Game, GameTable, Observer, Search};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Sorts the moves, brings those after the first one in the order of this thread, and returns the index of the last
    /// one.
    #[inline(never)]
    pub(crate) fn reorder(&mut self, first: usize, has_first: bool) -> usize {
        self.moves.sort();
        self.options.reorder(self.moves.from(first + usize::from(!has_first)));
        self.moves.last()
    }

    /// Returns whether the team has stopped, which is asked now and then.
    #[inline]
    pub(crate) fn is_team_over(&self) -> bool {
        const STEP: u64 = 64;
        self.nodes.is_multiple_of(STEP) && self.options.is_over()
    }

    /// Returns whether another thread is searching the position after `mv`, so that this thread should try other moves
    /// first.
    #[inline]
    pub(crate) fn is_searched_elsewhere(&mut self, mv: G::Move, depth: u8) -> bool {
        self.options.may_defer(depth) && self.is_child_searched(mv, depth)
    }

    #[inline(never)]
    fn is_child_searched(&mut self, mv: G::Move, depth: u8) -> bool {
        let undo = self.game.play(mv);
        let is_searched = self.options.is_searched(self.key(depth - 1), depth);
        self.game.undo(mv, undo);
        is_searched
    }

    /// Searches the moves that were put off, from number `first` on.
    pub(crate) fn search_deferred(
        &mut self,
        first: usize,
        ply: u32,
        depth: u8,
        (mut alpha, beta): (Score, Score),
        best_value: &mut Score,
        best_move: &mut Option<G::Move>,
    ) {
        for number in first..self.deferred.len() {
            if *best_value >= beta {
                break;
            }
            let mv = self.deferred[number];
            alpha = alpha.max(*best_value);
            let value = self.child(mv, ply, depth, alpha, beta, false);
            if self.stopped {
                break;
            }
            self.compare(mv, value, ply, best_value, best_move);
        }
        self.deferred.truncate(first);
    }
}
