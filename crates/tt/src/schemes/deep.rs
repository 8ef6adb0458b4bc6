//! Concept *Deep*: the deeper search is worth more.

use super::Concept;
use crate::Worth;

/// Prefers the position whose subtree was searched deeper; at equal depth, the candidate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deep;

impl Concept for Deep {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.depth >= resident.depth
    }
}
