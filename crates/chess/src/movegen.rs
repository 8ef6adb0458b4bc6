//! Generation of legal moves, without making moves to check their legality.
//!
//! The generator first determines the attacked squares, the pinned pieces, and the squares on which a check can be
//! blocked or the checking piece captured. Only en passant captures, which remove two pawns from a line at once, are
//! tested by computing the attacks after the capture.
//!
//! The order of the moves is fixed:
//!
//! 1. pawns: captures towards the a-file, captures towards the h-file, single pushes and double pushes; then pinned
//!    pawns, one by one; then en passant captures;
//! 2. knights, bishops, rooks, queens and the king;
//! 3. castling.
//!
//! Pieces of the same type are ordered by square, and so are the destinations of a piece. Promotions are ordered queen,
//! rook, bishop, knight.

use std::hint::black_box;

use smallvec::SmallVec;

use crate::attacks;
use crate::castling::CastlingMove;
use crate::mv::Move;
use crate::piece::PieceType;
use crate::position::{Position, Undo};
use crate::san::MoveError;
use crate::square::{Bitboard, Square};

/// Receives generated moves, in groups.
trait Sink {
    /// Receives the moves of one piece to each of the squares `to`.
    fn piece(&mut self, from: Square, to: Bitboard);
    /// Receives pawn moves to each of the squares `to`, from the square `step` before it.
    fn pawns(&mut self, step: i8, to: Bitboard);
    /// Receives double pushes, like [`pawns`](Self::pawns).
    fn double_pushes(&mut self, step: i8, to: Bitboard);
    /// Receives promotions, like [`pawns`](Self::pawns).
    fn promotions(&mut self, step: i8, to: Bitboard);
    /// Receives a castling move or an en passant capture.
    fn one(&mut self, mv: Move);
}

/// Which moves are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kinds {
    /// Captures and promotions.
    noisy: bool,
    /// All other moves.
    quiet: bool,
}

impl Kinds {
    const ALL: Self = Self { noisy: true, quiet: true };
    const NOISY: Self = Self { noisy: true, quiet: false };
    const QUIET: Self = Self { noisy: false, quiet: true };
}

