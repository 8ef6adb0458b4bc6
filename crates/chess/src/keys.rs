//! The numbers that make up the key of a position.

use std::sync::Arc;

use zobrist::{Key, Numbers};

use crate::castling::Castling;
use crate::piece::{Colour, Kind, Piece};
use crate::square::Square;

/// The 781 numbers of chess (`[Breuker 1998, 2.3.1]`), drawn from a seed.
///
/// # Stability
///
/// The numbers are those of [`Numbers::generate`] with 781 of them, and what they stand for does not change: 64 for
/// each piece, a1, b1, ... h8 (the white pawn, knight, bishop, rook, queen and king, then the black ones), 4 for the
/// castling rights (White's on the king's side and on the queen's, then Black's), 8 for the files of an *en passant*
/// capture, and the last if Black is to move.
///
/// ```
/// use chess::{Keys, Piece, Position, Square};
///
/// let keys = Keys::new(zobrist::DEFAULT_SEED);
/// let numbers = zobrist::Numbers::<u64>::generate(zobrist::DEFAULT_SEED, Keys::COUNT);
/// assert_eq!(keys.piece(Piece::WhiteKnight, "a1".parse()?), numbers[64]);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(Arc<Table>);

#[derive(Debug, PartialEq, Eq)]
struct Table {
    seed: u64,
    /// By piece as it is represented, so that the index needs no arithmetic; four rows are empty.
    pieces: [[Key; 64]; 16],
    castling: [Key; 16],
    en_passant: [Key; 8],
    black_to_move: Key,
}

impl Keys {
    /// How many numbers there are.
    pub const COUNT: usize = 12 * 64 + 4 + 8 + 1;

    /// Draws the numbers from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let numbers = Numbers::<u64>::generate(seed, Self::COUNT);
        let (pieces, others) = numbers.as_slice().split_at(12 * 64);
        let castling = |rights: usize| {
            (0..4).filter(|right| rights >> right & 1 != 0).fold(Key::default(), |sum, right| sum ^ others[right])
        };
        let mut table = [[Key::default(); 64]; 16];
        for piece in Colour::BOTH.into_iter().flat_map(|colour| Kind::ALL.map(|kind| Piece::new(colour, kind))) {
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

    /// What they were drawn from.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.0.seed
    }

    /// The number of a piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(&self, piece: Piece, square: Square) -> Key {
        self.0.pieces[piece as usize][square.index()]
    }

    /// The numbers of castling rights together.
    #[inline]
    #[must_use]
    pub fn castling(&self, rights: Castling) -> Key {
        self.0.castling[usize::from(rights.bits()) & 15]
    }

    /// The number of a possible capture *en passant* to this file.
    #[inline]
    #[must_use]
    pub fn en_passant(&self, file: u8) -> Key {
        self.0.en_passant[usize::from(file & 7)]
    }

    /// The number of Black being to move.
    #[inline]
    #[must_use]
    pub fn black_to_move(&self) -> Key {
        self.0.black_to_move
    }
}

const _: () = assert!(Colour::BOTH.len() * Kind::ALL.len() * 64 + 13 == Keys::COUNT);
