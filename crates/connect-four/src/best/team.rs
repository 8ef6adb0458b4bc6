//! Several threads that solve the same position with one table.

use std::fs::File;
use std::sync::atomic::AtomicU64;

use search::{NodeLimit, Parallel, Plain};
use tt::FileError;

use super::Solver;
use super::resources::{Known, LentTable, TeamMember};
use super::table::{self, SharedTable};
use crate::budget::{Budget, NodeListener};
use crate::{Shape, SolverError, Standard};

/// Nodes with fewer free squares are not shared: searching them is faster than notifying the others.
const LEAST_FREE: u8 = 24;

/// Threads that solve the same position.
///
/// The team starts no thread. Start as many as you want, give each a [`solver`](Self::solver), and let all of them
/// solve the same position. Each returns the same score as soon as one of them knows it. The nodes that they visit
/// differ from run to run.
///
/// ```
/// use connect_four::{Position, best::SolverTeam};
///
/// let team = SolverTeam::new(12)?;
/// let position: Position = "52753311433677442422121".parse()?;
/// let scores = std::thread::scope(|scope| {
///     let threads = [0, 1].map(|number| {
///         let mut solver = team.solver(number);
///         scope.spawn(move || solver.solve(&position).score)
///     });
///     threads.map(|thread| thread.join().unwrap())
/// });
/// assert_eq!(scores, [Some(8); 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolverTeam<S: Shape = Standard> {
    shape: S,
    table: SharedTable<S::Bits>,
    team: search::Team,
    /// What is known of the position, or of the position after each column.
    known: Box<[Known]>,
    max_nodes: u64,
    /// What is left of the nodes for the position.
    limit: NodeLimit,
    hear: Option<NodeListener>,
}

impl SolverTeam {
    /// Creates a team for the standard board, with a table of 2^`log2_buckets` buckets of 64 bytes.
    ///
    /// # Errors
    ///
    /// As for [`Solver::new`].
    pub fn new(log2_buckets: u32) -> Result<Self, SolverError> {
        Self::for_board(Standard::default(), log2_buckets, Parallel::Abdada)
    }
}

impl<S: Shape> SolverTeam<S> {
    /// Creates a team for a board of any size, and says how its threads share the work. On boards of more than 64 bits,
    /// a record that two threads write at once can be taken for that of another position, with a probability of 2^-56.
    ///
    /// # Errors
    ///
    /// As for [`Solver::for_board`].
    pub fn for_board(shape: S, log2_buckets: u32, parallel: Parallel) -> Result<Self, SolverError> {
        Ok(Self::with_table(shape, table::shared::<S::Bits>(log2_buckets, shape.bits())?, parallel))
    }

    /// Uses a file as the memory of the table. If the file contains positions of an earlier search, the threads
    /// continue from there. `text` says in one line what is solved, such as the board and the moves, and `version` is a
    /// [number that changes](tt::Contents::version) if the solver does.
    ///
    /// # Errors
    ///
    /// As for [`tt::Shared::in_file`]; and if there are too few or too many buckets.
    pub fn in_file(
        shape: S,
        log2_buckets: u32,
        parallel: Parallel,
        file: File,
        text: &str,
        version: u64,
    ) -> Result<Self, FileError> {
        Ok(Self::with_table(shape, table::in_file(shape, log2_buckets, file, text, version)?, parallel))
    }

    fn with_table(shape: S, table: SharedTable<S::Bits>, parallel: Parallel) -> Self {
        Self {
            shape,
            table,
            team: search::Team::new(parallel, LEAST_FREE),
            known: (0..shape.columns()).map(|_| Known::default()).collect(),
            max_nodes: u64::MAX,
            limit: NodeLimit::new(u64::MAX),
            hear: None,
        }
    }

    /// Sets the node limit of all threads together for each position. The default is no limit.
    #[must_use]
    pub fn max_nodes(self, nodes: u64) -> Self {
        Self { max_nodes: nodes, limit: NodeLimit::new(nodes), ..self }
    }

    /// Sets a function that is called with the numbers of nodes that the solvers are going to visit, up to
    /// [`NodeLimit::STEP`] at a time. A solver may visit fewer of them at its end.
    pub fn hear(&mut self, hear: impl Fn(u64) + Send + Sync + 'static) {
        self.hear = Some(NodeListener::new(hear));
    }

    /// Returns the number of nodes that the solvers have visited, which is kept in the [file](Self::in_file) of the
    /// table. While they search, it includes up to [`NodeLimit::STEP`] nodes for each that it may visit next.
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        self.table.tally()
    }

    /// Clears one of `parts` parts of the table, numbered from 0, unless the table is in a file. Let each thread clear
    /// a part, because clearing a large table takes as long as solving an easy position.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    pub fn clear_part(&self, part: usize, parts: usize) {
        if self.tally().is_none() {
            self.table.clear_part(part, parts);
        }
    }

    /// Forgets what is known of the position, so that the solvers may search another one. The table keeps its bounds,
    /// which are true of every position of the board; to search as with a new team, [clear](Self::clear_part) it.
    pub fn prepare(&mut self) {
        self.known.fill_with(Known::default);
        self.limit = NodeLimit::new(self.max_nodes);
    }

    /// Returns the solver of thread `number`, from 0. After it has solved or analysed a position, the team must be
    /// [prepared](Self::prepare) for the next one.
    pub fn solver(&self, number: u32) -> Solver<S, TeamMember<'_, S::Bits>> {
        let member = self.team.member(number, Plain);
        let (table, known, limit) = (&self.table, &self.known, &self.limit);
        Solver::with(self.shape, TeamMember { table, member, known, limit, hear: self.hear.as_ref() })
    }

    /// Returns a solver of a position of its own. It has the table of the team, and neither its node limit nor its
    /// function for nodes. Solvers in several threads learn from each other through the table, so their nodes differ
    /// from run to run.
    ///
    /// ```
    /// use connect_four::{Position, best::SolverTeam};
    ///
    /// let team = SolverTeam::new(12)?;
    /// let position: Position = "52753311433677442422121".parse()?;
    /// let (first, again) = (team.alone().solve(&position), team.alone().solve(&position));
    /// assert!(first.score == again.score && first.nodes > again.nodes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn alone(&self) -> Solver<S, LentTable<'_, S::Bits>> {
        Solver::with(self.shape, LentTable { table: &self.table, budget: Budget::default() })
    }
}
