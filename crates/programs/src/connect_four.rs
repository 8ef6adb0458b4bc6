//! Connect Four: solving positions by the generic search, by the tutorial's solver and by the best solver.

/// Evaluates an expression for the shape of a board. Bitboards of 64 bits are faster than those of 128, and a shape
/// that is known at compile time, that of the standard board, is faster than one that is not.
macro_rules! on_shape {
    ($board:expr, |$shape:ident| $body:expr) => {{
        let board: connect_four::BoardSize<u128> = $board;
        match connect_four::BoardSize::<u64>::try_from(board) {
            Ok(small) if small == connect_four::Standard::default().into() => {
                let $shape = connect_four::Standard::default();
                $body
            }
            Ok($shape) => $body,
            Err(_) => {
                let $shape = board;
                $body
            }
        }
    }};
}

mod any_table;
mod estimate;
mod player;
mod together;

use std::marker::PhantomData;

use connect_four::lab::{Keyed, Square};
use connect_four::{
    Analysis, BoardSize, MovesError, Position, Shape, Solution, SolverError, Standard, best, tutorial as tutorials,
};
use schemes::policies::{AnyConcept, AnyTwoLevel, BuiltIn};
use schemes::{Masked, Parts, Positions, Scheme, TranspositionTable};
use search::{Aspiration, ChosenOptions, HitSize, NodeLimit, PackedMoves, Plain, Search, Seeded, iteration, mtd};
use tt::layouts::Thesis;
use tt::policies::OneLevel;
use tt::{Buckets, Maintain, Score, Size, Table};

use crate::job::Measurable;
use crate::limit::Limited;
use crate::options::{self, SearchOptions};
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobLimits, JobResult, Searched, Searches, Watcher};
use crate::{Error, Nodes, with_or_without};

pub use any_table::ConnectFourBestJob;
pub use player::{ComputerPlayer, Move};
pub use together::TeamSolver;

// ANCHOR: job
/// The generic search solves positions one after another, each with an empty table.
#[derive(Clone, Debug)]
pub struct ConnectFourJob {
    /// The positions.
    pub positions: Vec<Position>,
    /// The seed of the keys.
    pub seed: u64,
}

impl Measurable for ConnectFourJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        task.of_width(&self.sample::<Square>(), table)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        Ok(task.bare(&self.sample::<()>()))
    }

    fn record(&self, recorder: &mut Recorder<'_>) -> Option<JobResult> {
        (self.positions.len() == 1).then(|| recorder.search(&self.sample::<Square>()))
    }
}
// ANCHOR_END: job

impl ConnectFourJob {
    fn sample<P>(&self) -> Sample<'_, P> {
        Sample { job: self, payload: PhantomData }
    }
}

/// The tutorial's solver, which has its own table, solves positions one after another. It has no options.
#[derive(Clone, Debug)]
pub struct TutorialJob {
    /// The positions.
    pub positions: Vec<Position>,
    /// Whether to find only the winner.
    pub weak: bool,
    /// The bounds that its table stores.
    pub bounds: tutorials::StoredBounds,
}

impl Measurable for TutorialJob {
    fn with_table(&self, task: &mut Task<'_>, _: MeasuredTable) -> Result<JobResult, Error> {
        self.without_table(task)
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        let max_nodes = task.max_nodes;
        let Self { positions, weak, bounds } = self;
        Ok(task.timed(|watch| tutorial(positions, *weak, *bounds, max_nodes, watch.1.reported()))?)
    }

    fn has_options(&self) -> bool {
        false
    }
}

/// Solves positions with one table, which keeps a `P` and is cleared between them.
struct Sample<'a, P> {
    job: &'a ConnectFourJob,
    payload: PhantomData<P>,
}

impl<P: PackedMoves<Square> + 'static> Searches for Sample<'_, P> {
    type Payload = P;
    type Layout = Thesis<P>;
    type Stored = u16;

    fn search(
        &self,
        mut table: impl Table<Payload = P> + Maintain,
        limits: JobLimits,
        options: impl ChosenOptions,
        mut watcher: impl Watcher,
    ) -> JobResult {
        let (mut nodes, mut searches) = (0, Vec::new());
        for (number, position) in (0..).zip(&self.job.positions) {
            if number > 0 {
                table.clear();
                watcher.next_position(true);
            }
            let mut game = Keyed::new(*position, self.job.seed);
            let depth = game.depth();
            let search = Search::new(&mut game, &mut table).with_options(options).as_printed();
            let search = search.hit_size(limits.hit_size).observed_by(watcher.observer());
            let mut search = search.max_nodes(limits.nodes - nodes);
            let outcome = iteration(&mut search, depth, Aspiration::Off, None).outcome;
            drop(search);
            nodes += outcome.nodes;
            if outcome.stopped {
                return JobResult::stopped(limits.nodes);
            }
            // A solved position does not have a depth.
            if watcher.is_recording() {
                let best = outcome.best.map(|best| best.column(position.shape()).to_string());
                watcher.searched(number, 0, outcome.score, best);
            }
            let (nodes, score) = (outcome.nodes, outcome.score);
            searches.push(Searched { position: number, depth: 0, nodes, score, best: None });
        }
        JobResult::searched(nodes, searches)
    }
}

