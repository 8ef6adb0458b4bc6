//! Solving a board.

use std::fmt;

use search::{Observer, Payload, Search};
use tt::Table;

use crate::lines::Bitboard;
use crate::{BoardSize, Move, Player, Position};

/// The winner under perfect play.
///
/// ```
/// use domineering::{Player, Winner, solve};
///
/// let winner = |first| solve("2x4".parse().unwrap(), first, &mut (), (), u64::MAX).winner;
/// assert_eq!(winner(Player::Horizontal), Some(Winner::First));
/// assert_eq!(winner(Player::Vertical), Some(Winner::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

/// The result of solving a board for one first player.
///
/// ```
/// use domineering::{Player, Solution, solve};
///
/// let stopped = solve("6x6".parse()?, Player::Vertical, &mut (), (), 1_000);
/// assert_eq!(stopped, Solution { winner: None, nodes: 1_000 });
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The winner, or `None` if the search reached its node limit.
    pub winner: Option<Winner>,
    /// The number of nodes visited.
    pub nodes: u64,
}

/// Solves the empty `board` with `first` to move, using plain alpha-beta and the default key seed.
///
/// The search stops before it visits more than `max_nodes` nodes.
///
/// The table must be empty, or contain only positions from searches with the same board, first player and seed. Keys
/// cover only the occupied squares (`[Breuker 1998, 2.3.1]`), so the search would mistake positions of another board
/// for positions of this one.
///
/// ```
/// let solution = domineering::solve("2x3".parse()?, domineering::Player::Vertical, &mut (), (), u64::MAX);
/// assert_eq!((solution.winner, solution.nodes), (Some(domineering::Winner::First), 1));
/// # Ok::<(), domineering::BoardError>(())
/// ```
pub fn solve<T>(board: BoardSize, first: Player, table: &mut T, observer: impl Observer, max_nodes: u64) -> Solution
where
    T: Table<Payload: Payload<Move>>,
{
    solve_seeded(board, first, table, observer, max_nodes, zobrist::DEFAULT_SEED)
}

/// Solves the empty `board` like [`solve`], but with keys from `seed`. The same conditions apply to the table.
///
/// ```
/// use domineering::{Player, solve_seeded};
///
/// let mut table = tt::TranspositionTable::<_, ()>::new("8K".parse()?, tt::Scheme::Deep)?;
/// let solution = solve_seeded("5x5".parse()?, Player::Vertical, &mut table, (), u64::MAX, 7);
/// assert_eq!(solution.winner, Some(domineering::Winner::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_seeded<T>(
    board: BoardSize,
    first: Player,
    table: &mut T,
    observer: impl Observer,
    max_nodes: u64,
    seed: u64,
) -> Solution
where
    T: Table<Payload: Payload<Move>>,
{
    if board.squares() <= u64::CAPACITY {
        run(Position::<u64>::new(board, first, seed), table, observer, max_nodes)
    } else {
        run(Position::<u128>::new(board, first, seed), table, observer, max_nodes)
    }
}

fn run<S, T>(mut position: Position<S>, table: &mut T, observer: impl Observer, max_nodes: u64) -> Solution
where
    S: Bitboard,
    T: Table<Payload: Payload<Move>>,
{
    let depth = position.board().depth();
    let outcome = Search::new(&mut position, table).as_printed().observed_by(observer).max_nodes(max_nodes).run(depth);
    let winner = if outcome.score > 0 { Winner::First } else { Winner::Second };
    Solution { winner: (!outcome.stopped).then_some(winner), nodes: outcome.nodes }
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
