//! Perft: counts the leaves of the move tree, to test and time the move generator.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use chess::{Move, Position, perft};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use experiments::text::grouped;

/// Moves with the leaves below them.
pub(crate) type CountedMoves = Vec<(Move, u64)>;

/// Returns a line for each move.
pub(crate) fn divided(moves: &[(Move, u64)]) -> String {
    moves.iter().map(|(mv, leaves)| format!("{mv:<6}{leaves:>14}\n")).collect()
}

/// Output of `ttlab perft`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Perft {
    /// The position in Forsyth-Edwards Notation.
    pub(crate) fen: String,
    /// Depth, in plies.
    pub(crate) depth: u32,
    /// Leaves at this depth: sequences of that many legal moves.
    pub(crate) leaves: u64,
    /// The moves of the position in UCI notation, each with the leaves below it.
    #[serde(serialize_with = "by_move")]
    #[schemars(with = "BTreeMap<String, u64>")]
    pub(crate) moves: CountedMoves,
    /// Wall-clock time, in seconds.
    pub(crate) seconds: f64,
}

fn by_move<S: Serializer>(moves: &[(Move, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().map(|(mv, leaves)| (mv.to_string(), leaves)))
}

impl Perft {
    /// Counts the leaves `depth` plies below `position`; see [`chess::perft`]. `depth` is at least 1. Each move is
    /// added to `counted` when its leaves are counted.
    #[must_use]
    pub(crate) fn count(mut position: Position, depth: u32, each_leaf: bool, counted: &Mutex<CountedMoves>) -> Self {
        let started = Instant::now();
        let fen = position.to_fen();
        for mv in position.legal_moves() {
            let undo = position.play(mv);
            let leaves = perft(&mut position, depth.saturating_sub(1), each_leaf);
            counted.lock().unwrap_or_else(PoisonError::into_inner).push((mv, leaves));
            position.undo(mv, undo);
        }
        let moves = mem::take(&mut *counted.lock().unwrap_or_else(PoisonError::into_inner));
        let leaves = moves.iter().map(|(_, leaves)| leaves).sum();
        Self { fen, depth, leaves, moves, seconds: started.elapsed().as_secs_f64() }
    }

    fn speed(&self) -> f64 {
        self.leaves as f64 / self.seconds.max(1e-9)
    }

    /// Returns a line for each move, if `divide`, and the total.
    #[must_use]
    pub(crate) fn to_text(&self, divide: bool) -> String {
        let divided = if divide { divided(&self.moves) } else { String::new() };
        let (leaves, million) = (grouped(self.leaves), self.speed() / 1e6);
        format!(
            "{divided}{leaves} leaves at depth {} in {:.2} s ({million:.0} million leaves/s)\n",
            self.depth, self.seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_counted_by_move() {
        for each_leaf in [false, true] {
            let perft = Perft::count(Position::start(), 3, each_leaf, &Mutex::default());
            assert_eq!((perft.moves.len(), perft.leaves), (20, 8_902));
        }
    }
}
