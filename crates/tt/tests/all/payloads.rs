//! Payloads of two parts: a record without a move keeps the old move, and wrong bits change no other component.

use std::panic::catch_unwind;

use schemes::layouts::{Integrated, LogNodes, TwoBounds};
use schemes::layouts::{WithComponents, WithPosition};
use schemes::policies::{SameRule, WithSame};
use tt::layouts::{Compact, Engine, TenBytes, Thesis, WideThesis};
use tt::policies::{New, OneLevel, Weighted};
use tt::{
    Bound, Buckets, Checksum, Decision, Key, Layout, LowBits, MoveAndEvaluation, MulHigh, Pages, Payload, Policy,
    Record, Same, Shared, Size, Table, Worth,
};

/// All rules of engines, and whether they keep the move of a position whose new record has none.
const PRESETS: [(&str, Weighted, bool); 13] = [
    ("shallowest", Weighted::SHALLOWEST, false),
    ("smallest", Weighted::SMALLEST, false),
    ("crafty", Weighted::CRAFTY_25, false),
    ("fruit", Weighted::FRUIT, false),
    ("edax", Weighted::EDAX, false),
    ("stockfish 16", Weighted::STOCKFISH_16, true),
    ("stockfish 17", Weighted::STOCKFISH_17, true),
    ("stockfish 18", Weighted::STOCKFISH_18, true),
    ("ethereal", Weighted::ETHEREAL, true),
    ("viridithas", Weighted::VIRIDITHAS, true),
    ("black marlin", Weighted::BLACK_MARLIN, false),
    ("velvet", Weighted::VELVET, false),
    ("earliest move", Weighted::EARLIEST_MOVE, false),
];

fn record(best_move: u16, evaluation: i16, depth: u8, bound: Bound) -> Record<MoveAndEvaluation> {
    Record { payload: MoveAndEvaluation { best_move, evaluation }, score: 40, bound, depth, ..Record::default() }
}

/// Stores two records of a position, and returns what the table has then.
fn found(
    table: &mut impl Table<Payload = MoveAndEvaluation>,
    records: [Record<MoveAndEvaluation>; 2],
) -> (MoveAndEvaluation, u8) {
    let key = Key::mixed(1);
    for record in records {
        table.store(key, record);
    }
    let found = table.probe(key).expect("the table is empty otherwise");
    (found.payload, found.depth)
}

/// Stores two records of a position in a table of each kind, and returns what each has then.
fn found_in_all(policy: Weighted, records: [Record<MoveAndEvaluation>; 2]) -> Vec<(MoveAndEvaluation, u8)> {
    type Move = MoveAndEvaluation;
    let size = Size::Positions(12);
    let pages = Pages::Default;
    vec![
        found(&mut Buckets::<Engine<Move>, _, 4, MulHigh>::with_policy(size, policy).unwrap(), records),
        found(&mut Buckets::<WideThesis<Move>, _, 4, MulHigh>::with_policy(size, policy).unwrap(), records),
        found(&mut &Shared::<Engine<Move>, _, 4, MulHigh>::with_pages(size, policy, pages).unwrap(), records),
        found(&mut &Shared::<Engine<Move>, _, 3, MulHigh, Checksum>::with_pages(size, policy, pages).unwrap(), records),
        found(&mut &Shared::<WideThesis<Move>, _, 1, MulHigh>::with_pages(size, policy, pages).unwrap(), records),
        found(&mut Buckets::<TenBytes<Move>, _, 3, MulHigh>::with_policy(size, policy).unwrap(), records),
    ]
}

/// Returns the worth that a policy sees.
fn worth(record: &Record<MoveAndEvaluation>) -> Worth {
    Engine::<MoveAndEvaluation>::worth_of(record)
}

#[test]
fn a_record_without_a_move_keeps_the_old_move() {
    let mut rules = Vec::new();
    for (name, policy, keeps) in PRESETS {
        for (old_depth, new_depth, bound) in
            [(20, 8, Bound::Upper), (20, 8, Bound::Exact), (20, 19, Bound::Upper), (6, 9, Bound::Upper)]
        {
            let old = record(777, 35, old_depth, Bound::Lower);
            let new = record(0, -36, new_depth, bound);
            let same = Policy::<4>::same(policy, worth(&old), worth(&new));
            let expected = match same {
                Same::Keep => (old.payload, old_depth),
                Same::Overwrite => (new.payload, new_depth),
                Same::OverwriteKeepingPayload => (MoveAndEvaluation { best_move: 777, evaluation: -36 }, new_depth),
                Same::KeepTakingPayload => (MoveAndEvaluation { best_move: 777, evaluation: -36 }, old_depth),
                Same::Compete => unreachable!("no rule of an engine"),
            };
            for found in found_in_all(policy, [old, new]) {
                assert_eq!(found, expected, "{name}: {old:?}, {new:?}");
                assert!(!keeps || found.0.best_move == 777, "{name} loses the move: {old:?}, {new:?}");
            }
            rules.push(same);
        }
    }
    let all = [Same::Keep, Same::Overwrite, Same::OverwriteKeepingPayload, Same::KeepTakingPayload];
    assert!(all.iter().all(|rule| rules.contains(rule)), "{rules:?}");
}

