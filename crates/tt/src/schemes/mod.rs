//! Breuker's seven replacement schemes, which are built from four concepts (`[Breuker 1998, 2.7.1]`).
//!
//! A *concept* is a preference rule that decides which of two positions to keep: [`Deep`], [`New`], [`Old`] or [`Big`].
//! The number of *levels* is the number of positions per bucket: [`OneLevel`] or [`TwoLevel`]. A scheme combines a
//! concept with a number of levels. [`Scheme`](crate::Scheme) selects a scheme at run time.
//!
//! The module also contains the rules of engines, of Moreland's page and of the chess-programming wiki, controls, and
//! policies that use the additional components of `[Breuker 1998, 2.7.3]`: [`Dated`], [`NearRoot`], [`KeepPrincipal`].

/// Implements methods of [`Policy`](crate::Policy) by those of a field, for a policy that contains another one.
macro_rules! forward {
    ($policy:tt: $($method:ident)*) => { $(forward!(@$method $policy);)* };
    (@victim $policy:tt) => {
        #[inline]
        fn victim(self, residents: &[Worth; W], candidate: Worth) -> $crate::Decision {
            self.$policy.victim(residents, candidate)
        }
    };
    (@place $policy:tt) => {
        #[inline]
        fn place(self, residents: &[Worth], candidate: Worth) -> $crate::Decision {
            self.$policy.place(residents, candidate)
        }
    };
    (@choose $policy:tt) => {
        #[inline]
        fn choose(
            self,
            residents: &[(Worth, $crate::Components)],
            candidate: (Worth, $crate::Components),
        ) -> $crate::Decision {
            self.$policy.choose(residents, candidate)
        }
    };
    (@same $policy:tt) => {
        #[inline]
        fn same(self, resident: Worth, candidate: Worth) -> $crate::Same {
            self.$policy.same(resident, candidate)
        }
    };
    (@ages $policy:tt) => {
        #[inline]
        fn ages(self, resident: Worth) -> bool {
            self.$policy.ages(resident)
        }
    };
    (@uses_hints $policy:tt) => {
        #[inline]
        fn uses_hints(self) -> bool {
            self.$policy.uses_hints()
        }
    };
    (@on_hit $policy:tt) => {
        #[inline]
        fn on_hit(self) -> $crate::OnHit {
            self.$policy.on_hit()
        }
    };
}

mod ageing;
mod big;
mod built_in;
mod controls;
mod custom;
mod dated;
mod deep;
mod keep_principal;
mod move_index;
mod near_root;
mod new;
mod old;
mod one_level;
mod protected;
mod same;
mod stockfish_5;
mod strict;
mod two_level;
mod two_tier;
mod weighted;

pub use ageing::Ageing;
pub use big::Big;
pub use built_in::BuiltIn;
pub use controls::{FirstInFirstOut, LeastRecentlyUsed, Random};
pub use custom::Custom;
pub use dated::Dated;
pub use deep::Deep;
pub use keep_principal::KeepPrincipal;
pub use move_index::MoveIndex;
pub use near_root::NearRoot;
pub use new::New;
pub use old::Old;
pub use one_level::OneLevel;
pub use protected::Protected;
pub use same::{SameRule, WithSame};
pub use stockfish_5::Stockfish5;
pub use strict::Strict;
pub use two_level::TwoLevel;
pub use two_tier::TwoTier;
pub use weighted::{Test, Weighted};

pub(crate) use ageing::ages;
pub(crate) use one_level::one_level;
pub(crate) use protected::protect_subtrees;
pub(crate) use two_level::two_level;

use crate::Worth;

/// A preference rule that decides which of two positions to keep.
///
/// ```
/// use tt::schemes::{Concept, Deep};
/// use tt::{Bound, Worth};
///
/// let shallow = Worth { depth: 3, nodes: 900, age: 0, bound: Bound::Exact, ..Worth::default() };
/// let deep = Worth { depth: 4, nodes: 20, ..shallow };
/// assert!(Deep.prefers(deep, shallow) && !Deep.prefers(shallow, deep));
/// ```
pub trait Concept: Copy {
    /// Returns whether to keep `candidate` instead of `resident`.
    fn prefers(self, candidate: Worth, resident: Worth) -> bool;

    /// Returns whether the concept reads [hints](Worth::hints); false by default.
    #[inline]
    fn uses_hints(self) -> bool {
        false
    }
}
