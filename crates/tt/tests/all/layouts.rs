//! Compares the layouts with records in plain structs.

use proptest::prelude::*;
use schemes::layouts::{LogNodes, TwoBounds};
use tt::layouts::{Compact, Engine, TenBytes, Thesis, Value, WideThesis};
use tt::policies::{Deep, OneLevel, Weighted};
use tt::{
    Bound, Buckets, Key, Layout, MAX_NODES, MoveAndEvaluation, Payload, Policy, Record, Score, Size, Stored, Table,
    Worth,
};

use crate::common::{any_record, small_record};

/// What a layout is expected to keep.
#[derive(Clone, Copy)]
struct Limits {
    key_bits: u32,
    depth: u8,
    generations: u16,
    nodes: fn(u32) -> u32,
    keeps_records_without_score: bool,
    is_pv: bool,
    user: bool,
}

fn all_nodes(nodes: u32) -> u32 {
    nodes.clamp(1, MAX_NODES)
}

fn power_of_two(nodes: u32) -> u32 {
    (0..30).map(|log| 1 << log).rfind(|&power| power <= nodes).unwrap_or(1)
}

fn one_node(_: u32) -> u32 {
    1
}

const THESIS: Limits = Limits {
    key_bits: 48,
    depth: 255,
    generations: 256,
    nodes: all_nodes,
    keeps_records_without_score: true,
    is_pv: false,
    user: false,
};
const LOG_NODES: Limits = Limits { key_bits: 64, nodes: power_of_two, is_pv: true, user: true, ..THESIS };
const TWO_BOUNDS: Limits = Limits { depth: 254, nodes: power_of_two, keeps_records_without_score: false, ..THESIS };
const ENGINE: Limits = Limits { nodes: one_node, is_pv: true, user: true, ..THESIS };
const COMPACT: Limits = Limits { key_bits: 16, depth: 254, generations: 64, nodes: one_node, ..THESIS };
const TEN_BYTES: Limits = Limits { generations: 32, is_pv: true, ..COMPACT };

impl Limits {
    /// Returns the record that the layout returns for one that it packs.
    fn stored<P>(self, record: Record<P>) -> Record<P> {
        let has_score = record.bound != Bound::None || self.keeps_records_without_score;
        Record {
            score: if has_score { record.score } else { 0 },
            depth: if has_score { record.depth.min(self.depth) } else { 0 },
            nodes: (self.nodes)(record.nodes),
            is_pv: record.is_pv && self.is_pv,
            user: if self.user { record.user } else { 0 },
            ..record
        }
    }

    fn worth<P>(self, record: Record<P>, stored_in: u8, now: u8) -> Worth {
        let Record { depth, nodes, bound, is_pv, user, .. } = self.stored(record);
        let age = (256 + u16::from(now) - u16::from(stored_in)) % self.generations;
        Worth { depth, nodes, age: age as u8, bound, is_pv, user }
    }
}

/// Numbers that are not equal in any two bytes of a word.
const CHECKS: [u64; 5] = [0, u64::MAX, 0x0123_4567_89ab_cdef, 1, 1 << 63];
const GENERATIONS: [u8; 6] = [0, 1, 63, 64, 254, 255];

/// Returns records with all fields at their limits.
fn records<P: Payload>(payloads: [P; 2]) -> impl Iterator<Item = Record<P>> {
    let nodes = [0, 1, 2, 3, 4, 1 << 29, MAX_NODES, MAX_NODES + 1, u32::MAX];
    let scores = [Score::MIN, -1, 0, 1, Score::MAX];
    let depths = [0, 1, 127, 128, 253, 254, 255];
    Bound::ALL.into_iter().flat_map(move |bound| {
        payloads.into_iter().flat_map(move |payload| {
            scores.into_iter().flat_map(move |score| {
                let of_depth = move |depth: u8| {
                    let (is_pv, user) = (depth % 2 == 1, depth ^ 0x5a);
                    nodes.map(|nodes| Record { payload, score, bound, depth, nodes, is_pv, user })
                };
                depths.into_iter().flat_map(of_depth)
            })
        })
    })
}

