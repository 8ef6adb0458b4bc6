//! A table that counts its operations, for searches that do not.

use std::cell::Cell;

use zobrist::Key;

use tt::{Found, Inspect, Maintain, Record, Statistics, Stored, Table};

use crate::wrapper::{Wrapper, wrap_table};

/// A wrapper for a table that counts what is looked up, found and stored.
///
/// Use it with your own search. The observers of the crate `search` count the same for the generic search, and the
/// cut-offs, which a table does not see.
///
/// ```
/// use schemes::Counted;
/// use tt::{Bound, Deep, Key, Record, Table};
///
/// let mut table = Counted::new(Deep::<()>::new("8".parse()?)?);
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
}

impl<T: Table> Wrapper<T::Payload, T::Payload> for Counted<T> {
    #[inline]
    fn offered(&self, record: Record<T::Payload>) -> Option<Record<T::Payload>> {
        Some(record)
    }

    #[inline]
    fn found(&self, _: Key, found: Option<Found<T::Payload>>) -> Option<Found<T::Payload>> {
        self.look_ups.set(self.look_ups.get() + 1);
        self.hits.set(self.hits.get() + u64::from(found.is_some()));
        found
    }

    #[inline]
    fn stored(&mut self, stored: Stored) {
        self.stores.add_store(stored);
    }
}

wrap_table!(self => self.table; Counted<T>, T::Payload where T: Table);
tt::maintain_field!(table of Counted<T> where T: Maintain);
tt::inspect_field!(table of Counted<T> where T: Inspect);
