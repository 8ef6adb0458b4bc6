//! The parts of a technique as values, for a table that is selected at run time.

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::policies::{
    Big, Concept, Deep, FirstInFirstOut, LeastRecentlyUsed, New, OneLevel, Random, SameRule, Test, TwoLevel, TwoTier,
    Weighted,
};
use tt::{Decision, Index, Layout, LowBits, Modulo, MulHigh, OnHit, Policy, Same, Size, Worth};
use zobrist::Key;

use crate::layouts::{Integrated, LogNodes, TwoBounds, WithComponents, WithPosition};
use crate::policies::{Dated, KeepPrincipal, MoveIndex, Nearer, Old, Stockfish5, ages, protect_subtrees};
use crate::tables::{Area, Eviction, Written};

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
    /// Whether there is a table of this kind for each player.
    pub(crate) per_side: bool,
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

    /// Returns whether the layout stores the nodes if the policy reads them, and the bits of the key that an option
    /// asks for: small layouts store neither.
    pub(super) fn stores_what_it_reads(&self) -> bool {
        let is_small = matches!(self.layout, AnyLayout::Compact | AnyLayout::Packed);
        !is_small || !self.policy.reads_nodes() && (self.key_bits <= 16 || self.key_bits == 64)
    }

    /// Returns the part of `bytes` that is left to positions of 16 bytes if additional components are stored beside
    /// them.
    ///
    /// The layout takes the components from the key. Memory is compared as if it did not.
    pub(crate) fn memory(&self, bytes: u64) -> u64 {
        const BITS: u64 = 128;
        // Without other components, a flag for extensions.
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
    Integrated,
    TwoBounds,
    Compact,
    WithComponents,
    WithPosition,
    /// Three positions in a bucket of 32 bytes.
    Packed,
}

impl AnyLayout {
    /// Returns the number of key bits that are stored and compared.
    pub(crate) fn key_bits(self) -> u32 {
        match self {
            Self::Thesis => Thesis::<u16>::KEY_BITS,
            Self::LogNodes => LogNodes::<u16>::KEY_BITS,
            Self::Integrated => Integrated::<u16>::KEY_BITS,
            Self::TwoBounds => TwoBounds::<u16>::KEY_BITS,
            Self::Compact => Compact::<u16>::KEY_BITS,
            Self::WithComponents => WithComponents::<u16>::KEY_BITS,
            Self::WithPosition => WithPosition::<u16>::KEY_BITS,
            Self::Packed => TenBytes::<u16>::KEY_BITS,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IndexKind {
    LowBits,
    MulHigh,
    Modulo,
    /// The remainder by the largest prime that is at most the number of buckets.
    Prime,
}

/// An [`Index`] selected at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyIndex {
    kind: IndexKind,
    low: LowBits,
    buckets: u64,
    /// The number of buckets that keys select.
    modulus: u64,
    mask: u64,
}

impl AnyIndex {
    pub(crate) fn new(kind: IndexKind, key_bits: u32, buckets: u64) -> Self {
        // More buckets do not fit into memory, which is an error, and their prime would take long to find.
        let is_prime = kind == IndexKind::Prime && buckets <= 1 << 40;
        let modulus = if is_prime { largest_prime(buckets) } else { buckets };
        Self { kind, low: LowBits::at_most(buckets), buckets, modulus, mask: !0 << (64 - key_bits) }
    }
}

/// Returns the largest prime that is at most `most`, or 1 if there is none.
fn largest_prime(most: u64) -> u64 {
    let is_prime =
        |number: u64| (2..).take_while(|factor| factor * factor <= number).all(|factor| !number.is_multiple_of(factor));
    (2..=most).rev().find(|&number| is_prime(number)).unwrap_or(1)
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
            IndexKind::Modulo | IndexKind::Prime => Modulo::at_most(self.modulus).locate(key),
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

    fn reads_move_index(self) -> bool {
        self.kind == ConceptKind::MoveIndex
    }
}

/// A [`Policy`] selected at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyPolicy {
    pub(super) rule: Rule,
    /// The rule for the same position, if it is not that of the policy.
    pub(super) same: Option<SameRule>,
    /// Whether an old record that this rule keeps loses a ply.
    pub(super) ages: bool,
    /// What the policy makes of additional components.
    pub(crate) uses: Uses,
    /// The nodes of the smallest subtree that only a larger one overwrites.
    pub(super) protected: Option<u32>,
}

/// What a policy makes of the additional components of `[Breuker 1998, 2.7.3]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// The position with the oldest date is replaced, not any position with an older date.
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

