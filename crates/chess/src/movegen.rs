//! Generating legal moves, without making one to see whether it is legal.
//!
//! What the king may not do is seen beforehand: squares that are attacked, pieces that are pinned to a line through
//! the king, and squares where a check can be met. Only a capture *en passant*, which takes two pawns off a line at
//! once, is tried on the board.
//!
//! The order is the same for the same position everywhere: pawns (captures towards the a-file, captures towards the
//! h-file, single steps, double steps; then pawns that are pinned, one by one; captures *en passant*), knights,
//! bishops, rooks, queens, the king, castlings. Pieces of a kind come by ascending square, and so do the squares that
//! one of them goes to. Promotions come as queen, rook, bishop, knight.

use std::hint::black_box;

use smallvec::SmallVec;

use crate::attacks;
use crate::castling::Way;
use crate::mv::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{Square, Squares};

/// Takes moves in the form in which they arise.
trait Sink {
    /// One piece goes to each of these squares.
    fn piece(&mut self, from: Square, to: Squares);
    /// Pawns arrive on these squares, each from a square that lies `step` behind.
    fn pawns(&mut self, step: i8, to: Squares);
    /// Likewise, by a double step.
    fn double_steps(&mut self, step: i8, to: Squares);
    /// Likewise, on the last rank.
    fn promotions(&mut self, step: i8, to: Squares);
    /// A castling or a capture *en passant*.
    fn one(&mut self, mv: Move);
}

