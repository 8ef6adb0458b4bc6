//! The winners that the best solver finds, compared with published ones.

use domineering::best::BestSolver;
use domineering::{BoardSize, Class, Move, Player, Position, Winner};
use search::Game;
use tt::TwoBig1;

fn class(board: &str, table: &mut TwoBig1<()>) -> Class {
    let board: BoardSize = board.parse().unwrap();
    let [vertical, horizontal] = Player::BOTH.map(|first| {
        table.clear();
        BestSolver::new(board, first).solve(&mut *table, ()).winner.unwrap()
    });
    Class::of(vertical, horizontal)
}

fn table() -> TwoBig1<()> {
    TwoBig1::new("256K".parse().unwrap()).unwrap()
}

#[test]
fn winners_are_those_of_table_2_1() {
    let mut table = table();
    let mut boards = 0;
    for line in include_str!("../../../../testsets/published/thesis-table-2.1.csv").lines().skip(1) {
        let mut fields = line.split(',');
        let (board, printed) = (fields.next().unwrap(), fields.next().unwrap());
        // The result of 3x3 is a misprint. 8x9 is a test of its own.
        if !["3x3", "8x9"].contains(&board) {
            assert_eq!(class(board, &mut table).to_string(), printed, "{board}");
            boards += 1;
        }
    }
    assert_eq!(boards, 33);
}

#[test]
fn winners_of_other_boards() {
    let mut table = table();
    // Obsequi found the winners of 4x10, 6x10 and 7x10.
    for (board, expected) in [("4x10", Class::Horizontal), ("7x10", Class::Horizontal), ("6x10", Class::First)] {
        assert_eq!(class(board, &mut table), expected, "{board}");
    }
}

/// Returns the winner that theorems name, if Vertical moves first.
fn theorem(rows: u32, columns: u32) -> Option<Player> {
    let is_even = |number: u32| number.is_multiple_of(2);
    // `[Uiterwijk 2013]`: all m x 3 with m > 1; all 2k x n for n = 3, 5, 7, 9 and 11. `[Uiterwijk 2014]`, part 3: all
    // 2k x 13 with k >= 3.
    let vertical_wins = match columns {
        3 => rows > 1,
        5 | 7 | 9 | 11 => is_even(rows),
        13 => is_even(rows) && rows >= 6,
        _ => false,
    };
    // `[Uiterwijk 2013]`: all 3 x n with n > 3; all m x 2k for m = 5 and 9, with k > 1 for m = 3 and 7; all 11 x 4k.
    // `[Uiterwijk 2014]`, part 3: also for m = 13, and all 11 x 2k with k >= 6.
    let horizontal_wins = match rows {
        3 => columns > 3,
        5 | 9 | 13 => is_even(columns),
        7 => is_even(columns) && columns > 2,
        11 => columns.is_multiple_of(4) || is_even(columns) && columns >= 12,
        _ => false,
    };
    assert!(!vertical_wins || !horizontal_wins, "{rows}x{columns}");
    match (vertical_wins, horizontal_wins) {
        (true, _) => Some(Player::Vertical),
        (_, true) => Some(Player::Horizontal),
        _ => None,
    }
}

/// Large boards that `[Uiterwijk 2013]`, `[Uiterwijk 2014]` and `[Uiterwijk 2016]` name one by one. Vertical moves
/// first.
const VERTICAL_WINS: [&str; 8] = ["6x15", "8x15", "10x11", "11x9", "12x8", "14x8", "17x6", "18x6"];
const HORIZONTAL_WINS: [&str; 4] = ["6x17", "8x12", "9x11", "11x10"];

