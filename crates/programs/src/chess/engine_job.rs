//! The strongest program as a job, which is measured or whose requests are recorded.

use std::sync::atomic::AtomicBool;

use chess::{Move, Position};
use engine::{ChessMemory, Chosen, StandardTechniques, Techniques};
use schemes::Parts;
use search::{Observer, Outcome};
use tt::{Maintain, Size};

use super::{EngineTable, Observed, Watched, engine_table};
use crate::job::Measurable;
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobResult, Searched, Watch};
use crate::{Error, Nodes};

/// The strongest program searches positions one after another. It has no options.
///
/// What it learns besides the table is kept from position to position if the table is stamped, and forgotten otherwise.
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// The positions, with their keys.
    pub positions: Vec<Position>,
    /// Plies.
    pub depth: u8,
    /// Whether the table is stamped between two positions. Otherwise it is cleared.
    pub stamp: bool,
    /// The techniques.
    pub techniques: Techniques,
}

impl EngineJob {
    /// Searches the positions in order with one table.
    fn search(&self, table: &mut EngineTable, max_nodes: u64, (statistics, progress): &mut Watch<'_>) -> JobResult {
        let (mut nodes, mut searches) = (0, Vec::new());
        let Some(first) = self.positions.first() else { return JobResult::searched(nodes, searches) };
        let mut memory = ChessMemory::new(first);
        for (number, position) in (0..).zip(&self.positions) {
            if number > 0 && self.stamp {
                table.stamp();
            } else if number > 0 {
                table.clear();
                memory.clear();
            }
            let (never, mut before) = (AtomicBool::new(false), 0);
            let mut beat = |visited| {
                if visited - before >= Nodes::STEP {
                    progress.reported().add(visited - before);
                    before = visited;
                }
                false
            };
            let observer: Observed<'_, '_> = (Some(&mut *statistics), (Watched::new(&never, &mut beat), None));
            let search = engine::ChessSearch::new(position, &mut memory, &mut *table).observed_by(observer);
            let search = search.max_nodes(max_nodes - nodes);
            let outcome = if self.techniques == Techniques::STANDARD {
                self.deepen(number, search.with_techniques(StandardTechniques), &mut searches)
            } else {
                self.deepen(number, search.with_techniques(self.techniques), &mut searches)
            };
            progress.reported().add(outcome.nodes - before);
            nodes += outcome.nodes;
            if outcome.stopped {
                return JobResult::stopped(max_nodes);
            }
        }
        JobResult::searched(nodes, searches)
    }

    /// Searches the position with this number iteratively.
    fn deepen<C: Chosen, O: Observer>(
        &self,
        position: u16,
        search: engine::ChessSearch<'_, &mut EngineTable, C, O>,
        searches: &mut Vec<Searched>,
    ) -> Outcome<Move> {
        let mut nodes = 0;
        search.deepen(self.depth, |depth, outcome, _| {
            nodes += outcome.nodes;
            // A stamped table contains earlier searches to the full depth, so that the shallower iterations are not
            // those of a shallower search.
            if !self.stamp || depth == self.depth {
                let best = outcome.best.and_then(|best| best.to_string().parse().ok());
                searches.push(Searched { position, depth, nodes, score: outcome.score, best });
            }
        })
    }
}

impl Measurable for EngineJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        let MeasuredTable { scheme, positions, parts, .. } = table;
        let (mut table, max_nodes) = (engine_table(Some(scheme), positions.into(), parts)?, task.max_nodes);
        let found = task.timed(|watch| self.search(&mut table, max_nodes, watch));
        task.measure(&table);
        Ok(found)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let (mut table, max_nodes) = (engine_table(None, Size::Positions(1), Parts::all())?, task.max_nodes);
        Ok(task.timed(|watch| self.search(&mut table, max_nodes, watch)))
    }

    fn record(&self, recorder: &mut Recorder<'_>) -> Option<JobResult> {
        let [position] = &self.positions[..] else { return None };
        let scheme = "unbounded".parse().expect("the name of a scheme");
        let table = engine_table(Some(scheme), Size::Positions(1), Parts::all());
        let (mut table, mut memory) = (table.expect("the scheme ignores the size"), ChessMemory::new(position));
        let search = engine::ChessSearch::new(position, &mut memory, &mut table).with_techniques(self.techniques);
        let search = search.observed_by((&mut recorder.requests, &mut recorder.watch));
        let mut searches = Vec::new();
        let outcome = self.deepen(0, search.max_nodes(recorder.max_nodes), &mut searches);
        Some(if outcome.stopped {
            JobResult::stopped(recorder.max_nodes)
        } else {
            JobResult::searched(outcome.nodes, searches)
        })
    }

    fn has_options(&self) -> bool {
        false
    }
}
