//! The random numbers from which the key of a position is computed.

use std::sync::Arc;

use zobrist::{Key, Numbers};

use crate::castling::CastlingRights;
use crate::piece::{Colour, Piece, PieceType};
use crate::square::Square;

/// The 781 random numbers of chess (`[Breuker 1998, 2.3.1]`), generated from a seed.
///
/// # Stability
///
/// The numbers are those of [`Numbers::generate`] with a count of 781, and their assignment does not change:
///
/// 1. 64 numbers for each piece, from a1, b1 to h8: the white pawn, knight, bishop, rook, queen and king, then the
///    black pieces in the same order;
/// 2. 4 numbers for the castling rights: White kingside and queenside, Black kingside and queenside;
/// 3. 8 numbers for the files of an en passant capture;
/// 4. 1 number if Black is to move.
///
/// ```
/// use chess::{Keys, Piece, Position, Square};
///
/// let keys = Keys::new(zobrist::DEFAULT_SEED);
/// let numbers = zobrist::Numbers::generate(zobrist::DEFAULT_SEED, Keys::COUNT);
/// assert_eq!(keys.piece(Piece::WhiteKnight, "a1".parse()?), numbers[64]);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(Arc<Table>);

#[derive(Debug, PartialEq, Eq)]
struct Table {
    seed: u64,
    /// Indexed by the piece's discriminant, so that the index needs no arithmetic; four rows are unused.
    pieces: [[Key; 64]; 16],
    castling: [Key; 16],
    en_passant: [Key; 8],
    black_to_move: Key,
}

impl Keys {
    /// The number of random numbers.
    pub const COUNT: usize = 12 * 64 + 4 + 8 + 1;

    /// Generates the numbers from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let numbers = Numbers::generate(seed, Self::COUNT);
        let (pieces, others) = numbers.as_slice().split_at(12 * 64);
        let castling = |rights: usize| {
            (0..4).filter(|right| rights >> right & 1 != 0).fold(Key::default(), |sum, right| sum ^ others[right])
        };
        let mut table = [[Key::default(); 64]; 16];
        for piece in Colour::BOTH.into_iter().flat_map(|colour| PieceType::ALL.map(|kind| Piece::new(colour, kind))) {
            table[piece as usize].copy_from_slice(&pieces[64 * piece.index()..][..64]);
        }
        Self(Arc::new(Table {
            seed,
            pieces: table,
            castling: std::array::from_fn(castling),
            en_passant: std::array::from_fn(|file| others[4 + file]),
            black_to_move: others[12],
        }))
    }

    /// Returns the seed of the numbers.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.0.seed
    }

    /// Returns the number of a piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, piece: Piece, square: Square) -> Key {
        self.0.pieces[piece as usize][square.index()]
    }

    /// Returns the exclusive-or of the numbers of castling rights.
    #[inline]
    #[must_use]
    pub fn castling(&self, rights: CastlingRights) -> Key {
        self.0.castling[usize::from(rights.bits()) & 15]
    }

    /// Returns the number of a legal en passant capture on `file`.
    #[inline]
    #[must_use]
    pub fn en_passant(&self, file: u8) -> Key {
        self.0.en_passant[usize::from(file & 7)]
    }

    /// Returns the number for Black to move.
    #[inline]
    #[must_use]
    pub fn black_to_move(&self) -> Key {
        self.0.black_to_move
    }
}

const _: () = assert!(Colour::BOTH.len() * PieceType::ALL.len() * 64 + 13 == Keys::COUNT);
