//! Concept *Big*: prefer the position with the bigger subtree. BIG1 and BIGALL are one level of it, TWOBIG1 two levels.

use super::Concept;
use crate::Worth;

/// Prefers the position with the bigger subtree, or the candidate if the sizes are equal.
///
/// The size of a subtree is its number of nodes. The schemes BIG1 and BIGALL differ in what a table hit adds to the
/// size of the parent's subtree: one node, or all nodes of the stored subtree. That is an option of the search.
///
/// ```
/// use tt::policies::{Big, Concept};
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert!(Big.prefers(worth(3, 900), worth(8, 10)));
/// assert!(Big.prefers(worth(3, 10), worth(8, 10)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Big;

impl Concept for Big {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.nodes >= resident.nodes
    }
}
