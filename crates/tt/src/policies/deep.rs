//! Concept *Deep*: prefer the deeper search. Which slot goes is decided by `one_level.rs` and `two_level.rs`.

use super::Concept;
use crate::Worth;

/// Prefers the position whose subtree was searched deeper, or the candidate if the depths are equal.
///
/// ```
/// use tt::policies::{Concept, Deep};
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert!(Deep.prefers(worth(6, 10), worth(5, 900)));
/// assert!(Deep.prefers(worth(5, 10), worth(5, 900)));
/// assert!(!Deep.prefers(worth(4, 10), worth(5, 900)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Deep;

impl Concept for Deep {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.depth >= resident.depth
    }
}
