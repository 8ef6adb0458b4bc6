//! What reports show of the cells of a game.

use std::fmt;

use domineering::BoardSize;

use crate::connect_four_set::ConnectFourSet;
use crate::position_set::PositionSet;

/// What a game adds to a CSV file of rows; an empty text where a game does not have the column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CsvFields {
    /// The board.
    pub board: String,
    /// The first player.
    pub first: String,
    /// The test set. The user chooses the names of custom sets.
    pub set: String,
    /// The number of the game, or of positions.
    pub number: String,
    /// Plies.
    pub depth: String,
    /// What happens to the table between searches.
    pub between: String,
    /// Moves of a line that the table keeps.
    pub line: String,
    /// How much of the score is asked for.
    pub window: String,
    /// Connect Four, the tutorial's solver: the bounds that its table stores, `upper` or `both`.
    pub bounds: String,
    /// The solver, if it is not the usual one of the game: `best` for the best solver.
    pub mode: String,
}

/// Searches that are summed: a table of a report by sizes, a column of a report by depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Chess: the searches of this depth, over all games.
    Ply(u8),
    /// Connect Four: the searches of this test set.
    ConnectFour(ConnectFourSet),
    /// Domineering: the searches of this board, over the first players.
    Board(BoardSize),
}

impl Group {
    /// Returns the name of the group in the names of files.
    #[must_use]
    pub fn stem(self) -> String {
        match self {
            Self::Ply(depth) => format!("{depth}-ply"),
            Self::ConnectFour(set) => set.name().to_owned(),
            Self::Board(board) => board.to_string(),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ply(depth) => write!(f, "{depth} ply"),
            Self::ConnectFour(set) => f.write_str(set.title()),
            Self::Board(board) => board.fmt(f),
        }
    }
}

/// A position. Positions of two test sets are different even if their numbers are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The test set of a game of chess. Connect Four has its set in the [`Group`], and boards have none.
    pub set: Option<PositionSet>,
    /// The number of the game.
    pub game: u16,
    /// The number of the position in its game, or the first player.
    pub position: u16,
}

impl Item {
    /// An item of a group without games.
    pub(super) fn alone(position: u16) -> Self {
        Self { set: None, game: 0, position }
    }
}

/// One search that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// What it is added up with.
    pub group: Group,
    /// What was searched.
    pub item: Item,
    /// Its nodes.
    pub nodes: u64,
}
