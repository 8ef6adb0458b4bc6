//! How a shared table notices torn records: words that two threads wrote at the same time.
//!
//! Threads read and write the words of a shared table one by one. A reader may therefore see some words of one record
//! and some of another, and two writers may leave such a mixture in the table.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Words;
pub(crate) use protocol::Atom;

/// A rule by which a [`Shared`](crate::Shared) table verifies that all words of a record were written together.
///
/// There are three: [`Xor`], [`Checksum`] and [`SingleWord`]. This trait cannot be implemented for other types.
///
/// ```
/// use tt::layouts::Compact;
/// use tt::schemes::Weighted;
/// use tt::{LowBits, Shared, SingleWord};
///
/// type Small = Shared<Compact<u16>, Weighted, 8, LowBits, SingleWord>;
/// # let _: Option<Small> = None;
/// ```
pub trait Guard: protocol::Protocol {}

/// Verifies each record by itself: the first word is stored as its exclusive or with a mixture of the others (Hyatt and
/// Mann 2002).
///
/// A torn record then has another key, so it is not found. It costs no memory.
///
/// If the layout verifies `n` bits of the key, a torn record is taken for one of the position that is looked up with a
/// probability of 2^-`n`: as rarely as the record of another position. If slots have two words, this never happens if
/// `n` is 64, or if the second words that were mixed differ by less than 2^47: in
/// [`Thesis`](crate::layouts::Thesis), for example, those of records that differ in the bound and in the nodes.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::schemes::{Big, TwoLevel};
/// use tt::{Bound, Key, Record, Shared};
///
/// let table = Shared::<Thesis<()>, TwoLevel<Big>, 2>::new("64K".parse()?)?;
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40 };
/// table.put(Key::mixed(1), &record);
/// assert_eq!(table.get(Key::mixed(1)), Some(record));
/// assert_eq!(table.addresses().len(), 16 << 16, "as large as a private table");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xor;

/// Verifies whole buckets: a word more contains a checksum of all slots.
///
/// If two threads write to a bucket at the same time, all of its positions may be lost. A torn bucket is taken for a
/// whole one with a probability of 2^-64. Buckets of up to eight words are enlarged to a power of two words, so that
/// they lie in one cache line: three slots of two words and their checksum take one line.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::schemes::LeastRecentlyUsed;
/// use tt::{Checksum, MulHigh, Shared, Size};
///
/// let table = Shared::<Thesis<()>, LeastRecentlyUsed, 3, MulHigh, Checksum>::new(Size::Positions(3_000))?;
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
/// use tt::schemes::{Big, TwoLevel};
/// use tt::{LowBits, Shared, SingleWord};
///
/// // error: slots of more than one word need the guard `Xor` or `Checksum`
/// let table = Shared::<Thesis<u16>, TwoLevel<Big>, 2, LowBits, SingleWord>::new("64K".parse().unwrap());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SingleWord;

impl Guard for Xor {}
impl Guard for Checksum {}
impl Guard for SingleWord {}

/// What the guards do, which is hidden from users of the crate.
pub(crate) mod protocol {
    use super::{AtomicU64, Debug, Ordering, Range, Words};

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

    pub trait Protocol: Copy + Default + Debug + Send + Sync + 'static {
        /// Returns the number of words of a bucket with `W` slots.
        fn words<S: Words, const W: usize>() -> usize;

        /// Reads a bucket. Torn slots are free, or have a key of no position.
        fn read<S: Words, const W: usize>(bucket: &[impl Atom]) -> [S; W];

        /// Writes the slots of a bucket, of which only some have changed.
        fn write<S: Words, const W: usize>(bucket: &[impl Atom], slots: &[S; W], changed: Range<usize>);
    }
}

/// The inverse, modulo 2^64, of the odd number next to 2^64 divided by the golden ratio.
///
/// The multiples of that number by less than 2^16 are far from each other. So the products of two numbers with this
/// factor differ in their 48 high bits unless the numbers are far from each other.
const FACTOR: u64 = 0xf1de_83e1_9937_733d;

