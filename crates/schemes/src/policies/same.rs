//! The same position again: a rule that can be combined with every policy.

use tt::{Policy, Same, Worth};

/// What happens when a position is stored that is already in the bucket.
///
/// The thesis does not say whether its schemes decide about the same position, too. Moreland's page and the
/// chess-programming wiki say so of depth-preferred replacement ("a currently existing node").
///
/// ```
/// use schemes::policies::SameRule;
/// use tt::{Bound, Same, Worth};
///
/// let worth = |depth| Worth { depth, nodes: 1, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(SameRule::Deeper.of(worth(5), worth(4)), Same::Keep);
/// assert_eq!(SameRule::StrictlyDeeper.of(worth(5), worth(5)), Same::Keep);
/// assert_eq!(SameRule::Within(1).of(worth(5), worth(4)), Same::Overwrite);
/// assert_eq!(SameRule::CompeteDeeper.of(worth(5), worth(6)), Same::Overwrite);
/// assert_eq!(SameRule::CompeteDeeper.of(worth(5), worth(5)), Same::Compete);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameRule {
    /// The new record overwrites the old one.
    Overwrite,
    /// The scheme decides as for any other position, so a bucket can contain a position twice.
    Compete,
    /// A deeper record overwrites the old one. Otherwise, the scheme decides as for any other position.
    CompeteDeeper,
    /// The new record overwrites the old one if it is as deep or deeper, or if the old one is stamped.
    Deeper,
    /// The new record overwrites the old one if it is deeper, or if the old one is stamped.
    StrictlyDeeper,
    /// The new record overwrites the old one if it is at most this many plies shallower, or if the old one is stamped.
    Within(u8),
    /// The new record overwrites the old one, but the old move stays if the new record has none.
    KeepMove,
    /// The score of the deeper record stays, or the new one if the old one is stamped, and the newest move.
    Merge,
}

impl SameRule {
    /// Decides about a resident and the candidate for the same position.
    #[inline]
    #[must_use]
    pub fn of(self, resident: Worth, candidate: Worth) -> Same {
        let is_within = |plies: u8| resident.stamped() || candidate.depth.saturating_add(plies) >= resident.depth;
        match self {
            Self::Overwrite => Same::Overwrite,
            Self::CompeteDeeper if candidate.depth > resident.depth => Same::Overwrite,
            Self::Compete | Self::CompeteDeeper => Same::Compete,
            Self::Deeper if is_within(0) => Same::Overwrite,
            Self::Within(plies) if is_within(plies) => Same::Overwrite,
            Self::StrictlyDeeper if resident.stamped() || candidate.depth > resident.depth => Same::Overwrite,
            Self::Deeper | Self::StrictlyDeeper | Self::Within(_) => Same::Keep,
            Self::KeepMove => Same::OverwriteKeepingPayload,
            Self::Merge if is_within(0) => Same::OverwriteKeepingPayload,
            Self::Merge => Same::KeepTakingPayload,
        }
    }
}

/// A policy with another rule for the same position.
///
/// ```
/// use schemes::policies::{SameRule, WithSame};
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Bound, Policy, Same, Worth};
///
/// let policy = WithSame(OneLevel(Deep), SameRule::Compete);
/// let worth = Worth { depth: 5, nodes: 1, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(policy.same(worth, worth), Same::Compete);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithSame<R>(pub R, pub SameRule);

impl<const W: usize, R: Policy<W>> Policy<W> for WithSame<R> {
    const NEEDS_PV: bool = R::NEEDS_PV;
    const NEEDS_USER: bool = R::NEEDS_USER;

    forward_policy!(0: victim place ages reads_move_index on_hit);

    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        self.1.of(resident, candidate)
    }
}
