//! One position as it lies in memory.

use zobrist::Key;

use crate::{Bound, MAX_NODES, Record, Score, Worth};

/// One position of a table.
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
/// The 48 bits and the hash index together verify the whole key in a table of 2^16 entries or more, and 48 + n bits of
/// it in one of 2^n. A free place has 0 nodes, and every stored position at least 1: so no key and no bound is special,
/// and a record without a score (bound 0) is stored like any other.
///
/// A payload of up to two bytes makes 16 bytes, four positions to a cache line; a longer one has to fill its power of
/// two, so that no position straddles cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Entry<P> {
    tag: u64,
    /// Nodes above, bound in the two low bits; less than 4 in a free place.
    work: u32,
    score: Score,
    payload: P,
}

const _: () = assert!(size_of::<Entry<()>>() == 16 && size_of::<Entry<u16>>() == 16);

/// The bits of a key that an entry keeps.
pub(crate) const KEY: u64 = !0xffff;
const DEPTH_SHIFT: u32 = 8;

impl<P: Copy> Entry<P> {
    /// Fails to compile for a payload whose entries would straddle cache lines.
    pub(crate) const FITS_CACHE_LINES: () = assert!(
        size_of::<Self>().is_power_of_two() && size_of::<Self>() <= 64,
        "pad the payload: 14 bytes and the payload must make 16, 32 or 64"
    );

    /// Packs `record`, whose nodes are within 1 and [`MAX_NODES`].
    #[inline]
    pub(crate) fn new(key: Key, record: &Record<P>, generation: u8) -> Self {
        debug_assert!((1..=MAX_NODES).contains(&record.nodes), "{} nodes", record.nodes);
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

    /// Whether the place holds the position of `key`. A free place holds none.
    #[inline]
    pub(crate) fn holds(&self, key: Key) -> bool {
        (self.tag ^ key.0) & KEY == 0 && !self.is_free()
    }

    /// The bits of the position's key that the slot keeps.
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
