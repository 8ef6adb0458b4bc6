//! Compares tables that store whole positions with tables that distinguish the same positions by their keys.

use proptest::prelude::*;
use schemes::{Scheme, TranspositionTable};
use tt::{Bound, Key, Maintain, Payload, Record, Table};

/// Schemes whose index takes the low bits of the key.
const SCHEMES: &[&str] = &[
    "deep",
    "new",
    "old",
    "big1",
    "two-deep",
    "two-big1",
    "two-tier-deep",
    "depth-4",
    "size-8",
    "crafty-25",
    "fruit",
    "random-4",
    "fifo-4",
    "deep+same-compete",
    "two-big1+same-keep-move",
];

/// There are four buckets.
const BUCKETS: u64 = 4;

#[derive(Clone, Copy, Debug)]
enum Action {
    Store(u64, Record<u16>),
    Probe(u64),
    Stamp,
    Clear,
}

fn action() -> impl Strategy<Value = Action> {
    let record =
        (0..3_u16, -9..9_i16, 0..4_u32, 0..9_u8, 1..99_u32).prop_map(|(payload, score, bound, depth, nodes)| Record {
            payload,
            score,
            bound: Bound::ALL[bound as usize],
            depth,
            nodes,
            ..Record::default()
        });
    let position = 0..40_u64;
    prop_oneof![
        8 => (position.clone(), record).prop_map(|(position, record)| Action::Store(position, record)),
        8 => position.prop_map(Action::Probe),
        1 => Just(Action::Stamp),
        1 => Just(Action::Clear),
    ]
}

/// A key with the bucket of the position. `is_own` says whether other positions have others.
fn key(position: u64, is_own: bool) -> Key {
    let bucket = position % BUCKETS;
    Key(if is_own { Key::mixed(position).0 & !0xffff } else { 0 } | bucket)
}

/// Tells a table that the next operation is about a position.
fn identified<P: Payload>(table: &mut TranspositionTable<P>, position: u64) -> &mut TranspositionTable<P> {
    table.identify(&position.to_le_bytes());
    table
}

proptest! {
    #[test]
    fn positions_with_equal_keys_are_told_apart(actions in prop::collection::vec(action(), 1..200)) {
        for name in SCHEMES {
            let scheme = |name: &str| name.parse::<Scheme>().expect("a valid name");
            let size = tt::Size::Positions(BUCKETS * scheme(name).width() as u64);
            let new = |name: &str| TranspositionTable::<u16>::new(size, scheme(name)).expect("a small table");
            let (mut table, mut model) = (new(&format!("{name}+whole")), new(name));
            for &action in &actions {
                match action {
                    Action::Store(position, record) => {
                        let stored = identified(&mut table, position).store(key(position, false), record);
                        prop_assert_eq!(stored, model.store(key(position, true), record), "{}: {:?}", name, action);
                    }
                    Action::Probe(position) => {
                        let found = identified(&mut table, position).probe_both(key(position, false));
                        prop_assert_eq!(found, model.probe_both(key(position, true)), "{}: {:?}", name, action);
                    }
                    Action::Stamp => (table.stamp(), model.stamp()).0,
                    Action::Clear => (table.clear(), model.clear()).0,
                }
            }
        }
    }
}

#[test]
fn a_table_without_positions_compares_keys() {
    let mut table = TranspositionTable::<()>::new(tt::Size::Positions(8), Scheme::TwoBig1).expect("a small table");
    let record = Record { payload: (), score: 3, bound: Bound::Exact, depth: 2, ..Record::default() };
    identified(&mut table, 1).store(Key(0), record);
    assert_eq!(identified(&mut table, 2).probe_both(Key(0)), Some((record, None)));
}
