//! Squares and bitboards.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use std::str::FromStr;

/// A square of the board, with an index from 0 (a1), 1 (b1) to 63 (h8).
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

/// An invalid name of a square.
///
/// ```
/// let error = "i9".parse::<chess::Square>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid square `i9`: expected a file and a rank, e.g. e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid square `{0}`: expected a file and a rank, e.g. e4")]
pub struct SquareError(String);

impl Square {
    /// Iterates over all squares, from a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Returns the square with the given index.
    ///
    /// # Panics
    ///
    /// Panics if `index` is 64 or more.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < 64, "the index of a square must be less than 64");
        Self(index)
    }

    /// Returns the square on a file (0 is the a-file) and a rank (0 is the first rank), or `None` if either is 8 or
    /// more.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Returns the index of the square, from 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that the index is less than 64.
        (self.0 & 63) as usize
    }

    /// Returns the file, from 0 (the a-file) to 7 (the h-file).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, from 0 (the first rank) to 7 (the eighth rank).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3 & 7
    }

    /// Returns the square whose index is greater by `step`. The result is unspecified if there is no such square.
    #[inline]
    pub(crate) const fn offset(self, step: i8) -> Self {
        Self(self.0.wrapping_add_signed(step) & 63)
    }

    /// Returns the bitboard that contains only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
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

/// A bitboard: a set of squares, in which bit `i` represents the square with index `i`.
///
/// ```
/// use chess::{Bitboard, Square};
///
/// let corners = Bitboard::FIRST_RANK & (Bitboard::file(0) | Bitboard::file(7));
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h1"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The set of all squares.
    pub const ALL: Self = Self(!0);
    /// The squares a1 to h1.
    pub const FIRST_RANK: Self = Self(0xff);

    /// Returns the squares of a file, from 0 (the a-file) to 7 (the h-file).
    #[inline]
    #[must_use]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// Returns the squares of a rank, from 0 (the first rank) to 7 (the eighth rank).
    #[inline]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// Returns the number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains more than one square.
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether the set contains `square`.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> (square.0 & 63) & 1 != 0
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// Iterates over the squares by ascending index.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut remaining = self;
        std::iter::from_fn(move || {
            let square = remaining.first()?;
            remaining.0 &= remaining.0 - 1;
            Some(square)
        })
    }

    /// Moves every square by `step`. Squares that leave the board at the top or bottom are dropped.
    #[inline]
    pub(crate) const fn shifted(self, step: i8) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |sum, square| sum | square.bitboard())
    }
}

macro_rules! set_operations {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident, $operator:tt;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $assign for Bitboard {
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

impl Not for Bitboard {
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
    fn every_square_round_trips() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
            assert_eq!(square.bitboard().first(), Some(square));
        }
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(Square::at(8, 0), None);
    }

    #[test]
    fn bitboards_are_sets() {
        let set: Bitboard = ["a1", "h8", "e4"].iter().map(|text| text.parse::<Square>().unwrap()).collect();
        assert_eq!(set.len(), 3);
        assert!(set.more_than_one() && !set.is_empty() && !Bitboard::rank(7).is_empty());
        assert_eq!(format!("{set:?}"), "{a1, e4, h8}");
        assert_eq!((!set).len(), 61);
    }
}
