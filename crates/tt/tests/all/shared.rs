//! Compares shared tables, used by one thread, with private ones.

use proptest::prelude::*;
use schemes::layouts::{LogNodes, TwoBounds, WithComponents, WithPosition};
use schemes::policies::{LeastRecentlyUsed, Random};
use schemes::{Found, Modulo, Scheme, TranspositionTable};
use tt::layouts::{Compact, Engine, TenBytes, Thesis, WideThesis};
use tt::policies::OneLevel;
use tt::policies::Weighted;
use tt::{
    Buckets, Checksum, Guard, Inspect, Key, Layout, Maintain, Pages, Policy, Record, Shared, SingleWord, Size,
    SpareBits, Stored, Table, Xor, policies,
};

use crate::common::{Action, Model, action, agree, any_record};
use crate::model::keys;

/// A private table as the model of a shared one.
struct Private<T>(T);

impl<T: Table<Payload = u16> + Maintain + Inspect> Model for Private<T> {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        self.0.store(key, record)
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.0.probe_both(key)
    }

    fn hit(&mut self, key: Key) {
        self.0.hit(key);
    }

    fn stamp(&mut self, times: usize) {
        (0..times).for_each(|_| self.0.stamp());
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn fill(&self) -> usize {
        self.0.fill() as usize
    }

    fn hashfull(&self) -> usize {
        self.0.hashfull() as usize
    }

    fn explains(&self, _: u64, _: u64) -> bool {
        true
    }
}

fn equal<L, R, const W: usize, G>(policy: R, buckets: u64, actions: &[Action]) -> Result<(), TestCaseError>
where
    L: Layout<Record = Record<u16>>,
    R: Policy<W>,
    G: Guard,
{
    let size = Size::Positions(buckets * W as u64);
    let private = Buckets::<L, R, W, Modulo>::with_policy(size, policy).unwrap();
    let shared = Shared::<L, R, W, Modulo, G>::with_pages(size, policy, Pages::Default).unwrap();
    let what = format!("{} with {:?}", std::any::type_name::<L>(), G::default());
    agree(&what, Private(private), &shared, actions, &keys())
}

fn all_schemes<L: Layout<Record = Record<u16>>, G: Guard>(
    buckets: u64,
    actions: &[Action],
) -> Result<(), TestCaseError> {
    for &scheme in Scheme::ALL {
        match scheme.width() {
            1 => equal::<L, _, 1, G>(scheme.policy(), buckets, actions)?,
            _ => equal::<L, _, 2, G>(scheme.policy(), buckets, actions)?,
        }
    }
    equal::<L, _, 1, G>(OneLevel(policies::New), buckets, actions)?;
    equal::<L, _, 3, G>(LeastRecentlyUsed, buckets, actions)?;
    equal::<L, _, 4, G>(Random, buckets, actions)
}

proptest! {
    #[test]
    fn a_shared_table_does_what_a_private_one_does(
        buckets in 1..20_u64,
        actions in prop::collection::vec(action(keys(), any_record()), 1..300),
    ) {
        all_schemes::<Thesis<u16>, Xor>(buckets, &actions)?;
        all_schemes::<Thesis<u16>, Checksum>(buckets, &actions)?;
        all_schemes::<WideThesis<u16>, Xor>(buckets, &actions)?;
        all_schemes::<WideThesis<u16>, Checksum>(buckets, &actions)?;
        all_schemes::<Engine<u16>, Xor>(buckets, &actions)?;
        all_schemes::<LogNodes<u16>, Xor>(buckets, &actions)?;
        all_schemes::<TwoBounds<u16>, Xor>(buckets, &actions)?;
        all_schemes::<Compact<u16>, SingleWord>(buckets, &actions)?;
        all_schemes::<WithComponents<u16>, Checksum>(buckets, &actions)?;
        all_schemes::<WithPosition<u16>, Checksum>(buckets, &actions)?;
        let refreshing = Weighted { refreshes: true, ..Weighted::STOCKFISH_18 };
        for policy in [Weighted::default(), refreshing, Weighted::ETHEREAL] {
            equal::<TenBytes<u16>, _, 3, SpareBits>(policy, buckets, &actions)?;
        }
        equal::<TenBytes<u16>, _, 3, SpareBits>(LeastRecentlyUsed, buckets, &actions)?;
        equal::<TenBytes<u16>, _, 3, SpareBits>(Random, buckets, &actions)?;
    }
}

