//! The table of the best solver: buckets of a cache line, two bounds to a position, and no type-1 errors.
//!
//! ```text
//! bucket   one cache line of eight entries
//! entry    bits 17..64  verification: what of the scrambled key the index does not tell, plus one; 0 is a free entry
//!               12..17  work: logarithm of the nodes of the subtree
//!                6..12  the highest score possible, plus 32
//!                0..6   the lowest score possible, plus 32
//! ```
//!
//! A key is multiplied by an odd number, which loses nothing; the high bits of the product are the index and all others
//! are kept. So two positions are never confused, whatever the size, as with the remainders by two coprime numbers of
//! `[Pons, part 11]`, and without a division. An entry is never zero, for its verification is not, so that the position
//! with key 0 is one like any other. A full bucket gives up its entry of least work.

use tt::{Pages, Slots};

use crate::SolverError;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lowest: i32,
    pub(super) highest: i32,
}

pub(super) struct Table {
    buckets: Slots<[u64; WIDTH]>,
    key_mask: u64,
    /// Bits of a key that the index does not tell.
    rest: u32,
}

/// Entries of a bucket.
const WIDTH: usize = 8;
/// What is added to a score to make it a number of six bits.
const ZERO: i32 = 32;
/// Bits of an entry below the verification.
const REST: u32 = 17;

const _: () = assert!(size_of::<[u64; WIDTH]>() == 64, "a bucket is a cache line");

impl Table {
    /// A table of 2^`log2_buckets` buckets for keys of `bits` bits.
    pub(super) fn new(log2_buckets: u32, bits: u32) -> Result<Self, SolverError> {
        // There is one value of the verification more than there are values of what it verifies.
        let min = bits.saturating_sub(63 - REST);
        let max = 31;
        if !(min..=max).contains(&log2_buckets) {
            return Err(SolverError::Buckets { asked: log2_buckets, min, max });
        }
        let log2_buckets = log2_buckets.min(bits - 1);
        // 2^31 fit any address.
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
        let entry = self.buckets[index].into_iter().find(|entry| entry >> REST == verification)?;
        Some(Bounds { lowest: (entry & 63) as i32 - ZERO, highest: (entry >> 6 & 63) as i32 - ZERO })
    }

    /// Stores what was found with `nodes` nodes. What was known before has to be in it.
    #[inline]
    pub(super) fn store(&mut self, key: u64, bounds: Bounds, nodes: u64) {
        debug_assert!(bounds.lowest <= bounds.highest);
        let (index, verification) = self.locate(key);
        let bucket = self.buckets.write(index, |bucket| bucket[0] == 0);
        let worth = |entry: u64| if entry >> REST == verification { 0 } else { entry >> 12 & 31 };
        let mut place = 0;
        for i in 1..WIDTH {
            if worth(bucket[i]) < worth(bucket[place]) {
                place = i;
            }
        }
        bucket[place] = verification << REST
            | u64::from(1 + nodes.max(1).ilog2()).min(31) << 12
            | ((bounds.highest + ZERO) as u64) << 6
            | (bounds.lowest + ZERO) as u64;
    }

    /// The bucket of a key, and what verifies it there.
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
    fn no_two_keys_are_one() {
        for log2_buckets in [0, 1, 5, 11] {
            let table = Table::new(log2_buckets, 12).unwrap();
            let mut places: Vec<_> = (0..1 << 12).map(|key| table.locate(key)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), 1 << 12);
            assert!(places.iter().all(|&(_, verification)| verification != 0));
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
        assert!(matches!(Table::new(17, 64), Err(SolverError::Buckets { asked: 17, min: 18, max: 31 })));
        assert!(Table::new(33, 49).is_err());
    }

    #[test]
    fn a_full_bucket_gives_up_the_least_work() {
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
