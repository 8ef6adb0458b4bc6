//! Checks the best solver with tables of the crate `tt`: scores do not depend on the scheme.

use connect_four::{Standard, best::Solver};
use schemes::{Scheme, TranspositionTable};
use search::HitSize;

use crate::common::{END_EASY, MIDDLE_EASY, lines};

fn table(scheme: Scheme, positions: &str) -> TranspositionTable<u16> {
    TranspositionTable::new(positions.parse().unwrap(), scheme).unwrap()
}

/// Returns the nodes of some positions, whose scores are checked.
fn nodes(scheme: Scheme, positions: &str) -> u64 {
    let mut solver = Solver::with_table(Standard::default(), table(scheme, positions), 1970)
        .hit_size(HitSize::counting(scheme.counts_stored_nodes()));
    let sets = lines(END_EASY).step_by(40).chain(lines(MIDDLE_EASY).step_by(40));
    sets.map(|(moves, position, score)| {
        let solution = solver.solve(&position);
        assert_eq!(solution.score, Some(score), "{moves} with {scheme}");
        assert_eq!(solver.solve_weak(&position).score, Some(score.signum()), "{moves} with {scheme}");
        solution.nodes
    })
    .sum()
}

#[test]
fn scores_do_not_depend_on_the_scheme() {
    let large = nodes(Scheme::TwoBig1, "64K");
    for name in ["new", "old", "deep", "big1", "big-all", "two-deep", "two-big1", "size-4", "depth-3+age-8", "lru-4"] {
        let small = nodes(name.parse().unwrap(), "32");
        assert!(small > large, "{name}: {small} nodes with 32 positions, {large} with 64K");
    }
}

#[test]
fn a_table_that_loses_nothing_needs_as_few_nodes_as_the_own_table() {
    let unbounded = "unbounded".parse().unwrap();
    let mut own = Solver::new(16).unwrap();
    let expected: u64 = lines(END_EASY)
        .step_by(40)
        .chain(lines(MIDDLE_EASY).step_by(40))
        .map(|(_, position, _)| own.solve(&position).nodes)
        .sum();
    assert_eq!(nodes(unbounded, "16"), expected);
}

#[test]
fn cut_offs_add_to_sizes_in_big_all_alone() {
    let sizes = |hit_size| {
        let mut solver = Solver::with_table(Standard::default(), table(Scheme::Big1, "64"), 1970).hit_size(hit_size);
        let nodes: u64 = lines(MIDDLE_EASY).step_by(100).map(|(_, position, _)| solver.solve(&position).nodes).sum();
        assert!(solver.cut_offs() > 0);
        nodes
    };
    assert_ne!(sizes(HitSize::One), sizes(HitSize::Stored));
}
