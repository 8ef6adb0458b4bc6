//! Concept *Move index*: prefer the position whose best move was searched late.

use tt::Worth;
use tt::policies::Concept;

/// Prefers the position whose best move was searched later, or the candidate if the indices are equal
/// (`[CPW, Priority by Move Ordering Position]`).
///
/// A search that finds such a position again searches its best move first, which the move ordering would not do. The
/// index is the [number of the search](tt::Worth::user), so the concept needs a layout that stores it, such as
/// [`LogNodes`](crate::layouts::LogNodes). With other layouts, all indices are 0.
///
/// ```
/// use schemes::policies::MoveIndex;
/// use tt::policies::Concept;
/// use tt::Worth;
///
/// let worth = |index| Worth { user: index, ..Worth::default() };
/// assert!(MoveIndex.prefers(worth(9), worth(2)));
/// assert!(!MoveIndex.prefers(worth(2), worth(9)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveIndex;

impl Concept for MoveIndex {
    #[inline]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.user >= resident.user
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        true
    }
}
