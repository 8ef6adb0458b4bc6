//! What a table keeps of a position, and what a replacement scheme may know of it.

use bitflags::bitflags;
use zobrist::Key;

/// The value of a position for the side to move.
///
/// Its unit is the game's own: centipawns, win or loss, or a distance to the end.
pub type Score = i16;

bitflags! {
    /// How a stored score relates to the true value: the *flag* of `[Breuker 1998, 2.3.2]`.
    ///
    /// A score that bounds the value from both sides is exact. A record with an empty bound has no score: it stores a
    /// move, or whatever the payload is, for a position whose value is not known.
    ///
    /// ```
    /// use tt::Bound;
    ///
    /// assert_eq!(Bound::LOWER | Bound::UPPER, Bound::EXACT);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Bound: u8 {
        /// The value is at least the score.
        const LOWER = 1;
        /// The value is at most the score.
        const UPPER = 2;
        /// The value is the score.
        const EXACT = Self::LOWER.bits() | Self::UPPER.bits();
    }
}

/// The information that a table keeps of one position (`[Breuker 1998, 2.3.2]`, without the key).
///
/// ```
/// use tt::{Bound, Record};
///
/// let record = Record { payload: 0x1234_u16, score: 25, bound: Bound::LOWER, depth: 6, nodes: 1_500 };
/// assert!(!record.bound.contains(Bound::EXACT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// What the game wants back, opaque to the table: a best move, a line of moves, or nothing.
    ///
    /// `P::default()` means that there is none.
    pub payload: P,
    /// The value found, as good as `bound` says.
    pub score: Score,
    /// How `score` is to be read.
    pub bound: Bound,
    /// Depth in plies to which the subtree was searched.
    pub depth: u8,
    /// Nodes of the subtree searched to obtain the score, from 1 to [`MAX_NODES`]. A table stores a number outside of
    /// this range as the nearest one inside it.
    pub nodes: u32,
}

/// A position that a table holds and where it is, as
/// [`TranspositionTable::residents`](crate::TranspositionTable::residents) returns it.
///
/// ```
/// use tt::{Bound, Key, Record, Resident, Table, TranspositionTable, TwoDeep};
///
/// let mut table = TranspositionTable::<_, ()>::new("2".parse()?, TwoDeep::default())?;
/// let record = Record { payload: (), score: 0, bound: Bound::EXACT, depth: 3, nodes: 40 };
/// table.store(Key::mixed(1), record);
/// table.stamp();
/// let key = table.distinguished(Key::mixed(1));
/// assert!(table.residents().eq([Resident { entry: 0, level: 0, key, age: 1, record }]));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident<P> {
    /// Index of the entry.
    pub entry: u64,
    /// Index within the entry; 0 is the first level.
    pub level: usize,
    /// The bits of the position's key that the table knows: those that
    /// [`Table::distinguished`](crate::Table::distinguished) keeps.
    pub key: Key,
    /// Number of stamps since the position was stored; see [`Worth::age`].
    pub age: u8,
    /// What the table keeps of the position.
    pub record: Record<P>,
}

/// The largest subtree that an entry can tell from a larger one: 2^30 - 1 nodes.
pub const MAX_NODES: u32 = (1 << 30) - 1;

/// What a position is worth to a replacement scheme: all that a scheme may look at.
///
/// ```
/// use tt::{Bound, Worth};
///
/// let worth = Worth { depth: 3, nodes: 40, age: 1, bound: Bound::EXACT };
/// assert!(worth.stamped());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Depth in plies of the subtree searched.
    pub depth: u8,
    /// Nodes of the subtree searched, from 1 to [`MAX_NODES`].
    pub nodes: u32,
    /// Number of stamps since the position was stored, modulo 256: after exactly 256 stamps a position that was neither
    /// stored again nor replaced looks new once more.
    pub age: u8,
    /// Whether its score is exact or a bound; empty if it has none. Breuker's schemes never look at it.
    pub bound: Bound,
}

impl Worth {
    /// Whether the position is left from an earlier search (`[Breuker 1998, 2.7.1]`, "Time stamping").
    #[inline]
    #[must_use]
    pub fn stamped(self) -> bool {
        self.age > 0
    }
}
