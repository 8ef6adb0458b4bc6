//! Quiescence: which moves are searched below the horizon. The generic search plays them (`search`, `leaf.rs`).

use chess::{Bitboard, Move, PieceType, material};
use search::{ChosenOptions, Leaf, Moves};
use tt::Score;

use crate::{Alibaba, DRAW, options};

/// The maximum expected gain of a capture in addition to the captured piece, by piece-square values and by the moves
/// that follow: two pawns.
pub(crate) const MARGIN: Score = 2 * material(PieceType::Pawn);

impl<C: ChosenOptions> Alibaba<C> {
    /// Lists all moves if the side to move is in check, and otherwise captures and promotions. Skips the captures and
    /// promotions if none of them can raise the evaluation to alpha.
    pub(crate) fn list_noisy_moves(
        &self,
        ply: u32,
        evaluation: Score,
        (alpha, beta): (Score, Score),
        moves: &mut Moves<Move>,
    ) -> Leaf {
        if self.position.in_check() {
            self.position.each_legal_move(|mv| moves.push(mv, self.rank(mv)));
            return if moves.is_empty() { Leaf::Over(self.no_moves(ply)) } else { Leaf::Forced };
        }
        if !self.position.has_legal_move() {
            return Leaf::Over(DRAW);
        }
        if self.options.has(options::QUIESCENCE_BY_MOVE) {
            let is_possible = |mv: Move| evaluation.saturating_add(self.gain(mv)) > alpha;
            if evaluation >= beta {
                return Leaf::Quiet;
            }
            self.position.each_noisy_move(|mv| {
                if is_possible(mv) {
                    moves.push(mv, self.rank(mv));
                }
            });
            return Leaf::Noisy;
        }
        let is_full = self.options.has(options::QUIESCENCE_FULL);
        if evaluation >= beta || !is_full && evaluation.saturating_add(self.maximum_gain()) <= alpha {
            return Leaf::Quiet;
        }
        self.position.each_noisy_move(|mv| moves.push(mv, self.rank(mv)));
        Leaf::Noisy
    }

    /// Returns the maximum expected gain of any capture or promotion: the most valuable opposing piece, the gain of a
    /// promotion if a pawn is on the seventh rank, and a margin.
    #[inline]
    fn maximum_gain(&self) -> Score {
        let (us, them) = (self.position.to_move(), !self.position.to_move());
        let exists = |kind: &PieceType| !self.position.pieces(them, *kind).is_empty();
        let victim = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn]
            .into_iter()
            .find(exists);
        let promotes = !(self.position.pieces(us, PieceType::Pawn) & Bitboard::rank(us.rank(6))).is_empty();
        let promotion = if promotes { material(PieceType::Queen) - material(PieceType::Pawn) } else { 0 };
        victim.map_or(0, material) + promotion + MARGIN
    }

    /// Returns the expected gain of a capture or promotion.
    fn gain(&self, mv: Move) -> Score {
        let victim = self.position.piece_on(mv.to()).map_or(0, |piece| material(piece.piece_type()));
        let victim = if mv.is_en_passant() { material(PieceType::Pawn) } else { victim };
        let promotion = mv.promotion().map_or(0, |kind| material(kind) - material(PieceType::Pawn));
        victim + promotion + MARGIN
    }
}
