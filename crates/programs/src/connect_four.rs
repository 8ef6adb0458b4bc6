//! Connect Four: positions solved by the generic search, as the tutorial does, and by the best solver.

use std::marker::PhantomData;

use connect_four::lab::{Keyed, Square};
use connect_four::{
    Analysis, BoardSize, MovesError, Position, Shape, Solution, SolverError, Standard, best, tutorial as tutorials,
};
use search::{Payload, Search};
use tt::{OfWidth, Positions, Replacement, Scheme, Score, Table, TranspositionTable};

use crate::measure::{Found, Searched, Searches, Watch};
use crate::{Error, Nodes};

/// Solves positions with one table, which keeps a `P` and is cleared in between.
pub(crate) struct Sample<'a, P> {
    positions: &'a [Position],
    seed: u64,
    payload: PhantomData<P>,
}

impl<'a, P> Sample<'a, P> {
    pub(crate) fn new(positions: &'a [Position], seed: u64) -> Self {
        Self { positions, seed, payload: PhantomData }
    }
}

impl<P: Payload<Square> + PartialEq> Searches for Sample<'_, P> {
    type Payload = P;

    fn search<T: Table<Payload = P>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found {
        let (mut nodes, mut searches) = (0, Vec::new());
        for (number, position) in (0..).zip(self.positions) {
            if number > 0 {
                table.clear();
            }
            let mut game = Keyed::new(*position, self.seed);
            let depth = game.depth();
            let search = Search::new(&mut game, table).as_printed();
            let mut search = search.observed_by(&mut *watch).max_nodes(max_nodes - nodes);
            let outcome = search.run(depth);
            nodes += outcome.nodes;
            if outcome.stopped {
                (nodes, searches) = (max_nodes, Vec::new());
                break;
            }
            // It is searched to the end, whatever the number of plies.
            searches.push(Searched { position: number, depth: 0, nodes: outcome.nodes, score: outcome.score });
        }
        Found { nodes, winner: None, searches }
    }
}

/// Solves positions as the tutorial does.
pub(crate) fn tutorial(
    positions: &[Position],
    weak: bool,
    max_nodes: u64,
    reported: &Nodes,
) -> Result<Found, SolverError> {
    let (mut nodes, mut searches) = (0, Vec::new());
    for (number, position) in (0..).zip(positions) {
        let mut solver = tutorials::Solver::new()?.max_nodes(max_nodes - nodes);
        let solution = if weak { solver.solve_weak(position) } else { solver.solve(position) };
        nodes += solution.nodes;
        reported.add(solution.nodes);
        let Some(score) = solution.score.and_then(|score| Score::try_from(score).ok()) else {
            (nodes, searches) = (max_nodes, Vec::new());
            break;
        };
        searches.push(Searched { position: number, depth: 0, nodes: solution.nodes, score });
    }
    Ok(Found { nodes, winner: None, searches })
}

/// What solves positions of a board.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// The tutorial's solver.
    Tutorial,
    /// The solver that visits the fewest nodes.
    Best,
    /// The generic search.
    Lab {
        /// The replacement scheme and the size of the table, if there is one.
        table: Option<(Scheme, Positions)>,
        /// The seed of the keys.
        seed: u64,
        /// Whether every column is tried from the centre, looked up under one key, as the tutorial does.
        plain: bool,
    },
}

/// A program, ready to solve positions of one board.
pub struct Solver(Box<dyn Solve>);

trait Solve {
    fn prepare(&mut self);
    fn solve(&mut self, moves: &str) -> Result<Solution, MovesError>;
}

impl Solver {
    /// The program for a board. A solution is `weak` if only its sign is asked for: who wins. A search gives up before
    /// it visits more than `max_nodes` nodes.
    ///
    /// # Errors
    ///
    /// The board is too large, or the table cannot be allocated.
    pub fn new(program: Program, board: BoardSize, weak: bool, max_nodes: u64) -> Result<Self, Error> {
        if board == Standard::default().into() {
            on(Standard::default(), program, weak, max_nodes)
        } else {
            on(board, program, weak, max_nodes)
        }
    }

    /// Empties the table of the generic search; the other solvers do so themselves.
    pub fn prepare(&mut self) {
        self.0.prepare();
    }

    /// Solves the position after `moves`.
    ///
    /// # Errors
    ///
    /// The moves lead to no position of the board.
    pub fn solve(&mut self, moves: &str) -> Result<Solution, MovesError> {
        self.0.solve(moves)
    }
}

