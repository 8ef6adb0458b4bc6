//! Ties: whether the candidate or the resident stays if a concept prefers neither.

use super::Concept;
use crate::Worth;

/// Keeps the resident if it is as good as the candidate by concept `C`.
///
/// The rule that the thesis prints for two levels lets the candidate win a tie ("greater than or equal"). For one level
/// it says nothing (`[Breuker 1998, 2.7.1]`). The depth-preferred replacement of the wiki is strict: the new entry has
/// to have "a higher depth" (`[CPW, Transposition Table]`).
///
/// ```
/// use tt::schemes::{Concept, Deep, Strict};
/// use tt::{Bound, Worth};
///
/// let worth = |depth| Worth { depth, nodes: 1, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert!(Deep.prefers(worth(5), worth(5)) && !Strict(Deep).prefers(worth(5), worth(5)));
/// assert!(Strict(Deep).prefers(worth(6), worth(5)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict<C>(pub C);

impl<C: Concept> Concept for Strict<C> {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        !self.0.prefers(resident, candidate)
    }

    #[inline]
    fn uses_hints(self) -> bool {
        self.0.uses_hints()
    }
}
