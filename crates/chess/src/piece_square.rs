//! Material and piece-square values, in hundredths of a pawn.
//!
//! The material values are those of `[Breuker 1998, footnote 21]`. The thesis does not print piece-square values; it
//! asks for simple ones that are the same at every root (`[Breuker 1998, 2.5.1]`). The values here depend on two
//! numbers: the distance of a square from the rim (0 to 6, the sum of the distances to the nearest edge file and to the
//! nearest edge rank), and the number of ranks that the piece has advanced (0 to 7).
//!
//! | piece | value of a square |
//! |---|---|
//! | pawn | 4 for each rank beyond the second; from the third rank on, also 5 for each step of its file from the edge |
//! | knight | 6 for each step from the rim, minus 18 |
//! | bishop | 4 for each step from the rim, minus 12 |
//! | rook | 15 on the seventh rank, otherwise 2 for each step of its file from the edge |
//! | queen | 2 for each step from the rim, minus 6 |
//! | king | on the first rank 20 on b and g, 10 on a, c and h; on other squares -8 for each rank advanced |

use crate::piece::{Colour, Piece, PieceType};
use crate::square::Square;

/// Returns the material value of a piece type, in hundredths of a pawn. The value of a king is 0.
///
/// ```
/// use chess::{PieceType, material};
///
/// assert_eq!(material(PieceType::Rook) - material(PieceType::Bishop), 175);
/// ```
#[must_use]
pub const fn material(kind: PieceType) -> i16 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 325,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Returns the contribution of a piece on a square to the evaluation for White: its material and piece-square value.
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
            let of = PieceType::ALL[kind];
            let (white, black) = (Piece::new(Colour::White, of) as usize, Piece::new(Colour::Black, of) as usize);
            values[white][square] = material(of) + piece_square(of, square as i16);
            values[black][square] = -material(of) - piece_square(of, (square ^ 56) as i16);
            kind += 1;
        }
        square += 1;
    }
    values
}

/// Returns the value of a square (0 to 63) for a white piece.
const fn piece_square(kind: PieceType, square: i16) -> i16 {
    let (file, rank) = (square % 8, square / 8);
    let from_edge = if file < 4 { file } else { 7 - file };
    let from_rim = from_edge + if rank < 4 { rank } else { 7 - rank };
    match kind {
        PieceType::Pawn if rank == 0 => 0,
        PieceType::Pawn => 4 * (rank - 1) + if rank >= 2 { 5 * from_edge } else { 0 },
        PieceType::Knight => 6 * from_rim - 18,
        PieceType::Bishop => 4 * from_rim - 12,
        PieceType::Rook if rank == 6 => 15,
        PieceType::Rook => 2 * from_edge,
        PieceType::Queen => 2 * from_rim - 6,
        PieceType::King => match (rank, file) {
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
        for kind in PieceType::ALL {
            for square in Square::all() {
                let mirrored = Square::at(square.file(), 7 - square.rank()).unwrap();
                let (white, black) = (Piece::new(Colour::White, kind), Piece::new(Colour::Black, kind));
                assert_eq!(value(white, square), -value(black, mirrored));
            }
        }
        assert!(VALUES.iter().flatten().all(|value| value.abs() < material(PieceType::Queen) + 100));
        let value = |piece, square: &str| value(piece, square.parse().unwrap());
        assert_eq!(value(Piece::WhitePawn, "e2"), 100);
        assert_eq!(value(Piece::WhitePawn, "e4"), 123);
        assert_eq!(value(Piece::BlackKnight, "f6"), -325 - 6);
        assert_eq!(value(Piece::WhiteKing, "g1"), 20);
    }
}
