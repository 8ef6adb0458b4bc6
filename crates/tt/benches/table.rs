//! Compares probes and stores with accesses to a bare array, with the same random accesses, from 1 MiB to 1 GiB.
//!
//! Run `cargo bench -p transposition-table --bench table`. Compare only lines of the same size and the same run,
//! because the results depend on the memory of the machine.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;

use criterion::measurement::WallTime;
use criterion::{Bencher, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use schemes::policies::LeastRecentlyUsed;
use tt::layouts::{Compact, Thesis};
use tt::policies::{Big, OneLevel, TwoLevel};
use tt::{Bound, Buckets, Contents, Key, Layout, Pages, Policy, Record, Shared, Size, Table, TwoBig1, policies};

/// The number of accesses per measured iteration.
const ACCESSES: usize = 1 << 14;
/// The number of accesses by which prefetches precede probes.
const AHEAD: usize = 8;

const RECORD: Record<u16> =
    Record { payload: 7, score: 1, bound: Bound::Exact, depth: 3, nodes: 9, is_pv: false, user: 0 };

/// Returns a different key for each index, with mixed high bits.
fn key(index: u64) -> Key {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key((mixed ^ mixed >> 31) & !((1 << 36) - 1) | index)
}

/// Returns an infinite iterator of random indices in `0..positions`.
fn indices(positions: u64) -> impl Iterator<Item = u64> {
    let mut state = 88_172_645_463_325_252_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state & (positions - 1)
    })
}

fn full_table<R: Policy<W> + Default, const W: usize>(positions: u64, pages: Pages) -> Buckets<Thesis<u16>, R, W> {
    let mut table = Buckets::with_pages(Size::Positions(positions), R::default(), pages).unwrap();
    for index in 0..positions {
        table.store(key(index), RECORD);
    }
    table
}

/// Measures accesses to one chunk of keys after another, so that no iteration finds its cache lines in the cache.
/// `access` takes a key and the key [`AHEAD`] accesses later, and returns a value that it has read.
///
/// If the accesses are `CHAINED`, the address of each access depends on the value that the previous one has read, as in
/// a search, which must examine a position before it knows the next one. Otherwise the processor overlaps as many
/// accesses as it can.
fn measure<const CHAINED: bool>(bencher: &mut Bencher<'_>, keys: &[Key], mut access: impl FnMut(Key, Key) -> u64) {
    let mut chunks = keys.chunks_exact(ACCESSES).cycle();
    // Zero, hidden from the optimiser.
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

fn probe(table: &impl Table<Payload = u16>, key: Key) -> u64 {
    table.probe(key).map_or(0, |record| u64::from(record.nodes))
}

/// Like [`probe`], for layouts without nodes.
fn score(table: &impl Table<Payload = u16>, key: Key) -> u64 {
    table.probe(key).map_or(0, |record| u64::from(record.score as u16))
}

/// The table of DEEP.
type OneSlot = Buckets<Thesis<u16>, OneLevel<policies::Deep>, 1>;

/// The tables of one size, all filled with the same positions.
struct Subjects {
    keys: Vec<Key>,
    mask: u64,
    array: Vec<[u64; 2]>,
    one_level: OneSlot,
    huge: OneSlot,
    two_level: TwoBig1<u16>,
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
            let slot = &mut array[(key.0 & mask) as usize];
            *slot = [key.0, slot[1] + 1];
            slot[1]
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
        let positions = (mebibytes << 20) / Size::OF_POSITION;
        let subjects = Subjects {
            keys: indices(positions).map(key).take(ACCESSES * 256).collect(),
            mask: positions - 1,
            array: (0..positions).map(|index| [key(index).0, index]).collect(),
            one_level: full_table(positions, Pages::Default),
            huge: full_table(positions, Pages::Huge),
            two_level: full_table(positions, Pages::Default),
        };
        reads::<true>(criterion, &format!("{mebibytes} MiB, chained reads"), &subjects);
        reads::<false>(criterion, &format!("{mebibytes} MiB, overlapping reads"), &subjects);
        writes(criterion, &format!("{mebibytes} MiB, overlapping writes"), subjects);
    }
}