#[test]
fn parts_are_cleared_exactly() {
    let table = Shared::<Thesis<()>, OneLevel<policies::New>, 1, Modulo>::new(Size::Positions(101)).unwrap();
    let record = Record { bound: tt::Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
    for key in 0..10_000 {
        table.put(Key::mixed(key), &record);
    }
    assert_eq!(table.fill(), 101);
    let mut private = Buckets::<Thesis<()>, OneLevel<policies::New>, 1, Modulo>::new(Size::Positions(101)).unwrap();
    (0..10_000).for_each(|key| _ = private.put(Key::mixed(key), &record));
    (1..7).for_each(|part| table.clear_part(part, 7));
    (1..7).for_each(|part| private.clear_part(part, 7));
    assert!((10..=20).contains(&table.fill()), "part 0 is left: {}", table.fill());
    assert!(private.residents().eq(table.residents()));
    table.clear_part(0, 7);
    private.clear_part(0, 7);
    assert_eq!((table.fill(), private.fill()), (0, 0));
}

#[test]
fn the_errors_are_those_of_private_tables() {
    for size in [Size::Positions(3), Size::Positions(12), Size::Bytes(63), Size::Positions(1 << 62)] {
        let private = Buckets::<Thesis<()>, LeastRecentlyUsed, 4>::new(size);
        let shared = Shared::<Thesis<()>, LeastRecentlyUsed, 4>::new(size);
        assert_eq!(shared.map(|_| ()), private.map(|_| ()), "{size}");
    }
}

#[test]
fn a_scheme_with_another_layout_is_shared() {
    let record = |key: u64| Record {
        payload: key as u16,
        score: 1,
        bound: tt::Bound::Exact,
        depth: 3,
        nodes: 40,
        ..Record::default()
    };
    for layout in ["components", "whole", "log-nodes", "two-bounds"] {
        for scheme in ["deep", "two-big1"] {
            let scheme: Scheme = format!("{scheme}+{layout}").parse().unwrap();
            let mut private = TranspositionTable::<u16>::new(Size::Positions(64), scheme).unwrap();
            let mut shared = TranspositionTable::<u16>::shared(Size::Positions(64), scheme, Pages::Default).unwrap();
            for key in 0..200_u64 {
                for table in [&mut private, &mut shared] {
                    table.identify(&key.to_le_bytes());
                    table.store(Key::mixed(key), record(key));
                }
            }
            for key in 0..200_u64 {
                let found = |table: &mut TranspositionTable<u16>, whole: u64| {
                    table.identify(&whole.to_le_bytes());
                    table.probe_both(Key::mixed(key))
                };
                for whole in [key, key + 1] {
                    assert_eq!(found(&mut shared, whole), found(&mut private, whole), "{scheme}");
                }
            }
            assert!(shared.handle().is_some() && shared.fill() > 30);
        }
    }
    let chained: Scheme = "chained-deep".parse().unwrap();
    let refused = TranspositionTable::<u16>::shared(Size::Positions(64), chained, Pages::Default);
    assert!(matches!(refused, Err(tt::TableError::Unfit { .. })));
}

#[test]
fn a_shared_table_is_cleared_in_parts() {
    let scheme: Scheme = "two-big1".parse().unwrap();
    let record = Record { payload: 7, score: 3, bound: tt::Bound::Exact, depth: 2, nodes: 9, ..Record::default() };
    let fill = |table: &mut TranspositionTable<u16>| {
        (0..500).for_each(|number| _ = table.store(Key::mixed(number), record));
        table.stamp();
        table.fill()
    };
    for new in [TranspositionTable::<u16>::shared, TranspositionTable::<u16>::shared_unwritten] {
        let mut table = new(Size::Positions(1024), scheme, Pages::Default).unwrap();
        let filled = fill(&mut table);
        assert!(table.clear_part(1, 3) && (1..filled).contains(&table.fill()), "only one part");
        assert!(table.clear_part(0, 3) && table.clear_part(2, 3));
        assert_eq!((table.fill(), fill(&mut table)), (0, filled));
    }
    let mut private = TranspositionTable::<u16>::new(Size::Positions(1024), scheme).unwrap();
    let filled = fill(&mut private);
    assert!(!private.clear_part(0, 1) && private.fill() == filled);
}
