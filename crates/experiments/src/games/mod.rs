//! What a game adds to the laboratory: one file for each game.
//!
//! The file of a game has
//!
//! - its cells: their text, the searches that they stand for, and their fields in a CSV file;
//! - its part of a definition: the fields that it has besides those of the table, and the cells that they make;
//! - its searches in the [bench](crate::bench) and in the [signatures](crate::signature), and the nodes that were
//!   printed for it.
//!
//! To add a game, write such a file and add a variant to each enumeration here; the compiler lists what is missing. No
//! other module of this crate knows a game.

mod chess;
mod connect_four;
mod domineering;
mod group;
mod solver;
mod tables;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use ::domineering::{BoardSize, Player};
use anyhow::{Context, Error, Result, bail};
use programs::domineering::BoardSolver;
use programs::{Job, SearchOptions, Searched};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tt::{Parts, Positions, Scheme};

use crate::Cell;
use crate::between::Between;
use crate::report_kind::Kind;

pub(crate) use chess::Fields as ChessFields;
pub(crate) use connect_four::Fields as ConnectFourFields;
pub(crate) use domineering::Fields as DomineeringFields;

pub use chess::{ChessCell, ChessPart, MOST_MOVES};
pub use connect_four::{ConnectFourCell, ConnectFourPart, ScoreWindow, TutorialCell};
pub use domineering::{DomineeringBestCell, DomineeringCell, DomineeringMode, DomineeringPart, First, player_name};
pub use group::{CsvFields, Group, Item, Observed};
pub use programs::StoredBounds;
pub use solver::SolverKind;
pub use tables::Combination;
use tables::plain;
pub(crate) use tables::{TableText, Tables};

/// A game that experiments search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// Domineering, solved by DOMI or by the best solver.
    Domineering,
    /// Chess, searched by ALIBABA.
    Chess,
    /// Connect Four, solved by the generic search or by the solver of the tutorial.
    ConnectFour,
}

impl GameKind {
    /// Every game.
    pub const ALL: [Self; 3] = [Self::Domineering, Self::Chess, Self::ConnectFour];

    /// Returns the name, as definitions and the command line write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Domineering => "domineering",
            Self::Chess => "chess",
            Self::ConnectFour => "connect-four",
        }
    }

    /// Returns the kinds of report that the game has.
    pub(crate) fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Domineering => &[Kind::Boards, Kind::Sizes, Kind::Loads],
            Self::Chess => &[Kind::Depths, Kind::Sizes, Kind::Loads],
            Self::ConnectFour => &[Kind::Sizes, Kind::Loads, Kind::Means],
        }
    }

    /// Whether the table can be stamped between the searches of a cell. Other games clear it: they solve each position
    /// on its own.
    pub(crate) fn can_stamp(self) -> bool {
        self == Self::Chess
    }

    /// Returns the searches of the bench.
    pub(crate) fn bench_cells(self) -> Result<Vec<Cell>> {
        match self {
            Self::Domineering => domineering::bench_cells(),
            Self::Chess => chess::bench_cells(),
            Self::ConnectFour => connect_four::bench_cells(),
        }
    }
}

/// A frozen search of the signature with a table, but for its scheme.
pub(crate) struct Frozen {
    pub(crate) game: GameCell,
    pub(crate) positions: &'static str,
    pub(crate) parts: Parts,
    /// The key seed is the default one and this much more.
    pub(crate) seed: u64,
}

impl Frozen {
    fn new(game: impl Into<GameCell>, positions: &'static str, parts: Parts, seed: u64) -> Self {
        Self { game: game.into(), positions, parts, seed }
    }
}

/// What a cell searches.
///
/// Cells are sorted by this first. The order of the variants, and that of the fields in them, is the order of rows in
/// reports and files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameCell {
    /// An empty board of domineering is solved by DOMI.
    Domineering(DomineeringCell),
    /// An empty board of domineering is solved by the best solver.
    DomineeringBest(DomineeringBestCell),
    /// Positions of Connect Four are solved by the generic search.
    ConnectFour(ConnectFourCell),
    /// Positions of Connect Four are solved by the solver of the tutorial.
    Tutorial(TutorialCell),
    /// The positions of a game of chess are searched.
    Chess(ChessCell),
}

macro_rules! from {
    ($($cell:ident => $variant:ident),*) => {$(
        impl From<$cell> for GameCell {
            fn from(cell: $cell) -> Self {
                Self::$variant(cell)
            }
        }
    )*};
}

from!(
    DomineeringCell => Domineering,
    DomineeringBestCell => DomineeringBest,
    ConnectFourCell => ConnectFour,
    TutorialCell => Tutorial,
    ChessCell => Chess
);

/// What the rest of the laboratory asks a game about one of its cells.
trait Configuration {
    /// The program that searches.
    fn solver(&self) -> SolverKind;

    /// Writes the text of the cell after the name of the solver: ` name=value` for each field.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The searches to run, with keys of this seed.
    fn job(&self, seed: u64) -> Result<Job>;

