//! What runs after `go`, until its answer is printed.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use chess::Position;
use programs::chess::Player;

use super::think::{Control, UciSearch, divide, think};

/// How many nodes a search visits that no command can stop. Each ply of the quiescence search is a node and takes 400
/// bytes of the stack, and the main thread has 8 MB.
pub(super) const UNATTENDED: u64 = 10_000;

/// A `go` command without its answer.
pub(super) struct Running {
    pub(super) control: Arc<Control>,
    pub(super) kind: Kind,
    /// When the client sent `go`.
    pub(super) started: Instant,
    pub(super) stage: Stage,
}

pub(super) enum Stage {
    Searching(JoinHandle<Option<Finished>>),
    /// The answer, if there is one, is printed as soon as the client wants it.
    Finished(Option<String>),
}

/// How a search ends.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// It answers only after `stop`.
    pub(super) infinite: bool,
    /// It answers only after `ponderhit` or `stop`.
    pub(super) ponders: bool,
    /// It ends by itself.
    pub(super) limited: bool,
    /// The clock ends it, not only a depth, node or mate limit.
    pub(super) timed: bool,
    /// It answers with a best move.
    pub(super) answers: bool,
}

impl Running {
    /// Returns whether the search goes on or withholds its answer until the client says something.
    pub(super) fn waits(&self) -> bool {
        self.kind.infinite || self.kind.ponders || !self.kind.limited
    }

    /// Returns whether the answer is there and wanted.
    pub(super) fn is_due(&self) -> bool {
        let is_wanted = self.control.stopped() || !self.kind.infinite && !self.kind.ponders;
        is_wanted && matches!(self.stage, Stage::Finished(_))
    }
}

/// What `go` asks for.
pub(super) enum Work {
    Search {
        job: Box<UciSearch>,
        player: Box<Player>,
        /// The player has not the table that the options describe.
        is_spare: bool,
    },
    Perft(Position, u32),
}

/// A search that has ended.
pub(super) struct Finished {
    /// What to print; an error if standard output is closed.
    pub(super) answer: io::Result<String>,
    pub(super) player: Option<Box<Player>>,
}

impl Work {
    /// Bounds a search that no command can stop, and that has the small stack of the main thread.
    pub(super) fn bounded(mut self) -> Self {
        if let Self::Search { job, .. } = &mut self {
            job.threads = 1;
            job.limits.nodes = job.limits.nodes.min(UNATTENDED);
        }
        self
    }

    pub(super) fn run(self, control: &Control) -> Finished {
        match self {
            Self::Search { job, mut player, is_spare } => {
                let answer = think(&job, &mut player, control);
                Finished { answer, player: (!is_spare).then_some(player) }
            }
            Self::Perft(position, depth) => Finished { answer: divide(position, depth, control), player: None },
        }
    }
}
