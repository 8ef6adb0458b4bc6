//! The two players and their pieces.

use std::fmt;
use std::ops::Not;

/// The player of the white pieces, or the one of the black.
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

    /// The step of a pawn in square indices.
    #[inline]
    pub(crate) const fn forward(self) -> i8 {
        match self {
            Self::White => 8,
            Self::Black => -8,
        }
    }

    /// The rank (from 0) that is this player's first, second, and so on (`rank` from 0).
    #[inline]
    pub(crate) const fn rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }
}

impl Not for Colour {
    type Output = Self;

    /// The opponent.
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

/// A kind of piece, in ascending order of worth.
///
/// ```
/// use chess::Kind;
///
/// assert!(Kind::Pawn < Kind::Queen);
/// assert_eq!(Kind::from_letter('N'), Some(Kind::Knight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Moves forward, captures aslant.
    Pawn,
    /// Leaps.
    Knight,
    /// Moves along diagonals.
    Bishop,
    /// Moves along ranks and files.
    Rook,
    /// Moves along all lines.
    Queen,
    /// Must not be lost.
    King,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// What a pawn can become, the greatest first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The letter of the English notation in lower case: `p`, `n`, `b`, `r`, `q`, `k`.
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

    /// The kind of this letter in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// A piece of a player.
///
/// ```
/// use chess::{Colour, Kind, Piece, Position};
///
/// let king = Position::start().piece_on("e8".parse()?).unwrap();
/// assert_eq!((king.colour(), king.kind()), (Colour::Black, Kind::King));
/// assert_eq!(king, Piece::BlackKing);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Piece {
    // The kind in the low three bits, the colour above.
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

    /// The piece of this kind and colour.
    #[inline]
    #[must_use]
    pub const fn new(colour: Colour, kind: Kind) -> Self {
        Self::ALL[colour as usize * 6 + kind as usize]
    }

    /// Whose it is.
    #[inline]
    #[must_use]
    pub const fn colour(self) -> Colour {
        if (self as u8) < 8 { Colour::White } else { Colour::Black }
    }

    /// Of which kind it is.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self as usize & 7]
    }

    /// Its number among twelve: White's pawn, knight, bishop, rook, queen, king, then Black's.
    #[must_use]
    pub const fn index(self) -> usize {
        self.colour() as usize * 6 + self.kind() as usize
    }

    /// The letter as FEN writes it: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::White => self.kind().letter().to_ascii_uppercase(),
            Colour::Black => self.kind().letter(),
        }
    }

    /// The piece of this FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_colours_and_kinds() {
        for colour in Colour::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(colour, kind);
                assert_eq!((piece.colour(), piece.kind()), (colour, kind));
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('N'), Some(Piece::WhiteKnight));
        assert_eq!(Kind::from_letter('x'), None);
        assert_eq!(!Colour::White, Colour::Black);
    }
}