/// Solves positions by the tutorial's solver.
fn tutorial(
    positions: &[Position],
    weak: bool,
    bounds: tutorials::StoredBounds,
    max_nodes: u64,
    reported: &Nodes,
) -> Result<JobResult, SolverError> {
    let (mut nodes, mut searches) = (0, Vec::new());
    for (number, position) in (0..).zip(positions) {
        let mut solver = tutorials::TutorialSolver::new()?.stores(bounds).max_nodes(max_nodes - nodes);
        let solution = if weak { solver.solve_weak(position) } else { solver.solve(position) };
        nodes += solution.nodes;
        reported.add(solution.nodes);
        let Some(score) = solution.score.and_then(|score| Score::try_from(score).ok()) else {
            return Ok(JobResult::stopped(max_nodes));
        };
        searches.push(Searched { position: number, depth: 0, nodes: solution.nodes, score, best: None });
    }
    Ok(JobResult::searched(nodes, searches))
}

/// A program that solves positions of a board.
#[derive(Clone, Copy, Debug)]
pub enum SolverProgram {
    /// The tutorial's solver.
    Tutorial,
    /// The best solver, which visits the fewest nodes.
    Best,
    /// The generic search.
    Lab {
        /// The replacement scheme and the size of the table; `None` to search without a table.
        table: Option<(Scheme, Positions)>,
        /// The seed of the keys, also of those that options of the search compute.
        seed: u64,
        /// Whether columns are tried from the centre and looked up under one key, as in the tutorial.
        plain: bool,
        /// The options of the search.
        options: SearchOptions,
    },
}

/// A program, ready to solve positions of one board.
pub struct AnySolver(Box<dyn Solve + Send>);

trait Solve {
    fn prepare(&mut self);
    fn solve(&mut self, moves: &str) -> Result<Solution, MovesError>;
}

impl AnySolver {
    /// Creates the program for a board. A `weak` solution has only the sign of the score: who wins. A search stops
    /// before it visits more than `max_nodes` nodes, and adds its nodes to `reported` while it runs.
    ///
    /// # Errors
    ///
    /// The board is too large, or the table cannot be allocated.
    pub fn new(
        program: SolverProgram,
        board: BoardSize<u128>,
        weak: bool,
        max_nodes: u64,
        reported: &Nodes,
    ) -> Result<Self, Error> {
        Ok(Self(match program {
            SolverProgram::Tutorial => on_shape!(board, |shape| {
                let mut solver = tutorials::TutorialSolver::for_board(shape)?.max_nodes(max_nodes);
                solver.hear(adds_to(reported));
                let solve = move |position: &_| if weak { solver.solve_weak(position) } else { solver.solve(position) };
                Box::new(WithOwnTable { shape, solve })
            }),
            SolverProgram::Best => on_shape!(board, |shape| {
                let mut solver = best_solver(shape, max_nodes, reported)?;
                let solve = move |position: &_| if weak { solver.solve_weak(position) } else { solver.solve(position) };
                Box::new(WithOwnTable { shape, solve })
            }),
            SolverProgram::Lab { table, seed, plain, options } => {
                let (scheme, size) = table.unzip();
                let size = size.map_or(Size::Positions(1), Size::from);
                let (of_scheme, size, parts) = with_or_without(scheme, size, Parts::all());
                let hit_size = HitSize::counting(of_scheme.counts_stored_nodes());
                let is_fast = is_standard(board) && options.is_plain() && scheme.is_some();
                let table = match of_scheme.built_in().filter(|_| is_fast) {
                    Some(BuiltIn::One(policy)) => LabTable::One(Buckets::with_policy(size, policy)?),
                    Some(BuiltIn::Two(policy)) => LabTable::Two(Buckets::with_policy(size, policy)?),
                    None => LabTable::Any(Masked::new(TranspositionTable::new(size, of_scheme)?, parts)),
                };
                let search = LabSearch { hit_size, weak, max_nodes, seed, plain, reported: reported.clone() };
                Box::new(Lab { board, table, options, search })
            }
        }))
    }

    /// Clears the table of the generic search. The other solvers clear theirs themselves.
    pub fn prepare(&mut self) {
        self.0.prepare();
    }

