//! Board sizes: known when compiling, or chosen at run time.

use std::fmt;
use std::str::FromStr;

/// The size of a board, and with it the meaning of the bits of a bitboard.
///
/// A column takes as many bits as there are rows and a spare one above, which stays empty: so no line of four runs
/// from the top of a column into the bottom of the next, and a carry marks the first free square (`[Pons, part 6]`).
/// The leftmost column and the bottom row are in the low bits.
///
/// [`Fixed`] is a size that the compiler knows, for speed; [`Board`] is one chosen at run time.
///
/// ```
/// use connect_four::{Board, Shape, Standard};
///
/// let board: Board = "7x6".parse()?;
/// assert_eq!(board.squares(), Standard::default().squares());
/// assert_eq!(board.bottom(), Standard::default().bottom());
/// # Ok::<(), connect_four::BoardError>(())
/// ```
pub trait Shape: Copy + Eq + fmt::Debug {
    /// Number of columns.
    fn columns(self) -> u32;

    /// Number of rows.
    fn rows(self) -> u32;

    /// The bottom row.
    fn bottom(self) -> u64;

    /// Number of squares.
    #[inline]
    fn squares(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Bits of a column.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Bits of a whole bitboard, the spare ones included.
    #[inline]
    fn bits(self) -> u32 {
        self.columns() * self.stride()
    }

    /// All squares.
    #[inline]
    fn all(self) -> u64 {
        self.bottom() * ((1 << self.rows()) - 1)
    }

    /// The squares of a column, counted from 0 at the left.
    #[inline]
    fn column(self, column: u32) -> u64 {
        ((1 << self.rows()) - 1) << (column * self.stride())
    }

    /// The squares of every other row: the top one, the third from the top, and so on.
    #[inline]
    fn upper(self) -> u64 {
        self.bottom() * every_other_row(self.rows())
    }

    /// The reflection of a bitboard, left and right exchanged.
    #[inline]
    fn mirrored(self, bits: u64) -> u64 {
        let column = u64::MAX >> (63 - self.rows());
        let mut mirrored = 0;
        for from in 0..self.columns() {
            let to = self.columns() - 1 - from;
            mirrored |= (bits >> (from * self.stride()) & column) << (to * self.stride());
        }
        mirrored
    }

    /// The columns from the centre outwards, the left one of two first: the order in which the tutorial tries them
    /// (`[Pons, part 5]`).
    fn centre_first(self) -> impl DoubleEndedIterator<Item = u32> {
        let columns = self.columns();
        (0..columns).map(move |i| {
            let step = i.div_ceil(2);
            if i % 2 == 1 { columns / 2 - step } else { columns / 2 + step }
        })
    }
}

/// A size that the compiler knows.
///
/// ```
/// use connect_four::{Fixed, Position, Shape, tutorial};
///
/// let small = Fixed::<4, 4>;
/// assert_eq!(small.squares(), 16);
/// let solution = tutorial::Solver::for_board(small)?.solve(&Position::new(small));
/// assert_eq!(solution.score, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed<const COLUMNS: u32, const ROWS: u32>;

/// The board of the shops: seven columns and six rows.
pub type Standard = Fixed<7, 6>;

impl<const COLUMNS: u32, const ROWS: u32> Fixed<COLUMNS, ROWS> {
    const BOTTOM: u64 = {
        assert!(COLUMNS > 0 && ROWS > 0, "a board needs at least one column and one row");
        assert!(COLUMNS * (ROWS + 1) <= Board::MAX_BITS, "the board does not fit 64 bits");
        bottom(COLUMNS, ROWS)
    };
    const UPPER: u64 = Self::BOTTOM * every_other_row(ROWS);
}

impl<const COLUMNS: u32, const ROWS: u32> Shape for Fixed<COLUMNS, ROWS> {
    #[inline]
    fn columns(self) -> u32 {
        COLUMNS
    }

    #[inline]
    fn rows(self) -> u32 {
        ROWS
    }

    #[inline]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }

    #[inline]
    fn upper(self) -> u64 {
        Self::UPPER
    }
}

/// A size chosen at run time, written like `7x6`: columns x rows, as the tutorial names them.
///
/// ```
/// use connect_four::{Board, Shape};
///
/// let board: Board = "9x6".parse()?;
/// assert_eq!((board.columns(), board.rows(), board.squares()), (9, 6, 54));
/// assert!("8x8".parse::<Board>().unwrap_err().to_string().contains("72 bits"));
/// # Ok::<(), connect_four::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    columns: u8,
    rows: u8,
    bottom: u64,
}

