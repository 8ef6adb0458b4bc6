//! What earlier parts of a search tell about moves: histories, killers and counter moves, and about evaluations.
//!
//! Each number in a history moves towards its maximum when its move causes a cut-off, and towards its minimum when
//! another move does; the nearer it is, the smaller the step ("gravity").

use chess::{Bitboard, Colour, Move, Piece, PieceType, Position, Square};
use tt::Key;

use crate::technique::{Chosen, Techniques};

/// The greatest absolute value of a number in a history.
pub(crate) const LIMIT: i32 = 16_384;

/// A piece and the square to which it moves, as a number below [`PIECE_TO`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

/// The number of [`PieceTo`]s.
const PIECE_TO: usize = 16 * 64;

impl PieceTo {
    /// Before the first move and after a null move.
    pub(crate) const NONE: Self = Self(7 * 64);

    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        position.piece_on(mv.from()).map_or(Self::NONE, |piece| Self::at(piece, mv.to()))
    }

    #[inline]
    fn at(piece: Piece, to: Square) -> Self {
        Self((piece as u16 & 15) << 6 | to.index() as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0) & (PIECE_TO - 1)
    }
}

/// Moves one number of a history.
#[inline]
fn learn(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// Corrections of the static evaluation for one kind of feature, by player and a hash of the feature.
const CORRECTIONS: usize = 1 << 14;
/// The parts of a hundredth of a pawn in which corrections are stored.
const GRAIN: i32 = 256;
/// The weight of all earlier searches against a new one.
const CORRECTION_WEIGHT: i32 = 256;
/// The greatest correction, in hundredths of a pawn.
const MOST_CORRECTION: i32 = 64;

/// What a program remembers from search to search.
pub(crate) struct History {
    /// By player, origin and destination.
    quiet: Box<[ByMove; 2]>,
    /// By piece, destination and captured type.
    capture: Box<[i16; PIECE_TO * 8]>,
    /// By the earlier move and the present one, as pieces and destinations.
    continuation: Box<[ByPieceTo; PIECE_TO]>,
    /// The refutation of each move.
    counter: Box<[Option<Move>; PIECE_TO]>,
    corrections: Box<[i32; 2 * CORRECTIONS]>,
}

/// A number for each origin and destination.
type ByMove = [i16; 1 << 12];
/// A number for each piece and destination.
type ByPieceTo = [i16; PIECE_TO];

/// The histories of the quiet moves of a node.
pub(crate) struct QuietHistory<'a> {
    quiet: &'a ByMove,
    /// After each of the last two moves.
    continuation: [&'a ByPieceTo; 2],
}

impl QuietHistory<'_> {
    /// Returns the success of a move so far.
    #[inline]
    pub(crate) fn of(&self, position: &Position, mv: Move, chosen: impl Chosen) -> i32 {
        let mut rank = if chosen.has(Techniques::HISTORY) { self.quiet[move_index(mv)].into() } else { 0 };
        if chosen.has(Techniques::CONTINUATION_HISTORY) {
            let now = PieceTo::of(position, mv).index();
            rank += i32::from(self.continuation[0][now]) + i32::from(self.continuation[1][now]);
        }
        rank
    }
}

/// Returns origin and destination of a move as a number.
#[inline]
fn move_index(mv: Move) -> usize {
    usize::from(mv.bits()) & 0xfff
}

/// Returns an array in memory of its own.
fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let Ok(array) = vec![value; N].try_into() else { unreachable!("the vector has as many elements as the array") };
    array
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            quiet: boxed([0; 1 << 12]),
            capture: boxed(0),
            continuation: boxed([0; PIECE_TO]),
            counter: boxed(None),
            corrections: boxed(0),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; 1 << 12]);
        self.capture.fill(0);
        self.continuation.fill([0; PIECE_TO]);
        self.counter.fill(None);
        self.corrections.fill(0);
    }

    /// Returns the histories of the quiet moves of a player after two moves, the last one first.
    #[inline]
    pub(crate) fn quiet(&self, player: Colour, path: [PieceTo; 2]) -> QuietHistory<'_> {
        let continuation = path.map(|earlier| &self.continuation[earlier.index()]);
        QuietHistory { quiet: &self.quiet[player as usize], continuation }
    }

    #[inline]
    pub(crate) fn learn_quiet(&mut self, player: Colour, mv: Move, bonus: i32) {
        learn(&mut self.quiet[player as usize][move_index(mv)], bonus);
    }

    #[inline]
    fn capture_index(position: &Position, mv: Move) -> usize {
        let captured = position.piece_on(mv.to()).map_or(PieceType::Pawn, Piece::piece_type);
        PieceTo::of(position, mv).index() << 3 | captured as usize & 7
    }

    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        self.capture[Self::capture_index(position, mv)].into()
    }

    #[inline]
    pub(crate) fn learn_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        learn(&mut self.capture[Self::capture_index(position, mv)], bonus);
    }

    #[inline]
    pub(crate) fn learn_continuation(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        learn(&mut self.continuation[earlier.index()][now.index()], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, to: PieceTo) -> Option<Move> {
        self.counter[to.index()]
    }

    #[inline]
    pub(crate) fn learn_counter(&mut self, to: PieceTo, mv: Move) {
        self.counter[to.index()] = Some(mv);
    }

    /// Returns the number of the position's pawn structure for the player to move.
    #[inline]
    pub(crate) fn structure(position: &Position) -> usize {
        let [white, black] = Colour::BOTH.map(|colour| position.pieces(colour, PieceType::Pawn));
        let Bitboard(pawns) = white;
        let hash = Key::mixed(pawns ^ black.0.rotate_left(32)).0 as usize % CORRECTIONS;
        position.to_move() as usize * CORRECTIONS + hash
    }

    /// Returns what to add to the static evaluation of a position with this structure.
    #[inline]
    pub(crate) fn correction(&self, structure: usize) -> i32 {
        self.corrections[structure] / GRAIN
    }

    /// Learns that a search to `depth` plies found a score that differs from the static evaluation.
    #[inline]
    pub(crate) fn learn_correction(&mut self, structure: usize, difference: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let limit = MOST_CORRECTION * GRAIN;
        let correction = &mut self.corrections[structure];
        let target = (difference * GRAIN).clamp(-8 * limit, 8 * limit);
        let mean = (*correction * (CORRECTION_WEIGHT - weight) + target * weight) / CORRECTION_WEIGHT;
        *correction = mean.clamp(-limit, limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_limit() {
        let mut number = 0;
        for _ in 0..1_000 {
            learn(&mut number, 1_600);
        }
        assert!((15_000..=LIMIT).contains(&i32::from(number)));
        for _ in 0..1_000 {
            learn(&mut number, -1_600);
        }
        assert!((-LIMIT..=-15_000).contains(&i32::from(number)));
    }

    #[test]
    fn corrections_approach_what_was_found() {
        let mut history = History::new();
        let structure = History::structure(&Position::start());
        for _ in 0..500 {
            history.learn_correction(structure, 40, 10);
        }
        assert!((35..=40).contains(&history.correction(structure)));
        history.learn_correction(structure, -29_000, 200);
        assert!(history.correction(structure) >= -MOST_CORRECTION);
    }
}
