//! What a technique says, as values: a table that is selected at run time.

use std::cmp::Ordering;

use zobrist::Key;

use crate::schemes::{
    Big, Concept, Deep, FirstInFirstOut, LeastRecentlyUsed, MoveIndex, New, Old, Random, SameRule, Stockfish5, TwoTier,
    Weighted, one_level, protect, protect_subtrees, two_level,
};
use crate::tables::{Area, Eviction, Written};
use crate::{Components, Decision, Index, LowBits, Modulo, MulHigh, OnHit, Policy, Same, Size, Worth};

/// What a name says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(crate) structure: Structure,
    pub(crate) policy: AnyPolicy,
    pub(crate) width: usize,
    pub(crate) layout: AnyLayout,
    pub(crate) index: IndexKind,
    /// The number of key bits that are verified at most.
    pub(crate) key_bits: u32,
    /// Whether the size is that of the memory of positions of 16 bytes.
    pub(crate) is_memory: bool,
    pub(crate) counts_stored_nodes: bool,
}

impl Kind {
    /// Returns the size of a table for which a size is given.
    pub(crate) fn size(&self, size: Size) -> Size {
        match size {
            Size::Positions(positions) if self.is_memory => {
                Size::Bytes(self.memory(positions.saturating_mul(Size::OF_POSITION)))
            }
            size => size,
        }
    }

    /// Returns the part of `bytes` that is left to positions of 16 bytes if additional components are stored beside
    /// them.
    ///
    /// The layout takes the components from the key. Memory is compared as if it did not.
    pub(crate) fn memory(&self, bytes: u64) -> u64 {
        const BITS: u64 = 128;
        // A flag for extensions if nothing else is said.
        let bits = match self.layout {
            AnyLayout::WithComponents => self.policy.uses.bits().max(1),
            _ => 0,
        };
        (u128::from(bytes) * u128::from(BITS) / u128::from(BITS + u64::from(bits))) as u64
    }
}

/// How positions are organised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    Buckets,
    TwoTables(Written),
    Chained,
    Overflow(Area),
    Probing,
    Queues(Eviction),
    Unbounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnyLayout {
    Thesis,
    LogNodes,
    TwoBounds,
    Compact,
    WithComponents,
    WithPosition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexKind {
    LowBits,
    MulHigh,
    Modulo,
}

/// An [`Index`] selected at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyIndex {
    kind: IndexKind,
    low: LowBits,
    buckets: u64,
    mask: u64,
}

impl AnyIndex {
    pub(crate) fn new(kind: IndexKind, key_bits: u32, buckets: u64) -> Self {
        Self { kind, low: LowBits::at_most(buckets), buckets, mask: !0 << (64 - key_bits) }
    }
}

impl Index for AnyIndex {
    fn at_most(buckets: u64) -> Self {
        Self::new(IndexKind::LowBits, 64, buckets)
    }

    fn buckets(self) -> u64 {
        if self.kind == IndexKind::LowBits { self.low.buckets() } else { self.buckets }
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        let (bucket, check) = match self.kind {
            IndexKind::LowBits => self.low.locate(key),
            IndexKind::MulHigh => MulHigh::at_most(self.buckets).locate(key),
            IndexKind::Modulo => Modulo::at_most(self.buckets).locate(key),
        };
        (bucket, check & self.mask)
    }
}

/// A [`Concept`] selected at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnyConcept {
    pub(super) kind: ConceptKind,
    pub(super) strict: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConceptKind {
    Deep,
    New,
    Old,
    Big,
    MoveIndex,
}

impl Concept for AnyConcept {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        let prefers = |a: Worth, b: Worth| match self.kind {
            ConceptKind::Deep => Deep.prefers(a, b),
            ConceptKind::New => New.prefers(a, b),
            ConceptKind::Old => Old.prefers(a, b),
            ConceptKind::Big => Big.prefers(a, b),
            ConceptKind::MoveIndex => MoveIndex.prefers(a, b),
        };
        if self.strict { !prefers(resident, candidate) } else { prefers(candidate, resident) }
    }

    fn uses_hints(self) -> bool {
        self.kind == ConceptKind::MoveIndex
    }
}

/// A [`Policy`] selected at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyPolicy {
    pub(super) rule: Rule,
    /// The rule for the same position, if it is not that of the policy.
    pub(super) same: Option<SameRule>,
    /// What the policy makes of additional components.
    pub(crate) uses: Uses,
    /// The nodes of the smallest subtree that only a larger one overwrites.
    pub(super) protected: Option<u32>,
}

/// What a policy makes of the additional components of `[Breuker 1998, 2.7.3]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// The position with the oldest date goes, not any position with an older date.
    pub(super) date: bool,
    /// A position nearer to the root is preferred.
    pub(super) from_root: bool,
    /// Principal positions of the present search are not overwritten by other positions.
    pub(super) principal: bool,
}

impl Uses {
    /// Returns the bits that these components add to a position of the thesis, which has a date of one bit.
    pub(crate) fn bits(self) -> u32 {
        [(self.date, 7), (self.from_root, 5), (self.principal, 1)]
            .iter()
            .map(|&(is_used, bits)| bits * u32::from(is_used))
            .sum()
    }

