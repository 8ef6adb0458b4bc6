//! The table: buckets of slots in private memory.

use alloc::boxed::Box;
use core::fmt;
use core::ops::Range;

use zobrist::Key;

use crate::admit::{Sought, admit, after_hit};
use crate::interface::{Always, SAMPLE, identity, interface, out_of_memory, part_of, refresh, roll};
use crate::memory::too_large;
use crate::{
    Identity, Index, Inspect, Layout, LowBits, Maintain, OnHit, Pages, Payload, Policy, Record, Resident, Size, Stored,
    Table, TableError, Words, slots::Slots,
};

/// A transposition table of buckets with `W` slots each, at most 32.
///
/// The layout `L` packs a record into a slot, the policy `R` decides which positions stay in a bucket, and the index
/// `I` decides which bucket a key selects. Creating a table takes no time, and memory is used when it is first written.
/// [`clear`](Self::clear) is fast if little was stored. If the size of a bucket is a power of two and at most 64
/// bytes, a probe touches one cache line.
///
/// The crate has [names](crate#tables) for the usual combinations, such as [`TwoBig1`](crate::TwoBig1).
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::{Bound, Buckets, Key, MulHigh, Record, Size, Table};
///
/// // 1,000 positions, two to a bucket, with 16 bits for a move.
/// let mut table = Buckets::<Thesis<u16>, TwoLevel<Big>, 2, MulHigh>::new(Size::Positions(1_000))?;
/// let record = Record { payload: 796, score: 35, bound: Bound::Exact, depth: 6, nodes: 1_200, ..Record::default() };
/// table.store(Key::mixed(1), record);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// assert_eq!(table.hashfull(), 1, "permille");
/// table.stamp();
/// assert_eq!((table.capacity(), table.fill(), table.hashfull()), (1_000, 1, 0));
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct Buckets<L: Layout, R, const W: usize, I = LowBits> {
    buckets: Slots<<L::Words as Words>::Bucket<W>>,
    policy: R,
    index: I,
    generation: u8,
    /// The state of the generator that selects slots at random.
    dice: u64,
    /// What identifies the position of the next operation besides its key.
    extra: L::Extra,
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index> Buckets<L, R, W, I> {
    const BUCKET_BYTES: usize = size_of::<<L::Words as Words>::Bucket<W>>();

    /// Creates an empty table with an index that has parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if memory allocation fails.
    pub fn with_index(index: I, policy: R, pages: Pages) -> Result<Self, TableError> {
        const {
            assert!(W > 0 && W <= 32, "a bucket has between 1 and 32 slots");
            assert!(W == 3 || !L::Words::SHARE_A_WORD, "a bucket of the layout `TenBytes` has three slots");
            assert!(L::KEY_BITS > 0 && L::KEY_BITS <= 64, "a layout stores between 1 and 64 bits of the key");
            assert!(L::STORES_PV || !R::NEEDS_PV, "the policy reads `Worth::is_pv`, which the layout does not store");
            assert!(
                L::STORES_USER || !R::NEEDS_USER,
                "the policy reads `Worth::user`, which the layout does not store"
            );
        };
        let buckets = Self::allocate(index, pages)?;
        Ok(Self { buckets, policy, index, generation: 0, dice: 0, extra: L::Extra::default() })
    }

    fn allocate(index: I, pages: Pages) -> Result<Slots<<L::Words as Words>::Bucket<W>>, TableError> {
        usize::try_from(index.buckets())
            .map_err(|_| too_large())
            .and_then(|len| Slots::new(len, pages))
            .map_err(|reason| out_of_memory(index, W, Self::BUCKET_BYTES, reason))
    }

    /// Replaces the table by an empty one of another size. The memory of the old one is freed first, so that both need
    /// not fit.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). If memory allocation fails, the table has the smallest possible size afterwards;
    /// other errors do not change it.
    pub fn resize(&mut self, size: Size, pages: Pages) -> Result<(), TableError> {
        let index = Self::index_for(size, I::at_most)?;
        self.index = I::at_most(I::LEAST);
        self.buckets = Self::allocate(self.index, Pages::Default)?;
        self.buckets = Self::allocate(index, pages)?;
        self.index = index;
        (self.generation, self.dice) = (0, 0);
        Ok(())
    }

    /// Returns the record that [`get`](Self::get) returns, and makes the position one of the present search, as if it
    /// were stored again.
    #[inline]
    pub fn get_refreshed(&mut self, key: Key) -> Option<L::Record> {
        let generation = self.generation;
        self.change(key, |slots, check| refresh::<L, W>(slots, check, generation))
    }

    /// Offers a record for the position with this key, and returns what the table did with it.
    #[inline(always)]
    pub fn put(&mut self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, &L::Extra::default(), self.policy)
    }

    /// Stores a record, also if the policy would not: in the slot of the same position, whose payload it
    /// [keeps](crate::Payload::keeping), in the slot that the policy chooses, or else in the last slot.
    #[inline]
    pub fn put_always(&mut self, key: Key, record: &L::Record) -> Stored {
        self.put_with(key, record, &L::Extra::default(), Always(self.policy))
    }

    #[inline(always)]
    fn put_with(&mut self, key: Key, record: &L::Record, extra: &L::Extra, policy: impl Policy<W>) -> Stored {
        let (index, check) = self.index.locate(key);
        let (sought, dice) = (Sought::<L> { check, extra }, &mut self.dice);
        let mut slots = L::Words::opened(&mut self.buckets[index as usize]);
        let was_free = L::is_free(&slots[0]);
        let (change, stored) = admit::<L, _, W>(&slots, sought, record, self.generation, policy);
        let write = |slots: &mut [L::Words; W], slot: usize, words| slots[slot] = words;
        let stored = change.apply::<L, W>(&mut slots, sought, stored, || roll(dice) as usize % W, write);
        drop(slots);
        if was_free {
            self.buckets.mark_written(index as usize);
        }
        stored
    }

    /// Stamps all stored positions, like [`Maintain::stamp`].
    pub fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.buckets.clear();
        (self.generation, self.dice) = (0, 0);
    }

    /// Removes the positions of one of `parts` parts of the table, numbered from 0: a large table is cleared in steps.
    /// Part 0 also resets the stamps.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    pub fn clear_part(&mut self, part: usize, parts: usize) {
        let buckets = part_of(self.buckets.len(), part, parts);
        self.buckets[buckets].fill(L::Words::bucket(&[L::Words::ZERO; W]));
        if part == 0 {
            (self.generation, self.dice) = (0, 0);
        }
    }

    #[inline(always)]
    fn generation(&self) -> u8 {
        self.generation
    }

    #[inline(always)]
    fn extra(&self) -> L::Extra {
        self.extra
    }

    fn set_extra(&mut self, extra: L::Extra) {
        self.extra = extra;
    }

    #[inline(always)]
    fn read(&self, bucket: usize) -> [L::Words; W] {
        L::Words::slots(&self.buckets[bucket])
    }

    #[inline]
    fn find(&self, key: Key) -> Option<L::Words> {
        let (index, check) = self.index.locate(key);
        L::Words::find::<L, W>(&self.buckets[index as usize], check)
    }

    #[inline(always)]
    fn change<T>(&mut self, key: Key, change: impl FnOnce(&mut [L::Words; W], u64) -> (Range<usize>, T)) -> T {
        let (index, check) = self.index.locate(key);
        change(&mut L::Words::opened(&mut self.buckets[index as usize]), check).1
    }
}

interface!(Buckets; Buckets<L, R, W, I>);

#[cfg(feature = "files")]
mod file;
