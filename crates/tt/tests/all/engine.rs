//! Tables as engines use them: a rule of eight lines and the rules of engines, with a fixed stream of records that have
//! moves and evaluations; and what engines do between searches.

use std::collections::HashMap;

use tt::layouts::{Engine, TenBytes};
use tt::policies::Weighted;
use tt::{
    Bound, Buckets, Decision, EngineTable, Key, Layout, MoveAndEvaluation, MulHigh, Pages, Policy, PrivateEngineTable,
    Record, Same, Shared, Size, SpareBits, Stored, TableError, Worth, Xor,
};

type Move = MoveAndEvaluation;

/// The rule of an engine with one slot: what is much shallower does not replace, unless it is exact or the old record
/// is of an earlier search.
#[derive(Clone, Copy)]
struct OneSlot;

impl Policy<1> for OneSlot {
    fn victim(self, [old]: &[Worth; 1], new: Worth) -> Decision {
        let replaces = old.stamped() || new.bound == Bound::Exact || new.depth + 3 > old.depth;
        if replaces { Decision::Replace(0) } else { Decision::Keep }
    }

    fn same(self, old: Worth, new: Worth) -> Same {
        if self.victim(&[old], new) == Decision::Keep { Same::Keep } else { Same::OverwriteKeepingPayload }
    }
}

/// A step of a stream: a search begins, or stores a record.
enum Step {
    Stamp,
    Store(Key, Record<Move>),
}

/// Returns a fixed stream of ten searches, in which two records of five have no move.
fn stream() -> impl Iterator<Item = Step> {
    (0..20_000_u64).flat_map(|number| {
        let dice = |sides: u64, salt: u64| Key::mixed(number << 8 | salt).0 % sides;
        let best_move = if dice(5, 0) < 2 { 0 } else { 1 + dice(30_000, 1) as u16 };
        let record = Record {
            payload: Move { best_move, evaluation: dice(4_000, 2) as i16 - 2_000 },
            score: dice(4_000, 3) as i16 - 2_000,
            bound: [Bound::Lower, Bound::Upper, Bound::Upper, Bound::Exact][dice(4, 4) as usize],
            depth: dice(20, 5) as u8,
            is_pv: dice(9, 6) == 0,
            ..Record::default()
        };
        let stamp = number.is_multiple_of(2_000).then_some(Step::Stamp);
        stamp.into_iter().chain([Step::Store(Key::mixed(1 << 60 | dice(700, 7)), record)])
    })
}

/// Runs the stream through a private and a shared table, which must agree, and returns what the private one has.
macro_rules! contents {
    ($layout:ty, $policy:expr, $width:literal, $guard:ty) => {{
        let (size, policy) = (Size::Positions(40 * $width), $policy);
        let mut private = Buckets::<$layout, _, $width, MulHigh>::with_policy(size, policy)?;
        let shared = Shared::<$layout, _, $width, MulHigh, $guard>::with_policy(size, policy)?;
        for step in stream() {
            match step {
                Step::Stamp => (private.stamp(), shared.stamp()).0,
                Step::Store(key, record) => assert_eq!(private.put(key, &record), shared.put(key, &record)),
            }
        }
        let residents: Vec<_> = private.residents().collect();
        assert!(shared.residents().eq(residents.iter().copied()));
        assert_eq!(private.hashfull(), shared.hashfull());
        residents
    }};
}

/// Returns a number that depends on all positions of a table.
fn digest(residents: &[tt::Resident<Record<Move>>]) -> u64 {
    let words = residents.iter().flat_map(|tt::Resident { identity, slot, age, record, .. }| {
        let Record { payload, score, bound, depth, is_pv, .. } = *record;
        let of_record = [score as u64, bound.number().into(), depth.into(), is_pv.into()];
        [identity.bucket, *slot as u64, (*age).into(), tt::bits(payload) as u64].into_iter().chain(of_record)
    });
    words.fold(0, |sum, word| Key::mixed(sum ^ word).0)
}

#[test]
fn a_rule_of_eight_lines_does_what_a_map_does() -> Result<(), TableError> {
    let residents = contents!(Engine<Move>, OneSlot, 1, Xor);
    let table = Buckets::<Engine<Move>, OneSlot, 1, MulHigh>::with_policy(Size::Positions(40), OneSlot)?;
    let (mut slots, mut search) = (HashMap::<u64, (Key, Record<Move>, u32)>::new(), 0);
    for step in stream() {
        let Step::Store(key, mut record) = step else {
            search += 1;
            continue;
        };
        let bucket = table.identity(key).bucket;
        if let Some(&(old_key, old, old_search)) = slots.get(&bucket) {
            if old_search == search && record.bound != Bound::Exact && record.depth + 3 <= old.depth {
                continue;
            }
            if old_key == key && record.payload.best_move == 0 {
                record.payload.best_move = old.payload.best_move;
            }
        }
        slots.insert(bucket, (key, record, search));
    }
    assert_eq!(residents.len(), slots.len());
    for resident in residents {
        let (key, record, since) = slots[&resident.identity.bucket];
        assert_eq!((resident.identity, resident.record), (table.identity(key), record));
        assert_eq!(u32::from(resident.age), search - since);
    }
    Ok(())
}

