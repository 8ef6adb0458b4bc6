//! The policy of every scheme, selected at run time.

use tt::policies::{Big, Concept, Deep, New, OneLevel, RequiredDepth, TwoLevel, Weighted};
use tt::{Bound, Decision, OnHit, Policy, Same, Worth};

use super::{
    Custom, Dated, FirstInFirstOut, KeepPrincipal, LeastRecentlyUsed, Nearer, Random, SameRule, Stockfish5, TwoTier,
    protect_subtrees,
};

/// A [`Concept`] selected at run time.
///
/// ```
/// use schemes::policies::AnyConcept;
/// use tt::policies::Concept;
/// use tt::Worth;
///
/// let worth = |depth, index| Worth { depth, user: index, ..Worth::default() };
/// let preferring = |concept: AnyConcept| concept.prefers(worth(5, 9), worth(6, 2));
/// assert_eq!([AnyConcept::Deep, AnyConcept::Old].map(preferring), [false; 2]);
/// assert_eq!([AnyConcept::New, AnyConcept::MoveIndex].map(preferring), [true; 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyConcept {
    /// [`Deep`].
    Deep,
    /// [`New`].
    New,
    /// Always prefers the resident. This concept is a control for experiments, not for practical use.
    Old,
    /// [`Big`].
    Big,
    /// Prefers the position whose best move was searched later, or the candidate if the indices are equal (`[CPW,
    /// Priority by Move Ordering Position]`).
    ///
    /// A search that finds such a position again searches its best move first, which the move ordering would not do.
    /// The index is the [number of the search](Worth::user), so the concept needs a layout that stores it, such as
    /// [`LogNodes`](crate::layouts::LogNodes). With other layouts, all indices are 0.
    MoveIndex,
}

impl Concept for AnyConcept {
    #[inline(always)]
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        match self {
            Self::Deep => Deep.prefers(candidate, resident),
            Self::New => New.prefers(candidate, resident),
            Self::Old => false,
            Self::Big => Big.prefers(candidate, resident),
            Self::MoveIndex => candidate.user >= resident.user,
        }
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self == Self::MoveIndex
    }
}

/// A concept, and who wins a tie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preference {
    pub(crate) concept: AnyConcept,
    /// Whether the resident wins a tie.
    pub(crate) strict: bool,
}

impl From<AnyConcept> for Preference {
    fn from(concept: AnyConcept) -> Self {
        Self { concept, strict: false }
    }
}

impl Concept for Preference {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        let Self { concept, strict } = self;
        if strict { !concept.prefers(resident, candidate) } else { concept.prefers(candidate, resident) }
    }

    fn reads_move_index(self) -> bool {
        self.concept.reads_move_index()
    }
}

/// The [`Policy`] of any scheme, which [`Scheme::policy`](crate::Scheme::policy) returns.
///
/// A bucket has as many slots as the scheme says. If the scheme is one of the thesis, [`BuiltIn`](super::BuiltIn) is
/// faster.
///
/// ```
/// use schemes::Scheme;
/// use tt::layouts::Thesis;
/// use tt::{Bound, Buckets, Key, Record, Table};
///
/// let scheme: Scheme = "stockfish-5".parse()?;
/// let mut table = Buckets::<Thesis<()>, _, 4>::with_policy("64".parse()?, scheme.policy())?;
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// table.store(Key::mixed(1), record);
/// assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AnyPolicy {
    pub(crate) rule: Rule,
    /// The rule for the same position, if it is not that of the policy.
    pub(crate) same: Option<SameRule>,
    /// Whether an old record that this rule keeps loses a ply: *secondary ageing*.
    ///
    /// A record that is much deeper than the search needs, and whose bound does not end the node, would otherwise stay,
    /// and the result of the search would be lost each time (issue 5023 of Stockfish). Stockfish ages decisive scores
    /// only (wins and losses). A policy does not see scores, so this rule ages all of them.
    pub(crate) ages: bool,
    /// What the policy makes of additional components.
    pub(crate) uses: Uses,
    /// The nodes of the smallest subtree that only a larger one overwrites.
    pub(crate) protected: Option<u32>,
}

/// Which position of a bucket goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    OneLevel(Preference),
    TwoLevel(Preference),
    TwoTier(Preference),
    Weighted(Weighted),
    Stockfish5,
    Random,
    FirstInFirstOut,
    LeastRecentlyUsed,
    Custom(Custom),
}

/// What a policy makes of the additional components of `[Breuker 1998, 2.7.3]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// The position with the oldest date is replaced, not any position with an older date.
    pub(crate) date: bool,
    /// A position nearer to the root is preferred.
    pub(crate) from_root: bool,
    /// Principal positions of the present search are not overwritten by other positions.
    pub(crate) principal: bool,
}

impl Uses {
    /// Returns the bits that these components add to a position of the thesis, which has a date of one bit.
    pub(crate) fn bits(self) -> u32 {
        [(self.date, 7), (self.from_root, 5), (self.principal, 1)]
            .iter()
            .map(|&(is_used, bits)| bits * u32::from(is_used))
            .sum()
    }
}

impl From<Rule> for AnyPolicy {
    fn from(rule: Rule) -> Self {
        Self { rule, same: None, ages: false, uses: Uses::default(), protected: None }
    }
}

impl AnyPolicy {
    pub(crate) fn preference(self) -> Preference {
        match self.rule {
            Rule::OneLevel(preference) | Rule::TwoLevel(preference) | Rule::TwoTier(preference) => preference,
            _ => AnyConcept::Deep.into(),
        }
    }

