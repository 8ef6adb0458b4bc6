//! Policies: which position of a bucket is replaced.
//!
//! Breuker's replacement schemes are built from concepts (`[Breuker 1998, 2.7.1]`). A *concept* is a preference rule
//! that decides which of two positions to keep: [`Deep`], [`New`] or [`Big`]. The number of *levels* is the number of
//! positions per bucket: [`OneLevel`] or [`TwoLevel`]. A scheme combines a concept with a number of levels.
//!
//! [`Weighted`] has the rules of engines of today, [`TwoTier`] that of Belle, and [`WithSame`] changes what happens to
//! the same position. [`LeastRecentlyUsed`], [`FirstInFirstOut`] and [`Random`] are controls for experiments.

/// Implements methods of [`Policy`](crate::Policy) by those of a field, for a policy that contains another one.
///
/// ```
/// use tt::{Decision, Policy, Same, Worth, forward_policy};
///
/// /// Another policy that never overwrites the record of a position.
/// #[derive(Clone, Copy, Debug)]
/// struct First<R>(R);
///
/// impl<const W: usize, R: Policy<W>> Policy<W> for First<R> {
///     forward_policy!(0: victim place ages reads_move_index on_hit);
///
///     fn same(self, _: Worth, _: Worth) -> Same {
///         Same::Keep
///     }
/// }
/// ```
#[macro_export]
macro_rules! forward_policy {
    ($policy:tt: $($method:ident)*) => { $($crate::forward_policy!(@$method $policy);)* };
    (@victim $policy:tt) => {
        #[inline]
        fn victim(self, residents: &[$crate::Worth; W], candidate: $crate::Worth) -> $crate::Decision {
            self.$policy.victim(residents, candidate)
        }
    };
    (@place $policy:tt) => {
        #[inline]
        fn place(self, residents: &[$crate::Worth], candidate: $crate::Worth) -> $crate::Decision {
            self.$policy.place(residents, candidate)
        }
    };
    (@same $policy:tt) => {
        #[inline]
        fn same(self, resident: $crate::Worth, candidate: $crate::Worth) -> $crate::Same {
            self.$policy.same(resident, candidate)
        }
    };
    (@ages $policy:tt) => {
        #[inline]
        fn ages(self, resident: $crate::Worth) -> bool {
            self.$policy.ages(resident)
        }
    };
    (@reads_move_index $policy:tt) => {
        #[inline]
        fn reads_move_index(self) -> bool {
            self.$policy.reads_move_index()
        }
    };
    (@on_hit $policy:tt) => {
        #[inline]
        fn on_hit(self) -> $crate::OnHit {
            self.$policy.on_hit()
        }
    };
}

mod big;
mod controls;
mod deep;
mod new;
mod one_level;
mod same;
mod two_level;
mod two_tier;
mod weighted;

pub use big::Big;
pub use controls::{FirstInFirstOut, LeastRecentlyUsed, Random};
pub use deep::Deep;
pub use new::New;
pub use one_level::OneLevel;
pub use same::{SameRule, WithSame};
pub use two_level::TwoLevel;
pub use two_tier::TwoTier;
pub use weighted::{Test, Weighted};

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
