//! Checks the contract of `search::Game` on boards of various sizes.

use connect_four::lab::Keyed;
use connect_four::{BoardSize, Position, Standard};
use search::conformance::check;

#[test]
fn boards_chosen_at_run_time() {
    for text in ["1x1", "63x1", "1x32", "2x2", "4x4", "4x5", "5x4", "6x7", "7x8", "6x9", "3x16"] {
        let board: BoardSize = text.parse().unwrap();
        check(&Keyed::new(Position::new(board), 3), 10, 17);
        check(&Keyed::new(Position::new(board), 3).plain(), 10, 17);
    }
}

#[test]
fn boards_of_more_than_64_bits() {
    for text in ["8x8", "10x9", "12x8", "103x1", "2x34"] {
        let board: BoardSize<u128> = text.parse().unwrap();
        check(&Keyed::new(Position::new(board), 3), 5, 17);
        check(&Keyed::new(Position::new(board), 3).plain(), 5, 17);
    }
}

#[test]
fn the_standard_board() {
    check(&Keyed::new(Position::new(Standard::default()), 5), 50, 19);
    check(&Keyed::new(Position::new(Standard::default()), 5).plain(), 50, 19);
}
