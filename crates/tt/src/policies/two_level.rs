//! Two levels: the rule of TWODEEP and TWOBIG1, whose buckets have two positions.

use super::Concept;
use crate::{Decision, Policy, Worth};

/// A scheme with two positions per bucket. A concept manages the first slot, and the second slot takes every position
/// that the first one evicts or rejects.
///
/// The candidate is always stored. A stamped position in the first slot is overwritten instead of moved down, because
/// moving it would overwrite the position in the second slot, which may belong to the current search.
///
/// ```
/// use tt::policies::{Deep, TwoLevel};
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::Exact, ..Worth::default() };
/// let candidate = Worth { depth: 3, ..resident };
/// assert_eq!(TwoLevel(Deep).victim(&[resident, resident], candidate), Decision::Replace(1));
/// assert_eq!(TwoLevel(Deep).victim(&[candidate, candidate], resident), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoLevel<C>(pub C);

impl<C: Concept> TwoLevel<C> {
    /// Decides by the first slot: the second one takes what the first evicts or rejects.
    #[inline(always)]
    pub fn decide(self, resident: Worth, candidate: Worth) -> Decision {
        if resident.stamped() {
            Decision::Replace(0)
        } else if self.0.prefers(candidate, resident) {
            Decision::Demote
        } else {
            Decision::Replace(1)
        }
    }
}

impl<C: Concept> Policy<2> for TwoLevel<C> {
    #[inline]
    fn victim(self, [first, _]: &[Worth; 2], candidate: Worth) -> Decision {
        self.decide(*first, candidate)
    }

    #[inline]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.decide(residents[0], candidate)
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self.0.reads_move_index()
    }
}
