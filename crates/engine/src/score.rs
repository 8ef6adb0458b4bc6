//! Scores, in hundredths of a pawn or as the distance to a mate.

/// The score of a checkmate; see [`chess::MATE`].
pub(crate) const MATE: i32 = chess::MATE as i32;
/// A score that is greater than this announces a mate.
pub(crate) const MATES: i32 = chess::MATES as i32;
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
