//! Squares, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use std::str::FromStr;

/// A square of the board: a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use chess::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank(), square.index()), (4, 3, 28));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), chess::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square.
///
/// ```
/// let error = "i9".parse::<chess::Square>().unwrap_err();
/// assert_eq!(error.to_string(), "`i9` is no square; write a file and a rank, like e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no square; write a file and a rank, like e4")]
pub struct SquareError(String);

impl Square {
    /// Every square, from a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The square of this index.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < 64, "a board has 64 squares");
        Self(index)
    }

    /// The square on this file (0 is a) and rank (0 is the first), if both are below 8.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Its number, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructor has checked.
        (self.0 & 63) as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 (the first) to 7 (the eighth).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3 & 7
    }

    /// The square `step` further on; the caller knows that there is one.
    #[inline]
    pub(crate) const fn offset(self, step: i8) -> Self {
        Self(self.0.wrapping_add_signed(step) & 63)
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub const fn set(self) -> Squares {
        Squares(1 << (self.0 & 63))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (char::from(b'a' + self.file()), char::from(b'1' + self.rank()));
        f.pad(&format!("{file}{rank}"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Self::at(file - b'a', rank - b'1'),
            _ => None,
        };
        square.ok_or_else(|| SquareError(text.to_owned()))
    }
}

/// A set of squares: bit `i` stands for the square of index `i`.
///
/// ```
/// use chess::{Square, Squares};
///
/// let corners = Squares::FIRST_RANK & (Squares::file(0) | Squares::file(7));
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h1"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub u64);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(!0);
    /// a1 to h1.
    pub const FIRST_RANK: Self = Self(0xff);

    /// The squares of a file, 0 (a) to 7 (h).
    #[inline]
    #[must_use]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The squares of a rank, 0 (the first) to 7 (the eighth).
    #[inline]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is more than one.
    #[inline]
    #[must_use]
    pub const fn are_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is one of them.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (square.0 & 63) & 1 != 0
    }

    /// The one of the lowest index.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// Every one of them, by ascending index.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self;
        std::iter::from_fn(move || {
            let square = left.first()?;
            left.0 &= left.0 - 1;
            Some(square)
        })
    }

    /// All of them `step` further on; those that leave the board by its top or bottom are lost.
    #[inline]
    pub(crate) const fn shifted(self, step: i8) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |sum, square| sum | square.set())
    }
}

macro_rules! set_operations {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident, $operator:tt;)*) => {$(
        impl $trait for Squares {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign for Squares {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}

set_operations! {
    BitAnd bitand, BitAndAssign bitand_assign, &;
    BitOr bitor, BitOrAssign bitor_assign, |;
    BitXor bitxor, BitXorAssign bitxor_assign, ^;
}

impl Not for Squares {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(square.set().first(), Some(square));
        }
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(Square::at(8, 0), None);
    }

    #[test]
    fn sets_are_sets() {
        let set: Squares = ["a1", "h8", "e4"].iter().map(|text| text.parse::<Square>().unwrap()).collect();
        assert_eq!(set.len(), 3);
        assert!(set.are_several() && !set.is_empty() && !Squares::rank(7).is_empty());
        assert_eq!(format!("{set:?}"), "{a1, e4, h8}");
        assert_eq!((!set).len(), 61);
    }
}