/// Measures probes of tables of 1 MiB with 1 to 8 slots in a bucket.
fn buckets<const CHAINED: bool>(criterion: &mut Criterion) {
    fn add<const CHAINED: bool, L: Layout<Record = Record<u16>>, R: Policy<W> + Default, const W: usize>(
        group: &mut BenchmarkGroup<'_, WallTime>,
        name: &str,
    ) {
        let mut table = Buckets::<L, R, W>::new(Size::mib(1)).unwrap();
        let positions = table.capacity();
        (0..positions).for_each(|index| _ = table.store(key(index), RECORD));
        let keys: Vec<Key> = indices(positions).map(key).take(ACCESSES * 256).collect();
        group.bench_function(name, |bencher| measure::<CHAINED>(bencher, &keys, |key, _| score(&table, key)));
    }
    let name = if CHAINED { "1 MiB, chained probes" } else { "1 MiB, overlapping probes" };
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(ACCESSES as u64)).sample_size(20);
    add::<CHAINED, Thesis<u16>, OneLevel<Big>, 1>(&mut group, "1 slot of 16 bytes");
    add::<CHAINED, Thesis<u16>, TwoLevel<Big>, 2>(&mut group, "2 slots of 16 bytes");
    add::<CHAINED, Thesis<u16>, LeastRecentlyUsed, 4>(&mut group, "4 slots of 16 bytes");
    add::<CHAINED, Compact<u16>, LeastRecentlyUsed, 1>(&mut group, "1 slot of 8 bytes");
    add::<CHAINED, Compact<u16>, LeastRecentlyUsed, 8>(&mut group, "8 slots of 8 bytes");
    group.finish();
}

/// Creating a table takes constant time, because the operating system zeroes a page on first access.
fn creation(criterion: &mut Criterion) {
    criterion.bench_function("1024 MiB, creating a table", |bencher| {
        bencher.iter(|| OneSlot::new(Size::mib(1024)).unwrap());
    });
}

/// Compares `save` and `load` with writing and reading the same bytes. The file stays in the page cache, so that this
/// is the speed of the program, not that of a disk.
fn files(criterion: &mut Criterion) {
    type Common = Shared<Thesis<u16>, TwoLevel<Big>, 2>;
    const MEBIBYTES: u64 = 256;
    let contents = Contents { text: "benchmark", keys: Key(1), version: 1 };
    let path = std::env::temp_dir().join(format!("tt-benchmark-{}.tt", std::process::id()));
    let (size, write) = (Size::mib(MEBIBYTES), || File::create(&path).unwrap());
    let private = full_table::<TwoLevel<Big>, 2>((MEBIBYTES << 20) / Size::OF_POSITION, Pages::Default);
    let common = Common::new(size).unwrap();
    (0..common.capacity()).for_each(|index| _ = common.put(key(index), &RECORD));
    let mut bytes = Vec::new();
    common.save(contents, &mut bytes).unwrap();

    let mut group = criterion.benchmark_group(format!("{MEBIBYTES} MiB, file"));
    group.throughput(Throughput::Bytes(MEBIBYTES << 20)).sample_size(10);
    group.bench_function("write the bytes", |bencher| bencher.iter(|| write().write_all(&bytes).unwrap()));
    group.bench_function("save, private", |bencher| bencher.iter(|| private.save(contents, write()).unwrap()));
    group.bench_function("save, shared", |bencher| bencher.iter(|| common.save(contents, write()).unwrap()));
    group.bench_function("read the bytes", |bencher| bencher.iter(|| std::fs::read(&path).unwrap()));
    group.bench_function("load, shared", |bencher| {
        bencher
            .iter(|| Common::load(contents, TwoLevel::default(), Pages::Default, File::open(&path).unwrap()).unwrap());
    });
    private.save(contents, write()).unwrap();
    group.bench_function("load, private", |bencher| {
        let load = || TwoBig1::<u16>::load(contents, TwoLevel::default(), Pages::Default, File::open(&path).unwrap());
        bencher.iter(|| load().unwrap());
    });
    group.finish();
    let _ = std::fs::remove_file(&path);
}

criterion_group!(benches, creation, files, buckets::<true>, buckets::<false>, table);
criterion_main!(benches);
