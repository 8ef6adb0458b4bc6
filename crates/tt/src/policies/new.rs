//! Concept *New*: prefer the most recent position.

use super::Concept;
use crate::Worth;

/// Always prefers the candidate, because most transpositions are local.
///
/// ```
/// use tt::policies::{Concept, New};
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert!(New.prefers(worth(1, 1), worth(9, 900)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct New;

impl Concept for New {
    #[inline]
    fn prefers(self, _: Worth, _: Worth) -> bool {
        true
    }
}
