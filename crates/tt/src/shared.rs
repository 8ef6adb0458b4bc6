//! The table that threads share: buckets of slots in atomic memory.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zobrist::Key;

use crate::admit::{Sought, after_hit};
use crate::guard::{Atom, BucketWords};
use crate::interface::{Always, SAMPLE, identity, interface, out_of_memory, part_of, refresh, roll};
use crate::memory::{Memory, too_large};
use crate::{
    Guard, Identity, Index, Inspect, Layout, LowBits, Maintain, OnHit, Pages, Payload, Policy, Record, Resident, Size,
    Stored, Table, TableError, Words, Xor,
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
/// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, nodes: 1_200, ..Record::default() };
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

impl<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard> Shared<L, R, W, I, G> {
    const BUCKET_BYTES: usize = size_of::<G::Bucket<L::Words, W>>();

    /// Creates an empty table with an index that has parameters.
    ///
    /// This writes to all of its memory, as all ways to create a shared table do. Otherwise the system would interrupt
    /// all threads when one of them first writes to a page that it has read, which makes two threads slower than one.
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
    /// ```
    /// use tt::{EngineTable, Pages, Size};
    /// use tt::policies::Weighted;
    ///
    /// let index = EngineTable::<u16>::index_for(Size::mib(1), tt::Index::at_most)?;
    /// let table = EngineTable::<u16>::unwritten(index, Weighted::default(), Pages::Huge)?;
    /// std::thread::scope(|scope| {
    ///     for part in 0..4 {
    ///         let table = &table;
    ///         scope.spawn(move || table.clear_part(part, 4));
    ///     }
    /// });
    /// assert_eq!(table.fill(), 0);
    /// # Ok::<(), tt::TableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`with_index`](Self::with_index).
    pub fn unwritten(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        Ok(Self::of_buckets(Self::allocate(index, pages)?, index, policy, None))
    }

    fn allocate(index: I, pages: Pages) -> Result<Memory<G::Bucket<L::Words, W>>, TableError> {
        usize::try_from(index.buckets())
            .map_err(|_| too_large())
            .and_then(|buckets| Memory::zeroed(buckets, pages))
            .map_err(|reason| out_of_memory(index, W, Self::BUCKET_BYTES, reason))
    }

    /// Replaces the table by an empty one of another size. The memory of the old one is freed first, so that both need
    /// not fit. Like [`unwritten`](Self::unwritten), it does not write to the new memory: let the threads do this by
    /// [`clear_part`](Self::clear_part), or one of them by [`clear`](Self::clear). A table in a file becomes one in
    /// memory.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). If memory allocation fails, the table has the smallest possible size afterwards;
    /// other errors do not change it.
    pub fn resize(&mut self, size: Size, pages: Pages) -> Result<(), TableError> {
        let index = Self::index_for(size, I::at_most)?;
        let policy = self.policy;
        *self = Self::unwritten(I::at_most(I::LEAST), policy, Pages::Default)?;
        *self = Self::unwritten(index, policy, pages)?;
        Ok(())
    }

    fn of_buckets(buckets: Memory<G::Bucket<L::Words, W>>, index: I, policy: R, home: Option<Home>) -> Self {
        const {
            assert!(W > 0 && W <= 32, "a bucket has between 1 and 32 slots");
            assert!(W == 3 || !L::Words::SHARE_A_WORD, "a bucket of the layout `TenBytes` has three slots");
            assert!(L::KEY_BITS > 0 && L::KEY_BITS <= 64, "a layout stores between 1 and 64 bits of the key");
            assert!(L::STORES_PV || !R::NEEDS_PV, "the policy reads `Worth::is_pv`, which the layout does not store");
            assert!(
                L::STORES_USER || !R::NEEDS_USER,
                "the policy reads `Worth::user`, which the layout does not store"
            );
            assert!(
                L::Words::SHARE_A_WORD == G::SHARE_A_WORD,
                "slots of `TenBytes` need the guard `SpareBits`, of one word `SingleWord`, others `Xor` or `Checksum`"
            );
            let (least, most) = G::WORDS;
            assert!(
                least <= L::Words::LEN && L::Words::LEN <= most,
                "slots of `TenBytes` need the guard `SpareBits`, of one word `SingleWord`, others `Xor` or `Checksum`"
            );
        };
        let (generation, dice) = home.as_ref().map_or((0, 0), Home::generation_and_dice);
        let (generation, dice) = (AtomicU8::new(generation), AtomicU64::new(dice));
        Self { buckets, policy, index, generation, dice, home, layout: PhantomData }
    }

    /// Returns the record that [`get`](Self::get) returns, and makes the position one of the present search, as if it
    /// were stored again.
    #[inline]
    pub fn get_refreshed(&self, key: Key) -> Option<L::Record> {
        let generation = self.generation();
        self.change(key, |slots, check| refresh::<L, W>(slots, check, generation))
    }

    /// Returns the record of the position with this key that is identified besides by `extra`, and a second one if the
    /// layout keeps two.
    #[inline]
    pub fn get_with(&self, key: Key, extra: &L::Extra) -> Option<(L::Record, Option<L::Record>)> {
        self.find_with(key, extra).map(|words| (L::record(&words), L::second(&words)))
    }

    /// Offers a record for the position with this key, and returns what the table did with it.
    #[inline(always)]
    pub fn put(&self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, &L::Extra::default(), self.policy)
    }

    /// Stores a record, also if the policy would not: in the slot of the same position, whose payload it
    /// [keeps](crate::Payload::keeping), in the slot that the policy chooses, or else in the last slot.
    #[inline]
    pub fn put_always(&self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, &L::Extra::default(), Always(self.policy))
    }

    /// Offers a record for the position with this key that is identified besides by `extra`, to a policy of your
    /// choice.
    #[inline(always)]
    pub fn put_with(&self, key: Key, record: &L::Record, extra: &L::Extra, policy: impl Policy<W>) -> Stored {
        let (index, check) = self.index.locate(key);
        let any = || {
            // Two threads may select the same slot, which does no harm.
            let mut state = self.dice.load(Ordering::Relaxed);
            let number = roll(&mut state);
            self.dice.store(state, Ordering::Relaxed);
            number as usize % W
        };
        let bucket = self.bucket(index as usize);
        put::<L, _, W, G>(bucket, Sought { check, extra }, record, self.generation(), policy, any)
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
    /// part. Part 0 also resets the stamps. See [`unwritten`](Self::unwritten) for an example.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    pub fn clear_part(&self, part: usize, parts: usize) {
        for bucket in &self.buckets[part_of(self.buckets.len(), part, parts)] {
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

    /// Only the handle of a thread could know what identifies its next position.
    #[inline(always)]
    fn extra(&self) -> L::Extra {
        L::Extra::default()
    }

    fn set_extra(&self, _: L::Extra) {}

    #[inline(always)]
    fn bucket(&self, index: usize) -> BucketWords<'_, AtomicU64> {
        G::bucket_words::<L::Words, W>(&self.buckets[index])
    }

    #[inline(always)]
    fn read(&self, bucket: usize) -> [L::Words; W] {
        G::read(self.bucket(bucket))
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<L::Words> {
        let (index, check) = self.index.locate(key);
        G::find::<L, W>(self.bucket(index as usize), check)
    }

    #[inline]
    fn change<T>(&self, key: Key, change: impl FnOnce(&mut [L::Words; W], u64) -> (Range<usize>, T)) -> T {
        let (index, check) = self.index.locate(key);
        change_slots::<L, W, G, T>(self.bucket(index as usize), |slots| change(slots, check))
    }
}

interface!(Shared, G; &Shared<L, R, W, I, G>);

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
