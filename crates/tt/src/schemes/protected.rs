//! Large subtrees that no smaller one overwrites.

use crate::{Components, Decision, Policy, Worth};

/// Another policy, except that a position with a subtree of at least `nodes` nodes is only overwritten by one with a
/// larger subtree, or after a [stamp](crate::Maintain::stamp).
///
/// A search that is interrupted and starts again with its table searches what the table has lost. If few large
/// subtrees were lost, it soon catches up. A policy that prefers large subtrees, such as `TwoLevel(Big)`, does not need
/// this.
///
/// ```
/// use tt::schemes::{New, OneLevel, Protected};
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let policy = Protected { policy: OneLevel(New), nodes: 1_000 };
/// let worth = |nodes| Worth { nodes, ..Worth::default() };
/// assert_eq!(policy.victim(&[worth(999)], worth(1)), Decision::Replace(0));
/// assert_eq!(policy.victim(&[worth(1_000)], worth(1)), Decision::Keep);
/// assert_eq!(policy.victim(&[worth(1_000)], worth(1_001)), Decision::Replace(0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Protected<R> {
    /// The policy.
    pub policy: R,
    /// The nodes of the smallest subtree that is protected.
    pub nodes: u32,
}

impl<R: Policy<W>, const W: usize> Policy<W> for Protected<R> {
    forward!(policy: place same uses_hints ages on_hit);

    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        protect_subtrees(self.policy.victim(residents, candidate), residents, candidate, self.nodes)
    }

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        let decision = self.policy.choose(residents, candidate);
        let Ok(full) = <&[_; W]>::try_from(residents) else { return decision };
        protect_subtrees(decision, &full.map(|(worth, _)| worth), candidate.0, self.nodes)
    }
}

/// Changes a decision about a full bucket so that no smaller candidate overwrites a subtree of at least `nodes` nodes.
pub(crate) fn protect_subtrees(decision: Decision, residents: &[Worth], candidate: Worth, nodes: u32) -> Decision {
    let is_safe = |slot: usize| {
        let resident: Worth = residents[slot];
        resident.nodes >= nodes && resident.nodes >= candidate.nodes && !resident.stamped()
    };
    protect(decision, residents.len(), is_safe)
}

/// Changes a decision about a full bucket so that no position in a safe slot is lost: the last other one is, or the
/// candidate is not stored.
pub(crate) fn protect(decision: Decision, slots: usize, is_safe: impl Fn(usize) -> bool) -> Decision {
    let is_lost_safe = match decision {
        Decision::Replace(slot) => is_safe(slot),
        Decision::Demote => is_safe(slots - 1),
        Decision::ReplaceAny => (0..slots).any(&is_safe),
        Decision::Keep => false,
    };
    if !is_lost_safe {
        return decision;
    }
    (0..slots).rev().find(|&slot| !is_safe(slot)).map_or(Decision::Keep, Decision::Replace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::{Deep, Random, TwoLevel};

    fn worth(nodes: u32, depth: u8) -> Worth {
        Worth { nodes, depth, ..Worth::default() }
    }

    #[test]
    fn the_last_position_without_protection_goes() {
        let deep = Protected { policy: TwoLevel(Deep), nodes: 100 };
        let (large, small) = (worth(200, 3), worth(20, 3));
        assert_eq!(deep.victim(&[small, small], worth(10, 4)), Decision::Demote);
        assert_eq!(deep.victim(&[large, small], worth(10, 4)), Decision::Demote, "the small one is lost");
        assert_eq!(deep.victim(&[small, large], worth(10, 4)), Decision::Replace(0));
        assert_eq!(deep.victim(&[small, large], worth(10, 2)), Decision::Replace(0));
        assert_eq!(deep.victim(&[large, large], worth(10, 4)), Decision::Keep);
        assert_eq!(deep.victim(&[large, large], worth(300, 4)), Decision::Demote);
        assert_eq!(deep.victim(&[large, Worth { age: 1, ..large }], worth(10, 2)), Decision::Replace(1));
        let random = Protected { policy: Random, nodes: 100 };
        assert_eq!(random.victim(&[small, small], small), Decision::ReplaceAny);
        assert_eq!(random.victim(&[small, large], small), Decision::Replace(0));
    }
}
