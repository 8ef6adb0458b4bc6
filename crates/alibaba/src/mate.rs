//! Mate scores in moves.

use tt::Score;

use super::{MATE, MATES};

/// Returns the number of moves until mate for a mate score, negative if the player to move is mated, and `None` for any
/// other score.
///
/// ```
/// use alibaba::{MATE, mate_in};
///
/// assert_eq!(mate_in(MATE - 3), Some(2));
/// assert_eq!(mate_in(2 - MATE), Some(-1));
/// assert_eq!(mate_in(325), None);
/// ```
#[must_use]
pub fn mate_in(score: Score) -> Option<i32> {
    plies_to_mate(score).map(|plies| (plies + 1) / 2 * i32::from(score.signum()))
}

/// Returns the number of moves until mate like [`mate_in`], if a search to `depth` plies has followed the game to the
/// mate. Such a mate is the shortest one.
///
/// A score from the table can announce a mate that is farther away. It is correct, but a later search may not find it
/// again if the table has lost the positions that lead to it.
///
/// ```
/// use alibaba::{MATE, searched_mate_in};
///
/// assert_eq!(searched_mate_in(MATE - 3, 3), Some(2));
/// assert_eq!(searched_mate_in(MATE - 3, 2), None);
/// ```
#[must_use]
pub fn searched_mate_in(score: Score, depth: u8) -> Option<i32> {
    mate_in(score).filter(|_| plies_to_mate(score).is_some_and(|plies| plies <= i32::from(depth)))
}

/// Returns the number of plies until mate for a mate score of either player, and `None` for any other score.
#[inline]
pub(super) fn plies_to_mate(score: Score) -> Option<i32> {
    let absolute = i32::from(score).abs();
    (absolute > i32::from(MATES)).then_some(i32::from(MATE) - absolute)
}
