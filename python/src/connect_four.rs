//! Connect Four: the score of a position and of its columns.

use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use ::connect_four::{Analysis, BoardSize, Position};
use ::experiments::connect_four_set::advice;
use ::experiments::machine::usable_cores;
use ::experiments::parallel::map_with;
use ::experiments::run::Nodes;
use programs::connect_four::{AnySolver, SolverProgram, analyse};
use pyo3::prelude::*;

use crate::call::{self, Interrupt, invalid, parse};

/// A solved Connect Four position.
///
/// ``score`` is for the player to move: positive if that player wins, the number of own discs left including the last
/// one. ``columns`` has the score of a move in each column, ``best`` the best columns from 1, and ``nodes`` counts
/// the nodes that ``score`` took. What was not found within the node limit is ``None``, or empty.
#[pyclass(frozen, get_all, eq, module = "ttlab")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ConnectFourSolution {
    /// The score for the player to move; `None` if the node limit was reached.
    score: Option<i32>,
    /// The score of a move in each column; `None` for a full one.
    columns: Option<Vec<Option<i32>>>,
    /// The best columns, from 1.
    best: Vec<u32>,
    /// Nodes that the score took.
    nodes: u64,
}

/// The score of a Connect Four position and the nodes that were visited.
#[pyclass(frozen, get_all, eq, module = "ttlab")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    score: Option<i32>,
    nodes: u64,
}

#[pymethods]
impl ConnectFourSolution {
    fn __repr__(&self) -> String {
        let Self { score, columns, best, nodes } = self;
        let scores = |scores: &Vec<_>| format!("[{}]", scores.iter().map(number).collect::<Vec<_>>().join(", "));
        let columns = columns.as_ref().map_or_else(|| "None".to_owned(), scores);
        format!("ConnectFourSolution(score={}, columns={columns}, best={best:?}, nodes={nodes})", number(score))
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("Solution(score={}, nodes={})", number(&self.score), self.nodes)
    }
}

fn number(score: &Option<i32>) -> String {
    score.map_or_else(|| "None".to_owned(), |score| score.to_string())
}

/// Checks moves before a search.
fn check(board: BoardSize<u128>, moves: &str) -> PyResult<()> {
    let read = Position::read(board, moves);
    read.map(drop).map_err(|error| invalid(format_args!("invalid moves `{moves}`: {error}"), advice(&error)))
}

/// Solve the position after ``moves``, a digit for each column from 1.
///
/// ``board`` is rows x columns. A ``weak`` solution only has the signs of the scores: who wins. Each search stops at
/// ``max_nodes`` nodes. Raises ``ValueError`` if a move is illegal.
///
/// >>> solve_connect_four("23163416124767223154467471272416755633")
/// ConnectFourSolution(score=0, columns=[None, None, 0, None, -2, None, None], best=[3], nodes=1)
#[pyfunction]
#[pyo3(signature = (moves = "", *, board = "6x7", weak = false, max_nodes = None))]
pub(crate) fn solve_connect_four(
    py: Python<'_>,
    moves: &str,
    board: &str,
    weak: bool,
    max_nodes: Option<u64>,
) -> PyResult<ConnectFourSolution> {
    let (board, max_nodes) = (parse("board", board)?, max_nodes.unwrap_or(u64::MAX));
    check(board, moves)?;
    let moves = moves.to_owned();
    call::search(py, move |reported| {
        let mut solver = AnySolver::new(SolverProgram::Best, board, weak, max_nodes, reported)?;
        let solution = solver.solve(&moves)?;
        // The analysis has a table of its own.
        drop(solver);
        let analysis = analyse(board, &moves, weak, max_nodes, reported)?;
        let best = analysis.as_ref().map(|analysis| analysis.best().map(|column| column + 1).collect());
        Ok(ConnectFourSolution {
            score: solution.score,
            columns: analysis.map(|Analysis { scores, .. }| scores),
            best: best.unwrap_or_default(),
            nodes: solution.nodes,
        })
    })
}

/// The fastest solver of Connect Four. Its tables are allocated once, so it solves many positions quickly.
///
/// >>> solver = ConnectFourSolver()
/// >>> [solution.score for solution in solver.solve_all(["2252576253462244111563365343671351441", "4445561"])]
/// [-1, -2]
#[pyclass(frozen, module = "ttlab")]
pub(crate) struct ConnectFourSolver {
    board: BoardSize<u128>,
    weak: bool,
    max_nodes: u64,
    /// `None` while it solves, and after it was interrupted.
    idle: Arc<Mutex<Option<Ready>>>,
}