/// Returns a number that depends on all words of a slot but the first.
#[inline(always)]
fn mixture<S: Words>(word: impl Fn(usize) -> u64) -> u64 {
    (1..S::LEN).fold(0, |sum: u64, number| (sum.rotate_left(32) ^ word(number)).wrapping_mul(FACTOR))
}

impl protocol::Protocol for Xor {
    #[inline(always)]
    fn words<S: Words, const W: usize>() -> usize {
        const { assert!(S::LEN > 1, "slots of one word need the guard `SingleWord`") };
        W * S::LEN
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: &[impl Atom]) -> [S; W] {
        std::array::from_fn(|slot| {
            let stored = S::from_fn(|number| bucket[slot * S::LEN + number].get());
            let mixture = mixture::<S>(|number| stored.word(number));
            S::from_fn(|number| stored.word(number) ^ if number == 0 { mixture } else { 0 })
        })
    }

    #[inline(always)]
    fn write<S: Words, const W: usize>(bucket: &[impl Atom], slots: &[S; W], changed: Range<usize>) {
        for slot in changed {
            let words = &slots[slot];
            let mixture = mixture::<S>(|number| words.word(number));
            bucket[slot * S::LEN].set(words.word(0) ^ mixture);
            (1..S::LEN).for_each(|number| bucket[slot * S::LEN + number].set(words.word(number)));
        }
    }
}

impl Checksum {
    #[inline(always)]
    fn of<S: Words, const W: usize>(slots: &[S; W]) -> u64 {
        let words = slots.iter().flat_map(|slot| (0..S::LEN).map(move |number| slot.word(number)));
        words.fold(0, |sum: u64, word| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29))
    }
}

impl protocol::Protocol for Checksum {
    #[inline(always)]
    fn words<S: Words, const W: usize>() -> usize {
        let words = W * S::LEN + 1;
        if words <= 8 { words.next_power_of_two() } else { words }
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: &[impl Atom]) -> [S; W] {
        let slots = std::array::from_fn(|slot| S::from_fn(|number| bucket[slot * S::LEN + number].get()));
        if bucket[W * S::LEN].get() == Self::of(&slots) { slots } else { [S::ZERO; W] }
    }

    #[inline(always)]
    fn write<S: Words, const W: usize>(bucket: &[impl Atom], slots: &[S; W], changed: Range<usize>) {
        if changed.is_empty() {
            return;
        }
        // All slots: the others may be torn, and then they were read as free.
        for (slot, words) in slots.iter().enumerate() {
            (0..S::LEN).for_each(|number| bucket[slot * S::LEN + number].set(words.word(number)));
        }
        bucket[W * S::LEN].set(Self::of(slots));
    }
}

impl protocol::Protocol for SingleWord {
    #[inline(always)]
    fn words<S: Words, const W: usize>() -> usize {
        const { assert!(S::LEN == 1, "slots of more than one word need the guard `Xor` or `Checksum`") };
        W
    }

    #[inline(always)]
    fn read<S: Words, const W: usize>(bucket: &[impl Atom]) -> [S; W] {
        std::array::from_fn(|slot| S::from_fn(|_| bucket[slot].get()))
    }

    #[inline(always)]
    fn write<S: Words, const W: usize>(bucket: &[impl Atom], slots: &[S; W], changed: Range<usize>) {
        changed.for_each(|slot| bucket[slot].set(slots[slot].word(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_products_of_numbers_that_are_near_differ_in_their_high_bits() {
        let golden: u64 = 0x9e37_79b9_7f4a_7c15;
        assert_eq!(golden.wrapping_mul(FACTOR), 1);
        // Products that differ by less than 2^16 are those of numbers that differ by a multiple of the inverse.
        let nearest = (1..1 << 16).map(|multiple| (golden.wrapping_mul(multiple) as i64).unsigned_abs()).min();
        assert!(nearest.unwrap() >= 1 << 47, "{nearest:?}");
    }
}
