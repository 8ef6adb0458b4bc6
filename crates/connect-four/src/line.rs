//! What can be wrong with a line of moves.

/// Why a line of moves is no position to solve. Places are counted in characters, from 1.
///
/// ```
/// let error = "4444444".parse::<connect_four::Position>().unwrap_err();
/// assert_eq!(error.to_string(), "`4`, character 7: the column is full");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A character that is no column of the board.
    #[error("`{character}`, character {place}: not a column of a board with columns 1 to {columns}")]
    NoColumn {
        /// The character.
        character: char,
        /// Its place.
        place: usize,
        /// Columns of the board.
        columns: u32,
    },
    /// A column that has no free square any more.
    #[error("`{character}`, character {place}: the column is full")]
    Full {
        /// The character.
        character: char,
        /// Its place.
        place: usize,
    },
    /// A move that wins: the game is over, and there is nothing to solve.
    #[error(
        "`{character}`, character {place}: the move makes four in a row, which ends the game; there is nothing to solve"
    )]
    Won {
        /// The character.
        character: char,
        /// Its place.
        place: usize,
    },
}
