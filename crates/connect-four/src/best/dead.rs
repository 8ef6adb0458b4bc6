//! Dead stones: stones that can no longer become part of a four in a row.
//!
//! A *line* is four squares in a row. A line is *open* to a player if it contains no stone of the opponent and at
//! least one free square. The rest of the game depends only on the free squares and on the open lines of both
//! players. A stone that is on no open line of its owner is dead: it does not matter whose stone it is, as long as it
//! opens no line.
//!
//! [`recolour`] gives dead stones to players in a way that depends only on the other stones and on the free squares,
//! so that positions which differ only in the owners of dead stones can get the same key. No open line appears or
//! disappears, so positions with the same key have the same score.

use num_traits::Zero as _;

use crate::rules::bits::{bit, left, lowest, right};
use crate::{Bits, Position, Shape};

/// Returns the stones of the player to move after dead stones have changed their owners.
pub(super) fn recolour<S: Shape>(position: &Position<S>) -> S::Bits {
    let (shape, empty) = (position.shape(), position.empty());
    let open = |stones: S::Bits| open(shape, stones, empty);
    // Nobody has four in a row yet.
    let mut own = position.own() & lined(shape, position.own() | empty);
    let mut theirs = position.theirs() & lined(shape, position.theirs() | empty);
    let mut dead = position.occupied() ^ own ^ theirs;
    if dead.is_zero() {
        return own;
    }

    // 1. The opponent gets the stones on which no line of the opponent would be open if all dead stones were the
    //    opponent's. The player to move gets those of the others for which the same holds the other way round.
    let risky = dead & open(theirs | dead);
    theirs |= dead ^ risky;
    dead = risky & open(own | risky);
    own |= risky ^ dead;
    if dead.is_zero() {
        return own;
    }

    // 2. The others are shared out by a pattern with at most two stones of a player in a row.
    let fallback = own | dead & position.own();
    let (for_own, for_theirs) = (dead & pattern(shape), dead & !pattern(shape));
    dead = for_own & open(own | for_own) | for_theirs & open(theirs | for_theirs);
    own |= for_own & !dead;
    theirs |= for_theirs & !dead;

    // 3. The stones that are still on an open line are given away one by one. If one suits neither player, all stones
    //    that were not given away in the first step keep their owners.
    while !dead.is_zero() {
        let stone = lowest(dead);
        dead ^= stone;
        if (open(theirs | stone) & stone).is_zero() {
            theirs |= stone;
        } else if (open(own | stone) & stone).is_zero() {
            own |= stone;
        } else {
            return fallback;
        }
    }
    own
}

/// Returns the squares of the lines that contain only these squares.
#[inline(always)]
fn lined<S: Shape>(shape: S, squares: S::Bits) -> S::Bits {
    steps(shape).into_iter().fold(S::Bits::zero(), |lined, step| lined | squares_of(lines(squares, step), step))
}

/// Returns the squares of the lines that contain only `stones` and at least one of the squares `empty`.
#[inline(always)]
fn open<S: Shape>(shape: S, stones: S::Bits, empty: S::Bits) -> S::Bits {
    let open = |step| lines(stones | empty, step) & !lines(stones, step);
    steps(shape).into_iter().fold(S::Bits::zero(), |squares, step| squares | squares_of(open(step), step))
}

/// Returns the distances of successive squares of a line, in each direction.
#[inline(always)]
fn steps<S: Shape>(shape: S) -> [u32; 4] {
    [1, shape.rows(), shape.stride(), shape.rows() + 2]
}

/// Returns the first squares of the lines in one direction that contain only these squares.
#[inline(always)]
fn lines<B: Bits>(squares: B, step: u32) -> B {
    let pairs = squares & right(squares, step);
    pairs & right(pairs, 2 * step)
}

/// Returns all squares of the lines in one direction that begin with these squares.
#[inline(always)]
fn squares_of<B: Bits>(lines: B, step: u32) -> B {
    let pairs = lines | left(lines, step);
    pairs | left(pairs, 2 * step)
}

