//! A search whose table requests are recorded.

use replay::RequestRecorder;
use schemes::{Masked, Parts, TranspositionTable};
use search::{HitSize, Plain};

use crate::examine::Examiner;
use crate::watched::{JobLimits, JobResult, Searches, Watch};

/// Records requests, and reports the nodes of a search while it runs.
pub(crate) struct Recorder<'n> {
    pub(crate) requests: RequestRecorder,
    pub(crate) max_nodes: u64,
    pub(crate) watch: Watch<'n>,
}

impl Recorder<'_> {
    /// Searches with a table that loses no position, and records its requests.
    pub(crate) fn search<J: Searches>(&mut self, job: &J) -> JobResult {
        let limits = JobLimits { nodes: self.max_nodes, hit_size: HitSize::One };
        let mut table = Masked::new(TranspositionTable::<J::Payload>::unbounded(), Parts::all());
        job.search(&mut table, limits, Plain, &mut Examiner::recording(&mut self.watch, &mut self.requests))
    }
}
