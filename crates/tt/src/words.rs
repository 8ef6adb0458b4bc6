//! The words of a slot, and how the slots of a bucket lie in memory.

use core::hint::select_unpredictable;
use core::ops::DerefMut;
use core::sync::atomic::AtomicU64;

use crate::Layout;
use crate::memory::{Atomic, Zeroed};

/// The words of a slot: one or more integers of 64 bits.
///
/// This trait is implemented for `u64`, for arrays of `u64`, and for the words of
/// [`TenBytes`](crate::layouts::TenBytes). It cannot be implemented for other types.
///
/// ```
/// fn bytes<W: tt::Words>() -> usize {
///     size_of::<W>()
/// }
///
/// assert_eq!((bytes::<u64>(), bytes::<[u64; 2]>()), (8, 16));
/// ```
pub trait Words: Copy + Eq + Send + Sync + 'static {
    /// The number of words.
    const LEN: usize;
    /// Whether the slots of a bucket share a word.
    const SHARE_A_WORD: bool = false;
    /// The words of a free slot.
    const ZERO: Self;
    /// As many words that threads share.
    type Atoms: Atomic;
    /// The memory of a bucket of `W` slots.
    type Bucket<const W: usize>: Zeroed + Copy;
    /// The slots of a bucket, which contains the changes when they are dropped.
    type Opened<'b, const W: usize>: DerefMut<Target = [Self; W]>;

    /// Returns the words that `word` returns for their numbers.
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self;

    /// Returns the word with this number.
    fn word(&self, number: usize) -> u64;

    /// Returns the words of several slots, one after the other.
    fn flattened(slots: &[Self::Atoms]) -> &[AtomicU64];

    /// Returns the bucket whose words `word` returns for their numbers.
    fn bucket_from_fn<const W: usize>(word: impl FnMut(usize) -> u64) -> Self::Bucket<W>;

    /// Returns the words of a bucket.
    fn words_of<const W: usize>(bucket: &Self::Bucket<W>) -> &[u64];

    /// Returns the bucket of these slots.
    fn bucket<const W: usize>(slots: &[Self; W]) -> Self::Bucket<W>;

    /// Returns the slots of a bucket.
    fn slots<const W: usize>(bucket: &Self::Bucket<W>) -> [Self; W];

    /// Returns the slots of a bucket to change them.
    fn opened<const W: usize>(bucket: &mut Self::Bucket<W>) -> Self::Opened<'_, W>;

    /// Returns the words of the first slot that holds the position with this check.
    fn find<L: Layout<Words = Self>, const W: usize>(bucket: &Self::Bucket<W>, check: u64) -> Option<Self>;
}

/// Slots that lie one after the other.
macro_rules! consecutive {
    ($bucket:ident: $flat:expr) => {
        type Bucket<const W: usize> = [Self; W];
        type Opened<'b, const W: usize> = &'b mut [Self; W];

        #[inline(always)]
        fn bucket_from_fn<const W: usize>(mut word: impl FnMut(usize) -> u64) -> [Self; W] {
            core::array::from_fn(|slot| Self::from_fn(|number| word(slot * Self::LEN + number)))
        }

        #[inline(always)]
        fn words_of<const W: usize>($bucket: &[Self; W]) -> &[u64] {
            $flat
        }

        #[inline(always)]
        fn bucket<const W: usize>(slots: &[Self; W]) -> [Self; W] {
            *slots
        }

        #[inline(always)]
        fn slots<const W: usize>(bucket: &[Self; W]) -> [Self; W] {
            *bucket
        }

        #[inline(always)]
        fn opened<const W: usize>(bucket: &mut [Self; W]) -> &mut [Self; W] {
            bucket
        }

        #[inline(always)]
        fn find<L: Layout<Words = Self>, const W: usize>(bucket: &[Self; W], check: u64) -> Option<Self> {
            find::<L, W>(bucket, check)
        }
    };
}

impl Words for u64 {
    const LEN: usize = 1;
    const ZERO: Self = 0;
    type Atoms = AtomicU64;

    consecutive!(bucket: bucket);

    #[inline(always)]
    fn flattened(slots: &[AtomicU64]) -> &[AtomicU64] {
        slots
    }

    #[inline(always)]
    fn from_fn(mut word: impl FnMut(usize) -> u64) -> Self {
        word(0)
    }

    #[inline(always)]
    fn word(&self, _: usize) -> u64 {
        *self
    }
}

impl<const N: usize> Words for [u64; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];
    type Atoms = [AtomicU64; N];

    consecutive!(bucket: bucket.as_flattened());

    #[inline(always)]
    fn flattened(slots: &[[AtomicU64; N]]) -> &[AtomicU64] {
        slots.as_flattened()
    }

    #[inline(always)]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        core::array::from_fn(word)
    }

    #[inline(always)]
    fn word(&self, number: usize) -> u64 {
        self[number]
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
