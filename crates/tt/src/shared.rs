//! The table that threads share: buckets of slots in atomic memory.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zobrist::Key;

use crate::admit::{Sought, after_hit, mark_principal};
use crate::buckets::{identity, out_of_memory, roll};
use crate::guard::{Atom, BucketWords};
use crate::memory::{Memory, too_large};
use crate::{
    Components, Found, Guard, Identity, Index, Inspect, Layout, LowBits, Maintain, OnHit, Pages, Payload, Policy,
    Record, Resident, Size, Stored, Table, TableError, WholePosition, Words, Xor,
};

use bucket::{change_slots, put, words_of};
use home::Home;

/// A transposition table of buckets with `W` slots each, at most 32, that several threads use at the same time.
///
/// It has the layouts, policies and indices of [`Buckets`](crate::Buckets), and with one thread it does the same. No
/// operation waits for another thread. A [guard](Guard) verifies that a record that is found was stored as a whole; a
/// torn record is not found. If two threads store in a bucket at the same time, a position can be lost or be stored
/// twice.
///
/// A reference to the table implements [`Table`]: give each search its own reference.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::{Bound, Key, Record, Shared, Table};
///
/// let table = Shared::<Thesis<u16>, TwoLevel<Big>, 2>::new("64K".parse()?)?;
/// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, nodes: 1_200 };
/// std::thread::scope(|scope| {
///     for key in [1, 2] {
///         let mut table = &table;
///         scope.spawn(move || table.store(Key::mixed(key), record));
///     }
/// });
/// assert_eq!(table.get(Key::mixed(1)), Some(record));
/// assert_eq!(table.get(Key::mixed(2)), Some(record));
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct Shared<L: Layout, R, const W: usize, I = LowBits, G: Guard = Xor> {
    buckets: Memory<G::Bucket<L::Words, W>>,
    policy: R,
    index: I,
    generation: AtomicU8,
    /// The state of the generator that selects slots at random.
    dice: AtomicU64,
    /// The file that contains the buckets, if there is one.
    home: Option<Home>,
    layout: PhantomData<fn() -> L>,
}

