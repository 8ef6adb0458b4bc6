//! The terms of the structured evaluation, each from White's point of view, in hundredths of a pawn.
//!
//! The values are round and simple: what matters is that each term depends on one part of the position. Only the
//! values of material are from the literature: a pair of bishops is worth half a pawn, and for each pawn of its side
//! beyond five a knight gains a sixteenth of a pawn and a rook loses an eighth (`[Kaufman 1999]`).

use chess::{Bitboard, Colour, PieceType, Position, Square, attacks};

const DOUBLED: i32 = -10;
const ISOLATED: i32 = -12;
const CONNECTED: i32 = 5;
/// The value of a passed pawn by the number of ranks that it has advanced from the first rank.
const PASSED: [i32; 8] = [0, 5, 8, 14, 25, 45, 80, 0];

const BISHOP_PAIR: i32 = 50;
const KNIGHT_PER_PAWN: i32 = 6;
const ROOK_PER_PAWN: i32 = -12;

/// The value of each square that a piece attacks and its own side does not occupy.
const MOBILITY: [(PieceType, i32); 4] =
    [(PieceType::Knight, 4), (PieceType::Bishop, 4), (PieceType::Rook, 2), (PieceType::Queen, 1)];
/// The value of each pawn next to its king or one rank further, while the opponent has a queen.
const SHELTER: i32 = 8;

/// Returns the value of the pawn structure, which depends on the pawns alone.
pub(super) fn pawns(pawns: [Bitboard; 2]) -> i32 {
    let [white, black] = pawns;
    pawns_of(Colour::White, white, black) - pawns_of(Colour::Black, black, white)
}

fn pawns_of(colour: Colour, own: Bitboard, theirs: Bitboard) -> i32 {
    let mut value = CONNECTED * (own & attacks::pawns(colour, own)).len() as i32;
    for file in 0..8 {
        let on_file = own & Bitboard::file(file);
        if on_file.is_empty() {
            continue;
        }
        value += DOUBLED * (on_file.len() as i32 - 1);
        if (own & beside(file)).is_empty() {
            value += ISOLATED * on_file.len() as i32;
        }
    }
    for pawn in own.iter() {
        let in_the_way = (Bitboard::file(pawn.file()) | beside(pawn.file())) & ahead(colour, pawn);
        if (theirs & in_the_way).is_empty() {
            let advanced = if colour == Colour::White { pawn.rank() } else { 7 - pawn.rank() };
            value += PASSED[usize::from(advanced)];
        }
    }
    value
}

/// Returns the files next to a file.
fn beside(file: u8) -> Bitboard {
    let left = if file > 0 { Bitboard::file(file - 1) } else { Bitboard::NONE };
    let right = if file < 7 { Bitboard::file(file + 1) } else { Bitboard::NONE };
    left | right
}

/// Returns all ranks in front of a square.
fn ahead(colour: Colour, square: Square) -> Bitboard {
    match colour {
        Colour::White => Bitboard((!0_u64 << 8).checked_shl(8 * u32::from(square.rank())).unwrap_or(0)),
        Colour::Black => Bitboard((1 << (8 * u32::from(square.rank()))) - 1),
    }
}

/// Returns the number of pieces of each type, from pawns to queens: four bits each, first White's.
pub(super) fn counts(position: &Position) -> u64 {
    let mut counts = 0;
    for colour in Colour::BOTH {
        for kind in &PieceType::ALL[..5] {
            counts = counts << 4 | u64::from(position.pieces(colour, *kind).len());
        }
    }
    counts
}

/// Returns the value of the material beyond the values of single pieces. It depends on [`counts`] alone.
pub(super) fn material(counts: u64) -> i32 {
    material_of(counts >> 20) - material_of(counts)
}

fn material_of(counts: u64) -> i32 {
    let [pawns, knights, bishops, rooks] = [16, 12, 8, 4].map(|shift| (counts >> shift & 0xf) as i32);
    let pair = if bishops >= 2 { BISHOP_PAIR } else { 0 };
    pair + (pawns - 5) * (KNIGHT_PER_PAWN * knights + ROOK_PER_PAWN * rooks)
}

