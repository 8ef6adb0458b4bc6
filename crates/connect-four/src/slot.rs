//! What the table of the best solver stores of a position: the key, and two bounds of its score.

use std::fmt;
use std::hash::Hash;

use tt::{Bound, Guard, Key, Layout, SingleWord, Worth, Xor};

/// The known bounds of a position's score, and the number of nodes that they took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lowest: i32,
    pub(crate) highest: i32,
    pub(crate) nodes: u64,
}

/// Bitboards whose sums, the codes of positions, can be keys of a table.
pub(crate) trait Storable: Sized {
    /// The bits of a code that a [`Key`] has no room for.
    type Rest: Copy + Default + Eq + Hash + fmt::Debug + Send + Sync;
    type Layout: Layout<Record = KeyedBounds<Self::Rest>>;
    type Guard: Guard;

    /// Returns the key of a position code of `bits` bits. Different codes have different keys.
    fn key(self, bits: u32) -> LongKey<Self::Rest>;
}

/// The key of a position: the [`Key`] by which the table looks it up, and the rest, which is compared with the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LongKey<R> {
    pub(crate) key: Key,
    pub(crate) rest: R,
}

/// A record: what is known of a position, and the rest of its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyedBounds<R> {
    pub(crate) bounds: Bounds,
    pub(crate) rest: R,
}

impl<R: Copy + Eq> KeyedBounds<R> {
    /// Returns the bounds if this is the record of the position with this key. The table has compared the other part.
    #[inline(always)]
    pub(crate) fn of(self, key: LongKey<R>) -> Option<Bounds> {
        (self.rest == key.rest).then_some(self.bounds)
    }
}

impl Storable for u64 {
    type Rest = ();
    type Layout = BoundsSlot;
    type Guard = SingleWord;

    /// The highest bit of the code becomes that of the key.
    #[inline(always)]
    fn key(self, bits: u32) -> LongKey<()> {
        LongKey { key: Key(self << (64 - bits)), rest: () }
    }
}

impl Storable for u128 {
    type Rest = u64;
    type Layout = LongBoundsSlot;
    type Guard = Xor;

    /// A code of more than 64 bits is scrambled reversibly, so that its highest 64 bits depend on all others.
    #[inline]
    fn key(self, bits: u32) -> LongKey<u64> {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        if bits <= 64 {
            return LongKey { key: (self as u64).key(bits).key, rest: 0 };
        }
        let scrambled = self.wrapping_mul(ODD) & (!0 >> (128 - bits));
        LongKey { key: Key((scrambled >> (bits - 64)) as u64), rest: scrambled as u64 & (!0 >> (128 - bits)) }
    }
}

/// A position in 8 bytes. The work is one plus the binary logarithm of the nodes of the subtree, and 0 if the slot is
/// free.
///
/// ```text
/// bits 17..64  the bits of the scrambled key that do not select the bucket
///      12..17  work
///       6..12  upper bound of the score, plus 32
///       0..6   lower bound of the score, plus 32
/// ```
pub(crate) struct BoundsSlot;

/// A position in 16 bytes, for boards of more than 64 bits: the scrambled key, and a word with the rest.
///
/// ```text
/// bits 24..64  the rest of the key
///      16..24  work
///       8..16  upper bound of the score, plus 128
///       0..8   lower bound of the score, plus 128
/// ```
pub(crate) struct LongBoundsSlot;

/// The offset that is added to a score to store it as a 6-bit number, in a slot of 8 bytes.
const ZERO: i32 = 32;
const WORK_SHIFT: u32 = 12;
const WORK: u64 = 31;
const CHECK_SHIFT: u32 = 17;

/// The offset in a slot of 16 bytes.
const LONG_ZERO: i32 = 128;
const LONG_WORK_SHIFT: u32 = 16;
const LONG_WORK: u64 = 255;
const REST_SHIFT: u32 = 24;
/// The maximum number of bits of a key in a slot of 16 bytes.
pub(crate) const LONG_KEY_BITS: u32 = 64 + (64 - REST_SHIFT);

/// No score exceeds half the number of squares. A column has a spare bit, so a board has fewer squares than bits.
const _: () = assert!(u64::BITS / 2 <= ZERO as u32 && LONG_KEY_BITS / 2 < LONG_ZERO as u32);

