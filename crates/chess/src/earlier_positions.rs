//! What the rules about draws make of the positions of the game before a search.

use zobrist::Key;

use crate::{FIFTY_MOVES, Position};

/// What a search has to know of the game before its root, so that a table that is kept during the game brings no score
/// that the game rules out.
///
/// ```
/// use chess::{EarlierPositions, Position};
///
/// let mut position = Position::start();
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
///     position.play(position.parse_san(san)?);
/// }
/// let game = EarlierPositions::before(&position);
/// position.play(position.parse_san("Nc6")?);
/// assert!(game.of_history(&position) != 0 && EarlierPositions::of_clock(&position, 20) == 0);
/// position.play(position.parse_san("e4")?);
/// assert_eq!(game.of_history(&position), 0, "nothing can be repeated");
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlierPositions {
    /// The set of the positions whose next occurrence is a draw; 0 if there are none.
    repeated: u64,
    /// [`Position::plies`] of the root.
    plies: u32,
}

impl EarlierPositions {
    /// Returns what the game before this position is.
    #[must_use]
    pub fn before(root: &Position) -> Self {
        Self { repeated: root.repeated(), plies: root.plies() }
    }

    /// Returns a number for the earlier positions of the game whose next occurrence is a draw; 0 if none can recur.
    #[inline]
    #[must_use]
    pub fn of_history(self, position: &Position) -> u64 {
        // After a capture or a pawn move, no position of the game can recur.
        let can_recur = self.repeated != 0 && position.halfmove_clock() > position.plies() - self.plies;
        if can_recur { self.repeated } else { 0 }
    }

    /// Returns a number for the halfmove clock; 0 if it does not reach its limit within `reach` plies.
    #[inline]
    #[must_use]
    pub fn of_clock(position: &Position, reach: u32) -> u64 {
        let clock = position.halfmove_clock();
        if clock + reach >= FIFTY_MOVES { Key::mixed(u64::from(clock) + 1).0 } else { 0 }
    }
}
