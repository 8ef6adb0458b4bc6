//! Controls: policies that know nothing about searches.

use tt::{Decision, OnHit, Policy, Worth};

/// Replaces any position.
///
/// ```
/// use schemes::policies::Random;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let worth = Worth { depth: 9, nodes: 900, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(Random.victim(&[worth; 4], worth), Decision::ReplaceAny);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<const W: usize> Policy<W> for Random {
    #[inline]
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::ReplaceAny
    }
}

/// Replaces the position that was stored first. Storing the same position again does not move it.
///
/// ```
/// use schemes::policies::FirstInFirstOut;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let worth = Worth { depth: 9, nodes: 900, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(FirstInFirstOut.victim(&[worth; 4], worth), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstInFirstOut;

impl<const W: usize> Policy<W> for FirstInFirstOut {
    #[inline]
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::Demote
    }

    #[inline]
    fn place(self, _: &[Worth], _: Worth) -> Decision {
        Decision::Demote
    }
}

/// Replaces the position that was stored or found least recently.
///
/// ```
/// use schemes::policies::LeastRecentlyUsed;
/// use tt::{OnHit, Policy};
///
/// assert_eq!(Policy::<4>::on_hit(LeastRecentlyUsed), OnHit::MoveToFront);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastRecentlyUsed;

impl<const W: usize> Policy<W> for LeastRecentlyUsed {
    #[inline]
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::Demote
    }

    #[inline]
    fn place(self, _: &[Worth], _: Worth) -> Decision {
        Decision::Demote
    }

    #[inline]
    fn on_hit(self) -> OnHit {
        OnHit::MoveToFront
    }
}
