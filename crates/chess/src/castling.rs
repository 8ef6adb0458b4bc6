//! Castling rights.

use std::fmt;

use crate::piece::Colour;
use crate::square::{Square, Squares};

bitflags::bitflags! {
    /// Which castlings are still allowed, as far as king and rooks have not moved.
    ///
    /// ```
    /// use chess::Castling;
    ///
    /// assert_eq!((Castling::WHITE_KING | Castling::BLACK_QUEEN).to_string(), "Kq");
    /// assert_eq!(Castling::empty().to_string(), "-");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Castling: u8 {
        /// White on the king's side.
        const WHITE_KING = 1;
        /// White on the queen's side.
        const WHITE_QUEEN = 2;
        /// Black on the king's side.
        const BLACK_KING = 4;
        /// Black on the queen's side.
        const BLACK_QUEEN = 8;
    }
}

/// One castling: who, and the squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) right: Castling,
    pub(crate) letter: char,
    pub(crate) king: (Square, Square),
    pub(crate) rook: (Square, Square),
    /// What has to be empty.
    pub(crate) path: Squares,
}

const fn way(right: Castling, letter: char, rank: u8, king_side: bool) -> Way {
    let base = rank * 8;
    let (to, rook_from, rook_to, path) =
        if king_side { (6, 7, 5, 0b0110_0000_u64) } else { (2, 0, 3, 0b0000_1110_u64) };
    Way {
        right,
        letter,
        king: (Square::new(base + 4), Square::new(base + to)),
        rook: (Square::new(base + rook_from), Square::new(base + rook_to)),
        path: Squares(path << base),
    }
}

pub(crate) const WAYS: [Way; 4] = [
    way(Castling::WHITE_KING, 'K', 0, true),
    way(Castling::WHITE_QUEEN, 'Q', 0, false),
    way(Castling::BLACK_KING, 'k', 7, true),
    way(Castling::BLACK_QUEEN, 'q', 7, false),
];

impl Way {
    /// The two castlings of a player.
    #[inline]
    pub(crate) fn of(colour: Colour) -> &'static [Self] {
        match colour {
            Colour::White => &WAYS[..2],
            Colour::Black => &WAYS[2..],
        }
    }

    /// The castling in which the king ends here.
    #[inline]
    pub(crate) fn to(square: Square) -> Option<&'static Self> {
        WAYS.iter().find(|way| way.king.1 == square)
    }
}

/// The rights that are left when something moves from or to each square.
pub(crate) const LEFT: [Castling; 64] = {
    let mut left = [Castling::all(); 64];
    let mut i = 0;
    while i < WAYS.len() {
        let squares = [WAYS[i].king.0.index(), WAYS[i].rook.0.index()];
        let mut j = 0;
        while j < squares.len() {
            left[squares[j]] = left[squares[j]].difference(WAYS[i].right);
            j += 1;
        }
        i += 1;
    }
    left
};

impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = WAYS.iter().filter(|way| self.contains(way.right)).map(|way| way.letter).collect();
        f.pad(if letters.is_empty() { "-" } else { &letters })
    }
}
