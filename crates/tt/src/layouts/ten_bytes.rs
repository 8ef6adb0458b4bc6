//! Three positions of 10 bytes in 32 bytes, as in Stockfish.

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::AtomicU64;

use crate::payload::bits;
use crate::{Bound, Layout, Payload, Record, Score, Words, Worth};

/// A position in 10 bytes, three to a bucket of 32 bytes, of which two fill a cache line: 16 bits of the key and a
/// payload of up to 32 bits, such as a move and a static evaluation.
///
/// ```text
/// words 0 to 2   a position each
///    bits 56..64   depth, at most 254, plus one; 0 if the slot is free
///             55   1 if the position was a PV node
///         50..55   generation: the number of stamps when the position was stored, modulo 32
///         48..50   bound
///         32..48   score
///          0..32   payload
/// word 3
///         48..64   a checksum in a table that threads share, which has the guard `SpareBits`
///          0..48   16 bits of the key of each position, the first one in the low bits
/// ```
///
/// The number of nodes is not stored: it is 1 in every record. A depth of 255 is stored as 254. About one look-up in
/// 2^16 / 3 finds another position in a full bucket, so a search must check a stored move before it plays it.
///
/// ```
/// use tt::layouts::TenBytes;
/// use tt::policies::Weighted;
/// use tt::{Bound, Buckets, Key, MoveAndEvaluation, MulHigh, Record, Size};
///
/// type Table = Buckets<TenBytes<MoveAndEvaluation>, Weighted, 3, MulHigh>;
/// let mut table = Table::with_policy(Size::mib(1), Weighted::STOCKFISH_18)?;
/// let payload = MoveAndEvaluation { best_move: 0x0c1c, evaluation: -35 };
/// let record = Record { payload, score: -35, bound: Bound::Upper, depth: 6, is_pv: true, ..Record::default() };
/// table.put(Key::mixed(1), &record);
/// assert_eq!(table.get(Key::mixed(1)), Some(record));
/// assert_eq!(table.capacity(), 3 * (1 << 20) / 32);
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// A bucket with another number of positions is an error when the program is compiled:
///
/// ```compile_fail,E0080
/// use tt::layouts::TenBytes;
/// use tt::policies::Weighted;
///
/// // error: a bucket of the layout `TenBytes` has three slots
/// let table = tt::Buckets::<TenBytes<u16>, Weighted, 4>::new("64K".parse().unwrap());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TenBytes<P>(PhantomData<P>);

/// The words of a position outside of its bucket.
///
/// ```text
/// word 0    its word of the bucket
/// word 1    bits 48..64  its bits of the key
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple([u64; 2]);

const KEY_BITS: u32 = 16;
const KEY: u64 = !0 << (64 - KEY_BITS);
const DEPTH_SHIFT: u32 = 56;
const PV_SHIFT: u32 = 55;
const GENERATION_SHIFT: u32 = 50;
const GENERATION: u64 = 0x1f;
const BOUND_SHIFT: u32 = 48;
const SCORE_SHIFT: u32 = 32;
const PAYLOAD: u64 = 0xffff_ffff;

impl<P: Payload> Layout for TenBytes<P> {
    type Record = Record<P>;
    type Words = Triple;
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;
    const STORES_PV: bool = true;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> Triple {
        const { assert!(P::BITS <= 32, "a payload of more than 32 bits needs another table") };
        let word = (u64::from(record.depth.min(254)) + 1) << DEPTH_SHIFT
            | (u64::from(generation) & GENERATION) << GENERATION_SHIFT
            | u64::from(record.is_pv) << PV_SHIFT
            | u64::from(record.bound.number()) << BOUND_SHIFT
            | u64::from(record.score as u16) << SCORE_SHIFT
            | bits(record.payload) as u64;
        Triple([word, check & KEY])
    }

    #[inline]
    fn is_free(Triple([word, _]): &Triple) -> bool {
        *word == 0
    }

    #[inline]
    fn check(&Triple([_, key]): &Triple) -> u64 {
        key
    }

    #[inline]
    fn record(&Triple([word, _]): &Triple) -> Record<P> {
        Record {
            payload: P::from_bits((word & PAYLOAD).into()),
            score: (word >> SCORE_SHIFT) as Score,
            bound: Bound::from_number(word >> BOUND_SHIFT),
            depth: ((word >> DEPTH_SHIFT) as u8).wrapping_sub(1),
            is_pv: word >> PV_SHIFT & 1 != 0,
            ..Record::default()
        }
    }

    #[inline]
    fn worth(words: &Triple, generation: u8) -> Worth {
        let age = (u64::from(generation).wrapping_sub(words.0[0] >> GENERATION_SHIFT) & GENERATION) as u8;
        Worth { age, ..Self::worth_of(&Self::record(words)) }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Worth { depth: record.depth.min(254), bound: record.bound, is_pv: record.is_pv, ..Worth::default() }
    }

    #[inline]
    fn with_payload(Triple([to, key]): Triple, old: &Triple, new: &Triple) -> Triple {
        let payload = Self::record(new).payload.keeping(Self::record(old).payload);
        Triple([to & !PAYLOAD | bits(payload) as u64, key])
    }

