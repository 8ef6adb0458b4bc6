//! The squares that a piece attacks, and the lines between squares. All tables are computed at compile time.

mod magics;

use crate::piece::Colour;
use crate::square::{Bitboard, Square};

type Directions = [(i8, i8); 4];

const ROOK_LINES: Directions = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_LINES: Directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Returns the squares that a knight on `square` attacks.
///
/// ```
/// assert_eq!(chess::attacks::knight("a1".parse()?).len(), 2);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// Returns the squares that a king on `square` attacks.
///
/// ```
/// assert_eq!(chess::attacks::king("a1".parse()?).len(), 3);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Returns the squares that a pawn on `square` attacks.
///
/// ```
/// use chess::{Colour, attacks};
///
/// assert_eq!(attacks::pawn(Colour::White, "e4".parse()?).len(), 2);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn pawn(colour: Colour, square: Square) -> Bitboard {
    Bitboard(PAWN[colour as usize][square.index()])
}

/// Returns all squares that at least one of `pawns` attacks.
///
/// ```
/// use chess::{Bitboard, Colour, attacks};
///
/// assert_eq!(attacks::pawns(Colour::White, Bitboard::rank(1)), Bitboard::rank(2));
/// ```
#[inline]
#[must_use]
pub fn pawns(colour: Colour, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.shifted(colour.forward());
    Bitboard((ahead.0 & !Bitboard::file(0).0) >> 1 | (ahead.0 & !Bitboard::file(7).0) << 1)
}

/// Returns the squares that a rook on `square` attacks, up to and including the first of `blockers` in each direction.
///
/// ```
/// use chess::{Bitboard, attacks};
///
/// assert_eq!(attacks::rook("a1".parse()?, Bitboard::rank(1)).len(), 8);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn rook(square: Square, blockers: Bitboard) -> Bitboard {
    ROOK[square.index()].look_up(blockers)
}

/// Returns the squares that a bishop on `square` attacks, up to and including the first of `blockers` in each
/// direction.
///
/// ```
/// use chess::{Bitboard, attacks};
///
/// assert_eq!(attacks::bishop("a1".parse()?, Bitboard::rank(3)).len(), 3);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn bishop(square: Square, blockers: Bitboard) -> Bitboard {
    BISHOP[square.index()].look_up(blockers)
}

/// Returns the squares strictly between two squares on the same line, or no squares if no line connects them.
///
/// ```
/// use chess::attacks;
///
/// assert_eq!(attacks::between("a1".parse()?, "d4".parse()?).len(), 2);
/// # Ok::<(), chess::SquareError>(())
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// Returns the whole line through two squares, including both, or no squares if no line connects them.
#[inline]
pub(crate) fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// Maps the relevant blockers of a slider on one square to an index into [`SLIDERS`].
#[derive(Clone, Copy)]
struct Magic {
    /// The squares on which a blocker changes the attacks.
    mask: u64,
    multiplier: u64,
    shift: u32,
    offset: u32,
}

impl Magic {
    #[inline]
    fn look_up(&self, blockers: Bitboard) -> Bitboard {
        let hash = (blockers.0 & self.mask).wrapping_mul(self.multiplier) >> self.shift;
        // The mask tells the compiler that the index is in bounds.
        Bitboard(SLIDERS[(hash as usize + self.offset as usize) & (SLIDERS_LENGTH - 1)])
    }
}

/// A power of two that exceeds the 102,400 entries for rooks plus 5,248 for bishops, so that a mask bounds the index.
const SLIDERS_LENGTH: usize = 1 << 17;

const ROOK_MAGICS: [Magic; 64] = magics(ROOK_LINES, &magics::ROOK, 0);
const BISHOP_MAGICS: [Magic; 64] = magics(BISHOP_LINES, &magics::BISHOP, 102_400);

static ROOK: [Magic; 64] = ROOK_MAGICS;
static BISHOP: [Magic; 64] = BISHOP_MAGICS;
static SLIDERS: [u64; SLIDERS_LENGTH] = sliders();
static KNIGHT: [u64; 64] = leaper(&KNIGHT_STEPS);
static KING: [u64; 64] = leaper(&KING_STEPS);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = joined(false);
static LINE: [[u64; 64]; 64] = joined(true);

