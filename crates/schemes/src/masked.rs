//! A table that hides a part of its information, to measure the value of that part.

use bitflags::bitflags;
use zobrist::Key;

use tt::{Bound, Inspect, Maintain, Payload, Record, Table};

use crate::wrapper::{Found, Wrapper, wrap_contents, wrap_table};

bitflags! {
    /// The parts of a table's information that a search may use (`[Breuker 1998, 2.7.2]`).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Parts: u8 {
        /// The payload: the best move.
        const MOVE = 1;
        /// Exact scores.
        const EXACT = 2;
        /// Scores that are only a lower or an upper bound.
        const BOUNDS = 4;
        /// All scores.
        const SCORE = Self::EXACT.bits() | Self::BOUNDS.bits();
    }
}

/// A wrapper for a table that stores and returns only some parts of the information.
///
/// A record whose score is hidden is returned with an empty bound. The inner table stores the bound, so that the
/// replacement scheme makes the same decisions as without the mask. A record without any visible part (no score and no
/// payload) is not stored; [`store`](Table::store) returns [`Stored::Ignored`](tt::Stored::Ignored). Experiments 2 to 6
/// of section 2.7.2 correspond to [`Parts::MOVE`], [`Parts::SCORE`], [`Parts::EXACT`], [`Parts::BOUNDS`] and
/// [`Parts::all`].
///
/// ```
/// use schemes::{Masked, Parts, Scheme, TranspositionTable};
/// use tt::{Bound, Key, Record, Table};
///
/// let table = TranspositionTable::<u16>::new("8K".parse()?, Scheme::Deep)?;
/// let mut table = Masked::new(table, Parts::MOVE);
/// table.store(Key::mixed(1), Record { payload: 77, bound: Bound::Exact, depth: 5, nodes: 812, ..Record::default() });
/// let found = table.probe(Key::mixed(1)).unwrap();
/// assert_eq!((found.payload, found.bound), (77, Bound::None));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Masked<T> {
    table: T,
    parts: Parts,
}

impl<T: Table> Masked<T> {
    /// Wraps `table` so that only `parts` are visible.
    pub fn new(table: T, parts: Parts) -> Self {
        Self { table, parts }
    }

    /// Returns the parts that are in use.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Returns the inner table.
    pub fn get_ref(&self) -> &T {
        &self.table
    }

    /// Returns the inner table, to change it.
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.table
    }

    /// Removes the hidden parts of `record`.
    #[inline]
    fn mask(&self, record: Record<T::Payload>) -> Record<T::Payload> {
        let part = if record.bound == Bound::Exact { Parts::EXACT } else { Parts::BOUNDS };
        Record {
            payload: if self.parts.contains(Parts::MOVE) { record.payload } else { T::Payload::NONE },
            bound: if self.parts.contains(part) { record.bound } else { Bound::None },
            ..record
        }
    }
}

impl<T: Table> Wrapper<T::Payload, T::Payload> for Masked<T> {
    /// Returns the record with its bound, or `None` if no part of it is visible.
    #[inline]
    fn offered(&self, record: Record<T::Payload>) -> Option<Record<T::Payload>> {
        let visible = self.mask(record);
        let is_empty = visible.bound == Bound::None && visible.payload == T::Payload::NONE;
        (!is_empty).then_some(Record { bound: record.bound, ..visible })
    }

    #[inline(always)]
    fn found(&self, _: Key, found: Option<Found<T::Payload>>) -> Option<Found<T::Payload>> {
        let (first, second) = found?;
        Some((self.mask(first), second.map(|second| self.mask(second))))
    }
}

wrap_table!(self => self.table; Masked<T>, T::Payload where T: Table);
wrap_contents!(table of Masked<T> where (T: Maintain), (T: Inspect));
