//! The jobs that are measured: what a game adds to this crate.

use std::fmt::Debug;
use std::sync::Arc;

use crate::Error;
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::JobResult;

/// What is searched, and the program that searches it. The module of each game has the types that become jobs.
#[derive(Clone, Debug)]
pub struct Job(Arc<dyn Measurable>);

impl Job {
    pub(crate) fn get(&self) -> &dyn Measurable {
        &*self.0
    }
}

impl<M: Measurable + 'static> From<M> for Job {
    fn from(program: M) -> Self {
        Self(Arc::new(program))
    }
}

/// What becomes a job: a program with what it searches.
pub(crate) trait Measurable: Debug + Send + Sync {
    /// Searches with an empty table.
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error>;

    /// Searches without a table.
    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error>;

    /// Searches, and records the requests; `None` if it is not one search by the generic search.
    fn record(&self, recorder: &mut Recorder<'_>) -> Option<JobResult> {
        let _ = recorder;
        None
    }

    /// Returns whether the generic search searches: it has options, and counts the nodes above the horizon.
    fn has_options(&self) -> bool {
        true
    }
}
