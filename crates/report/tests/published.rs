//! DOMI against the printed Table 2.1 (`[Breuker 1998, 2.7.1]`), in a plain reading of the thesis.
//!
//! These tests check the agreement with print. Other tests check that our own counts do not change.

use std::sync::LazyLock;

use domineering::{BoardSize, Class, Player, solve};
use experiments::board::Board;
use experiments::published::{Boards, Solved};
use report::numbers::board_summary::geometric_mean;
use schemes::{Positions, TranspositionTable};

/// Results are compared up to this printed number of nodes: beyond it a test takes too long.
const MAX_NODES: u64 = 500_000;

/// One board as the thesis solved it and as we do.
struct Compared {
    printed: Solved,
    result: Class,
    nodes: u64,
}

impl Compared {
    fn new(printed: Solved) -> Self {
        let board: BoardSize = printed.board.to_string().parse().unwrap();
        let run = |first: Player| {
            // Each search begins with an empty table.
            let size = Positions::new(Boards::POSITIONS).unwrap();
            let mut table = TranspositionTable::<()>::new(size.into(), Boards::SCHEME).unwrap();
            let solution = solve(board, first, &mut table, (), u64::MAX);
            (solution.winner.unwrap(), solution.nodes)
        };
        let (winner, nodes) = run(Player::Vertical);
        // By symmetry a square board needs one search.
        let other = (!board.is_square()).then(|| run(Player::Horizontal));
        let (other_winner, other_nodes) = other.unwrap_or((winner, 0));
        Self { printed, result: Class::of(winner, other_winner), nodes: nodes + other_nodes }
    }

    fn ratio(&self) -> f64 {
        self.nodes as f64 / self.printed.nodes as f64
    }

    fn text(&self) -> String {
        let Solved { board, result, nodes } = self.printed;
        format!("{board}: ours {} {}, printed {result} {nodes}, ratio {:.3}", self.result, self.nodes, self.ratio())
    }

    fn fits(&self, rows: u8, columns: u8) -> bool {
        self.printed.board.rows == rows && self.printed.board.columns <= columns
    }

    fn is_up_to_7x7(&self) -> bool {
        self.printed.board.rows <= 7 && self.printed.board.columns <= 7
    }
}

static BOARDS: LazyLock<Vec<Compared>> = LazyLock::new(|| {
    Boards::table_2_1().iter().filter(|solved| solved.nodes <= MAX_NODES).map(Compared::new).collect()
});

/// Fails with the text of every board that `holds` does not hold of, and with how many were looked at.
fn check(expected: usize, boards: impl Fn(&Compared) -> bool, holds: impl Fn(&Compared) -> bool) {
    let chosen: Vec<&Compared> = BOARDS.iter().filter(|one| boards(one)).collect();
    assert_eq!(chosen.len(), expected, "boards looked at");
    let wrong: Vec<String> = chosen.iter().filter(|one| !holds(one)).map(|one| one.text()).collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn small_boards_are_exact_to_the_node() {
    check(11, |one| one.fits(2, 8) || one.fits(3, 6), |one| one.nodes == one.printed.nodes);
}

#[test]
fn results_are_the_printed_ones() {
    check(29, |_| true, |one| one.result == one.printed.result || one.printed.misprint().is_some());
}

#[test]
fn three_by_three_is_a_misprint() {
    let three: Board = "3x3".parse().unwrap();
    let of_three = |one: &Compared| one.printed.board == three;
    check(1, of_three, |one| one.printed.result == Class::Horizontal && one.printed.misprint().is_some());
    // Whoever moves first lays a domino in the middle row or column and wins.
    check(1, of_three, |one| one.result == Class::First);
    check(1, |one| one.printed.misprint().is_some(), of_three);
}

#[test]
fn boards_up_to_7x7_are_within_a_quarter() {
    check(21, Compared::is_up_to_7x7, |one| (0.8..=1.25).contains(&one.ratio()));
}

#[test]
fn boards_up_to_7x7_are_near_in_the_mean() {
    let ratios: Vec<f64> = BOARDS.iter().filter(|one| one.is_up_to_7x7()).map(Compared::ratio).collect();
    let mean = geometric_mean(&ratios).unwrap();
    let all = || BOARDS.iter().map(Compared::text).collect::<Vec<_>>().join("\n");
    assert!((0.93..=1.10).contains(&mean), "geometric mean {mean:.4}\n{}\n", all());
}
