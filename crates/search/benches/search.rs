//! Measures the speed of the search itself, in nodes per second: `cargo bench -p game-search --bench search`.
//!
//! The game is the artificial game of the tests, which is fast and has many transpositions. To measure the search with
//! real games, use `cargo xtask instructions`.

#[path = "../tests/all/counters/mod.rs"]
mod counters;

use std::hint::black_box;

use counters::{Counters, negamax};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use schemes::{Scheme, TranspositionTable};
use search::{BestMove, Outcome, PackedMoves, Search, Window};
use tt::{Maintain, Table, TwoBig1};

const DEPTH: u8 = 9;
const SEED: u64 = 3;

fn search<T: Table<Payload: PackedMoves<u8>> + Maintain>(table: &mut T, window: Window) -> Outcome<u8> {
    table.clear();
    Search::new(black_box(&mut Counters::new(SEED)), table).window(window).run(DEPTH)
}

fn measure<T: Table<Payload: PackedMoves<u8>> + Maintain>(criterion: &mut Criterion, name: &str, table: &mut T) {
    let value = negamax(&mut Counters::new(SEED), DEPTH);
    let mut group = criterion.benchmark_group(name);
    for (window, name) in [(Window::Full, "full window"), (Window::Minimal, "minimal window")] {
        let outcome = search(table, window);
        assert_eq!(outcome.score, value);
        group.throughput(Throughput::Elements(outcome.nodes));
        group.bench_function(name, |bencher| bencher.iter(|| search(table, window)));
    }
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    measure(criterion, "without a table", &mut ());
    let size = "1K".parse().expect("a valid size");
    let mut fixed = TwoBig1::<BestMove<u8>>::new(size).expect("memory for a table");
    measure(criterion, "TwoBig1", &mut fixed);
    let mut chosen = TranspositionTable::<BestMove<u8>>::new(size, Scheme::TwoBig1).expect("memory for a table");
    measure(criterion, "TwoBig1, chosen at run time", &mut chosen);
}

criterion_group!(benches, searches);
criterion_main!(benches);