impl<L: Layout, R: Policy<W> + Default, const W: usize, I: Index, G: Guard> Shared<L, R, W, I, G> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if the index does not allow the size, if it is smaller than a bucket, or if memory allocation
    /// fails.
    pub fn new(size: Size) -> Result<Self, TableError> {
        Self::with_policy(size, R::default(), Pages::Default)
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard> Shared<L, R, W, I, G> {
    /// Creates an empty table whose policy has parameters, in memory pages of the given kind.
    ///
    /// This writes to all of its memory. Otherwise the system would interrupt all threads when one of them first
    /// writes to a page that it has read, which makes two threads slower than one. To resize a table, create
    /// another.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_policy(size: Size, policy: R, pages: Pages) -> Result<Self, TableError> {
        Self::with_index(Self::index_for(size, I::at_most)?, policy, pages)
    }

    /// Returns the index of a table of this size, as `index` makes it: see [`Size::index`].
    ///
    /// # Errors
    ///
    /// As for [`Size::index`].
    pub fn index_for(size: Size, index: impl FnOnce(u64) -> I) -> Result<I, TableError> {
        size.index(W, size_of::<G::Bucket<L::Words, W>>() as u64, index)
    }

    /// Creates an empty table with an index that has parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if memory allocation fails.
    pub fn with_index(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        let table = Self::unwritten(index, policy, pages)?;
        table.clear();
        Ok(table)
    }

    /// Creates an empty table without writing to its memory: several threads do this sooner, by
    /// [`clear_part`](Self::clear_part), before they search.
    ///
    /// # Errors
    ///
    /// As for [`with_index`](Self::with_index).
    pub fn unwritten(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        let bytes = size_of::<G::Bucket<L::Words, W>>();
        let buckets = usize::try_from(index.buckets())
            .map_err(|_| too_large())
            .and_then(|buckets| Memory::zeroed(buckets, pages))
            .map_err(|error| out_of_memory(index, W, bytes, &error))?;
        Ok(Self::of_buckets(buckets, index, policy, None))
    }

    fn of_buckets(buckets: Memory<G::Bucket<L::Words, W>>, index: I, policy: R, home: Option<Home>) -> Self {
        const {
            assert!(W > 0 && W <= 32, "a bucket has between 1 and 32 slots");
            assert!(L::KEY_BITS > 0 && L::KEY_BITS <= 64, "a layout stores between 1 and 64 bits of the key");
            let (least, most) = G::WORDS;
            assert!(
                least <= L::Words::LEN && L::Words::LEN <= most,
                "slots of one word need the guard `SingleWord`, others `Xor` or `Checksum`"
            );
        };
        let (generation, dice) = home.as_ref().map_or((0, 0), Home::generation_and_dice);
        let (generation, dice) = (AtomicU8::new(generation), AtomicU64::new(dice));
        Self { buckets, policy, index, generation, dice, home, layout: PhantomData }
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
        self.count(0..self.index.buckets(), |words| !L::is_free(words))
    }

    /// Returns the permille of slots that contain positions of the current search, like
    /// [`Buckets::hashfull`](crate::Buckets::hashfull): an estimate from the first 1,000 slots.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let buckets = self.index.buckets().min((SAMPLE / W).max(1) as u64);
        let generation = self.generation();
        let is_current = |words: &L::Words| !L::is_free(words) && L::worth(words, generation).age == 0;
        (self.count(0..buckets, is_current) * 1000 / (buckets * W as u64)) as u32
    }

    /// Returns the number of slots of some buckets for which `is_counted` returns true.
    fn count(&self, buckets: Range<u64>, is_counted: impl Fn(&L::Words) -> bool) -> u64 {
        let mut count = 0;
        for bucket in buckets {
            count += self.read(bucket).iter().filter(|&words| is_counted(words)).count() as u64;
        }
        count
    }

    /// Returns all stored positions, bucket by bucket. Positions that are stored meanwhile may be missing.
    pub fn residents(&self) -> impl Iterator<Item = Resident<L::Record>> + '_ {
        let generation = self.generation();
        (0..self.index.buckets()).flat_map(move |bucket| {
            let used = self.read(bucket).into_iter().enumerate().filter(|(_, words)| !L::is_free(words));
            used.map(move |(slot, words)| Resident::of::<L>(bucket, slot, &words, generation))
        })
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
    pub fn put(&self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, Components::default(), None)
    }

    /// Offers a record with components, and with the whole position if it is known, like [`put`](Self::put).
    #[inline(always)]
    pub fn put_with(
        &self,
        key: Key,
        record: &L::Record,
        components: Components,
        whole: Option<&WholePosition>,
    ) -> Stored {
        let (index, check) = self.index.locate(key);
        let sought = Sought { check, whole };
        let any = || {
            // Two threads may select the same slot, which does no harm.
            let mut state = self.dice.load(Ordering::Relaxed);
            let number = roll(&mut state);
            self.dice.store(state, Ordering::Relaxed);
            number as usize % W
        };
        let bucket = self.bucket(index);
        put::<L, R, W, G>(bucket, sought, record, components, self.generation(), self.policy, any)
    }

    /// Prefetches the bucket of a key, as a hint that it will be used soon. Does nothing on processors other than
    /// x86-64.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.buckets.prefetch(self.index.locate(key).0 as usize);
    }

    /// Stamps all stored positions, like [`Maintain::stamp`]. This only increments a counter, and may be done while
    /// threads search.
    pub fn stamp(&self) {
        let before = self.generation.fetch_add(1, Ordering::Relaxed);
        if let Some(home) = &self.home {
            home.set_generation(before.wrapping_add(1));
        }
    }

    /// Removes all positions. No thread may use the table during the call, or it may find some of them.
    ///
    /// A large table is cleared faster by several threads: see [`clear_part`](Self::clear_part).
    pub fn clear(&self) {
        self.clear_part(0, 1);
    }

    /// Removes the positions of one of `parts` parts of the table, numbered from 0, so that each thread can remove a
    /// part. Part 0 also resets the stamps.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    ///
    /// ```
    /// use tt::layouts::Thesis;
    /// use tt::policies::{Deep, OneLevel};
    /// use tt::{Bound, Key, Record, Shared};
    ///
    /// let table = Shared::<Thesis<()>, OneLevel<Deep>, 1>::new("64K".parse()?)?;
    /// table.put(Key::mixed(1), &Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40 });
    /// std::thread::scope(|scope| {
    ///     for part in 0..4 {
    ///         let table = &table;
    ///         scope.spawn(move || table.clear_part(part, 4));
    ///     }
    /// });
    /// assert_eq!(table.fill(), 0);
    /// # Ok::<(), tt::TableError>(())
    /// ```
    pub fn clear_part(&self, part: usize, parts: usize) {
        assert!(part < parts, "there is no part {part} of {parts}");
        let bound = |part: usize| (self.buckets.len() as u128 * part as u128 / parts as u128) as usize;
        for bucket in &self.buckets[bound(part)..bound(part + 1)] {
            for word in words_of::<L, W, G>(bucket) {
                word.set(0);
            }
        }
        if part == 0 {
            self.generation.store(0, Ordering::Relaxed);
            if let Some(home) = &self.home {
                home.set_generation(0);
            }
            self.dice.store(0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, index: u64) -> BucketWords<'_, AtomicU64> {
        G::bucket_words::<L::Words, W>(&self.buckets[index as usize])
    }

    #[inline(always)]
    fn read(&self, bucket: u64) -> [L::Words; W] {
        G::read(self.bucket(bucket))
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<L::Words> {
        let (index, check) = self.index.locate(key);
        G::find::<L, W>(self.bucket(index), check)
    }

    fn change(&self, key: Key, change: impl FnOnce(&mut [L::Words; W], u64) -> Range<usize>) {
        let (index, check) = self.index.locate(key);
        change_slots::<L, W, G>(self.bucket(index), |slots| change(slots, check));
    }
}

impl<P, L, R, const W: usize, I, G> Table for &Shared<L, R, W, I, G>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
    G: Guard,
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
        let words = self.read(index).into_iter().find(|words| sought.is_in::<L>(words))?;
        Some((L::record(&words), L::second(&words)))
    }

    fn components(&self, key: Key) -> Option<Components> {
        self.find(key).filter(|_| L::HAS_COMPONENTS).map(|words| L::components(&words))
    }

    fn mark_principal(&mut self, key: Key) {
        let generation = self.generation();
        self.change(key, |slots, check| mark_principal::<L, W>(slots, check, generation));
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        Shared::prefetch(self, key);
    }

    #[inline]
    fn hit(&mut self, key: Key) {
        let on_hit = self.policy.on_hit();
        if on_hit == OnHit::Nothing {
            return;
        }
        let generation = self.generation();
        self.change(key, |slots, check| after_hit::<L, W>(slots, check, on_hit, generation));
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard> Maintain for &Shared<L, R, W, I, G> {
    fn stamp(&mut self) {
        Shared::stamp(self);
    }

    fn clear(&mut self) {
        Shared::clear(self);
    }
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index + 'static, G: Guard> Inspect for Shared<L, R, W, I, G> {
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

impl<L: Layout, R: std::fmt::Debug, const W: usize, I: std::fmt::Debug, G: Guard> std::fmt::Debug
    for Shared<L, R, W, I, G>
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("guard", &G::default())
            .field("policy", &self.policy)
            .field("index", &self.index)
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

mod bucket;
#[cfg(feature = "files")]
mod file;

/// What a table needs to know of its file.
mod home {
    #[cfg(feature = "files")]
    pub(super) use super::file::Home;

    /// Without files, no table has one.
    #[cfg(not(feature = "files"))]
    pub(super) enum Home {}

    #[cfg(not(feature = "files"))]
    impl Home {
        pub(super) fn generation_and_dice(&self) -> (u8, u64) {
            match *self {}
        }

        pub(super) fn set_generation(&self, _: u8) {
            match *self {}
        }
    }
}

#[cfg(all(test, feature = "loom"))]
mod models;

#[cfg(test)]
mod tests;
