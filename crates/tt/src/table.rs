//! What a search asks of a table.

use zobrist::Key;

use crate::Record;

/// A memory of positions.
///
/// The search looks up a position with [`probe`](Self::probe), and offers what it found with [`store`](Self::store);
/// the table decides whether to keep it. `()` is the table that remembers nothing.
///
/// # Keys
///
/// A position is known by its key alone, so keys must be spread over all 64 bits. A
/// [`TranspositionTable`](crate::TranspositionTable) of 2^n entries takes the n low bits to choose the entry and
/// verifies the 48 high ones: two keys that agree in those are the same position to it, and [`probe`](Self::probe)
/// returns the record of one for the other. Small integers all agree in the high bits, so those that are equal modulo
/// 2^n are taken for each other without a message. Make keys with [`Numbers`](zobrist::Numbers), or with [`Key::mixed`]
/// if the position is a number.
///
/// Even among well-spread keys two positions can share one. [`zobrist::collisions`] computes how probable that is, and
/// [`Audited`](crate::Audited) counts how often it happens.
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
    /// What the game keeps with a position; `default()` is nothing.
    type Payload: Copy + Default;

    /// Returns what is known of the position with this key, or of another one that the table takes for it.
    fn probe(&self, key: Key) -> Option<Record<Self::Payload>>;

    /// Offers what was found out about the position with this key.
    ///
    /// Every record can be stored. One without a score (an empty bound) competes for its place like any other, and by
    /// default overwrites what was known of the same position;
    /// [`Replacement::update`](crate::Replacement::update) can keep a score from being lost that way.
    fn store(&mut self, key: Key, record: Record<Self::Payload>) -> Stored;

    /// Hints that the position with this key is about to be probed.
    #[inline]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// What a cut-off by `record` adds to the subtree size of the position above; see
    /// [`Replacement::hit_size`](crate::Replacement::hit_size).
    #[inline]
    fn hit_size(&self, record: &Record<Self::Payload>) -> u32 {
        let _ = record;
        1
    }

    /// The bits of `key` by which the table tells positions apart: two keys that agree in them are one to it.
    #[inline]
    fn distinguished(&self, key: Key) -> Key {
        key
    }

    /// Says which whole position the next [`probe`](Self::probe) or [`store`](Self::store) is about.
    ///
    /// Only an auditing table calls `whole`; for every other the call vanishes.
    #[inline]
    fn identify<W: Into<Whole>>(&mut self, whole: impl FnOnce() -> W) {
        let _ = whole;
    }

    /// Stamps every position as being of an earlier search (`[Breuker 1998, 2.7.1]`, "Time stamping").
    ///
    /// A [`TranspositionTable`](crate::TranspositionTable) advances one counter of 8 bits, whatever its size. See
    /// [`Worth::age`](crate::Worth::age) for what follows after 256 stamps.
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

    /// Forgets every position.
    fn clear(&mut self) {}
}

/// A whole position in a form that differs whenever the positions differ; a game chooses the encoding.
pub type Whole = Box<[u8]>;

/// What became of a position offered to a table.
///
/// ```
/// use tt::{Bound, Key, Record, Scheme, Stored, Table, TranspositionTable};
///
/// // One position, so that every other one collides with it.
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
    /// It took a free place.
    Fresh,
    /// The same position was there.
    Same {
        /// Whether it was brought up to date, or left as it was because the scheme preferred that.
        updated: bool,
    },
    /// It replaced a position, which is lost.
    Replaced,
    /// The residents stayed; it is lost itself.
    Kept,
    /// It took the first place and moved the residents down. In an entry of one place, the resident is lost.
    Demoted {
        /// Whether the entry was full, so that its last position is lost.
        lost: bool,
    },
    /// The table keeps nothing of the kind.
    Ignored,
}

impl Stored {
    /// Whether a position was lost, resident or candidate: a collision in the sense of `[Breuker 1998, 2.4.2]`.
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