#[test]
fn a_new_move_replaces_the_old_one_where_the_rule_says_so() {
    for (name, policy, keeps) in PRESETS {
        let (old, new) = (record(777, 35, 20, Bound::Lower), record(888, -36, 19, Bound::Upper));
        let expected = (new.payload, 19);
        let is_replaced = Policy::<4>::same(policy, worth(&old), worth(&new)) != Same::Keep;
        assert!(is_replaced || !keeps, "{name}");
        for found in found_in_all(policy, [old, new]) {
            assert_eq!(found, if is_replaced { expected } else { (old.payload, 20) }, "{name}");
        }
    }
    // Only Stockfish takes the move of a record that it does not store.
    let shallow = [record(777, 35, 20, Bound::Lower), record(888, -36, 8, Bound::Upper)];
    for found in found_in_all(Weighted::STOCKFISH_18, shallow) {
        assert_eq!(found, (shallow[1].payload, 20));
    }
    for found in found_in_all(Weighted::VIRIDITHAS, shallow) {
        assert_eq!(found, (shallow[0].payload, 20));
    }
}

#[test]
fn a_rule_for_the_same_position_keeps_the_move_too() {
    let records = [record(777, 35, 20, Bound::Lower), record(0, -36, 8, Bound::Upper)];
    let kept = MoveAndEvaluation { best_move: 777, evaluation: -36 };
    let size = Size::Positions(8);
    for (same, depth) in [(SameRule::KeepMove, 8), (SameRule::Merge, 20)] {
        let policy = WithSame(OneLevel(New), same);
        let buckets = Buckets::<Engine<MoveAndEvaluation>, _, 1, LowBits>::with_policy(size, policy);
        assert_eq!(found(&mut buckets.unwrap(), records), (kept, depth), "{same:?}");
    }
}

/// A payload that claims `BITS` bits and has 128, as if the sign of a number were extended.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SignExtended<const BITS: u32>(i16);

impl<const BITS: u32> Payload for SignExtended<BITS> {
    const BITS: u32 = BITS;
    const NONE: Self = Self(0);

    fn to_bits(self) -> u128 {
        self.0 as u128
    }

    fn from_bits(bits: u128) -> Self {
        Self(bits as i16)
    }
}

/// A policy that stores everything.
#[derive(Clone, Copy)]
struct Always;

impl<const W: usize> Policy<W> for Always {
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::Replace(0)
    }
}

/// Checks what a table does with a payload that has too many bits: a panic in a debug build, and otherwise the record
/// is as it was stored. A payload of 8 bits must not reach into the other 8 bits that its layout has for it.
fn masks<const BITS: u32>(store: impl Fn(Record<SignExtended<BITS>>) -> Record<SignExtended<BITS>> + Copy) {
    let record = Record { payload: SignExtended(-1), score: 20, bound: Bound::Lower, depth: 8, ..Record::default() };
    let stored = catch_unwind(std::panic::AssertUnwindSafe(|| store(record)));
    if cfg!(debug_assertions) {
        let error = stored.expect_err("it has too many bits");
        let message = error.downcast_ref::<String>().map_or("", String::as_str);
        assert!(message.starts_with(&format!("a payload of {BITS} bits has the bits 0xffff")), "{message}");
    } else {
        let payload = SignExtended::from_bits((!0 >> (128 - BITS)) & 0xffff);
        assert_eq!(stored.expect("it is masked"), Record { payload, ..record });
    }
    let record = Record { payload: SignExtended(77), ..record };
    assert_eq!(store(record), record);
}

fn masks_in<const BITS: u32, L: Layout<Record = Record<SignExtended<BITS>>>>() {
    masks(|record| {
        let mut table = Buckets::<L, Always, 1, LowBits>::with_policy(Size::Positions(1), Always).unwrap();
        table.put(Key(1), &record);
        table.get(Key(1)).expect("it was just stored")
    });
}

#[test]
fn bits_above_those_of_a_payload_change_nothing_else() {
    masks_in::<16, Thesis<_>>();
    masks_in::<8, Thesis<_>>();
    masks_in::<16, WideThesis<_>>();
    masks_in::<100, WideThesis<_>>();
    masks_in::<16, Integrated<_>>();
    masks_in::<16, LogNodes<_>>();
    masks_in::<16, TwoBounds<_>>();
    masks_in::<16, Engine<_>>();
    masks_in::<32, Engine<_>>();
    masks_in::<16, Compact<_>>();
    masks_in::<8, Compact<_>>();
    masks_in::<16, WithComponents<_>>();
    masks_in::<16, WithPosition<_>>();
    masks::<32>(|record| {
        let mut table =
            Buckets::<TenBytes<SignExtended<32>>, _, 3, MulHigh>::with_policy(Size::Positions(3), Always).unwrap();
        table.store(Key(1), record);
        table.probe(Key(1)).expect("it was just stored")
    });
    masks::<16>(|record| {
        let mut table = schemes::TranspositionTable::new(Size::Positions(8), schemes::Scheme::New).unwrap();
        table.store(Key(1), record);
        table.probe(Key(1)).expect("it was just stored")
    });
}

#[test]
fn a_depth_that_does_not_fit_saturates() {
    fn stored<L: Layout<Record = Record<u16>>>(depth: u8) -> u8 {
        let record = Record { payload: 1, score: 2, bound: Bound::Exact, depth, ..Record::default() };
        let words = L::pack(0, &record, 0);
        assert_eq!(L::worth(&words, 0).depth, L::worth_of(&record).depth);
        L::record(&words).depth
    }
    for depth in [0, 1, 253, 254] {
        assert_eq!([stored::<Compact<u16>>(depth), stored::<TwoBounds<u16>>(depth)], [depth; 2]);
    }
    assert_eq!([stored::<Compact<u16>>(255), stored::<TwoBounds<u16>>(255)], [254; 2]);
    assert_eq!([stored::<Thesis<u16>>(255), stored::<Engine<u16>>(255), stored::<LogNodes<u16>>(255)], [255; 3]);
    assert_eq!(stored::<TenBytes<u16>>(255), 254);
}
