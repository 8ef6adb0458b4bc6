//! Tables of buckets: collisions, stamps, sizes, and memory.

use schemes::policies::Random;
use schemes::{Scheme, TranspositionTable};

use tt::layouts::Thesis;
use tt::{Bound, Buckets, Inspect, Key, Maintain, MulHigh, Record, Size, Stored, Table, TableError, TwoBig1};

fn table(positions: u64, scheme: Scheme) -> TranspositionTable<u16> {
    TranspositionTable::new(Size::Positions(positions), scheme).unwrap()
}

fn record(depth: u8, nodes: u32) -> Record<u16> {
    Record { payload: 0xabcd, score: -3, bound: Bound::Upper, depth, nodes, ..Record::default() }
}

/// Returns keys of the same bucket, which have equal low bits and different high bits.
fn rival(i: u64) -> Key {
    Key(i << 48 | 5)
}

#[test]
fn key_zero_is_a_key_like_any_other() {
    let mut table = table(8, Scheme::New);
    assert_eq!(table.probe(Key(0)), None, "an empty table holds no position");
    table.store(Key(0), record(0, 1));
    assert_eq!(table.probe(Key(0)), Some(record(0, 1)));
}

/// Regression test: a move without a score in the first slot of a bucket used to look like a free slot.
#[test]
fn a_position_without_a_score_takes_a_slot() {
    let bare = Record { bound: Bound::None, ..record(9, 9) };
    let mut table = table(2, Scheme::TwoDeep);
    assert_eq!(table.store(rival(0), bare), Stored::Fresh);
    assert_eq!(table.store(rival(1), record(1, 1)), Stored::Fresh);
    assert_eq!(table.fill(), 2);
    assert_eq!((table.probe(rival(0)), table.probe(rival(1))), (Some(bare), Some(record(1, 1))));
    assert_eq!(table.store(rival(1), record(2, 1)), Stored::Same { updated: true });
    assert_eq!(table.store(rival(2), bare), Stored::Demoted { lost: true });
    assert_eq!((table.probe(rival(0)), table.probe(rival(1))), (Some(bare), None));
    table.clear();
    assert_eq!((table.fill(), table.probe(rival(0))), (0, None));
}

#[test]
fn a_two_level_bucket_demotes_and_overflows() {
    let mut table = table(2, Scheme::TwoDeep);
    assert_eq!(table.capacity(), 2);
    assert_eq!(table.store(rival(0), record(4, 1)), Stored::Fresh);
    assert_eq!(table.store(rival(1), record(3, 1)), Stored::Fresh, "into the free second slot");
    assert_eq!(table.store(rival(2), record(2, 1)), Stored::Replaced);
    assert_eq!(table.probe(rival(1)), None);
    assert_eq!(table.store(rival(3), record(4, 1)), Stored::Demoted { lost: true });
    assert_eq!(table.probe(rival(2)), None, "lost from the second slot");
    assert!(table.probe(rival(0)).is_some() && table.probe(rival(3)).is_some());
    assert_eq!(table.store(rival(0), record(9, 1)), Stored::Same { updated: true }, "updated in its slot");
    assert_eq!(table.probe(rival(0)).unwrap().depth, 9);
    assert_eq!(table.fill(), 2);
}

/// A store is a collision only if it loses a position, not if it loses an older record of the same position.
#[test]
fn a_position_that_competes_with_itself_is_not_lost() {
    const UPDATED: Stored = Stored::Same { updated: true };
    let compete = |base: &str| format!("{base}+same-compete").parse().unwrap();
    let mut table = table(1, compete("deep"));
    let stored = [5, 4, 5].map(|depth| table.store(rival(0), record(depth, 1)));
    assert_eq!(stored, [Stored::Fresh, Stored::Same { updated: false }, UPDATED]);

    let mut table = self::table(2, compete("two-deep"));
    assert_eq!(table.store(rival(0), record(5, 1)), Stored::Fresh);
    assert_eq!(table.store(rival(0), record(4, 1)), Stored::Fresh, "a copy in the second slot");
    assert_eq!(table.store(rival(0), record(3, 1)), UPDATED, "replaces the copy");
    assert_eq!(table.store(rival(0), record(6, 1)), UPDATED, "the copy leaves the bucket");
    assert_eq!(table.store(rival(1), record(7, 1)), Stored::Demoted { lost: true });
    assert_eq!((table.fill(), table.probe(rival(0))), (2, Some(record(6, 1))));

    let mut table = self::table(2, compete("random-2"));
    let stored = [0, 0, 0, 0].map(|key| table.store(rival(key), record(5, 1)));
    assert_eq!(stored, [Stored::Fresh, Stored::Fresh, UPDATED, UPDATED]);
}

