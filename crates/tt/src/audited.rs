//! A table that is checked against the positions themselves.

use std::cell::Cell;
use std::collections::BTreeMap;

use zobrist::Key;

use crate::{Record, Stored, Table, Whole};

/// A table that also keeps the whole of every position, and so counts the errors that keys alone cannot see.
///
/// It answers exactly as the table inside does, wrong answers included, so that a search visits the same nodes with and
/// without the audit. It is made for measuring: it takes far more time and memory.
///
/// The search says by [`Table::identify`] which position it means.
///
/// ```
/// use tt::{Audited, Bound, Key, Record, Scheme, Table, TranspositionTable};
///
/// let table = TranspositionTable::<_, u16>::new("8K".parse()?, Scheme::Deep)?;
/// let mut table = Audited::new(table);
/// table.identify(|| *b"this position");
/// table.store(Key(1), Record { payload: 77, score: 30, bound: Bound::EXACT, depth: 5, nodes: 812 });
/// table.identify(|| *b"another one, which has the same key");
/// assert!(table.probe(Key(1)).is_some());
/// assert_eq!(table.audit().type_1_errors, 1);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Audited<T> {
    table: T,
    /// What was last stored under a key.
    positions: BTreeMap<Key, Whole>,
    present: Whole,
    type_1_errors: Cell<u64>,
    collisions: u64,
    fill: u64,
}

/// What an [`Audited`] table has counted since it was made or cleared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Look-ups answered with another position's record (`[Breuker 1998, 2.4.2]`, "type-1 error").
    pub type_1_errors: u64,
    /// Stores that found their entry full of other positions, so that one was lost ("type-2 error", "collision").
    pub collisions: u64,
    /// Positions that had to be stored: those in the table and one for each collision, as footnote 12 counts them; the
    /// number *M* of the equations of section 2.4.2.
    pub positions: u64,
}

impl<T: Table> Audited<T> {
    /// Audits `table`, which must be empty.
    pub fn new(table: T) -> Self {
        Self {
            table,
            positions: BTreeMap::new(),
            present: Whole::default(),
            type_1_errors: Cell::new(0),
            collisions: 0,
            fill: 0,
        }
    }

    /// The counts so far.
    #[must_use]
    pub fn audit(&self) -> Audit {
        Audit {
            type_1_errors: self.type_1_errors.get(),
            collisions: self.collisions,
            positions: self.fill + self.collisions,
        }
    }

    /// The table under audit.
    pub fn get_ref(&self) -> &T {
        &self.table
    }
}

impl<T: Table> Table for Audited<T> {
    type Payload = T::Payload;

    fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
        let record = self.table.probe(key)?;
        if self.positions.get(&key) != Some(&self.present) {
            self.type_1_errors.set(self.type_1_errors.get() + 1);
        }
        Some(record)
    }

    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        let stored = self.table.store(key, record);
        self.collisions += u64::from(stored.is_collision());
        self.fill += u64::from(matches!(stored, Stored::Fresh | Stored::Demoted { lost: false }));
        if !matches!(stored, Stored::Kept | Stored::Ignored) {
            self.positions.insert(key, self.present.clone());
        }
        stored
    }

    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    fn hit_size(&self, record: &Record<T::Payload>) -> u32 {
        self.table.hit_size(record)
    }

    fn identify<W: Into<Whole>>(&mut self, whole: impl FnOnce() -> W) {
        self.present = whole().into();
    }

    fn stamp(&mut self) {
        self.table.stamp();
    }

    fn clear(&mut self) {
        self.table.clear();
        self.positions.clear();
        self.type_1_errors.set(0);
        self.collisions = 0;
        self.fill = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Scheme, TranspositionTable};

    #[test]
    fn footnote_12_counts_the_positions_that_had_to_be_stored() {
        for &scheme in Scheme::ALL {
            let mut table = Audited::new(TranspositionTable::new("4".parse().unwrap(), scheme).unwrap());
            let record = Record { payload: 0_u16, score: 0, bound: Bound::EXACT, depth: 1, nodes: 1 };
            for i in 0..100_u64 {
                table.identify(|| i.to_le_bytes());
                table.store(Key(i | i << 48), record);
                table.store(Key(i | i << 48), record);
            }
            let audit = table.audit();
            assert_eq!(audit.positions - audit.collisions, table.get_ref().fill(), "{scheme}");
            // OLD refuses the second offer as well as the first.
            assert_eq!(audit.positions, if scheme == Scheme::Old { 196 } else { 100 }, "{scheme}");
            assert_eq!(audit.type_1_errors, 0, "{scheme}");
        }
    }
}
