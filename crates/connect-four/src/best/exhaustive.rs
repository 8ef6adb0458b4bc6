//! The scores of all positions of a small board, for tests.

use std::collections::BTreeMap;

use crate::{BoardSize, Position, Shape};

/// Returns the score of every position in which the game is not over, by its own and all occupied squares.
pub(super) fn scores(board: BoardSize) -> BTreeMap<(u64, u64), i32> {
    let mut scores = BTreeMap::new();
    score(&Position::new(board), &mut scores);
    scores
}

/// Computes the scores of a position and of all positions after it. The game must not be over.
fn score(position: &Position<BoardSize>, scores: &mut BTreeMap<(u64, u64), i32>) -> i32 {
    let stones = (position.own(), position.occupied());
    if let Some(&score) = scores.get(&stones) {
        return score;
    }
    let columns = 0..position.shape().columns();
    let score = columns.filter(|&column| position.can_play(column)).map(|column| {
        let child = position.after(column);
        -child.final_score().unwrap_or_else(|| score(&child, scores))
    });
    let score = score.max().expect("the board is not full");
    scores.insert(stones, score);
    score
}
