//! What follows from two parts of a board is what a search of the board finds.

use domineering::best::BestSolver;
use domineering::sums::{KnownBoards, Sides, Sum};
use domineering::{BoardSize, Player, Winner};
use tt::TwoBig1;

/// Boards with at most this many squares are searched.
const SEARCHED: u32 = 42;

fn searched((rows, columns): Sides, first: Player, table: &mut TwoBig1<()>) -> Player {
    tt::Maintain::clear(table);
    let solver = BestSolver::new(BoardSize::new(rows, columns).unwrap(), first);
    match solver.solve(table, ()).winner.unwrap() {
        Winner::First => first,
        Winner::Second => first.opponent(),
    }
}

#[test]
fn sums_agree_with_searches() {
    let mut known = KnownBoards::default();
    let mut table = TwoBig1::<()>::new("64K".parse().unwrap()).unwrap();
    let mut boards: Vec<Sides> =
        (1..=6).flat_map(|rows| (rows..=SEARCHED / rows).map(move |more| (rows, more))).collect();
    boards.sort_by_key(|(rows, columns)| rows * columns);
    let mut by_winner = [0, 0];
    for (rows, columns) in boards {
        for board in [(rows, columns), (columns, rows)] {
            for first in Player::BOTH {
                let winner = searched(board, first, &mut table);
                if let Some(Sum { winner: by_sum, parts: [one, other] }) = known.sum(board, first) {
                    assert_eq!(by_sum, winner, "{board:?}, {first} first, {one:?} and {other:?}");
                    assert_eq!(one.0 * one.1 + other.0 * other.1, board.0 * board.1);
                    by_winner[usize::from(winner == first)] += 1;
                }
                known.add(board, first, winner);
                assert_eq!(known.winners(board).get(first), Some(winner), "{board:?}");
            }
        }
    }
    let [second, first] = by_winner;
    assert!(second > 50 && first > 50, "both kinds of sums are used: {by_winner:?}");
}

#[test]
fn a_class_of_a_turned_board_has_the_players_exchanged() {
    use Player::{Horizontal, Vertical};
    let mut known = KnownBoards::default();
    known.add((2, 5), Vertical, Vertical);
    assert_eq!([(2, 5), (5, 2), (2, 6)].map(|board| known.winners(board).to_string()), ["1V", "1H", "?"]);
    known.add((5, 2), Vertical, Horizontal);
    assert_eq!([(2, 5), (5, 2)].map(|board| known.winners(board).to_string()), ["V", "H"]);
    // A square board is the same after it is turned: the first player wins, whoever that is.
    known.add((3, 3), Horizontal, Horizontal);
    assert_eq!(known.winners((3, 3)).to_string(), "1");
    assert_eq!(format!("[{:>3}]", known.winners((9, 9))), "[  ?]");
}

/// The example of the literature: two boards on which one player wins, whoever moves first.
#[test]
fn parts_on_which_a_player_always_wins_make_boards_of_any_length() {
    let mut known = KnownBoards::default();
    for (first, columns) in [(Player::Vertical, 8), (Player::Horizontal, 8)] {
        known.add((4, columns), first, Player::Horizontal);
    }
    for columns in (16..=64).step_by(8) {
        for first in Player::BOTH {
            let sum = known.sum((4, columns), first).unwrap();
            assert_eq!(sum, Sum { winner: Player::Horizontal, parts: [(4, 8), (4, columns - 8)] });
            known.add((4, columns), first, sum.winner);
        }
    }
    // Horizontal's cuts are between columns alone.
    assert_eq!(known.sum((8, 8), Player::Horizontal), None);
}
