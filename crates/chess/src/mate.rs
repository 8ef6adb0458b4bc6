//! Mate scores: what the programs of this workspace mean by them, and how a table stores them.

use crate::{FIFTY_MOVES, Position};

/// The score of a checkmate: a player who is mated `n` plies from the root has the score `n - MATE`.
pub const MATE: i16 = 30_000;

/// Scores whose absolute value exceeds this are mate scores.
pub const MATES: i16 = MATE - 1_000;

/// Returns the number of moves until mate for a mate score, negative if the player to move is mated, and `None` for any
/// other score.
///
/// ```
/// use chess::{MATE, mate_in};
///
/// assert_eq!(mate_in(MATE - 3), Some(2));
/// assert_eq!(mate_in(2 - MATE), Some(-1));
/// assert_eq!(mate_in(325), None);
/// ```
#[must_use]
pub fn mate_in(score: i16) -> Option<i32> {
    plies_to_mate(score).map(|plies| (plies + 1) / 2 * i32::from(score.signum()))
}

/// Returns the number of moves until mate like [`mate_in`], if a search to `depth` plies has followed the game to the
/// mate. Such a mate is the shortest one.
///
/// A score from the table can announce a mate that is farther away. It is correct, but a later search may not find it
/// again if the table has lost the positions that lead to it.
///
/// ```
/// use chess::{MATE, searched_mate_in};
///
/// assert_eq!(searched_mate_in(MATE - 3, 3), Some(2));
/// assert_eq!(searched_mate_in(MATE - 3, 2), None);
/// ```
#[must_use]
pub fn searched_mate_in(score: i16, depth: u8) -> Option<i32> {
    mate_in(score).filter(|_| plies_to_mate(score).is_some_and(|plies| plies <= i32::from(depth)))
}

/// Returns the number of plies until mate for a mate score of either player, and `None` for any other score.
///
/// ```
/// assert_eq!(chess::plies_to_mate(4 - chess::MATE), Some(4));
/// ```
#[inline]
#[must_use]
pub fn plies_to_mate(score: i16) -> Option<i32> {
    let absolute = i32::from(score).abs();
    (absolute > i32::from(MATES)).then_some(i32::from(MATE) - absolute)
}

/// Returns whether the mate that a score announces comes before the fifty-move rule ends the game; `None` if the score
/// announces no mate. A mate on the last ply counts.
///
/// ```
/// use chess::{MATE, Position, is_mate_in_time};
///
/// let position = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 97 90")?;
/// assert_eq!([3, 5].map(|plies| is_mate_in_time(&position, MATE - plies)), [Some(true), Some(false)]);
/// # Ok::<(), chess::FenError>(())
/// ```
#[inline]
#[must_use]
pub fn is_mate_in_time(position: &Position, score: i16) -> Option<bool> {
    plies_to_mate(score).map(|plies| position.halfmove_clock() as i32 + plies <= FIFTY_MOVES as i32)
}

/// Returns a score as a table stores it: a mate score relative to the position instead of the root.
///
/// ```
/// use chess::{MATE, mate_from_table, mate_to_table};
///
/// assert_eq!(mate_to_table(MATE - 7, 4), MATE - 3);
/// assert_eq!((mate_from_table(MATE - 3, 4), mate_from_table(250, 4)), (MATE - 7, 250));
/// ```
#[inline]
#[must_use]
pub fn mate_to_table(score: i16, ply: u32) -> i16 {
    match score {
        MATES.. => score.saturating_add(plies(ply)),
        _ if score <= -MATES => score.saturating_sub(plies(ply)),
        _ => score,
    }
}

/// Returns a stored score relative to the root; the inverse of [`mate_to_table`].
///
/// ```
/// assert_eq!(chess::mate_from_table(chess::MATE - 3, 4), chess::MATE - 7);
/// ```
#[inline]
#[must_use]
pub fn mate_from_table(score: i16, ply: u32) -> i16 {
    match score {
        MATES.. => score.saturating_sub(plies(ply)),
        _ if score <= -MATES => score.saturating_add(plies(ply)),
        _ => score,
    }
}

/// Converts a distance from the root to a score, limited to the range of mate scores.
#[inline]
fn plies(ply: u32) -> i16 {
    ply.min((MATE - MATES) as u32) as i16
}
