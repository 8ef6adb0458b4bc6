//! Draws: by repetition, by the fifty-move rule and by material, and what they mean for records of the table.

use chess::{Bitboard, Colour, EarlierPositions, Keys, Piece, PieceType, Position, Square, attacks};
use search::after_draw;
use tt::{Bound, Score};

/// How many plies a line may be longer than one and a half times the depth of its search, without a capture or pawn
/// move.
const FORCED: u32 = 10;

/// Returns what to add to the key of a position: 0 where only the position itself decides its value.
#[inline]
pub(crate) fn salt(played: EarlierPositions, position: &Position, depth: i32) -> u64 {
    let reach = depth.max(0) as u32 * 3 / 2 + FORCED;
    played.of_history(position) ^ EarlierPositions::of_clock(position, reach)
}

/// Returns whether the game is drawn in a position `ply` plies below the root. A position that repeats one below the
/// root is a draw at its first repetition: what was tried there can be tried again.
#[inline]
pub(crate) fn is_draw(position: &Position, ply: usize, knows_dead: bool) -> bool {
    if position.halfmove_clock() >= 4 {
        if position.is_fifty_moves() && !position.is_checkmate() {
            return true;
        }
        if let Some(plies) = position.last_repetition()
            && (plies < ply || position.repetitions() >= 2)
        {
            return true;
        }
    }
    knows_dead && position.is_insufficient_material()
}

/// Returns what remains of the bound of a mate that is not reached before the fifty-move rule ends the game.
#[inline]
pub(crate) fn bound_in_time(position: &Position, bound: Bound, score: Score) -> Bound {
    if chess::is_mate_in_time(position, score) == Some(false) { after_draw(bound, score) } else { bound }
}

/// The moves that can be taken back, by what they change in a key: from an earlier position to the present one, say.
/// Marcel van Kervinck's method, as in Stockfish (`[CPW, Repetitions]`).
pub(crate) struct Reversible {
    keys: Box<[u64]>,
    moves: Box<[(Square, Square)]>,
}

impl Reversible {
    /// The number of places, more than twice the number of moves.
    const PLACES: usize = 1 << 13;

    pub(crate) fn new(keys: &Keys) -> Self {
        let a1 = Square::new(0);
        let mut all = Self { keys: vec![0; Self::PLACES].into(), moves: vec![(a1, a1); Self::PLACES].into() };
        for colour in Colour::BOTH {
            for kind in PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::Pawn) {
                let piece = Piece::new(colour, kind);
                for from in Square::all() {
                    let targets = match kind {
                        PieceType::Knight => attacks::knight(from),
                        PieceType::Bishop => attacks::bishop(from, Bitboard::NONE),
                        PieceType::Rook => attacks::rook(from, Bitboard::NONE),
                        PieceType::King => attacks::king(from),
                        _ => attacks::bishop(from, Bitboard::NONE) | attacks::rook(from, Bitboard::NONE),
                    };
                    for to in targets.iter().filter(|&to| to > from) {
                        let change = keys.piece(piece, from) ^ keys.piece(piece, to) ^ keys.black_to_move();
                        all.insert(change.0, (from, to));
                    }
                }
            }
        }
        all
    }

    fn insert(&mut self, change: u64, mv: (Square, Square)) {
        let mut place = change as usize % Self::PLACES;
        while self.keys[place] != 0 {
            place = (place + 1) % Self::PLACES;
        }
        (self.keys[place], self.moves[place]) = (change, mv);
    }

    #[inline]
    fn find(&self, change: u64) -> Option<(Square, Square)> {
        let mut place = change as usize % Self::PLACES;
        while self.keys[place] != 0 {
            if self.keys[place] == change {
                return Some(self.moves[place]);
            }
            place = (place + 1) % Self::PLACES;
        }
        None
    }

    /// Returns whether the player to move can repeat a position below the root with one move.
    pub(crate) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let now = position.key().0;
        // The position before is one move of the opponent away.
        for (plies, &key) in position.before().enumerate().skip(2).step_by(2) {
            let plies = plies + 1;
            if plies >= ply {
                return false;
            }
            if let Some((one, other)) = self.find(now ^ key.0)
                && (attacks::between(one, other) & position.occupied()).is_empty()
            {
                return true;
            }
        }
        false
    }
}

/// Returns whether the player to move has a piece besides king and pawns: otherwise, having to move may be a
/// disadvantage.
#[inline]
pub(crate) fn has_pieces(position: &Position) -> bool {
    let us = position.to_move();
    let own = position.occupied_by(us);
    own != position.pieces(us, PieceType::Pawn) | position.pieces(us, PieceType::King)
}
