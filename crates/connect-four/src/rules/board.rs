//! Board sizes, known at compile time or chosen at run time.

use std::fmt;
use std::str::FromStr;

use num_traits::{Bounded as _, PrimInt as _, Zero as _};

use crate::Bits;
use crate::rules::bits::{bit, low};

/// The size of a board, which determines the layout of a bitboard.
///
/// A column takes one bit for each row and a spare bit at the top, which is always 0. Because of the spare bit, four in
/// a row cannot extend from the top of a column into the bottom of the next column, and a carry marks the lowest free
/// square (`[Pons, part 6]`). The leftmost column and the bottom row are in the low bits.
///
/// [`Fixed`] is a size known at compile time, which is faster. [`BoardSize`] is a size chosen at run time.
///
/// ```
/// use connect_four::{BoardSize, Shape, Standard};
///
/// let board: BoardSize = "6x7".parse()?;
/// assert_eq!(board.squares(), Standard::default().squares());
/// assert_eq!(board.bottom(), Standard::default().bottom());
/// # Ok::<(), connect_four::BoardError>(())
/// ```
pub trait Shape: Copy + Eq + fmt::Debug {
    /// The integer that serves as a bitboard.
    type Bits: Bits;

    /// Returns the number of columns.
    fn columns(self) -> u32;

    /// Returns the number of rows.
    fn rows(self) -> u32;

    /// Returns the squares of the bottom row.
    fn bottom(self) -> Self::Bits;

    /// Returns the number of squares.
    #[inline]
    fn squares(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Returns the number of bits of a column, including the spare bit.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// Returns the number of bits of a bitboard, including the spare bits.
    #[inline]
    fn bits(self) -> u32 {
        self.columns() * self.stride()
    }

    /// Returns the set of all squares.
    #[inline]
    fn all(self) -> Self::Bits {
        self.bottom() * low(self.rows())
    }

    /// Returns the squares of a column. Columns are counted from 0 at the left.
    #[inline]
    fn column(self, column: u32) -> Self::Bits {
        low::<Self::Bits>(self.rows()).unsigned_shl(column * self.stride())
    }

    /// Returns the squares of every other row, starting with the top row.
    #[inline]
    fn upper(self) -> Self::Bits {
        let even = Self::Bits::max_value() / (bit::<Self::Bits>(1) | bit(0));
        let column = if self.rows() % 2 == 1 { even } else { !even };
        self.bottom() * (column & low(self.rows()))
    }

    /// Returns the mirror image of a bitboard, with left and right swapped.
    #[inline]
    fn mirrored(self, bits: Self::Bits) -> Self::Bits {
        let column = low::<Self::Bits>(self.stride());
        let mut mirrored = Self::Bits::zero();
        for from in 0..self.columns() {
            let to = self.columns() - 1 - from;
            mirrored |= (bits.unsigned_shr(from * self.stride()) & column).unsigned_shl(to * self.stride());
        }
        mirrored
    }

    /// Returns the columns from the centre outwards, the left one of each pair first. The tutorial tries the columns in
    /// this order (`[Pons, part 5]`).
    fn centre_first(self) -> impl DoubleEndedIterator<Item = u32> {
        let columns = self.columns();
        (0..columns).map(move |i| {
            let step = i.div_ceil(2);
            if i % 2 == 1 { columns / 2 - step } else { columns / 2 + step }
        })
    }
}

/// A board size known at compile time.
///
/// ```
/// use connect_four::{Fixed, Position, Shape, tutorial};
///
/// let small = Fixed::<4, 4>;
/// assert_eq!(small.squares(), 16);
/// let solution = tutorial::TutorialSolver::for_board(small)?.solve(&Position::new(small));
/// assert_eq!(solution.score, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed<const ROWS: u32, const COLUMNS: u32>;

/// The standard board with 7 columns and 6 rows.
pub type Standard = Fixed<6, 7>;

impl<const ROWS: u32, const COLUMNS: u32> Fixed<ROWS, COLUMNS> {
    const BOTTOM: u64 = {
        assert!(COLUMNS > 0 && ROWS > 0, "a board needs at least one column and one row");
        assert!(COLUMNS * (ROWS + 1) <= u64::MAX_BITS, "the board does not fit into 64 bits");
        bottom(COLUMNS, ROWS) as u64
    };
}

impl<const ROWS: u32, const COLUMNS: u32> Shape for Fixed<ROWS, COLUMNS> {
    type Bits = u64;

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
}

/// A board size chosen at run time, with bitboards of 64 bits, or of 128 bits for larger boards.
///
/// Sizes are parsed and printed as `ROWSxCOLUMNS`, as everywhere in this workspace: the standard board, which has 7
/// columns and 6 rows, is `6x7`. Many texts on Connect Four print the columns first.
///
/// ```
/// use connect_four::{BoardSize, Shape};
///
/// let board: BoardSize = "6x9".parse()?;
/// assert_eq!((board.columns(), board.rows(), board.squares()), (9, 6, 54));
/// assert!("8x8".parse::<BoardSize>().unwrap_err().to_string().contains("72 bits"));
/// assert_eq!("8x8".parse::<BoardSize<u128>>()?.squares(), 64);
/// # Ok::<(), connect_four::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize<B = u64> {
    columns: u8,
    rows: u8,
    bottom: B,
}

/// The columns that moves can name: 9 digits and 26 letters.
const MAX_COLUMNS: u32 = 35;

