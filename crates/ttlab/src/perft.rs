//! Perft: counts the leaves of the move tree, to test and time the move generator.

use std::fmt::Write;
use std::time::Instant;

use chess::{Move, Position, perft};
use serde_json::{Value, json};

use experiments::text::grouped;

/// The number of leaves below each move.
#[derive(Clone, Debug)]
pub(crate) struct Perft {
    /// The position as FEN.
    pub(crate) fen: String,
    /// Plies.
    pub(crate) depth: u32,
    /// Every legal move with the leaves below it.
    pub(crate) moves: Vec<(Move, u64)>,
    /// Seconds.
    pub(crate) seconds: f64,
}

impl Perft {
    /// Counts the leaves `depth` plies below `position`; see [`chess::perft`]. `depth` is at least 1.
    #[must_use]
    pub(crate) fn count(mut position: Position, depth: u32, each_leaf: bool) -> Self {
        let started = Instant::now();
        let fen = position.to_fen();
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let undo = position.play(mv);
            moves.push((mv, perft(&mut position, depth.saturating_sub(1), each_leaf)));
            position.undo(mv, undo);
        }
        Self { fen, depth, moves, seconds: started.elapsed().as_secs_f64() }
    }

    /// Returns the number of all leaves.
    #[must_use]
    pub(crate) fn leaves(&self) -> u64 {
        self.moves.iter().map(|(_, leaves)| leaves).sum()
    }

    fn speed(&self) -> f64 {
        self.leaves() as f64 / self.seconds.max(1e-9)
    }

    /// Returns a line for each move, if `divide`, and the total.
    #[must_use]
    pub(crate) fn to_text(&self, divide: bool) -> String {
        let mut text = String::new();
        if divide {
            for (mv, leaves) in &self.moves {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{mv:<6}{leaves:>14}");
            }
        }
        let (leaves, million) = (grouped(self.leaves()), self.speed() / 1e6);
        let _ = writeln!(
            text,
            "{leaves} leaves at depth {} in {:.2} s ({million:.0} million leaves/s)",
            self.depth, self.seconds
        );
        text
    }

    /// Returns a JSON object.
    #[must_use]
    pub(crate) fn to_json(&self) -> Value {
        let moves: serde_json::Map<String, Value> =
            self.moves.iter().map(|(mv, leaves)| (mv.to_string(), json!(leaves))).collect();
        json!({
            "fen": self.fen, "depth": self.depth, "leaves": self.leaves(), "moves": moves, "seconds": self.seconds,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_counted_by_move() {
        for each_leaf in [false, true] {
            let perft = Perft::count(Position::start(), 3, each_leaf);
            assert_eq!((perft.moves.len(), perft.leaves()), (20, 8_902));
        }
    }
}