    #[inline]
    fn refreshed(Triple([word, key]): Triple, generation: u8) -> Triple {
        let rest = word & !(GENERATION << GENERATION_SHIFT);
        Triple([rest | (u64::from(generation) & GENERATION) << GENERATION_SHIFT, key])
    }

    #[inline]
    fn shallower(Triple([word, key]): Triple) -> Triple {
        Triple([word - (1 << DEPTH_SHIFT), key])
    }
}

impl Words for Triple {
    const LEN: usize = 2;
    const SHARE_A_WORD: bool = true;
    const ZERO: Self = Self([0; 2]);
    type Atoms = [AtomicU64; 2];
    type Bucket<const W: usize> = [u64; 4];
    type Opened<'b, const W: usize> = Opened<'b, W>;

    #[inline(always)]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        Self(core::array::from_fn(word))
    }

    #[inline(always)]
    fn word(&self, number: usize) -> u64 {
        self.0[number]
    }

    #[inline(always)]
    fn flattened(slots: &[[AtomicU64; 2]]) -> &[AtomicU64] {
        slots.as_flattened()
    }

    #[inline(always)]
    fn bucket_from_fn<const W: usize>(word: impl FnMut(usize) -> u64) -> [u64; 4] {
        core::array::from_fn(word)
    }

    #[inline(always)]
    fn words_of<const W: usize>(bucket: &[u64; 4]) -> &[u64] {
        bucket
    }

    #[inline(always)]
    fn bucket<const W: usize>(slots: &[Self; W]) -> [u64; 4] {
        let mut bucket = [0; 4];
        for (slot, &Self([word, key])) in slots.iter().enumerate() {
            bucket[slot] = word;
            bucket[3] |= key >> (48 - 16 * slot);
        }
        bucket
    }

    #[inline(always)]
    fn slots<const W: usize>(bucket: &[u64; 4]) -> [Self; W] {
        core::array::from_fn(|slot| Self([bucket[slot], bucket[3] << (48 - 16 * slot) & KEY]))
    }

    #[inline(always)]
    fn opened<const W: usize>(bucket: &mut [u64; 4]) -> Opened<'_, W> {
        Opened { slots: Self::slots(bucket), bucket }
    }

    #[inline(always)]
    fn find<L: Layout<Words = Self>, const W: usize>(bucket: &[u64; 4], check: u64) -> Option<Self> {
        let slot = matching(bucket[3], check);
        // Free slots are the last ones, so no other slot holds the position if the first match is free.
        if slot >= 3 || bucket[slot] == 0 { None } else { Some(Self([bucket[slot], check & KEY])) }
    }
}

/// The slots of a bucket outside of it.
///
/// ```text
/// bucket    slot 0 | slot 1 | slot 2 | keys
/// ```
pub struct Opened<'b, const W: usize> {
    slots: [Triple; W],
    bucket: &'b mut [u64; 4],
}

impl<const W: usize> Deref for Opened<'_, W> {
    type Target = [Triple; W];

    #[inline(always)]
    fn deref(&self) -> &[Triple; W] {
        &self.slots
    }
}

impl<const W: usize> DerefMut for Opened<'_, W> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Triple; W] {
        &mut self.slots
    }
}

impl<const W: usize> Drop for Opened<'_, W> {
    #[inline(always)]
    fn drop(&mut self) {
        let bucket = Triple::bucket(&self.slots);
        // A look-up that refreshes nothing leaves the cache line clean.
        if *self.bucket != bucket {
            *self.bucket = bucket;
        }
    }
}

/// Returns the number of the first slot whose 16 bits of the key are the highest ones of `check`, or 3 or more if there
/// is none. All keys are compared at once: a part of 16 bits that is zero is the only one, or the lowest one, that
/// borrows in the subtraction.
#[inline(always)]
fn matching(keys: u64, check: u64) -> usize {
    const ONES: u64 = 0x0001_0001_0001;
    const HIGH: u64 = 0x8000_8000_8000;
    let differences = keys ^ ((check >> 48) * ONES);
    let zeros = differences.wrapping_sub(ONES) & !differences & HIGH;
    zeros.trailing_zeros() as usize / 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_are_compared_at_once() {
        let keys = |keys: [u64; 3]| keys[0] | keys[1] << 16 | keys[2] << 32;
        for of_slots in [[7, 8, 9], [8, 7, 7], [6, 6, 7], [0x8007, 7, 0], [0xffff, 0, 7]] {
            for sought in [0, 1, 6, 7, 8, 0x8007, 0x7fff, 0xffff] {
                let expected = of_slots.iter().position(|&key| key == sought);
                let found = matching(keys(of_slots), sought << 48 | 0x1234);
                assert_eq!((found < 3).then_some(found), expected, "{sought:#x} in {of_slots:x?}");
            }
        }
    }

    #[test]
    fn a_bucket_takes_half_of_a_cache_line() {
        assert_eq!(size_of::<<Triple as Words>::Bucket<3>>() * 2, crate::memory::CACHE_LINE);
        let slots = [[1 << 56, 0xabcd << 48], [2 << 56, 0x1234 << 48], [0, 0]].map(Triple);
        assert_eq!(Triple::slots::<3>(&Triple::bucket(&slots)), slots);
    }
}
