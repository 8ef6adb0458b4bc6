//! Board sizes and the two players.

use std::fmt;
use std::str::FromStr;

/// A rectangular board of `rows` x `columns` squares, written like `8x9`.
///
/// ```
/// use domineering::Board;
///
/// let board: Board = "4x7".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.squares()), (4, 7, 28));
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
}

/// Why a board cannot be had.
///
/// ```
/// let error = "12x12".parse::<domineering::Board>().unwrap_err();
/// assert_eq!(error.to_string(), "12x12: 144 squares; a board has at most 128; name a smaller one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is not of the form `ROWSxCOLUMNS`.
    #[error("`{0}` is not a board; write rows x columns, like 8x8")]
    Unreadable(String),
    /// A side of length zero.
    #[error("{0}: a board needs at least one row and one column")]
    Empty(String),
    /// More squares than a position can hold.
    #[error("{text}: {squares} squares; a board has at most {max}; name a smaller one", max = Board::MAX_SQUARES)]
    TooLarge {
        /// The board asked for.
        text: String,
        /// Its squares.
        squares: u64,
    },
}

impl Board {
    /// The most squares of a board.
    pub const MAX_SQUARES: u32 = 128;

    /// A board of `rows` x `columns`.
    ///
    /// # Errors
    ///
    /// A side is zero, or there are more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    pub fn new(rows: u32, columns: u32) -> Result<Self, BoardError> {
        let squares = u64::from(rows) * u64::from(columns);
        let text = || format!("{rows}x{columns}");
        match (u8::try_from(rows), u8::try_from(columns)) {
            _ if squares == 0 => Err(BoardError::Empty(text())),
            (Ok(rows), Ok(columns)) if squares <= u64::from(Self::MAX_SQUARES) => Ok(Self { rows, columns }),
            _ => Err(BoardError::TooLarge { text: text(), squares }),
        }
    }

    /// Number of rows, which the thesis calls *m*.
    #[must_use]
    pub fn rows(self) -> u32 {
        u32::from(self.rows)
    }

    /// Number of columns, which the thesis calls *n*.
    #[must_use]
    pub fn columns(self) -> u32 {
        u32::from(self.columns)
    }

    /// Number of squares.
    #[must_use]
    pub fn squares(self) -> u32 {
        self.rows() * self.columns()
    }

    /// Whether it is as wide as high, so that both players have the same chances.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// A depth in plies that no game reaches the end of.
    #[must_use]
    pub fn depth(self) -> u8 {
        (self.squares() / 2 + 1) as u8
    }

    /// Where `square` lies after reflection number `reflection`: 0 is none, 1 left and right exchanged, 2 top and
    /// bottom, 3 both.
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

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for Board {
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
    /// Lays dominoes upright.
    Vertical,
    /// Lays dominoes across.
    Horizontal,
}

impl Player {
    /// Both players.
    pub const BOTH: [Self; 2] = [Self::Vertical, Self::Horizontal];

    /// The other player.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
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
    fn boards_are_read_and_refused() {
        for text in ["1x1", "8x8", "1x128", "128x1", "8x16"] {
            assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
        }
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("0x5").contains("at least one row"));
        assert!(error("12x12").contains("144 squares"));
        assert!(error("65537x65537").contains("at most 128"));
        for text in ["", "8", "x", "8x", "-1x5", "+1x5", "8x8x8", "99999999999x1"] {
            assert!(error(text).contains("rows x columns"), "{text}");
        }
    }

    #[test]
    fn reflections_are_their_own_inverse() {
        let board = Board::new(3, 5).unwrap();
        assert_eq!([0, 1, 2, 3].map(|reflection| board.reflect(1, reflection)), [1, 3, 11, 13]);
        for reflection in 0..4 {
            for square in 0..board.squares() {
                assert_eq!(board.reflect(board.reflect(square, reflection), reflection), square);
            }
        }
    }
}
