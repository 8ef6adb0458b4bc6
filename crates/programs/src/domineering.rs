//! Domineering: solving an empty board by DOMI or by the best solver, and searching a position for a move.

mod together;

use domineering::best::BestSolver;
use domineering::{Bitboard, BoardSize, Domi, Move, Player, Position, Solution, Winner};
use schemes::{Masked, TranspositionTable};
use search::{ChosenOptions, Counted, HitSize, Outcome, Search};
use tt::layouts::Thesis;
use tt::{Key, Maintain, Pages, Table, TwoBig1};

use crate::Error;
use crate::job::Measurable;
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobLimits, JobResult, MoveText, Searches, Watch, Watcher};

pub use together::{Share, Together};

/// DOMI solves an empty board.
#[derive(Clone, Copy, Debug)]
pub struct DomineeringJob {
    /// The board.
    pub board: BoardSize,
    /// Who moves first.
    pub first: Player,
    /// The seed of the keys.
    pub seed: u64,
}

impl Measurable for DomineeringJob {
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

/// The best solver solves an empty board. It has no options.
impl Measurable for BestSolver {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        let MeasuredTable { scheme, positions, parts, .. } = table;
        let mut table = Masked::new(TranspositionTable::with_pages(positions.into(), scheme, Pages::Huge)?, parts);
        let limits = JobLimits { nodes: task.max_nodes, hit_size: HitSize::counting(scheme.counts_stored_nodes()) };
        let found = task.timed(|watch| solve_best(*self, &mut table, limits, watch));
        task.measure(&table);
        Ok(found)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let limits = JobLimits { nodes: task.max_nodes, hit_size: HitSize::One };
        Ok(task.timed(|watch| solve_best(*self, (), limits, watch)))
    }

    fn has_options(&self) -> bool {
        false
    }
}

impl Searches for DomineeringJob {
    type Payload = ();
    type Layout = Thesis<()>;
    type Stored = u16;

    fn search(
        &self,
        table: impl Table<Payload = ()> + Maintain,
        limits: JobLimits,
        options: impl ChosenOptions,
        mut watcher: impl Watcher,
    ) -> JobResult {
        let &Self { board, first, seed } = self;
        let domi = Domi { board, first, seed, max_nodes: limits.nodes, hit_size: limits.hit_size };
        let Solution { winner, nodes, best } = domi.solve_with(table, watcher.observer(), options);
        if let Some(winner) = winner.filter(|_| watcher.is_recording()) {
            let score = if winner == Winner::First { 1 } else { -1 };
            watcher.searched(0, 0, score, best.map(|Move(square)| square.to_string()));
        }
        JobResult { nodes, ending: winner.into(), best: text(best) }
    }
}

/// A solver of empty boards, with its settings.
#[derive(Clone, Copy, Debug)]
pub enum BoardSolver {
    /// DOMI.
    Domi(Domi),
    /// The best solver.
    Best(BestSolver),
}

impl From<Domi> for BoardSolver {
    fn from(domi: Domi) -> Self {
        Self::Domi(domi)
    }
}

impl From<BestSolver> for BoardSolver {
    fn from(best: BestSolver) -> Self {
        Self::Best(best)
    }
}

impl BoardSolver {
    /// Returns a number that depends on everything that a position's key depends on.
    #[must_use]
    pub fn keys(self) -> Key {
        match self {
            Self::Domi(domi) => domi.keys(),
            Self::Best(best) => best.keys(),
        }
    }
}

/// Solves an empty board by the best solver.
fn solve_best(
    solver: BestSolver,
    table: impl Table<Payload = ()>,
    limits: JobLimits,
    (counts, progress): &mut Watch<'_>,
) -> JobResult {
    let solver = BestSolver { max_nodes: limits.nodes, hit_size: limits.hit_size, ..solver };
    let mut table = Counted::new(table);
    let Solution { winner, nodes, best } = solver.solve(&mut table, (&mut *counts, progress));
    counts.add(&table.statistics());
    JobResult { nodes, ending: winner.into(), best: text(best) }
}

/// Returns the text of a move: the number of its first square.
pub(crate) fn text(best: Option<Move>) -> Option<MoveText> {
    best.and_then(|Move(square)| square.to_string().parse().ok())
}

/// A set of squares whose positions can be searched for a move.
pub trait Playable: Bitboard {
    /// Searches a position to `depth` plies, and stops before it visits more than `max_nodes` nodes.
    fn search(position: &mut Position<Self>, table: &mut PlayerTable, depth: u8, max_nodes: u64) -> Outcome<Move>;
}

/// The table of a player.
pub type PlayerTable = TwoBig1<()>;

macro_rules! playable {
    ($($squares:ty),*) => {$(
        impl Playable for $squares {
            fn search(
                position: &mut Position<Self>,
                table: &mut PlayerTable,
                depth: u8,
                max_nodes: u64,
            ) -> Outcome<Move> {
                Search::new(position, table).max_nodes(max_nodes).run(depth)
            }
        }
    )*};
}

playable!(u64, u128);
