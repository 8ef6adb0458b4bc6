//! How a shared table detects torn records: words that two threads wrote at the same time.
//!
//! Threads read and write the words of a shared table one by one. A reader may therefore see some words of one record
//! and some of another, and two writers may leave such a mixture in the table.

use core::fmt::Debug;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::memory::{Atomic, Pair};
use crate::words::find;
use crate::{Layout, Words};
pub(crate) use protocol::{Atom, BucketWords};

/// A rule by which a [`Shared`](crate::Shared) table verifies that all words of a record were written together.
///
/// There are four: [`Xor`], [`Checksum`], [`SingleWord`] and [`SpareBits`]. This trait cannot be implemented for other
/// types.
///
/// ```
/// use tt::layouts::Compact;
/// use tt::policies::Weighted;
/// use tt::{LowBits, Shared, SingleWord, Size};
///
/// let table = Shared::<Compact<u16>, Weighted, 8, LowBits, SingleWord>::new(Size::mib(1))?;
/// assert_eq!(table.capacity(), (1 << 20) / 8);
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Guard: protocol::Protocol {}

/// Verifies each record by itself: the first word is stored as its exclusive or with a mixture of the others
/// (`[Hyatt and Mann 2002]`).
///
/// A torn record then has another key, so it is not found. It costs no memory.
///
/// The eight highest bits of the first word are stored as they are, because they show at once that most slots hold
/// other positions; so they must be the eight highest bits of the number that verifies the position, as in all
/// layouts of this crate. If a layout verifies `n` bits of the key, a torn record is taken for one of the position
/// that is looked up with a probability of 2^(8-`n`). If slots have two words and `n` is at least 48, this never
/// happens if the second words that were mixed differ by less than 2^38, or by a multiple of 2^24: in
/// [`Thesis`](crate::layouts::Thesis), for example, those of records that differ in the bound and in the nodes, or
/// in the score and in the payload.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::{Bound, Key, Record, Shared};
///
/// let table = Shared::<Thesis<()>, TwoLevel<Big>, 2>::new("64K".parse()?)?;
/// let record = Record { bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// table.put(Key::mixed(1), &record);
/// assert_eq!(table.get(Key::mixed(1)), Some(record));
/// assert_eq!(table.addresses().len(), 16 << 16, "as large as a private table");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xor;

/// Verifies whole buckets: the place of one more slot contains a checksum of all slots.
///
/// If two threads write to a bucket at the same time, all of its positions may be lost. A torn bucket is taken for a
/// whole one with a probability of 2^-64. Three slots of two words and their checksum take one cache line.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::Weighted;
/// use tt::{Checksum, MulHigh, Shared, Size};
///
/// let table = Shared::<Thesis<()>, Weighted, 3, MulHigh, Checksum>::new(Size::Positions(3_000))?;
/// assert_eq!(table.addresses().len(), 1_000 * 64);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum;

/// For layouts of a single word, which cannot be torn.
///
/// A layout of more words is an error when the program is compiled:
///
/// ```compile_fail,E0080
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::{LowBits, Shared, SingleWord};
///
/// // error: slots of `TenBytes` need the guard `SpareBits`, of one word `SingleWord`, others `Xor` or `Checksum`
/// let table = Shared::<Thesis<u16>, TwoLevel<Big>, 2, LowBits, SingleWord>::new("64K".parse().unwrap());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SingleWord;

/// For the layout [`TenBytes`](crate::layouts::TenBytes): verifies whole buckets by a checksum in 16 bits that the
/// positions leave free.
///
/// If two threads write to a bucket at the same time, all of its positions may be lost. A torn bucket is taken for a
/// whole one with a probability of 2^-16, so a search must check a stored move before it plays it, as it must because
/// of the 16 bits of the key.
///
/// The positions of a bucket share the word that holds their keys, so a guard for each position would need bits of it.
/// Storing writes all four words of the bucket, which are half of a cache line and take as long as two.
///
/// ```
/// use tt::{EngineTable, MoveAndEvaluation, Size};
///
/// let table = EngineTable::<MoveAndEvaluation>::new(Size::mib(1))?;
/// assert_eq!(table.capacity(), 3 * (1 << 20) / 32);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpareBits;

impl Guard for Xor {}
impl Guard for Checksum {}
impl Guard for SingleWord {}
impl Guard for SpareBits {}

/// What the guards do, which is hidden from users of the crate.
pub(crate) mod protocol {
    use super::{Atomic, AtomicU64, Debug, Layout, Ordering, Words, find};

    /// A word that several threads read and write, each at any time, without an order between different words.
    pub trait Atom {
        /// Returns the value.
        fn get(&self) -> u64;

        /// Replaces the value.
        fn set(&self, value: u64);
    }

    impl Atom for AtomicU64 {
        #[inline(always)]
        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        #[inline(always)]
        fn set(&self, value: u64) {
            self.store(value, Ordering::Relaxed);
        }
    }

