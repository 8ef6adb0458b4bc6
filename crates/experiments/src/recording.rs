//! Traces of table requests: recording one, and what a file says about its search.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow};
use chess::{Keys, Position};
use domineering::{BoardSize, Player};
use engine::Techniques;
use programs::chess::{ChessJob, EngineJob, Program};
use programs::connect_four::ConnectFourJob;
use programs::domineering::DomineeringJob;
use programs::{Job, Nodes, RecordError, record};
use replay::{Recorded, RequestTrace};

use crate::help::with_help;
use crate::signature::{self, SolverKind};
use crate::{GameCell, Usage, connect_four_set, files, program};

/// A search whose requests are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchedGame {
    /// A program searches a position of chess.
    Chess {
        /// The program.
        program: Program,
        /// The position as FEN.
        position: String,
        /// Plies.
        depth: u8,
    },
    /// DOMI solves an empty board.
    Domineering {
        /// The board.
        board: BoardSize,
        /// Who moves first.
        first: Player,
    },
    /// The generic search solves a position of Connect Four on the standard board.
    ConnectFour {
        /// The moves that lead to the position.
        moves: String,
    },
    /// The search of a cell.
    Cell(GameCell),
}

/// What a trace was recorded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What was searched.
    pub searched: SearchedGame,
    /// The seed of the keys.
    pub seed: u64,
}

/// A trace with its origin.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What it was recorded from.
    pub origin: Origin,
    /// The requests, and the counts of the search.
    pub recorded: Recorded,
    /// The [signature](Origin::signature) of the search, which old traces lack.
    pub signature: Option<u64>,
}

impl Origin {
    /// Returns the job that searches.
    ///
    /// # Errors
    ///
    /// The position is invalid.
    pub fn job(&self) -> Result<Job> {
        let seed = self.seed;
        Ok(match &self.searched {
            SearchedGame::Chess { program, position, depth } => {
                let position = Position::from_fen_with(position, Keys::new(seed)).map_err(|error| {
                    let help = format!("a valid FEN is '{}'", Position::START);
                    Usage::error(with_help(format!("invalid FEN: {error}"), help))
                })?;
                let (positions, depth, stamp) = (vec![position], *depth, false);
                match program {
                    Program::Best => EngineJob { positions, depth, stamp, techniques: Techniques::STANDARD }.into(),
                    Program::Historic => ChessJob { positions, depth, stamp, line: 1 }.into(),
                }
            }
            &SearchedGame::Domineering { board, first } => DomineeringJob { board, first, seed }.into(),
            SearchedGame::ConnectFour { moves } => {
                let position = connect_four::Position::read(connect_four::Standard::default(), moves);
                let position = position.map_err(|error| {
                    let what = format!("invalid moves `{moves}`: {error}");
                    Usage::error(with_help(what, connect_four_set::advice(&error)))
                })?;
                ConnectFourJob { positions: vec![position], seed }.into()
            }
            SearchedGame::Cell(cell) => cell.job(seed)?,
        })
    }

    /// Searches, and records the requests.
    ///
    /// # Errors
    ///
    /// The position is invalid, or there are more than `max_requests` requests or `max_nodes` nodes.
    pub fn record(self, max_requests: usize, max_nodes: u64, nodes: &Nodes) -> Result<Recording> {
        let recorded = record(&self.job()?, max_requests, max_nodes, nodes).map_err(|error| match error {
            RecordError::TooMany(_) => {
                let help = "use a smaller depth or board, or raise the limit of requests (24 bytes each)";
                anyhow!(with_help(error, help))
            }
            RecordError::NodeLimit => {
                anyhow!(with_help(error, "increase the node limit, or use a smaller depth or board"))
            }
            RecordError::Unsupported => {
                let help = "choose a cell with one position and lines of one move, which the generic search searches";
                anyhow!(with_help(error, help))
            }
        })?;
        let signature = Some(self.signature()?);
        Ok(Recording { origin: self, recorded, signature })
    }

