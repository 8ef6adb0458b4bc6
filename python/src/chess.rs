//! Chess: positions, and analyses by either program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::chess::{Colour, Position as Board, mate_in, perft};
use engine::Techniques;
use programs::SearchOptions;
use programs::chess::versus::SideProgram;
use programs::chess::{Analyser, AnalyserSettings, Program, legal_line, playing};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schemes::Positions;
use tt::Score;

use crate::call::{self, invalid, parse};

/// A chess position, with the positions before it. It does not change.
///
/// >>> position = Position().play("e2e4").play("e5")
/// >>> position.fen
/// 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
/// >>> len(position.legal_moves()), position.san("g1f3")
/// (29, 'Nf3')
#[pyclass(frozen, module = "ttlab")]
pub(crate) struct Position(Board);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))]
    fn new(fen: &str) -> PyResult<Self> {
        let help = format!("a valid FEN is '{}'", Board::START);
        Board::from_fen(fen).map(Self).map_err(|error| invalid(format_args!("invalid FEN: {error}"), help))
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// The player to move: ``"white"`` or ``"black"``.
    #[getter]
    fn turn(&self) -> &'static str {
        if self.0.to_move() == Colour::White { "white" } else { "black" }
    }

    /// The Zobrist key, of 64 bits.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key().0
    }

    /// Whether the player to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    /// How the game has ended, or could be claimed as a draw; ``None`` if it goes on.
    ///
    /// >>> Position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome
    /// 'checkmate'
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        let board = &self.0;
        let endings = [
            (board.is_checkmate(), "checkmate"),
            (board.is_stalemate(), "stalemate"),
            (board.is_insufficient_material(), "insufficient material"),
            (board.is_threefold_repetition(), "threefold repetition"),
            (board.is_fifty_moves(), "fifty moves"),
        ];
        endings.into_iter().find_map(|(is_over, name)| is_over.then_some(name))
    }

    /// Return the legal moves, such as ``"e2e4"`` or ``"e7e8q"``.
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(|mv| mv.to_string()).collect()
    }

    /// Return a move in standard algebraic notation.
    fn san(&self, mv: &str) -> PyResult<String> {
        Ok(self.0.to_san(self.read(mv)?))
    }

    /// Return the position after a move, such as ``"g1f3"`` or ``"Nf3"``. Raises ``ValueError`` if it is illegal.
    fn play(&self, mv: &str) -> PyResult<Self> {
        let mut board = self.0.clone();
        board.play(self.read(mv)?);
        Ok(Self(board))
    }

    /// Return the number of lines of ``depth`` plies.
    ///
    /// >>> Position().perft(3)
    /// 8902
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let mut board = self.0.clone();
        if depth > 20 {
            return Err(PyValueError::new_err(format!("invalid depth {depth}: expected 0 to 20 plies")));
        }
        call::run(py, || (), move || perft(&mut board, depth, false))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0.to_fen())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.to_fen() == other.0.to_fen()
    }
}

impl Position {
    /// Reads a move in UCI or standard algebraic notation.
    fn read(&self, mv: &str) -> PyResult<::chess::Move> {
        let read = self.0.parse_uci(mv).or_else(|_| self.0.parse_san(mv));
        read.map_err(|error| PyValueError::new_err(format!("invalid move `{mv}` in {}: {error}", self.0.to_fen())))
    }
}

/// A depth of an analysis: its score, the nodes so far, and the principal variation.
#[pyclass(frozen, get_all, module = "ttlab")]
#[derive(Debug)]
pub(crate) struct Depth {
    depth: u8,
    score: Option<i16>,
    mate: Option<i32>,
    nodes: u64,
    line: Vec<String>,
}

/// What a program found.
///
/// ``score`` is in centipawns for the player to move; if the score is a mate, ``mate`` is the number of moves to it
/// instead, negative if the player to move is mated. ``best`` is the best move, ``line`` and ``san`` the principal
/// variation of the last completed ``depth`` in plies. ``stopped`` says whether the node limit ended the search.
#[pyclass(frozen, get_all, module = "ttlab")]
#[derive(Debug)]
pub(crate) struct Analysis {
    score: Option<i16>,
    mate: Option<i32>,
    best: Option<String>,
    line: Vec<String>,
    san: Vec<String>,
    depth: u8,
    nodes: u64,
    stopped: bool,
    depths: Vec<Py<Depth>>,
}