/// Checks what concerns one record.
fn packs<L, P>(limits: Limits, record: Record<P>, check: u64, generation: u8)
where
    P: Payload + std::fmt::Debug,
    L: Layout<Record = Record<P>>,
    L::Words: std::fmt::Debug,
{
    let words = L::pack(check, &record, generation);
    let what = || format!("{record:?} {check:#x} {generation}: {words:x?}");
    assert!(!L::is_free(&words), "{}", what());
    assert_eq!(L::KEY_BITS, limits.key_bits);
    let shift = 64 - limits.key_bits;
    assert_eq!(L::check(&words), check >> shift << shift, "{}", what());
    assert_eq!(L::record(&words), limits.stored(record), "{}", what());
    assert_eq!(L::second(&words), None, "{}", what());
    assert_eq!(L::worth_of(&record), limits.worth(record, 0, 0), "{}", what());
    for now in GENERATIONS {
        assert_eq!(L::worth(&words, now), limits.worth(record, generation, now), "{} now {now}", what());
        let refreshed = L::refreshed(words, now);
        assert_eq!(refreshed, L::pack(check, &record, now), "{} now {now}", what());
    }
    if limits.stored(record).depth > 0 && record.bound != Bound::Exact {
        let shallower = Record { depth: limits.stored(record).depth - 1, ..record };
        assert_eq!(L::shallower(words), L::pack(check, &shallower, generation), "{}", what());
    }
    assert!(L::holds(&words, check), "{}", what());
    for bit in 0..64 {
        let holds = L::holds(&words, check ^ 1 << bit);
        assert_eq!(holds, bit < shift, "bit {bit} of {}", what());
    }
}

/// Checks what concerns two records, of a layout that keeps one.
fn replaces<L, P>(old: Record<P>, new: Record<P>, generation: u8)
where
    P: Payload + std::fmt::Debug,
    L: Layout<Record = Record<P>>,
    L::Words: std::fmt::Debug,
{
    let check = CHECKS[2];
    let (old_words, new_words) = (L::pack(check, &old, generation), L::pack(check, &new, generation ^ 1));
    assert_eq!(L::overwrite(&old_words, new_words), new_words);
    takes_payload::<L, P>(old, new, generation);
}

/// Checks that a payload can be taken from another record, if it has one.
fn takes_payload<L, P>(old: Record<P>, new: Record<P>, generation: u8)
where
    P: Payload + std::fmt::Debug,
    L: Layout<Record = Record<P>>,
    L::Words: std::fmt::Debug,
{
    let check = CHECKS[2];
    let (old_words, new_words) = (L::pack(check, &old, generation), L::pack(check, &new, generation ^ 1));
    let payload = new.payload.keeping(old.payload);
    for (to, record, generation) in [(old_words, old, generation), (new_words, new, generation ^ 1)] {
        let expected = L::pack(check, &Record { payload, ..record }, generation);
        assert_eq!(L::with_payload(to, &old_words, &new_words), expected, "{old:?} with the payload of {new:?}");
    }
}

/// Checks records at their limits.
fn packs_limits<L, P>(limits: Limits, payloads: [P; 2])
where
    P: Payload + std::fmt::Debug,
    L: Layout<Record = Record<P>>,
    L::Words: std::fmt::Debug,
{
    for (number, record) in records(payloads).enumerate() {
        packs::<L, P>(limits, record, CHECKS[number % CHECKS.len()], GENERATIONS[number % GENERATIONS.len()]);
        packs::<L, P>(limits, record, 0, 0);
    }
    let [none, all] =
        payloads.map(|payload| Record { payload, bound: Bound::Lower, depth: 3, nodes: 4, ..Record::default() });
    for (old, new) in [(none, none), (none, all), (all, none), (all, all)] {
        takes_payload::<L, P>(old, new, 7);
    }
}

