//! Recording the table requests of a job.

use alibaba::Best;
use replay::{Recorded, RequestRecorder};
use schemes::{Scheme, TranspositionTable};
use search::Statistics;
use tt::{Pages, Size, TableError};

use crate::job::Job;
use crate::recorder::Recorder;
use crate::watched::{Ending, NodeProgress, Nodes};

/// The error of a job whose requests cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There are more requests than the limit.
    #[error("the search made more than {0} requests")]
    TooMany(usize),
    /// The search stopped at the node limit.
    #[error("not solved: stopped at the node limit")]
    NodeLimit,
    /// The job is not one search of the generic search.
    #[error("only a single search of one position by the generic search can be recorded")]
    Unsupported,
}

/// Records the table requests of a job that searches one position, with a table that loses no position. Stops before
/// there are more than `max_requests` of them, or more than `max_nodes` nodes. The nodes are added to `nodes` on the
/// way.
///
/// # Errors
///
/// There are too many requests or nodes, or the job is not one search by the generic search with lines of one move.
pub fn record(job: &Job, max_requests: usize, max_nodes: u64, nodes: &Nodes) -> Result<Recorded, RecordError> {
    let (requests, watch) = (RequestRecorder::new(max_requests), (Statistics::default(), NodeProgress::new(nodes)));
    let mut recorder = Recorder { requests, max_nodes, watch };
    let found = job.get().record(&mut recorder).ok_or(RecordError::Unsupported)?;
    let recorded = recorder.requests.finish().ok_or(RecordError::TooMany(max_requests))?;
    if found.ending == Ending::Stopped { Err(RecordError::NodeLimit) } else { Ok(recorded) }
}

/// A table to which requests are replayed.
pub type ReplayTable = TranspositionTable<Best>;

/// Creates an empty table for [`TranspositionTable::replay`], in huge pages if the system provides them. It is compiled
/// here, where tables are optimized.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn replay_table(scheme: Scheme, size: Size) -> Result<ReplayTable, TableError> {
    TranspositionTable::with_pages(size, scheme, Pages::Huge)
}
