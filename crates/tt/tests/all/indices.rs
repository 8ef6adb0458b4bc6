//! Checks which bucket a key selects, and which keys are told apart.

use proptest::prelude::*;
use schemes::layouts::LogNodes;
use schemes::{Modulo, Scheme, TranspositionTable};
use tt::layouts::{Compact, Thesis};
use tt::policies::{New, OneLevel};
use tt::{Buckets, Identity, Index, Inspect, Key, Layout, LowBits, MulHigh, Multiply, Pages, Size};

/// Another index whose keys are verified by at most `BITS` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Truncated<I, const BITS: u32>(I);

impl<I: Index, const BITS: u32> Index for Truncated<I, BITS> {
    const LEAST: u64 = I::LEAST;

    fn at_most(buckets: u64) -> Self {
        Self(I::at_most(buckets))
    }

    fn buckets(self) -> u64 {
        self.0.buckets()
    }

    fn locate(self, key: Key) -> (u64, u64) {
        let (bucket, check) = self.0.locate(key);
        (bucket, check & !0 << (64 - BITS))
    }
}

/// Returns the largest chi-square of `buckets` buckets that is not suspicious: 6 standard deviations above the mean.
fn limit(buckets: u64) -> f64 {
    let freedom = buckets as f64 - 1.0;
    freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0
}

/// Returns the chi-square of the buckets that keys select.
fn chi_square<I: Index>(index: I, keys: impl Iterator<Item = Key>) -> f64 {
    let mut counts = vec![0_u32; index.buckets() as usize];
    keys.for_each(|key| counts[index.locate(key).0 as usize] += 1);
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let deviations = counts.iter().map(|&count| f64::from(count) - expected);
    deviations.map(|deviation| deviation * deviation / expected).sum()
}

/// Checks that keys select the buckets equally often.
fn spreads<I: Index>(index: I) {
    let mixed = (0..20_000).map(Key::mixed);
    let found = chi_square(index, mixed);
    assert!(found < limit(index.buckets()), "{} buckets: {found}", index.buckets());
}

#[test]
fn keys_are_spread_over_the_buckets() {
    for buckets in [1, 2, 3, 7, 64, 1_000, 1_024] {
        spreads(LowBits::at_most(buckets));
        spreads(MulHigh::at_most(buckets));
        spreads(Modulo::at_most(buckets));
        spreads(Multiply::at_most(buckets));
        spreads(Truncated::<MulHigh, 8>::at_most(buckets));
    }
}

/// An index of exactly 1,000 buckets.
#[derive(Clone, Copy)]
struct Fixed;

impl Index for Fixed {
    const LEAST: u64 = 1_000;

    fn at_most(_: u64) -> Self {
        Self
    }

    fn buckets(self) -> u64 {
        Self::LEAST
    }

    fn locate(self, key: Key) -> (u64, u64) {
        (key.0 % Self::LEAST, key.0)
    }
}

/// A table reports that it has fewer buckets than its index.
#[test]
fn too_few_buckets_are_an_error() {
    fn error<I: Index>(positions: u64) -> Option<String> {
        let table = Buckets::<Thesis<()>, OneLevel<New>, 1, I>::new(Size::Positions(positions));
        table.err().map(|error| error.to_string())
    }
    let expected = "invalid table size of 999 positions: expected at least 1000 buckets";
    assert_eq!(error::<Fixed>(999).as_deref(), Some(expected));
    assert_eq!((error::<LowBits>(1), error::<Fixed>(1_000)), (None, None));
}

#[test]
fn small_numbers_that_are_shifted_are_spread() {
    for shift in [20, 44] {
        let keys = || (0..20_000).map(|code| Key(code << shift));
        let index = Multiply::at_most(256);
        assert!(chi_square(index, keys()) < limit(256), "{shift}");
        assert!(chi_square(Modulo::at_most(251), keys()) < limit(251), "{shift}");
        // The check has power: the low bits of these keys are zero.
        assert!(chi_square(LowBits::at_most(256), keys()) > limit(256));
    }
}

fn is_in_range<I: Index>(buckets: u64, key: Key) -> bool {
    let index = I::at_most(buckets);
    (1..=buckets).contains(&index.buckets()) && index.locate(key).0 < index.buckets()
}

proptest! {
    #[test]
    fn a_bucket_is_in_range(buckets in prop_oneof![1..100_u64, 1..=u64::MAX], key in any::<u64>()) {
        for key in [key, 0, 1, u64::MAX, buckets, buckets - 1, buckets.wrapping_neg()].map(Key) {
            prop_assert!(is_in_range::<LowBits>(buckets, key));
            prop_assert!(is_in_range::<MulHigh>(buckets, key));
            prop_assert!(is_in_range::<Modulo>(buckets, key));
            prop_assert!(is_in_range::<Multiply>(buckets, key));
            prop_assert!(is_in_range::<Truncated<MulHigh, 1>>(buckets, key));
        }
        prop_assert_eq!(LowBits::at_most(buckets).buckets(), 1 << buckets.ilog2());
        prop_assert_eq!(Multiply::at_most(buckets).buckets(), 1 << buckets.ilog2());
        prop_assert_eq!(MulHigh::at_most(buckets).buckets(), buckets);
        prop_assert_eq!(Modulo::at_most(buckets).buckets(), buckets);
    }
}

