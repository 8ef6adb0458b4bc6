//! Searching one chess position with several threads, which the caller starts.

use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Move, Position};
use search::{Outcome, Parallel, Team};
use tt::TableError;

use super::analysis::HearDepth;
use super::{Analysed, Analyser, AnalyserSettings, Completed, Farthest, Hear, Stops, Watched, team};
use crate::limit::Limited;
use crate::{NodeLimit, Nodes};

/// A position that threads search together iteratively, with one table.
///
/// One thread [leads](Self::lead) and reports each depth, the others [help](Self::help) it. The search ends when any of
/// them has completed the last depth.
///
/// ```
/// use programs::NodeLimit;
/// use programs::chess::versus::SideProgram;
/// use programs::chess::{AnalyserSettings, Program, TeamAnalysis};
/// use search::Parallel;
///
/// let position = chess::Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
/// let (program, scheme) = (SideProgram::Engine(engine::Techniques::STANDARD), Some(Program::Best.scheme()));
/// let settings = AnalyserSettings { program, scheme, size: tt::Size::mib(1), key_seed: 1970 };
/// let analysis = TeamAnalysis::new(position, 4, settings, Parallel::Abdada)?;
/// let (limit, never) = (NodeLimit::new(u64::MAX), std::sync::atomic::AtomicBool::new(false));
/// let (outcome, helped) = std::thread::scope(|scope| {
///     let helper = scope.spawn(|| analysis.help(1, &limit));
///     let led = analysis.lead(&limit, &never, &mut |_, _, line, _| line.is_empty());
///     (led.outcome, helper.join().unwrap())
/// });
/// assert_eq!(outcome.score, chess::MATE - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TeamAnalysis {
    position: Position,
    depth: u8,
    analyser: Analyser,
    team: Team,
    farthest: Farthest,
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
        settings: AnalyserSettings,
        parallel: Parallel,
    ) -> Result<Self, TableError> {
        let analyser = Analyser::shared(settings)?;
        let (team, farthest) = (team(settings.program.program(), parallel), Farthest::default());
        Ok(Self { position, depth, analyser, team, farthest, helped: Nodes::default() })
    }

    /// Searches in the thread that leads, and stops the others at the end. Stops before the threads visit more nodes
    /// than `limit` together, and when `stop` is set.
    ///
    /// The result has the nodes and the statistics of this thread alone. Its outcome is that of another thread if that
    /// has completed a greater depth.
    pub fn lead(&self, limit: &NodeLimit, stop: &AtomicBool, report: Hear<'_>) -> Analysed {
        let is_over = AtomicBool::new(false);
        let (mut own, mut reached) = (0, 0);
        let mut hear = |depth: u8, outcome: &Outcome<Move>, line: &[Move]| {
            own += outcome.nodes;
            reached = depth;
            is_over.store(report(depth, outcome.score, line, own + self.helped.so_far()), Ordering::Relaxed);
        };
        let mut is_stopped = |_| stop.load(Ordering::Relaxed);
        let stops = (Watched::new(&is_over, &mut is_stopped), Some(Limited::new(limit, None)));
        let mut found = self.search(0, stops, &mut hear);
        self.stop();
        if let Some(Completed { depth, outcome, line }) = self.farthest.beyond(reached) {
            let nodes = found.outcome.nodes;
            report(depth, outcome.score, &line, nodes + self.helped.so_far());
            found.outcome = Outcome { nodes, stopped: depth < self.depth, ..outcome };
        }
        found
    }

    /// Searches in another thread, with a `number` from 1, until one has completed the last depth. Stops before the
    /// threads visit more nodes than `limit` together.
    ///
    /// The result has the nodes and the statistics of this thread alone.
    #[must_use]
    pub fn help(&self, number: u32, limit: &NodeLimit) -> Analysed {
        let (never, mut ignores) = (AtomicBool::new(false), |_| false);
        let stops = (Watched::new(&never, &mut ignores), Some(Limited::new(limit, Some(&self.helped))));
        self.search(number, stops, &mut |depth, outcome, line| {
            self.farthest.add(Completed { depth, outcome: *outcome, line: line.to_vec() });
            if depth == self.depth {
                self.stop();
            }
        })
    }

    /// Stops the searches of all threads.
    pub fn stop(&self) {
        self.team.stop();
    }

    /// Returns the number of positions in the table, and that of its slots.
    #[must_use]
    pub fn fill_and_capacity(&self) -> (u64, u64) {
        self.analyser.fill_and_capacity()
    }

    fn search(&self, number: u32, stops: Stops<'_>, hear: HearDepth<'_>) -> Analysed {
        let mut analyser = self.analyser.another().expect("the table is shared");
        analyser.search(&self.position, (self.depth, u64::MAX), Some((&self.team, number)), stops, hear)
    }
}
