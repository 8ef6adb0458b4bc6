//! What a player can claim without search, by answering every move at a fixed square.
//!
//! Whoever is not to move may *follow up*: the free squares of each column are paired from the top, and a stone on the
//! lower square of a pair is answered on the upper one (`[Allis 1988]`, "claimeven" and, for two squares that can both
//! be played at once, "baseinverse"). In a column with an odd number of free squares the first is left over; the
//! squares left over are paired with each other, and if the free squares are even in number, so are these. Then there
//! is always an answer, the follower gets every upper square, and the other player no more than the lower ones and
//! those left over. If these make no four, the player to move does not win; if the follower's make four, the player to
//! move loses.
//!
//! If the free squares are odd in number, following up needs a threat on a lower square: it is paired with the square
//! below, so that its column counts no further, and the player to move will be the first who has no other move left.
//!
//! These are proofs, so a search may trust them; and all the boards of the tests do.

use crate::position::has_four;
use crate::{Position, Shape};

/// The highest score that the player to move can have, as far as the opponent's follow-up tells; `their_threats` are
/// the squares that complete four for the opponent.
///
/// Neither player has four, and the player to move cannot win at once.
#[inline]
pub(super) fn highest<S: Shape>(position: &Position<S>, their_threats: u64) -> i32 {
    if position.free().is_multiple_of(2) {
        follow_up(position, their_threats)
    } else {
        zugzwang(position, their_threats)
    }
}

/// The free squares are even in number.
#[inline]
fn follow_up<S: Shape>(position: &Position<S>, their_threats: u64) -> i32 {
    let shape = position.shape();
    let (possible, upper) = (position.possible(), shape.upper());
    let left_over = possible & upper;
    let mut squares = position.own() | position.empty() & !upper | left_over;
    // The follower's move to an upper square that completes four is the last.
    for threat in each(their_threats & upper & !possible) {
        squares &= !(position.empty() & column_of(shape, threat) & !(threat - 1));
    }
    if has_four(shape, squares) {
        // Of two squares left over each player gets one.
        let first = left_over & left_over.wrapping_neg();
        let second = left_over ^ first;
        if !second.is_power_of_two() || has_four(shape, squares & !first) || has_four(shape, squares & !second) {
            return unknown(position);
        }
    }
    let claimed = position.empty() & upper & !possible;
    if !has_four(shape, position.theirs() | claimed) {
        return 0;
    }
    // The four is complete when its last square is taken, above which the column is still empty.
    let wins_up_to = |row: u32| {
        let rows = shape.bottom() * ((2 << row) - 1);
        has_four(shape, position.theirs() | claimed & rows)
    };
    let mut row = shape.rows() - 1;
    while row >= 2 && wins_up_to(row - 2) {
        row -= 2;
    }
    lost_with_free(shape.rows() - 1 - row)
}

/// The free squares are odd in number.
#[inline]
fn zugzwang<S: Shape>(position: &Position<S>, their_threats: u64) -> i32 {
    let shape = position.shape();
    let (possible, upper) = (position.possible(), shape.upper());
    let mut highest = unknown(position);
    if !has_four(shape, position.own() | position.empty()) {
        highest = 0;
    }
    for threat in each(their_threats & !upper & !possible) {
        let column = column_of(shape, threat);
        let below = position.empty() & column & (threat - 1);
        let elsewhere = (position.empty() & !upper | possible & upper) & !column;
        // Below the threat the pairs begin one square lower or higher than elsewhere; the first may be left over.
        if !has_four(shape, position.own() | elsewhere | below & (upper | possible)) {
            let row = threat.trailing_zeros() % shape.stride();
            highest = highest.min(lost_with_free(shape.rows() - 1 - row));
        }
    }
    highest
}

/// The score of a win that takes two moves, which is all that can be said.
#[inline]
fn unknown<S: Shape>(position: &Position<S>) -> i32 {
    (position.free() as i32 - 1) / 2
}

/// The score of losing while so many squares stay free.
#[inline]
fn lost_with_free(free: u32) -> i32 {
    -(free as i32 + 2) / 2
}

#[inline]
fn column_of<S: Shape>(shape: S, square: u64) -> u64 {
    shape.column(square.trailing_zeros() / shape.stride())
}

/// The squares one by one.
#[inline]
fn each(mut squares: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        (square != 0).then_some(square)
    })
}

#[cfg(test)]
mod tests {
    use zobrist::Numbers;

    use super::*;
    use crate::{Board, tutorial};

    /// A random position with at most `free` squares free in which the player to move cannot win at once, and nobody
    /// has.
    fn random(board: Board, free: u32, seed: u64) -> Option<Position<Board>> {
        let dice = Numbers::<u64>::generate(seed, board.squares() as usize);
        let mut position = Position::new(board);
        for die in &dice {
            if position.free() <= free {
                break;
            }
            let columns: Vec<u32> = (0..board.columns()).filter(|&column| position.can_play(column)).collect();
            position.play(columns[die.0 as usize % columns.len()]);
            if position.outcome().is_some() {
                return None;
            }
        }
        (!position.can_win()).then_some(position)
    }

    #[test]
    fn no_claim_is_higher_than_can_be_kept() {
        for text in ["4x4", "5x4", "4x5", "5x5", "3x6", "6x4", "7x3", "4x7"] {
            let board: Board = text.parse().unwrap();
            let mut solver = tutorial::Solver::for_board(board).unwrap();
            let (mut draws, mut losses) = (0, 0);
            for position in (0..2000).filter_map(|seed| random(board, 6 + seed as u32 % 9, seed)) {
                let claimed = highest(&position, position.their_threats());
                if claimed < unknown(&position) {
                    let score = solver.solve(&position).score.unwrap();
                    assert!(score <= claimed, "{score} is higher than {claimed}: {position:?}");
                    draws += i32::from(claimed == 0);
                    losses += i32::from(claimed < 0);
                }
            }
            assert!(draws > 50, "{text}: {draws} draws and {losses} losses claimed");
        }
    }
}