    /// The fields in a CSV file of rows.
    fn csv(&self) -> CsvFields;

    /// See [`GameCell::observed`].
    fn observed(&self, nodes: u64, searches: &[Searched], depths: &BTreeSet<u8>) -> Vec<Observed>;

    /// See [`GameCell::groups`].
    fn groups(&self, depths: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)>;

    /// See [`GameCell::sequence`].
    fn sequence(&self) -> Option<(u16, usize)> {
        None
    }

    /// See [`GameCell::printed_nodes`].
    fn printed_nodes(&self) -> Option<u64> {
        None
    }
}

/// The fields of a cell's text: `name=value`.
struct TextFields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> TextFields<'a> {
    fn get(&self, name: &str) -> Result<&'a str> {
        self.find(name).with_context(|| format!("missing field `{name}`"))
    }

    fn find(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|field| field.0 == name).map(|field| field.1)
    }
}

impl GameCell {
    /// Reads the text of a cell; the table's part of it is returned as text.
    pub(crate) fn read(text: &str) -> Result<(Self, TableText<'_>)> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default();
        let fields = words
            .map(|word| word.split_once('=').with_context(|| format!("`{word}` is not name=value")))
            .collect::<Result<Vec<_>>>()?;
        let fields = TextFields(fields);
        let Ok(solver) = name.parse() else { bail!("unknown game `{name}`") };
        let game = match solver {
            SolverKind::Domineering => DomineeringCell::read(&fields)?.into(),
            SolverKind::DomineeringBest => DomineeringBestCell::read(&fields)?.into(),
            SolverKind::ConnectFour => ConnectFourCell::read(&fields)?.into(),
            SolverKind::Tutorial => TutorialCell::read(&fields)?.into(),
            SolverKind::Chess => ChessCell::read(&fields)?.into(),
        };
        let table = TableText {
            search: fields.find("search"),
            scheme: fields.get("scheme")?,
            positions: fields.find("positions"),
            parts: fields.get("parts")?,
            seed: fields.get("seed")?,
        };
        Ok((game, table))
    }

    fn configuration(&self) -> &dyn Configuration {
        match self {
            Self::Domineering(cell) => cell,
            Self::DomineeringBest(cell) => cell,
            Self::ConnectFour(cell) => cell,
            Self::Tutorial(cell) => cell,
            Self::Chess(cell) => cell,
        }
    }

    /// Returns the searches to run, with keys of this seed.
    pub(crate) fn job(&self, seed: u64) -> Result<Job> {
        self.configuration().job(seed)
    }

    /// Returns the nodes that were printed for this search, if any were.
    pub(crate) fn printed_nodes(&self) -> Option<u64> {
        self.configuration().printed_nodes()
    }

    /// Returns the bytes that a position takes in the table.
    pub(crate) fn bytes_per_position(&self) -> u64 {
        if self.line() > 1 { 32 } else { 16 }
    }

    /// Returns the fields in a CSV file of rows.
    #[must_use]
    pub fn csv(&self) -> CsvFields {
        self.configuration().csv()
    }

    /// Returns the board and the first player, in domineering.
    #[must_use]
    pub fn board_and_first(&self) -> Option<(BoardSize, Player)> {
        match self {
            Self::Domineering(cell) | Self::DomineeringBest(DomineeringBestCell { on: cell, .. }) => {
                Some((cell.board, cell.first))
            }
            _ => None,
        }
    }

    /// Returns the solver of the board with keys of this seed, in domineering.
    pub(crate) fn board_solver(&self, seed: u64) -> Option<BoardSolver> {
        match self {
            Self::Domineering(cell) => Some(cell.domi(seed).into()),
            Self::DomineeringBest(cell) => Some(cell.best(seed).into()),
            _ => None,
        }
    }

    /// Returns the board, in games with boards of several sizes.
    #[must_use]
    pub fn board(&self) -> Option<BoardSize> {
        self.board_and_first().map(|(board, _)| board)
    }

    /// Returns the plies that positions are searched to, in games that are not solved.
    #[must_use]
    pub fn depth(&self) -> Option<u8> {
        self.chess().map(|cell| cell.depth)
    }

    /// Returns how many moves of a line the table keeps.
    #[must_use]
    pub fn line(&self) -> u8 {
        self.chess().map_or(1, |cell| cell.line)
    }

    /// Returns what is searched, in chess.
    #[must_use]
    pub fn chess(&self) -> Option<&ChessCell> {
        if let Self::Chess(cell) = self { Some(cell) } else { None }
    }

    /// Returns what is solved, if the solver of the tutorial solves it.
    #[must_use]
    pub fn tutorial(&self) -> Option<TutorialCell> {
        if let Self::Tutorial(cell) = self { Some(*cell) } else { None }
    }

    /// Returns the groups that the row is added up in, each with the depth of its searches if they have one. In chess
    /// these are the `depths` that a row of the cell has.
    #[must_use]
    pub fn groups(&self, depths: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        self.configuration().groups(depths)
    }

