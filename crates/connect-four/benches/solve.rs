//! Measures the speed of the solvers on the first lines of a test set, in nodes per second.
//!
//! Run `cargo bench -p ttlab-connect-four --bench solve`. For whole sets, use `ttlab solve connect-four --file`.

use std::hint::black_box;

use connect_four::{Position, Solution, best, tutorial};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const MIDDLE_MEDIUM: &str = include_str!("../../../testsets/connect-four/Test_L2_R2");
const POSITIONS: usize = 5;

fn measure(criterion: &mut Criterion, name: &str, mut solve: impl FnMut(&Position) -> Solution) {
    let positions: Vec<Position> = MIDDLE_MEDIUM
        .lines()
        .take(POSITIONS)
        .map(|line| line.split_once(' ').expect("moves and a score").0.parse().expect("valid moves"))
        .collect();
    let nodes = positions.iter().map(|position| solve(position).nodes).sum();
    let mut group = criterion.benchmark_group("Middle-Medium");
    group.throughput(Throughput::Elements(nodes)).sample_size(10);
    group.bench_function(name, |bencher| {
        bencher.iter(|| positions.iter().map(|position| solve(black_box(position)).nodes).sum::<u64>());
    });
    group.finish();
}

fn solvers(criterion: &mut Criterion) {
    let mut tutorial = tutorial::TutorialSolver::new().expect("64 MB of memory");
    measure(criterion, "tutorial, strong", |position| tutorial.solve(position));
    measure(criterion, "tutorial, weak", |position| tutorial.solve_weak(position));
    let mut best = best::Solver::new(best::Solver::LOG2_BUCKETS).expect("128 MiB of memory");
    measure(criterion, "best, strong", |position| best.solve(position));
    measure(criterion, "best, weak", |position| best.solve_weak(position));
}

criterion_group!(benches, solvers);
criterion_main!(benches);
