//! The admission of a record to a bucket: one function without storage, which every table uses.

use core::ops::Range;

use crate::{Decision, Layout, OnHit, Policy, Same, Stored};

/// How a bucket changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<Words> {
    Nothing,
    /// Write the words to the slot with this index.
    Write(usize, Words),
    /// Write the words to any slot.
    WriteAny(Words),
    /// Write the words to the first slot, and move the slots before this index down by one.
    Insert(usize, Words),
}

impl<Words: Copy> Change<Words> {
    /// Changes a bucket by calls of `write`, and returns what was stored. `any` selects any slot.
    #[inline(always)]
    pub(crate) fn apply<L: Layout<Words = Words>, const W: usize>(
        self,
        bucket: &mut [Words; W],
        sought: Sought<'_, L>,
        mut stored: Stored,
        any: impl FnOnce() -> usize,
        mut write: impl FnMut(&mut [Words; W], usize, Words),
    ) -> Stored {
        match self {
            Self::Nothing => {}
            Self::Write(slot, words) => write(bucket, slot, words),
            Self::WriteAny(words) => {
                let slot = any();
                if sought.is_in(&bucket[slot]) {
                    stored = Stored::Same { updated: true };
                }
                write(bucket, slot, words);
            }
            Self::Insert(last, words) => {
                for slot in (1..W).rev() {
                    if slot <= last {
                        write(bucket, slot, bucket[slot - 1]);
                    }
                }
                write(bucket, 0, words);
            }
        }
        stored
    }
}

/// What identifies a position in its bucket.
pub(crate) struct Sought<'e, L: Layout> {
    pub(crate) check: u64,
    /// What identifies the position besides its key.
    pub(crate) extra: &'e L::Extra,
}

impl<L: Layout> Clone for Sought<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Sought<'_, L> {}

impl<L: Layout> Sought<'_, L> {
    /// Returns whether a slot holds the position.
    #[inline(always)]
    pub(crate) fn is_in(self, words: &L::Words) -> bool {
        L::holds(words, self.check) && L::is_of(words, self.extra)
    }
}

/// Decides how a bucket changes if `record` is offered.
///
/// # Panics
///
/// Panics if the policy replaces a slot that is neither in use nor the first free one.
#[inline(always)]
pub(crate) fn admit<L: Layout, R: Policy<W>, const W: usize>(
    bucket: &[L::Words; W],
    sought: Sought<'_, L>,
    record: &L::Record,
    generation: u8,
    policy: R,
) -> (Change<L::Words>, Stored) {
    let candidate = L::worth_of(record);
    let new = L::with_extra(L::pack(sought.check, record, generation), sought.extra);
    // The slots in use come first, because slots are never freed individually.
    let mut residents = [candidate; W];
    let mut used = 0;
    // The slots that hold the candidate's position, if the policy decides about it as about any other.
    let mut copies = 0_u32;
    for (slot, words) in bucket.iter().enumerate() {
        if L::is_free(words) {
            break;
        }
        let resident = L::worth(words, generation);
        if sought.is_in(words) {
            let (written, updated) = match policy.same(resident, candidate) {
                Same::Overwrite => (L::overwrite(words, new), true),
                Same::Keep if resident.depth > 0 && policy.ages(resident) => (L::shallower(*words), false),
                Same::Keep => return (Change::Nothing, Stored::Same { updated: false }),
                Same::OverwriteKeepingPayload => (L::with_payload(L::overwrite(words, new), words, &new), true),
                Same::KeepTakingPayload => {
                    let ages = resident.depth > 0 && policy.ages(resident);
                    let kept = if ages { L::shallower(*words) } else { *words };
                    (L::with_payload(kept, words, &new), false)
                }
                Same::Compete => {
                    copies |= 1 << slot;
                    residents[slot] = resident;
                    used = slot + 1;
                    continue;
                }
            };
            // To be stored again is a use, like a hit.
            let moves = updated && policy.on_hit() == OnHit::MoveToFront;
            let change = if moves { Change::Insert(slot, written) } else { Change::Write(slot, written) };
            return (change, Stored::Same { updated });
        }
        residents[slot] = resident;
        used = slot + 1;
    }
    if used == 0 {
        return (Change::Write(0, new), Stored::Fresh);
    }
    let decision =
        if used == W { policy.victim(&residents, candidate) } else { policy.place(&residents[..used], candidate) };
    let is_copy = |slot: usize| copies >> slot & 1 != 0;
    match decision {
        Decision::Keep if copies != 0 => (Change::Nothing, Stored::Same { updated: false }),
        Decision::Keep => (Change::Nothing, Stored::Kept),
        Decision::Replace(slot) => {
            assert!(slot <= used && slot < W, "slot {slot} of a bucket with {used} residents in {W} slots");
            let stored = match slot {
                _ if slot == used => Stored::Fresh,
                _ if is_copy(slot) => Stored::Same { updated: true },
                _ => Stored::Replaced,
            };
            (Change::Write(slot, new), stored)
        }
        Decision::ReplaceAny if used < W => (Change::Write(used, new), Stored::Fresh),
        Decision::ReplaceAny => (Change::WriteAny(new), Stored::Replaced),
        Decision::Demote if used == W && is_copy(W - 1) => (Change::Insert(W - 1, new), Stored::Same { updated: true }),
        Decision::Demote => (Change::Insert(used.min(W - 1), new), Stored::Demoted { lost: used == W }),
    }
}

/// Changes the slots of a bucket after a hit on the position with this check, and returns which slots changed.
pub(crate) fn after_hit<L: Layout, const W: usize>(
    slots: &mut [L::Words; W],
    check: u64,
    on_hit: OnHit,
    generation: u8,
) -> Range<usize> {
    let Some(slot) = slots.iter().position(|words| L::holds(words, check)) else { return 0..0 };
    match on_hit {
        OnHit::Nothing => 0..0,
        OnHit::Refresh => {
            slots[slot] = L::refreshed(slots[slot], generation);
            slot..slot + 1
        }
        OnHit::MoveToFront => {
            slots[..=slot].rotate_right(1);
            0..slot + 1
        }
    }
}
