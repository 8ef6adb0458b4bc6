//! Scores, in hundredths of a pawn or as the distance to a mate, and how the table stores them.

use tt::Score;

/// The score of a checkmate: a player who is mated `n` plies from the root has the score `n - MATE`.
pub const MATE: i32 = 30_000;
/// A score that is greater than this announces a mate.
pub(crate) const MATES: i32 = MATE - 1_000;
/// Greater than every score.
pub(crate) const INFINITY: i32 = MATE + 1;
/// The score of a draw.
pub(crate) const DRAW: i32 = 0;
/// The greatest score of an evaluation.
pub(crate) const MOST: i32 = 20_000;

/// Returns whether a score announces a mate for either player.
#[inline]
pub(crate) fn is_mate(score: i32) -> bool {
    score.abs() > MATES
}

/// Returns a score as the table stores it: relative to the position instead of the root.
#[inline]
pub(crate) fn to_table(score: i32, ply: usize) -> Score {
    let relative = if is_mate(score) { score + score.signum() * ply as i32 } else { score };
    relative.clamp(-MATE, MATE) as Score
}

/// Returns a stored score relative to the root.
#[inline]
pub(crate) fn from_table(score: Score, ply: usize) -> i32 {
    let score = i32::from(score);
    if is_mate(score) { score - score.signum() * ply as i32 } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_stored_relative_to_the_position() {
        for (score, ply, stored) in [(MATE - 7, 4, MATE - 3), (9 - MATE, 4, 5 - MATE), (250, 9, 250), (-250, 9, -250)] {
            assert_eq!(i32::from(to_table(score, ply)), stored);
            assert_eq!(from_table(to_table(score, ply), ply), score);
        }
    }
}
