//! Castling: rights, squares and the path that must be free. `movegen.rs` has the rules of the move.

use std::fmt;

use crate::piece::Colour;
use crate::square::{Bitboard, Square};

bitflags::bitflags! {
    /// Castling rights: the castlings for which neither the king nor the rook has moved.
    ///
    /// ```
    /// use chess::CastlingRights;
    ///
    /// assert_eq!((CastlingRights::WHITE_KING | CastlingRights::BLACK_QUEEN).to_string(), "Kq");
    /// assert_eq!(CastlingRights::empty().to_string(), "-");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        /// White may castle kingside.
        const WHITE_KING = 1;
        /// White may castle queenside.
        const WHITE_QUEEN = 2;
        /// Black may castle kingside.
        const BLACK_KING = 4;
        /// Black may castle queenside.
        const BLACK_QUEEN = 8;
    }
}

/// A castling move, with its origin and destination squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingMove {
    pub(crate) right: CastlingRights,
    pub(crate) letter: char,
    pub(crate) king: (Square, Square),
    pub(crate) rook: (Square, Square),
    /// The squares that must be empty.
    pub(crate) path: Bitboard,
}

const fn castling_move(right: CastlingRights, letter: char, rank: u8, king_side: bool) -> CastlingMove {
    let base = rank * 8;
    let (to, rook_from, rook_to, path) =
        if king_side { (6, 7, 5, 0b0110_0000_u64) } else { (2, 0, 3, 0b0000_1110_u64) };
    CastlingMove {
        right,
        letter,
        king: (Square::new(base + 4), Square::new(base + to)),
        rook: (Square::new(base + rook_from), Square::new(base + rook_to)),
        path: Bitboard(path << base),
    }
}

pub(crate) const CASTLING_MOVES: [CastlingMove; 4] = [
    castling_move(CastlingRights::WHITE_KING, 'K', 0, true),
    castling_move(CastlingRights::WHITE_QUEEN, 'Q', 0, false),
    castling_move(CastlingRights::BLACK_KING, 'k', 7, true),
    castling_move(CastlingRights::BLACK_QUEEN, 'q', 7, false),
];

impl CastlingMove {
    /// Returns the two castling moves of a player.
    #[inline]
    pub(crate) fn of(colour: Colour) -> &'static [Self] {
        match colour {
            Colour::White => &CASTLING_MOVES[..2],
            Colour::Black => &CASTLING_MOVES[2..],
        }
    }

    /// Returns the castling move whose king moves to `square`.
    #[inline]
    pub(crate) fn to(square: Square) -> Option<&'static Self> {
        CASTLING_MOVES.iter().find(|castling| castling.king.1 == square)
    }
}

/// The castling rights that remain after a move from or to each square.
pub(crate) const KEPT: [CastlingRights; 64] = {
    let mut kept = [CastlingRights::all(); 64];
    let mut i = 0;
    while i < CASTLING_MOVES.len() {
        let squares = [CASTLING_MOVES[i].king.0.index(), CASTLING_MOVES[i].rook.0.index()];
        let mut j = 0;
        while j < squares.len() {
            kept[squares[j]] = kept[squares[j]].difference(CASTLING_MOVES[i].right);
            j += 1;
        }
        i += 1;
    }
    kept
};

impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = CASTLING_MOVES
            .iter()
            .filter(|castling| self.contains(castling.right))
            .map(|castling| castling.letter)
            .collect();
        f.pad(if letters.is_empty() { "-" } else { &letters })
    }
}
