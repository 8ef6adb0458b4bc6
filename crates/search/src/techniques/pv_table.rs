//! A separate table for the principal variation.

use tt::Key;

use crate::{ChosenOptions, Game, GameTable, Line, Observer, Search};

/// The lines of nodes with exact values (`[Hyatt 2014]`). They survive the replacement of their positions in the
/// transposition table.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M> {
    /// Empty until the first line is stored.
    slots: Vec<Option<(Key, Line<M>)>>,
}

impl<M> Default for PvTable<M> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<M: Copy> PvTable<M> {
    /// The number of slots. Few nodes have exact values.
    const SLOTS: usize = 4096;

    fn slot(key: Key) -> usize {
        key.0 as usize % Self::SLOTS
    }

    /// Stores the line of a position, which replaces the line in its slot.
    fn insert(&mut self, key: Key, line: &[M]) {
        if self.slots.is_empty() {
            self.slots.resize_with(Self::SLOTS, || None);
        }
        self.slots[Self::slot(key)] = Some((key, line.iter().copied().collect()));
    }

    /// Returns the line of a position; empty if it is not stored.
    fn get(&self, key: Key) -> &[M] {
        match self.slots.get(Self::slot(key)) {
            Some(Some((known, line))) if *known == key => line,
            _ => &[],
        }
    }
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Stores the best line of a node with an exact value.
    #[cold]
    #[inline(never)]
    pub(crate) fn keep_variation(&mut self, ply: u32, best: Option<G::Move>) {
        let line = if G::KEEPS_LINES { self.lines.best(ply as usize) } else { best.as_slice() };
        if best.is_some() {
            // Its keys are those of the game, whatever the transposition table has.
            self.variations.insert(self.game.keys()[0], line);
        }
    }

    /// Returns the stored line of the position; empty if there is none.
    #[cold]
    #[inline(never)]
    pub(crate) fn variation(&self) -> &[G::Move] {
        self.variations.get(self.game.keys()[0])
    }

    /// Replaces the line of a node that an exact score has ended, which has only the moves of its record, by the stored
    /// line, if that is longer.
    #[cold]
    #[inline(never)]
    pub(crate) fn complete_line(&mut self, ply: u32) {
        let line = self.variations.get(self.game.keys()[0]);
        if line.len() > self.lines.best(ply as usize).len() {
            self.lines.replace(ply as usize, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_until_another_takes_its_slot() {
        let mut table = PvTable::default();
        let (key, same_slot) = (Key(7), Key(7 + PvTable::<char>::SLOTS as u64));
        assert!(table.get(key).is_empty());
        table.insert(key, &['a', 'b']);
        table.insert(Key(8), &['x']);
        assert_eq!((table.get(key), table.get(same_slot)), (&['a', 'b'][..], &[][..]));
        table.insert(same_slot, &['c']);
        assert_eq!((table.get(key), table.get(same_slot)), (&[][..], &['c'][..]));
    }
}
