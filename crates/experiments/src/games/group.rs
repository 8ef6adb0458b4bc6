//! What reports show of the cells of a game.

use std::fmt;

use crate::board::Board;
use crate::position_set::PositionSet;

/// What the nodes of the searches of a game are added up by, and the numbers of a report stand under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupKind {
    /// The depth of the searches, over the positions of a test set: searches end at a horizon.
    Ply,
    /// A set of positions that are solved.
    Set,
    /// A board that is solved, over the first players.
    Board,
    /// Nothing: the games of two sides, whose results count and not their nodes.
    Match,
}

/// A set of positions that are solved, each on its own. Sets are sorted by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PositionGroup {
    /// A number that no set of another game has, and not 0: intervals treat sets with different numbers as different
    /// samples.
    pub number: u64,
    /// The name in the names of files.
    pub stem: &'static str,
    /// The name in tables.
    pub title: &'static str,
}

/// Searches that are summed: a table of a report by sizes, a column of a report by depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The searches of this depth, over all games.
    Ply(u8),
    /// The searches of the positions of this set.
    Set(PositionGroup),
    /// The searches of this board, over the first players.
    Board(Board),
}

impl Group {
    /// Returns what the group is one of.
    #[must_use]
    pub fn kind(self) -> GroupKind {
        match self {
            Self::Ply(_) => GroupKind::Ply,
            Self::Set(_) => GroupKind::Set,
            Self::Board(_) => GroupKind::Board,
        }
    }

    /// Returns the name of the group in the names of files.
    #[must_use]
    pub fn stem(self) -> String {
        match self {
            Self::Ply(depth) => format!("{depth}-ply"),
            Self::Set(set) => set.stem.to_owned(),
            Self::Board(board) => board.to_string(),
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ply(depth) => write!(f, "{depth} ply"),
            Self::Set(set) => f.write_str(set.title),
            Self::Board(board) => board.fmt(f),
        }
    }
}

/// A position. Positions of two test sets are different even if their numbers are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The test set of a group of depths. Other groups have their set or board in the [`Group`].
    pub set: Option<PositionSet>,
    /// The number of the game.
    pub game: u16,
    /// The number of the position in its game, or the first player.
    pub position: u16,
}

impl Item {
    /// Returns an item of a group without games.
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
