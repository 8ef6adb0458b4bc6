//! The table: buckets of slots in private memory.

use std::hint::select_unpredictable;
use std::ops::Range;

use zobrist::Key;

use crate::admit::{Sought, admit, after_hit, mark_principal};
use crate::memory::too_large;
use crate::{
    Components, Found, Identity, Index, Inspect, Layout, LowBits, Maintain, OnHit, Pages, Payload, Policy, Record,
    Resident, Size, Stored, Table, TableError, WholePosition, slots::Slots,
};

/// A transposition table of buckets with `W` slots each, at most 32.
///
/// The layout `L` packs a record into a slot, the policy `R` decides which positions stay in a bucket, and the index
/// `I` decides which bucket a key selects. Creating a table takes no time, and memory is used when it is first written.
/// [`clear`](Maintain::clear) is fast if little was stored. If the size of a bucket is a power of two and at most 64
/// bytes, a probe touches one cache line.
///
/// The crate has [names](crate#tables) for the usual combinations, such as [`TwoBig1`](crate::TwoBig1).
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::{Bound, Buckets, Key, MulHigh, Record, Size, Table};
///
/// // 100,000 positions, two to a bucket, with 16 bits for a move.
/// let mut table = Buckets::<Thesis<u16>, TwoLevel<Big>, 2, MulHigh>::new(Size::Positions(100_000))?;
/// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, nodes: 1_200 };
/// table.store(Key::mixed(1), record);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// assert_eq!(table.capacity(), 100_000);
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct Buckets<L: Layout, R, const W: usize, I = LowBits> {
    buckets: Slots<[L::Words; W]>,
    policy: R,
    index: I,
    generation: u8,
    /// The state of the generator that selects slots at random.
    dice: u64,
}

