//! Static exchange evaluation: what a series of captures on one square wins, without search.

use chess::{Bitboard, Move, Piece, PieceType, Position, attacks};

/// The value of a piece type in an exchange, in hundredths of a pawn.
pub(crate) const fn value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 325,
        PieceType::Rook => 500,
        PieceType::Queen => 950,
        PieceType::King => 0,
    }
}

/// The value of each piece, by its discriminant.
static VALUES: [i32; 16] = {
    let mut values = [0; 16];
    let mut kind = 0;
    while kind < PieceType::ALL.len() {
        values[kind] = value(PieceType::ALL[kind]);
        values[8 + kind] = values[kind];
        kind += 1;
    }
    values
};

/// Returns the value of a piece.
#[inline]
fn of_piece(piece: Piece) -> i32 {
    VALUES[piece as usize & 15]
}

/// Returns the value of what a move captures at once.
#[inline]
pub(crate) fn captured(position: &Position, mv: Move) -> i32 {
    if mv.is_en_passant() { value(PieceType::Pawn) } else { position.piece_on(mv.to()).map_or(0, of_piece) }
}

/// Returns whether the exchange that a legal move begins wins at least `threshold`, if both players capture with their
/// least valuable piece and stop when it pays. Pins are ignored.
pub(crate) fn wins(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(moved) = position.piece_on(from) else { return false };
    if mv.is_castling() {
        return threshold <= 0;
    }
    let promotion = mv.promotion().map_or(0, |kind| value(kind) - value(PieceType::Pawn));
    let mut balance = captured(position, mv) + promotion - threshold;
    if balance < 0 {
        return false;
    }
    // The worst case: the piece is lost for nothing.
    balance -= mv.promotion().map_or(of_piece(moved), value);
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied() ^ from.bitboard() | to.bitboard();
    if mv.is_en_passant() {
        let behind = Bitboard::rank(from.rank()) & Bitboard::file(to.file());
        occupied ^= behind;
    }
    let [white, black] = chess::Colour::BOTH.map(|colour| position.occupied_by(colour));
    let both = |kind| chess::Colour::BOTH.iter().fold(Bitboard::NONE, |all, &of| all | position.pieces(of, kind));
    let queens = both(PieceType::Queen);
    let diagonal = both(PieceType::Bishop) | queens;
    let straight = both(PieceType::Rook) | queens;
    let mut attackers = position.all_attackers(to, occupied);
    let mut side = !position.to_move();
    let mut wins = true;
    loop {
        attackers &= occupied;
        let own = attackers & if side == chess::Colour::White { white } else { black };
        if own.is_empty() {
            return wins;
        }
        let weakest = PieceType::ALL.into_iter().find(|&kind| !(own & position.pieces(side, kind)).is_empty());
        let kind = weakest.unwrap_or(PieceType::King);
        if kind == PieceType::King {
            // The king cannot capture a protected piece.
            let is_protected = !(attackers & if side == chess::Colour::White { black } else { white }).is_empty();
            return if is_protected { wins } else { !wins };
        }
        wins = !wins;
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            return wins;
        }
        let Some(square) = (own & position.pieces(side, kind)).first() else { return wins };
        occupied ^= square.bitboard();
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        side = !side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the exchange wins by trying all captures on the square with the least valuable piece.
    fn slow(position: &mut Position, mv: Move) -> i32 {
        fn reply(position: &mut Position, on: chess::Square) -> i32 {
            let mut captures: Vec<Move> = Vec::new();
            position.each_noisy_move(|mv| {
                let is_capture = position.piece_on(mv.to()).is_some();
                if mv.to() == on && is_capture && mv.promotion().is_none_or(|kind| kind == PieceType::Queen) {
                    captures.push(mv);
                }
            });
            let weakest = captures.into_iter().min_by_key(|mv| {
                let kind = position.piece_on(mv.from()).unwrap().piece_type();
                if kind == PieceType::King { 10_000 } else { value(kind) }
            });
            let Some(mv) = weakest else { return 0 };
            let gain = captured(position, mv);
            let undo = position.play(mv);
            let rest = reply(position, on);
            position.undo(mv, undo);
            0.max(gain - rest)
        }
        let promotion = mv.promotion().map_or(0, |kind| value(kind) - value(PieceType::Pawn));
        let gain = captured(position, mv) + promotion;
        let undo = position.play(mv);
        let rest = reply(position, mv.to());
        position.undo(mv, undo);
        gain - rest
    }

    #[test]
    fn exchanges_are_those_of_captures_that_are_played() {
        // No pins, no promotions.
        for (fen, mv, gain) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225),
            ("6k1/8/8/3p4/4P3/8/8/6K1 w - - 0 1", "e4d5", 100),
            ("6k1/8/2p5/3p4/4P3/8/8/6K1 w - - 0 1", "e4d5", 0),
            ("6k1/8/2p5/3p4/8/8/3R4/6K1 w - - 0 1", "d2d5", -400),
            ("6k1/8/2p5/3p4/8/3R4/3R4/6K1 w - - 0 1", "d3d5", -300),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            let mv = position.parse_uci(mv).unwrap();
            assert_eq!(slow(&mut position, mv), gain, "{fen}");
            assert!(wins(&position, mv, gain) && !wins(&position, mv, gain + 1), "{fen} {mv}");
        }
    }

    #[test]
    fn en_passant_captures_a_pawn() {
        let position = Position::from_fen("6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1").unwrap();
        let mv = position.parse_uci("e5d6").unwrap();
        assert!(wins(&position, mv, 100) && !wins(&position, mv, 101));
    }
}
