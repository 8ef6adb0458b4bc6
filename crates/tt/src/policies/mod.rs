//! Policies: which position of a bucket is replaced.
//!
//! Breuker's replacement schemes are built from concepts (`[Breuker 1998, 2.7.1]`). A *concept* is a preference rule
//! that decides which of two positions to keep: [`Deep`], [`New`] or [`Big`]. The number of *levels* is the number of
//! positions per bucket: [`OneLevel`] or [`TwoLevel`]. A scheme combines a concept with a number of levels.
//!
//! [`Weighted`] has the rules of engines of today. The crate `schemes` has policies of older programs, controls for
//! experiments, and rules for the same position.

mod big;
mod deep;
mod new;
mod one_level;
mod two_level;
mod weighted;

pub use big::Big;
pub use deep::Deep;
pub use new::New;
pub use one_level::OneLevel;
pub use two_level::TwoLevel;
pub use weighted::{RequiredDepth, Weighted};

use crate::Worth;

/// A preference rule that decides which of two positions to keep.
///
/// ```
/// use tt::policies::{Concept, Deep};
/// use tt::{Bound, Worth};
///
/// let shallow = Worth { depth: 3, nodes: 900, age: 0, bound: Bound::Exact, ..Worth::default() };
/// let deep = Worth { depth: 4, nodes: 20, ..shallow };
/// assert!(Deep.prefers(deep, shallow) && !Deep.prefers(shallow, deep));
/// ```
pub trait Concept: Copy {
    /// Returns whether to keep `candidate` instead of `resident`.
    fn prefers(self, candidate: Worth, resident: Worth) -> bool;

    /// Returns whether the concept reads [`Worth::user`] as the index of the best move; false by default.
    #[inline]
    fn reads_move_index(self) -> bool {
        false
    }
}
