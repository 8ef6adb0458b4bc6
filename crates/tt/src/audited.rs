//! A table that is checked against the positions themselves.

use std::cell::Cell;
use std::collections::BTreeMap;

use zobrist::Key;

use crate::{Record, Stored, Table, Whole};

/// A table that also keeps the whole of every position, and so counts the errors that keys alone cannot see.
///
/// It answers exactly as the table inside does, wrong answers included, so that a search visits the same nodes with and
/// without the audit. It is made for measuring: it takes far more time and memory. Records without a score are audited
/// like all others; records that the table inside ignores are not counted.
///
/// The search says by [`Table::identify`] which position it means.
///
/// ```
/// use tt::{Audited, Bound, Key, Record, Scheme, Table, TranspositionTable};
///
/// let table = TranspositionTable::<_, u16>::new("8K".parse()?, Scheme::Deep)?;
/// let mut table = Audited::new(table);
/// table.identify(|| *b"this position");
/// table.store(Key::mixed(1), Record { payload: 77, score: 30, bound: Bound::EXACT, depth: 5, nodes: 812 });
/// table.identify(|| *b"another one, which has the same key");
/// assert!(table.probe(Key::mixed(1)).is_some());
/// assert_eq!(table.audit().type_1_errors, 1);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Audited<T> {
    table: T,
    /// What was last stored under the bits of a key that the table sees: one for each position that was ever kept.
    positions: BTreeMap<Key, Whole>,
    present: Whole,
    type_1_errors: Cell<u64>,
    collisions: u64,
    fill: u64,
}

/// What an [`Audited`] table has counted since it was made or cleared.
///
/// ```
/// use tt::{Audit, Audited, Scheme, TranspositionTable};
///
/// let table = TranspositionTable::<_, ()>::new("8K".parse()?, Scheme::Deep)?;
/// assert_eq!(Audited::new(table).audit(), Audit { type_1_errors: 0, collisions: 0, positions: 0 });
/// # Ok::<(), tt::TableError>(())
/// ```
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
        if self.positions.get(&self.table.distinguished(key)) != Some(&self.present) {
            self.type_1_errors.set(self.type_1_errors.get() + 1);
        }
        Some(record)
    }

    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        let stored = self.table.store(key, record);
        self.collisions += u64::from(stored.is_collision());
        self.fill += u64::from(matches!(stored, Stored::Fresh | Stored::Demoted { lost: false }));
        if !matches!(stored, Stored::Kept | Stored::Ignored | Stored::Same { updated: false }) {
            self.positions.insert(self.table.distinguished(key), self.present.clone());
        }
        stored
    }

    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    fn hit_size(&self, record: &Record<T::Payload>) -> u32 {
        self.table.hit_size(record)
    }

    fn distinguished(&self, key: Key) -> Key {
        self.table.distinguished(key)
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
    fn keys_that_the_table_cannot_tell_apart_are_errors() {
        #[derive(Clone, Copy)]
        struct FirstComes;

        impl crate::Replacement for FirstComes {
            fn width(self) -> usize {
                1
            }

            fn decide(self, _: &[crate::Worth], _: crate::Worth) -> crate::Decision {
                crate::Decision::Keep
            }

            fn update(self, _: crate::Worth, _: crate::Worth) -> bool {
                false
            }
        }

        // They differ in bits that are neither in the hash index of eight entries nor among the 48 that are stored.
        let (a, b) = (Key(0xabcd_0000_0000_0003), Key(0xabcd_0000_0000_0103));
        let record = |score| Record { payload: 0_u16, score, bound: Bound::EXACT, depth: 1, nodes: 1 };
        let mut latest = Audited::new(TranspositionTable::new("8".parse().unwrap(), Scheme::New).unwrap());
        for (whole, key) in [(b"a", a), (b"b", b)] {
            latest.identify(|| *whole);
            latest.store(key, record(1));
        }
        latest.probe(b);
        assert_eq!(latest.audit().type_1_errors, 0);
        latest.identify(|| *b"a");
        assert!(latest.probe(a).is_some(), "b's");
        assert_eq!(latest.audit().type_1_errors, 1);

        let mut first = Audited::new(TranspositionTable::new("8".parse().unwrap(), FirstComes).unwrap());
        first.identify(|| *b"a");
        first.store(a, record(1));
        first.identify(|| *b"b");
        assert_eq!(first.store(b, record(2)), Stored::Same { updated: false });
        assert_eq!(first.probe(b), Some(record(1)), "a's");
        assert_eq!(first.audit().type_1_errors, 1);
    }

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
