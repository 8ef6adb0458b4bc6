//! Other readings of the evaluation: material with other piece-square values than those of this laboratory.

use chess::{Bitboard, Colour, PieceType, Position, Square, attacks, material};
use search::ChosenOptions;
use tt::Score;

use super::{Alibaba, options};

/// Piece-square values that are computed at the root, for each player, piece and square (`[Breuker 1994, 4.3]`).
///
/// The article derives them from mobility and the control of the centre, and prints no formula. Here a value is two
/// hundredths of a pawn for each square that the piece attacks from its square, among the other pieces of the root, and
/// two for each step from the rim. A pawn has only the second part, and a king none.
#[derive(Clone)]
pub(super) struct SquareValues([[[Score; 64]; 6]; 2]);

/// Hundredths of a pawn for an attacked square, and for a step from the rim.
const UNIT: Score = 2;

impl SquareValues {
    pub(super) fn of_root(root: &Position) -> Self {
        let mut values = [[[0; 64]; 6]; 2];
        for of_player in &mut values {
            for kind in PieceType::ALL {
                for square in Square::all() {
                    of_player[kind as usize][square.index()] = value(kind, square, root.occupied());
                }
            }
        }
        Self(values)
    }

    /// Returns the sum of the values of the pieces of a player.
    fn of_player(&self, position: &Position, colour: Colour) -> Score {
        let of_kind = |kind: PieceType| {
            let values = &self.0[colour as usize][kind as usize];
            position.pieces(colour, kind).iter().map(|square| values[square.index()]).sum::<Score>()
        };
        PieceType::ALL.into_iter().map(of_kind).sum()
    }
}

fn value(kind: PieceType, square: Square, occupied: Bitboard) -> Score {
    let attacked = match kind {
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => attacks::bishop(square, occupied),
        PieceType::Rook => attacks::rook(square, occupied),
        PieceType::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
        PieceType::King => return 0,
        PieceType::Pawn => Bitboard(0),
    };
    let from_edge = |line: u8| Score::from(line.min(7 - line));
    UNIT * (attacked.iter().count() as Score + from_edge(square.file()) + from_edge(square.rank()))
}

impl<C: ChosenOptions> Alibaba<C> {
    /// Returns the evaluation for the player to move, with the piece-square values that the options choose.
    pub(super) fn read_value(&self) -> Score {
        let whole = self.position.value();
        let factor = match () {
            () if self.options.has(options::SQUARES_OF_ROOT) => 0,
            () if self.options.has(options::SQUARES_0) => 0,
            () if self.options.has(options::SQUARES_2) => 2,
            () if self.options.has(options::SQUARES_4) => 4,
            () => return whole,
        };
        let (us, them) = (self.position.to_move(), !self.position.to_move());
        let of = |colour: Colour| -> Score {
            let of_kind = |kind: PieceType| material(kind) * self.position.pieces(colour, kind).iter().count() as Score;
            PieceType::ALL.into_iter().map(of_kind).sum()
        };
        let pieces = of(us) - of(them);
        let squares = match &self.squares {
            Some(squares) => squares.of_player(&self.position, us) - squares.of_player(&self.position, them),
            None => factor * (whole - pieces),
        };
        pieces + squares
    }
}