/// Why a board cannot be had.
///
/// ```
/// let error = "0x6".parse::<connect_four::Board>().unwrap_err();
/// assert_eq!(error.to_string(), "0x6: a board needs at least one column and one row");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is not of the form `COLUMNSxROWS`.
    #[error("`{0}` is not a board; write columns x rows, like 7x6")]
    Unreadable(String),
    /// A side of length zero.
    #[error("{0}: a board needs at least one column and one row")]
    Empty(String),
    /// More bits than a position has.
    #[error(
        "{text}: columns of rows + 1 bits are {bits} bits; a board has at most {max}; name a smaller one",
        max = Board::MAX_BITS
    )]
    TooLarge {
        /// The board asked for.
        text: String,
        /// The bits that it takes.
        bits: u64,
    },
}

impl Board {
    /// The most bits of a board, each column counting one more than it has rows.
    pub const MAX_BITS: u32 = 64;

    /// A board of `columns` x `rows`.
    ///
    /// # Errors
    ///
    /// A side is zero, or the columns take more than [`MAX_BITS`](Self::MAX_BITS) bits.
    pub fn new(columns: u32, rows: u32) -> Result<Self, BoardError> {
        let text = || format!("{columns}x{rows}");
        if columns == 0 || rows == 0 {
            return Err(BoardError::Empty(text()));
        }
        let bits = u64::from(columns) * (u64::from(rows) + 1);
        if bits > u64::from(Self::MAX_BITS) {
            return Err(BoardError::TooLarge { text: text(), bits });
        }
        Ok(Self { columns: columns as u8, rows: rows as u8, bottom: bottom(columns, rows) })
    }
}

impl Shape for Board {
    #[inline]
    fn columns(self) -> u32 {
        u32::from(self.columns)
    }

    #[inline]
    fn rows(self) -> u32 {
        u32::from(self.rows)
    }

    #[inline]
    fn bottom(self) -> u64 {
        self.bottom
    }
}

impl<const COLUMNS: u32, const ROWS: u32> From<Fixed<COLUMNS, ROWS>> for Board {
    fn from(shape: Fixed<COLUMNS, ROWS>) -> Self {
        Self { columns: COLUMNS as u8, rows: ROWS as u8, bottom: shape.bottom() }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.columns, self.rows))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text.split_once(['x', 'X', '×']);
        let number = |side: &str| side.bytes().all(|b| b.is_ascii_digit()).then(|| side.parse().ok()).flatten();
        let (columns, rows) = sides
            .and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)))
            .ok_or_else(|| BoardError::Unreadable(text.to_owned()))?;
        Self::new(columns, rows)
    }
}

const fn bottom(columns: u32, rows: u32) -> u64 {
    let mut bottom = 0;
    let mut column = 0;
    while column < columns {
        bottom |= 1 << (column * (rows + 1));
        column += 1;
    }
    bottom
}

/// Every other square of the leftmost column, from the top.
const fn every_other_row(rows: u32) -> u64 {
    let mut column = 0;
    let mut row = rows;
    while row > 0 {
        column |= 1 << (row - 1);
        row = row.saturating_sub(2);
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_refused() {
        for text in ["1x1", "7x6", "8x7", "9x6", "1x63", "32x1", "16x3"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(board.all().count_ones(), board.squares());
        }
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("0x5").contains("at least one column"));
        assert!(error("8x8").contains("72 bits"));
        assert!(error("4294967295x4294967295").contains("at most 64"));
        for text in ["", "8", "x", "8x", "-1x5", "+1x5", "8x8x8", "99999999999x1"] {
            assert!(error(text).contains("columns x rows"), "{text}");
        }
    }

    #[test]
    fn columns_from_the_centre() {
        let order = |text: &str| text.parse::<Board>().unwrap().centre_first().collect::<Vec<_>>();
        assert_eq!(order("7x6"), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order("4x4"), [2, 1, 3, 0]);
        assert_eq!(order("1x4"), [0]);
        assert_eq!(order("2x4"), [1, 0]);
    }

    #[test]
    fn reflections_are_their_own_inverse() {
        for text in ["7x6", "4x4", "1x63", "32x1", "8x7"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.mirrored(board.column(0)), board.column(board.columns() - 1));
            assert_eq!(board.mirrored(board.all()), board.all());
            let bits = 0x9e37_79b9_7f4a_7c15 & board.all();
            assert_eq!(board.mirrored(board.mirrored(bits)), bits);
        }
    }

    #[test]
    fn upper_rows_are_counted_from_the_top() {
        assert_eq!("1x6".parse::<Board>().unwrap().upper(), 0b10_1010);
        assert_eq!("2x5".parse::<Board>().unwrap().upper(), 0b10101 | 0b10101 << 6);
        assert_eq!(Standard::default().upper(), "7x6".parse::<Board>().unwrap().upper());
    }
}
