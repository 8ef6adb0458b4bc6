//! Large subtrees that no smaller one overwrites.

use tt::{Decision, Worth};

/// Changes a decision about a full bucket so that no smaller candidate overwrites a subtree of at least `nodes` nodes,
/// except after a [stamp](tt::Maintain::stamp).
///
/// A search that is interrupted and starts again with its table searches what the table has lost. If few large
/// subtrees were lost, it soon catches up. A policy that prefers large subtrees, such as `TwoLevel(Big)`, does not need
/// this.
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
    use crate::policies::Random;
    use tt::Policy;
    use tt::policies::{Deep, TwoLevel};

    use super::*;

    fn worth(nodes: u32, depth: u8) -> Worth {
        Worth { nodes, depth, ..Worth::default() }
    }

    #[test]
    fn the_last_position_without_protection_goes() {
        fn victim(policy: impl Policy<2>, residents: [Worth; 2], candidate: Worth) -> Decision {
            protect_subtrees(policy.victim(&residents, candidate), &residents, candidate, 100)
        }
        let deep = |residents, candidate| victim(TwoLevel(Deep), residents, candidate);
        let (large, small) = (worth(200, 3), worth(20, 3));
        assert_eq!(deep([small, small], worth(10, 4)), Decision::Demote);
        assert_eq!(deep([large, small], worth(10, 4)), Decision::Demote, "the small one is lost");
        assert_eq!(deep([small, large], worth(10, 4)), Decision::Replace(0));
        assert_eq!(deep([small, large], worth(10, 2)), Decision::Replace(0));
        assert_eq!(deep([large, large], worth(10, 4)), Decision::Keep);
        assert_eq!(deep([large, large], worth(300, 4)), Decision::Demote);
        assert_eq!(deep([large, Worth { age: 1, ..large }], worth(10, 2)), Decision::Replace(1));
        assert_eq!(victim(Random, [small, small], small), Decision::ReplaceAny);
        assert_eq!(victim(Random, [small, large], small), Decision::Replace(0));
    }
}
