//! Readings of the depth of a record: the longest line that was examined below a position, instead of the plies that
//! were left to search.

use crate::options::{DEPTH_LONGEST_LINE, DEPTH_LONGEST_TABLE_LINE};
use crate::{ChosenOptions, Game, GameTable, Observer, Search};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Whether every result in the table is final, so that no probe asks for a depth: games that are searched to their
    /// end, where a player wins or loses.
    const IS_FINAL: bool = !G::HAS_HORIZON && G::HIGHEST - G::LOWEST == 2;

    /// Returns whether the depth of a record is the length of a line. In games whose results depend on the depth, it
    /// never is.
    #[inline(always)]
    pub(crate) fn measures_lines(&self) -> bool {
        C::ANY && Self::IS_FINAL && (self.options.has(DEPTH_LONGEST_LINE) || self.options.has(DEPTH_LONGEST_TABLE_LINE))
    }

    /// Begins to measure the lines below a node.
    pub(crate) fn enter_measured(&mut self, ply: u32) {
        // The child of this node may not be entered.
        self.longest.resize(self.longest.len().max(ply as usize + 2), 0);
        self.longest[ply as usize] = 0;
    }

    /// Takes the lines below the child that was searched last into account.
    pub(crate) fn extend_measured(&mut self, ply: u32) {
        let below = self.longest[ply as usize + 1].saturating_add(1);
        let here = &mut self.longest[ply as usize];
        *here = (*here).max(below);
    }

    /// Returns the length of the longest line below a node.
    pub(crate) fn measured(&self, ply: u32) -> u8 {
        self.longest[ply as usize]
    }
}