    /// Returns whether the policy reads what [`Thesis`] does not store.
    pub(crate) fn reads_pv_or_move_index(self) -> bool {
        match self.rule {
            Rule::Weighted(Weighted { pv, pv_margin, move_index, .. }) => pv != 0 || pv_margin != 0 || move_index != 0,
            _ => self.concept().reads_move_index(),
        }
    }

    /// Returns whether the policy compares the nodes of subtrees.
    fn reads_nodes(self) -> bool {
        let reads = match self.rule {
            Rule::Weighted(weighted) => weighted.nodes != 0,
            _ => matches!(self.concept().kind, ConceptKind::Big),
        };
        reads || self.protected.is_some()
    }

    /// Returns whether a layout that stores PV nodes, but no move index, has what the policy reads.
    pub(super) fn is_packable(self) -> bool {
        match self.rule {
            Rule::Weighted(weighted) => weighted.move_index == 0,
            _ => true,
        }
    }

    /// Returns whether a record of the same position can be kept although no option says so.
    pub(super) fn has_same_rule(self) -> bool {
        let is_weighted = matches!(self.rule, Rule::Weighted(weighted) if weighted.overwrites != Test::Always);
        is_weighted || self.same.is_some()
    }

    /// The policy that always replaces. If the rule for the same position keeps moves, so does it.
    pub(crate) fn always(self) -> Self {
        let keeps_move = matches!(self.same, Some(SameRule::KeepMove | SameRule::Merge));
        let same = keeps_move.then_some(SameRule::KeepMove);
        Self { rule: Rule::OneLevel(AnyConcept { kind: ConceptKind::New, strict: false }), same, ..self }
    }

    /// Returns whether an old record of this worth loses a ply when it stays.
    pub(crate) fn ages_at(self, resident: Worth) -> bool {
        self.ages && ages(resident)
    }

    /// Returns whether the rule for the same position ever keeps the old record.
    pub(super) fn can_keep(self) -> bool {
        match self.same {
            Some(rule) => {
                matches!(rule, SameRule::Deeper | SameRule::StrictlyDeeper | SameRule::Within(_) | SameRule::Merge)
            }
            None => self.has_same_rule(),
        }
    }

    /// The rule for the same position of a table that is not built of buckets.
    pub(crate) fn same_rule(self) -> SameRule {
        self.same.unwrap_or(SameRule::Overwrite)
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
            Rule::OneLevel(concept) if uses.from_root => OneLevel(Nearer(concept)).decide(residents[0], candidate),
            Rule::TwoLevel(concept) if uses.from_root => TwoLevel(Nearer(concept)).decide(residents[0], candidate),
            Rule::OneLevel(concept) => OneLevel(concept).decide(residents[0], candidate),
            Rule::TwoLevel(concept) => TwoLevel(concept).decide(residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(&residents[..1], candidate),
            Rule::Weighted(weighted) => weighted.victim(residents, candidate),
            Rule::Stockfish5 => Stockfish5.victim(residents, candidate),
            Rule::Random => Random.victim(residents, candidate),
            Rule::FirstInFirstOut => FirstInFirstOut.victim(residents, candidate),
            Rule::LeastRecentlyUsed => LeastRecentlyUsed.victim(residents, candidate),
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
            Rule::TwoLevel(concept) if self.uses.from_root => TwoLevel(Nearer(concept)).decide(residents[0], candidate),
            Rule::TwoLevel(concept) => TwoLevel(concept).decide(residents[0], candidate),
            Rule::TwoTier(concept) => TwoTier(concept).place(residents, candidate),
            Rule::FirstInFirstOut | Rule::LeastRecentlyUsed => Decision::Demote,
            _ => Decision::Replace(residents.len()),
        }
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        match (self.same, self.rule) {
            (Some(rule), Rule::Weighted(weighted)) => rule.of(weighted.seen(resident), candidate),
            (Some(rule), _) => rule.of(resident, candidate),
            (None, Rule::Weighted(weighted)) => Policy::<W>::same(weighted, resident, candidate),
            (None, _) => Same::Overwrite,
        }
    }

    fn ages(self, resident: Worth) -> bool {
        self.ages_at(resident)
    }

    fn reads_move_index(self) -> bool {
        self.reads_pv_or_move_index()
    }

    fn on_hit(self) -> OnHit {
        match self.rule {
            Rule::Weighted(weighted) => Policy::<W>::on_hit(weighted),
            Rule::LeastRecentlyUsed => OnHit::MoveToFront,
            _ => OnHit::Nothing,
        }
    }
}
