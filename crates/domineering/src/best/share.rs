//! What a thread of a team does differently: it searches children in another order, or defers those that another thread
//! is searching.

use search::{ChosenOptions, Observer, Turns};
use tt::Table;

use super::{Child, Search};
use crate::rules::bitboard::Bitboard;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Returns whether the team has stopped, which is asked now and then.
    pub(super) fn is_team_over(&self) -> bool {
        const STEP: u64 = 16;
        self.nodes.is_multiple_of(STEP) && self.options.is_over()
    }

    /// Searches the children from number `first` on until one is lost for its player to move.
    #[inline(never)]
    pub(super) fn share_children(&mut self, first: usize, ply: u32) -> bool {
        let depth = self.depth(ply);
        if self.options.reorders(depth) && first < self.children.len() {
            self.options.reorder(&mut self.children[first + 1..]);
        }
        if !self.options.may_defer(depth) {
            return (first..self.children.len()).any(|i| self.is_won_by_child(i, ply));
        }
        let mut turns = Turns::new(self.children.len() - first);
        while let Some(i) = turns.next(|i| self.options.is_searched(self.children[first + i].key, depth)) {
            if self.is_won_by_announced_child(first + i, ply) {
                return true;
            }
        }
        false
    }

    /// Searches a child and notifies the other threads when this begins and ends.
    fn is_won_by_announced_child(&mut self, i: usize, ply: u32) -> bool {
        let (Child { key, .. }, depth) = (self.children[i], self.depth(ply));
        self.options.begin(key, depth);
        let is_won = self.is_won_by_child(i, ply);
        self.options.end(key, depth);
        is_won
    }
}
