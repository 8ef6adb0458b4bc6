//! A search whose table requests are recorded.

use replay::RequestRecorder;
use schemes::TranspositionTable;
use search::{Game, Hit, HitSize, Observer, Plain};
use tt::{Key, Record, Score, Stored};

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

impl Observer for Recorder<'_> {
    fn node(&mut self, ply: u32) {
        self.requests.node(ply);
        self.progress.node(ply);
    }

    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        self.requests.will_look_up(ply, depth, window);
    }

    fn look_up<G: Game>(&mut self, game: &G, keys: &[Key], found: Option<&Hit>) {
        self.requests.look_up(game, keys, found);
    }

    fn cutoff(&mut self) {
        self.requests.cutoff();
    }

    fn wants_stop(&mut self) -> bool {
        self.requests.wants_stop()
    }

    fn store<G: Game>(&mut self, game: &G, key: Key, record: &Record<()>, stored: Stored) {
        self.requests.store(game, key, record, stored);
    }
}

impl Watcher for &mut Recorder<'_> {}