/// The solvers, one for each thread that was needed so far, and what cancels them.
struct Ready {
    solvers: Vec<AnySolver>,
    nodes: Nodes,
    interrupt: Interrupt,
}

impl Default for Ready {
    fn default() -> Self {
        let interrupt = Interrupt::default();
        Self { solvers: Vec::new(), nodes: interrupt.nodes(), interrupt }
    }
}

impl ConnectFourSolver {
    /// Returns solvers for at most so many threads.
    fn ready(&self, threads: usize) -> PyResult<Ready> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A call may have been cancelled just after its search had ended.
        let mut ready = idle.filter(|ready| !ready.nodes.is_cancelled()).unwrap_or_default();
        while ready.solvers.len() < threads {
            match AnySolver::new(SolverProgram::Best, self.board, self.weak, self.max_nodes, &ready.nodes) {
                Ok(solver) => ready.solvers.push(solver),
                Err(error) if ready.solvers.is_empty() => return Err(call::raised(&error.into())),
                // Fewer threads have enough memory.
                Err(_) => break,
            }
        }
        Ok(ready)
    }
}

#[pymethods]
impl ConnectFourSolver {
    #[new]
    #[pyo3(signature = (board = "6x7", *, weak = false, max_nodes = None))]
    fn new(board: &str, weak: bool, max_nodes: Option<u64>) -> PyResult<Self> {
        let (board, max_nodes) = (parse("board", board)?, max_nodes.unwrap_or(u64::MAX));
        let new = Self { board, weak, max_nodes, idle: Arc::default() };
        let ready = new.ready(1)?;
        *new.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(ready);
        Ok(new)
    }

    /// Solve the position after ``moves``, a digit for each column from 1.
    fn solve(&self, py: Python<'_>, moves: &str) -> PyResult<Solution> {
        check(self.board, moves)?;
        let mut ready = self.ready(1)?;
        let interrupt = ready.interrupt.clone();
        let solved = call::here(py, &interrupt, || {
            let solved = solution(&mut ready.solvers[0], moves);
            *self.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(ready);
            solved
        })?;
        solved.map_err(|error| call::raised(&error))
    }

    /// Solve several positions at the same time, without the costs of a call for each.
    ///
    /// ``threads`` is the number of threads, by default one for each core. Each has tables of up to 139 MiB (277 MiB
    /// on boards of more than 64 bits), of which easy positions use 0.5 MiB (1 MiB). If there is not enough memory,
    /// there are fewer threads. The results are the same with any number of threads.
    #[pyo3(signature = (positions, *, threads = None))]
    fn solve_all(
        &self,
        py: Python<'_>,
        positions: Vec<String>,
        threads: Option<NonZero<usize>>,
    ) -> PyResult<Vec<Solution>> {
        positions.iter().try_for_each(|moves| check(self.board, moves))?;
        let threads = threads.map_or_else(usable_cores, NonZero::get).clamp(1, positions.len().max(1));
        let Ready { mut solvers, nodes, interrupt } = self.ready(threads)?;
        let (cancelled, idle) = (nodes.clone(), Arc::clone(&self.idle));
        let solve_all = move || {
            let threads = threads.min(solvers.len());
            let solved = together(&mut solvers[..threads], &positions);
            *idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(Ready { solvers, nodes, interrupt });
            solved
        };
        call::run(py, move || cancelled.cancel(), solve_all)?.map_err(|error| call::raised(&error))
    }

    fn __repr__(&self) -> String {
        format!("ConnectFourSolver({:?})", self.board.to_string())
    }
}

fn solution(solver: &mut AnySolver, moves: &str) -> anyhow::Result<Solution> {
    let ::connect_four::Solution { score, nodes } = solver.solve(moves)?;
    Ok(Solution { score, nodes })
}

/// Solves positions, each by the first solver that is free, in one thread for each solver.
fn together(solvers: &mut [AnySolver], positions: &[String]) -> anyhow::Result<Vec<Solution>> {
    let threads = solvers.len();
    let free = Mutex::new(solvers.iter_mut().collect::<Vec<_>>());
    let free = || free.lock().unwrap_or_else(PoisonError::into_inner);
    let solve = |moves: &String| {
        let solver = free().pop().expect("there is a solver for each thread");
        let solved = solution(solver, moves);
        free().push(solver);
        solved
    };
    map_with(threads, positions, solve).into_iter().collect()
}