#[test]
fn every_value_is_read_back() {
    for value in i16::MIN..=i16::MAX {
        for check in [0, u64::MAX, 0x9d39_247e_3377_6d41] {
            let word = Value::pack(check, &value, 0);
            assert!(!Value::is_free(&word) && Value::holds(&word, check));
            assert!(!Value::holds(&word, check ^ 1 << (64 - Value::KEY_BITS)));
            assert_eq!(Value::record(&word), value);
        }
    }
}

#[test]
fn records_at_their_limits_are_packed() {
    packs_limits::<Thesis<()>, ()>(THESIS, [(), ()]);
    packs_limits::<Thesis<u8>, u8>(THESIS, [0, u8::MAX]);
    packs_limits::<Thesis<u16>, u16>(THESIS, [0, u16::MAX]);
    packs_limits::<WideThesis<()>, ()>(THESIS, [(), ()]);
    packs_limits::<WideThesis<u16>, u16>(THESIS, [0, u16::MAX]);
    packs_limits::<WideThesis<u64>, u64>(THESIS, [0, u64::MAX]);
    packs_limits::<WideThesis<Wide>, Wide>(THESIS, [Wide(0), Wide(u128::MAX)]);
    packs_limits::<WideThesis<NotZero>, NotZero>(THESIS, [NotZero::NONE, NotZero(0)]);
    packs_limits::<LogNodes<()>, ()>(LOG_NODES, [(), ()]);
    packs_limits::<LogNodes<u16>, u16>(LOG_NODES, [0, u16::MAX]);
    packs_limits::<LogNodes<NotZero>, NotZero>(LOG_NODES, [NotZero::NONE, NotZero(0)]);
    packs_limits::<TwoBounds<()>, ()>(TWO_BOUNDS, [(), ()]);
    packs_limits::<TwoBounds<u16>, u16>(TWO_BOUNDS, [0, u16::MAX]);
    packs_limits::<TwoBounds<NotZero>, NotZero>(TWO_BOUNDS, [NotZero::NONE, NotZero(0)]);
    packs_limits::<Engine<()>, ()>(ENGINE, [(), ()]);
    packs_limits::<Engine<u32>, u32>(ENGINE, [0, u32::MAX]);
    packs_limits::<Engine<NotZero>, NotZero>(ENGINE, [NotZero::NONE, NotZero(0)]);
    packs_limits::<Engine<MoveAndEvaluation>, MoveAndEvaluation>(ENGINE, MOVES);
    packs_limits::<WideThesis<MoveAndEvaluation>, MoveAndEvaluation>(THESIS, MOVES);
    packs_limits::<Compact<()>, ()>(COMPACT, [(), ()]);
    packs_limits::<Compact<u16>, u16>(COMPACT, [0, u16::MAX]);
    packs_limits::<Compact<NotZero>, NotZero>(COMPACT, [NotZero::NONE, NotZero(0)]);
    packs_limits::<TenBytes<()>, ()>(TEN_BYTES, [(), ()]);
    packs_limits::<TenBytes<u32>, u32>(TEN_BYTES, [0, u32::MAX]);
    packs_limits::<Thesis<NotZero>, NotZero>(THESIS, [NotZero::NONE, NotZero(0)]);
}

/// An evaluation without a move, and both.
const MOVES: [MoveAndEvaluation; 2] = [
    MoveAndEvaluation { best_move: 0, evaluation: -1 },
    MoveAndEvaluation { best_move: u16::MAX, evaluation: i16::MIN },
];

/// A payload of all bits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wide(u128);

impl Payload for Wide {
    const BITS: u32 = 128;
    const NONE: Self = Self(0);

    fn to_bits(self) -> u128 {
        self.0
    }

    fn from_bits(bits: u128) -> Self {
        Self(bits)
    }
}

/// A payload whose bits are not zero if there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NotZero(u16);

