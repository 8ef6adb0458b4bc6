//! Domineering: who wins an empty board.

use ::domineering::best::Techniques;
use ::domineering::{BoardSize, Player};
use ::experiments::Cell;
use ::experiments::games::{DomineeringCell, SolverMode, player_name};
use ::experiments::row::Winner;
use ::experiments::run::run_with;
use programs::SearchOptions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schemes::{Parts, Positions};

use crate::call::{self, parse};

/// A solved empty board of domineering.
///
/// ``first`` is who moves first, and ``winner`` who wins, ``None`` at the node limit. ``best`` is the row and the
/// column of the first square of a winning move, from 1, if the first player wins.
#[pyclass(frozen, get_all, eq, module = "ttlab")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DomineeringSolution {
    board: String,
    first: &'static str,
    winner: Option<&'static str>,
    best: Option<(u32, u32)>,
    nodes: u64,
}

#[pymethods]
impl DomineeringSolution {
    fn __repr__(&self) -> String {
        let Self { board, first, winner, best, nodes } = self;
        let text = |text: &Option<&str>| text.map_or_else(|| "None".to_owned(), |text| format!("{text:?}"));
        let best = best.map_or_else(|| "None".to_owned(), |best| format!("{best:?}"));
        let winner = text(winner);
        format!("DomineeringSolution(board={board:?}, first={first:?}, winner={winner}, best={best}, nodes={nodes})")
            .replace('"', "'")
    }
}

/// Reads the name of a player.
pub(crate) fn player(name: &str) -> PyResult<Player> {
    let named = Player::BOTH.into_iter().find(|player| player_name(*player) == name || player.letter() == name);
    named.ok_or_else(|| PyValueError::new_err(format!("invalid player `{name}`: expected vertical or horizontal")))
}

#[pyfunction]
#[pyo3(signature = (
    board, first = "vertical", *, program = "best", scheme = "two-big1", positions = "1M", seed = None,
    max_nodes = None
))]
/// Solve an empty board by the best solver, or by DOMI, the ``"historic"`` program.
///
/// ``board`` is rows x columns, ``scheme`` the replacement scheme (``"none"`` for no table), ``positions`` the table
/// size in positions and ``seed`` that of the keys. The search stops at ``max_nodes`` nodes.
///
/// >>> solve_domineering("5x6", program="historic").winner
/// 'horizontal'
#[expect(clippy::too_many_arguments, reason = "most have a name in Python, and a default")]
pub(crate) fn solve_domineering(
    py: Python<'_>,
    board: &str,
    first: &str,
    program: &str,
    scheme: &str,
    positions: &str,
    seed: Option<u64>,
    max_nodes: Option<u64>,
) -> PyResult<DomineeringSolution> {
    let (board, first): (BoardSize, Player) = (parse("board", board)?, player(first)?);
    let mode = match program {
        "best" => SolverMode::Best,
        "historic" => SolverMode::Lab,
        other => return Err(PyValueError::new_err(format!("invalid program `{other}`: expected best or historic"))),
    };
    let scheme = call::scheme(Some(scheme))?;
    let positions: Positions = parse("positions", positions)?;
    let cell = Cell {
        game: DomineeringCell { mode, board, first, without: Techniques::empty() }.into(),
        search: SearchOptions::PLAIN,
        scheme,
        positions: scheme.map(|_| positions),
        parts: Parts::all(),
        seed: seed.unwrap_or(zobrist::DEFAULT_SEED),
    };
    call::search(py, move |nodes| {
        let measured = run_with(&cell, max_nodes.unwrap_or(u64::MAX), nodes, false)?;
        let winner = measured.row.winner().map(|winner| match winner {
            Winner::First => first,
            Winner::Second => first.opponent(),
        });
        Ok(DomineeringSolution {
            board: board.to_string(),
            first: player_name(first),
            winner: winner.map(player_name),
            best: measured.best.filter(|_| winner == Some(first)).and_then(|best| DomineeringCell::place(board, best)),
            nodes: measured.row.nodes,
        })
    })
}
