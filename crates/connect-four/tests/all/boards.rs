//! Compares the scores of empty boards with a printed table of outcomes.
//!
//! Source: the tables "Outcome" and "Last Move" in the README of C. Steininger's solver c4, which prints the width
//! before the height.

use connect_four::{BoardSize, Position, Shape, best};

/// A board, and the number of the last move of a perfect game if a player wins.
type Outcome = (&'static str, Option<u32>);

/// Returns the score of the empty board if the game is won with move number `last`.
fn score(board: BoardSize, last: Option<u32>) -> i32 {
    let Some(last) = last else { return 0 };
    let stones_left = (board.squares() - last + 2) as i32 / 2;
    if last % 2 == 1 { stones_left } else { -stones_left }
}

fn compare(outcomes: &[Outcome], log2_buckets: u32) {
    for &(text, last) in outcomes {
        let board: BoardSize = text.parse().unwrap();
        let mut solver = best::Solver::for_board(board, log2_buckets).unwrap();
        let expected = score(board, last);
        assert_eq!(solver.solve(&Position::new(board)).score, Some(expected), "{text}");
        assert_eq!(solver.solve_weak(&Position::new(board)).score, Some(expected.signum()), "{text}");
    }
}

/// Sizes are rows x columns, as everywhere in this workspace.
#[test]
fn small_boards_are_solved_as_printed() {
    let outcomes = [("4x4", None), ("4x5", None), ("4x6", Some(24)), ("4x7", None)];
    compare(&outcomes, 14);
    let outcomes = [("5x4", None), ("5x5", None), ("5x6", None), ("6x4", None), ("6x5", None)];
    compare(&outcomes, 14);
    let outcomes = [("7x4", None), ("7x5", None), ("8x4", None), ("9x4", None)];
    compare(&outcomes, 14);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn larger_boards_are_solved_as_printed() {
    let outcomes = [("4x8", Some(32)), ("4x9", Some(36)), ("5x7", None), ("5x8", Some(39)), ("6x6", Some(36))];
    compare(&outcomes, 20);
    let outcomes =
        [("6x7", Some(41)), ("7x6", Some(41)), ("7x7", None), ("8x5", None), ("8x6", Some(48)), ("9x5", None)];
    compare(&outcomes, 20);
    let outcomes = [("10x4", None), ("11x4", None), ("12x4", None), ("13x4", None)];
    compare(&outcomes, 20);
}
