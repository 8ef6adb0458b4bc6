//! Probe and store against a bare array, with the same random accesses, from 1 MiB to 1 GiB.
//!
//! `cargo bench -p tt --bench table`. Compare the lines of one size with each other, never with another run: the
//! machine's memory is what is measured.

use std::hint::black_box;

use criterion::{Bencher, Criterion, Throughput, criterion_group, criterion_main};
use tt::{Bound, Deep, Key, Pages, Positions, Record, Replacement, Table, TranspositionTable, TwoBig1};

/// Bytes of a position.
const POSITION: u64 = 16;
/// Accesses per measured iteration.
const ACCESSES: usize = 1 << 14;
/// How many accesses ahead the prefetching loops look.
const AHEAD: usize = 8;

const RECORD: Record<u16> = Record { payload: 7, score: 1, bound: Bound::EXACT, depth: 3, nodes: 9 };

/// A different key for each index; the high bits are mixed.
fn key(index: u64) -> Key {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key((mixed ^ mixed >> 31) & !((1 << 36) - 1) | index)
}

/// Indices all over `0..positions`, without end.
fn indices(positions: u64) -> impl Iterator<Item = u64> {
    let mut state = 88_172_645_463_325_252_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state & (positions - 1)
    })
}

fn full_table<R: Replacement>(positions: u64, scheme: R, pages: Pages) -> TranspositionTable<R, u16> {
    let mut table = TranspositionTable::with_pages(Positions::new(positions).unwrap(), scheme, pages).unwrap();
    for index in 0..positions {
        table.store(key(index), RECORD);
    }
    table
}

/// Accesses one chunk of keys after another, so that no iteration finds its lines in the cache. `access` gets a key and
/// the key [`AHEAD`] of it, and returns something that it has read.
///
/// If the accesses are `CHAINED`, the address of each depends on what the one before has read, as in a search, which
/// does not know which position comes next before it has looked at this one. Otherwise the processor overlaps as many
/// accesses as it can.
fn measure<const CHAINED: bool>(bencher: &mut Bencher<'_>, keys: &[Key], mut access: impl FnMut(Key, Key) -> u64) {
    let mut chunks = keys.chunks_exact(ACCESSES).cycle();
    // Nothing, but only this program knows.
    let mask = black_box(0);
    bencher.iter(|| {
        let keys = chunks.next().unwrap();
        let (mut link, mut sum) = (0, 0);
        for (i, &key) in keys.iter().enumerate() {
            let read = access(Key(key.0 ^ link), keys[(i + AHEAD) % ACCESSES]);
            sum ^= read;
            if CHAINED {
                link = read & mask;
            }
        }
        sum
    });
}

fn probe<R: Replacement>(table: &TranspositionTable<R, u16>, key: Key) -> u64 {
    table.probe(key).map_or(0, |record| u64::from(record.nodes))
}

/// The tables of one size, all full of the same positions.
struct Subjects {
    keys: Vec<Key>,
    mask: u64,
    array: Vec<[u64; 2]>,
    one_level: TranspositionTable<Deep, u16>,
    huge: TranspositionTable<Deep, u16>,
    two_level: TranspositionTable<TwoBig1, u16>,
}

fn reads<const CHAINED: bool>(criterion: &mut Criterion, name: &str, subjects: &Subjects) {
    let Subjects { keys, mask, array, one_level, huge, two_level } = subjects;
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(ACCESSES as u64)).sample_size(20);
    group.bench_function("bare array", |bencher| {
        measure::<CHAINED>(bencher, keys, |key, _| {
            let [first, second] = array[(key.0 & mask) as usize];
            first ^ second
        });
    });
    group.bench_function("probe", |bencher| measure::<CHAINED>(bencher, keys, |key, _| probe(one_level, key)));
    group.bench_function("probe, huge pages", |bencher| measure::<CHAINED>(bencher, keys, |key, _| probe(huge, key)));
    group.bench_function("probe, two levels", |bencher| {
        measure::<CHAINED>(bencher, keys, |key, _| probe(two_level, key));
    });
    for (name, table) in [("prefetched probe", one_level), ("prefetched probe, huge pages", huge)] {
        group.bench_function(name, |bencher| {
            measure::<CHAINED>(bencher, keys, |key, ahead| {
                table.prefetch(ahead);
                probe(table, key)
            });
        });
    }
    group.finish();
}

fn writes(criterion: &mut Criterion, name: &str, subjects: Subjects) {
    let Subjects { keys, mask, mut array, mut one_level, mut huge, mut two_level } = subjects;
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(ACCESSES as u64)).sample_size(20);
    group.bench_function("bare array", |bencher| {
        measure::<false>(bencher, &keys, |key, _| {
            let place = &mut array[(key.0 & mask) as usize];
            *place = [key.0, place[1] + 1];
            place[1]
        });
    });
    for (name, table) in [("store", &mut one_level), ("store, huge pages", &mut huge)] {
        group.bench_function(name, |bencher| {
            measure::<false>(bencher, &keys, |key, _| u64::from(table.store(key, RECORD).is_collision()));
        });
    }
    group.bench_function("store, two levels", |bencher| {
        measure::<false>(bencher, &keys, |key, _| u64::from(two_level.store(key, RECORD).is_collision()));
    });
    group.finish();
}

fn table(criterion: &mut Criterion) {
    for mebibytes in [1_u64, 16, 256, 1024] {
        let positions = (mebibytes << 20) / POSITION;
        let subjects = Subjects {
            keys: indices(positions).map(key).take(ACCESSES * 256).collect(),
            mask: positions - 1,
            array: (0..positions).map(|index| [key(index).0, index]).collect(),
            one_level: full_table(positions, Deep::default(), Pages::Default),
            huge: full_table(positions, Deep::default(), Pages::Huge),
            two_level: full_table(positions, TwoBig1::default(), Pages::Default),
        };
        reads::<true>(criterion, &format!("{mebibytes} MiB, chained reads"), &subjects);
        reads::<false>(criterion, &format!("{mebibytes} MiB, overlapping reads"), &subjects);
        writes(criterion, &format!("{mebibytes} MiB, overlapping writes"), subjects);
    }
}

/// A table is had at once, whatever its size: the system zeroes a page when it is first touched.
fn making(criterion: &mut Criterion) {
    let positions = Positions::new((1024 << 20) / POSITION).unwrap();
    criterion.bench_function("1024 MiB, making a table", |bencher| {
        bencher.iter(|| TranspositionTable::<_, u16>::new(positions, Deep::default()).unwrap());
    });
}

criterion_group!(benches, making, table);
criterion_main!(benches);
