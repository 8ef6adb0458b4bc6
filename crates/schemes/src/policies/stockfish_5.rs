//! Stockfish 1 to 5: points for generation, exactness and depth.

use tt::{Bound, Decision, Policy, Worth};

/// The slots are compared in turn with the best victim so far. A slot becomes the victim if its points are positive: 2
/// if the victim is of the present search, minus 2 if the slot is, or is exact, and 1 if the slot is shallower.
///
/// ```
/// use schemes::policies::Stockfish5;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let worth = |depth, age, bound| Worth { depth, nodes: 1, age, bound, ..Worth::default() };
/// let residents = [worth(3, 0, Bound::Lower), worth(9, 1, Bound::Exact), worth(9, 1, Bound::Upper)];
/// // An exact position of an earlier search is kept longer than one that is not exact.
/// assert_eq!(Stockfish5.victim(&residents, residents[0]), Decision::Replace(2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stockfish5;

impl<const W: usize> Policy<W> for Stockfish5 {
    #[inline]
    fn victim(self, residents: &[Worth; W], _: Worth) -> Decision {
        let mut victim = 0;
        for slot in 1..W {
            let (best, other) = (residents[victim], residents[slot]);
            let points = 2 * i32::from(!best.stamped())
                - 2 * i32::from(!other.stamped() || other.bound == Bound::Exact)
                + i32::from(other.depth < best.depth);
            if points > 0 {
                victim = slot;
            }
        }
        Decision::Replace(victim)
    }
}
