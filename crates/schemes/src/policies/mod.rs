//! Policies of single experiments: rules of older programs, such as [`TwoTier`], and those that use the additional
//! components of `[Breuker 1998, 2.7.3]`: [`Dated`], [`NearRoot`], [`KeepPrincipal`].
//!
//! [`WithSame`] changes what happens to the same position. [`LeastRecentlyUsed`], [`FirstInFirstOut`] and [`Random`]
//! are controls.

/// Implements methods of [`Policy`](tt::Policy) by those of a field, for a policy that contains another one.
macro_rules! forward_policy {
    ($policy:tt: $($method:ident)*) => { $(forward_policy!(@$method $policy);)* };
    (@victim $policy:tt) => {
        #[inline]
        fn victim(self, residents: &[tt::Worth; W], candidate: tt::Worth) -> tt::Decision {
            self.$policy.victim(residents, candidate)
        }
    };
    (@place $policy:tt) => {
        #[inline]
        fn place(self, residents: &[tt::Worth], candidate: tt::Worth) -> tt::Decision {
            self.$policy.place(residents, candidate)
        }
    };
    (@same $policy:tt) => {
        #[inline]
        fn same(self, resident: tt::Worth, candidate: tt::Worth) -> tt::Same {
            self.$policy.same(resident, candidate)
        }
    };
    (@ages $policy:tt) => {
        #[inline]
        fn ages(self, resident: tt::Worth) -> bool {
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
        fn on_hit(self) -> tt::OnHit {
            self.$policy.on_hit()
        }
    };
}

mod any;
mod built_in;
mod controls;
mod custom;
mod dated;
mod keep_principal;
mod near_root;
mod protected;
mod same;
mod stockfish_5;
mod two_tier;

pub use any::{AnyConcept, AnyPolicy};
pub use built_in::{AnyTwoLevel, BuiltIn};
pub use controls::{FirstInFirstOut, LeastRecentlyUsed, Random};
pub use custom::Custom;
pub use dated::Dated;
pub use keep_principal::KeepPrincipal;
pub use near_root::NearRoot;
pub use same::{SameRule, WithSame};
pub use stockfish_5::Stockfish5;
pub use two_tier::TwoTier;

pub(crate) use any::{Preference, Rule};
pub(crate) use near_root::Nearer;
pub(crate) use protected::protect_subtrees;
