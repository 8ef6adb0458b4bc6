//! Table payloads: the best move, or the first moves of the best line (`[Breuker 1998, 2.7.3]`).

use chess::Move;
use search::{Line, PackedMoves};
use tt::Payload;

/// The best move, in two bytes. A position with this payload takes 16 bytes.
///
/// ```
/// use alibaba::Best;
/// use search::PackedMoves;
///
/// let moves = chess::Position::start().legal_moves();
/// assert_eq!(Best::from_line(&moves[3..]).best(), Some(moves[3]));
/// assert_eq!(size_of::<Best>(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best(u16);

impl Payload for Best {
    const BITS: u32 = u16::BITS;
    const NONE: Self = Self(0);

    #[inline]
    fn to_bits(self) -> u128 {
        self.0.into()
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self(bits as u16)
    }
}

impl PackedMoves<Move> for Best {
    #[inline]
    fn from_line(line: &[Move]) -> Self {
        Self(line.first().map_or(0, |mv| mv.bits()))
    }

    #[inline]
    fn best(self) -> Option<Move> {
        Move::from_bits(self.0)
    }
}

/// The first moves of the best line, at most [eight](Lines::MAX_MOVES). A position with this payload takes 32 bytes.
/// [`Search::stored_moves`](search::Search::stored_moves) limits their number.
///
/// ```
/// use alibaba::Lines;
/// use search::PackedMoves;
///
/// let moves = chess::Position::start().legal_moves();
/// assert_eq!(Lines::from_line(&moves).line().as_slice(), &moves[..8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines([u16; Self::MAX_MOVES]);

impl Lines {
    /// The maximum number of moves.
    pub const MAX_MOVES: usize = 8;
}

impl Payload for Lines {
    const BITS: u32 = 128;
    const NONE: Self = Self([0; 8]);

    #[inline]
    fn to_bits(self) -> u128 {
        self.0.iter().rev().fold(0, |bits, &mv| bits << 16 | u128::from(mv))
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self(std::array::from_fn(|index| (bits >> (16 * index)) as u16))
    }
}

impl PackedMoves<Move> for Lines {
    #[inline]
    fn from_line(line: &[Move]) -> Self {
        let mut packed = Self::NONE;
        for (slot, mv) in packed.0.iter_mut().zip(line) {
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
    use chess::Position;

    #[test]
    fn lines_are_truncated() {
        let moves = Position::start().legal_moves();
        for length in 0..10 {
            let line = &moves[..length];
            assert_eq!(Best::from_line(line).best(), line.first().copied());
            assert_eq!(Lines::from_line(line).line().as_slice(), &line[..length.min(8)]);
            assert_eq!(Lines::from_line(line).best(), line.first().copied());
        }
        assert_eq!(Best::NONE.best(), None);
        assert!(Lines::NONE.line().is_empty());
    }
}
