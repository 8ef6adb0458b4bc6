//! Searching one chess position with several threads, which the caller starts.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use alibaba::Playing;
use chess::{Move, Position};
use schemes::{Parts, Positions, Scheme};
use search::{Iteration, Outcome, Parallel, Seeded, Statistics, Team};
use tt::{Inspect, TableError};

use super::{ChessTable, Hear, Stopper, another, deepen, playing, shared_table, team};
use crate::limit::Limited;
use crate::options::SearchOptions;
use crate::{NodeLimit, Nodes};

/// A position that threads search together iteratively, as the printed program does, with one table.
///
/// One thread [leads](Self::lead) and reports each depth, the others [help](Self::help) it.
///
/// ```
/// use programs::NodeLimit;
/// use programs::chess::TeamAnalysis;
/// use search::{Parallel, Seeded};
/// use schemes::Scheme;
///
/// let position = chess::Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let (scheme, size, options) = (Scheme::TwoBig1, "8K".parse()?, Seeded::default());
/// let analysis = TeamAnalysis::new(position, 4, scheme, size, options, Parallel::Abdada)?;
/// let (limit, never) = (NodeLimit::new(u64::MAX), std::sync::atomic::AtomicBool::new(false));
/// let (outcome, helped) = std::thread::scope(|scope| {
///     let helper = scope.spawn(|| analysis.help(1, &limit));
///     let (outcome, _) = analysis.lead(&limit, &never, &mut |_, line, _| line.is_empty());
///     (outcome, helper.join().unwrap())
/// });
/// assert_eq!(outcome.score, chess::MATE - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TeamAnalysis {
    position: Position,
    depth: u8,
    table: ChessTable,
    options: Seeded<SearchOptions>,
    team: Team,
    /// The nodes of the helpers, which lag behind by up to [`NodeLimit::STEP`] nodes for each.
    helped: Nodes,
}

impl TeamAnalysis {
    /// Prepares a search to `depth` plies, with an empty table.
    ///
    /// # Errors
    ///
    /// The table cannot be allocated, or threads cannot share it.
    pub fn new(
        position: Position,
        depth: u8,
        scheme: Scheme,
        positions: Positions,
        options: Seeded<SearchOptions>,
        parallel: Parallel,
    ) -> Result<Self, TableError> {
        let table = shared_table(scheme, positions.into(), Parts::all())?;
        Ok(Self { position, depth, table, options, team: team(parallel), helped: Nodes::default() })
    }

    /// Searches in the thread that leads, and stops the others at the end. Stops before the threads visit more nodes
    /// than `limit` together, and when `stop` is set.
    ///
    /// The result has the nodes and the statistics of this thread alone.
    pub fn lead(&self, limit: &NodeLimit, stop: &AtomicBool, report: Hear<'_>) -> (Outcome<Move>, Statistics) {
        let is_over = Cell::new(false);
        let mut own = 0;
        let hear = |iteration: &Iteration<Move>, line: &[Move]| {
            own += iteration.outcome.nodes;
            is_over.set(report(iteration, line, own + self.helped.so_far()));
        };
        let found = self.search(0, Stopper { is_over: &is_over, stop }, Limited::new(limit, None), hear);
        self.stop();
        found
    }

    /// Searches in another thread, with a `number` from 1, until the thread that leads has finished. Stops before the
    /// threads visit more nodes than `limit` together.
    ///
    /// The result has the nodes and the statistics of this thread alone.
    #[must_use]
    pub fn help(&self, number: u32, limit: &NodeLimit) -> (Outcome<Move>, Statistics) {
        let never = Stopper { is_over: &Cell::new(false), stop: &AtomicBool::new(false) };
        self.search(number, never, Limited::new(limit, Some(&self.helped)), |_, _| {})
    }

    /// Stops the searches of all threads.
    pub fn stop(&self) {
        self.team.stop();
    }

    /// Returns the number of positions in the table, and that of its slots.
    #[must_use]
    pub fn fill_and_capacity(&self) -> (u64, u64) {
        (self.table.fill(), self.table.capacity())
    }

    fn search(
        &self,
        number: u32,
        stopper: Stopper<'_>,
        limited: Limited<'_>,
        hear: impl FnMut(&Iteration<Move>, &[Move]),
    ) -> (Outcome<Move>, Statistics) {
        let mut statistics = Statistics::default();
        let observer = (&mut statistics, (stopper, limited));
        let mut table = another(&self.table).expect("the table is shared");
        let (position, depth, options) = (&self.position, self.depth, self.options);
        let (outcome, _) = if options.options == playing(SearchOptions::PLAIN) {
            deepen(position, &mut table, depth, u64::MAX, self.team.member(number, Playing), observer, hear)
        } else {
            deepen(position, &mut table, depth, u64::MAX, self.team.member(number, options), observer, hear)
        };
        (outcome, statistics)
    }
}
