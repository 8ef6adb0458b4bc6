//! Table payloads: the best move, or the first moves of the best line (`[Breuker 1998, 2.7.3]`).

use bytemuck::Zeroable;
use search::{Line, Payload};

use crate::mv::Move;

/// The best move, in two bytes. A position with this payload takes 16 bytes.
///
/// ```
/// use chess::alibaba::Best;
/// use search::Payload;
///
/// let moves = chess::Position::start().legal_moves();
/// assert_eq!(Best::from_line(&moves[3..]).best(), Some(moves[3]));
/// assert_eq!(size_of::<Best>(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable)]
#[repr(transparent)]
pub struct Best(u16);

impl Payload<Move> for Best {
    #[inline]
    fn from_line(line: &[Move]) -> Self {
        Self(line.first().map_or(0, |mv| mv.bits()))
    }

    #[inline]
    fn best(self) -> Option<Move> {
        Move::from_bits(self.0)
    }
}

/// The first `N` moves of the best line, at most [nine](Lines::MAX_MOVES). A position with this payload takes 32 bytes.
///
/// ```
/// use chess::alibaba::Lines;
/// use search::Payload;
///
/// let moves = chess::Position::start().legal_moves();
/// assert_eq!(Lines::<3>::from_line(&moves).line().as_slice(), &moves[..3]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable)]
#[repr(transparent)]
pub struct Lines<const N: usize>([u16; 9]);

impl<const N: usize> Lines<N> {
    /// The maximum number of moves.
    pub const MAX_MOVES: usize = 9;

    const FITS: () = assert!(0 < N && N <= Self::MAX_MOVES, "a line has one to nine moves");
}

impl<const N: usize> Payload<Move> for Lines<N> {
    #[inline]
    fn from_line(line: &[Move]) -> Self {
        const { Self::FITS };
        let mut packed = Self::default();
        for (slot, mv) in packed.0.iter_mut().zip(line.iter().take(N)) {
            *slot = mv.bits();
        }
        packed
    }

    #[inline]
    fn best(self) -> Option<Move> {
        Move::from_bits(self.0[0])
    }

    #[inline]
    fn line(self) -> Line<Move> {
        self.0.into_iter().map_while(Move::from_bits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn lines_are_truncated() {
        let moves = Position::start().legal_moves();
        for length in 0..8 {
            let line = &moves[..length];
            assert_eq!(Best::from_line(line).best(), line.first().copied());
            assert_eq!(Lines::<3>::from_line(line).line().as_slice(), &line[..length.min(3)]);
            assert_eq!(Lines::<5>::from_line(line).best(), line.first().copied());
        }
        assert_eq!(Best::default().best(), None);
        assert!(Lines::<2>::default().line().is_empty());
    }
}
