//! Connect Four: the score of a position and of its columns.

use std::sync::{Arc, Mutex, PoisonError};

use ::connect_four::{Analysis, BoardSize, Position};
use ::experiments::connect_four_set::advice;
use ::experiments::run::Nodes;
use programs::connect_four::{AnySolver, SolverProgram, analyse};
use pyo3::prelude::*;

use crate::call::{self, invalid, parse};

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

/// The fastest solver of Connect Four. Its table is allocated once, so it solves many positions quickly.
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

/// A solver, and what cancels it.
struct Ready {
    solver: AnySolver,
    nodes: Nodes,
}

impl ConnectFourSolver {
    fn ready(&self) -> anyhow::Result<Ready> {
        let nodes = Nodes::default();
        let Self { board, weak, max_nodes, .. } = *self;
        Ok(Ready { solver: AnySolver::new(SolverProgram::Best, board, weak, max_nodes, &nodes)?, nodes })
    }
}

#[pymethods]
impl ConnectFourSolver {
    #[new]
    #[pyo3(signature = (board = "6x7", *, weak = false, max_nodes = None))]
    fn new(board: &str, weak: bool, max_nodes: Option<u64>) -> PyResult<Self> {
        let (board, max_nodes) = (parse("board", board)?, max_nodes.unwrap_or(u64::MAX));
        let new = Self { board, weak, max_nodes, idle: Arc::default() };
        *new.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(new.ready().map_err(|e| call::raised(&e))?);
        Ok(new)
    }

    /// Solve the position after ``moves``, a digit for each column from 1.
    fn solve(&self, py: Python<'_>, moves: String) -> PyResult<Solution> {
        let mut solutions = self.solve_all(py, vec![moves])?;
        Ok(solutions.remove(0))
    }

    /// Solve several positions, without the costs of a call for each.
    fn solve_all(&self, py: Python<'_>, positions: Vec<String>) -> PyResult<Vec<Solution>> {
        positions.iter().try_for_each(|moves| check(self.board, moves))?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Ready { mut solver, nodes } = match idle {
            Some(ready) => ready,
            None => self.ready().map_err(|error| call::raised(&error))?,
        };
        let (cancelled, idle) = (nodes.clone(), Arc::clone(&self.idle));
        let solve_all = move || {
            let mut solve = |moves: &String| {
                let ::connect_four::Solution { score, nodes } = solver.solve(moves)?;
                Ok(Solution { score, nodes })
            };
            let solved: anyhow::Result<Vec<Solution>> = positions.iter().map(&mut solve).collect();
            *idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(Ready { solver, nodes });
            solved
        };
        call::run(py, move || cancelled.cancel(), solve_all)?.map_err(|error| call::raised(&error))
    }

    fn __repr__(&self) -> String {
        format!("ConnectFourSolver({:?})", self.board.to_string())
    }
}