/// An invalid board size.
///
/// ```
/// let error = "6x0".parse::<connect_four::BoardSize>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid board size `6x0`: a board needs at least one column and one row");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is not of the form `ROWSxCOLUMNS`.
    #[error("invalid board size `{0}`: expected ROWSxCOLUMNS, e.g. 6x7")]
    Unreadable(String),
    /// The number of columns or rows is zero.
    #[error("invalid board size `{0}`: a board needs at least one column and one row")]
    Empty(String),
    /// The board has more columns than there are digits and letters to name them.
    #[error("board {0} is too wide: a column is named by a digit or a letter, so at most {MAX_COLUMNS} are supported")]
    TooWide(String),
    /// The board has more bits than a bitboard can hold.
    #[error("board {text} is too large: its columns of rows + 1 bits take {bits} bits, at most {max} are supported")]
    TooLarge {
        /// The requested size.
        text: String,
        /// The number of bits that the board takes.
        bits: u64,
        /// The maximum number of bits.
        max: u32,
    },
}

impl<B: Bits> BoardSize<B> {
    /// Creates the size of a board with `rows` rows and `columns` columns.
    ///
    /// # Errors
    ///
    /// Returns an error if `rows` or `columns` is zero, if there are more than 35 columns, or if they take more than
    /// [`MAX_BITS`](Bits::MAX_BITS) bits.
    pub fn new(rows: u32, columns: u32) -> Result<Self, BoardError> {
        let text = || format!("{rows}x{columns}");
        if columns == 0 || rows == 0 {
            return Err(BoardError::Empty(text()));
        }
        let (bits, max) = (u64::from(columns) * (u64::from(rows) + 1), B::MAX_BITS);
        if bits > u64::from(max) {
            return Err(BoardError::TooLarge { text: text(), bits, max });
        }
        if columns > MAX_COLUMNS {
            return Err(BoardError::TooWide(text()));
        }
        let bottom = num_traits::cast(bottom(columns, rows)).expect("the board fits");
        Ok(Self { columns: columns as u8, rows: rows as u8, bottom })
    }
}

impl<B: Bits> Shape for BoardSize<B> {
    type Bits = B;

    #[inline]
    fn columns(self) -> u32 {
        u32::from(self.columns)
    }

    #[inline]
    fn rows(self) -> u32 {
        u32::from(self.rows)
    }

    #[inline]
    fn bottom(self) -> B {
        self.bottom
    }
}

impl<B: Bits, const ROWS: u32, const COLUMNS: u32> From<Fixed<ROWS, COLUMNS>> for BoardSize<B> {
    fn from(shape: Fixed<ROWS, COLUMNS>) -> Self {
        let bottom = num_traits::cast(shape.bottom()).expect("no bitboard has fewer bits");
        Self { columns: COLUMNS as u8, rows: ROWS as u8, bottom }
    }
}

/// Every board of 64 bits is also one of 128.
impl From<BoardSize> for BoardSize<u128> {
    fn from(BoardSize { columns, rows, bottom }: BoardSize) -> Self {
        Self { columns, rows, bottom: bottom.into() }
    }
}

/// Fails if the board has more than 64 bits.
impl TryFrom<BoardSize<u128>> for BoardSize {
    type Error = BoardError;

    fn try_from(board: BoardSize<u128>) -> Result<Self, BoardError> {
        Self::new(board.rows(), board.columns())
    }
}

impl<B> fmt::Display for BoardSize<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl<B> fmt::Debug for BoardSize<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<B: Bits> FromStr for BoardSize<B> {
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

const fn bottom(columns: u32, rows: u32) -> u128 {
    let mut bottom = 0;
    let mut column = 0;
    while column < columns {
        bottom |= 1 << (column * (rows + 1));
        column += 1;
    }
    bottom
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_sizes_are_parsed() {
        for text in ["1x1", "6x7", "7x8", "6x9", "63x1", "1x32", "3x16"] {
            let board: BoardSize = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(board.all().count_ones(), board.squares());
        }
        let error = |text: &str| text.parse::<BoardSize>().unwrap_err().to_string();
        assert!(error("5x0").contains("at least one column"));
        assert!(error("8x8").contains("72 bits"));
        assert!(error("4294967295x4294967295").contains("at most 64"));
        let wide = |text: &str| text.parse::<BoardSize<u128>>().map_err(|error| error.to_string());
        assert!(wide("1x36").unwrap_err().contains("at most 35") && wide("1x35").is_ok());
        for text in ["", "8", "x", "8x", "-1x5", "+1x5", "8x8x8", "1x99999999999"] {
            assert!(error(text).contains("ROWSxCOLUMNS"), "{text}");
        }
    }

    #[test]
    fn columns_from_the_centre() {
        let order = |text: &str| text.parse::<BoardSize>().unwrap().centre_first().collect::<Vec<_>>();
        assert_eq!(order("6x7"), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order("4x4"), [2, 1, 3, 0]);
        assert_eq!(order("4x1"), [0]);
        assert_eq!(order("4x2"), [1, 0]);
    }

    #[test]
    fn reflections_are_their_own_inverse() {
        for text in ["6x7", "4x4", "63x1", "1x32", "7x8"] {
            let board: BoardSize = text.parse().unwrap();
            assert_eq!(board.mirrored(board.column(0)), board.column(board.columns() - 1));
            assert_eq!(board.mirrored(board.all()), board.all());
            let bits = 0x9e37_79b9_7f4a_7c15 & board.all();
            assert_eq!(board.mirrored(board.mirrored(bits)), bits);
        }
    }

    #[test]
    fn upper_rows_are_counted_from_the_top() {
        assert_eq!("6x1".parse::<BoardSize>().unwrap().upper(), 0b10_1010);
        assert_eq!("5x2".parse::<BoardSize>().unwrap().upper(), 0b10101 | 0b10101 << 6);
        assert_eq!(Standard::default().upper(), "6x7".parse::<BoardSize>().unwrap().upper());
    }
}
