//! Buckets of three positions of 10 bytes in 32 bytes, as in Stockfish.

use std::fmt;
use std::marker::PhantomData;

use zobrist::Key;

use crate::admit::{Sought, admit, after_hit};
use crate::buckets::{identity, out_of_memory, roll};
use crate::memory::too_large;
use crate::payload::bits;
use crate::slots::Slots;
use crate::{
    Bound, Components, Hints, Identity, Index, Inspect, Layout, Maintain, MulHigh, OnHit, Pages, Payload, Policy,
    Record, Resident, Score, Size, Stored, Table, TableError, Worth,
};

/// A table of buckets with three positions of 10 bytes each, of which two fill a cache line, so that no bucket
/// straddles two.
///
/// A position has 16 bits of the key and a payload of up to 32 bits, such as a move and a static evaluation:
///
/// ```text
/// words 0 to 2   a position each
///    bits 56..64   depth, at most 254, plus one; 0 if the slot is free
///             55   1 if the position was a PV node
///         50..55   generation: the number of stamps when the position was stored, modulo 32
///         48..50   bound
///         32..48   score
///          0..32   payload
/// word 3         16 bits of the key of each position, the first one in the low bits
/// ```
///
/// The number of nodes is not stored: it is 1 in every record. A depth of 255 is stored as 254. Of the [hints](Hints),
/// only the PV node is stored. About one look-up in 2^16 / 3 finds another position in a full bucket, so a search must
/// check a stored move before it plays it. To share a table between threads, use [`Shared`](crate::Shared) with the
/// layout [`Engine`](crate::layouts::Engine) or [`Compact`](crate::layouts::Compact), whose positions need no common
/// word.
///
/// ```
/// use tt::policies::Weighted;
/// use tt::Triples;
/// use tt::{Bound, Inspect, Key, MoveAndEvaluation, Record, Size, Table};
///
/// let mut table = Triples::<MoveAndEvaluation, _>::with_policy(Size::mib(1), Weighted::STOCKFISH_18)?;
/// let payload = MoveAndEvaluation { best_move: 0x0c1c, evaluation: -35 };
/// let record = Record { payload, score: -35, bound: Bound::Upper, depth: 6, nodes: 1 };
/// table.store(Key::mixed(1), record);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// assert_eq!(table.capacity(), 3 * (1 << 20) / 32);
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct Triples<P, R, I = MulHigh> {
    buckets: Slots<[u64; 4]>,
    policy: R,
    index: I,
    generation: u8,
    /// The state of the generator that selects slots at random.
    dice: u64,
    payload: PhantomData<P>,
}

/// The number of positions in a bucket.
const SLOTS: usize = 3;
/// The number of bytes of a bucket.
const BYTES: usize = size_of::<[u64; 4]>();

impl<P, R> Triples<P, R> {
    /// The number of key bits that are stored and compared.
    pub const KEY_BITS: u32 = KEY_BITS;
}

impl<P: Payload, R: Policy<3>, I: Index> Triples<P, R, I> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if the index does not allow the size, if it is smaller than a bucket, or if memory allocation
    /// fails.
    pub fn with_policy(size: Size, policy: R) -> Result<Self, TableError> {
        Self::with_index(Self::index_for(size, I::at_most)?, policy, Pages::Default)
    }

    /// Returns the index of a table of this size, as `index` makes it: see [`Size::index`].
    ///
    /// # Errors
    ///
    /// As for [`Size::index`].
    pub fn index_for(size: Size, index: impl FnOnce(u64) -> I) -> Result<I, TableError> {
        size.index(SLOTS, BYTES as u64, index)
    }

    /// Creates an empty table with an index that has parameters, in memory pages of the given kind.
    ///
    /// # Errors
    ///
    /// Returns an error if memory allocation fails.
    pub fn with_index(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        let buckets = usize::try_from(index.buckets())
            .map_err(|_| too_large())
            .and_then(|len| Slots::new(len, pages))
            .map_err(|error| out_of_memory(index, SLOTS, BYTES, &error))?;
        Ok(Self { buckets, policy, index, generation: 0, dice: 0, payload: PhantomData })
    }

    /// Returns all stored positions, bucket by bucket.
    pub fn residents(&self) -> impl Iterator<Item = Resident<Record<P>>> + '_ {
        (0..self.buckets.len() as u64).flat_map(|bucket| self.residents_of(bucket))
    }

    /// Returns the stored positions of a bucket.
    ///
    /// # Panics
    ///
    /// Panics if there is no such bucket.
    pub fn residents_of(&self, bucket: u64) -> impl Iterator<Item = Resident<Record<P>>> + '_ {
        let used = unpack(&self.buckets[bucket as usize]).into_iter().enumerate();
        let used = used.filter(|(_, words)| !Triple::<P>::is_free(words));
        used.map(move |(slot, words)| Resident::of::<Triple<P>>(bucket, slot, &words, self.generation))
    }
}

