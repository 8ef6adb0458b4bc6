//! Concept *Move index*: prefer the position whose best move was searched late.

use tt::Worth;
use tt::policies::Concept;

/// Prefers the position whose best move was searched later, or the candidate if the indices are equal
/// (`[CPW, Priority by Move Ordering Position]`).
///
/// A search that finds such a position again searches its best move first, which the move ordering would not do. The
/// index is part of the [hints](tt::Hints), so the concept needs a layout that stores them, such as
/// [`LogNodes`](crate::layouts::LogNodes). With other layouts, all indices are 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveIndex;

impl Concept for MoveIndex {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.hints.move_index() >= resident.hints.move_index()
    }

    #[inline]
    fn uses_hints(self) -> bool {
        true
    }
}
