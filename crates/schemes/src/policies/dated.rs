//! The additional component *date*: the oldest position is replaced.

use tt::{Decision, Policy, Worth};

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

impl<R: Policy<W>, const W: usize> Policy<W> for Dated<R> {
    const NEEDS_PV: bool = R::NEEDS_PV;
    const NEEDS_USER: bool = R::NEEDS_USER;

    forward_policy!(0: place same reads_move_index ages on_hit);

    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let oldest = (0..W).max_by_key(|&slot| (residents[slot].age, slot)).filter(|&slot| residents[slot].stamped());
        oldest.map_or_else(|| self.0.victim(residents, candidate), Decision::Replace)
    }
}