const fn magics(directions: Directions, multipliers: &[u64; 64], mut offset: u32) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, multiplier: 0, shift: 0, offset: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let mask = slides(square as i8, directions, 0, false);
        magics[square] = Magic { mask, multiplier: multipliers[square], shift: 64 - mask.count_ones(), offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn sliders() -> [u64; SLIDERS_LENGTH] {
    let mut table = [0; SLIDERS_LENGTH];
    let mut square = 0;
    while square < 64 {
        let mut both = 0;
        while both < 2 {
            let (magic, directions) =
                if both == 0 { (ROOK_MAGICS[square], ROOK_LINES) } else { (BISHOP_MAGICS[square], BISHOP_LINES) };
            let (sets, length) = blockers_and_attacks(square as i8, directions);
            let mut i = 0;
            while i < length {
                let (blockers, attacks) = sets[i];
                let hash = blockers.wrapping_mul(magic.multiplier) >> magic.shift;
                let index = magic.offset as usize + hash as usize;
                assert!(table[index] == 0 || table[index] == attacks, "two sets of blockers collide");
                table[index] = attacks;
                i += 1;
            }
            both += 1;
        }
        square += 1;
    }
    table
}

/// Returns every set of relevant blockers of a slider with the attacks that it leaves, and the number of sets.
///
/// The compiler runs this function. Attacks in one direction do not depend on blockers in another, so combining the
/// sets of each direction takes it a small part of the time of following all directions for each set.
const fn blockers_and_attacks(square: i8, directions: Directions) -> ([(u64, u64); 1 << 12], usize) {
    let mut sets = [(0, 0); 1 << 12];
    let mut length = 1;
    let mut direction = 0;
    while direction < directions.len() {
        let relevant = slide(square, directions[direction], 0, false);
        let before = length;
        let mut blockers = relevant;
        while blockers != 0 {
            let attacks = slide(square, directions[direction], blockers, true);
            let mut i = 0;
            while i < before {
                sets[length] = (sets[i].0 | blockers, sets[i].1 | attacks);
                length += 1;
                i += 1;
            }
            blockers = (blockers - 1) & relevant;
        }
        let unblocked = slide(square, directions[direction], 0, true);
        let mut i = 0;
        while i < before {
            sets[i].1 |= unblocked;
            i += 1;
        }
        direction += 1;
    }
    (sets, length)
}

const fn on_board(file: i8, rank: i8) -> bool {
    file >= 0 && file < 8 && rank >= 0 && rank < 8
}

/// Returns the squares attacked in all `directions`, step by step. Without `edges`, the last square in each direction
/// is omitted.
const fn slides(square: i8, directions: Directions, blockers: u64, edges: bool) -> u64 {
    let mut seen = 0;
    let mut i = 0;
    while i < directions.len() {
        seen |= slide(square, directions[i], blockers, edges);
        i += 1;
    }
    seen
}

const fn slide(square: i8, (dx, dy): (i8, i8), blockers: u64, edges: bool) -> u64 {
    let mut seen = 0;
    let (mut file, mut rank) = (square % 8 + dx, square / 8 + dy);
    while on_board(file, rank) && (edges || on_board(file + dx, rank + dy)) {
        let bit = 1 << (rank * 8 + file);
        seen |= bit;
        if blockers & bit != 0 {
            break;
        }
        file += dx;
        rank += dy;
    }
    seen
}

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (file, rank) = (square as i8 % 8 + steps[i].0, square as i8 / 8 + steps[i].1);
            if on_board(file, rank) {
                table[square] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// For every two squares on the same line, computes the squares between them, or the whole line if `whole` is true.
const fn joined(whole: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < KING_STEPS.len() {
            let (dx, dy) = KING_STEPS[i];
            let line = 1 << a | slide(a as i8, (dx, dy), 0, true) | slide(a as i8, (-dx, -dy), 0, true);
            let (mut file, mut rank) = (a as i8 % 8 + dx, a as i8 / 8 + dy);
            let mut between = 0_u64;
            while on_board(file, rank) {
                let b = (rank * 8 + file) as usize;
                table[a][b] = if whole { line } else { between };
                between |= 1 << b;
                file += dx;
                rank += dy;
            }
            i += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Bitboard {
        text.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
    }

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn sliders_stop_at_blockers() {
        let numbers = zobrist::Numbers::generate(1, 2000);
        for at in Square::all() {
            for pair in numbers.as_slice().chunks(2) {
                let blockers = pair[0].0 & pair[1].0;
                let slow = |directions| Bitboard(slides(at.index() as i8, directions, blockers, true));
                assert_eq!(rook(at, Bitboard(blockers)), slow(ROOK_LINES));
                assert_eq!(bishop(at, Bitboard(blockers)), slow(BISHOP_LINES));
            }
        }
        assert_eq!(rook(square("a1"), set("a3 c1 h8")), set("a2 a3 b1 c1"));
    }

    #[test]
    fn leapers_stay_on_the_board() {
        assert_eq!(knight(square("a1")), set("b3 c2"));
        assert_eq!(king(square("h8")), set("g8 g7 h7"));
        assert_eq!(pawn(Colour::White, square("a2")), set("b3"));
        assert_eq!(pawn(Colour::Black, square("e4")), set("d3 f3"));
        for colour in Colour::BOTH {
            for at in Square::all() {
                assert_eq!(pawns(colour, at.bitboard()), pawn(colour, at));
            }
        }
    }

    #[test]
    fn lines_join_squares() {
        assert_eq!(between(square("a1"), square("d4")), set("b2 c3"));
        assert_eq!(between(square("a1"), square("b3")), Bitboard::NONE);
        assert_eq!(between(square("a1"), square("a2")), Bitboard::NONE);
        assert_eq!(line(square("c3"), square("b2")), set("a1 b2 c3 d4 e5 f6 g7 h8"));
        assert_eq!(line(square("h1"), square("h5")), Bitboard::file(7));
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
            }
        }
    }
}
