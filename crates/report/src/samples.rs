//! Rows for the tests of reports.

use domineering::Solution;
use tt::{Statistics, TranspositionTable};

use experiments::cell::Cell;
use experiments::definition::{Definition, Part};
use experiments::row::Row;

pub(super) fn definition(name: &str) -> Definition {
    Definition::find(name).unwrap()
}

/// A row with given nodes.
pub(super) fn row(cell: &str, nodes: u64, winner: Option<domineering::Winner>) -> Row {
    let cell = cell.parse().unwrap();
    Row { cell, nodes, ending: winner.into(), statistics: Statistics::default(), guided: 0, seconds: 0.25 }
}

/// Searches the cells of a part.
pub(super) fn searched(part: &Part, seeds: u64, max_nodes: u64) -> Vec<Row> {
    part.cells(seeds).into_iter().map(|cell| search(cell, max_nodes)).collect()
}

fn search(cell: Cell, max_nodes: u64) -> Row {
    let (board, first) = cell.game.board_and_first().expect("only boards are solved");
    let Solution { winner, nodes } = match (cell.scheme, cell.positions) {
        (Some(scheme), Some(positions)) => {
            let mut table = TranspositionTable::<_, ()>::new(positions, scheme).unwrap();
            domineering::solve_seeded(board, first, &mut table, (), max_nodes, cell.seed)
        }
        _ => domineering::solve_seeded(board, first, &mut (), (), max_nodes, cell.seed),
    };
    Row { cell, nodes, ending: winner.into(), statistics: Statistics::default(), guided: 0, seconds: 0.5 }
}
