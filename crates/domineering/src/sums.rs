//! What follows for a board from boards of which it is made.
//!
//! Horizontal's dominoes never leave a row. If she keeps them within the parts of a board that was cut between two
//! columns, the parts are independent, because Vertical's dominoes never leave a column; and she only gives up moves.
//! So whatever she wins as a sum of the two parts, she wins on the whole board. The same holds for Vertical and a board
//! that was cut between two rows. In a sum, a player
//!
//! - wins as second player if she does so on both parts: she answers in the part in which the opponent moved;
//! - wins as first player if she does so on one part, and wins the other as second player.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Class, Player, Winner};

/// The rows and columns of a board, which may have more squares than a [`BoardSize`](crate::BoardSize).
pub type Sides = (u32, u32);

/// Who wins a board, as far as it is known.
///
/// Printed as the class of the board, or as the two classes that are possible, or as `?`.
///
/// ```
/// use domineering::Player;
/// use domineering::sums::Winners;
///
/// let mut winners = Winners::default();
/// assert_eq!(winners.to_string(), "?");
/// winners.set(Player::Vertical, Player::Vertical);
/// assert_eq!(winners.to_string(), "1V");
/// winners.set(Player::Horizontal, Player::Vertical);
/// assert_eq!(winners.to_string(), "V");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// The winner if Vertical moves first, and if Horizontal does.
    of: [Option<Player>; 2],
}

impl Winners {
    /// Returns the winner if `first` moves first, if it is known.
    #[must_use]
    pub fn get(self, first: Player) -> Option<Player> {
        self.of[first as usize]
    }

    /// Sets the winner if `first` moves first.
    pub fn set(&mut self, first: Player, winner: Player) {
        self.of[first as usize] = Some(winner);
    }

    /// Returns who wins the board that is turned by 90 degrees, which exchanges the players.
    #[must_use]
    pub fn turned(self) -> Self {
        let [vertical_first, horizontal_first] = self.of.map(|winner| winner.map(Player::opponent));
        Self { of: [horizontal_first, vertical_first] }
    }

    /// Returns the class of the board, if both winners are known.
    #[must_use]
    pub fn class(self) -> Option<Class> {
        let [vertical_first, horizontal_first] = self.of;
        Some(Class::of(
            as_seen_by(Player::Vertical, vertical_first?),
            as_seen_by(Player::Horizontal, horizontal_first?),
        ))
    }
}

fn as_seen_by(first: Player, winner: Player) -> Winner {
    if winner == first { Winner::First } else { Winner::Second }
}

impl fmt::Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Player::{Horizontal, Vertical};
        match (self.class(), self.of) {
            (Some(class), _) => class.fmt(f),
            (None, [Some(Vertical), _]) => f.pad("1V"),
            (None, [Some(Horizontal), _]) => f.pad("2H"),
            (None, [_, Some(Horizontal)]) => f.pad("1H"),
            (None, [_, Some(Vertical)]) => f.pad("2V"),
            (None, [None, None]) => f.pad("?"),
        }
    }
}

/// What is known of many boards. A board and the same board turned by 90 degrees are one.
///
/// ```
/// use domineering::Player::{Horizontal, Vertical};
/// use domineering::sums::{KnownBoards, Sum};
///
/// let mut known = KnownBoards::default();
/// for first in [Vertical, Horizontal] {
///     known.add((4, 8), first, Horizontal);
/// }
/// // Horizontal wins two boards 4x8 side by side, and so a board 4x16.
/// assert_eq!(known.sum((4, 16), Vertical), Some(Sum { winner: Horizontal, parts: [(4, 8), (4, 8)] }));
/// assert_eq!(known.sum((4, 12), Vertical), None);
/// // The same boards turned by 90 degrees.
/// assert_eq!(known.winners((8, 4)).to_string(), "V");
/// ```
#[derive(Clone, Debug, Default)]
pub struct KnownBoards {
    /// Boards with at least as many columns as rows.
    wide: BTreeMap<Sides, Winners>,
}

/// Two parts of a board that prove who wins it.
///
/// ```
/// use domineering::Player::{Horizontal, Vertical};
/// use domineering::sums::KnownBoards;
///
/// let mut known = KnownBoards::default();
/// known.add((2, 2), Vertical, Vertical);
/// known.add((2, 4), Vertical, Horizontal);
/// // Horizontal wins 2x4 as second player and 2x2 as first player, and so 2x6 as first player.
/// assert_eq!(known.sum((2, 6), Horizontal).unwrap().parts, [(2, 2), (2, 4)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Who wins.
    pub winner: Player,
    /// The parts, the smaller one first.
    pub parts: [Sides; 2],
}

impl KnownBoards {
    /// Returns who wins a board, as far as it is known.
    #[must_use]
    pub fn winners(&self, (rows, columns): Sides) -> Winners {
        let wide = self.wide.get(&(rows.min(columns), rows.max(columns))).copied().unwrap_or_default();
        if rows <= columns { wide } else { wide.turned() }
    }

    /// Adds who wins a board if `first` moves first. For a square board, this says who wins if the other player does.
    pub fn add(&mut self, (rows, columns): Sides, first: Player, winner: Player) {
        let wide = self.wide.entry((rows.min(columns), rows.max(columns))).or_default();
        if rows <= columns {
            wide.set(first, winner);
        }
        if rows >= columns {
            wide.set(first.opponent(), winner.opponent());
        }
    }

    /// Returns who wins a board if `first` moves first, if it follows from what is known of two parts. Of several such
    /// cuts, it returns the one that is closest to an edge.
    #[must_use]
    pub fn sum(&self, board: Sides, first: Player) -> Option<Sum> {
        let of = |winner: Player| {
            let wins = |part, first| self.winners(part).get(first) == Some(winner);
            // The winner moves second on one part, and on the other as on the whole board.
            let second = winner.opponent();
            let proves = move |&[one, other]: &[Sides; 2]| {
                (wins(one, second) && wins(other, first)) || (wins(one, first) && wins(other, second))
            };
            cuts(board, winner).find(proves).map(|parts| Sum { winner, parts })
        };
        of(first).or_else(|| of(first.opponent()))
    }
}

/// Returns the pairs of parts of a board between which a player gives up moves, and the opponent does not.
fn cuts((rows, columns): Sides, player: Player) -> impl Iterator<Item = [Sides; 2]> {
    let length = if player == Player::Vertical { rows } else { columns };
    (1..=length / 2).map(move |part| {
        [part, length - part].map(|part| if player == Player::Vertical { (part, columns) } else { (rows, part) })
    })
}