    /// Returns whether the policy reads what [`Thesis`](tt::layouts::Thesis) does not store.
    pub(crate) fn reads_pv_or_move_index(self) -> bool {
        match self.rule {
            Rule::Weighted(Weighted { pv, pv_margin, move_index, .. }) => pv != 0 || pv_margin != 0 || move_index != 0,
            Rule::Custom(custom) => custom.policy().reads_move_index(),
            _ => self.preference().reads_move_index(),
        }
    }

    /// Returns whether the policy uses additional components.
    pub(crate) fn has_uses(self) -> bool {
        self.uses.bits() > 0
    }

    /// Returns whether the policy compares the nodes of subtrees.
    pub(crate) fn reads_nodes(self) -> bool {
        let reads = match self.rule {
            Rule::Weighted(weighted) => weighted.nodes != 0,
            _ => self.preference().concept == AnyConcept::Big,
        };
        reads || self.protected.is_some()
    }

    /// Returns whether a layout that stores PV nodes, but no move index, has what the policy reads.
    pub(crate) fn is_packable(self) -> bool {
        match self.rule {
            Rule::Weighted(weighted) => weighted.move_index == 0,
            _ => true,
        }
    }

    /// Returns whether a record of the same position can be kept although no option says so.
    pub(crate) fn has_same_rule(self) -> bool {
        let is_weighted = matches!(self.rule, Rule::Weighted(weighted) if weighted.overwrites != RequiredDepth::Any);
        is_weighted || self.same.is_some()
    }

    /// The policy that always replaces. If the rule for the same position keeps moves, so does it.
    pub(crate) fn always(self) -> Self {
        let keeps_move = matches!(self.same, Some(SameRule::KeepMove | SameRule::Merge));
        let same = keeps_move.then_some(SameRule::KeepMove);
        Self { rule: Rule::OneLevel(AnyConcept::New.into()), same, ..self }
    }

    /// Returns whether the rule for the same position ever keeps the old record.
    pub(crate) fn can_keep(self) -> bool {
        match self.same {
            Some(rule) => {
                matches!(rule, SameRule::Deeper | SameRule::StrictlyDeeper | SameRule::Within(_) | SameRule::Merge)
            }
            None => self.has_same_rule(),
        }
    }

    fn protected<const W: usize>(self, decision: Decision, residents: &[Worth], candidate: Worth) -> Decision {
        match self.protected {
            Some(nodes) if residents.len() == W => protect_subtrees(decision, residents, candidate, nodes),
            _ => decision,
        }
    }
}

impl<const W: usize> Policy<W> for AnyPolicy {
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let Self { uses, .. } = self;
        if uses.principal {
            let policy = Self { uses: Uses { principal: false, ..uses }, ..self };
            return KeepPrincipal(policy).victim(residents, candidate);
        }
        if uses.date {
            let policy = Self { uses: Uses { date: false, ..uses }, ..self };
            return Dated(policy).victim(residents, candidate);
        }
        let decision = match self.rule {
            Rule::OneLevel(preference) if uses.from_root => {
                OneLevel(Nearer(preference)).decide(residents[0], candidate)
            }
            Rule::TwoLevel(preference) if uses.from_root => {
                TwoLevel(Nearer(preference)).decide(residents[0], candidate)
            }
            Rule::OneLevel(preference) => OneLevel(preference).decide(residents[0], candidate),
            Rule::TwoLevel(preference) => TwoLevel(preference).decide(residents[0], candidate),
            Rule::TwoTier(preference) => TwoTier(preference).place(&residents[..1], candidate),
            Rule::Weighted(weighted) => weighted.victim(residents, candidate),
            Rule::Stockfish5 => Stockfish5.victim(residents, candidate),
            Rule::Random => Random.victim(residents, candidate),
            Rule::FirstInFirstOut => FirstInFirstOut.victim(residents, candidate),
            Rule::LeastRecentlyUsed => LeastRecentlyUsed.victim(residents, candidate),
            Rule::Custom(custom) => custom.policy().decide(residents, candidate),
        };
        // With the ages that the policy keeps.
        let seen = match self.rule {
            Rule::Weighted(weighted) => residents.map(|resident| weighted.seen(resident)),
            _ => *residents,
        };
        self.protected::<W>(decision, &seen, candidate)
    }

    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        match self.rule {
            Rule::TwoLevel(preference) if self.uses.from_root => {
                TwoLevel(Nearer(preference)).decide(residents[0], candidate)
            }
            Rule::TwoLevel(preference) => TwoLevel(preference).decide(residents[0], candidate),
            Rule::TwoTier(preference) => TwoTier(preference).place(residents, candidate),
            Rule::FirstInFirstOut | Rule::LeastRecentlyUsed => Decision::Demote,
            Rule::Custom(custom) => custom.policy().decide(residents, candidate),
            _ => Decision::Replace(residents.len()),
        }
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        match (self.same, self.rule) {
            (Some(rule), Rule::Weighted(weighted)) => rule.of(weighted.seen(resident), candidate),
            (Some(rule), _) => rule.of(resident, candidate),
            (None, Rule::Weighted(weighted)) => Policy::<W>::same(weighted, resident, candidate),
            (None, Rule::Custom(custom)) => custom.policy().same(resident, candidate),
            (None, _) => Same::Overwrite,
        }
    }

    fn ages(self, resident: Worth) -> bool {
        match self.rule {
            Rule::Custom(custom) => custom.policy().ages(resident),
            _ => self.ages && resident.depth >= 5 && resident.bound != Bound::Exact,
        }
    }

    fn reads_move_index(self) -> bool {
        self.reads_pv_or_move_index()
    }

    fn on_hit(self) -> OnHit {
        match self.rule {
            Rule::Weighted(weighted) => Policy::<W>::on_hit(weighted),
            Rule::LeastRecentlyUsed => OnHit::MoveToFront,
            Rule::Custom(custom) => custom.policy().on_hit(),
            _ => OnHit::Nothing,
        }
    }
}