/// The score of each column after `moves`, by the best solver; `None` if that would take more than `max_nodes` nodes.
///
/// # Errors
///
/// The board is too large, the table cannot be allocated, or the moves lead to no position of the board.
pub fn analyse(board: BoardSize, moves: &str, weak: bool, max_nodes: u64) -> Result<Option<Analysis>, Error> {
    fn with<S: Shape>(shape: S, moves: &str, weak: bool, max_nodes: u64) -> Result<Option<Analysis>, Error> {
        let position = Position::read(shape, moves)?;
        let mut solver = best::Solver::for_board(shape, best::Solver::LOG2_BUCKETS)?.max_nodes(max_nodes);
        Ok(if weak { solver.analyse_weak(&position) } else { solver.analyse(&position) })
    }
    if board == Standard::default().into() {
        with(Standard::default(), moves, weak, max_nodes)
    } else {
        with(board, moves, weak, max_nodes)
    }
}

/// The best solver, which keeps what it learnt from one position to the next.
pub struct Player(best::Solver<BoardSize>);

impl Player {
    /// The solver for a board, which gives up before it visits more than `max_nodes` nodes for a position.
    ///
    /// # Errors
    ///
    /// The board is too large, or the table cannot be allocated.
    pub fn new(board: BoardSize, max_nodes: u64) -> Result<Self, Error> {
        Ok(Self(best::Solver::for_board(board, best::Solver::LOG2_BUCKETS)?.max_nodes(max_nodes)))
    }

    /// The score of each column; `None` if that would take too many nodes.
    pub fn analyse(&mut self, position: &Position<BoardSize>) -> Option<Analysis> {
        self.0.analyse(position)
    }
}

fn on<S: Shape + 'static>(shape: S, program: Program, weak: bool, max_nodes: u64) -> Result<Solver, Error> {
    let solver: Box<dyn Solve> = match program {
        Program::Tutorial => {
            let mut solver = tutorials::Solver::for_board(shape)?.max_nodes(max_nodes);
            let solve = move |position: &_| if weak { solver.solve_weak(position) } else { solver.solve(position) };
            Box::new(WithOwnTable { shape, solve })
        }
        Program::Best => {
            let mut solver = best::Solver::for_board(shape, best::Solver::LOG2_BUCKETS)?.max_nodes(max_nodes);
            let solve = move |position: &_| if weak { solver.solve_weak(position) } else { solver.solve(position) };
            Box::new(WithOwnTable { shape, solve })
        }
        Program::Lab { table, seed, plain } => {
            let lab = Lab { shape, weak, max_nodes, seed, plain };
            match table {
                None => Box::new(WithTable { lab, table: () }),
                // The search is faster with a table that knows the width of its entries when it is compiled.
                Some((scheme, positions)) => {
                    let built_in = scheme.built_in();
                    match (built_in.and_then(OfWidth::<1, _>::new), built_in.and_then(OfWidth::<2, _>::new)) {
                        (Some(one), _) => lab.with(one, positions)?,
                        (_, Some(two)) => lab.with(two, positions)?,
                        _ => lab.with(scheme, positions)?,
                    }
                }
            }
        }
    };
    Ok(Solver(solver))
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

/// The generic search, but for its table.
#[derive(Clone, Copy)]
struct Lab<S> {
    shape: S,
    weak: bool,
    max_nodes: u64,
    seed: u64,
    plain: bool,
}

impl<S: Shape + 'static> Lab<S> {
    fn with(self, scheme: impl Replacement + 'static, positions: Positions) -> Result<Box<dyn Solve>, Error> {
        let table = TranspositionTable::<_, Square>::new(positions, scheme)?;
        Ok(Box::new(WithTable { lab: self, table }))
    }
}

struct WithTable<S, T> {
    lab: Lab<S>,
    table: T,
}

impl<S: Shape, T: Table<Payload: Payload<Square>>> Solve for WithTable<S, T> {
    fn prepare(&mut self) {
        self.table.clear();
    }

    fn solve(&mut self, moves: &str) -> Result<Solution, MovesError> {
        let Lab { shape, weak, max_nodes, seed, plain } = self.lab;
        let game = Keyed::new(Position::read(shape, moves)?, seed);
        let mut game = if plain { game.plain() } else { game };
        let depth = game.depth();
        let mut search = Search::new(&mut game, &mut self.table).as_printed().max_nodes(max_nodes);
        let outcome = if weak { search.run_within(depth, -1, 1) } else { search.run(depth) };
        let score = i32::from(outcome.score);
        let score = if weak { score.signum() } else { score };
        Ok(Solution { score: (!outcome.stopped).then_some(score), nodes: outcome.nodes })
    }
}