#[pymethods]
impl Depth {
    fn __repr__(&self) -> String {
        let Self { depth, nodes, line, .. } = self;
        format!("Depth(depth={depth}, {}, nodes={nodes}, line={line:?})", score_text(self.score, self.mate))
            .replace('"', "'")
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let Self { depth, nodes, san, .. } = self;
        format!("Analysis({}, depth={depth}, nodes={nodes}, san={san:?})", score_text(self.score, self.mate))
            .replace('"', "'")
    }
}

fn score_text(score: Option<i16>, mate: Option<i32>) -> String {
    match (score, mate) {
        (_, Some(mate)) => format!("mate={mate}"),
        (Some(score), None) => format!("score={score}"),
        (None, None) => "score=None".to_owned(),
    }
}

/// Returns centipawns or moves to mate.
fn split(score: Score) -> (Option<i16>, Option<i32>) {
    let mate = mate_in(score);
    (Some(score).filter(|_| mate.is_none()), mate)
}

/// Returns the legal moves at the beginning of a line, in both notations.
fn notations(start: &Board, line: &[::chess::Move]) -> (Vec<String>, Vec<String>) {
    legal_line(start, line).map(|(before, mv)| (mv.to_string(), before.to_san(mv))).unzip()
}

#[pyfunction]
#[pyo3(signature = (
    position, *, depth = None, nodes = None, program = "best", scheme = None, positions = "1M", seed = None
))]
/// Search a position, or a FEN, to ``depth`` plies or for ``nodes`` nodes, with an empty table.
///
/// ``program`` is the strong program or, as ``"historic"``, ALIBABA of 1994. ``scheme`` is the replacement scheme (by
/// default that of the program, ``"none"`` for no table), and ``positions`` the table size in positions.
///
/// >>> analyse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", depth=4)
/// Analysis(mate=1, depth=4, nodes=..., san=['Rd8#'])
#[expect(clippy::too_many_arguments, reason = "most have a name in Python, and a default")]
pub(crate) fn analyse(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    depth: Option<u8>,
    nodes: Option<u64>,
    program: &str,
    scheme: Option<&str>,
    positions: &str,
    seed: Option<u64>,
) -> PyResult<Analysis> {
    let board = match position.cast::<Position>() {
        Ok(position) => position.get().0.clone(),
        Err(_) => Position::new(position.extract()?)?.0,
    };
    if depth.is_none() && nodes.is_none() {
        return Err(PyValueError::new_err("the search has no limit: set depth or nodes"));
    }
    let depth = depth.unwrap_or(100);
    if !(1..=100).contains(&depth) {
        return Err(PyValueError::new_err(format!("invalid depth {depth}: expected 1 to 100 plies")));
    }
    let named: Program = parse("program", program)?;
    let program = match named {
        Program::Best => SideProgram::Engine(Techniques::STANDARD),
        Program::Historic => SideProgram::Alibaba(playing(SearchOptions::PLAIN)),
    };
    let scheme = if scheme.is_none() { Some(named.scheme()) } else { call::scheme(scheme)? };
    let positions: Positions = parse("positions", positions)?;
    let key_seed = seed.unwrap_or(zobrist::DEFAULT_SEED);
    let settings = AnalyserSettings { program, scheme, size: positions.into(), key_seed };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let work = move || -> anyhow::Result<_> {
        let mut analyser = Analyser::new(settings)?;
        let mut depths = Vec::new();
        let mut hear = |depth: u8, score: Score, line: &[::chess::Move], nodes: u64| {
            depths.push((depth, score, line.to_vec(), nodes));
            false
        };
        let found = analyser.analyse(&board, depth, nodes.unwrap_or(u64::MAX), &stop, &mut hear);
        Ok((board, found, depths))
    };
    let found = call::run(py, move || stopped.store(true, Ordering::Relaxed), work)?;
    let (board, found, depths) = found.map_err(|error| call::raised(&error))?;
    let last = depths.last().cloned();
    let of_depth = |(depth, score, line, nodes): (u8, Score, Vec<::chess::Move>, u64)| {
        let ((score, mate), (line, _)) = (split(score), notations(&board, &line));
        Py::new(py, Depth { depth, score, mate, nodes, line })
    };
    let depths = depths.into_iter().map(of_depth).collect::<PyResult<_>>()?;
    let (line, san) = notations(&board, last.as_ref().map_or(&[], |(_, _, line, _)| line.as_slice()));
    let (score, mate) = last.as_ref().map_or((None, None), |&(_, score, ..)| split(score));
    Ok(Analysis {
        score,
        mate,
        best: found.outcome.best.map(|mv| mv.to_string()),
        line,
        san,
        depth: last.map_or(0, |(depth, ..)| depth),
        nodes: found.outcome.nodes,
        stopped: found.outcome.stopped,
        depths,
    })
}
