//! Packing moves into table payloads.

use std::marker::PhantomData;

use tt::Payload;

use crate::Line;

/// A table payload that stores moves of type `M`.
///
/// The payload `()` stores no moves, so any game can be searched with a table that only stores scores. To store best
/// moves, implement this trait for a compact representation, whose [`NONE`](tt::Payload::NONE) must mean that there is
/// no move.
///
/// ```
/// use search::PackedMoves;
/// use tt::Payload;
///
/// #[derive(Clone, Copy, PartialEq)]
/// struct Packed(u8);
///
/// impl Payload for Packed {
///     const BITS: u32 = 8;
///     const NONE: Self = Self(0);
///
///     fn to_bits(self) -> u128 {
///         self.0.into()
///     }
///
///     fn from_bits(bits: u128) -> Self {
///         Self(bits as u8)
///     }
/// }
///
/// /// Moves are squares, numbered from 0.
/// impl PackedMoves<u8> for Packed {
///     fn from_line(line: &[u8]) -> Self {
///         Self(line.first().map_or(0, |square| square + 1))
///     }
///
///     fn best(self) -> Option<u8> {
///         self.0.checked_sub(1)
///     }
/// }
///
/// assert_eq!(Packed::from_line(&[7, 3]).best(), Some(7));
/// assert_eq!(Packed::NONE.best(), None);
/// ```
pub trait PackedMoves<M>: Payload {
    /// Packs a line: the best move, if there is one, and as many of the following moves as fit.
    ///
    /// The line has more than one move only for a game that [keeps lines](crate::Game::KEEPS_LINES).
    fn from_line(line: &[M]) -> Self;

    /// Returns the best move, which the search tries first.
    fn best(self) -> Option<M>;

    /// Returns all packed moves, starting with the best move.
    #[inline]
    fn line(self) -> Line<M> {
        self.best().into_iter().collect()
    }
}

impl<M> PackedMoves<M> for () {
    #[inline]
    fn from_line(_: &[M]) -> Self {}

    #[inline]
    fn best(self) -> Option<M> {
        None
    }
}

/// The best move in 16 bits, for moves that are numbered from 0 to 65,534.
///
/// ```
/// use search::{BestMove, PackedMoves};
/// use tt::Payload;
///
/// // Moves are squares.
/// assert_eq!(BestMove::<u8>::from_line(&[7, 3]).best(), Some(7));
/// assert_eq!(BestMove::<u8>::NONE.best(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The number of the move plus one; 0 means no move.
    code: u16,
    moves: PhantomData<M>,
}

impl<M: Copy + PartialEq + Send + Sync + 'static> Payload for BestMove<M> {
    const BITS: u32 = u16::BITS;
    const NONE: Self = Self { code: 0, moves: PhantomData };

    #[inline]
    fn to_bits(self) -> u128 {
        self.code.into()
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self { code: bits as u16, moves: PhantomData }
    }
}

impl<M: Copy + PartialEq + Send + Sync + 'static + Into<u16> + TryFrom<u16>> PackedMoves<M> for BestMove<M> {
    #[inline]
    fn from_line(line: &[M]) -> Self {
        Self { code: line.first().map_or(0, |&mv| mv.into() + 1), moves: PhantomData }
    }

    #[inline]
    fn best(self) -> Option<M> {
        M::try_from(self.code.checked_sub(1)?).ok()
    }
}