/// A position outside of its bucket: its word, and its bits of the key, which are the highest ones of the second word.
struct Triple<P>(PhantomData<P>);

const KEY_BITS: u32 = 16;
const KEY: u64 = !0 << (64 - KEY_BITS);
const DEPTH_SHIFT: u32 = 56;
const PV_SHIFT: u32 = 55;
const GENERATION_SHIFT: u32 = 50;
const GENERATION: u64 = 0x1f;
const BOUND_SHIFT: u32 = 48;
const SCORE_SHIFT: u32 = 32;
const PAYLOAD: u64 = 0xffff_ffff;

impl<P: Payload> Layout for Triple<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    const KEY_BITS: u32 = KEY_BITS;
    const STORES_HINTS: bool = true;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        const { assert!(P::BITS <= 32, "a payload of more than 32 bits needs another table") };
        let word = (u64::from(record.depth.min(254)) + 1) << DEPTH_SHIFT
            | (u64::from(generation) & GENERATION) << GENERATION_SHIFT
            | u64::from(record.bound.number()) << BOUND_SHIFT
            | u64::from(record.score as u16) << SCORE_SHIFT
            | bits(record.payload) as u64;
        [word, check & KEY]
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[0] == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[1]
    }

    #[inline]
    fn record(&[word, _]: &[u64; 2]) -> Record<P> {
        Record {
            payload: P::from_bits((word & PAYLOAD).into()),
            score: (word >> SCORE_SHIFT) as Score,
            bound: Bound::from_number(word >> BOUND_SHIFT),
            depth: ((word >> DEPTH_SHIFT) as u8).wrapping_sub(1),
            nodes: 1,
        }
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        let Record { depth, bound, .. } = Self::record(words);
        let age = (u64::from(generation).wrapping_sub(words[0] >> GENERATION_SHIFT) & GENERATION) as u8;
        Worth { depth, nodes: 1, age, bound, hints: Hints::new(0, words[0] >> PV_SHIFT & 1 != 0) }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Worth { depth: record.depth.min(254), bound: record.bound, ..Worth::default() }
    }

    #[inline]
    fn with_hints([word, key]: [u64; 2], hints: Hints) -> [u64; 2] {
        [word | u64::from(hints.is_pv()) << PV_SHIFT, key]
    }

    #[inline]
    fn with_payload([to, key]: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        let payload = Self::record(new).payload.keeping(Self::record(old).payload);
        [to & !PAYLOAD | bits(payload) as u64, key]
    }

    #[inline]
    fn refreshed([word, key]: [u64; 2], generation: u8) -> [u64; 2] {
        let rest = word & !(GENERATION << GENERATION_SHIFT);
        [rest | (u64::from(generation) & GENERATION) << GENERATION_SHIFT, key]
    }

    #[inline]
    fn shallower([word, key]: [u64; 2]) -> [u64; 2] {
        [word - (1 << DEPTH_SHIFT), key]
    }
}

/// Returns the positions of a bucket.
#[inline(always)]
fn unpack(&[first, second, third, keys]: &[u64; 4]) -> [[u64; 2]; SLOTS] {
    [[first, keys << 48], [second, keys << 32 & KEY], [third, keys << 16 & KEY]]
}