/// Returns half of the squares of a board: at most two in a row, in every direction, belong to it, and so do at most
/// two of the others.
#[inline(always)]
fn pattern<S: Shape>(shape: S) -> S::Bits {
    let mut squares = S::Bits::zero();
    for column in 0..shape.columns() {
        for row in 0..shape.rows() {
            if (row + 2 * column) % 4 < 2 {
                squares |= bit(column * shape.stride() + row);
            }
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use zobrist::Numbers;

    use super::*;
    use crate::BoardSize;
    use crate::best::exhaustive::scores;

    /// Returns the code of the key of a position.
    fn code(position: &Position<BoardSize>) -> u64 {
        recolour(position) + position.occupied()
    }

    #[test]
    fn all_positions_with_the_same_key_have_the_same_score() {
        let mut merged = Vec::new();
        for text in ["4x4", "5x3", "3x5", "6x2", "2x7"] {
            let board: BoardSize = text.parse().unwrap();
            let scores = scores(board);
            let mut known = HashMap::new();
            for (&(own, mask), &score) in &scores {
                let position = Position::from_stones(board, own, mask);
                let expected = *known.entry(code(&position)).or_insert(score);
                assert_eq!(score, expected, "{position:?}");
            }
            merged.push((text, scores.len(), known.len()));
        }
        insta::assert_debug_snapshot!(merged);
    }

    /// Returns the lines of a board.
    fn lines_of<B: Bits>(board: BoardSize<B>) -> Vec<B> {
        let square = |column: i32, row: i32| {
            let inside = (0..board.columns() as i32).contains(&column) && (0..board.rows() as i32).contains(&row);
            inside.then(|| bit::<B>(column as u32 * board.stride() + row as u32))
        };
        let mut lines = Vec::new();
        for column in 0..board.columns() as i32 {
            for row in 0..board.rows() as i32 {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let squares = (0..4).map(|step| square(column + step * right, row + step * up));
                    lines.extend(
                        squares.collect::<Option<Vec<B>>>().map(|line| line.into_iter().fold(B::zero(), B::bitor)),
                    );
                }
            }
        }
        lines
    }

    #[test]
    fn open_lines_stay_the_same_on_boards_of_all_sizes() {
        let boards = ["6x7", "7x8", "5x9", "9x6", "3x16", "4x4", "15x4", "1x32", "63x1", "6x3"];
        let recoloured = compare_open_lines::<u64>(&boards);
        assert!(recoloured > 4_000, "{recoloured} positions");
        let recoloured = compare_open_lines::<u128>(&["8x8", "9x9", "12x8", "103x1", "2x34", "4x4"]);
        assert!(recoloured > 2_000, "{recoloured} positions");
    }

    /// Plays random games and compares the open lines before and after dead stones have changed their owners. Returns
    /// the number of positions in which some have.
    fn compare_open_lines<B: Bits>(boards: &[&str]) -> usize {
        let mut recoloured = HashSet::new();
        for text in boards {
            let board: BoardSize<B> = text.parse().unwrap();
            let lines = lines_of(board);
            for seed in 0..200 {
                let dice = Numbers::generate(seed, board.squares() as usize);
                let mut position = Position::new(board);
                for die in dice.iter() {
                    let columns: Vec<u32> = (0..board.columns()).filter(|&column| position.can_play(column)).collect();
                    position.play(columns[die.0 as usize % columns.len()]);
                    if position.final_score().is_some() {
                        break;
                    }
                    let own = recolour(&position);
                    assert!((own & !position.occupied()).is_zero());
                    let open = |stones: B| -> Vec<B> {
                        let free = position.empty();
                        let is_open = |&line: &B| (line & !(stones | free)).is_zero() && !(line & free).is_zero();
                        lines.iter().copied().filter(is_open).collect()
                    };
                    assert_eq!(open(own), open(position.own()), "{position:?}");
                    assert_eq!(open(own ^ position.occupied()), open(position.theirs()), "{position:?}");
                    if own != position.own() {
                        recoloured.insert((own, position.occupied()));
                    }
                }
            }
        }
        recoloured.len()
    }
}
