//! Bitboards: integers with a bit for each square of a board.

#![allow(private_bounds, reason = "a private supertrait seals `Bits`")]

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

use num_traits::{CheckedShl, CheckedShr, PrimInt, ToBytes, Unsigned, WrappingSub};

use crate::slot::{LONG_KEY_BITS, Storable};

/// An integer that serves as a bitboard: `u64`, or `u128` for boards of more than 64 bits, which are slower.
///
/// This trait cannot be implemented for other types.
///
/// ```
/// use connect_four::{Bits, BoardSize, Position, best::Solver};
///
/// assert!("8x8".parse::<BoardSize>().is_err(), "a board of 72 bits");
/// let board: BoardSize<u128> = "8x8".parse()?;
/// let endgame = Position::read(board, "1234567812345678876543218765432112345678123456788765")?;
/// assert_eq!(Solver::for_board(board, 10)?.solve(&endgame).score, Some(0));
/// assert_eq!(u64::MAX_BITS, 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bits:
    PrimInt
    + Unsigned
    + CheckedShl
    + CheckedShr
    + WrappingSub
    + ToBytes
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Default
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + Storable
{
    /// The maximum number of bits of a board; each column takes one bit more than it has rows.
    const MAX_BITS: u32;
}

impl Bits for u64 {
    const MAX_BITS: u32 = u64::BITS;
}

impl Bits for u128 {
    const MAX_BITS: u32 = LONG_KEY_BITS;
}

/// Returns the bitboard with bit number `number`.
#[inline(always)]
pub(crate) fn bit<B: Bits>(number: u32) -> B {
    B::one().unsigned_shl(number)
}

/// Returns the bitboard with the lowest `number` bits. There is at least one.
#[inline(always)]
pub(crate) fn low<B: Bits>(number: u32) -> B {
    B::max_value().unsigned_shr(width::<B>() - number)
}

/// Returns the number of bits of the integer.
#[inline(always)]
pub(crate) fn width<B: Bits>() -> u32 {
    B::zero().count_zeros()
}

/// Returns the lowest bit of a bitboard.
#[inline(always)]
pub(crate) fn lowest<B: Bits>(bits: B) -> B {
    bits & B::zero().wrapping_sub(&bits)
}

/// Returns whether a bitboard has at most one bit.
#[inline(always)]
pub(crate) fn is_one_at_most<B: Bits>(bits: B) -> bool {
    (bits & bits.wrapping_sub(&B::one())).is_zero()
}

/// Shifts left. The result is 0 if the shift is as wide as the integer, as can happen on boards with few columns.
#[inline(always)]
pub(crate) fn left<B: Bits>(bits: B, by: u32) -> B {
    bits.checked_shl(by).unwrap_or(B::zero())
}

/// Shifts right, like [`left`].
#[inline(always)]
pub(crate) fn right<B: Bits>(bits: B, by: u32) -> B {
    bits.checked_shr(by).unwrap_or(B::zero())
}

/// Iterates over the bits of a bitboard, each as a bitboard.
#[inline(always)]
pub(crate) fn each<B: Bits>(mut bits: B) -> impl Iterator<Item = B> {
    std::iter::from_fn(move || {
        let bit = lowest(bits);
        bits ^= bit;
        (!bit.is_zero()).then_some(bit)
    })
}
