//! A position with what became of it, in 32 bytes.

use chess::{Bitboard, Colour, Piece, PieceType, Position, Square};

/// A quiet position of a game, seen from the player to move.
///
/// ```
/// use training::TrainingSample;
///
/// let sample = TrainingSample::new(&chess::Position::start(), 25, 1);
/// assert_eq!(sample.pieces().count(), 32);
/// assert_eq!((sample.score(), sample.half_points()), (25, 1));
/// assert_eq!(TrainingSample::from_bytes(sample.to_bytes()), Ok(sample));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSample {
    occupied: u64,
    /// Four bits for each piece, in the order of the squares: the type, and 8 if it is one of the opponent.
    pieces: [u8; 16],
    score: i16,
    half_points: u8,
}

/// Bytes that do not encode a sample.
///
/// ```
/// let error = training::TrainingSample::from_bytes([0xff; 32]).unwrap_err();
/// assert_eq!(error.to_string(), "invalid sample: 64 pieces, expected at most 32");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// There are too many pieces.
    #[error("invalid sample: {0} pieces, expected at most 32")]
    TooManyPieces(u32),
    /// A piece has a type that does not exist.
    #[error("invalid sample: piece type {0}, expected at most 5")]
    NoPieceType(u8),
    /// The result is invalid.
    #[error("invalid sample: {0} half points, expected at most 2")]
    TooManyHalfPoints(u8),
}

impl TrainingSample {
    /// The bytes of a sample.
    pub const BYTES: usize = 32;

    /// Creates a sample of a position. The score and the half points (0, 1 or 2) are those of the player to move.
    ///
    /// # Panics
    ///
    /// Panics if there are more than two half points.
    #[must_use]
    pub fn new(position: &Position, score: i16, half_points: u8) -> Self {
        assert!(half_points <= 2, "a game has at most two half points");
        let us = position.to_move();
        let turned = |square: Square| Square::new(square.index() as u8 ^ if us == Colour::White { 0 } else { 56 });
        let mut sample = Self { occupied: 0, pieces: [0; 16], score, half_points };
        let turned_squares = Square::all().map(|square| (square, position.piece_on(turned(square))));
        let all = turned_squares.filter_map(|(square, piece)| Some((square, piece?)));
        for (number, (square, piece)) in all.enumerate() {
            let code = piece.piece_type() as u8 | if piece.colour() == us { 0 } else { 8 };
            sample.occupied |= square.bitboard().0;
            sample.pieces[number / 2] |= code << (4 * (number % 2));
        }
        sample
    }

    /// Returns the pieces with their squares, as if the player to move were White.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        let codes = (0..32).map(|number| self.pieces[number / 2] >> (4 * (number % 2)) & 15);
        Bitboard(self.occupied).iter().zip(codes).map(|(square, code)| {
            let colour = if code & 8 == 0 { Colour::White } else { Colour::Black };
            (Piece::new(colour, PieceType::ALL[usize::from(code & 7).min(5)]), square)
        })
    }

    /// Returns the score of the search, in hundredths of a pawn.
    #[must_use]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// Returns the half points that the player to move won in the game: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> u8 {
        self.half_points
    }

    /// Returns the sample as bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.half_points;
        bytes
    }

    /// Returns the sample with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not those of a sample.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, SampleError> {
        let (mut occupied, mut pieces) = ([0; 8], [0; 16]);
        occupied.copy_from_slice(&bytes[..8]);
        pieces.copy_from_slice(&bytes[8..24]);
        let occupied = u64::from_le_bytes(occupied);
        let (score, half_points) = (i16::from_le_bytes([bytes[24], bytes[25]]), bytes[26]);
        if occupied.count_ones() > 32 {
            return Err(SampleError::TooManyPieces(occupied.count_ones()));
        }
        let kinds = (0..occupied.count_ones() as usize).map(|number| pieces[number / 2] >> (4 * (number % 2)) & 7);
        if let Some(kind) = kinds.into_iter().find(|&kind| kind > 5) {
            return Err(SampleError::NoPieceType(kind));
        }
        if half_points > 2 {
            return Err(SampleError::TooManyHalfPoints(half_points));
        }
        Ok(Self { occupied, pieces, score, half_points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_to_move_is_white() {
        let white = Position::from_fen("4k3/8/8/8/8/8/P7/4K2R w K - 0 1").unwrap();
        let black = Position::from_fen("4k2r/p7/8/8/8/8/8/4K3 b k - 0 1").unwrap();
        let [one, other] = [white, black].map(|position| TrainingSample::new(&position, -30, 2));
        assert_eq!(one, other);
        let pieces: Vec<_> = one.pieces().map(|(piece, square)| format!("{}{square}", piece.letter())).collect();
        assert_eq!(pieces, ["Ke1", "Rh1", "Pa2", "ke8"]);
    }
}
