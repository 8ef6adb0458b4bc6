//! Which moves give check, told before they are played.

use crate::attacks;
use crate::castling::CastlingMove;
use crate::mv::Move;
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::Bitboard;

/// The squares from which the player to move gives check.
///
/// ```
/// use chess::{CheckSquares, Position};
///
/// let position = Position::from_fen("3k4/8/8/8/3N4/8/3R4/4K3 w - - 0 1")?;
/// let checks = CheckSquares::of(&position);
/// // The knight opens the file of the rook, or attacks the king itself.
/// for (mv, gives_check) in [("d4b3", true), ("d4e6", true), ("d2d3", false), ("e1e2", false)] {
///     assert_eq!(checks.has(&position, position.parse_uci(mv)?), gives_check, "{mv}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The squares from which each type of piece attacks the king.
    of: [Bitboard; 8],
    /// The own pieces that may stand between a slider and the king.
    covering: Bitboard,
}

impl CheckSquares {
    /// Returns the squares from which the player to move gives check.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (us, occupied) = (position.to_move(), position.occupied());
        let king = position.king(!us);
        let straight = attacks::rook(king, occupied);
        let diagonal = attacks::bishop(king, occupied);
        let mut of = [Bitboard::NONE; 8];
        of[PieceType::Pawn as usize] = attacks::pawn(!us, king);
        of[PieceType::Knight as usize] = attacks::knight(king);
        of[PieceType::Bishop as usize] = diagonal;
        of[PieceType::Rook as usize] = straight;
        of[PieceType::Queen as usize] = straight | diagonal;
        let covering = (straight | diagonal) & position.occupied_by(us);
        let is_covering = !position.attackers(king, us, occupied ^ covering).is_empty();
        Self { of, covering: if is_covering { covering } else { Bitboard::NONE } }
    }

    /// Returns whether a legal move of the position gives check.
    #[inline]
    #[must_use]
    pub fn has(&self, position: &Position, mv: Move) -> bool {
        if self.covering.contains(mv.from()) || !mv.only_moves() {
            return gives_check(position, mv);
        }
        position.piece_on(mv.from()).is_some_and(|piece| self.of[piece as usize & 7].contains(mv.to()))
    }
}

/// Returns whether a legal move gives check, from the board after it.
#[cold]
#[inline(never)]
fn gives_check(position: &Position, mv: Move) -> bool {
    let (from, to, us) = (mv.from(), mv.to(), position.to_move());
    let king = position.king(!us);
    let mut occupied = position.occupied() ^ from.bitboard() | to.bitboard();
    let Some(moved) = position.piece_on(from) else { return false };
    let (mut attacker, mut kind) = (to, mv.promotion().unwrap_or(moved.piece_type()));
    if let Some(castling) = CastlingMove::to(to).filter(|_| mv.is_castling()) {
        occupied = occupied ^ castling.rook.0.bitboard() | castling.rook.1.bitboard();
        (attacker, kind) = (castling.rook.1, PieceType::Rook);
    } else if mv.is_en_passant() {
        occupied ^= to.offset(-us.forward()).bitboard();
    }
    let attacked = match kind {
        PieceType::Pawn => attacks::pawn(us, attacker),
        PieceType::Knight => attacks::knight(attacker),
        PieceType::Bishop => attacks::bishop(attacker, occupied),
        PieceType::Rook => attacks::rook(attacker, occupied),
        PieceType::Queen => attacks::bishop(attacker, occupied) | attacks::rook(attacker, occupied),
        PieceType::King => Bitboard::NONE,
    };
    // The piece itself, or a slider behind the square that it leaves.
    attacked.contains(king) || !(position.attackers(king, us, occupied) & !from.bitboard()).is_empty()
}
