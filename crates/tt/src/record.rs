//! The information that a table stores about a position, and the part of it that a policy can see.

use crate::{Layout, Payload};

/// A score of a position for the side to move.
///
/// The game defines the unit, such as centipawns, win or loss, or the distance to the end of the game.
pub type Score = i16;

/// How a stored score relates to the true value: the *flag* of `[Breuker 1998, 2.3.2]`.
///
/// ```
/// use tt::Bound;
///
/// let says = |bound| match bound {
///     Bound::None => "nothing",
///     Bound::Lower => "at least the score",
///     Bound::Upper => "at most the score",
///     Bound::Exact => "the score",
/// };
/// assert_eq!(says(Bound::Lower), "at least the score");
/// assert!(Bound::Exact.is_lower() && Bound::Exact.is_upper());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// There is no score. The record only stores the payload, such as a move, of a position whose value is unknown.
    #[default]
    None = 0,
    /// The value is at least the score.
    Lower = 1,
    /// The value is at most the score.
    Upper = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// All bounds, in the order of their [numbers](Self::number).
    pub const ALL: [Self; 4] = [Self::None, Self::Lower, Self::Upper, Self::Exact];

    /// Returns whether the value is at least the score.
    #[inline]
    #[must_use]
    pub const fn is_lower(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Returns whether the value is at most the score.
    #[inline]
    #[must_use]
    pub const fn is_upper(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Returns whether a score with this bound decides a search with the window from alpha to beta: it is exact, a
    /// lower bound that reaches beta, or an upper bound that does not exceed alpha.
    ///
    /// ```
    /// use tt::Bound;
    ///
    /// assert!(Bound::Lower.decides(30, (10, 20)) && !Bound::Lower.decides(15, (10, 20)));
    /// assert!(Bound::Exact.decides(15, (10, 20)) && !Bound::None.decides(30, (10, 20)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn decides(self, score: Score, (alpha, beta): (Score, Score)) -> bool {
        match self {
            Self::None => false,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
            Self::Exact => true,
        }
    }

    /// Returns a number from 0 to 3, for layouts: the sum of 1 for a lower and 2 for an upper bound.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the bound whose number is in the two low bits.
    #[inline]
    #[must_use]
    pub const fn from_number(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Lower,
            2 => Self::Upper,
            _ => Self::Exact,
        }
    }
}

/// The information that a table stores about one position (`[Breuker 1998, 2.3.2]`, without the key).
///
/// ```
/// use tt::{Bound, Record};
///
/// let record = Record { payload: 0x1234_u16, score: 25, bound: Bound::Lower, depth: 6, ..Record::default() };
/// assert_eq!((record.nodes, record.is_pv, record.user), (1, false, 0));
/// assert_eq!(record.without_payload().score, 25);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<P> {
    /// Data of the game, which the table returns unchanged: a best move, a line of moves, or nothing.
    pub payload: P,
    /// The score. `bound` says whether it is exact.
    pub score: Score,
    /// Whether the score is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// The search depth of the subtree in plies. Some layouts store 255 as 254. A search whose depths can be negative,
    /// as in quiescence, adds a constant before it stores and subtracts it afterwards: `-1 as u8` would be 255, and the
    /// record would never be replaced. Rules that compare differences of depths do not notice the constant; those that
    /// compare [ratios](crate::policies::RequiredDepth) do.
    pub depth: u8,
    /// The number of nodes of the subtree, from 1 to [`MAX_NODES`]. A table clamps other numbers to this range, and
    /// layouts for engines do not store it: it is 1 in their records.
    pub nodes: u32,
    /// Whether the position was searched with a window of more than one score, as the nodes of the principal variation
    /// are. Layouts for engines store it; with others, it is false in every record that is found.
    pub is_pv: bool,
    /// A number for the search's own use, which [policies](crate::Policy) see, such as the selectivity of the search or
    /// the index of the best move. [`Engine`](crate::layouts::Engine) stores it; with other layouts of this crate, it
    /// is 0 in every record that is found.
    pub user: u8,
}

impl<P: Payload> Default for Record<P> {
    /// Returns a record without a score and a payload, of one node.
    #[inline]
    fn default() -> Self {
        Self { payload: P::NONE, score: 0, bound: Bound::None, depth: 0, nodes: 1, is_pv: false, user: 0 }
    }
}

impl<P> Record<P> {
    /// Returns the record without its payload.
    #[inline]
    #[must_use]
    pub fn without_payload(&self) -> Record<()> {
        self.with_payload(())
    }