/// Returns the bits of `key` that a table does not see if they change alone.
fn unseen(identity: impl Fn(Key) -> Identity, key: Key) -> u64 {
    let changes_nothing = |bit: &u32| identity(Key(key.0 ^ 1 << bit)) == identity(key);
    (0..64).filter(changes_nothing).map(|bit| 1 << bit).sum()
}

fn table<L: Layout, I: Index>(buckets: u64) -> Buckets<L, OneLevel<New>, 1, I> {
    Buckets::with_index(I::at_most(buckets), OneLevel(New), Pages::Default).unwrap()
}

/// Returns the bits of `key` that a table of this many buckets does not see.
fn unseen_by<L: Layout, I: Index>(buckets: u64, key: Key) -> u64 {
    let table = table::<L, I>(buckets);
    unseen(|key| table.identity(key), key)
}

/// Returns the bits from one number up to another one.
fn bits(range: std::ops::Range<u32>) -> u64 {
    range.map(|bit| 1 << bit).sum()
}

proptest! {
    #[test]
    fn keys_that_differ_in_one_verified_bit_are_told_apart(key in any::<u64>().prop_map(Key)) {
        type Narrow<I> = Truncated<I, 24>;
        // 64 buckets are selected by 6 bits.
        prop_assert_eq!(unseen_by::<Thesis<()>, LowBits>(64, key), bits(6..16));
        prop_assert_eq!(unseen_by::<Compact<()>, LowBits>(64, key), bits(6..48));
        prop_assert_eq!(unseen_by::<LogNodes<()>, LowBits>(64, key), 0);
        prop_assert_eq!(unseen_by::<Thesis<()>, Narrow<LowBits>>(64, key), bits(6..40));
        prop_assert_eq!(unseen_by::<Thesis<()>, MulHigh>(64, key), bits(48..58));
        prop_assert_eq!(unseen_by::<Compact<()>, MulHigh>(64, key), bits(0..32) | bits(48..58));
        prop_assert_eq!(unseen_by::<LogNodes<()>, MulHigh>(64, key), 0);
        prop_assert_eq!(unseen_by::<Thesis<()>, Narrow<MulHigh>>(64, key), bits(0..24) | bits(48..58));
        prop_assert_eq!(unseen_by::<LogNodes<()>, Multiply>(64, key), 0);
        // The bits that select one of many buckets verify nothing: 16 others do.
        prop_assert_eq!(unseen_by::<Compact<()>, MulHigh>(1 << 20, key), bits(0..28));
        prop_assert_eq!(unseen_by::<Compact<()>, MulHigh>(1 << 25, key), bits(0..23));
        prop_assert_eq!(unseen_by::<Thesis<()>, MulHigh>(1 << 25, key), 0);
        // No power of two is a multiple of an odd number.
        prop_assert_eq!(unseen_by::<Thesis<()>, Modulo>(63, key), 0);
        prop_assert_eq!(unseen_by::<Compact<()>, Modulo>(63, key), 0);
        prop_assert_eq!(unseen_by::<Thesis<()>, Modulo>(48, key), 0);
        prop_assert_eq!(unseen_by::<Thesis<()>, Modulo>(64, key), bits(6..16));
    }

    #[test]
    fn techniques_see_the_bits_that_their_names_say(key in any::<u64>().prop_map(Key)) {
        let unseen_by = |name: &str| {
            let scheme: Scheme = name.parse().unwrap();
            let table = TranspositionTable::<u16>::new(Size::Positions(64), scheme).unwrap();
            let identities = table.identities();
            assert!(identities(key) == table.identity(key), "{name}");
            unseen(identities, key)
        };
        prop_assert_eq!(unseen_by("deep+memory"), bits(6..16));
        prop_assert_eq!(unseen_by("deep+key-8"), bits(6..56));
        prop_assert_eq!(unseen_by("deep+key-32"), bits(6..32));
        prop_assert_eq!(unseen_by("deep+key-12+compact"), bits(6..52));
        prop_assert_eq!(unseen_by("deep+key-32+log-nodes"), bits(6..32));
        prop_assert_eq!(unseen_by("deep+mul-high+key-12"), bits(0..36) | bits(48..58));
        for name in ["deep+log-nodes", "chained-deep", "overflow-table", "overflow-tree", "probing-4", "unbounded"] {
            prop_assert_eq!(unseen_by(name), 0, "{}", name);
        }
    }

    /// Multiplication by an odd number is reversible.
    #[test]
    fn a_product_determines_the_key(
        [a, b] in any::<[u64; 2]>(),
        bit in 0..64_u32,
        buckets in prop_oneof![1..100_u64, 1..=u64::MAX],
    ) {
        let index = Multiply::at_most(buckets);
        for other in [b, a ^ 1 << bit, a.wrapping_add(1 << bit)] {
            prop_assert_eq!(index.locate(Key(a)) == index.locate(Key(other)), a == other);
        }
        let (bucket, check) = index.locate(Key(a));
        let unused = index.buckets().ilog2();
        prop_assert!(check & ((1 << unused) - 1) == 0, "{bucket} {check:#x}");
    }
}