impl Payload for NotZero {
    const BITS: u32 = 16;
    const NONE: Self = Self(u16::MAX);

    fn to_bits(self) -> u128 {
        self.0.into()
    }

    fn from_bits(bits: u128) -> Self {
        Self(bits as u16)
    }
}

proptest! {
    #[test]
    fn any_record_is_packed(
        [old, new] in [any_record(), any_record()],
        check in any::<u64>(),
        generation in any::<u8>(),
    ) {
        packs::<Thesis<u16>, u16>(THESIS, new, check, generation);
        packs::<WideThesis<u16>, u16>(THESIS, new, check, generation);
        packs::<LogNodes<u16>, u16>(LOG_NODES, new, check, generation);
        packs::<TwoBounds<u16>, u16>(TWO_BOUNDS, new, check, generation);
        packs::<Engine<u16>, u16>(ENGINE, new, check, generation);
        packs::<Compact<u16>, u16>(COMPACT, new, check, generation);
        packs::<TenBytes<u16>, u16>(TEN_BYTES, new, check, generation);
        replaces::<Thesis<u16>, u16>(old, new, generation);
        replaces::<WideThesis<u16>, u16>(old, new, generation);
        replaces::<LogNodes<u16>, u16>(old, new, generation);
        replaces::<Engine<u16>, u16>(old, new, generation);
        replaces::<Compact<u16>, u16>(old, new, generation);
        replaces::<TenBytes<u16>, u16>(old, new, generation);
        takes_payload::<TwoBounds<u16>, u16>(old, new, generation);
    }
}

/// What is known of a position by [`TwoBounds`].
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    payload: u16,
    nodes: u32,
    /// The score and the depth of a lower and of an upper bound.
    bounds: [Option<(Score, u8)>; 2],
}

impl Known {
    fn learn(&mut self, record: Record<u16>) {
        let Record { payload, score, bound, depth, nodes, .. } = record;
        let [lower, upper] = &mut self.bounds;
        let new = Some((score, depth.min(254)));
        match bound {
            Bound::None => {}
            Bound::Exact => (*lower, *upper) = (new, new),
            Bound::Lower => {
                *lower = new;
                upper.take_if(|upper| upper.0 < score);
            }
            Bound::Upper => {
                *upper = new;
                lower.take_if(|lower| lower.0 > score);
            }
        }
        (self.payload, self.nodes) = (payload, power_of_two(nodes));
    }

    /// Returns all records that together say what is known, the deepest first.
    fn records(&self) -> Vec<Record<u16>> {
        let &Self { payload, nodes, bounds } = self;
        let record = |bound, (score, depth)| Record { payload, score, bound, depth, nodes, ..Record::default() };
        match bounds {
            [Some(lower), Some(upper)] if lower == upper => vec![record(Bound::Exact, lower)],
            [None, None] => vec![record(Bound::None, (0, 0))],
            [lower, upper] => {
                let lower = lower.map(|side| record(Bound::Lower, side));
                let mut records: Vec<_> =
                    lower.into_iter().chain(upper.map(|side| record(Bound::Upper, side))).collect();
                records.sort_by_key(|record| std::cmp::Reverse(record.depth));
                records
            }
        }
    }
}

proptest! {
    #[test]
    fn two_bounds_are_merged(
        records in prop::collection::vec(prop_oneof![small_record(), any_record()], 1..20),
        check in any::<u64>(),
        generation in any::<u8>(),
    ) {
        type Layout = TwoBounds<u16>;
        let mut known = Known::default();
        let mut words: Option<[u64; 2]> = None;
        for (number, record) in records.into_iter().enumerate() {
            let now = generation.wrapping_add(number as u8);
            known.learn(record);
            let new = Layout::pack(check, &record, now);
            let written = words.map_or(new, |old| Layout::overwrite(&old, new));
            let found: Vec<_> = std::iter::once(Layout::record(&written)).chain(Layout::second(&written)).collect();
            prop_assert_eq!(&found, &known.records());
            let Record { depth, nodes, bound, .. } = found[0];
            let worth = Worth { depth, nodes, age: 3, bound, ..Worth::default() };
            prop_assert_eq!(Layout::worth(&written, now.wrapping_add(3)), worth);
            prop_assert!(Layout::holds(&written, check) && written[1] != 0);
            let another = Record { payload: 77, ..record };
            known.payload = 77;
            let written = Layout::with_payload(written, &written, &Layout::pack(!check, &another, 0));
            prop_assert_eq!(Layout::record(&written), known.records()[0]);
            words = Some(written);
        }
    }
}