impl<L: Layout, R: Policy<W> + Default, const W: usize, I: Index> Buckets<L, R, W, I> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if the index does not allow the size, if it is smaller than a bucket, or if memory allocation
    /// fails.
    pub fn new(size: Size) -> Result<Self, TableError> {
        Self::with_policy(size, R::default())
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index> Buckets<L, R, W, I> {
    /// Creates an empty table whose policy has parameters.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_policy(size: Size, policy: R) -> Result<Self, TableError> {
        Self::with_pages(size, policy, Pages::Default)
    }

    /// Creates an empty table in memory pages of the given kind.
    ///
    /// Huge pages make random accesses to tables of many MiB faster, but the first access to each of them slower.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_pages(size: Size, policy: R, pages: Pages) -> Result<Self, TableError> {
        Self::with_index(Self::index_for(size, I::at_most)?, policy, pages)
    }

    /// Returns the index of a table of this size, as `index` makes it: see [`Size::index`].
    ///
    /// # Errors
    ///
    /// As for [`Size::index`].
    pub fn index_for(size: Size, index: impl FnOnce(u64) -> I) -> Result<I, TableError> {
        size.index(W, size_of::<[L::Words; W]>() as u64, index)
    }

    /// Creates an empty table with an index that has parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if memory allocation fails.
    pub fn with_index(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        const {
            assert!(W > 0 && W <= 32, "a bucket has between 1 and 32 slots");
            assert!(L::KEY_BITS > 0 && L::KEY_BITS <= 64, "a layout stores between 1 and 64 bits of the key");
        };
        let buckets = usize::try_from(index.buckets())
            .map_err(|_| too_large())
            .and_then(|len| Slots::new(len, pages))
            .map_err(|error| out_of_memory(index, W, size_of::<[L::Words; W]>(), &error))?;
        Ok(Self { buckets, policy, index, generation: 0, dice: 0 })
    }

    /// Returns the index.
    #[must_use]
    pub fn index(&self) -> I {
        self.index
    }

    /// Returns the policy.
    #[must_use]
    pub fn policy(&self) -> R {
        self.policy
    }

    /// Returns the addresses of the table's memory, to ask the operating system about its pages.
    #[must_use]
    pub fn addresses(&self) -> Range<usize> {
        let range = self.buckets.as_ptr_range();
        range.start.addr()..range.end.addr()
    }

    /// Returns the number of slots, which is the maximum number of positions.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.buckets.len() as u64 * W as u64
    }

    /// Returns the number of stored positions. This takes time proportional to the size of the table.
    #[must_use]
    pub fn fill(&self) -> u64 {
        self.buckets.as_flattened().iter().filter(|words| !L::is_free(words)).count() as u64
    }

    /// Returns the permille of slots that contain positions of the current search, that is, since the last
    /// [`stamp`](Maintain::stamp). UCI calls this number `hashfull`.
    ///
    /// The result is an estimate from the first 1,000 slots.
    ///
    /// ```
    /// use tt::{Bound, Key, Maintain, Record, Table, TwoDeep};
    ///
    /// let mut table = TwoDeep::<()>::new("2".parse()?)?;
    /// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40 };
    /// table.store(Key::mixed(1), record);
    /// assert_eq!(table.hashfull(), 500);
    /// table.stamp();
    /// assert_eq!(table.hashfull(), 0);
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let sample = &self.buckets[..(SAMPLE / W).clamp(1, self.buckets.len())];
        let is_current = |words: &&L::Words| !L::is_free(words) && L::worth(words, self.generation).age == 0;
        (sample.as_flattened().iter().filter(is_current).count() * 1000 / (sample.len() * W)) as u32
    }

    /// Returns all stored positions, bucket by bucket.
    pub fn residents(&self) -> impl Iterator<Item = Resident<L::Record>> + '_ {
        (0..self.buckets.len() as u64).flat_map(|bucket| self.residents_of(bucket))
    }

    /// Returns the stored positions of a bucket.
    ///
    /// # Panics
    ///
    /// Panics if there is no such bucket.
    pub fn residents_of(&self, bucket: u64) -> impl Iterator<Item = Resident<L::Record>> + '_ {
        let used = self.buckets[bucket as usize].iter().enumerate().filter(|(_, words)| !L::is_free(words));
        used.map(move |(slot, words)| Resident::of::<L>(bucket, slot, words, self.generation))
    }

    /// Returns what the table knows of a key.
    #[must_use]
    pub fn identity(&self, key: Key) -> Identity {
        identity::<L, I>(self.index, key)
    }

    /// Returns the record of the position with this key, or of another position that the table cannot distinguish.
    #[inline]
    pub fn get(&self, key: Key) -> Option<L::Record> {
        self.find(key).map(|words| L::record(&words))
    }

    /// Offers a record for the position with this key, and returns what the table did with it.
    #[inline(always)]
    pub fn put(&mut self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, Components::default(), None)
    }

    /// Offers a record with components, and with the whole position if it is known, like [`put`](Self::put).
    #[inline(always)]
    pub fn put_with(
        &mut self,
        key: Key,
        record: &L::Record,
        components: Components,
        whole: Option<&WholePosition>,
    ) -> Stored {
        let (index, check) = self.index.locate(key);
        let sought = Sought { check, whole };
        let bucket = &mut self.buckets[index as usize];
        let was_free = L::is_free(&bucket[0]);
        let (change, stored) = admit::<L, R, W>(bucket, sought, record, components, self.generation, self.policy);
        let dice = &mut self.dice;
        let write = |bucket: &mut [L::Words; W], slot: usize, words| bucket[slot] = words;
        let stored = change.apply::<L, W>(bucket, sought, stored, || roll(dice) as usize % W, write);
        if was_free {
            self.buckets.mark_written(index as usize);
        }
        stored
    }

    /// Prefetches the bucket of a key, as a hint that it will be used soon. Does nothing on processors other than
    /// x86-64.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.buckets.prefetch(self.index.locate(key).0 as usize);
    }

    #[inline]
    fn find(&self, key: Key) -> Option<L::Words> {
        let (index, check) = self.index.locate(key);
        find::<L, W>(&self.buckets[index as usize], check)
    }
}

/// Returns the error for memory that cannot be allocated.
pub(crate) fn out_of_memory(index: impl Index, width: usize, bytes: usize, error: &std::io::Error) -> TableError {
    TableError::OutOfMemory {
        size: Size::Positions(index.buckets().saturating_mul(width as u64)),
        bytes: u128::from(index.buckets()) * bytes as u128,
        reason: error.to_string(),
    }
}

