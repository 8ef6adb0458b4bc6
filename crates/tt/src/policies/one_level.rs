//! One level: the rule of DEEP, NEW, OLD, BIG1 and BIGALL, whose buckets have one position.

use super::Concept;
use crate::{Decision, Policy, Worth};

/// A scheme with one position per bucket, in which a concept chooses between resident and candidate.
///
/// Any candidate replaces a stamped resident.
///
/// ```
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::Exact, ..Worth::default() };
/// let candidate = Worth { depth: 3, ..resident };
/// assert_eq!(OneLevel(Deep).victim(&[resident], candidate), Decision::Keep);
/// assert_eq!(OneLevel(Deep).victim(&[Worth { age: 1, ..resident }], candidate), Decision::Replace(0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OneLevel<C>(pub C);

impl<C: Concept> OneLevel<C> {
    /// Decides by the first slot alone.
    #[inline(always)]
    pub fn decide(self, resident: Worth, candidate: Worth) -> Decision {
        if resident.stamped() || self.0.prefers(candidate, resident) { Decision::Replace(0) } else { Decision::Keep }
    }
}

impl<C: Concept> Policy<1> for OneLevel<C> {
    #[inline]
    fn victim(self, [resident]: &[Worth; 1], candidate: Worth) -> Decision {
        self.decide(*resident, candidate)
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self.0.reads_move_index()
    }
}
