//! Schemes with one or two positions per entry.

use super::Concept;
use crate::{Decision, Replacement, Worth};

/// A scheme with one position per entry, in which a concept chooses between resident and candidate.
///
/// Any candidate replaces a stamped resident.
///
/// ```
/// use tt::schemes::{Deep, OneLevel};
/// use tt::{Bound, Decision, Replacement, Worth};
///
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::EXACT };
/// let candidate = Worth { depth: 3, ..resident };
/// assert_eq!(OneLevel(Deep).decide(&[resident], candidate), Decision::Keep);
/// assert_eq!(OneLevel(Deep).decide(&[Worth { age: 1, ..resident }], candidate), Decision::Replace(0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OneLevel<C>(pub C);

/// A scheme with two positions per entry. A concept manages the first slot, and the second slot takes every position
/// that the first one gives up or rejects.
///
/// The candidate is always stored. A stamped position in the first slot is overwritten instead of moved down, because
/// moving it would overwrite the position in the second slot, which may belong to the current search.
///
/// ```
/// use tt::schemes::{Deep, TwoLevel};
/// use tt::{Bound, Decision, Replacement, Worth};
///
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::EXACT };
/// let candidate = Worth { depth: 3, ..resident };
/// assert_eq!(TwoLevel(Deep).decide(&[resident, resident], candidate), Decision::Replace(1));
/// assert_eq!(TwoLevel(Deep).decide(&[candidate, candidate], resident), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoLevel<C>(pub C);

impl<C: Concept> Replacement for OneLevel<C> {
    #[inline]
    fn width(self) -> usize {
        1
    }

    #[inline]
    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        if residents[0].stamped() || self.0.prefers(candidate, residents[0]) {
            Decision::Replace(0)
        } else {
            Decision::Keep
        }
    }

    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        self.0.hit_size(stored)
    }
}

impl<C: Concept> Replacement for TwoLevel<C> {
    #[inline]
    fn width(self) -> usize {
        2
    }

    #[inline]
    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        if residents[0].stamped() {
            Decision::Replace(0)
        } else if self.0.prefers(candidate, residents[0]) {
            Decision::Demote
        } else {
            Decision::Replace(1)
        }
    }

    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        self.0.hit_size(stored)
    }
}