    /// Solves the position after `moves`.
    ///
    /// # Errors
    ///
    /// The moves are illegal.
    pub fn solve(&mut self, moves: &str) -> Result<Solution, MovesError> {
        self.0.solve(moves)
    }
}

/// Returns the score of each column after `moves`, by the best solver; `None` if that takes more than `max_nodes`
/// nodes. The nodes are added to `reported` during the search.
///
/// # Errors
///
/// The board is too large, the table cannot be allocated, or the moves are illegal.
pub fn analyse(
    board: BoardSize<u128>,
    moves: &str,
    weak: bool,
    max_nodes: u64,
    reported: &Nodes,
) -> Result<Option<Analysis>, Error> {
    on_shape!(board, |shape| {
        let position = Position::read(shape, moves)?;
        let mut solver = best_solver(shape, max_nodes, reported)?;
        Ok(if weak { solver.analyse_weak(&position) } else { solver.analyse(&position) })
    })
}

/// Returns a function that adds nodes to `reported`.
fn adds_to(reported: &Nodes) -> impl Fn(u64) + Send + Sync + 'static {
    let reported = reported.clone();
    move |nodes| reported.add(nodes)
}

/// Returns the best solver, which adds its nodes to `reported`.
fn best_solver<S: Shape>(shape: S, max_nodes: u64, reported: &Nodes) -> Result<best::Solver<S>, SolverError> {
    let mut solver = best::Solver::for_board(shape, best::Solver::LOG2_BUCKETS)?.max_nodes(max_nodes);
    solver.hear(adds_to(reported));
    Ok(solver)
}

struct WithOwnTable<S, F> {
    shape: S,
    solve: F,
}

impl<S: Shape, F: FnMut(&Position<S>) -> Solution> Solve for WithOwnTable<S, F> {
    fn prepare(&mut self) {}

    fn solve(&mut self, moves: &str) -> Result<Solution, MovesError> {
        Ok((self.solve)(&Position::read(self.shape, moves)?))
    }
}

/// The generic search, ready to solve positions of one board.
struct Lab {
    board: BoardSize<u128>,
    table: LabTable,
    options: SearchOptions,
    search: LabSearch,
}

/// A table of the generic search. On the standard board, without options, the search is faster because it knows the
/// type of the table. Few solve other boards with it, and one copy of the search is enough for all of them.
enum LabTable {
    One(Buckets<Thesis<Square>, OneLevel<AnyConcept>, 1>),
    Two(Buckets<Thesis<Square>, AnyTwoLevel, 2>),
    Any(Masked<TranspositionTable<Square>>),
}

impl Solve for Lab {
    fn prepare(&mut self) {
        match &mut self.table {
            LabTable::One(table) => table.clear(),
            LabTable::Two(table) => table.clear(),
            LabTable::Any(table) => table.clear(),
        }
    }

    fn solve(&mut self, moves: &str) -> Result<Solution, MovesError> {
        let options = Seeded { options: self.options, key_seed: self.search.seed };
        let standard = || Position::read(Standard::default(), moves);
        Ok(match &mut self.table {
            LabTable::One(table) => self.search.solve(standard()?, table, Plain),
            LabTable::Two(table) => self.search.solve(standard()?, table, Plain),
            LabTable::Any(table) if is_standard(self.board) => self.search.solve(standard()?, table, options),
            LabTable::Any(table) => self.search.solve(Position::read(self.board, moves)?, table, options),
        })
    }
}

fn is_standard(board: BoardSize<u128>) -> bool {
    board == Standard::default().into()
}

/// How the generic search solves.
struct LabSearch {
    hit_size: HitSize,
    weak: bool,
    max_nodes: u64,
    seed: u64,
    plain: bool,
    reported: Nodes,
}

impl LabSearch {
    fn solve<S: Shape>(
        &self,
        position: Position<S>,
        table: &mut impl Table<Payload = Square>,
        options: impl ChosenOptions,
    ) -> Solution {
        let unlimited = NodeLimit::new(u64::MAX);
        let game = Keyed::new(position, self.seed);
        let mut game = if self.plain { game.plain() } else { game };
        let depth = game.depth();
        let search = Search::new(&mut game, table).with_options(options).as_printed();
        let search = search.hit_size(self.hit_size).observed_by(Limited::new(&unlimited, Some(&self.reported)));
        let mut search = search.max_nodes(self.max_nodes);
        let outcome = match self.weak {
            true if options.has(options::MTD) => mtd(&mut search, depth, 0, (-1, 1)).outcome,
            true => search.run_within(depth, -1, 1),
            false => iteration(&mut search, depth, Aspiration::Off, None).outcome,
        };
        let score = i32::from(outcome.score);
        let score = if self.weak { score.signum() } else { score };
        Solution { score: (!outcome.stopped).then_some(score), nodes: outcome.nodes }
    }
}
