//! A table whose answers are checked against the full positions.

use std::cell::Cell;
use std::collections::BTreeMap;

use zobrist::Key;

use crate::{Record, Stored, Table, Whole};

/// A wrapper for a table that also stores full positions, to count hits that belong to another position.
///
/// The wrapper returns the same answers as the inner table, including wrong ones, so a search visits the same nodes
/// with and without the audit. It is intended for measurements and takes much more time and memory. Records without a
/// score are audited like all others. Records that the inner table ignores are not counted.
///
/// The search sets the full position with [`Table::identify`].
///
/// ```
/// use tt::{Audited, Bound, Key, Record, Scheme, Table, TranspositionTable};
///
/// let table = TranspositionTable::<_, u16>::new("8K".parse()?, Scheme::Deep)?;
/// let mut table = Audited::new(table);
/// table.identify(|| *b"this position");
/// table.store(Key::mixed(1), Record { payload: 77, score: 30, bound: Bound::EXACT, depth: 5, nodes: 812 });
/// table.identify(|| *b"another position with the same key");
/// assert!(table.probe(Key::mixed(1)).is_some());
/// assert_eq!(table.audit().type_1_errors, 1);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Audited<T> {
    table: T,
    /// The full position that was last stored under each key, reduced to the bits that the table distinguishes.
    positions: BTreeMap<Key, Whole>,
    current: Whole,
    type_1_errors: Cell<u64>,
    collisions: u64,
    fill: u64,
}

/// The counts of an [`Audited`] table since it was created or cleared.
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
    /// Probes that returned the record of another position (`[Breuker 1998, 2.4.2]`, "type-1 error").
    pub type_1_errors: u64,
    /// Stores that found the entry full of other positions, so that one position was lost ("type-2 error",
    /// "collision").
    pub collisions: u64,
    /// The positions that had to be stored: the positions in the table plus one for each collision, as in footnote 12
    /// of `[Breuker 1998]`. This is the number *M* of the equations in section 2.4.2.
    pub positions: u64,
}

impl<T: Table> Audited<T> {
    /// Wraps `table`, which must be empty.
    pub fn new(table: T) -> Self {
        Self {
            table,
            positions: BTreeMap::new(),
            current: Whole::default(),
            type_1_errors: Cell::new(0),
            collisions: 0,
            fill: 0,
        }
    }

    /// Returns the counts.
    #[must_use]
    pub fn audit(&self) -> Audit {
        Audit {
            type_1_errors: self.type_1_errors.get(),
            collisions: self.collisions,
            positions: self.fill + self.collisions,
        }
    }

    /// Returns the inner table.
    pub fn get_ref(&self) -> &T {
        &self.table
    }
}

impl<T: Table> Table for Audited<T> {
    type Payload = T::Payload;

    fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
        let record = self.table.probe(key)?;
        if self.positions.get(&self.table.distinguished(key)) != Some(&self.current) {
            self.type_1_errors.set(self.type_1_errors.get() + 1);
        }
        Some(record)
    }

    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        let stored = self.table.store(key, record);
        self.collisions += u64::from(stored.is_collision());
        self.fill += u64::from(matches!(stored, Stored::Fresh | Stored::Demoted { lost: false }));
        if !matches!(stored, Stored::Kept | Stored::Ignored | Stored::Same { updated: false }) {
            self.positions.insert(self.table.distinguished(key), self.current.clone());
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
        self.current = whole().into();
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
    fn keys_that_the_table_cannot_distinguish_are_errors() {
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

        // The keys differ only in bits that are neither in the hash index of eight entries nor among the 48 stored
        // bits.
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
        assert!(latest.probe(a).is_some(), "the record of b");
        assert_eq!(latest.audit().type_1_errors, 1);

        let mut first = Audited::new(TranspositionTable::new("8".parse().unwrap(), FirstComes).unwrap());
        first.identify(|| *b"a");
        first.store(a, record(1));
        first.identify(|| *b"b");
        assert_eq!(first.store(b, record(2)), Stored::Same { updated: false });
        assert_eq!(first.probe(b), Some(record(1)), "the record of a");
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
            // OLD rejects each position twice.
            assert_eq!(audit.positions, if scheme == Scheme::Old { 196 } else { 100 }, "{scheme}");
            assert_eq!(audit.type_1_errors, 0, "{scheme}");
        }
    }
}
