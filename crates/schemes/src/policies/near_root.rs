//! The additional component *depth*, the distance from the root: positions near the root are kept.

use std::cmp::Ordering;

use tt::policies::{Concept, OneLevel, TwoLevel};
use tt::{Components, Decision, Policy, Worth};

/// A [`OneLevel`] or [`TwoLevel`] policy that prefers the position nearer to the root: "a position is more important if
/// it is nearer to the root, since there it has a higher probability of being researched" (`[Breuker 1998, 2.7.3]`).
///
/// The concept decides between positions that are equally near. The distance is
/// [`Components::from_root`](tt::Components::from_root), so the table needs a layout with components. A table with
/// another layout does not compile. If a search offers no components, the policy is the inner one.
///
/// ```
/// use schemes::policies::NearRoot;
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Components, Decision, Policy, Worth};
///
/// let position = |depth, from_root| {
///     Worth { depth, user: Components { from_root, ..Components::default() }.to_bits(), ..Worth::default() }
/// };
/// let policy = NearRoot(OneLevel(Deep));
/// assert_eq!(policy.victim(&[position(5, 4)], position(3, 2)), Decision::Replace(0), "shallower, but nearer");
/// assert_eq!(policy.victim(&[position(5, 4)], position(3, 4)), Decision::Keep, "equally near, and shallower");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NearRoot<R>(pub R);

/// Prefers the nearer one of two positions.
#[derive(Clone, Copy)]
pub(crate) struct Nearer<C>(pub(crate) C);

impl<C: Concept> Concept for Nearer<C> {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        let distance = |worth: Worth| Components::of(worth.user).map_or(0, |components| components.from_root);
        match distance(candidate).cmp(&distance(resident)) {
            Ordering::Less => true,
            Ordering::Equal => self.0.prefers(candidate, resident),
            Ordering::Greater => false,
        }
    }
}

impl<C: Concept> Policy<1> for NearRoot<OneLevel<C>> {
    const NEEDS_USER: bool = true;

    fn victim(self, residents: &[Worth; 1], candidate: Worth) -> Decision {
        OneLevel(Nearer(self.0.0)).victim(residents, candidate)
    }
}

impl<C: Concept> Policy<2> for NearRoot<TwoLevel<C>> {
    const NEEDS_USER: bool = true;

    forward_policy!(0: place);

    fn victim(self, residents: &[Worth; 2], candidate: Worth) -> Decision {
        TwoLevel(Nearer(self.0.0)).victim(residents, candidate)
    }
}
