//! Bounds of the score that a player can prove without search, by answering every move on a fixed square.
//!
//! The player who is not to move can *follow up*. The free squares of each column are paired from the top, and a stone
//! on the lower square of a pair is answered on the upper one (`[Allis 1988]`, "claimeven" and, for two squares that
//! can both be played at once, "baseinverse"). In a column with an odd number of free squares, the lowest one remains
//! unpaired. The unpaired squares are paired with each other, which is possible if the number of free squares is even.
//! Then the follower always has an answer and gets every upper square; the other player gets at most the lower squares
//! and the unpaired ones. If these do not contain four in a row, the player to move cannot win. If the follower's
//! squares contain four in a row, the player to move loses.
//!
//! If the number of free squares is odd, following up needs a threat on a lower square. The threat is paired with the
//! square below it, which removes the column from the count, and the player to move is the first to run out of other
//! moves.
//!
//! The bounds are proven, so a search can rely on them. The test below compares them with the scores of a solver.

use num_traits::{One as _, PrimInt as _, Zero as _};

use crate::rules::bits::{each, is_one_at_most, low, lowest};
use crate::rules::position::has_four;
use crate::{Position, Shape};

/// Returns an upper bound of the score of the player to move, proven by the opponent's follow-up.
///
/// `their_threats` are the squares that complete four in a row for the opponent. The game must not be over, and the
/// player to move must not be able to win at once.
#[inline]
pub(super) fn highest<S: Shape>(position: &Position<S>, their_threats: S::Bits) -> i32 {
    if position.free().is_multiple_of(2) {
        follow_up(position, their_threats)
    } else {
        zugzwang(position, their_threats)
    }
}

/// Returns the bound for an even number of free squares.
#[inline]
fn follow_up<S: Shape>(position: &Position<S>, their_threats: S::Bits) -> i32 {
    let shape = position.shape();
    let (possible, upper) = (position.possible(), shape.upper());
    let unpaired = possible & upper;
    let mut squares = position.own() | position.empty() & !upper | unpaired;
    // The follower's move to an upper square that completes four ends the game.
    for threat in each(their_threats & upper & !possible) {
        squares &= !(position.empty() & column_of(shape, threat) & !(threat - S::Bits::one()));
    }
    if has_four(shape, squares) {
        // Each player gets one of two unpaired squares.
        let first = lowest(unpaired);
        let second = unpaired ^ first;
        if second.is_zero()
            || !is_one_at_most(second)
            || has_four(shape, squares & !first)
            || has_four(shape, squares & !second)
        {
            return unknown(position);
        }
    }
    let claimed = position.empty() & upper & !possible;
    if !has_four(shape, position.theirs() | claimed) {
        return 0;
    }
    // The four is complete when its last square is occupied. The squares above it in the same column are still free.
    let wins_up_to = |row: u32| {
        let rows = shape.bottom() * low(row + 1);
        has_four(shape, position.theirs() | claimed & rows)
    };
    let mut row = shape.rows() - 1;
    while row >= 2 && wins_up_to(row - 2) {
        row -= 2;
    }
    lost_with_free(shape.rows() - 1 - row)
}

/// Returns the bound for an odd number of free squares.
#[inline]
fn zugzwang<S: Shape>(position: &Position<S>, their_threats: S::Bits) -> i32 {
    let shape = position.shape();
    let (possible, upper) = (position.possible(), shape.upper());
    let mut highest = unknown(position);
    if !has_four(shape, position.own() | position.empty()) {
        highest = 0;
    }
    for threat in each(their_threats & !upper & !possible) {
        let column = column_of(shape, threat);
        let below = position.empty() & column & (threat - S::Bits::one());
        let elsewhere = (position.empty() & !upper | possible & upper) & !column;
        // Below the threat, the pairs are shifted by one square, so the lowest square may be unpaired.
        if !has_four(shape, position.own() | elsewhere | below & (upper | possible)) {
            let row = threat.trailing_zeros() % shape.stride();
            highest = highest.min(lost_with_free(shape.rows() - 1 - row));
        }
    }
    highest
}

/// Returns the score of a win with the second-next move, the highest score that is possible in general.
#[inline]
fn unknown<S: Shape>(position: &Position<S>) -> i32 {
    (position.free() as i32 - 1) / 2
}

/// Returns the score of a loss after which `free` squares are still free.
#[inline]
fn lost_with_free(free: u32) -> i32 {
    -(free as i32 + 2) / 2
}

#[inline]
fn column_of<S: Shape>(shape: S, square: S::Bits) -> S::Bits {
    shape.column(square.trailing_zeros() / shape.stride())
}

#[cfg(test)]
mod tests {
    use zobrist::Numbers;

    use super::*;
    use crate::{BoardSize, tutorial};

    /// Returns a random position with at most `free` free squares, in which the game is not over and the player to move
    /// cannot win at once.
    fn random(board: BoardSize, free: u32, seed: u64) -> Option<Position<BoardSize>> {
        let dice = Numbers::generate(seed, board.squares() as usize);
        let mut position = Position::new(board);
        for die in dice.iter() {
            if position.free() <= free {
                break;
            }
            let columns: Vec<u32> = (0..board.columns()).filter(|&column| position.can_play(column)).collect();
            position.play(columns[die.0 as usize % columns.len()]);
            if position.final_score().is_some() {
                return None;
            }
        }
        (!position.can_win()).then_some(position)
    }

    #[test]
    fn no_score_exceeds_its_bound() {
        for text in ["4x4", "4x5", "5x4", "5x5", "6x3", "4x6", "3x7", "7x4"] {
            let board: BoardSize = text.parse().unwrap();
            let mut solver = tutorial::TutorialSolver::for_board(board).unwrap();
            let (mut draws, mut losses) = (0, 0);
            for position in (0..2000).filter_map(|seed| random(board, 6 + seed as u32 % 9, seed)) {
                let bound = highest(&position, position.their_threats());
                if bound < unknown(&position) {
                    let score = solver.solve(&position).score.unwrap();
                    assert!(score <= bound, "the score {score} exceeds the bound {bound}: {position:?}");
                    draws += i32::from(bound == 0);
                    losses += i32::from(bound < 0);
                }
            }
            assert!(draws > 50, "{text}: {draws} draws and {losses} losses proven");
        }
    }
}
