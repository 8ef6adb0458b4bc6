//! The parts of a technique as values, for a table that is selected at run time.

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::{Index, Layout, LowBits, MulHigh, Size};
use zobrist::Key;

use crate::Modulo;
use crate::layouts::{Integrated, LogNodes, TwoBounds, WithComponents, WithPosition};
use crate::policies::{AnyPolicy, Rule};
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
    /// Returns a table of buckets of this width, with the layout of the thesis.
    pub(crate) fn of_buckets(rule: Rule, width: usize) -> Self {
        Self {
            structure: Structure::Buckets,
            policy: rule.into(),
            width,
            layout: AnyLayout::Thesis,
            // Three slots do not divide a power of two.
            index: if width == 3 { IndexKind::MulHigh } else { IndexKind::LowBits },
            key_bits: 64,
            is_memory: false,
            per_side: false,
            counts_stored_nodes: false,
        }
    }

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