#[test]
fn the_rules_of_engines_keep_what_they_kept() -> Result<(), TableError> {
    let rules = [
        ("default", Weighted::default()),
        ("stockfish 16", Weighted::STOCKFISH_16),
        ("stockfish 17", Weighted::STOCKFISH_17),
        ("stockfish 18", Weighted::STOCKFISH_18),
        ("ethereal", Weighted::ETHEREAL),
        ("viridithas", Weighted::VIRIDITHAS),
        ("black marlin", Weighted::BLACK_MARLIN),
        ("velvet", Weighted::VELVET),
        ("crafty", Weighted::CRAFTY_25),
    ];
    let mut digests = String::new();
    for (name, rule) in rules {
        let wide = contents!(Engine<Move>, rule, 4, Xor);
        let small = contents!(TenBytes<Move>, rule, 3, SpareBits);
        let without = |residents: &[tt::Resident<Record<Move>>]| {
            residents.iter().filter(|resident| resident.record.payload.best_move == 0).count()
        };
        let [of_wide, of_small] = [&wide, &small].map(|residents| format!("{:016x}", digest(residents)));
        digests += &format!("{name}: {of_wide} {} {of_small} {}\n", without(&wide), without(&small));
    }
    insta::assert_snapshot!(digests);
    Ok(())
}

#[test]
fn a_record_can_be_stored_always() -> Result<(), TableError> {
    let record = |best_move, depth| Record {
        payload: Move { best_move, evaluation: 5 },
        bound: Bound::Upper,
        depth,
        ..Record::default()
    };
    fn is_kept<L: Layout<Record = Record<Move>>, const W: usize>(
        record: impl Fn(u16, u8) -> Record<Move>,
    ) -> Result<(), TableError> {
        let never = Weighted { replaces: tt::policies::RequiredDepth::Within(0), ..Weighted::STOCKFISH_16 };
        let mut table = Buckets::<L, _, W, MulHigh>::with_policy(Size::Positions(W as u64), never)?;
        (0..W as u64).for_each(|number| _ = table.put(Key::mixed(number), &record(7, 20)));
        assert_eq!(table.put(Key::mixed(0), &record(0, 3)), Stored::Same { updated: false });
        assert_eq!(table.put_always(Key::mixed(0), &record(0, 3)), Stored::Same { updated: true });
        assert_eq!(table.get(Key::mixed(0)), Some(record(7, 3)), "without a move, it keeps the old one");
        assert_eq!(table.put_always(Key::mixed(0), &record(7, 20)), Stored::Same { updated: true });
        assert_eq!(table.put(Key::mixed(99), &record(8, 9)), Stored::Kept);
        assert_eq!(table.put_always(Key::mixed(99), &record(8, 9)), Stored::Replaced);
        assert_eq!(table.get(Key::mixed(99)), Some(record(8, 9)));
        Ok(())
    }
    is_kept::<Engine<Move>, 4>(record)?;
    is_kept::<TenBytes<Move>, 3>(record)
}

#[test]
fn a_position_that_is_found_can_be_refreshed() -> Result<(), TableError> {
    let mut private = PrivateEngineTable::<Move>::new(Size::Positions(3))?;
    let shared = EngineTable::<Move>::new(Size::Positions(3))?;
    let record = Record { bound: Bound::Lower, depth: 4, is_pv: true, ..Record::default() };
    private.put(Key::mixed(1), &record);
    shared.put(Key::mixed(1), &record);
    for _ in 0..3 {
        private.stamp();
        shared.stamp();
        assert_eq!((private.hashfull(), shared.hashfull()), (0, 0));
        assert_eq!(private.get_refreshed(Key::mixed(1)), Some(record));
        assert_eq!(shared.get_refreshed(Key::mixed(1)), Some(record));
        assert_eq!((private.get_refreshed(Key::mixed(2)), shared.get_refreshed(Key::mixed(2))), (None, None));
        assert_eq!((private.hashfull(), shared.hashfull()), (333, 333));
    }
    Ok(())
}

#[test]
fn a_table_is_resized() -> Result<(), TableError> {
    let mut private = PrivateEngineTable::<Move>::new(Size::mib(1))?;
    let mut shared = EngineTable::<Move>::new(Size::mib(1))?;
    let record = Record { bound: Bound::Lower, depth: 4, ..Record::default() };
    private.put(Key::mixed(1), &record);
    shared.put(Key::mixed(1), &record);
    private.stamp();
    shared.stamp();
    assert!(private.resize(Size::Positions(0), Pages::Default).is_err());
    assert!(shared.resize(Size::Bytes(31), Pages::Default).is_err());
    assert_eq!((private.fill(), shared.fill()), (1, 1), "a size that is refused changes nothing");
    for _ in 0..2 {
        private.resize(Size::mib(3), Pages::Huge)?;
        shared.resize(Size::mib(3), Pages::Huge)?;
        assert_eq!((private.capacity(), shared.capacity()), (9 << 15, 9 << 15));
        assert_eq!((private.fill(), shared.fill()), (0, 0));
        private.put(Key::mixed(2), &record);
        shared.put(Key::mixed(2), &record);
        assert_eq!((private.fill(), shared.fill()), (1, 1));
    }
    let too_large = Size::Positions(3 << 58);
    assert!(matches!(private.resize(too_large, Pages::Default), Err(TableError::OutOfMemory { .. })));
    assert!(matches!(shared.resize(too_large, Pages::Default), Err(TableError::OutOfMemory { .. })));
    assert_eq!((private.capacity(), shared.capacity()), (3, 3), "the smallest table");
    private.put(Key::mixed(2), &record);
    assert_eq!(private.get(Key::mixed(2)), Some(record));
    Ok(())
}
