//! Recording the table requests of a job.

use ::chess::alibaba::Best;
use ::connect_four::lab::Square;
use replay::{Recorded, RequestRecorder};
use search::{Game, Hit, HitSize, Observer, Plain};
use tt::tables::Unbounded;
use tt::{Key, Pages, Record, Scheme, Score, Size, Stored, TableError, TranspositionTable};

use crate::watched::{Ending, Found, Limits, Nodes, Progress, Searches, Watcher};
use crate::{Job, chess, connect_four, domineering};

/// The error of a job whose requests cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There are more requests than the limit.
    #[error("the search made more than {0} requests")]
    TooMany(usize),
    /// The job is not one search of the generic search.
    #[error("only a single search of one position by the generic search can be recorded")]
    Unsupported,
}

/// Records the table requests of a job that searches one position, with a table that loses no position. Stops before
/// there are more than `max_requests` of them. The nodes are added to `nodes` on the way.
///
/// ```
/// use programs::{Job, Nodes, record};
///
/// let job = Job::Domineering { board: "4x4".parse()?, first: domineering::Player::Vertical, seed: 1970 };
/// let recorded = record(&job, 1_000_000, &Nodes::default())?;
/// assert!(recorded.requests.len() as u64 > recorded.positions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// There are too many requests, or the job is not one search by the generic search with lines of one move.
pub fn record(job: &Job, max_requests: usize, nodes: &Nodes) -> Result<Recorded, RecordError> {
    let mut recorder = Recorder { requests: RequestRecorder::new(max_requests), progress: Progress::new(nodes) };
    let found = match job {
        &Job::Domineering { board, first, seed } => search(&domineering::Empty { board, first, seed }, &mut recorder),
        Job::ConnectFour { positions, seed } if positions.len() == 1 => {
            search(&connect_four::Sample::<Square>::new(positions, *seed), &mut recorder)
        }
        &Job::Chess { ref positions, depth, stamp, line: 1 } if positions.len() == 1 => {
            search(&chess::Sequence::<Best>::new(positions, depth, stamp, 1), &mut recorder)
        }
        _ => return Err(RecordError::Unsupported),
    };
    let is_over = found.ending != Ending::Stopped;
    recorder.requests.finish().filter(|_| is_over).ok_or(RecordError::TooMany(max_requests))
}

/// Creates an empty table for [`TranspositionTable::replay`], in huge pages if the system provides them. It is compiled
/// here, where tables are optimized.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn replay_table(scheme: Scheme, size: Size) -> Result<TranspositionTable<Best>, TableError> {
    TranspositionTable::with_pages(size, scheme, Pages::Huge)
}

fn search<J: Searches>(job: &J, recorder: &mut Recorder<'_>) -> Found {
    let limits = Limits { nodes: u64::MAX, hit_size: HitSize::One };
    job.search(Unbounded::<J::Payload>::new(), limits, Plain, recorder)
}

/// Records requests, and reports the nodes of a search while it runs.
struct Recorder<'n> {
    requests: RequestRecorder,
    progress: Progress<'n>,
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
