//! The operations on a bucket of a shared table, without the table: the models check exactly these.

use core::ops::Range;
use core::sync::atomic::AtomicU64;

use crate::admit::{Change, Sought, admit};
use crate::guard::{Atom, BucketWords};
use crate::{Guard, Layout, Policy, Stored};

/// Returns all words of a bucket.
pub(super) fn words_of<L: Layout, const W: usize, G: Guard>(
    bucket: &G::Bucket<L::Words, W>,
) -> impl Iterator<Item = &AtomicU64> {
    let BucketWords { slots, sum } = G::bucket_words::<L::Words, W>(bucket);
    slots.iter().chain(sum)
}

/// Offers a record to a bucket.
#[inline(always)]
pub(super) fn put<L: Layout, R: Policy<W>, const W: usize, G: Guard>(
    bucket: BucketWords<'_, impl Atom>,
    sought: Sought<'_, L>,
    record: &L::Record,
    generation: u8,
    policy: R,
    any: impl FnOnce() -> usize,
) -> Stored {
    let mut slots = G::read::<L::Words, W>(bucket);
    let (change, stored) = admit::<L, R, W>(&slots, sought, record, generation, policy);
    let write = |slots: &mut [L::Words; W], slot: usize, words| {
        slots[slot] = words;
        G::write(bucket, slot, &words);
    };
    let is_changed = change != Change::Nothing;
    let stored = change.apply::<L, W>(&mut slots, sought, stored, any, write);
    if is_changed {
        G::seal(bucket, &slots);
    }
    stored
}

/// Changes the slots of a bucket by `change`, which returns those that it changed and a result.
#[inline]
pub(super) fn change_slots<L: Layout, const W: usize, G: Guard, T>(
    bucket: BucketWords<'_, impl Atom>,
    change: impl FnOnce(&mut [L::Words; W]) -> (Range<usize>, T),
) -> T {
    let mut slots = G::read::<L::Words, W>(bucket);
    let before = slots;
    let (changed, result) = change(&mut slots);
    // A cache line that is not written stays with the other threads that read it.
    if slots != before {
        changed.for_each(|slot| G::write(bucket, slot, &slots[slot]));
        G::seal(bucket, &slots);
    }
    result
}
