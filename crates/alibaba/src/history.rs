//! The history heuristic: moves that were often best elsewhere in the search come first (`[Schaeffer 1989]`).

use chess::{Move, Position};
use search::ChosenOptions;

use super::{PROMOTIONS, options};

/// The highest rank of a move.
const MOST: i32 = PROMOTIONS - 1;

/// How often each move was best, weighted by the depth: indexed by player, origin and destination.
#[derive(Clone)]
pub(super) struct History(Box<[[u32; 64 * 64]; 2]>);

impl Default for History {
    fn default() -> Self {
        Self(vec![[0; 64 * 64]; 2].into_boxed_slice().try_into().expect("there are two players"))
    }
}

impl History {
    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(|of_player| of_player.fill(0));
    }

    /// Returns the rank of a move.
    #[inline]
    pub(super) fn rank(&self, position: &Position, options: impl ChosenOptions, mv: Move) -> i32 {
        if options.has(options::HISTORY_NONE) {
            return 0;
        }
        let (player, slot) = Self::slot(position, options, mv);
        i32::try_from(self.0[player][slot]).unwrap_or(MOST).min(MOST)
    }

    /// Learns that a move was best in a position that was searched to `depth` plies.
    #[inline]
    pub(super) fn learn(&mut self, position: &Position, options: impl ChosenOptions, best: Move, depth: u8) {
        let weight = match u32::from(depth) {
            _ if options.has(options::HISTORY_WEIGHT_1) => 1,
            depth if options.has(options::HISTORY_WEIGHT_SQUARE) => depth * depth,
            depth if options.has(options::HISTORY_WEIGHT_POWER) => 1 << depth.min(24),
            depth => depth,
        };
        let (player, slot) = Self::slot(position, options, best);
        let sum = &mut self.0[player][slot];
        *sum = sum.saturating_add(weight);
    }

    /// Returns the place of a move.
    #[inline]
    fn slot(position: &Position, options: impl ChosenOptions, mv: Move) -> (usize, usize) {
        let player = if options.has(options::HISTORY_SHARED) { 0 } else { position.to_move() as usize };
        let piece = || position.piece_on(mv.from()).map_or(0, |piece| piece.piece_type() as usize);
        let from = if options.has(options::HISTORY_BY_PIECE) { piece() } else { mv.from().index() };
        (player, from * 64 + mv.to().index())
    }
}