/// Lists the moves one by one.
struct Each<F>(F);

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline]
    fn piece(&mut self, from: Square, to: Squares) {
        for to in to.iter() {
            self.0(Move::plain(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, step: i8, to: Squares) {
        for to in to.iter() {
            self.0(Move::plain(to.offset(-step), to));
        }
    }

    #[inline]
    fn double_steps(&mut self, step: i8, to: Squares) {
        for to in to.iter() {
            self.0(Move::double_step(to.offset(-step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, step: i8, to: Squares) {
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
    fn piece(&mut self, _: Square, to: Squares) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn pawns(&mut self, _: i8, to: Squares) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn double_steps(&mut self, _: i8, to: Squares) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn promotions(&mut self, _: i8, to: Squares) {
        self.0 += 4 * u64::from(to.len());
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// Every legal move, in the order that the crate promises.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let moves = Position::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert_eq!(moves[0].to_string(), "a2a3");
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.each_legal_move(|mv| moves.push(mv));
        moves
    }

    /// Calls `visit` with every legal move, in the same order.
    #[inline]
    pub fn each_legal_move(&self, visit: impl FnMut(Move)) {
        self.generate(Squares::ALL, false, &mut Each(visit));
    }

    /// Calls `visit` with every legal capture and promotion, in the same order.
    #[inline]
    pub fn each_noisy_move(&self, visit: impl FnMut(Move)) {
        self.generate(Squares::ALL, true, &mut Each(visit));
    }

    /// Calls `visit` with every legal move of the pieces on `movers`.
    #[inline]
    pub(crate) fn each_legal_move_of(&self, movers: Squares, visit: impl FnMut(Move)) {
        self.generate(movers, false, &mut Each(visit));
    }

    /// How many legal moves there are.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(Squares::ALL, false, &mut count);
        count.0
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let us = self.to_move();
        // In most positions a pawn or a knight can move.
        let pawns = self.pieces(us, Kind::Pawn);
        let knights = self.pieces(us, Kind::Knight);
        [pawns, knights, self.of(us) ^ pawns ^ knights].into_iter().any(|movers| {
            let mut count = Count(0);
            self.generate(movers, false, &mut count);
            count.0 > 0
        })
    }

    /// Whether `mv`, which may come from any position, is legal in this one.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut legal = false;
        if self.of(self.to_move()).contains(mv.from()) {
            self.each_legal_move_of(mv.from().set(), |candidate| legal |= candidate == mv);
        }
        legal
    }

    #[inline]
    fn generate(&self, movers: Squares, noisy: bool, sink: &mut impl Sink) {
        let us = self.to_move();
        let (own, theirs) = (self.of(us), self.of(!us));
        let occupied = own | theirs;
        let king = self.king(us);
        let checkers = self.checkers();
        let wanted = if noisy { theirs } else { !own };

        if checkers.is_empty() {
            self.pieces_and_pawns(movers, noisy, wanted, Squares::ALL, king, sink);
            self.king_moves(movers, wanted, king, sink);
            if !noisy && movers.contains(king) && !self.castling().is_empty() {
                for way in Way::of(us) {
                    let passed = king.set() | attacks::between(king, way.king.1) | way.king.1.set();
                    if self.castling().contains(way.right)
                        && (way.path & occupied).is_empty()
                        && passed.iter().all(|square| self.attackers(square, !us, occupied).is_empty())
                    {
                        sink.one(Move::castling(way.king.0, way.king.1));
                    }
                }
            }
        } else {
            if !checkers.are_several() {
                let checker = checkers.first().unwrap_or(king);
                let met = attacks::between(king, checker) | checkers;
                self.pieces_and_pawns(movers, noisy, wanted & met, met, king, sink);
            }
            self.king_moves(movers, wanted, king, sink);
        }
    }

    #[inline]
    fn king_moves(&self, movers: Squares, wanted: Squares, king: Square, sink: &mut impl Sink) {
        if movers.contains(king) {
            // A slider sees through the square that the king leaves.
            let occupied = self.occupied() ^ king.set();
            let them = !self.to_move();
            let mut safe = Squares::NONE;
            let near = attacks::king(king) & wanted & !attacks::pawns(them, self.pieces(them, Kind::Pawn));
            for to in near.iter() {
                if self.attackers(to, them, occupied).is_empty() {
                    safe |= to.set();
                }
            }
            sink.piece(king, safe);
        }
    }

    /// The player's pieces that stand alone between the king and a slider.
    #[inline]
    fn pinned(&self, king: Square) -> Squares {
        let (us, them) = (self.to_move(), !self.to_move());
        let occupied = self.occupied();
        let queens = self.pieces(them, Kind::Queen);
        let pinners = attacks::rook(king, Squares::NONE) & (self.pieces(them, Kind::Rook) | queens)
            | attacks::bishop(king, Squares::NONE) & (self.pieces(them, Kind::Bishop) | queens);
        let mut pinned = Squares::NONE;
        for pinner in pinners.iter() {
            let between = attacks::between(king, pinner) & occupied;
            if !between.are_several() {
                pinned |= between & self.of(us);
            }
        }
        pinned
    }

    /// Every piece but the king. `wanted` are the squares that pieces may go to; `met` those where a check is met.
    #[inline]
    fn pieces_and_pawns(
        &self,
        movers: Squares,
        noisy: bool,
        wanted: Squares,
        met: Squares,
        king: Square,
        sink: &mut impl Sink,
    ) {
        let us = self.to_move();
        let occupied = self.occupied();
        let pinned = self.pinned(king);
        let free = movers & !pinned;

        let pawns = self.pieces(us, Kind::Pawn) & movers;
        self.pawn_moves(pawns & free, noisy, met, sink);
        for pawn in (pawns & pinned).iter() {
            self.pawn_moves(pawn.set(), noisy, met & attacks::line(king, pawn), sink);
        }
        if let Some(to) = self.en_passant() {
            for from in (attacks::pawn(!us, to) & pawns).iter() {
                if self.is_en_passant_safe(from, to) {
                    sink.one(Move::en_passant(from, to));
                }
            }
        }

        // A knight that is pinned has no move.
        for from in (self.pieces(us, Kind::Knight) & free).iter() {
            sink.piece(from, attacks::knight(from) & wanted);
        }
        let along = |from: Square| if pinned.contains(from) { attacks::line(king, from) } else { Squares::ALL };
        for from in (self.pieces(us, Kind::Bishop) & movers).iter() {
            sink.piece(from, attacks::bishop(from, occupied) & wanted & along(from));
        }
        for from in (self.pieces(us, Kind::Rook) & movers).iter() {
            sink.piece(from, attacks::rook(from, occupied) & wanted & along(from));
        }
        for from in (self.pieces(us, Kind::Queen) & movers).iter() {
            let attacked = attacks::rook(from, occupied) | attacks::bishop(from, occupied);
            sink.piece(from, attacked & wanted & along(from));
        }
    }

    /// All steps and captures of `pawns` that end on `met`, but *en passant*.
    #[inline]
    fn pawn_moves(&self, pawns: Squares, noisy: bool, met: Squares, sink: &mut impl Sink) {
        let us = self.to_move();
        let forward = us.forward();
        let (empty, theirs) = (!self.occupied(), self.of(!us));
        let last = Squares::rank(us.rank(7));

        let to_a = (pawns & !Squares::file(0)).shifted(forward - 1) & theirs & met;
        let to_h = (pawns & !Squares::file(7)).shifted(forward + 1) & theirs & met;
        let single = pawns.shifted(forward) & empty;
        sink.pawns(forward - 1, to_a & !last);
        sink.pawns(forward + 1, to_h & !last);
        if !noisy {
            sink.pawns(forward, single & met & !last);
            let double = (single & Squares::rank(us.rank(2))).shifted(forward) & empty & met;
            sink.double_steps(2 * forward, double);
        }
        if !((to_a | to_h | single) & last).is_empty() {
            sink.promotions(forward - 1, to_a & last);
            sink.promotions(forward + 1, to_h & last);
            sink.promotions(forward, single & met & last);
        }
    }
}

/// Counts the positions that `depth` moves lead to, each path on its own: the test of a move generator.
///
/// Moves before the last ply are counted without being made, unless `each_leaf` asks for it.
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
            // The compiler might see that a leaf is not looked at, and not make it.
            black_box(&mut *position);
            leaves += 1;
        } else {
            leaves += perft(position, depth - 1, each_leaf);
        }
        position.undo(mv, undo);
    }
    leaves
}
