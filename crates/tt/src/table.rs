//! The interface between a search and a table.

use alloc::boxed::Box;

use zobrist::Key;

use crate::{Identity, Payload, Record};

/// A table that stores the results of searches by position: everything that a search needs of it.
///
/// A search looks up a position with [`probe`](Self::probe) and offers its result with [`store`](Self::store). The
/// table decides whether to keep it. The type `()` implements a table that stores nothing. The table itself, a mutable
/// reference to it and a box of it can all be given to a search.
///
/// # Keys
///
/// The table identifies a position only by its key, so keys must be distributed over all 64 bits. In a table of 2^n
/// [buckets](crate::Buckets) with the layout [`Thesis`](crate::layouts::Thesis), the n low bits select the bucket and
/// the 48 high bits are verified. If two keys agree in these bits, [`probe`](Self::probe) returns the record of one
/// position for the other. Do not use small integers as keys: all their high bits are zero, so the table silently
/// confuses keys that are equal modulo 2^n. Compute keys with `zobrist::Numbers`, or with [`Key::mixed`] if a position
/// fits into 64 bits.
///
/// Two positions can share a key even if keys are well distributed. The module `zobrist::collisions` computes the
/// probability, and `search::Audit` counts the cases.
///
/// ```
/// use tt::{Bound, Key, Record, Stored, Table, TwoBig1};
///
/// let mut table = TwoBig1::<u16>::new("8K".parse()?)?;
/// let record = Record { payload: 0x0c1c, score: 30, bound: Bound::Exact, depth: 5, nodes: 812, ..Record::default() };
/// assert_eq!(table.store(Key::mixed(1), record), Stored::Fresh);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// assert_eq!(table.probe(Key::mixed(2)), None);
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Table {
    /// The data that the game stores with a position.
    type Payload: Payload;

    /// Returns the record of the position with this key, or of another position that the table cannot distinguish.
    fn probe(&self, key: Key) -> Option<Record<Self::Payload>>;

    /// Returns the record that [`probe`](Self::probe) returns, and a second one of the same position if the table has
    /// one. Most tables have not.
    #[inline]
    #[expect(clippy::type_complexity, reason = "an engine does not need a name for what it does not use")]
    fn probe_both(&self, key: Key) -> Option<(Record<Self::Payload>, Option<Record<Self::Payload>>)> {
        self.probe(key).map(|record| (record, None))
    }

    /// Offers a record for the position with this key, and returns what the table did with it.
    ///
    /// All records can be stored. A record without a score ([`Bound::None`](crate::Bound::None)) competes for a slot
    /// like any other, and by default overwrites the record of the same position.
    fn store(&mut self, key: Key, record: Record<Self::Payload>) -> Stored;

    /// Prefetches the bucket of the position with this key, as a hint that it will be probed soon. Does nothing by
    /// default.
    #[inline]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// Notifies the table that the search has found the position with this key. Does nothing by default; a policy may
    /// [refresh](crate::OnHit) the position.
    #[inline]
    fn hit(&mut self, key: Key) {
        let _ = key;
    }

    /// Returns whether a policy reads [`Record::user`] as the number of moves that were searched before the best one. A
    /// search need not count them if none does, as by default.
    #[inline]
    fn reads_move_index(&self) -> bool {
        false
    }

    /// Tells the table the encoding of the whole position that is looked up or stored next. Only a table that stores
    /// [whole positions](crate::Layout::Extra) uses it, and only an experiment calls it. Does nothing by default.
    #[inline]
    fn identify(&mut self, encoding: &[u8]) {
        let _ = encoding;
    }
}

