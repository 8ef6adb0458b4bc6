//! The winners that the best solver finds, compared with published ones.

use domineering::best::BestSolver;
use domineering::{BoardSize, Class, Move, Player, Position, Winner};
use search::Game;
use tt::{Maintain, TwoBig1};

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
    // `[Uiterwijk 2014]`: m x 3 is V, 3 x n is H, 2k x n is V for odd n to 11, and m x 2k is H for m = 5 and 9. Obsequi
    // found the winners of 4x10, 6x10 and 7x10.
    let vertical = ["4x3", "5x3", "6x3", "7x3", "8x3", "9x3", "10x3", "11x3", "12x3", "4x11", "6x5", "8x5", "10x5"];
    let horizontal = ["3x10", "3x11", "3x12", "5x4", "5x10", "5x12", "9x4", "4x10", "7x10"];
    for (boards, expected) in [(&vertical[..], Class::Vertical), (&horizontal[..], Class::Horizontal)] {
        for board in boards {
            assert_eq!(class(board, &mut table), expected, "{board}");
        }
    }
    assert_eq!(class("6x10", &mut table), Class::First);
}

#[test]
#[ignore = "takes half a minute: the largest board of Table 2.1"]
fn the_winner_of_8x9() {
    assert_eq!(class("8x9", &mut table()), Class::Vertical);
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