/// Returns the work of a subtree.
fn work(nodes: u64) -> u64 {
    u64::from(1 + nodes.max(1).ilog2()).min(u64::from(u64::BITS - 1))
}

/// Returns the work of a subtree as a slot of 8 bytes stores it.
fn short_work(nodes: u64) -> u64 {
    work(nodes).min(WORK)
}

/// Returns the nodes of a subtree of this work.
#[inline]
fn nodes(work: u64) -> u64 {
    (1 << work) >> 1
}

/// Returns what the policy sees, of which only the order matters.
#[inline]
fn worth(work: u64) -> Worth {
    Worth { depth: 0, nodes: work as u32, age: 0, bound: Bound::Exact, ..Worth::default() }
}

/// Returns both bounds of a score in 12 bits.
#[inline]
pub(crate) fn packed(lowest: i32, highest: i32) -> u64 {
    ((highest + ZERO) as u64) << 6 | (lowest + ZERO) as u64
}

/// Returns the lower and the upper bound that [`packed`] has packed. Higher bits are ignored.
#[inline]
pub(crate) fn unpacked(bits: u64) -> (i32, i32) {
    let bound = |shift: u32| (bits >> shift & 63) as i32 - ZERO;
    (bound(0), bound(6))
}

impl Layout for BoundsSlot {
    type Record = KeyedBounds<()>;
    type Words = u64;
    type Extra = ();
    const KEY_BITS: u32 = 64 - CHECK_SHIFT;

    #[inline]
    fn pack(check: u64, &KeyedBounds { bounds, .. }: &KeyedBounds<()>, _: u8) -> u64 {
        debug_assert!(bounds.lowest <= bounds.highest);
        check & !0 << CHECK_SHIFT | short_work(bounds.nodes) << WORK_SHIFT | packed(bounds.lowest, bounds.highest)
    }

    #[inline]
    fn is_free(&word: &u64) -> bool {
        word == 0
    }

    #[inline]
    fn check(word: &u64) -> u64 {
        word & !0 << CHECK_SHIFT
    }

    #[inline]
    fn record(&word: &u64) -> KeyedBounds<()> {
        let (lowest, highest) = unpacked(word);
        KeyedBounds { bounds: Bounds { lowest, highest, nodes: nodes(word >> WORK_SHIFT & WORK) }, rest: () }
    }

    #[inline]
    fn worth(word: &u64, _: u8) -> Worth {
        worth(word >> WORK_SHIFT & WORK)
    }

    #[inline]
    fn worth_of(record: &KeyedBounds<()>) -> Worth {
        worth(short_work(record.bounds.nodes))
    }
}

impl Layout for LongBoundsSlot {
    type Record = KeyedBounds<u64>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = 64;

    #[inline]
    fn pack(check: u64, &KeyedBounds { bounds, rest }: &KeyedBounds<u64>, _: u8) -> [u64; 2] {
        debug_assert!(bounds.lowest <= bounds.highest && rest >> (64 - REST_SHIFT) == 0);
        let score = |bound: i32| (bound + LONG_ZERO) as u64;
        let scores = score(bounds.highest) << 8 | score(bounds.lowest);
        [check, rest << REST_SHIFT | work(bounds.nodes) << LONG_WORK_SHIFT | scores]
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[1] == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[0]
    }

    #[inline]
    fn record(&[_, word]: &[u64; 2]) -> KeyedBounds<u64> {
        let score = |shift: u32| (word >> shift & 255) as i32 - LONG_ZERO;
        let nodes = nodes(word >> LONG_WORK_SHIFT & LONG_WORK);
        KeyedBounds { bounds: Bounds { lowest: score(0), highest: score(8), nodes }, rest: word >> REST_SHIFT }
    }

    #[inline]
    fn worth(words: &[u64; 2], _: u8) -> Worth {
        worth(words[1] >> LONG_WORK_SHIFT & LONG_WORK)
    }

    #[inline]
    fn worth_of(record: &KeyedBounds<u64>) -> Worth {
        worth(work(record.bounds.nodes))
    }
}