/// Operations on a table between two searches.
///
/// ```
/// use tt::{Bound, Key, Maintain, Record, Table, TwoBig1};
///
/// let mut table = TwoBig1::<()>::new("8".parse()?)?;
/// table.store(Key::mixed(1), Record { bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() });
/// table.clear();
/// assert_eq!(table.probe(Key::mixed(1)), None);
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Maintain {
    /// Stamps all stored positions, which marks them as belonging to an earlier search (`[Breuker 1998, 2.7.1]`, "Time
    /// stamping").
    ///
    /// A table of any size only increments a counter of 8 bits. See [`Worth::age`](crate::Worth::age) for the effect of
    /// 256 stamps.
    ///
    /// ```
    /// use tt::layouts::Thesis;
    /// use tt::policies::{Deep, OneLevel};
    /// use tt::{Bound, Buckets, Key, Maintain, Record, Stored, Table};
    ///
    /// let mut table = Buckets::<Thesis<()>, OneLevel<Deep>, 1>::new("1".parse()?)?;
    /// let record = |depth| Record { bound: Bound::Exact, depth, ..Record::default() };
    /// table.store(Key::mixed(1), record(9));
    /// table.stamp();
    /// assert!(table.probe(Key::mixed(1)).is_some(), "still found");
    /// assert_eq!(table.store(Key::mixed(2), record(1)), Stored::Replaced, "replaced first, whatever its depth");
    /// # Ok::<(), tt::TableError>(())
    /// ```
    fn stamp(&mut self);

    /// Removes all positions.
    fn clear(&mut self);
}

/// Queries about the contents of a table.
///
/// ```
/// use tt::{Inspect, TwoBig1};
///
/// let table = TwoBig1::<()>::new("8K".parse()?)?;
/// assert_eq!((Inspect::capacity(&table), Inspect::fill(&table)), (8_192, 0));
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Inspect {
    /// Returns the number of slots, which is the maximum number of positions.
    fn capacity(&self) -> u64;

    /// Returns the number of stored positions. This takes time proportional to the size of the table.
    fn fill(&self) -> u64;

    /// Returns the permille of slots that contain positions of the current search, from a sample.
    fn hashfull(&self) -> u32;

    /// Returns what the table knows of a key.
    fn identity(&self, key: Key) -> Identity;

    /// Returns the function [`identity`](Self::identity), which does not borrow the table.
    fn identities(&self) -> Box<dyn Fn(Key) -> Identity>;
}

/// The result of offering a position to a table.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Bound, Buckets, Key, Record, Stored, Table};
///
/// // A table of one position, in which all positions collide.
/// let mut table = Buckets::<Thesis<()>, OneLevel<Deep>, 1>::new("1".parse()?)?;
/// let record = |depth| Record { bound: Bound::Exact, depth, ..Record::default() };
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
    /// The same position was already stored, and no other position was lost.
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
        /// Whether the bucket was full, so that the position in its last slot is lost.
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

macro_rules! forward_inspect {
    ($($pointer:ty),*) => {$(
        impl<T: Inspect + ?Sized> Inspect for $pointer {
            fn capacity(&self) -> u64 {
                T::capacity(self)
            }

            fn fill(&self) -> u64 {
                T::fill(self)
            }

            fn hashfull(&self) -> u32 {
                T::hashfull(self)
            }

            fn identity(&self, key: Key) -> Identity {
                T::identity(self, key)
            }

            fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
                T::identities(self)
            }
        }
    )*};
}

forward_inspect!(&T, Box<T>);

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

impl Maintain for () {
    fn stamp(&mut self) {}

    fn clear(&mut self) {}
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<T: Table + ?Sized> Table for $pointer {
            type Payload = T::Payload;

            #[inline]
            fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
                T::probe(self, key)
            }

            #[inline(always)]
            fn probe_both(&self, key: Key) -> Option<(Record<T::Payload>, Option<Record<T::Payload>>)> {
                T::probe_both(self, key)
            }

            #[inline(always)]
            fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
                T::store(self, key, record)
            }

            #[inline]
            fn reads_move_index(&self) -> bool {
                T::reads_move_index(self)
            }

            fn identify(&mut self, encoding: &[u8]) {
                T::identify(self, encoding);
            }

            #[inline]
            fn prefetch(&self, key: Key) {
                T::prefetch(self, key);
            }

            #[inline(always)]
            fn hit(&mut self, key: Key) {
                T::hit(self, key);
            }
        }

        impl<T: Maintain + ?Sized> Maintain for $pointer {
            fn stamp(&mut self) {
                T::stamp(self);
            }

            fn clear(&mut self) {
                T::clear(self);
            }
        }
    )*};
}

forward!(&mut T, Box<T>);
