//! Board sizes and the two players.

use std::fmt;
use std::str::FromStr;

/// The size of a rectangular board.
///
/// Sizes are parsed and printed as `ROWSxCOLUMNS`, the *m* x *n* of the thesis: `8x9` has 8 rows and 9 columns.
///
/// ```
/// use domineering::BoardSize;
///
/// let board: BoardSize = "4x7".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.squares()), (4, 7, 28));
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    rows: u8,
    columns: u8,
}

/// An invalid board size.
///
/// ```
/// let error = "12x12".parse::<domineering::BoardSize>().unwrap_err();
/// assert_eq!(error.to_string(), "board 12x12 is too large: 144 squares, at most 128 are supported");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is not of the form `ROWSxCOLUMNS`.
    #[error("invalid board size `{0}`: expected ROWSxCOLUMNS, e.g. 8x8")]
    Unreadable(String),
    /// The number of rows or columns is zero.
    #[error("invalid board size `{0}`: a board needs at least one row and one column")]
    Empty(String),
    /// The board has more squares than a position can hold.
    #[error("board {text} is too large: {squares} squares, at most {max} are supported", max = BoardSize::MAX_SQUARES)]
    TooLarge {
        /// The requested size.
        text: String,
        /// The number of squares of the requested size.
        squares: u64,
    },
}

impl BoardSize {
    /// The maximum number of squares of a board.
    pub const MAX_SQUARES: u32 = 128;

    /// Creates the size of a board with `rows` rows and `columns` columns.
    ///
    /// # Errors
    ///
    /// Returns an error if `rows` or `columns` is zero, or if the board has more than
    /// [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    pub fn new(rows: u32, columns: u32) -> Result<Self, BoardError> {
        let squares = u64::from(rows) * u64::from(columns);
        let text = || format!("{rows}x{columns}");
        match (u8::try_from(rows), u8::try_from(columns)) {
            _ if squares == 0 => Err(BoardError::Empty(text())),
            (Ok(rows), Ok(columns)) if squares <= u64::from(Self::MAX_SQUARES) => Ok(Self { rows, columns }),
            _ => Err(BoardError::TooLarge { text: text(), squares }),
        }
    }

    /// Returns the number of rows, which the thesis calls *m*.
    #[must_use]
    pub fn rows(self) -> u32 {
        u32::from(self.rows)
    }

    /// Returns the number of columns, which the thesis calls *n*.
    #[must_use]
    pub fn columns(self) -> u32 {
        u32::from(self.columns)
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn squares(self) -> u32 {
        self.rows() * self.columns()
    }

    /// Returns whether the board has as many rows as columns, so that it is symmetric for both players.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Returns the board with rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    /// Returns a search depth in plies that is greater than the length of any game on this board.
    #[must_use]
    pub fn depth(self) -> u8 {
        (self.squares() / 2 + 1) as u8
    }

    /// Returns the image of `square` under reflection number `reflection`: 0 is the identity, 1 swaps left and right, 2
    /// swaps top and bottom, 3 does both.
    pub(crate) fn reflect(self, square: u32, reflection: usize) -> u32 {
        let (mut row, mut column) = (square / self.columns(), square % self.columns());
        if reflection & 1 != 0 {
            column = self.columns() - 1 - column;
        }
        if reflection & 2 != 0 {
            row = self.rows() - 1 - row;
        }
        row * self.columns() + column
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for BoardSize {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text.split_once(['x', 'X', '×']);
        let number = |side: &str| side.bytes().all(|b| b.is_ascii_digit()).then(|| side.parse().ok()).flatten();
        let (rows, columns) = sides
            .and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)))
            .ok_or_else(|| BoardError::Unreadable(text.to_owned()))?;
        Self::new(rows, columns)
    }
}

/// One of the two players.
///
/// ```
/// use domineering::Player;
///
/// assert_eq!(Player::Vertical.opponent(), Player::Horizontal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Places dominoes upright.
    Vertical,
    /// Places dominoes across.
    Horizontal,
}

impl Player {
    /// Both players.
    pub const BOTH: [Self; 2] = [Self::Vertical, Self::Horizontal];

    /// Returns the other player.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }

    /// Returns the letter that stands for the player on the command line and in files, which [`FromStr`] parses.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::Vertical => "v",
            Self::Horizontal => "h",
        }
    }
}

/// A text that is not a [`Player`].
///
/// ```
/// let error = "x".parse::<domineering::Player>().unwrap_err();
/// assert_eq!(error.to_string(), "expected v or h");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected v or h")]
pub struct UnknownPlayer;

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        Self::BOTH.into_iter().find(|player| player.letter() == text).ok_or(UnknownPlayer)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Vertical => "Vertical",
            Self::Horizontal => "Horizontal",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_sizes_are_parsed() {
        for text in ["1x1", "8x8", "1x128", "128x1", "8x16"] {
            assert_eq!(text.parse::<BoardSize>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<BoardSize>().unwrap_err().to_string();
        assert!(error("0x5").contains("at least one row"));
        assert!(error("12x12").contains("144 squares"));
        assert!(error("65537x65537").contains("at most 128"));
        for text in ["", "8", "x", "8x", "-1x5", "+1x5", "8x8x8", "99999999999x1"] {
            assert!(error(text).contains("ROWSxCOLUMNS"), "{text}");
        }
    }

    #[test]
    fn reflections_are_their_own_inverse() {
        let board = BoardSize::new(3, 5).unwrap();
        assert_eq!([0, 1, 2, 3].map(|reflection| board.reflect(1, reflection)), [1, 3, 11, 13]);
        for reflection in 0..4 {
            for square in 0..board.squares() {
                assert_eq!(board.reflect(board.reflect(square, reflection), reflection), square);
            }
        }
    }
}
