//! The information that a table stores about a position, and the part of it that a replacement scheme can see.

use bitflags::bitflags;
use zobrist::Key;

/// A score of a position for the side to move.
///
/// The game defines the unit, such as centipawns, win or loss, or the distance to the end of the game.
pub type Score = i16;

bitflags! {
    /// How a stored score relates to the true value: the *flag* of `[Breuker 1998, 2.3.2]`.
    ///
    /// A score that is both a lower and an upper bound is exact. A record with an empty bound has no score; it only
    /// stores the payload, such as a move, of a position whose value is unknown.
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

/// The information that a table stores about one position (`[Breuker 1998, 2.3.2]`, without the key).
///
/// ```
/// use tt::{Bound, Record};
///
/// let record = Record { payload: 0x1234_u16, score: 25, bound: Bound::LOWER, depth: 6, nodes: 1_500 };
/// assert!(!record.bound.contains(Bound::EXACT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// Data of the game, which the table returns unchanged: a best move, a line of moves, or nothing.
    ///
    /// `P::default()` means no data.
    pub payload: P,
    /// The score. `bound` says whether it is exact.
    pub score: Score,
    /// Whether the score is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// The search depth of the subtree in plies.
    pub depth: u8,
    /// The number of nodes of the subtree, from 1 to [`MAX_NODES`]. A table clamps other numbers to this range.
    pub nodes: u32,
}

/// A position in a table, with its location, as returned by
/// [`TranspositionTable::residents`](crate::TranspositionTable::residents).
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
    /// The index of the entry.
    pub entry: u64,
    /// The index within the entry; 0 is the first level.
    pub level: usize,
    /// The bits of the position's key by which the table distinguishes positions; see
    /// [`Table::distinguished`](crate::Table::distinguished).
    pub key: Key,
    /// The number of stamps since the position was stored; see [`Worth::age`].
    pub age: u8,
    /// The record of the position.
    pub record: Record<P>,
}

/// The maximum number of nodes that a table can store for a position, 2^30 - 1. Larger numbers saturate.
pub const MAX_NODES: u32 = (1 << 30) - 1;

/// The properties of a position that a replacement scheme can see.
///
/// ```
/// use tt::{Bound, Worth};
///
/// let worth = Worth { depth: 3, nodes: 40, age: 1, bound: Bound::EXACT };
/// assert!(worth.stamped());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The search depth of the subtree in plies.
    pub depth: u8,
    /// The number of nodes of the subtree, from 1 to [`MAX_NODES`].
    pub nodes: u32,
    /// The number of stamps since the position was stored, modulo 256. After exactly 256 stamps, a position that was
    /// neither stored again nor replaced appears new again.
    pub age: u8,
    /// Whether the score is exact or a bound; empty if there is no score. Breuker's schemes ignore it.
    pub bound: Bound,
}

impl Worth {
    /// Returns whether the position belongs to an earlier search (`[Breuker 1998, 2.7.1]`, "Time stamping").
    #[inline]
    #[must_use]
    pub fn stamped(self) -> bool {
        self.age > 0
    }
}
