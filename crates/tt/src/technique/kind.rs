//! What a technique says, as values: a table that is selected at run time.

use zobrist::Key;

use crate::schemes::{
    Big, Concept, Deep, FirstInFirstOut, LeastRecentlyUsed, New, Old, Random, SameRule, Stockfish5, TwoTier, Weighted,
    one_level, two_level,
};
use crate::tables::{Area, Written};
use crate::{Decision, Index, LowBits, Modulo, MulHigh, OnHit, Policy, Same, Worth};

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

/// How positions are organised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    Buckets,
    TwoTables(Written),
    Chained,
    Overflow(Area),
    Probing,
    Unbounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnyLayout {
    Thesis,
    LogNodes,
    TwoBounds,
    Compact,
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
}

impl Concept for AnyConcept {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        let prefers = |a: Worth, b: Worth| match self.kind {
            ConceptKind::Deep => Deep.prefers(a, b),
            ConceptKind::New => New.prefers(a, b),
            ConceptKind::Old => Old.prefers(a, b),
            ConceptKind::Big => Big.prefers(a, b),
        };
        if self.strict { !prefers(resident, candidate) } else { prefers(candidate, resident) }
    }
}

/// A [`Policy`] selected at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyPolicy {
    pub(super) rule: Rule,
    /// The rule for the same position, if it is not that of the policy.
    pub(super) same: Option<SameRule>,
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

impl AnyPolicy {
    pub(crate) fn concept(self) -> AnyConcept {
        match self.rule {
            Rule::OneLevel(concept) | Rule::TwoLevel(concept) | Rule::TwoTier(concept) => concept,
            _ => AnyConcept { kind: ConceptKind::Deep, strict: false },
        }
    }

    /// The policy that always replaces, with the same rule for the same position.
    pub(crate) fn always(self) -> Self {
        Self { rule: Rule::OneLevel(AnyConcept { kind: ConceptKind::New, strict: false }), ..self }
    }
}

impl<const W: usize> Policy<W> for AnyPolicy {
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        match self.rule {
            Rule::OneLevel(concept) => one_level(concept, residents[0], candidate),
            Rule::TwoLevel(concept) => two_level(concept, residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(&residents[..1], candidate),
            Rule::Weighted(weighted) => weighted.victim(residents, candidate),
            Rule::Stockfish5 => Stockfish5.victim(residents, candidate),
            Rule::Random => Random.victim(residents, candidate),
            Rule::FirstInFirstOut => FirstInFirstOut.victim(residents, candidate),
            Rule::LeastRecentlyUsed => LeastRecentlyUsed.victim(residents, candidate),
        }
    }

    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        match self.rule {
            Rule::TwoLevel(concept) => two_level(concept, residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(residents, candidate),
            Rule::FirstInFirstOut | Rule::LeastRecentlyUsed => Decision::Demote,
            _ => Decision::Replace(residents.len()),
        }
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        match (self.same, self.rule) {
            (Some(rule), _) => rule.of(resident, candidate),
            (None, Rule::Weighted(weighted)) => Policy::<W>::same(weighted, resident, candidate),
            (None, _) => Same::Overwrite,
        }
    }

    fn on_hit(self) -> OnHit {
        match self.rule {
            Rule::Weighted(weighted) => Policy::<W>::on_hit(weighted),
            Rule::LeastRecentlyUsed => OnHit::MoveToFront,
            _ => OnHit::Nothing,
        }
    }
}
