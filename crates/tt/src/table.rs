//! The interface between a search and a table.

use zobrist::Key;

use crate::Record;

/// A table that stores the results of searches by position.
///
/// A search looks up a position with [`probe`](Self::probe) and offers its result with [`store`](Self::store). The
/// table decides whether to keep it. The type `()` implements a table that stores nothing.
///
/// # Keys
///
/// The table identifies a position only by its key, so keys must be distributed over all 64 bits. A
/// [`TranspositionTable`](crate::TranspositionTable) of 2^n entries selects the entry by the n low bits and verifies
/// the 48 high bits. If two keys agree in these bits, [`probe`](Self::probe) returns the record of one position for the
/// other. Do not use small integers as keys: all their high bits are zero, so the table silently confuses keys that are
/// equal modulo 2^n. Compute keys with [`Numbers`](zobrist::Numbers), or with [`Key::mixed`] if a position fits into 64
/// bits.
///
/// Two positions can share a key even if keys are well distributed. [`zobrist::collisions`] computes the probability,
/// and [`Audited`](crate::Audited) counts the cases.
///
/// ```
/// use tt::{Bound, Key, Record, Scheme, Stored, Table, TranspositionTable};
///
/// let mut table = TranspositionTable::<_, u16>::new("8K".parse()?, Scheme::TwoBig1)?;
/// let record = Record { payload: 0x0c1c, score: 30, bound: Bound::EXACT, depth: 5, nodes: 812 };
/// assert_eq!(table.store(Key::mixed(1), record), Stored::Fresh);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// assert_eq!(table.probe(Key::mixed(2)), None);
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Table {
    /// The data that the game stores with a position. `default()` means no data.
    type Payload: Copy + Default;

    /// Returns the record of the position with this key, or of another position that the table cannot distinguish.
    fn probe(&self, key: Key) -> Option<Record<Self::Payload>>;

    /// Offers a record for the position with this key, and returns what the table did with it.
    ///
    /// All records can be stored. A record without a score (with an empty bound) competes for a slot like any other,
    /// and by default overwrites the record of the same position. Implement
    /// [`Replacement::update`](crate::Replacement::update) to protect existing scores.
    fn store(&mut self, key: Key, record: Record<Self::Payload>) -> Stored;

    /// Prefetches the entry of the position with this key, as a hint that it will be probed soon.
    #[inline]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// Returns the number of nodes that a cut-off by `record` adds to the subtree size of the parent position; see
    /// [`Replacement::hit_size`](crate::Replacement::hit_size).
    #[inline]
    fn hit_size(&self, record: &Record<Self::Payload>) -> u32 {
        let _ = record;
        1
    }

    /// Returns the bits of `key` by which the table distinguishes positions; all other bits are zero.
    #[inline]
    fn distinguished(&self, key: Key) -> Key {
        key
    }

    /// Sets the full position for the next [`probe`](Self::probe) or [`store`](Self::store).
    ///
    /// Only an auditing table calls `whole`. For all other tables, this method does nothing and has no cost.
    #[inline]
    fn identify<W: Into<Whole>>(&mut self, whole: impl FnOnce() -> W) {
        let _ = whole;
    }

    /// Stamps all stored positions, which marks them as belonging to an earlier search (`[Breuker 1998, 2.7.1]`, "Time
    /// stamping").
    ///
    /// A [`TranspositionTable`](crate::TranspositionTable) of any size only increments an 8-bit counter. See
    /// [`Worth::age`](crate::Worth::age) for the effect of 256 stamps.
    ///
    /// ```
    /// use tt::{Bound, Key, Record, Scheme, Stored, Table, TranspositionTable};
    ///
    /// let mut table = TranspositionTable::<_, ()>::new("1".parse()?, Scheme::Deep)?;
    /// let record = |depth| Record { payload: (), score: 0, bound: Bound::EXACT, depth, nodes: 1 };
    /// table.store(Key::mixed(1), record(9));
    /// table.stamp();
    /// assert!(table.probe(Key::mixed(1)).is_some(), "still found");
    /// assert_eq!(table.store(Key::mixed(2), record(1)), Stored::Replaced, "replaced first, whatever its depth");
    /// # Ok::<(), tt::TableError>(())
    /// ```
    fn stamp(&mut self) {}

    /// Removes all positions.
    fn clear(&mut self) {}
}

/// A full position, encoded by the game so that different positions have different encodings.
pub type Whole = Box<[u8]>;

/// The result of offering a position to a table.
///
/// ```
/// use tt::{Bound, Key, Record, Scheme, Stored, Table, TranspositionTable};
///
/// // A table of one position, in which all positions collide.
/// let mut table = TranspositionTable::<_, ()>::new("1".parse()?, Scheme::Deep)?;
/// let record = |depth| Record { payload: (), score: 0, bound: Bound::EXACT, depth, nodes: 1 };
/// assert_eq!(table.store(Key::mixed(1), record(4)), Stored::Fresh);
/// assert_eq!(table.store(Key::mixed(1), record(5)), Stored::Same { updated: true });
/// assert_eq!(table.store(Key::mixed(2), record(1)), Stored::Kept);
/// assert_eq!(table.store(Key::mixed(3), record(9)), Stored::Replaced);
/// assert!(Stored::Kept.is_collision() && Stored::Replaced.is_collision() && !Stored::Fresh.is_collision());
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stored {
    /// The candidate was stored in a free slot.
    Fresh,
    /// The same position was already stored.
    Same {
        /// Whether the record was overwritten. It is false if the scheme preferred the old record.
        updated: bool,
    },
    /// The candidate replaced another position, which is lost.
    Replaced,
    /// The residents were kept, and the candidate is lost.
    Kept,
    /// The candidate was stored in the first slot, and the residents moved down by one slot.
    Demoted {
        /// Whether the entry was full, so that the position in its last slot is lost.
        lost: bool,
    },
    /// The table does not store this kind of record.
    Ignored,
}

impl Stored {
    /// Returns whether a position, resident or candidate, was lost: a collision as defined in `[Breuker 1998, 2.4.2]`.
    #[inline]
    #[must_use]
    pub fn is_collision(self) -> bool {
        matches!(self, Self::Replaced | Self::Kept | Self::Demoted { lost: true })
    }
}

impl Table for () {
    type Payload = ();

    #[inline]
    fn probe(&self, _: Key) -> Option<Record<()>> {
        None
    }

    #[inline]
    fn store(&mut self, _: Key, _: Record<()>) -> Stored {
        Stored::Ignored
    }
}

impl<T: Table> Table for &mut T {
    type Payload = T::Payload;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<Self::Payload>> {
        T::probe(self, key)
    }

    #[inline]
    fn store(&mut self, key: Key, record: Record<Self::Payload>) -> Stored {
        T::store(self, key, record)
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        T::prefetch(self, key);
    }

    #[inline]
    fn hit_size(&self, record: &Record<Self::Payload>) -> u32 {
        T::hit_size(self, record)
    }

    #[inline]
    fn distinguished(&self, key: Key) -> Key {
        T::distinguished(self, key)
    }

    #[inline]
    fn identify<W: Into<Whole>>(&mut self, whole: impl FnOnce() -> W) {
        T::identify(self, whole);
    }

    fn stamp(&mut self) {
        T::stamp(self);
    }

    fn clear(&mut self) {
        T::clear(self);
    }
}
