//! The strongest program as a job, which is measured or whose requests are recorded.

use chess::Position;
use engine::{ChessMemory, Chosen, StandardTechniques, Techniques};
use schemes::Parts;
use search::Observer;
use tt::{Maintain, Size};

use super::{EngineTable, engine_table};
use crate::Error;
use crate::job::Measurable;
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobResult, Searched};

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
    fn search(&self, table: &mut EngineTable, max_nodes: u64, observer: &mut impl Observer) -> JobResult {
        if self.techniques == Techniques::STANDARD {
            self.search_with(StandardTechniques, table, max_nodes, observer)
        } else {
            self.search_with(self.techniques, table, max_nodes, observer)
        }
    }

    fn search_with(
        &self,
        chosen: impl Chosen,
        table: &mut EngineTable,
        max_nodes: u64,
        observer: &mut impl Observer,
    ) -> JobResult {
        let &Self { ref positions, depth, stamp, .. } = self;
        let (mut nodes, mut searches) = (0, Vec::new());
        let Some(first) = positions.first() else { return JobResult::searched(nodes, searches) };
        let mut memory = ChessMemory::new(first);
        for (number, position) in (0..).zip(positions) {
            if number > 0 && stamp {
                table.stamp();
            } else if number > 0 {
                table.clear();
                memory.clear();
            }
            let mut of_position = 0;
            let search = engine::ChessSearch::new(position, &mut memory, &mut *table).with_techniques(chosen);
            let search = search.observed_by(&mut *observer).max_nodes(max_nodes - nodes);
            let outcome = search.deepen(depth, |reached, outcome, _| {
                of_position += outcome.nodes;
                // A stamped table contains earlier searches to the full depth, so that the shallower iterations are
                // not those of a shallower search.
                if !stamp || reached == depth {
                    let (depth, nodes, score) = (reached, of_position, outcome.score);
                    let best = outcome.best.and_then(|best| best.to_string().parse().ok());
                    searches.push(Searched { position: number, depth, nodes, score, best });
                }
            });
            nodes += outcome.nodes;
            if outcome.stopped {
                return JobResult::stopped(max_nodes);
            }
        }
        JobResult::searched(nodes, searches)
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
        let scheme = "unbounded".parse().expect("the name of a scheme");
        let table = engine_table(Some(scheme), Size::Positions(1), Parts::all());
        let (mut table, max_nodes) = (table.expect("the scheme ignores the size"), recorder.max_nodes);
        let observer = &mut (&mut recorder.requests, &mut recorder.progress);
        (self.positions.len() == 1).then(|| self.search(&mut table, max_nodes, observer))
    }

    fn has_options(&self) -> bool {
        false
    }
}
