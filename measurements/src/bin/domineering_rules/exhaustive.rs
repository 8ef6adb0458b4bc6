//! The winners of small boards by exhaustive search, without counts and without reflections.

use std::collections::HashMap;

use domineering::{BoardSize, Player};

use super::board::Board;

/// The most squares of a board whose winner is compared with that of exhaustive search.
pub(crate) const SQUARES: u32 = 16;

/// Returns all boards of at most [`SQUARES`] squares, with the winners if Vertical and if Horizontal moves first.
pub(crate) fn winners() -> Vec<(Board, [Player; 2])> {
    let sizes = (1..=SQUARES).flat_map(|rows| (1..=SQUARES / rows).map(move |columns| (rows, columns)));
    let boards = sizes.filter_map(|(rows, columns)| BoardSize::new(rows, columns).ok()).map(Board::new);
    let winners = |board: Board| {
        let mut known = HashMap::new();
        let winner = |first: Player| {
            if wins(&board, board.all, first, &mut known) { first } else { first.opponent() }
        };
        let winners = Player::BOTH.map(winner);
        (board, winners)
    };
    boards.map(winners).collect()
}

/// Returns whether the player to move wins.
pub(crate) fn wins(board: &Board, empty: u64, to_move: Player, known: &mut HashMap<(u64, Player), bool>) -> bool {
    if let Some(&wins) = known.get(&(empty, to_move)) {
        return wins;
    }
    let next = to_move.opponent();
    let one_wins = board.moves(empty, to_move).iter().any(|domino| !wins(board, empty & !domino.mask, next, known));
    known.insert((empty, to_move), one_wins);
    one_wins
}
