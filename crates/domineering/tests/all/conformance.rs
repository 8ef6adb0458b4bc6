//! Checks the contract of `search::Game` on boards of various sizes.

use domineering::{Bitboard, BoardSize, Player, Position};
use search::conformance::check;

fn check_board<S: Bitboard>(text: &str, games: u64) {
    let board: BoardSize = text.parse().unwrap();
    for first in Player::BOTH {
        check(&Position::<S>::new(board, first, 3), games, 17);
    }
}

#[test]
fn boards_of_one_word() {
    for text in ["1x1", "1x2", "2x1", "1x7", "7x1", "2x2", "3x3", "4x5", "5x4", "8x8", "1x64", "64x1", "4x16", "16x4"] {
        check_board::<u64>(text, 5);
    }
}

#[test]
fn boards_of_two_words() {
    for text in ["8x8", "8x9", "9x8", "11x11", "1x128", "128x1", "8x16", "16x8"] {
        check_board::<u128>(text, 2);
    }
}
