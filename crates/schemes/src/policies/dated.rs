//! The additional component *date*: the oldest position is replaced.

use tt::{Components, Decision, Policy, Worth};

/// Another policy, except that a full bucket with positions of earlier searches replaces the one with the oldest date:
/// "a position will be overwritten by a position with a newer date" (`[Breuker 1998, 2.7.3]`).
///
/// The date is the [age](Worth::age). The schemes of the thesis only see whether a position is of an earlier search,
/// which is a date of one bit. Of equally old positions, the one in the last slot is replaced.
///
/// ```
/// use schemes::policies::Dated;
/// use tt::policies::{Deep, TwoLevel};
/// use tt::{Decision, Policy, Worth};
///
/// let worth = |depth, age| Worth { depth, age, ..Worth::default() };
/// let policy = Dated(TwoLevel(Deep));
/// assert_eq!(policy.victim(&[worth(5, 1), worth(9, 2)], worth(1, 0)), Decision::Replace(1));
/// assert_eq!(policy.victim(&[worth(5, 0), worth(9, 0)], worth(6, 0)), Decision::Demote, "as without dates");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Dated<R>(pub R);

/// Returns the slot whose position has the oldest date, if it is older than a candidate.
fn oldest(ages: impl Iterator<Item = u8>) -> Option<usize> {
    let oldest = ages.enumerate().max_by_key(|&(slot, age)| (age, slot));
    oldest.filter(|&(_, age)| age > 0).map(|(slot, _)| slot)
}

impl<R: Policy<W>, const W: usize> Policy<W> for Dated<R> {
    tt::forward_policy!(0: place same uses_hints ages on_hit);

    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let oldest = oldest(residents.iter().map(|resident| resident.age));
        oldest.map_or_else(|| self.0.victim(residents, candidate), Decision::Replace)
    }

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        let oldest = oldest(residents.iter().map(|(worth, _)| worth.age)).filter(|_| residents.len() == W);
        oldest.map_or_else(|| self.0.choose(residents, candidate), Decision::Replace)
    }
}
