//! Who wins a board.

use std::fmt;

use search::Winner;

use super::position::Move;

/// The result of solving a board for one first player.
///
/// ```
/// use domineering::{Player, solve};
///
/// let stopped = solve("6x6".parse()?, Player::Vertical, &mut (), (), 1_000);
/// assert_eq!((stopped.winner, stopped.nodes), (None, 1_000));
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The winner, or `None` if the search reached its node limit.
    pub winner: Option<Winner>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The best move; `None` if the search found none before it stopped, or if the first player cannot move.
    pub best: Option<Move>,
}

/// The outcome class of a board, determined by the winners for both first players (`[Breuker 1998, 2.6.3]`).
///
/// ```
/// use domineering::{Class, Winner};
///
/// assert_eq!(Class::of(Winner::First, Winner::Second), Class::Vertical);
/// assert_eq!(Class::Vertical.to_string(), "V");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `1`: the player who moves first wins.
    First,
    /// `2`: the player who moves second wins.
    Second,
    /// `V`: Vertical wins.
    Vertical,
    /// `H`: Horizontal wins.
    Horizontal,
}

impl Class {
    /// Returns the class of a board, given the winner if Vertical moves first and the winner if Horizontal moves first.
    #[must_use]
    pub fn of(vertical_first: Winner, horizontal_first: Winner) -> Self {
        match (vertical_first, horizontal_first) {
            (Winner::First, Winner::First) => Self::First,
            (Winner::Second, Winner::Second) => Self::Second,
            (Winner::First, Winner::Second) => Self::Vertical,
            (Winner::Second, Winner::First) => Self::Horizontal,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "1",
            Self::Second => "2",
            Self::Vertical => "V",
            Self::Horizontal => "H",
        })
    }
}