/// Returns the words of the first slot that holds the position with this check.
#[inline(always)]
pub(crate) fn find<L: Layout, const W: usize>(bucket: &[L::Words; W], check: u64) -> Option<L::Words> {
    // The first slot that matches, or the last one, is selected without a branch, which would often be predicted
    // wrongly.
    let mut found = L::matches(&bucket[W - 1], check);
    let others = bucket[..W - 1].iter().enumerate().rev();
    let words = if size_of::<L::Words>() == size_of::<u64>() {
        // The compared words are whole slots, so none has to be loaded again.
        others.fold(bucket[W - 1], |first, (_, words)| {
            let matches = L::matches(words, check);
            found |= matches;
            select_unpredictable(matches, *words, first)
        })
    } else {
        // The compiler replaces a selection of several words with a branch, so the index is selected.
        let first = others.fold(W - 1, |first, (slot, words)| {
            let matches = L::matches(words, check);
            found |= matches;
            select_unpredictable(matches, slot, first)
        });
        bucket[first]
    };
    // Comparing the selected slot is faster for many slots. For two, a probe that finds nothing takes fewer
    // instructions without it.
    if W > 2 {
        found = L::matches(&words, check);
    }
    // Free slots are the last ones, so no other slot holds the position if the first match is free.
    if found && !L::is_free(&words) { Some(words) } else { None }
}

pub(crate) fn identity<L: Layout, I: Index>(index: I, key: Key) -> Identity {
    let (bucket, check) = index.locate(key);
    Identity { bucket, check: check & (!0 << (64 - L::KEY_BITS)) }
}

/// Returns the next of a sequence of pseudo-random numbers (`SplitMix64`).
pub(crate) fn roll(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    Key::mixed(*state).0 >> 32
}

impl<P, L, R, const W: usize, I> Table for Buckets<L, R, W, I>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
{
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.get(key)
    }

    #[inline(always)]
    fn probe_both(&self, key: Key) -> Option<Found<P>> {
        self.find(key).map(|words| (L::record(&words), L::second(&words)))
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        self.put(key, &record)
    }

    #[inline(always)]
    fn uses_hints(&self) -> bool {
        L::STORES_HINTS && self.policy.uses_hints()
    }

    fn store_with(
        &mut self,
        key: Key,
        record: Record<P>,
        components: Components,
        whole: Option<&WholePosition>,
    ) -> Stored {
        self.put_with(key, &record, components, whole)
    }

    fn probe_whole(&self, key: Key, whole: &WholePosition) -> Option<Found<P>> {
        let (index, check) = self.index.locate(key);
        let sought = Sought { check, whole: Some(whole) };
        let words = self.buckets[index as usize].iter().find(|words| sought.is_in::<L>(words))?;
        Some((L::record(words), L::second(words)))
    }

    fn components(&self, key: Key) -> Option<Components> {
        self.find(key).filter(|_| L::HAS_COMPONENTS).map(|words| L::components(&words))
    }

    fn mark_principal(&mut self, key: Key) {
        let (index, check) = self.index.locate(key);
        mark_principal::<L, W>(&mut self.buckets[index as usize], check, self.generation);
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    #[inline]
    fn hit(&mut self, key: Key) {
        let on_hit = self.policy.on_hit();
        if on_hit == OnHit::Nothing {
            return;
        }
        let (index, check) = self.index.locate(key);
        after_hit::<L, W>(&mut self.buckets[index as usize], check, on_hit, self.generation);
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index> Maintain for Buckets<L, R, W, I> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.buckets.clear();
        self.generation = 0;
        self.dice = 0;
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index + 'static> Inspect for Buckets<L, R, W, I> {
    fn capacity(&self) -> u64 {
        self.capacity()
    }

    fn fill(&self) -> u64 {
        self.fill()
    }

    fn hashfull(&self) -> u32 {
        self.hashfull()
    }

    fn identity(&self, key: Key) -> Identity {
        self.identity(key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        let index = self.index;
        Box::new(move |key| identity::<L, I>(index, key))
    }
}

impl<L: Layout, R: std::fmt::Debug, const W: usize, I: std::fmt::Debug> std::fmt::Debug for Buckets<L, R, W, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Buckets")
            .field("policy", &self.policy)
            .field("index", &self.index)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

#[cfg(feature = "files")]
mod file;