    /// Returns the number of the game, or 0 if the cell has none, and how many positions it has; `None` for a cell that
    /// is not a sequence of positions to compare.
    #[must_use]
    pub fn sequence(&self) -> Option<(u16, usize)> {
        self.configuration().sequence()
    }

    /// Returns the nodes of each search that ended, from the nodes and the searches of a complete row. In chess these
    /// are the searches to `depths`.
    #[must_use]
    pub fn observed(&self, nodes: u64, searches: &[Searched], depths: &BTreeSet<u8>) -> Vec<Observed> {
        self.configuration().observed(nodes, searches, depths)
    }
}

impl fmt::Display for GameCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let configuration = self.configuration();
        f.write_str(configuration.solver().name())?;
        configuration.write(f)
    }
}

/// The part of a definition that belongs to its game.
#[derive(Clone, Debug)]
pub enum GamePart {
    /// Boards of domineering.
    Domineering(DomineeringPart),
    /// Games of chess.
    Chess(ChessPart),
    /// Sets of Connect Four.
    ConnectFour(ConnectFourPart),
}

impl GamePart {
    /// Returns what is searched with a scheme, or without a table.
    pub(crate) fn cells(&self, scheme: Option<Scheme>) -> Vec<GameCell> {
        match self {
            Self::Domineering(part) => part.cells(),
            Self::Chess(part) => part.cells(scheme),
            Self::ConnectFour(part) => part.cells(),
        }
    }

    /// Whether the searches can have options: those of the tutorial's solver and of the best solver do not.
    pub(crate) fn has_options(&self) -> bool {
        match self {
            Self::Domineering(part) => part.mode == DomineeringMode::Lab,
            Self::Chess(_) => true,
            Self::ConnectFour(part) => part.windows.is_empty(),
        }
    }

    /// Returns the boards, in domineering.
    #[must_use]
    pub fn boards(&self) -> &[BoardSize] {
        if let Self::Domineering(part) = self { &part.boards } else { &[] }
    }

    /// Returns who moves first on a board of domineering; `None` if the board is not in the part.
    #[must_use]
    pub fn players(&self, board: BoardSize) -> Option<&'static [Player]> {
        let Self::Domineering(part) = self else { return None };
        part.boards.contains(&board).then(|| part.first.players(board))
    }

    /// Returns the depths that positions are searched to, in chess.
    #[must_use]
    pub fn depths(&self) -> &[u8] {
        if let Self::Chess(part) = self { &part.depths } else { &[] }
    }

    /// Replaces the depths, in chess.
    pub(crate) fn set_depths(&mut self, depths: &[u8]) {
        if let Self::Chess(part) = self {
            part.depths = depths.to_vec();
            part.depths_without_table.clear();
        }
    }

    /// Returns how many moves of a line the table keeps; empty in games other than chess.
    #[must_use]
    pub fn lines(&self) -> &[u8] {
        if let Self::Chess(part) = self { &part.lines } else { &[] }
    }

    /// Returns the number of positions of Connect Four; 0 in other games.
    #[must_use]
    pub fn sample(&self) -> usize {
        if let Self::ConnectFour(part) = self { part.sets.len() * usize::from(part.sample) } else { 0 }
    }
}

/// What a part of a definition needs besides its own fields.
pub(crate) struct PartContext<'a> {
    pub(crate) kind: Kind,
    pub(crate) between: Between,
    /// The directory of the definition, which paths in it start from.
    pub(crate) directory: &'a Path,
}

/// A field of a part, and what is wrong with it.
pub(crate) type FieldError = (&'static str, Error);

/// The fields of a part of a definition, as its file has them.
///
/// Each game has a strict type for them: the file is read once its `game` is known, so that `serde` itself finds fields
/// that are unknown, missing or of the wrong type.
pub(crate) trait PartFields: DeserializeOwned {
    /// Checks the fields and finds what they name. Files that were read are added to `files`.
    fn part(self, context: &PartContext<'_>, files: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError>;
}

/// Refuses an empty list.
fn some<T>(field: &'static str, list: &[T]) -> Result<(), FieldError> {
    if list.is_empty() {
        return Err((field, Error::msg(format!("`{field}` is empty: expected at least one value"))));
    }
    Ok(())
}

/// Reads the size of a table, unless there is none.
fn size(scheme: Option<Scheme>, positions: &str) -> Result<Option<Positions>> {
    scheme.map(|_| Ok(positions.parse()?)).transpose()
}

/// A search of the bench: with the default key seed, and with a table if there is a scheme.
fn bench_cell(game: impl Into<GameCell>, scheme: Option<Scheme>, positions: &str, parts: Parts) -> Result<Cell> {
    let positions = size(scheme, positions)?;
    let (search, seed) = (SearchOptions::PLAIN, zobrist::DEFAULT_SEED);
    Ok(Cell { game: game.into(), search, scheme, positions, parts, seed })
}