#[test]
fn winners_agree_with_theorems_and_published_lists() {
    let mut table = table();
    let mut winner = |board, max_nodes| {
        table.clear();
        BestSolver { max_nodes, ..BestSolver::new(board, Player::Vertical) }.solve(&mut table, ()).winner
    };
    let (mut named, mut agree, mut listed, mut listed_agree) = (0, 0, 0, 0);
    for (rows, columns) in (2..=30).flat_map(|rows| (2..=30).map(move |columns| (rows, columns))) {
        let Ok(board) = BoardSize::new(rows, columns) else { continue };
        let text = board.to_string();
        let is_listed = |list: &[&str]| list.contains(&text.as_str());
        let expected = match theorem(rows, columns) {
            Some(player) => player,
            None if is_listed(&VERTICAL_WINS) => Player::Vertical,
            None if is_listed(&HORIZONTAL_WINS) => Player::Horizontal,
            None => continue,
        };
        let expected = if expected == Player::Vertical { Winner::First } else { Winner::Second };
        let found = winner(board, 500);
        assert!(found.is_none_or(|found| found == expected), "{board}: {found:?}");
        let is_listed = is_listed(&VERTICAL_WINS) || is_listed(&HORIZONTAL_WINS);
        let (all, solved) = if is_listed { (&mut listed, &mut listed_agree) } else { (&mut named, &mut agree) };
        *all += 1;
        *solved += u32::from(found.is_some());
    }
    assert_eq!([named, agree, listed, listed_agree], [123, 117, 12, 1]);
}

/// Returns the number of boards up to 10x10, without those of one row or column, that are decided without search.
fn without_search(players: &[Player]) -> usize {
    let mut table = table();
    let mut is_decided = |board, first| {
        table.clear();
        let solution = BestSolver { max_nodes: 1, ..BestSolver::new(board, first) }.solve(&mut table, ());
        solution.winner.is_some()
    };
    (2..=10)
        .flat_map(|rows| (2..=10).map(move |columns| BoardSize::new(rows, columns).unwrap()))
        .filter(|&board| players.iter().all(|&first| is_decided(board, first)))
        .count()
}

#[test]
fn most_boards_need_no_search() {
    assert_eq!((without_search(&[Player::Vertical]), without_search(&Player::BOTH)), (60, 57));
}

#[test]
fn a_board_and_the_turned_one_have_the_same_winner_and_nodes() {
    for [board, turned] in [["3x6", "6x3"], ["4x7", "7x4"], ["5x6", "6x5"], ["6x7", "7x6"]] {
        let solve = |board: &str, first: Player| {
            let solution = BestSolver::new(board.parse().unwrap(), first).solve(&mut table(), ());
            (solution.winner, solution.nodes)
        };
        assert_eq!(solve(board, Player::Vertical), solve(turned, Player::Horizontal), "{board}");
        assert_eq!(solve(board, Player::Horizontal), solve(turned, Player::Vertical), "{board}");
    }
}

#[test]
fn the_best_move_wins() {
    for board in ["2x4", "3x4", "4x4", "4x6", "5x6"] {
        let board: BoardSize = board.parse().unwrap();
        for first in Player::BOTH {
            let solution = BestSolver::new(board, first).solve(&mut table(), ());
            let mut position = Position::<u64>::new(board, first, 1);
            let Some(Move(square)) = solution.best else { panic!("{board}: no move") };
            assert!(position.is_legal(Move(square)), "{board} {first}");
            if solution.winner == Some(Winner::First) {
                position.play(Move(square));
                let depth = board.depth();
                let outcome = search::Search::new(&mut position, &mut table()).run(depth);
                assert_eq!(outcome.score, -1, "{board} {first}: {square}");
            }
        }
    }
}

#[test]
fn every_board_size_can_be_searched() {
    for board in ["1x1", "1x2", "2x1", "1x128", "128x1", "2x64", "64x2", "11x11", "8x16", "16x8"] {
        for first in Player::BOTH {
            let solver = BestSolver { max_nodes: 100, ..BestSolver::new(board.parse().unwrap(), first) };
            assert!(solver.solve(&mut table(), ()).nodes <= 100, "{board}");
        }
    }
    let solver = BestSolver::new("1x3".parse().unwrap(), Player::Vertical);
    let solution = solver.solve((), ());
    assert_eq!((solution.winner, solution.best), (Some(Winner::Second), None));
}