    /// The words of a bucket.
    pub struct BucketWords<'b, A> {
        /// The words of the slots.
        pub slots: &'b [A],
        /// The words of the checksum, of which only the first is used; empty if the guard has none.
        pub sum: &'b [A],
    }

    impl<A> Clone for BucketWords<'_, A> {
        fn clone(&self) -> Self {
            *self
        }
    }

    impl<A> Copy for BucketWords<'_, A> {}

    pub trait Protocol: Copy + Default + Debug + Send + Sync + 'static {
        /// The name, which files contain.
        const NAME: &'static str;
        /// The least and the largest number of words of a slot.
        const WORDS: (usize, usize) = (2, usize::MAX);
        /// Whether the guard is for slots that [share a word](Words::SHARE_A_WORD).
        const SHARE_A_WORD: bool = false;
        /// The memory of a bucket.
        type Bucket<S: Words, const W: usize>: Atomic;

        /// Returns the words of a bucket.
        fn bucket_words<S: Words, const W: usize>(bucket: &Self::Bucket<S, W>) -> BucketWords<'_, AtomicU64>;

        /// Reads a bucket. Torn slots are free, or have a key of no position.
        fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W];

        /// Returns the words of the first slot that holds the position with this check.
        #[inline(always)]
        fn find<L: Layout, const W: usize>(bucket: BucketWords<'_, impl Atom>, check: u64) -> Option<L::Words> {
            find::<L, W>(&Self::read(bucket), check)
        }

        /// Writes a slot. [`seal`](Self::seal) follows when all slots that change are written.
        fn write<S: Words>(bucket: BucketWords<'_, impl Atom>, slot: usize, words: &S);

        /// Ends a change of a bucket that contains these slots now.
        #[inline(always)]
        fn seal<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>, slots: &[S; W]) {
            let _ = (bucket, slots);
        }
    }
}

/// The inverse, modulo 2^64, of the odd number next to 2^64 divided by the golden ratio, whose multiples by numbers
/// of 24 bits are far from each other. So the products of two numbers with this factor differ in their 40 high bits
/// unless the numbers are far from each other.
const FACTOR: u64 = 0xf1de_83e1_9937_733d;

/// The highest bits of the first word from this one on are stored as they are. Most slots hold other positions, and
/// these bits are enough to see that.
const PLAIN_SHIFT: u32 = 56;

/// Returns a number that depends on all words of a slot but the first.
#[inline(always)]
fn mixture<S: Words>(word: impl Fn(usize) -> u64) -> u64 {
    let sum = (1..S::LEN).fold(0, |sum: u64, number| (sum.rotate_left(32) ^ word(number)).wrapping_mul(FACTOR));
    // The high bits of a product depend on all bits.
    sum >> (64 - PLAIN_SHIFT)
}

impl Xor {
    #[inline(always)]
    fn slot<S: Words>(bucket: BucketWords<'_, impl Atom>, slot: usize) -> S {
        let stored = S::from_fn(|number| bucket.slots[slot * S::LEN + number].get());
        let mixture = mixture::<S>(|number| stored.word(number));
        S::from_fn(|number| stored.word(number) ^ if number == 0 { mixture } else { 0 })
    }
}

impl protocol::Protocol for Xor {
    const NAME: &'static str = "xor";
    type Bucket<S: Words, const W: usize> = [S::Atoms; W];

    #[inline(always)]
    fn bucket_words<S: Words, const W: usize>(bucket: &[S::Atoms; W]) -> BucketWords<'_, AtomicU64> {
        BucketWords { slots: S::flattened(bucket), sum: &[] }
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W] {
        core::array::from_fn(|slot| Self::slot(bucket, slot))
    }

    #[inline(always)]
    fn find<L: Layout, const W: usize>(bucket: BucketWords<'_, impl Atom>, check: u64) -> Option<L::Words> {
        (0..W).find_map(|slot| {
            let is_other = (bucket.slots[slot * L::Words::LEN].get() ^ check) >> PLAIN_SHIFT != 0;
            if is_other { None } else { Some(Self::slot(bucket, slot)).filter(|words| L::holds(words, check)) }
        })
    }

    #[inline(always)]
    fn write<S: Words>(bucket: BucketWords<'_, impl Atom>, slot: usize, words: &S) {
        let mixture = mixture::<S>(|number| words.word(number));
        bucket.slots[slot * S::LEN].set(words.word(0) ^ mixture);
        (1..S::LEN).for_each(|number| bucket.slots[slot * S::LEN + number].set(words.word(number)));
    }
}

/// Returns a number that depends on all words, and is 0 if they are.
#[inline(always)]
fn sum_of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |sum: u64, word| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29))
}

impl Checksum {
    #[inline(always)]
    fn of<S: Words, const W: usize>(slots: &[S; W]) -> u64 {
        sum_of(slots.iter().flat_map(|slot| (0..S::LEN).map(move |number| slot.word(number))))
    }
}

impl protocol::Protocol for Checksum {
    const NAME: &'static str = "checksum";
    const WORDS: (usize, usize) = (1, usize::MAX);
    /// Slots and their checksum, which takes as much memory as a slot.
    type Bucket<S: Words, const W: usize> = Pair<[S::Atoms; W], S::Atoms>;

