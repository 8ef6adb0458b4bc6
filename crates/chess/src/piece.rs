//! The two players and their pieces.

use std::fmt;
use std::ops::Not;

/// White or Black.
///
/// ```
/// use chess::{Colour, Position};
///
/// assert_eq!(Position::start().to_move(), Colour::White);
/// assert_eq!(!Colour::White, Colour::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Colour {
    /// White, then Black.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the direction of a pawn, as a difference of square indices.
    #[inline]
    pub(crate) const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }

    /// Converts a rank from this player's point of view to a rank of the board; both are counted from 0.
    #[inline]
    #[must_use]
    pub const fn rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }
}

impl Not for Colour {
    type Output = Self;

    /// Returns the opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A piece type. Types are ordered by ascending value.
///
/// ```
/// use chess::PieceType;
///
/// assert!(PieceType::Pawn < PieceType::Queen);
/// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceType {
    /// A pawn, which moves forward and captures diagonally.
    Pawn,
    /// A knight, which moves in an L shape.
    Knight,
    /// A bishop, which moves along diagonals.
    Bishop,
    /// A rook, which moves along ranks and files.
    Rook,
    /// A queen, which moves along ranks, files and diagonals.
    Queen,
    /// A king, which moves one square in any direction.
    King,
}

impl PieceType {
    /// All piece types, in ascending order.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The piece types to which a pawn can promote, in descending order of value.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the English letter in lower case: `p`, `n`, `b`, `r`, `q`, `k`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece type for a letter in upper or lower case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// A piece with its colour.
///
/// ```
/// use chess::{Colour, PieceType, Piece, Position};
///
/// let king = Position::start().piece_on("e8".parse()?).unwrap();
/// assert_eq!((king.colour(), king.piece_type()), (Colour::Black, PieceType::King));
/// assert_eq!(king, Piece::BlackKing);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Piece {
    // The low three bits are the piece type; the next bit is the colour.
    WhitePawn = 0,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn = 8,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
}

impl Piece {
    const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::WhiteKnight,
        Self::WhiteBishop,
        Self::WhiteRook,
        Self::WhiteQueen,
        Self::WhiteKing,
        Self::BlackPawn,
        Self::BlackKnight,
        Self::BlackBishop,
        Self::BlackRook,
        Self::BlackQueen,
        Self::BlackKing,
    ];

    /// Returns the piece with the given colour and type.
    #[inline]
    #[must_use]
    pub const fn new(colour: Colour, kind: PieceType) -> Self {
        Self::ALL[colour as usize * 6 + kind as usize]
    }

    /// Returns the colour of the piece.
    #[inline]
    #[must_use]
    pub const fn colour(self) -> Colour {
        if (self as u8) < 8 { Colour::White } else { Colour::Black }
    }

    /// Returns the type of the piece.
    #[inline]
    #[must_use]
    pub const fn piece_type(self) -> PieceType {
        // As many places as three bits can tell apart need no bounds check.
        const BY_BITS: [PieceType; 8] = {
            use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
            [Pawn, Knight, Bishop, Rook, Queen, King, King, King]
        };
        BY_BITS[self as usize & 7]
    }

    /// Returns the index of the piece, from 0 to 11: White's pawn, knight, bishop, rook, queen and king, then Black's.
    #[must_use]
    pub const fn index(self) -> usize {
        self.colour() as usize * 6 + self.piece_type() as usize
    }

    /// Returns the FEN letter, which is upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::White => self.piece_type().letter().to_ascii_uppercase(),
            Colour::Black => self.piece_type().letter(),
        }
    }

    /// Returns the piece for a FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_a_colour_and_a_type() {
        for colour in Colour::BOTH {
            for kind in PieceType::ALL {
                let piece = Piece::new(colour, kind);
                assert_eq!((piece.colour(), piece.piece_type()), (colour, kind));
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('N'), Some(Piece::WhiteKnight));
        assert_eq!(PieceType::from_letter('x'), None);
        assert_eq!(!Colour::White, Colour::Black);
    }
}
