//! Bitboards, and runs of adjacent squares in them.

use std::fmt::{Debug, LowerHex};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A bitboard, which stores a set of squares as the bits of an integer: `u64` for boards of up to 64 squares, `u128`
/// for boards of up to 128.
///
/// Squares are numbered row by row from the top left; square 0 is the lowest bit.
///
/// ```
/// use domineering::Bitboard;
///
/// let corner = <u64 as Bitboard>::square(0) | <u64 as Bitboard>::square(7);
/// assert_eq!((corner.count(), corner.lowest()), (2, 0));
/// assert_eq!(corner.without_lowest(), <u64 as Bitboard>::square(7));
/// ```
pub trait Bitboard:
    Copy
    + Ord
    + Hash
    + Debug
    + LowerHex
    + Default
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The number of squares that the type can represent.
    const CAPACITY: u32;
    /// The empty set.
    const NONE: Self;

    /// Returns the set that contains only `square`.
    fn square(square: u32) -> Self;
    /// Returns the set of the first `count` squares.
    fn below(count: u32) -> Self;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// Returns the lowest square of a non-empty set.
    fn lowest(self) -> u32;
    /// Returns the set without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Returns the set in 64-bit words, lowest first. The second word is 0 if the type has 64 bits.
    fn words(self) -> [u64; 2];
    /// Returns the set with the first `count` squares in reverse order. It contains no others.
    #[must_use]
    fn reversed(self, count: u32) -> Self;
    /// Returns the set as bytes. Different sets have different bytes.
    fn bytes(self) -> Box<[u8]>;
}

macro_rules! squares {
    ($($type:ty),*) => {$(
        impl Bitboard for $type {
            const CAPACITY: u32 = <$type>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn square(square: u32) -> Self {
                1 << square
            }

            fn below(count: u32) -> Self {
                if count == Self::CAPACITY { !0 } else { (1 << count) - 1 }
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn words(self) -> [u64; 2] {
                [self as u64, (u128::from(self) >> 64) as u64]
            }

            #[inline]
            fn reversed(self, count: u32) -> Self {
                self.reverse_bits() >> (Self::CAPACITY - count)
            }

            fn bytes(self) -> Box<[u8]> {
                self.to_le_bytes().into()
            }
        }
    )*};
}
squares!(u64, u128);

/// The lanes of a board in one direction: its rows, or its columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<S> {
    /// The distance from a square to its successor in the lane.
    pub(crate) step: u32,
    length: u32,
    not_first: S,
    not_last: S,
}

impl<S: Bitboard> Lanes<S> {
    pub(crate) fn rows_of(board: crate::BoardSize) -> Self {
        Self::new(board, 1, board.columns())
    }

    pub(crate) fn columns_of(board: crate::BoardSize) -> Self {
        Self::new(board, board.columns(), board.rows())
    }

    fn new(board: crate::BoardSize, step: u32, length: u32) -> Self {
        let collect = |excluded: u32| {
            (0..board.squares())
                .filter(|square| square / step % length != excluded)
                .fold(S::NONE, |set, square| set | S::square(square))
        };
        // A lane of one square has no neighbours, and its step could be as large as the width of the integer.
        let step = if length == 1 { 1 } else { step };
        Self { step, length, not_first: collect(0), not_last: collect(length - 1) }
    }

    /// Returns the squares whose predecessor is in `set`.
    #[inline]
    pub(crate) fn after(&self, set: S) -> S {
        set << self.step & self.not_first
    }

    /// Returns the squares whose successor is in `set`.
    #[inline]
    pub(crate) fn before(&self, set: S) -> S {
        set >> self.step & self.not_last
    }

    /// Returns the squares of `set` at an even distance from the first square of their run, including the first one.
    ///
    /// A run is a maximal sequence of adjacent squares in a lane. The distance doubles in each step: a square is at an
    /// even distance if the square two (four, eight, ...) before it is, and all squares between them are in the set.
    #[inline]
    pub(crate) fn even_from_first(&self, set: S) -> S {
        let joined = set & self.after(set);
        let mut even = set & !joined;
        if self.length <= 2 {
            return even;
        }
        let mut unbroken = joined & joined << self.step;
        let mut shift = 2 * self.step;
        even |= unbroken & even << shift;
        let mut distance = 4;
        while distance < self.length {
            unbroken &= unbroken << shift;
            shift *= 2;
            even |= unbroken & even << shift;
            distance *= 2;
        }
        even
    }

    /// Returns the squares of `set` at an even distance from the last square of their run.
    #[inline]
    pub(crate) fn even_from_last(&self, set: S) -> S {
        let joined = set & self.before(set);
        let mut even = set & !joined;
        if self.length <= 2 {
            return even;
        }
        let mut unbroken = joined & joined >> self.step;
        let mut shift = 2 * self.step;
        even |= unbroken & even >> shift;
        let mut distance = 4;
        while distance < self.length {
            unbroken &= unbroken >> shift;
            shift *= 2;
            even |= unbroken & even >> shift;
            distance *= 2;
        }
        even
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;
    use proptest::prelude::*;

    /// Returns the distance of each square of the set from the first square of its run, computed one by one.
    fn distances(board: BoardSize, set: u128, step: u32, length: u32) -> Vec<(u32, u32)> {
        let mut distances: Vec<(u32, u32)> = Vec::new();
        for square in (0..board.squares()).filter(|square| set >> square & 1 == 1) {
            let before = (!(square / step).is_multiple_of(length))
                .then(|| distances.iter().find(|&&(other, _)| other + step == square).map(|&(_, distance)| distance))
                .flatten();
            distances.push((square, before.map_or(0, |distance| distance + 1)));
        }
        distances
    }

    proptest! {
        #[test]
        fn parities_agree_with_counting(rows in 1..=12_u32, columns in 1..=10_u32, bits: u128) {
            let board = BoardSize::new(rows, columns).unwrap();
            let set = bits & u128::below(board.squares());
            for (lanes, step, length) in
                [(Lanes::rows_of(board), 1, columns), (Lanes::columns_of(board), columns, rows)]
            {
                let even = distances(board, set, step, length).iter()
                    .filter(|(_, distance)| distance % 2 == 0)
                    .fold(0, |even, &(square, _)| even | 1_u128 << square);
                prop_assert_eq!(lanes.even_from_first(set), even);
                let reversed = |set: u128| set.reverse_bits() >> (128 - board.squares());
                prop_assert_eq!(reversed(lanes.even_from_last(reversed(set))), even);
            }
        }
    }
}
