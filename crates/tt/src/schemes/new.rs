//! Concept *New*: the last position examined is worth more.

use super::Concept;
use crate::Worth;

/// Prefers the candidate, always: most transpositions are local.
#[derive(Clone, Copy, Debug, Default)]
pub struct New;

impl Concept for New {
    #[inline]
    fn prefers(self, _: Worth, _: Worth) -> bool {
        true
    }
}
