//! Solving positions of Connect Four with several threads, which the caller starts.

use std::fs::File;
use std::sync::atomic::AtomicU64;

use connect_four::{Analysis, BoardSize, MovesError, Position, Shape, Solution, best};
use search::Parallel;
use tt::FileError;

use crate::{Error, Nodes};

/// Threads that solve positions of a board together by the best solver, with one table.
///
/// ```
/// use programs::connect_four::TeamSolver;
/// use search::Parallel;
///
/// let together = TeamSolver::new("4x4".parse()?, Parallel::Abdada, false, u64::MAX)?;
/// let solutions = std::thread::scope(|scope| {
///     let threads = [0, 1].map(|number| {
///         let together = &together;
///         scope.spawn(move || together.solve(number, "12"))
///     });
///     threads.map(|thread| thread.join().unwrap())
/// });
/// assert!(solutions.into_iter().all(|solution| solution.unwrap().score == Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TeamSolver(Box<dyn Solve>);

trait Solve: Send + Sync {
    fn clear_part(&self, part: usize, parts: usize);
    fn prepare(&mut self);
    fn tally(&self) -> Option<&AtomicU64>;
    fn report_to(&mut self, reported: &Nodes);
    fn solve(&self, number: u32, moves: &str) -> Result<Solution, MovesError>;
    fn solve_alone(&self, moves: &str, reported: &Nodes) -> Result<Solution, MovesError>;
    fn analyse(&self, number: u32, moves: &str) -> Result<Option<Analysis>, MovesError>;
}

impl TeamSolver {
    /// Prepares threads for a board. A `weak` solution has only the sign of the score. The threads stop before they
    /// visit more than `max_nodes` nodes together for a position.
    ///
    /// # Errors
    ///
    /// The board is too large, or the table cannot be allocated.
    pub fn new(board: BoardSize<u128>, parallel: Parallel, weak: bool, max_nodes: u64) -> Result<Self, Error> {
        Self::with_buckets(board, best::Solver::LOG2_BUCKETS, parallel, weak, max_nodes)
    }

    /// Prepares threads like [`new`](Self::new), with a table of 2^`log2_buckets` buckets.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); and if there are too few or too many buckets.
    pub fn with_buckets(
        board: BoardSize<u128>,
        log2_buckets: u32,
        parallel: Parallel,
        weak: bool,
        max_nodes: u64,
    ) -> Result<Self, Error> {
        on_shape!(board, |shape| {
            let team = best::SolverTeam::for_board(shape, log2_buckets, parallel)?.max_nodes(max_nodes);
            Ok(Self(Box::new(OnBoard { shape, team, weak })))
        })
    }

    /// Prepares threads like [`new`](Self::new), with a file as the memory of the table. If the file contains positions
    /// of an earlier search by the same `version` of the solver, the threads resume from there. `text` says in one line
    /// what is solved.
    ///
    /// # Errors
    ///
    /// As for [`tt::Shared::in_file`].
    pub fn in_file(
        board: BoardSize<u128>,
        parallel: Parallel,
        weak: bool,
        max_nodes: u64,
        file: File,
        text: &str,
        version: u64,
    ) -> Result<Self, FileError> {
        on_shape!(board, |shape| {
            let team = best::SolverTeam::in_file(shape, best::Solver::LOG2_BUCKETS, parallel, file, text, version)?;
            Ok(Self(Box::new(OnBoard { shape, team: team.max_nodes(max_nodes), weak })))
        })
    }

    /// Returns the number of nodes of all searches, like [`best::SolverTeam::tally`], if the table has a file.
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        self.0.tally()
    }

    /// Adds the nodes to `reported` while the threads search.
    pub fn report_to(&mut self, reported: &Nodes) {
        self.0.report_to(reported);
    }

    /// Clears a part of the table, unless it is in a file, like [`best::SolverTeam::clear_part`].
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    pub fn clear_part(&self, part: usize, parts: usize) {
        self.0.clear_part(part, parts);
    }

    /// Prepares the threads for another position, like [`best::SolverTeam::prepare`].
    pub fn prepare(&mut self) {
        self.0.prepare();
    }

    /// Solves the position after `moves` in thread `number`. The nodes are those of this thread.
    ///
    /// # Errors
    ///
    /// The moves are illegal.
    pub fn solve(&self, number: u32, moves: &str) -> Result<Solution, MovesError> {
        self.0.solve(number, moves)
    }

    /// Solves the position after `moves`, while other threads solve other positions with the same table, like
    /// [`best::SolverTeam::alone`]. There is no node limit. Adds the nodes to `reported`.
    ///
    /// # Errors
    ///
    /// The moves are illegal.
    pub fn solve_alone(&self, moves: &str, reported: &Nodes) -> Result<Solution, MovesError> {
        self.0.solve_alone(moves, reported)
    }

    /// Finds the score of each column after `moves` in thread `number`; `None` if it stops before. The nodes are those
    /// of this thread.
    ///
    /// # Errors
    ///
    /// The moves are illegal.
    pub fn analyse(&self, number: u32, moves: &str) -> Result<Option<Analysis>, MovesError> {
        self.0.analyse(number, moves)
    }
}

struct OnBoard<S: Shape> {
    shape: S,
    team: best::SolverTeam<S>,
    weak: bool,
}

impl<S: Shape + Send + Sync> Solve for OnBoard<S> {
    fn clear_part(&self, part: usize, parts: usize) {
        self.team.clear_part(part, parts);
    }

    fn prepare(&mut self) {
        self.team.prepare();
    }

    fn tally(&self) -> Option<&AtomicU64> {
        self.team.tally()
    }

    fn report_to(&mut self, reported: &Nodes) {
        self.team.hear(super::adds_to(reported));
    }

    fn solve(&self, number: u32, moves: &str) -> Result<Solution, MovesError> {
        let position = Position::read(self.shape, moves)?;
        let mut solver = self.team.solver(number);
        Ok(if self.weak { solver.solve_weak(&position) } else { solver.solve(&position) })
    }

    fn solve_alone(&self, moves: &str, reported: &Nodes) -> Result<Solution, MovesError> {
        let position = Position::read(self.shape, moves)?;
        let mut solver = self.team.alone();
        solver.hear(super::adds_to(reported));
        Ok(if self.weak { solver.solve_weak(&position) } else { solver.solve(&position) })
    }

    fn analyse(&self, number: u32, moves: &str) -> Result<Option<Analysis>, MovesError> {
        let position = Position::read(self.shape, moves)?;
        let mut solver = self.team.solver(number);
        Ok(if self.weak { solver.analyse_weak(&position) } else { solver.analyse(&position) })
    }
}
