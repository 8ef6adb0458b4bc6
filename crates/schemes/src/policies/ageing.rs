//! Secondary ageing: an old record that stays although a new one of the same position was offered becomes shallower.

use tt::{Bound, Worth};

/// The least depth of a record that ages, in plies.
const LEAST_DEPTH: u8 = 5;

/// Returns whether an old record of this worth loses a ply when it stays: it is at least 5 plies deep and not exact.
///
/// Stockfish ages decisive scores only (wins and losses). A policy does not see scores, so this rule ages all of them.
///
/// A record that is much deeper than the search needs, and whose bound does not end the node, would otherwise stay, and
/// the result of the search would be lost each time (issue 5023 of Stockfish).
#[inline]
pub(crate) fn ages(resident: Worth) -> bool {
    resident.depth >= LEAST_DEPTH && resident.bound != Bound::Exact
}
