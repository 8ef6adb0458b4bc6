//! Errors in a sequence of moves.

/// An invalid sequence of moves.
///
/// ```
/// let error = "4444444".parse::<connect_four::Position>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid move `4` (character 7): the column is full");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// The character does not name a column of the board.
    #[error("invalid move `{character}` (character {index}): the board has columns 1 to {columns}")]
    NoColumn {
        /// The character.
        character: char,
        /// The index of the character in the text, from 1.
        index: usize,
        /// The number of columns of the board.
        columns: u32,
    },
    /// The column is full.
    #[error("invalid move `{character}` (character {index}): the column is full")]
    Full {
        /// The character.
        character: char,
        /// The index of the character in the text, from 1.
        index: usize,
    },
    /// The move makes four in a row, so the game is over and there is nothing to solve.
    #[error("invalid move `{character}` (character {index}): the move makes four in a row, which ends the game")]
    Won {
        /// The character.
        character: char,
        /// The index of the character in the text, from 1.
        index: usize,
    },
}