    /// Returns the signature of the solver in this program, with a table that loses no position, as in a recorded
    /// search.
    ///
    /// # Errors
    ///
    /// There is not enough memory for a small table.
    pub fn signature(&self) -> Result<u64> {
        let solver = match &self.searched {
            SearchedGame::Chess { program: Program::Best, .. } => return signature::of_engine("unbounded".parse()?),
            SearchedGame::Chess { program: Program::Historic, .. } => SolverKind::Chess,
            SearchedGame::Domineering { .. } => SolverKind::Domineering,
            SearchedGame::ConnectFour { .. } => SolverKind::ConnectFour,
            SearchedGame::Cell(cell) => cell.solver(),
        };
        signature::of(solver, Some("unbounded".parse()?))
    }

    fn header(&self) -> BTreeMap<String, String> {
        let fields = match &self.searched {
            SearchedGame::Chess { program, position, depth } => vec![
                ("game", "chess".to_owned()),
                ("program", program.to_string()),
                ("position", position.clone()),
                ("depth", depth.to_string()),
            ],
            SearchedGame::Domineering { board, first } => {
                let first = first.letter().to_owned();
                vec![("game", "domineering".to_owned()), ("board", board.to_string()), ("first", first)]
            }
            SearchedGame::ConnectFour { moves } => vec![("game", "connect-four".to_owned()), ("moves", moves.clone())],
            SearchedGame::Cell(cell) => vec![("game", "cell".to_owned()), ("cell", cell.to_string())],
        };
        let fields = fields.into_iter().chain([("seed", self.seed.to_string())]);
        fields.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn of(header: &Header<'_>) -> Result<Self> {
        let searched = match header.text("game")? {
            "chess" => SearchedGame::Chess {
                program: header.value("program")?,
                position: header.text("position")?.to_owned(),
                depth: header.value("depth")?,
            },
            "domineering" => SearchedGame::Domineering { board: header.value("board")?, first: header.value("first")? },
            "connect-four" => SearchedGame::ConnectFour { moves: header.text("moves")?.to_owned() },
            "cell" => SearchedGame::Cell(header.value("cell")?),
            other => {
                return Err(invalid(format_args!(
                    "invalid `game={other}` in the header: expected cell, chess, connect-four or domineering"
                )));
            }
        };
        Ok(Self { searched, seed: header.value("seed")? })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.searched {
            SearchedGame::Chess { program, position, depth } => {
                write!(f, "chess by {}, {position}, {depth} plies", program.chess_name())
            }
            SearchedGame::Domineering { board, first } => {
                write!(f, "domineering, {board}, {first} first")
            }
            SearchedGame::ConnectFour { moves } if moves.is_empty() => f.write_str("Connect Four, the empty board"),
            SearchedGame::ConnectFour { moves } => write!(f, "Connect Four, {moves}"),
            SearchedGame::Cell(cell) => cell.fmt(f),
        }
    }
}

impl Recording {
    /// Writes the trace to a file.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(self, path: &Path) -> Result<Self> {
        let Self { origin, recorded: Recorded { requests, nodes, positions }, signature } = self;
        let mut header = origin.header();
        let numbers = [("nodes", Some(nodes)), ("positions", Some(positions)), ("signature", signature)];
        header.extend(numbers.into_iter().filter_map(|(name, n)| Some((name.to_owned(), n?.to_string()))));
        let trace = RequestTrace { header, requests };
        let other = "choose another file";
        files::make_directory_of(path, other)?;
        files::write(path, &trace.to_bytes(), other)?;
        Ok(Self { origin, recorded: Recorded { requests: trace.requests, nodes, positions }, signature })
    }

