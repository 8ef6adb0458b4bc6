//! Nim: solving a heap by the generic search.

use nim::Nim;
use search::{ChosenOptions, Search, Winner};
use tt::layouts::Thesis;
use tt::{Maintain, Table};

use crate::Error;
use crate::job::Measurable;
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{Ending, JobLimits, JobResult, Searches, Watcher};

/// The generic search solves a heap.
#[derive(Clone, Copy, Debug)]
pub struct NimJob {
    /// The size of the heap.
    pub heap: u8,
}

impl Measurable for NimJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        task.of_width(self, table)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        Ok(task.bare(self))
    }

    fn record(&self, recorder: &mut Recorder<'_>) -> Option<JobResult> {
        Some(recorder.search(self))
    }
}

impl Searches for NimJob {
    type Payload = ();
    type Layout = Thesis<()>;
    type Stored = u16;

    fn search(
        &self,
        mut table: impl Table<Payload = ()> + Maintain,
        limits: JobLimits,
        options: impl ChosenOptions,
        mut watcher: impl Watcher,
    ) -> JobResult {
        let mut game = Nim::new(self.heap);
        let search = Search::new(&mut game, &mut table).with_options(options).hit_size(limits.hit_size);
        let outcome = search.observed_by(watcher.observer()).max_nodes(limits.nodes).run(self.heap);
        if outcome.stopped {
            return JobResult::stopped(limits.nodes);
        }
        let winner = if outcome.score > 0 { Winner::First } else { Winner::Second };
        let best = outcome.best.and_then(|take| take.to_string().parse().ok());
        JobResult { nodes: outcome.nodes, ending: Ending::Solved(winner), best }
    }
}
