//! The best solver with a table of any replacement scheme, for experiments.

use connect_four::{Position, best};
use schemes::TranspositionTable;
use search::{Counted, HitSize};
use tt::{Key, Maintain, Pages, Record, Score, Stored, Table};

use super::adds_to;
use crate::Error;
use crate::job::Measurable;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobResult, Searched, Watch};

/// The best solver solves positions one after another, each with an empty table. It has no options.
#[derive(Clone, Debug)]
pub struct ConnectFourBestJob {
    /// The positions.
    pub positions: Vec<Position>,
    /// The seed of the keys.
    pub seed: u64,
}

impl Measurable for ConnectFourBestJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        let MeasuredTable { scheme, positions, .. } = table;
        let mut table = TranspositionTable::<u16>::with_pages(positions.into(), scheme, Pages::Huge)?;
        let max_nodes = task.max_nodes;
        let found = task
            .timed(|watch| self.solve(&mut table, HitSize::counting(scheme.counts_stored_nodes()), max_nodes, watch));
        task.measure(&table);
        Ok(found)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let max_nodes = task.max_nodes;
        Ok(task.timed(|watch| self.solve(NoTable, HitSize::One, max_nodes, watch)))
    }

    fn has_options(&self) -> bool {
        false
    }
}

impl ConnectFourBestJob {
    fn solve(
        &self,
        table: impl Table<Payload = u16> + Maintain,
        hit_size: HitSize,
        max_nodes: u64,
        (counts, progress): &mut Watch<'_>,
    ) -> JobResult {
        let mut solver = best::Solver::with_table(Default::default(), Counted::new(table), self.seed);
        solver = solver.hit_size(hit_size);
        solver.hear(adds_to(progress.reported()));
        let (mut nodes, mut searches) = (0, Vec::new());
        for (number, position) in (0..).zip(&self.positions) {
            solver = solver.max_nodes(max_nodes - nodes);
            let solution = solver.solve(position);
            nodes += solution.nodes;
            let Some(score) = solution.score.and_then(|score| Score::try_from(score).ok()) else { break };
            searches.push(Searched { position: number, depth: 0, nodes: solution.nodes, score, best: None });
        }
        counts.add(&solver.table().statistics());
        counts.cutoffs += solver.cut_offs();
        if searches.len() < self.positions.len() {
            JobResult::stopped(max_nodes)
        } else {
            JobResult::searched(nodes, searches)
        }
    }
}

/// The table of a search without a table.
#[derive(Clone, Copy, Debug)]
struct NoTable;

impl Table for NoTable {
    type Payload = u16;

    fn probe(&self, _: Key) -> Option<Record<u16>> {
        None
    }

    fn store(&mut self, _: Key, _: Record<u16>) -> Stored {
        Stored::Ignored
    }
}

impl Maintain for NoTable {
    fn stamp(&mut self) {}

    fn clear(&mut self) {}
}