    /// Reads a trace from a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or it is not a trace.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let bytes = files::read(path)?;
        let read = RequestTrace::from_bytes(&bytes);
        let RequestTrace { header, requests } = read.map_err(|error| invalid(format_args!("{name}: {error}")))?;
        let header = Header(&header);
        let read = || -> Result<_> {
            let origin = Origin::of(&header)?;
            origin.job()?;
            let signature = header.0.contains_key("signature").then(|| header.value("signature")).transpose()?;
            Ok((origin, header.value("nodes")?, header.value("positions")?, signature))
        };
        let (origin, nodes, positions, signature) = read().context(name)?;
        Ok(Self { origin, recorded: Recorded { requests, nodes, positions }, signature })
    }

    /// Returns whether the search of this program is the one that was recorded, as far as their signatures show.
    ///
    /// # Errors
    ///
    /// As for [`Origin::signature`].
    pub fn is_of_this_version(&self) -> Result<bool> {
        Ok(self.signature == Some(self.origin.signature()?))
    }
}

/// Returns the error of a file that is not a trace.
fn invalid(what: impl fmt::Display) -> anyhow::Error {
    anyhow!(with_help(what, format!("record a trace with `{} trace-record`", program())))
}

/// The header of a file.
struct Header<'a>(&'a BTreeMap<String, String>);

impl Header<'_> {
    fn text(&self, name: &str) -> Result<&str> {
        self.0.get(name).map(String::as_str).ok_or_else(|| invalid(format_args!("the header has no `{name}`")))
    }

    fn value<T: FromStr<Err: fmt::Display>>(&self, name: &str) -> Result<T> {
        let text = self.text(name)?;
        text.parse().map_err(|error: T::Err| invalid(format_args!("invalid `{name}={text}` in the header: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> [Origin; 5] {
        let board = "4x5".parse().unwrap();
        [
            SearchedGame::Chess { program: Program::Best, position: Position::START.to_owned(), depth: 4 },
            SearchedGame::Chess { program: Program::Historic, position: Position::START.to_owned(), depth: 2 },
            SearchedGame::Domineering { board, first: Player::Horizontal },
            SearchedGame::ConnectFour { moves: "52753311433677442422121".to_owned() },
            SearchedGame::Cell("connect-four set=middle-easy sample=1".parse().unwrap()),
        ]
        .map(|searched| Origin { searched, seed: 7 })
    }

    #[test]
    fn headers_round_trip() {
        for origin in origins() {
            assert_eq!(Origin::of(&Header(&origin.header())).unwrap(), origin);
        }
    }

    #[test]
    fn a_header_without_a_field_or_with_a_wrong_one_is_an_error_that_names_it() {
        for origin in origins() {
            for name in origin.header().keys() {
                let mut header = origin.header();
                header.remove(name);
                let error = Origin::of(&Header(&header)).unwrap_err().to_string();
                assert!(error.contains(&format!("`{name}`")), "{error}");
                if !["position", "moves"].contains(&name.as_str()) {
                    header.insert(name.clone(), "x".to_owned());
                    let error = Origin::of(&Header(&header)).unwrap_err().to_string();
                    assert!(error.contains(&format!("`{name}=x`")), "{error}");
                }
            }
        }
    }

    #[test]
    fn traces_of_other_versions_are_recognised() {
        for origin in origins() {
            let recording = origin.record(1_000_000, u64::MAX, &Nodes::default()).unwrap();
            let with = |signature| Recording { signature, ..recording.clone() }.is_of_this_version().unwrap();
            assert!(with(recording.signature));
            assert!(!with(recording.signature.map(|signature| signature ^ 1)) && !with(None));
        }
    }

    #[test]
    fn files_round_trip() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new/x.trace");
        for origin in origins() {
            let trace = origin.clone().record(1_000_000, u64::MAX, &Nodes::default()).unwrap().write(&path).unwrap();
            let read = Recording::read(&path).unwrap();
            assert!(read.is_of_this_version().unwrap());
            assert_eq!((read.origin, read.recorded, read.signature), (origin, trace.recorded, trace.signature));
        }
    }
}
