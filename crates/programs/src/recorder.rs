//! A search whose table requests are recorded.

use replay::RequestRecorder;
use schemes::TranspositionTable;
use search::{HitSize, Observer, Plain};

use crate::watched::{JobLimits, JobResult, NodeProgress, Searches, Watcher};

/// Records requests, and reports the nodes of a search while it runs.
pub(crate) struct Recorder<'n> {
    pub(crate) requests: RequestRecorder,
    pub(crate) max_nodes: u64,
    pub(crate) progress: NodeProgress<'n>,
}

impl Recorder<'_> {
    /// Searches with a table that loses no position, and records its requests.
    pub(crate) fn search<J: Searches>(&mut self, job: &J) -> JobResult {
        let limits = JobLimits { nodes: self.max_nodes, hit_size: HitSize::One };
        job.search(TranspositionTable::<J::Payload>::unbounded(), limits, Plain, self)
    }
}

impl Watcher for &mut Recorder<'_> {
    fn observer(&mut self) -> impl Observer {
        (&mut self.requests, &mut self.progress)
    }
}