/// Returns the value of mobility and of the pawns that shelter the kings, which depends on the whole position.
pub(super) fn pieces(position: &Position) -> i32 {
    pieces_of(position, Colour::White) - pieces_of(position, Colour::Black)
}

fn pieces_of(position: &Position, colour: Colour) -> i32 {
    let (occupied, own) = (position.occupied(), position.occupied_by(colour));
    let mut value = 0;
    for (kind, each) in MOBILITY {
        for square in position.pieces(colour, kind).iter() {
            let attacked = match kind {
                PieceType::Knight => attacks::knight(square),
                PieceType::Bishop => attacks::bishop(square, occupied),
                PieceType::Rook => attacks::rook(square, occupied),
                _ => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
            };
            value += each * (attacked & !own).len() as i32;
        }
    }
    if !position.pieces(!colour, PieceType::Queen).is_empty() {
        let near = attacks::king(position.king(colour));
        let further = near.iter().fold(near, |sum, square| sum | attacks::king(square) & ahead(colour, square));
        let sheltered = position.pieces(colour, PieceType::Pawn) & further & ahead(colour, position.king(colour));
        value += SHELTER * sheltered.len() as i32;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn pawns_in(fen: &str) -> i32 {
        let position = position(fen);
        pawns(Colour::BOTH.map(|colour| position.pieces(colour, PieceType::Pawn)))
    }

    #[test]
    fn pawn_structures_are_valued() {
        assert_eq!(pawns_in("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(pawns_in("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), ISOLATED + PASSED[3]);
        assert_eq!(pawns_in("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1"), -ISOLATED - PASSED[3]);
        assert_eq!(pawns_in("4k3/8/4P3/8/4P3/8/8/4K3 w - - 0 1"), 2 * ISOLATED + DOUBLED + PASSED[3] + PASSED[5]);
        assert_eq!(pawns_in("4k3/8/8/3P4/4P3/8/8/4K3 w - - 0 1"), CONNECTED + PASSED[3] + PASSED[4]);
        // A pawn on the same or a neighbouring file stops a pawn, one behind it does not.
        assert_eq!(pawns_in("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(pawns_in("4k3/8/8/8/4P3/8/3p4/4K3 w - - 0 1"), PASSED[3] - PASSED[6]);
    }

    #[test]
    fn material_is_valued() {
        let of = |fen: &str| material(counts(&position(fen)));
        assert_eq!(of("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), BISHOP_PAIR);
        assert_eq!(of("4k3/8/8/8/8/8/PPPPPPP1/1N2K3 w - - 0 1"), 2 * KNIGHT_PER_PAWN);
        assert_eq!(of("r3k3/pppppp2/8/8/8/8/8/4K3 b - - 0 1"), -ROOK_PER_PAWN);
    }

    #[test]
    fn pieces_are_valued() {
        let of = |fen: &str| pieces(&position(fen));
        assert_eq!(of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 2 * 4);
        assert_eq!(of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), (7 + 3) * 2);
        // The pawns on f2, g2 and h3 shelter the king; the king's own queen changes nothing.
        let queens = of("3q2k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1") - of("3q2k1/8/8/8/8/8/8/6K1 w - - 0 1");
        assert_eq!(queens, 3 * SHELTER);
    }

    #[test]
    fn the_colours_are_treated_alike() {
        for (fen, reflected) in [
            (
                "r1bqkb1r/pp2pp1p/2np1np1/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w - - 0 1",
                "r2qkb1r/ppp2ppp/2n1b3/3np3/8/2NP1NP1/PP2PP1P/R1BQKB1R b - - 0 1",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"),
        ] {
            let terms = |fen: &str| {
                let position = position(fen);
                let structure = pawns(Colour::BOTH.map(|colour| position.pieces(colour, PieceType::Pawn)));
                [structure, material(counts(&position)), pieces(&position)]
            };
            assert_eq!(terms(fen), terms(reflected).map(|value| -value), "{fen}");
        }
    }
}
