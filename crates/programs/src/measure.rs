//! Measuring searches: their nodes, results, and the statistics of the table.

use search::{Audit, InteriorNodes, Statistics};

use crate::Error;
use crate::examine::Examined;
use crate::job::Job;
use crate::options::SearchOptions;
use crate::task::{Clock, MeasuredTable, Task};
use crate::watched::{Ending, JobResult, MoveText, NodeProgress, Nodes};

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Nodes visited.
    pub nodes: u64,
    /// How it ended.
    pub ending: Ending,
    /// The seconds of the clock between the beginning and the end of the search.
    pub seconds: f64,
    /// The statistics of the table.
    pub statistics: Statistics,
    /// The positions that the table has room for; 0 without a table. For a table without a limit, those that it holds.
    pub capacity: u64,
    /// Nodes whose position was not found in the table, and whose first move came from the line of an ancestor.
    pub guided: u64,
    /// The best move on a board that was solved, if it is known.
    pub best: Option<MoveText>,
    /// The nodes above the horizon; `None` of jobs that ignore the options: their solvers do not count them.
    pub interior: Option<InteriorNodes>,
    /// The audit of the table; empty without one.
    pub audit: Audit,
    /// The searches, if the table was audited or had false hits.
    pub examined: Vec<Examined>,
}

/// Runs a job with an empty table, and stops before it visits more than `max_nodes` nodes. They are added to `nodes` on
/// the way. Jobs of solvers that are not the generic search ignore the options, and are not audited.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn run(
    job: &Job,
    table: Option<MeasuredTable>,
    options: SearchOptions,
    max_nodes: u64,
    nodes: &Nodes,
    clock: Clock<'_>,
) -> Result<Measured, Error> {
    let watch = (Statistics::default(), NodeProgress::new(nodes));
    let (audit, examined) = (Audit::default(), Vec::new());
    let mut task = Task { options, max_nodes, clock, seconds: 0.0, watch, capacity: 0, audit, examined };
    let job = job.get();
    let found = match table {
        Some(table) => job.with_table(&mut task, table),
        None => job.without_table(&mut task),
    };
    let JobResult { nodes, ending, best } = found?;
    let Task { seconds, capacity, audit, examined, watch: (statistics, progress), .. } = task;
    let interior = job.has_options().then(|| progress.interior.nodes(&statistics));
    let guided = progress.guided;
    Ok(Measured { nodes, ending, best, seconds, statistics, capacity, guided, interior, audit, examined })
}
