//! Probe and store against a bare array, with the same random accesses, from 1 MiB to 1 GiB.
//!
//! `cargo bench -p tt --bench table`. Compare the lines of one size with each other, never with another run: the
//! machine's memory is what is measured.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tt::{Bound, Deep, Key, Pages, Positions, Record, Table, TranspositionTable, TwoBig1};

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

fn full_table<R: tt::Replacement>(positions: u64, scheme: R, pages: Pages) -> TranspositionTable<R, u16> {
    let mut table = TranspositionTable::with_pages(Positions::new(positions).unwrap(), scheme, pages).unwrap();
    for index in 0..positions {
        table.store(key(index), RECORD);
    }
    table
}

fn table(criterion: &mut Criterion) {
    for mebibytes in [1_u64, 16, 256, 1024] {
        let positions = (mebibytes << 20) / POSITION;
        let mut group = criterion.benchmark_group(format!("{mebibytes} MiB"));
        group.throughput(Throughput::Elements(ACCESSES as u64)).sample_size(20);

        // A long sequence that every loop goes on with, so that no iteration finds its lines in the cache.
        let accesses: Vec<Key> = indices(positions).map(key).take(ACCESSES * 256).collect();
        let mut chunks = accesses.chunks_exact(ACCESSES).cycle();

        {
            let mut array = vec![[0_u64; 2]; positions as usize];
            (0..positions).for_each(|index| array[index as usize] = [key(index).0, index]);
            let mask = positions - 1;
            group.bench_function(BenchmarkId::from_parameter("read a bare array"), |bencher| {
                bencher.iter(|| {
                    chunks.next().unwrap().iter().fold(0, |sum, key| {
                        let [first, second] = array[(key.0 & mask) as usize];
                        sum ^ first ^ second
                    })
                });
            });
            group.bench_function(BenchmarkId::from_parameter("write a bare array"), |bencher| {
                bencher.iter(|| {
                    for key in chunks.next().unwrap() {
                        let place = &mut array[(key.0 & mask) as usize];
                        *place = [key.0, place[1] + 1];
                    }
                });
            });
        }
        for (name, pages) in [("", Pages::Default), (", huge pages", Pages::Huge)] {
            let mut table = full_table(positions, Deep::default(), pages);
            group.bench_function(BenchmarkId::from_parameter(format!("probe{name}")), |bencher| {
                bencher.iter(|| {
                    chunks.next().unwrap().iter().fold(0, |sum, &key| match table.probe(key) {
                        Some(record) => sum + record.nodes,
                        None => sum,
                    })
                });
            });
            group.bench_function(BenchmarkId::from_parameter(format!("probe, prefetched{name}")), |bencher| {
                bencher.iter(|| {
                    let keys = chunks.next().unwrap();
                    keys.iter().enumerate().fold(0, |sum, (i, &key)| {
                        table.prefetch(keys[(i + AHEAD) % ACCESSES]);
                        sum + table.probe(key).map_or(0, |record| record.nodes)
                    })
                });
            });
            group.bench_function(BenchmarkId::from_parameter(format!("store{name}")), |bencher| {
                bencher.iter(|| {
                    for &key in chunks.next().unwrap() {
                        black_box(table.store(key, RECORD));
                    }
                });
            });
        }
        let mut table = full_table(positions, TwoBig1::default(), Pages::Default);
        group.bench_function(BenchmarkId::from_parameter("probe, two levels"), |bencher| {
            bencher.iter(|| chunks.next().unwrap().iter().filter(|&&key| table.probe(key).is_some()).count());
        });
        group.bench_function(BenchmarkId::from_parameter("store, two levels"), |bencher| {
            bencher.iter(|| {
                for &key in chunks.next().unwrap() {
                    black_box(table.store(key, RECORD));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, table);
criterion_main!(benches);
