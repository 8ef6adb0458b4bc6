//! Solving a board of domineering with several threads.

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::row::Statistics;
use anyhow::Result;
use programs::domineering::{Share, Together};
use programs::{Audit, NodeLimit, Nodes, TeamTable};

use crate::parallel::Threads;
use crate::run::MeasuredCell;
use crate::table_file::TableFile;
use crate::{Cell, Row, table_file};

/// A board of domineering that several threads have solved.
#[derive(Clone, Debug)]
pub struct TogetherSolved {
    /// The row: nodes and statistics are those of all threads.
    pub measured: MeasuredCell,
    /// The nodes of each thread.
    pub shares: Vec<u64>,
    /// The nodes of the earlier runs that used the file of the table, if it has one.
    pub nodes_before: Option<u64>,
}

/// Solves a board of domineering with several threads. Their number, and chance, change the nodes but not the winner.
///
/// The search stops before the threads visit more than `max_nodes` nodes together. They are added to `nodes` on the
/// way. With a file for the table, the search resumes an earlier run that used it.
///
/// # Errors
///
/// The table cannot be allocated, threads cannot share it or cannot be started, or the file cannot be used.
///
/// # Panics
///
/// Panics if the cell is not a board with a table, or if a thread panics.
pub fn solve_together(
    cell: &Cell,
    threads: Threads,
    max_nodes: u64,
    file: Option<TableFile<'_>>,
    nodes: &Nodes,
) -> Result<TogetherSolved> {
    let (scheme, positions) = cell.scheme.zip(cell.positions).expect("threads share a table");
    let solver = cell.game.board_solver(cell.seed).expect("threads solve a board");
    let table = match file {
        None => {
            TeamTable::new(positions.into(), scheme, cell.search).map_err(|error| table_file::unavailable(&error))?
        }
        Some(file) => table_file::open(file, cell, solver.keys(), positions.into(), scheme)?,
    };
    let nodes_before = table.tally().map(|tally| tally.load(Ordering::Relaxed));
    let together = Together::new(solver, table, threads.parallel);
    let started = Instant::now();
    let limit = NodeLimit::new(max_nodes);
    let shares: Vec<Share> = threads.run(|number| together.run(number, &limit, nodes))?;
    let seconds = started.elapsed().as_secs_f64();
    let mut statistics = Statistics::default();
    shares.iter().for_each(|share| statistics.add(&share.statistics));
    let capacity = together.table().capacity();
    statistics.fill = together.table().fill();
    let (sum, winner) = (shares.iter().map(|share| share.nodes).sum(), shares.iter().find_map(|share| share.winner));
    let row = Row { statistics, seconds, ..Row::new(cell.clone(), sum, winner) };
    let best = shares.iter().filter(|share| share.winner.is_some()).find_map(|share| share.best);
    let measured = MeasuredCell { row, capacity, audit: Audit::default(), best };
    Ok(TogetherSolved { measured, shares: shares.iter().map(|share| share.nodes).collect(), nodes_before })
}

#[cfg(test)]
mod tests {
    use programs::{Parallel, Winner};

    use super::*;
    use crate::run::run;

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[test]
    fn the_best_solver_is_shared() {
        let text = "domineering-best board=6x8 first=vertical scheme=two-big1 positions=1K parts=all seed=1970";
        for parallel in [Parallel::Lazy, Parallel::Abdada] {
            for scheme in ["two-big1", "deep", "size-4"] {
                let cell = cell(&text.replace("two-big1", scheme));
                let threads = Threads { number: 3, parallel };
                let solved = solve_together(&cell, threads, u64::MAX, None, &Nodes::default()).unwrap();
                assert_eq!(solved.measured.row.winner(), Some(Winner::Second), "{parallel:?} {scheme}");
                assert!(solved.measured.row.statistics.look_ups > 0);
            }
        }
    }

    /// Solves boards of domineering by 1, 2, 4 and 16 threads, with both solvers, both first players and both ways to
    /// share the work, and compares the winners with that of one thread without a table. Returns the number of runs.
    fn solve_boards_in_threads(boards: impl Iterator<Item = String>) -> usize {
        let mut runs = 0;
        for (board, first) in boards.flat_map(|board| ["vertical", "horizontal"].map(|first| (board.clone(), first))) {
            let text = format!("board={board} first={first} scheme=two-big1 positions=256 parts=all seed=1970");
            let alone = cell(&format!("domineering {}", text.replace("two-big1 positions=256", "none")));
            let winner = run(&alone, u64::MAX, &Nodes::default()).unwrap().winner();
            assert!(winner.is_some(), "{text}");
            for game in ["domineering", "domineering-best"] {
                let cell = cell(&format!("{game} {text}"));
                for (number, parallel) in [1, 2, 4, 16]
                    .into_iter()
                    .flat_map(|number| [Parallel::Lazy, Parallel::Abdada].map(|parallel| (number, parallel)))
                {
                    let threads = Threads { number, parallel };
                    let solved = solve_together(&cell, threads, u64::MAX, None, &Nodes::default()).unwrap();
                    assert_eq!(solved.measured.row.winner(), winner, "{cell}: {threads:?}");
                    runs += 1;
                }
            }
        }
        runs
    }

    #[test]
    fn any_number_of_threads_finds_the_same_winner() {
        let small = (2..=5).flat_map(|rows| (2..=6).map(move |columns| format!("{rows}x{columns}")));
        let larger = "6x2 6x3 6x4 6x5 6x6 2x7 2x8 3x7 3x8 7x2 7x3 8x2".split(' ').map(str::to_owned);
        assert_eq!(solve_boards_in_threads(small.chain(larger)), 1_024);
    }

    #[test]
    fn threads_stop_at_their_limit_together() {
        let cell = cell("domineering board=6x7 first=horizontal scheme=deep positions=1K parts=all seed=1970");
        for parallel in [Parallel::Lazy, Parallel::Abdada] {
            let (threads, nodes) = (Threads { number: 3, parallel }, Nodes::default());
            let solved = solve_together(&cell, threads, 10_000, None, &nodes).unwrap();
            let TogetherSolved { measured, shares, .. } = solved;
            assert_eq!((measured.row.nodes, measured.row.is_complete(), nodes.so_far()), (10_000, false, 10_000));
            assert_eq!(shares.iter().sum::<u64>(), 10_000);
        }
    }
}
