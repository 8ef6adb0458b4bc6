//! What a move changes on the board.

use chess::{Colour, Move, Piece, PieceType, Position, Square};
use smallvec::SmallVec;

/// The pieces that a move removes from their squares, and those that it puts on others.
pub(super) struct Change {
    pub(super) removed: SmallVec<[(Piece, Square); 2]>,
    pub(super) added: SmallVec<[(Piece, Square); 2]>,
}

impl Change {
    /// Returns the change of a legal move.
    #[inline]
    pub(super) fn of(before: &Position, mv: Move) -> Self {
        let (from, to, us) = (mv.from(), mv.to(), before.to_move());
        let piece = before.piece_on(from).expect("there is a piece on the origin square");
        let mut change = Self { removed: SmallVec::new(), added: SmallVec::new() };
        change.removed.push((piece, from));
        change.added.push((mv.promotion().map_or(piece, |kind| Piece::new(us, kind)), to));
        if let Some(captured) = before.piece_on(to) {
            change.removed.push((captured, to));
        } else if mv.is_en_passant() {
            let passed = Square::at(to.file(), from.rank()).expect("both coordinates are those of squares");
            change.removed.push((Piece::new(!us, PieceType::Pawn), passed));
        } else if mv.is_castling() {
            let (rook_from, rook_to) = if to.file() > from.file() { (7, 5) } else { (0, 3) };
            let rank = if us == Colour::White { 0 } else { 7 };
            let at = |file| Square::at(file, rank).expect("both coordinates are those of squares");
            let rook = Piece::new(us, PieceType::Rook);
            change.removed.push((rook, at(rook_from)));
            change.added.push((rook, at(rook_to)));
        }
        change
    }
}
