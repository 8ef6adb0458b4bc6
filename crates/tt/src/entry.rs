//! The memory layout of a position.

use zobrist::Key;

use crate::{Bound, MAX_NODES, Record, Score, Worth};

/// A slot of a table, which holds at most one position.
///
/// ```text
///  byte 0          1                    2 ....................... 7
///      +-----------+---------+----------------------------------+
///      | generation|  depth  |   the 48 high bits of the key    |   tag
///      +-----------+---------+----------------------------------+
///  byte 8 ................. 11    12 .... 13     14 .......... 15
///      +----------------------+---------------+-----------------+
///      | nodes: 30, bound: 2  |     score     |     payload     |
///      +----------------------+---------------+-----------------+
/// ```
///
/// Together, the 48 bits and the hash index verify the whole key in a table of 2^16 entries or more, and 48 + n bits of
/// it in a smaller table of 2^n entries. A free slot has 0 nodes, and a stored position has at least 1. No key and no
/// bound is therefore reserved, and a record without a score (bound 0) is stored like any other.
///
/// With a payload of up to two bytes, a position takes 16 bytes, and a cache line holds four of them. A longer payload
/// must make the size a power of two, so that no position straddles cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry<P> {
    tag: u64,
    /// The nodes in the high bits and the bound in the two low bits; less than 4 in a free slot.
    work: u32,
    score: Score,
    payload: P,
}

const _: () = assert!(size_of::<Entry<()>>() == 16 && size_of::<Entry<u16>>() == 16);

/// The bits of a key that a slot stores.
pub(crate) const KEY: u64 = !0xffff;
const DEPTH_SHIFT: u32 = 8;

impl<P: Copy> Entry<P> {
    /// Fails to compile for a payload whose entries would straddle cache lines.
    pub(crate) const FITS_CACHE_LINES: () = assert!(
        size_of::<Self>().is_power_of_two() && size_of::<Self>() <= 64,
        "pad the payload: its size plus 14 bytes must be 16, 32 or 64"
    );

    /// Packs `record`, whose node count must be from 1 to [`MAX_NODES`].
    #[inline]
    pub(crate) fn new(key: Key, record: &Record<P>, generation: u8) -> Self {
        debug_assert!((1..=MAX_NODES).contains(&record.nodes), "invalid node count {}", record.nodes);
        Self {
            tag: key.0 & KEY | u64::from(record.depth) << DEPTH_SHIFT | u64::from(generation),
            work: record.nodes << 2 | u32::from(record.bound.bits()),
            score: record.score,
            payload: record.payload,
        }
    }

    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.nodes() == 0
    }

    /// Returns whether the slot holds the position with this key. It is false for a free slot.
    #[inline]
    pub(crate) fn holds(&self, key: Key) -> bool {
        (self.tag ^ key.0) & KEY == 0 && !self.is_free()
    }

    /// Returns the bits of the position's key that the slot stores.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        Key(self.tag & KEY)
    }

    #[inline]
    pub(crate) fn record(&self) -> Record<P> {
        Record {
            payload: self.payload,
            score: self.score,
            bound: self.bound(),
            depth: self.depth(),
            nodes: self.nodes(),
        }
    }

    #[inline]
    pub(crate) fn worth(&self, generation: u8) -> Worth {
        Worth {
            depth: self.depth(),
            nodes: self.nodes(),
            age: generation.wrapping_sub(self.generation()),
            bound: self.bound(),
        }
    }

    #[inline]
    pub(crate) fn generation(&self) -> u8 {
        self.tag as u8
    }

    #[inline]
    fn depth(&self) -> u8 {
        (self.tag >> DEPTH_SHIFT) as u8
    }

    #[inline]
    fn nodes(&self) -> u32 {
        self.work >> 2
    }

    #[inline]
    fn bound(&self) -> Bound {
        Bound::from_bits_truncate(self.work as u8)
    }
}
