//! A table that counts its operations, for searches that do not.

use std::cell::Cell;

use tt::{Key, Maintain, Record, Stored, Table};

use crate::Statistics;

/// A wrapper for a table that counts what is looked up, found and stored.
///
/// Use it with your own search. An observer counts the same for the generic search, and the cut-offs, which a table
/// does not see.
///
/// ```
/// use search::Counted;
/// use tt::{Bound, Key, Record, Table, TwoBig1};
///
/// let mut table = Counted::new(TwoBig1::<()>::new("8".parse()?)?);
/// table.store(Key::mixed(1), Record { score: 3, bound: Bound::Exact, depth: 5, nodes: 40, ..Record::default() });
/// assert!(table.probe(Key::mixed(1)).is_some() && table.probe(Key::mixed(2)).is_none());
/// let statistics = table.statistics();
/// assert_eq!((statistics.look_ups, statistics.hits, statistics.fresh), (2, 1, 1));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Counted<T> {
    table: T,
    look_ups: Cell<u64>,
    hits: Cell<u64>,
    stores: Statistics,
}

impl<T: Table> Counted<T> {
    /// Wraps `table`. All counts are 0.
    pub fn new(table: T) -> Self {
        Self { table, look_ups: Cell::new(0), hits: Cell::new(0), stores: Statistics::default() }
    }

    /// Returns the counts. [`cutoffs`](Statistics::cutoffs) and [`fill`](Statistics::fill) are 0.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics { look_ups: self.look_ups.get(), hits: self.hits.get(), ..self.stores }
    }

    #[inline(always)]
    fn counted<F>(&self, found: Option<F>) -> Option<F> {
        self.look_ups.set(self.look_ups.get() + 1);
        self.hits.set(self.hits.get() + u64::from(found.is_some()));
        found
    }
}

impl<T: Table> Table for Counted<T> {
    type Payload = T::Payload;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
        self.counted(self.table.probe(key))
    }

    #[inline(always)]
    fn probe_both(&self, key: Key) -> Option<(Record<T::Payload>, Option<Record<T::Payload>>)> {
        self.counted(self.table.probe_both(key))
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        let stored = self.table.store(key, record);
        self.stores.add_store(stored);
        stored
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    #[inline(always)]
    fn hit(&mut self, key: Key) {
        self.table.hit(key);
    }

    #[inline]
    fn reads_move_index(&self) -> bool {
        self.table.reads_move_index()
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.table.identify(encoding);
    }
}

impl<T: Maintain> Maintain for Counted<T> {
    fn stamp(&mut self) {
        self.table.stamp();
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
