//! Compares DOMI with the independent search of the measurement `domineering_rules`, and that with the page that shows
//! its tables.

use domineering::options::DomiOptions;
use domineering::{BoardSize, Domi, Player, Winner};

#[path = "../../../../measurements/src/bin/domineering_rules/main.rs"]
#[expect(dead_code, reason = "the tests use only a part of the program")]
mod measurement;

use measurement::board::Board;
use measurement::rules::{LeftOut, Rules};
use measurement::search::solve_both;
use measurement::table;

const PAGE: &str = include_str!("../../../../docs/src/forensics-3x8.md");

#[test]
fn an_independent_search_has_the_same_nodes_and_winners() {
    let counted = Rules::without(LeftOut::Safe);
    let readings = [
        ("plain", Rules::PLAIN),
        ("by-columns", Rules::PLAIN.by_columns()),
        ("no-safe-moves", counted),
        ("no-safe-moves+by-columns", counted.by_columns()),
    ];
    for (rows, columns) in (2..=5).flat_map(|rows| (2..=5).map(move |columns| (rows, columns))) {
        let size = BoardSize::new(rows, columns).expect("a small board");
        for (options, rules) in readings {
            let independent = solve_both(&Board::new(size), rules).expect("a short search");
            for (first, expected) in Player::BOTH.into_iter().zip(independent) {
                let options = DomiOptions::find(options).expect("a valid name");
                let mut table = tt::TwoBig1::<()>::new("256K".parse().expect("a size")).expect("a small table");
                let solution = Domi::new(size, first).solve_with(&mut table, (), options);
                let winner = if expected.winner == first { Winner::First } else { Winner::Second };
                assert_eq!(
                    (solution.nodes, solution.winner),
                    (expected.nodes, Some(winner)),
                    "{size} {first} {options:?}"
                );
            }
        }
    }
}

#[test]
fn the_page_shows_the_tables_that_the_measurement_prints() {
    // The searches of the last two boards take too long for a test.
    let boards = &table::BOARDS[..5];
    let is_shown = |column: usize| !(boards.len() + 2..table::BOARDS.len() + 2).contains(&column);
    let without_last_boards = |line: &str| {
        let cells = line.split('|').enumerate().filter(|&(column, _)| is_shown(column));
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join("|")
    };
    let lines = PAGE.lines().skip_while(|line| !line.starts_with("| Rule |")).take_while(|line| line.starts_with('|'));
    let shown: Vec<String> = lines.map(without_last_boards).collect();
    assert_eq!(shown, table::rules(boards).lines().collect::<Vec<_>>());
    assert!(PAGE.contains(&table::larger_boards()), "the table of larger boards differs");
}
