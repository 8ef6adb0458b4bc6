//! The additional component *depth*, the distance from the root: positions near the root are kept.

use std::cmp::Ordering;

use tt::policies::{Concept, OneLevel, TwoLevel};
use tt::{Components, Decision, Policy, Worth};

/// A [`OneLevel`] or [`TwoLevel`] policy that prefers the position nearer to the root: "a position is more important if
/// it is nearer to the root, since there it has a higher probability of being researched" (`[Breuker 1998, 2.7.3]`).
///
/// The concept decides between positions that are equally near. The distance is
/// [`Components::from_root`](tt::Components::from_root), so the table needs a layout with components. In a table
/// without them, the policy is the inner one.
///
/// ```
/// use schemes::policies::NearRoot;
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Components, Decision, Policy, Worth};
///
/// let position = |depth, from_root| {
///     (Worth { depth, ..Worth::default() }, Components { from_root, ..Components::default() })
/// };
/// let policy = NearRoot(OneLevel(Deep));
/// assert_eq!(policy.choose(&[position(5, 4)], position(3, 2)), Decision::Replace(0), "shallower, but nearer");
/// assert_eq!(policy.choose(&[position(5, 4)], position(3, 4)), Decision::Keep, "equally near, and shallower");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NearRoot<R>(pub R);

/// Prefers the nearer one of two positions whose distances are known.
#[derive(Clone, Copy)]
struct Nearer<C> {
    concept: C,
    /// How the distance of the candidate compares with that of the resident.
    distance: Ordering,
}

impl<C> Nearer<C> {
    fn new(concept: C, resident: Components, candidate: Components) -> Self {
        Self { concept, distance: candidate.from_root.cmp(&resident.from_root) }
    }
}

impl<C: Concept> Concept for Nearer<C> {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        match self.distance {
            Ordering::Less => true,
            Ordering::Equal => self.concept.prefers(candidate, resident),
            Ordering::Greater => false,
        }
    }
}

impl<C: Concept> Policy<1> for NearRoot<OneLevel<C>> {
    tt::forward_policy!(0: uses_hints);

    fn victim(self, residents: &[Worth; 1], candidate: Worth) -> Decision {
        self.0.victim(residents, candidate)
    }

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        let (worth, components) = residents[0];
        OneLevel(Nearer::new(self.0.0, components, candidate.1)).decide(worth, candidate.0)
    }
}

impl<C: Concept> Policy<2> for NearRoot<TwoLevel<C>> {
    tt::forward_policy!(0: place uses_hints);

    fn victim(self, residents: &[Worth; 2], candidate: Worth) -> Decision {
        self.0.victim(residents, candidate)
    }

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        let (worth, components) = residents[0];
        TwoLevel(Nearer::new(self.0.0, components, candidate.1)).decide(worth, candidate.0)
    }
}