/// Stores a record without a score, nodes and a payload in each slot of a bucket in turn.
fn empty_records_take_slots<L: Layout<Record = Record<u16>>, R: Policy<4>>(policy: R) {
    let key = |number: u64| Key(number << 48);
    let empty = Record { payload: 0, bound: Bound::None, depth: 0, nodes: 0, ..Record::default() };
    let scored = Record { bound: Bound::Lower, depth: 9, ..empty };
    for slot in 0..4 {
        let mut table = Buckets::<L, R, 4>::with_policy(Size::Positions(4), policy).unwrap();
        for number in 0..4 {
            let record = if number == slot { empty } else { scored };
            assert_eq!(table.store(key(number), record), Stored::Fresh);
        }
        assert_eq!(table.fill(), 4);
        for number in 0..4 {
            let found = table.probe(key(number)).map(|found| (found.bound, found.depth));
            let expected = if number == slot { empty } else { scored };
            assert_eq!(found, Some((expected.bound, expected.depth)), "{number} of {slot}");
        }
        assert_eq!(table.probe(key(5)), None);
        assert_eq!(table.store(key(slot), empty), Stored::Same { updated: true });
        assert_eq!(table.store(key(5), scored), Stored::Replaced, "the shallowest position");
        assert_eq!((table.fill(), table.probe(key(slot))), (4, None));
        table.clear();
        assert_eq!(table.fill(), 0);
    }
}

#[test]
fn a_record_without_anything_takes_a_slot() {
    empty_records_take_slots::<Thesis<u16>, _>(Weighted::SHALLOWEST);
    empty_records_take_slots::<WideThesis<u16>, _>(Weighted::SHALLOWEST);
    empty_records_take_slots::<LogNodes<u16>, _>(Weighted::SHALLOWEST);
    empty_records_take_slots::<TwoBounds<u16>, _>(Weighted::SHALLOWEST);
    empty_records_take_slots::<Engine<u16>, _>(Weighted::SHALLOWEST);
    empty_records_take_slots::<Compact<u16>, _>(Weighted::SHALLOWEST);
}

/// Returns after how many stamps a position is not replaced by a shallower one again.
fn wraps_after<L: Layout<Record = Record<u16>>>() -> Option<usize> {
    let record = |depth| Record { payload: 0, bound: Bound::Lower, depth, ..Record::default() };
    (1..=300).find(|&stamps| {
        let mut table = Buckets::<L, OneLevel<Deep>, 1>::new(Size::Positions(1)).unwrap();
        (0..200).for_each(|_| table.stamp());
        table.store(Key(1 << 50), record(5));
        (0..stamps).for_each(|_| table.stamp());
        table.store(Key(1 << 60), record(1)) == Stored::Kept
    })
}

#[test]
fn generations_wrap() {
    assert_eq!(wraps_after::<Thesis<u16>>(), Some(256));
    assert_eq!(wraps_after::<WideThesis<u16>>(), Some(256));
    assert_eq!(wraps_after::<LogNodes<u16>>(), Some(256));
    assert_eq!(wraps_after::<TwoBounds<u16>>(), Some(256));
    assert_eq!(wraps_after::<Engine<u16>>(), Some(256));
    assert_eq!(wraps_after::<Compact<u16>>(), Some(64));
}