    /// Returns the record with another payload.
    #[inline]
    #[must_use]
    pub fn with_payload<Q>(&self, payload: Q) -> Record<Q> {
        let &Self { payload: _, score, bound, depth, nodes, is_pv, user } = self;
        Record { payload, score, bound, depth, nodes, is_pv, user }
    }
}

/// A position in a table, with its location, as returned by [`Buckets::residents`](crate::Buckets::residents).
///
/// ```
/// use tt::{Bound, Key, Maintain, Record, Resident, Table, TwoBig1};
///
/// let mut table = TwoBig1::<()>::new("2".parse()?)?;
/// let record = Record { bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// table.store(Key::mixed(1), record);
/// table.stamp();
/// let identity = table.identity(Key::mixed(1));
/// assert!(table.residents().eq([Resident { identity, slot: 0, age: 1, record, second: None }]));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident<R> {
    /// What the table knows of the position's key.
    pub identity: Identity,
    /// The index of the slot in the bucket; 0 is the first level.
    pub slot: usize,
    /// The number of stamps since the position was stored; see [`Worth::age`].
    pub age: u8,
    /// The record of the position.
    pub record: R,
    /// A second record of the position in this slot, such as that of its other bound.
    pub second: Option<R>,
}

impl<R> Resident<R> {
    pub(crate) fn of<L: Layout<Record = R>>(bucket: u64, slot: usize, words: &L::Words, generation: u8) -> Self {
        Self {
            identity: Identity { bucket, check: L::check(words) },
            slot,
            age: L::worth(words, generation).age,
            record: L::record(words),
            second: L::second(words),
        }
    }
}

/// What a table knows of a key. It confuses two positions if and only if their keys have the same identity.
///
/// ```
/// use tt::{Key, TwoBig1};
///
/// let table = TwoBig1::<()>::new("16".parse()?)?;
/// let key = Key(0x9d39_247e_3377_6d41);
/// assert_eq!(table.identity(key).bucket, 1);
/// assert_eq!(table.identity(key), table.identity(key ^ Key(1 << 7)));
/// assert_ne!(table.identity(key), table.identity(key ^ Key(1 << 40)));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The index of the bucket that the key selects.
    pub bucket: u64,
    /// The bits that are stored with the position and compared. All others are zero.
    pub check: u64,
}

/// The maximum number of nodes that a table can store for a position, 2^30 - 1. Larger numbers saturate.
pub const MAX_NODES: u32 = (1 << 30) - 1;

/// The properties of a position that a policy can see.
///
/// ```
/// use tt::{Bound, Worth};
///
/// let worth = Worth { depth: 3, nodes: 40, age: 1, bound: Bound::Exact, ..Worth::default() };
/// assert!(worth.stamped());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The search depth of the subtree in plies.
    pub depth: u8,
    /// The number of nodes of the subtree, from 1 to [`MAX_NODES`].
    pub nodes: u32,
    /// The number of stamps since the position was stored, modulo 256; modulo 64 with the layout
    /// [`Compact`](crate::layouts::Compact), and modulo 32 with [`TenBytes`](crate::layouts::TenBytes). After
    /// exactly as many stamps, a position that was neither stored again nor replaced appears new again.
    pub age: u8,
    /// Whether the score is exact or a bound. Breuker's schemes ignore it.
    pub bound: Bound,
    /// Whether the position was a PV node; false if the layout does not store it.
    pub is_pv: bool,
    /// The [number of the search](Record::user); 0 if the layout does not store it.
    pub user: u8,
}

impl Default for Worth {
    /// Returns the worth of a position without a score, with one node.
    #[inline]
    fn default() -> Self {
        Self { depth: 0, nodes: 1, age: 0, bound: Bound::None, is_pv: false, user: 0 }
    }
}

impl Worth {
    /// Returns what a policy sees of a record whose nodes are stored, but neither the PV node nor the number of the
    /// search, as in the layouts of the thesis.
    #[inline]
    #[must_use]
    pub fn of<P>(record: &Record<P>) -> Self {
        let Record { depth, bound, nodes, .. } = *record;
        Self { depth, nodes: nodes.clamp(1, MAX_NODES), bound, ..Self::default() }
    }

    /// Returns whether the position belongs to an earlier search (`[Breuker 1998, 2.7.1]`, "Time stamping").
    #[inline]
    #[must_use]
    pub fn stamped(self) -> bool {
        self.age > 0
    }
}
