//! Positions that the strongest program searches, as a job.

use chess::Position;
use engine::{Chosen, Memory, Search, Standard, Stores, Techniques};
use schemes::EvaluationTable;
use tt::{Maintain, Pages, Table};

use crate::Error;
use crate::job::Measurable;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobResult, Searched, Watch};

/// The strongest program searches positions one after another. It has no options, and uses the whole table.
///
/// ```
/// use engine::Techniques;
/// use programs::chess::EngineJob;
/// use programs::{MeasuredTable, Nodes, SearchOptions, run};
/// use schemes::Parts;
///
/// let positions = vec![chess::Position::start()];
/// let job = EngineJob { positions, depth: 4, stamp: false, techniques: Techniques::STANDARD };
/// let (scheme, positions) = ("depth-4+age-8".parse()?, "8K".parse()?);
/// let table = MeasuredTable { scheme, positions, parts: Parts::all(), audited: false, seed: 0 };
/// let measured = run(&job.into(), Some(table), SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0)?;
/// assert_eq!(measured.ending.searches().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// The positions, with their keys.
    pub positions: Vec<Position>,
    /// The depth of the last iteration.
    pub depth: u8,
    /// Whether the table is stamped between two positions. Otherwise it is cleared, and what the program has learnt is
    /// forgotten.
    pub stamp: bool,
    /// The techniques.
    pub techniques: Techniques,
}

impl Measurable for EngineJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        let mut own = EvaluationTable::with_evaluations(table.positions.into(), table.scheme, Pages::Huge)?;
        let max_nodes = task.max_nodes;
        let found = task.timed(|watch| {
            if self.techniques == Techniques::STANDARD {
                self.search(&mut own, Standard, max_nodes, watch)
            } else {
                self.search(&mut own, self.techniques, max_nodes, watch)
            }
        });
        task.measure(&own);
        Ok(found)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let max_nodes = task.max_nodes;
        Ok(task.timed(|watch| self.search((), self.techniques, max_nodes, watch)))
    }

    fn has_options(&self) -> bool {
        false
    }
}

impl EngineJob {
    /// Searches with an empty table, and stops before there are more than `max_nodes` nodes.
    fn search<P: Stores>(
        &self,
        mut table: impl Table<Payload = P> + Maintain,
        chosen: impl Chosen,
        max_nodes: u64,
        watch: &mut Watch<'_>,
    ) -> JobResult {
        let (mut nodes, mut searches) = (0, Vec::new());
        let Some(first) = self.positions.first() else { return JobResult::searched(nodes, searches) };
        let mut memory = Memory::new(first);
        for (number, position) in (0..).zip(&self.positions) {
            match (number, self.stamp) {
                (0, _) => {}
                (_, true) => table.stamp(),
                (_, false) => {
                    table.clear();
                    memory.clear();
                }
            }
            let search = Search::new(position, &mut memory, &mut table).with_techniques(chosen);
            let search = search.observed_by(&mut *watch).max_nodes(max_nodes - nodes);
            let mut of_position = 0;
            let outcome = search.deepen(self.depth, |depth, outcome| {
                of_position += outcome.nodes;
                // A stamped table contains earlier searches to the full depth.
                if !self.stamp || depth == self.depth {
                    let best = outcome.best.and_then(|best| best.to_string().parse().ok());
                    let score = outcome.score;
                    searches.push(Searched { position: number, depth, nodes: of_position, score, best });
                }
            });
            nodes += of_position;
            if outcome.stopped {
                return JobResult::stopped(max_nodes);
            }
        }
        JobResult::searched(nodes, searches)
    }
}
