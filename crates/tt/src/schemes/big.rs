//! Concept *Big*: prefer the position with the bigger subtree.

use super::Concept;
use crate::Worth;

/// Prefers the position with the bigger subtree, or the candidate if the sizes are equal. A table hit counts as one
/// node.
///
/// ```
/// use tt::schemes::{Big1, Concept};
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::EXACT };
/// assert!(Big1.prefers(worth(3, 900), worth(8, 10)));
/// assert_eq!(Big1.hit_size(900), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Big1;

/// Prefers the position with the bigger subtree, or the candidate if the sizes are equal. A table hit counts as all
/// nodes of the stored subtree.
///
/// ```
/// use tt::schemes::{BigAll, Concept};
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::EXACT };
/// assert!(BigAll.prefers(worth(3, 900), worth(8, 10)));
/// assert_eq!(BigAll.hit_size(900), 900);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BigAll;

impl Concept for Big1 {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.nodes >= resident.nodes
    }
}

impl Concept for BigAll {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        Big1.prefers(candidate, resident)
    }

    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        stored
    }
}