/// Returns the bucket of three positions.
#[inline(always)]
fn pack([first, second, third]: [[u64; 2]; SLOTS]) -> [u64; 4] {
    [first[0], second[0], third[0], first[1] >> 48 | second[1] >> 32 | third[1] >> 16]
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

impl<P: Payload, R: Policy<3>, I: Index> Table for Triples<P, R, I> {
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        let (index, check) = self.index.locate(key);
        let bucket = &self.buckets[index as usize];
        let slot = matching(bucket[3], check);
        // Free slots are the last ones, so no other slot holds the position if the first match is free.
        if slot >= SLOTS || bucket[slot] == 0 {
            return None;
        }
        Some(Triple::record(&[bucket[slot], 0]))
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        self.store_with(key, record, Components::default(), None)
    }

    #[inline]
    fn uses_hints(&self) -> bool {
        self.policy.uses_hints()
    }

    fn store_with(
        &mut self,
        key: Key,
        record: Record<P>,
        components: Components,
        whole: Option<&crate::WholePosition>,
    ) -> Stored {
        let (index, check) = self.index.locate(key);
        let sought = Sought { check, whole };
        let bucket = &mut self.buckets[index as usize];
        let mut slots = unpack(bucket);
        let was_free = bucket[0] == 0;
        let (change, stored) =
            admit::<Triple<P>, R, SLOTS>(&slots, sought, &record, components, self.generation, self.policy);
        let dice = &mut self.dice;
        let any = || roll(dice) as usize % SLOTS;
        let write = |slots: &mut [[u64; 2]; SLOTS], slot: usize, words| slots[slot] = words;
        let stored = change.apply::<Triple<P>, SLOTS>(&mut slots, sought, stored, any, write);
        *bucket = pack(slots);
        if was_free {
            self.buckets.mark_written(index as usize);
        }
        stored
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.buckets.prefetch(self.index.locate(key).0 as usize);
    }

    fn hit(&mut self, key: Key) {
        let on_hit = self.policy.on_hit();
        if on_hit == OnHit::Nothing {
            return;
        }
        let (index, check) = self.index.locate(key);
        let bucket = &mut self.buckets[index as usize];
        let mut slots = unpack(bucket);
        after_hit::<Triple<P>, SLOTS>(&mut slots, check, on_hit, self.generation);
        *bucket = pack(slots);
    }
}

impl<P, R, I> Maintain for Triples<P, R, I> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.buckets.clear();
        self.generation = 0;
        self.dice = 0;
    }
}

impl<P: Payload, R: Policy<3>, I: Index + 'static> Inspect for Triples<P, R, I> {
    fn capacity(&self) -> u64 {
        (self.buckets.len() * SLOTS) as u64
    }

    fn fill(&self) -> u64 {
        self.residents().count() as u64
    }

    /// From the first 333 buckets.
    fn hashfull(&self) -> u32 {
        let sample = self.buckets.len().min(333);
        let in_sample = self.residents().take_while(|resident| resident.identity.bucket < sample as u64);
        (in_sample.filter(|resident| resident.age == 0).count() * 1000 / (sample * SLOTS)) as u32
    }

    fn identity(&self, key: Key) -> Identity {
        identity::<Triple<P>, I>(self.index, key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        let index = self.index;
        Box::new(move |key| identity::<Triple<P>, I>(index, key))
    }
}

impl<P, R: fmt::Debug, I: fmt::Debug> fmt::Debug for Triples<P, R, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { policy, index, generation, .. } = self;
        f.debug_struct("Triples")
            .field("policy", policy)
            .field("index", index)
            .field("generation", generation)
            .finish_non_exhaustive()
    }
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
                assert_eq!((found < SLOTS).then_some(found), expected, "{sought:#x} in {of_slots:x?}");
            }
        }
    }

    #[test]
    fn a_bucket_takes_half_of_a_cache_line() {
        assert_eq!((BYTES, size_of::<[u64; 4]>() * 2), (32, crate::memory::CACHE_LINE));
        let slots = [[1 << 56, 0xabcd << 48], [2 << 56, 0x1234 << 48], [0, 0]];
        assert_eq!(unpack(&pack(slots)), slots);
    }
}