    /// Returns the slot whose position has the oldest date, if a position has an older date than the candidate.
    fn oldest(residents: &[(Worth, Components)]) -> Option<usize> {
        let ages = residents.iter().map(|(worth, _)| worth.age).enumerate();
        ages.max_by_key(|&(slot, age)| (age, slot)).filter(|&(_, age)| age > 0).map(|(slot, _)| slot)
    }

    /// Returns a decision about a full bucket that loses no principal position of the present search, unless the
    /// candidate is principal, too.
    fn protect(decision: Decision, residents: &[(Worth, Components)], candidate: Components) -> Decision {
        let is_safe = |slot: usize| {
            let (worth, components) = residents[slot];
            components.principal && !worth.stamped() && !candidate.principal
        };
        protect(decision, residents.len(), is_safe)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    OneLevel(AnyConcept),
    TwoLevel(AnyConcept),
    TwoTier(AnyConcept),
    Weighted(Weighted),
    Stockfish5,
    Random,
    FirstInFirstOut,
    LeastRecentlyUsed,
}

/// Prefers the position nearer to the root. A concept decides between positions that are equally near.
#[derive(Clone, Copy)]
struct Nearer {
    concept: AnyConcept,
    first: (Worth, Components),
    candidate: (Worth, Components),
}

impl Concept for Nearer {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        match self.candidate.1.from_root.cmp(&self.first.1.from_root) {
            Ordering::Less => true,
            Ordering::Equal => self.concept.prefers(candidate, resident),
            Ordering::Greater => false,
        }
    }
}

impl AnyPolicy {
    pub(crate) fn concept(self) -> AnyConcept {
        match self.rule {
            Rule::OneLevel(concept) | Rule::TwoLevel(concept) | Rule::TwoTier(concept) => concept,
            _ => AnyConcept { kind: ConceptKind::Deep, strict: false },
        }
    }

    pub(crate) fn reads_hints(self) -> bool {
        match self.rule {
            Rule::Weighted(weighted) => Policy::<1>::uses_hints(weighted),
            _ => self.concept().uses_hints(),
        }
    }

    /// The policy that always replaces, with the same rule for the same position.
    pub(crate) fn always(self) -> Self {
        Self { rule: Rule::OneLevel(AnyConcept { kind: ConceptKind::New, strict: false }), ..self }
    }
}

impl<const W: usize> Policy<W> for AnyPolicy {
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let decision = match self.rule {
            Rule::OneLevel(concept) => one_level(concept, residents[0], candidate),
            Rule::TwoLevel(concept) => two_level(concept, residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(&residents[..1], candidate),
            Rule::Weighted(weighted) => weighted.victim(residents, candidate),
            Rule::Stockfish5 => Stockfish5.victim(residents, candidate),
            Rule::Random => Random.victim(residents, candidate),
            Rule::FirstInFirstOut => FirstInFirstOut.victim(residents, candidate),
            Rule::LeastRecentlyUsed => LeastRecentlyUsed.victim(residents, candidate),
        };
        let Some(nodes) = self.protected else { return decision };
        // With the ages that the policy keeps.
        let seen = match self.rule {
            Rule::Weighted(weighted) => residents.map(|resident| weighted.seen(resident)),
            _ => *residents,
        };
        protect_subtrees(decision, &seen, candidate, nodes)
    }

    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        match self.rule {
            Rule::TwoLevel(concept) => two_level(concept, residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(residents, candidate),
            Rule::FirstInFirstOut | Rule::LeastRecentlyUsed => Decision::Demote,
            _ => Decision::Replace(residents.len()),
        }
    }

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        let mut worths = [candidate.0; W];
        worths.iter_mut().zip(residents).for_each(|(worth, resident)| *worth = resident.0);
        let is_full = residents.len() == W;
        let first = residents.first().filter(|_| self.uses.from_root);
        let decision = match (self.rule, first) {
            _ if is_full && self.uses.date && Uses::oldest(residents).is_some() => {
                Uses::oldest(residents).map_or(Decision::Keep, Decision::Replace)
            }
            (Rule::OneLevel(concept), Some(&first)) => {
                one_level(Nearer { concept, first, candidate }, first.0, candidate.0)
            }
            (Rule::TwoLevel(concept), Some(&first)) => {
                two_level(Nearer { concept, first, candidate }, first.0, candidate.0)
            }
            _ if is_full => self.victim(&worths, candidate.0),
            _ => Policy::<W>::place(self, &worths[..residents.len()], candidate.0),
        };
        if is_full && self.uses.principal { Uses::protect(decision, residents, candidate.1) } else { decision }
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        match (self.same, self.rule) {
            (Some(rule), Rule::Weighted(weighted)) => rule.of(weighted.seen(resident), candidate),
            (Some(rule), _) => rule.of(resident, candidate),
            (None, Rule::Weighted(weighted)) => Policy::<W>::same(weighted, resident, candidate),
            (None, _) => Same::Overwrite,
        }
    }

    fn uses_hints(self) -> bool {
        self.reads_hints()
    }

    fn on_hit(self) -> OnHit {
        match self.rule {
            Rule::Weighted(weighted) => Policy::<W>::on_hit(weighted),
            Rule::LeastRecentlyUsed => OnHit::MoveToFront,
            _ => OnHit::Nothing,
        }
    }
}
