//! What a game adds to the laboratory: one file for each game, and its lines in this file, where games are registered.
//!
//! The file of a game has
//!
//! - its `Profile`: names, forms of report, the searches of the [bench](crate::bench), and what else the laboratory
//!   asks about the game;
//! - the `SolverProfile` of each program that searches for it, with the frozen searches of the
//!   [signatures](crate::signature);
//! - its cells, which are a `Configuration`: their text, the searches that they stand for, and their columns in a CSV
//!   file;
//! - its part of a definition: the fields that it has besides those of the table (`PartFields`), and
//!   the cells that they make (`CellSource`).
//!
//! To add a game, write such a file, and add it to the enumerations here; the compiler lists what is missing. No other
//! file of this crate or of `report` has to change.

mod chess;
mod chess_match;
mod connect_four;
mod domineering;
mod game;
mod group;
mod solver;
mod solver_mode;
mod tables;
mod techniques;

use anyhow::Result;
use serde::Deserialize;

pub(crate) use chess::frozen_searches_of_engine;
pub use chess::{ChessCell, ChessPart, MOST_MOVES};
pub use chess_match::{Contestant, MatchCell, MatchOfPart, MatchPart};
pub(crate) use connect_four::FROZEN_TEAM;
pub use connect_four::{ConnectFourCell, ConnectFourPart, ScoreWindow, TutorialCell};
pub use domineering::{DomineeringCell, DomineeringPart, First, player_name};
use game::{CellSource, Configuration, SolverProfile, TextFields, bench_cell, some};
pub(crate) use game::{FieldError, Frozen, PartContext, PartFields, Profile};
pub use group::{Group, GroupKind, Item, Observed, PositionGroup};
pub use programs::StoredBounds;
pub use solver_mode::SolverMode;
pub use tables::Combination;
use tables::OptionUse;
use tables::plain;
pub(crate) use tables::{TableText, Tables};
pub use techniques::read_techniques;

/// Returns the nodes of searches.
type CountNodes = fn() -> Result<u64>;

/// The programs of the bench that no cell has, with the nodes of their searches.
pub(crate) const PROGRAMS_WITHOUT_CELLS: [(&str, CountNodes); 1] = [("chess-best", chess::bench_of_engine)];

/// A game that experiments search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// Domineering, solved by DOMI or by the best solver.
    Domineering,
    /// Chess, searched by ALIBABA or by the best program.
    Chess,
    /// Connect Four, solved by the generic search, by the best solver or by the solver of the tutorial.
    ConnectFour,
    /// Games of chess between two sides.
    ChessMatch,
}

impl GameKind {
    /// Every game.
    pub const ALL: [Self; 4] = [Self::Domineering, Self::Chess, Self::ConnectFour, Self::ChessMatch];

    pub(crate) fn profile(self) -> &'static Profile {
        match self {
            Self::Domineering => &domineering::GAME,
            Self::Chess => &chess::GAME,
            Self::ConnectFour => &connect_four::GAME,
            Self::ChessMatch => &chess_match::GAME,
        }
    }

    /// Calls back with the type of the fields that the parts of a definition have in this game.
    pub(crate) fn with_fields<W: WithFields>(self, with: &W) -> W::Output {
        match self {
            Self::Domineering => with.call::<domineering::Fields>(),
            Self::Chess => with.call::<chess::Fields>(),
            Self::ConnectFour => with.call::<connect_four::Fields>(),
            Self::ChessMatch => with.call::<chess_match::Fields>(),
        }
    }
}

/// A function that is generic over the fields of a game.
pub(crate) trait WithFields {
    /// What it returns.
    type Output;

    /// Calls it.
    fn call<F: PartFields>(&self) -> Self::Output;
}

/// The program that searches the positions of a cell. Its name is the first word of the cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SolverKind {
    /// DOMI.
    Domineering,
    /// The best solver of domineering.
    DomineeringBest,
    /// ALIBABA.
    Chess,
    /// The best program of chess.
    ChessBest,
    /// The generic search in Connect Four.
    ConnectFour,
    /// The best solver of Connect Four.
    ConnectFourBest,
    /// The tutorial's own solver of Connect Four.
    Tutorial,
    /// Two sides that play chess.
    ChessMatch,
}

impl SolverKind {
    /// Every solver.
    pub const ALL: [Self; 8] = [
        Self::Domineering,
        Self::DomineeringBest,
        Self::Chess,
        Self::ChessBest,
        Self::ConnectFour,
        Self::ConnectFourBest,
        Self::Tutorial,
        Self::ChessMatch,
    ];

    pub(crate) fn profile(self) -> &'static SolverProfile {
        match self {
            Self::Domineering => &domineering::DOMI,
            Self::DomineeringBest => &domineering::BEST,
            Self::Chess => &chess::ALIBABA,
            Self::ChessBest => &chess::BEST,
            Self::ConnectFour => &connect_four::LAB,
            Self::ConnectFourBest => &connect_four::BEST,
            Self::Tutorial => &connect_four::TUTORIAL,
            Self::ChessMatch => &chess_match::MATCH,
        }
    }
}

/// What a cell searches.
///
/// Cells are sorted by this first. The order of the variants, and that of the fields in them, is the order of rows in
/// reports and files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameCell {
    /// An empty board of domineering is solved.
    Domineering(DomineeringCell),
    /// Positions of Connect Four are solved by the generic search or by the best solver.
    ConnectFour(ConnectFourCell),
    /// Positions of Connect Four are solved by the solver of the tutorial.
    Tutorial(TutorialCell),
    /// The positions of a game of chess are searched.
    Chess(ChessCell),
    /// Pairs of games of chess are played.
    ChessMatch(Box<MatchCell>),
}

impl GameCell {
    fn configuration(&self) -> &dyn Configuration {
        match self {
            Self::Domineering(cell) => cell,
            Self::ConnectFour(cell) => cell,
            Self::Tutorial(cell) => cell,
            Self::Chess(cell) => cell,
            Self::ChessMatch(cell) => cell.as_ref(),
        }
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
    /// Matches of chess.
    ChessMatch(MatchPart),
}

impl GamePart {
    fn source(&self) -> &dyn CellSource {
        match self {
            Self::Domineering(part) => part,
            Self::Chess(part) => part,
            Self::ConnectFour(part) => part,
            Self::ChessMatch(part) => part,
        }
    }

    fn source_mut(&mut self) -> &mut dyn CellSource {
        match self {
            Self::Domineering(part) => part,
            Self::Chess(part) => part,
            Self::ConnectFour(part) => part,
            Self::ChessMatch(part) => part,
        }
    }
}