    #[inline(always)]
    fn bucket_words<S: Words, const W: usize>(Pair(slots, sum): &Self::Bucket<S, W>) -> BucketWords<'_, AtomicU64> {
        BucketWords { slots: S::flattened(slots), sum: S::flattened(core::slice::from_ref(sum)) }
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W] {
        let slots = core::array::from_fn(|slot| S::from_fn(|number| bucket.slots[slot * S::LEN + number].get()));
        if bucket.sum[0].get() == Self::of(&slots) { slots } else { [S::ZERO; W] }
    }

    #[inline(always)]
    fn write<S: Words>(_: BucketWords<'_, impl Atom>, _: usize, _: &S) {}

    #[inline(always)]
    fn seal<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>, slots: &[S; W]) {
        // All slots: those that did not change may be torn, and then they were read as free.
        for (slot, words) in slots.iter().enumerate() {
            (0..S::LEN).for_each(|number| bucket.slots[slot * S::LEN + number].set(words.word(number)));
        }
        bucket.sum[0].set(Self::of(slots));
    }
}

impl protocol::Protocol for SingleWord {
    const NAME: &'static str = "single word";
    const WORDS: (usize, usize) = (1, 1);
    type Bucket<S: Words, const W: usize> = [S::Atoms; W];

    #[inline(always)]
    fn bucket_words<S: Words, const W: usize>(bucket: &[S::Atoms; W]) -> BucketWords<'_, AtomicU64> {
        BucketWords { slots: S::flattened(bucket), sum: &[] }
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W] {
        core::array::from_fn(|slot| S::from_fn(|_| bucket.slots[slot].get()))
    }

    #[inline(always)]
    fn write<S: Words>(bucket: BucketWords<'_, impl Atom>, slot: usize, words: &S) {
        bucket.slots[slot].set(words.word(0));
    }
}

/// The bits of the last word of a bucket that [`SpareBits`] does not use.
const KEYS: u64 = !0 >> 16;

impl SpareBits {
    /// Returns the words of a bucket with their checksum.
    #[inline(always)]
    fn sealed<S: Words, const W: usize>(slots: &[S; W]) -> [u64; 4] {
        let bucket = S::bucket(slots);
        let mut words = core::array::from_fn(|number| S::words_of::<W>(&bucket)[number]);
        words[3] |= Self::sum(&words);
        words
    }

    /// Returns the checksum of a bucket, in its place.
    #[inline(always)]
    fn sum(&[first, second, third, last]: &[u64; 4]) -> u64 {
        sum_of([first, second, third, last & KEYS].into_iter()).wrapping_mul(FACTOR) & !KEYS
    }

    /// Returns whether the words of a bucket were written together.
    #[inline(always)]
    fn is_whole(words: &[u64; 4]) -> bool {
        words[3] & !KEYS == Self::sum(words)
    }

    #[inline(always)]
    fn load(bucket: BucketWords<'_, impl Atom>) -> [u64; 4] {
        core::array::from_fn(|number| bucket.slots[number].get())
    }
}

impl protocol::Protocol for SpareBits {
    const NAME: &'static str = "spare bits";
    const SHARE_A_WORD: bool = true;
    type Bucket<S: Words, const W: usize> = [AtomicU64; 4];

    #[inline(always)]
    fn bucket_words<S: Words, const W: usize>(bucket: &[AtomicU64; 4]) -> BucketWords<'_, AtomicU64> {
        BucketWords { slots: bucket, sum: &[] }
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W] {
        let words = Self::load(bucket);
        if Self::is_whole(&words) { S::slots(&S::bucket_from_fn::<W>(|number| words[number])) } else { [S::ZERO; W] }
    }

    #[inline(always)]
    fn find<L: Layout, const W: usize>(bucket: BucketWords<'_, impl Atom>, check: u64) -> Option<L::Words> {
        let words = Self::load(bucket);
        let found = L::Words::find::<L, W>(&L::Words::bucket_from_fn(|number| words[number]), check);
        // Most slots hold other positions, so the checksum is computed last.
        found.filter(|_| Self::is_whole(&words))
    }

    #[inline(always)]
    fn write<S: Words>(_: BucketWords<'_, impl Atom>, _: usize, _: &S) {}

    #[inline(always)]
    fn seal<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>, slots: &[S; W]) {
        for (number, word) in Self::sealed(slots).into_iter().enumerate() {
            bucket.slots[number].set(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "it takes hours")]
    fn the_products_of_numbers_that_are_near_differ_in_their_high_bits() {
        let golden: u64 = 0x9e37_79b9_7f4a_7c15;
        assert_eq!(golden.wrapping_mul(FACTOR), 1);
        // Products that differ by less than 2^24 are those of numbers that differ by a multiple of the inverse.
        let distance = |number: u64| number.min(number.wrapping_neg());
        let nearest = (1..1 << 24).map(|multiple| distance(golden.wrapping_mul(multiple))).min();
        assert!(nearest.unwrap() >= 1 << 38, "{nearest:?}");
    }
}
