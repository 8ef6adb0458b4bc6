//! The cheap evaluation: material and piece-square values, which go over from those of the middle game to those of the
//! endgame as pieces leave the board.

use chess::{Colour, Piece, PieceType, Position, Square};

use super::change::Change;

/// The sum of the values of all pieces for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered {
    middle_game: i32,
    endgame: i32,
    /// The pieces that are left, weighted: [`ALL_PIECES`] at the beginning, 0 with kings and pawns.
    phase: i32,
}

/// The weights of all pieces at the beginning.
const ALL_PIECES: i32 = 24;

/// The values of a piece on a square, in the middle game and in the endgame.
type Values = [i16; 2];

/// The values of each piece on each square for White, by the piece's discriminant.
static VALUES: [[Values; 64]; 16] = values();

const fn values() -> [[Values; 64]; 16] {
    // For pawn, knight, bishop, rook, queen and king, the values of the squares a1 to h8. The tuner writes them.
    let weights: [[Values; 64]; 6] = include!("../../weights/tapered.in");
    let mut values = [[[0; 2]; 64]; 16];
    let mut kind = 0;
    while kind < 6 {
        let of = PieceType::ALL[kind];
        let (white, black) = (Piece::new(Colour::White, of) as usize, Piece::new(Colour::Black, of) as usize);
        let mut square = 0;
        while square < 64 {
            let [middle_game, endgame] = weights[kind][square];
            values[white][square] = [middle_game, endgame];
            values[black][square ^ 56] = [-middle_game, -endgame];
            square += 1;
        }
        kind += 1;
    }
    values
}

const fn weight(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn | PieceType::King => 0,
        PieceType::Knight | PieceType::Bishop => 1,
        PieceType::Rook => 2,
        PieceType::Queen => 4,
    }
}

impl Tapered {
    pub(super) fn of(position: &Position) -> Self {
        let mut sums = Self::default();
        for square in position.occupied().iter() {
            if let Some(piece) = position.piece_on(square) {
                sums.add(piece, square, 1);
            }
        }
        sums
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square, times: i32) {
        let [middle_game, endgame] = VALUES[piece as usize][square.index()];
        self.middle_game += times * i32::from(middle_game);
        self.endgame += times * i32::from(endgame);
        self.phase += times * weight(piece.piece_type());
    }

    #[inline]
    pub(super) fn change(&mut self, change: &Change) {
        for &(piece, square) in &change.removed {
            self.add(piece, square, -1);
        }
        for &(piece, square) in &change.added {
            self.add(piece, square, 1);
        }
    }

    /// Returns the value for the player to move.
    #[inline]
    pub(super) fn value(&self, to_move: Colour) -> i32 {
        let phase = self.phase.min(ALL_PIECES);
        let for_white = (self.middle_game * phase + self.endgame * (ALL_PIECES - phase)) / ALL_PIECES;
        if to_move == Colour::White { for_white } else { -for_white }
    }
}
