//! Recorded table requests, and what tables would have kept of them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ::experiments::help::shown;
use ::experiments::recording::{Origin, Recording as Recorded, SearchedGame};
use programs::chess::Program;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use report::replayed::{ReplayPlan, replay};
use schemes::Positions;

use crate::call::{self, parse, raised};
use crate::domineering::player;

/// The table requests of a search with a table that loses no position.
///
/// >>> recording = Recording.domineering("4x5")
/// >>> report = recording.replay(["new", "two-big1"], ["64"])
/// >>> [table["scheme"] for table in report["sizes"][0]["schemes"]]
/// ['new', 'two-big1']
#[pyclass(frozen, module = "ttlab")]
pub(crate) struct Recording(Arc<Recorded>);

/// The most requests of a recording, of 24 bytes each.
const MAX_REQUESTS: usize = 50_000_000;

fn record(py: Python<'_>, searched: SearchedGame, seed: Option<u64>, max_nodes: Option<u64>) -> PyResult<Recording> {
    let origin = Origin { searched, seed: seed.unwrap_or(zobrist::DEFAULT_SEED) };
    let record = move |nodes: &_| origin.record(MAX_REQUESTS, max_nodes.unwrap_or(u64::MAX), nodes);
    Ok(Recording(Arc::new(call::search(py, record)?)))
}

#[pymethods]
impl Recording {
    /// Record a search of a position to ``depth`` plies.
    #[staticmethod]
    #[pyo3(signature = (
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *, depth = 7, program = "best", seed = None,
        max_nodes = None
    ))]
    fn chess(
        py: Python<'_>,
        fen: &str,
        depth: u8,
        program: &str,
        seed: Option<u64>,
        max_nodes: Option<u64>,
    ) -> PyResult<Self> {
        let program: Program = parse("program", program)?;
        record(py, SearchedGame::Chess { program, position: fen.to_owned(), depth }, seed, max_nodes)
    }

    /// Record DOMI solving an empty board.
    #[staticmethod]
    #[pyo3(signature = (board, first = "vertical", *, seed = None, max_nodes = None))]
    fn domineering(
        py: Python<'_>,
        board: &str,
        first: &str,
        seed: Option<u64>,
        max_nodes: Option<u64>,
    ) -> PyResult<Self> {
        let searched = SearchedGame::Domineering { board: parse("board", board)?, first: player(first)? };
        record(py, searched, seed, max_nodes)
    }

    /// Record the generic search solving the position after ``moves``.
    #[staticmethod]
    #[pyo3(signature = (moves, *, seed = None, max_nodes = None))]
    fn connect_four(py: Python<'_>, moves: &str, seed: Option<u64>, max_nodes: Option<u64>) -> PyResult<Self> {
        record(py, SearchedGame::ConnectFour { moves: moves.to_owned() }, seed, max_nodes)
    }

    /// Read a file that :meth:`save` or ``ttlab trace-record`` wrote. Raises ``OSError`` if it cannot be read.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        call::readable(&path)?;
        Recorded::read(&path).map(|recorded| Self(Arc::new(recorded))).map_err(|error| raised(&error))
    }

    /// Write a file that :meth:`load` and ``ttlab replay`` read. Raises ``OSError`` if it cannot be written.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Recorded::clone(&self.0).write(&path).map(drop).map_err(|error| PyOSError::new_err(shown(&error)))
    }

    /// Send the requests to tables of these schemes and sizes, and compare what they lose.
    ///
    /// By default, three sizes are chosen that fit the search. With ``search``, the search is also run with each table.
    #[pyo3(signature = (schemes, positions = None, *, search = false))]
    fn replay<'py>(
        &self,
        py: Python<'py>,
        schemes: Vec<String>,
        positions: Option<Vec<String>>,
        search: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let schemes = schemes.iter().map(|name| ReplayPlan::scheme(name)).collect::<anyhow::Result<Vec<_>>>();
        let sizes =
            positions.iter().flatten().map(|size| parse("positions", size)).collect::<PyResult<Vec<Positions>>>()?;
        let plan = ReplayPlan { schemes: schemes.map_err(|error| raised(&error))?, sizes, real: search };
        let (recorded, stop) = (Arc::clone(&self.0), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop);
        let work = move || replay(&recorded, &plan, &AtomicUsize::new(0), &stop);
        let report = call::run(py, move || stopped.store(true, Ordering::Relaxed), work)?;
        let report = report.map_err(|error| raised(&error))?;
        let json = serde_json::to_string(&report).map_err(|error| raised(&error.into()))?;
        Ok(py.import("json")?.call_method1("loads", (json,))?.cast_into()?)
    }

    /// The number of requests.
    #[getter]
    fn requests(&self) -> usize {
        self.0.recorded.requests.len()
    }

    /// The nodes of the search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.recorded.nodes
    }

    /// The number of different positions that were stored.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.recorded.positions
    }

    fn __len__(&self) -> usize {
        self.requests()
    }

    fn __str__(&self) -> String {
        self.0.origin.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Recording of {}: {} requests>", self.0.origin, self.requests())
    }
}
