//! Two tiers without a shift, as in Belle: "depth-preferred" and "always".

use tt::policies::{Concept, TwoLevel};
use tt::{Decision, Policy, Worth};

/// Two slots: the first one keeps the position that the concept prefers, the second one takes every other candidate.
///
/// Unlike in [`TwoLevel`], a position that the first slot evicts is lost (`[CPW, Two-tier System]`).
/// Footnote 23 of the thesis says that `[Ebeling 1986]` describes two levels "in a slightly different way", but not
/// which.
///
/// ```
/// use schemes::policies::TwoTier;
/// use tt::policies::Deep;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let worth = |depth| Worth { depth, nodes: 1, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(TwoTier(Deep).victim(&[worth(5), worth(4)], worth(6)), Decision::Replace(0));
/// assert_eq!(TwoTier(Deep).victim(&[worth(5), worth(4)], worth(3)), Decision::Replace(1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoTier<C>(pub C);

impl<C: Concept> Policy<2> for TwoTier<C> {
    #[inline]
    fn victim(self, [first, _]: &[Worth; 2], candidate: Worth) -> Decision {
        self.place(std::slice::from_ref(first), candidate)
    }

    #[inline]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        match TwoLevel(self.0).decide(residents[0], candidate) {
            Decision::Demote => Decision::Replace(0),
            decision => decision,
        }
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self.0.reads_move_index()
    }
}
