//! The table of the best solver: buckets of one cache line, two bounds for each position, and no type-1 errors.
//!
//! ```text
//! bucket   one cache line of eight slots
//! slot     bits 17..64  verification: the bits of the scrambled key that are not in the index, plus one; 0 if empty
//!               12..17  work: logarithm of the nodes of the subtree
//!                6..12  upper bound of the score, plus 32
//!                0..6   lower bound of the score, plus 32
//! ```
//!
//! A key is multiplied by an odd number, which is reversible. The high bits of the product are the index, and the table
//! stores all other bits. Two positions are therefore never confused, whatever the size of the table, as with the
//! remainders by two coprime numbers of `[Pons, part 11]`, but without a division. The verification of a stored
//! position is never zero, so the position with key 0 needs no special treatment. A full bucket replaces the position
//! with the least work.

use tt::{Pages, Slots};

use crate::SolverError;

/// The known bounds of a position's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lowest: i32,
    pub(super) highest: i32,
}

pub(super) struct Table {
    buckets: Slots<[u64; WIDTH]>,
    key_mask: u64,
    /// The number of bits of a key that are not in the index.
    rest: u32,
}

/// The number of slots of a bucket.
const WIDTH: usize = 8;
/// The offset that is added to a score to store it as a 6-bit number.
const ZERO: i32 = 32;
/// The number of bits of a slot below the verification.
const REST: u32 = 17;

const _: () = assert!(size_of::<[u64; WIDTH]>() == 64, "a bucket must have the size of a cache line");

impl Table {
    /// Creates a table of 2^`log2_buckets` buckets for keys of `bits` bits.
    pub(super) fn new(log2_buckets: u32, bits: u32) -> Result<Self, SolverError> {
        // Adding one to the verification takes one bit more.
        let min = bits.saturating_sub(63 - REST);
        let max = 31;
        if !(min..=max).contains(&log2_buckets) {
            return Err(SolverError::Buckets { requested: log2_buckets, min, max });
        }
        let log2_buckets = log2_buckets.min(bits - 1);
        // 2^31 fits into a `usize` on every supported platform.
        let buckets = Slots::new(1 << log2_buckets, 1, Pages::Huge)
            .map_err(|error| SolverError::OutOfMemory { bytes: 64 << log2_buckets, reason: error.to_string() })?;
        Ok(Self { buckets, key_mask: u64::MAX >> (64 - bits), rest: bits - log2_buckets })
    }

    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.locate(key).0);
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Bounds> {
        let (index, verification) = self.locate(key);
        let slot = self.buckets[index].into_iter().find(|slot| slot >> REST == verification)?;
        Some(Bounds { lowest: (slot & 63) as i32 - ZERO, highest: (slot >> 6 & 63) as i32 - ZERO })
    }

    /// Stores bounds that were found with `nodes` nodes. They must include the bounds that were known before.
    #[inline]
    pub(super) fn store(&mut self, key: u64, bounds: Bounds, nodes: u64) {
        debug_assert!(bounds.lowest <= bounds.highest);
        let (index, verification) = self.locate(key);
        let bucket = self.buckets.write(index, |bucket| bucket[0] == 0);
        let worth = |slot: u64| if slot >> REST == verification { 0 } else { slot >> 12 & 31 };
        let mut victim = 0;
        for i in 1..WIDTH {
            if worth(bucket[i]) < worth(bucket[victim]) {
                victim = i;
            }
        }
        bucket[victim] = verification << REST
            | u64::from(1 + nodes.max(1).ilog2()).min(31) << 12
            | ((bounds.highest + ZERO) as u64) << 6
            | (bounds.lowest + ZERO) as u64;
    }

    /// Returns the index of a key's bucket, and the verification of the key.
    #[inline]
    fn locate(&self, key: u64) -> (usize, u64) {
        let scrambled = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & self.key_mask;
        ((scrambled >> self.rest) as usize, (scrambled & !(u64::MAX << self.rest)) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: -18, highest: 21 };

    #[test]
    fn different_keys_are_never_confused() {
        for log2_buckets in [0, 1, 5, 11] {
            let table = Table::new(log2_buckets, 12).unwrap();
            let mut located: Vec<_> = (0..1 << 12).map(|key| table.locate(key)).collect();
            located.sort_unstable();
            located.dedup();
            assert_eq!(located.len(), 1 << 12);
            assert!(located.iter().all(|&(_, verification)| verification != 0));
        }
    }

    #[test]
    fn the_widest_verification_fits() {
        let mut table = Table::new(18, 64).unwrap();
        let worst = (0..10_000_000).map(|i| u64::MAX - i).max_by_key(|&key| table.locate(key).1).unwrap();
        for key in [0, 1, u64::MAX, worst] {
            assert_eq!(table.probe(key), None);
            table.store(key, BOUNDS, 1);
            assert_eq!(table.probe(key), Some(BOUNDS));
        }
        assert!(matches!(Table::new(17, 64), Err(SolverError::Buckets { requested: 17, min: 18, max: 31 })));
        assert!(Table::new(33, 49).is_err());
    }

    #[test]
    fn a_full_bucket_replaces_the_position_with_the_least_work() {
        let mut table = Table::new(0, 12).unwrap();
        for key in 0..8 {
            table.store(key, BOUNDS, 100 << ((key + 3) % 8));
        }
        table.store(8, BOUNDS, 1);
        let kept: Vec<u64> = (0..9).filter(|&key| table.probe(key).is_some()).collect();
        assert_eq!(kept, [0, 1, 2, 3, 4, 6, 7, 8]);
        table.store(6, Bounds { lowest: 0, highest: 1 }, 1);
        assert_eq!(table.probe(6), Some(Bounds { lowest: 0, highest: 1 }));
        table.clear();
        assert!((0..9).all(|key| table.probe(key).is_none()));
    }
}
