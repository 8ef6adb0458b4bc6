//! Material and piece-square values, in hundredths of a pawn.
//!
//! The material is that of `[Breuker 1998, footnote 21]`. The thesis prints no piece-square values and asks for simple
//! ones, the same at every root (`[Breuker 1998, 2.5.1]`). These follow from two numbers: how far a square is from the
//! rim (0 to 6: the distances to the nearest edge file and edge rank, added up) and how far it is advanced (0 to 7):
//!
//! | piece | value of a square |
//! |---|---|
//! | pawn | 4 for each rank beyond the second; from the third rank on, 5 for each step of its file from the edge |
//! | knight | 6 for each step from the rim, less 18 |
//! | bishop | 4 for each step from the rim, less 12 |
//! | rook | 15 on the seventh rank, else 2 for each step of its file from the edge |
//! | queen | 2 for each step from the rim, less 6 |
//! | king | on the first rank 20 on b and g, 10 on a, c and h; else 8 less for each rank advanced |

use crate::piece::{Colour, Kind, Piece};
use crate::square::Square;

/// What a kind of piece is worth; kings do not count.
///
/// ```
/// use chess::{Kind, material};
///
/// assert_eq!(material(Kind::Rook) - material(Kind::Bishop), 175);
/// ```
#[must_use]
pub const fn material(kind: Kind) -> i16 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop => 325,
        Kind::Rook => 500,
        Kind::Queen => 900,
        Kind::King => 0,
    }
}

/// What a piece on a square adds to the evaluation for White: material and place.
#[inline]
#[must_use]
pub(crate) fn value(piece: Piece, square: Square) -> i16 {
    VALUES[piece as usize][square.index()]
}

static VALUES: [[i16; 64]; 16] = values();

const fn values() -> [[i16; 64]; 16] {
    let mut values = [[0; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 6 {
            let of = Kind::ALL[kind];
            let (white, black) = (Piece::new(Colour::White, of) as usize, Piece::new(Colour::Black, of) as usize);
            values[white][square] = material(of) + place(of, square as i16);
            values[black][square] = -material(of) - place(of, (square ^ 56) as i16);
            kind += 1;
        }
        square += 1;
    }
    values
}

/// The value of a square (0 to 63) for a white piece.
const fn place(kind: Kind, square: i16) -> i16 {
    let (file, rank) = (square % 8, square / 8);
    let from_edge = if file < 4 { file } else { 7 - file };
    let from_rim = from_edge + if rank < 4 { rank } else { 7 - rank };
    match kind {
        Kind::Pawn if rank == 0 => 0,
        Kind::Pawn => 4 * (rank - 1) + if rank >= 2 { 5 * from_edge } else { 0 },
        Kind::Knight => 6 * from_rim - 18,
        Kind::Bishop => 4 * from_rim - 12,
        Kind::Rook if rank == 6 => 15,
        Kind::Rook => 2 * from_edge,
        Kind::Queen => 2 * from_rim - 6,
        Kind::King => match (rank, file) {
            (0, 1 | 6) => 20,
            (0, 0 | 2 | 7) => 10,
            _ => -8 * rank,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_reflected() {
        for kind in Kind::ALL {
            for square in Square::all() {
                let mirrored = Square::at(square.file(), 7 - square.rank()).unwrap();
                let (white, black) = (Piece::new(Colour::White, kind), Piece::new(Colour::Black, kind));
                assert_eq!(value(white, square), -value(black, mirrored));
            }
        }
        assert!(VALUES.iter().flatten().all(|value| value.abs() < material(Kind::Queen) + 100));
        let value = |piece, square: &str| value(piece, square.parse().unwrap());
        assert_eq!(value(Piece::WhitePawn, "e2"), 100);
        assert_eq!(value(Piece::WhitePawn, "e4"), 123);
        assert_eq!(value(Piece::BlackKnight, "f6"), -325 - 6);
        assert_eq!(value(Piece::WhiteKing, "g1"), 20);
    }
}