/// Calls a function with each move.
struct Each<F>(F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard) {
        for to in to.iter() {
            self.0(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to.iter() {
            self.0(Move::normal(to.offset(-step), to));
        }
    }

    #[inline]
    fn double_pushes(&mut self, step: i8, to: Bitboard) {
        for to in to.iter() {
            self.0(Move::double_push(to.offset(-step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to.iter() {
            for mv in Move::promotions(to.offset(-step), to) {
                self.0(mv);
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.0(mv);
    }
}

/// Counts the moves without listing them.
struct Count(u64);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn pawns(&mut self, _: i8, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn double_pushes(&mut self, _: i8, to: Bitboard) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn promotions(&mut self, _: i8, to: Bitboard) {
        self.0 += 4 * u64::from(to.len());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// Returns all legal moves, in a fixed order.
    ///
    /// Moves are grouped by piece type: pawns, knights, bishops, rooks, queens, the king, castling. Within a group they
    /// are ordered by origin and destination, except that pawn moves are ordered by direction.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.each_legal_move(|mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with each legal move, in the order of [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn each_legal_move(&self, visit: impl FnMut(Move)) {
        self.generate(Bitboard::ALL, Kinds::ALL, &mut Each(visit));
    }

    /// Calls `visit` with each legal capture and promotion, in the order of [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn each_noisy_move(&self, visit: impl FnMut(Move)) {
        self.generate(Bitboard::ALL, Kinds::NOISY, &mut Each(visit));
    }

    /// Calls `visit` with each legal move that is neither a capture nor a promotion, in the order of
    /// [`legal_moves`](Self::legal_moves).
    #[inline]
    pub fn each_quiet_move(&self, visit: impl FnMut(Move)) {
        self.generate(Bitboard::ALL, Kinds::QUIET, &mut Each(visit));
    }

    /// Calls `visit` with each legal move of the pieces on `movers`.
    #[inline]
    pub(crate) fn each_legal_move_of(&self, movers: Bitboard, visit: impl FnMut(Move)) {
        self.generate(movers, Kinds::ALL, &mut Each(visit));
    }

    /// Returns the number of legal moves.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(Bitboard::ALL, Kinds::ALL, &mut count);
        count.0
    }

    /// Returns whether the player to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let us = self.to_move();
        // In most positions a pawn or a knight can move.
        let pawns = self.pieces(us, PieceType::Pawn);
        let knights = self.pieces(us, PieceType::Knight);
        [pawns, knights, self.occupied_by(us) ^ pawns ^ knights].into_iter().any(|movers| {
            let mut count = Count(0);
            self.generate(movers, Kinds::ALL, &mut count);
            count.0 > 0
        })
    }

    /// Returns whether `mv`, which may be a move of another position, is legal in this position.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut legal = false;
        if self.occupied_by(self.to_move()).contains(mv.from()) {
            self.each_legal_move_of(mv.from().bitboard(), |candidate| legal |= candidate == mv);
        }
        legal
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// let mut position = chess::Position::start();
    /// let mv = position.parse_uci("e2e4")?;
    /// position.try_play(mv)?;
    /// assert_eq!(position.try_play(mv).unwrap_err().to_string(), "illegal move `e2e4`");
    /// # Ok::<(), chess::MoveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`MoveError::Illegal`] if the move is not legal, and does not change the position.
    pub fn try_play(&mut self, mv: Move) -> Result<Undo, MoveError> {
        if self.is_legal(mv) { Ok(self.play(mv)) } else { Err(MoveError::Illegal(mv.to_string())) }
    }

    #[inline]
    fn generate(&self, movers: Bitboard, kinds: Kinds, sink: &mut impl Sink) {
        let us = self.to_move();
        let (own, theirs) = (self.occupied_by(us), self.occupied_by(!us));
        let occupied = own | theirs;
        let king = self.king(us);
        let checkers = self.checkers();
        let targets = match kinds {
            Kinds::ALL => !own,
            Kinds::NOISY => theirs,
            _ => !occupied,
        };

        if checkers.is_empty() {
            self.pieces_and_pawns(movers, kinds, targets, Bitboard::ALL, king, sink);
            self.king_moves(movers, targets, king, sink);
            if kinds.quiet && movers.contains(king) && !self.castling_rights().is_empty() {
                for castling in CastlingMove::of(us) {
                    let passed = king.bitboard() | attacks::between(king, castling.king.1) | castling.king.1.bitboard();
                    if self.castling_rights().contains(castling.right)
                        && (castling.path & occupied).is_empty()
                        && passed.iter().all(|square| self.attackers(square, !us, occupied).is_empty())
                    {
                        sink.one(Move::castling(castling.king.0, castling.king.1));
                    }
                }
            }
        } else {
            if !checkers.more_than_one() {
                let checker = checkers.first().unwrap_or(king);
                let check_mask = attacks::between(king, checker) | checkers;
                self.pieces_and_pawns(movers, kinds, targets & check_mask, check_mask, king, sink);
            }
            self.king_moves(movers, targets, king, sink);
        }
    }

    #[inline]
    fn king_moves(&self, movers: Bitboard, targets: Bitboard, king: Square, sink: &mut impl Sink) {
        if movers.contains(king) {
            // A slider attacks through the square that the king leaves.
            let occupied = self.occupied() ^ king.bitboard();
            let them = !self.to_move();
            let mut safe = Bitboard::NONE;
            let near = attacks::king(king) & targets & !attacks::pawns(them, self.pieces(them, PieceType::Pawn));
            for to in near.iter() {
                if self.attackers(to, them, occupied).is_empty() {
                    safe |= to.bitboard();
                }
            }
            sink.piece(king, safe);
        }
    }

    /// Returns the pinned pieces of the player to move.
    #[inline]
    fn pinned(&self, king: Square) -> Bitboard {
        let (us, them) = (self.to_move(), !self.to_move());
        let occupied = self.occupied();
        let queens = self.pieces(them, PieceType::Queen);
        let pinners = attacks::rook(king, Bitboard::NONE) & (self.pieces(them, PieceType::Rook) | queens)
            | attacks::bishop(king, Bitboard::NONE) & (self.pieces(them, PieceType::Bishop) | queens);
        let mut pinned = Bitboard::NONE;
        for pinner in pinners.iter() {
            let between = attacks::between(king, pinner) & occupied;
            if !between.more_than_one() {
                pinned |= between & self.occupied_by(us);
            }
        }
        pinned
    }

    /// Generates the moves of all pieces except the king. Pieces may move to `targets`; pawns may move to `check_mask`,
    /// the squares that resolve a check.
    #[inline]
    fn pieces_and_pawns(
        &self,
        movers: Bitboard,
        kinds: Kinds,
        targets: Bitboard,
        check_mask: Bitboard,
        king: Square,
        sink: &mut impl Sink,
    ) {
        let us = self.to_move();
        let occupied = self.occupied();
        let pinned = self.pinned(king);
        let free = movers & !pinned;

        let pawns = self.pieces(us, PieceType::Pawn) & movers;
        self.pawn_moves(pawns & free, kinds, check_mask, sink);
        for pawn in (pawns & pinned).iter() {
            self.pawn_moves(pawn.bitboard(), kinds, check_mask & attacks::line(king, pawn), sink);
        }
        if let Some(to) = self.en_passant().filter(|_| kinds.noisy) {
            for from in (attacks::pawn(!us, to) & pawns).iter() {
                if self.is_en_passant_safe(from, to) {
                    sink.one(Move::en_passant(from, to));
                }
            }
        }

        // A pinned knight has no legal moves.
        for from in (self.pieces(us, PieceType::Knight) & free).iter() {
            sink.piece(from, attacks::knight(from) & targets);
        }
        let pin_line = |from: Square| if pinned.contains(from) { attacks::line(king, from) } else { Bitboard::ALL };
        for from in (self.pieces(us, PieceType::Bishop) & movers).iter() {
            sink.piece(from, attacks::bishop(from, occupied) & targets & pin_line(from));
        }
        for from in (self.pieces(us, PieceType::Rook) & movers).iter() {
            sink.piece(from, attacks::rook(from, occupied) & targets & pin_line(from));
        }
        for from in (self.pieces(us, PieceType::Queen) & movers).iter() {
            let attacked = attacks::rook(from, occupied) | attacks::bishop(from, occupied);
            sink.piece(from, attacked & targets & pin_line(from));
        }
    }

    /// Generates the pushes and captures of `pawns` to `check_mask`, except en passant captures.
    #[inline]
    fn pawn_moves(&self, pawns: Bitboard, kinds: Kinds, check_mask: Bitboard, sink: &mut impl Sink) {
        let us = self.to_move();
        let forward = us.forward();
        let (empty, theirs) = (!self.occupied(), self.occupied_by(!us));
        let last = Bitboard::rank(us.rank(7));

        let to_a = (pawns & !Bitboard::file(0)).shifted(forward - 1) & theirs & check_mask;
        let to_h = (pawns & !Bitboard::file(7)).shifted(forward + 1) & theirs & check_mask;
        let single = pawns.shifted(forward) & empty;
        if kinds.noisy {
            sink.pawns(forward - 1, to_a & !last);
            sink.pawns(forward + 1, to_h & !last);
        }
        if kinds.quiet {
            sink.pawns(forward, single & check_mask & !last);
            let double = (single & Bitboard::rank(us.rank(2))).shifted(forward) & empty & check_mask;
            sink.double_pushes(2 * forward, double);
        }
        if kinds.noisy && !((to_a | to_h | single) & last).is_empty() {
            sink.promotions(forward - 1, to_a & last);
            sink.promotions(forward + 1, to_h & last);
            sink.promotions(forward, single & check_mask & last);
        }
    }
}

/// Counts the leaves of the game tree at `depth` plies, as is usual for testing a move generator.
///
/// The moves of the last ply are counted without making them, unless `each_leaf` is true.
///
/// ```
/// use chess::{Position, perft};
///
/// assert_eq!(perft(&mut Position::start(), 4, false), 197_281);
/// assert_eq!(perft(&mut Position::start(), 3, true), 8_902);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32, each_leaf: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && !each_leaf {
        return position.count_legal_moves();
    }
    let mut moves = SmallVec::<[Move; 64]>::new();
    position.each_legal_move(|mv| moves.push(mv));
    let mut leaves = 0;
    for &mv in &moves {
        let undo = position.play(mv);
        if depth == 1 {
            // Keep the compiler from removing the move because the leaf is unused.
            black_box(&mut *position);
            leaves += 1;
        } else {
            leaves += perft(position, depth - 1, each_leaf);
        }
        position.undo(mv, undo);
    }
    leaves
}