/// Where a position competes with itself, a deeper record can be lost to an older one, unless it always overwrites.
#[test]
fn a_deeper_record_overwrites_where_the_scheme_decides_otherwise() {
    let same = |updated| Stored::Same { updated };
    let mut table = table(1, "old+same-compete-deeper".parse().unwrap());
    let stored = [5, 5, 4, 6].map(|depth| table.store(rival(0), record(depth, 1)));
    assert_eq!(stored, [Stored::Fresh, same(false), same(false), same(true)]);
    assert_eq!(table.store(rival(1), record(9, 1)), Stored::Kept, "another position is not stored at all");

    let mut table = self::table(2, "two-big1+same-compete-deeper".parse().unwrap());
    let stored = [(5, 9), (6, 1), (6, 2)].map(|(depth, nodes)| table.store(rival(0), record(depth, nodes)));
    assert_eq!(stored, [Stored::Fresh, same(true), Stored::Demoted { lost: false }]);
    assert_eq!((table.fill(), table.probe(rival(0))), (2, Some(record(6, 2))));
}

#[test]
fn residents_are_the_positions_that_a_probe_finds() {
    for &scheme in Scheme::ALL {
        let mut table = table(16, scheme);
        let keys: Vec<_> = (0..60).map(Key::mixed).collect();
        for (number, &key) in keys.iter().enumerate() {
            if number == 40 {
                table.stamp();
            }
            table.store(key, record(number as u8 % 7, number as u32));
        }
        let residents = table.residents();
        assert_eq!(residents.len() as u64, table.fill(), "{scheme}");
        let found = keys.iter().filter(|&&key| table.probe(key).is_some()).count();
        assert_eq!(residents.len(), found, "{scheme}");
        for resident in &residents {
            let number = keys.iter().position(|&key| table.identity(key) == resident.identity).unwrap();
            assert_eq!(resident.age, u8::from(number < 40));
            assert_eq!(table.probe(keys[number]), Some(resident.record));
        }
        assert!(residents.is_sorted_by_key(|resident| (resident.identity.bucket, resident.slot)));
    }
}

#[test]
fn hashfull_counts_the_positions_of_the_current_search() {
    let mut table = table(4096, Scheme::TwoDeep);
    for index in 0..2048 {
        table.store(Key(index), record(1, 1));
    }
    assert_eq!((table.fill(), table.hashfull()), (2048, 500), "every first slot");
    table.stamp();
    assert_eq!((table.fill(), table.hashfull()), (2048, 0));
    // Overwrite the stamped position in a quarter of the sampled buckets.
    for index in 0..125 {
        table.store(Key(1 << 60 | index), record(1, 1));
    }
    // Not in the sample.
    table.store(Key(500), record(1, 1));
    assert_eq!((table.fill(), table.hashfull()), (2048, 125));
    table.clear();
    assert_eq!(table.hashfull(), 0, "free slots do not count");
}

#[test]
fn impossible_tables_are_rejected() {
    let new =
        |positions: u64, scheme: Scheme| TranspositionTable::<u16>::new(Size::Positions(positions), scheme).map(drop);
    assert!(new(1, Scheme::Deep).is_ok());
    assert!(matches!(new(1, Scheme::TwoDeep), Err(TableError::SmallerThanABucket { width: 2, .. })));
    assert!(matches!(new(3000, Scheme::Deep), Err(TableError::Unsupported { below: 2048, above: 4096, .. })));
    assert!(matches!(new(3000, Scheme::TwoDeep), Err(TableError::Unsupported { below: 2048, above: 4096, .. })));
    let error = new(1 << 60, Scheme::Deep).unwrap_err();
    assert!(matches!(&error, TableError::OutOfMemory { reason, .. } if error.to_string().contains(reason)), "{error}");
}

#[test]
fn memory_is_used_as_far_as_the_index_allows() {
    type Any = Buckets<Thesis<u16>, Random, 4, MulHigh>;
    let capacity = |size| TwoBig1::<u16>::new(size).unwrap().capacity();
    assert_eq!(capacity(Size::mib(1)), 65_536);
    assert_eq!(capacity(Size::Bytes((2 << 20) - 1)), 65_536);
    assert_eq!(Any::new(Size::Bytes(3 << 20)).unwrap().capacity(), 3 << 16);
    assert_eq!(Any::new(Size::Positions(1_003)).unwrap().capacity(), 1_000);
}
