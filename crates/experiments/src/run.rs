//! Running one cell.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use programs::{Job, Measured, Table};
use tt::Audit;

use crate::cell::{Between, Window};
use crate::connect_four_set::ConnectFourSet;
use crate::schemes;
use crate::{Cell, GameCell, Row};

pub use programs::Nodes;

/// Searches `cell` from an empty table of its own, and gives up before it visits more than `max_nodes` nodes.
///
/// # Errors
///
/// The table cannot be had.
pub fn run(cell: &Cell, max_nodes: u64, nodes: &Nodes) -> Result<Row> {
    Ok(run_with(cell, max_nodes, nodes, false)?.0)
}

/// As [`run`], with a table that is checked against the whole positions.
///
/// The nodes are the same; it takes several times as long and much more memory. Without a table the audit is empty.
///
/// # Errors
///
/// The table cannot be had.
pub fn run_audited(cell: &Cell, max_nodes: u64, nodes: &Nodes) -> Result<(Row, Audit)> {
    run_with(cell, max_nodes, nodes, true)
}

fn run_with(cell: &Cell, max_nodes: u64, nodes: &Nodes, audited: bool) -> Result<(Row, Audit)> {
    tracing::debug!(%cell, "search begins");
    if let Some(scheme) = cell.scheme.filter(|&scheme| schemes::is_absent(scheme)) {
        return Err(anyhow::anyhow!("this program has no scheme `{scheme}`; run the program that registers it"))
            .with_context(|| cell.to_string());
    }
    let table = cell.scheme.zip(cell.positions);
    let table = table.map(|(scheme, positions)| Table { scheme, positions, parts: cell.parts, audited });
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let measured = job(cell).and_then(|job| Ok(programs::run(&job, table, max_nodes, nodes, &clock)?));
    let Measured { nodes, winner, searches, seconds, statistics, guided, audit } =
        measured.with_context(|| cell.to_string())?;
    Ok((Row { cell: cell.clone(), nodes, winner, searches, statistics, guided, seconds }, audit))
}

fn job(cell: &Cell) -> Result<Job> {
    let seed = cell.seed;
    let positions = |set: ConnectFourSet, sample: u16| {
        let lines = set.read();
        lines[..usize::from(sample)].iter().map(|line| line.moves.parse().expect("a test has read it")).collect()
    };
    Ok(match cell.game {
        GameCell::Domineering { board, first } => Job::Domineering { board, first, seed },
        GameCell::ConnectFour { set, sample } => Job::ConnectFour { positions: positions(set, sample), seed },
        GameCell::Tutorial { set, sample, window } => {
            Job::Tutorial { positions: positions(set, sample), weak: window == Window::Weak }
        }
        GameCell::Chess { ref set, game, depth, between, line } => {
            let Some(fens) = set.games().get(usize::from(game) - 1) else {
                bail!("the positions of {set} are not known here");
            };
            let keys = chess::Keys::new(seed);
            let read = |fen: &String| {
                chess::Position::from_fen_with(fen, keys.clone()).expect("a test set has legal positions")
            };
            let positions = fens.iter().map(read).collect();
            Job::Chess { positions, depth, stamp: between == Between::Stamp, line }
        }
    })
}

/// The bytes of the table of a cell.
#[must_use]
pub fn table_bytes(cell: &Cell) -> u64 {
    let position = match cell.game {
        GameCell::Chess { line: 2.., .. } => 32,
        _ => 16,
    };
    cell.positions.map_or(0, |positions| positions.get().saturating_mul(position))
}

#[cfg(test)]
mod tests {
    use domineering::Winner;
    use tt::{Scheme, Statistics};

    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    #[test]
    fn a_row_adds_up() {
        let nodes = Nodes::default();
        let cell = cell("domineering board=6x6 first=vertical scheme=two-big1 positions=1K parts=all seed=1970");
        let row = run(&cell, u64::MAX, &nodes).unwrap();
        let Statistics { look_ups, hits, cutoffs, fill, fresh, .. } = row.statistics;
        assert_eq!(nodes.so_far(), row.nodes);
        assert_eq!(look_ups, row.nodes, "every node is looked up");
        assert!(cutoffs <= hits && hits < look_ups);
        assert!(fresh <= fill && fill <= 1024);
        assert!(row.statistics.stores() + cutoffs <= row.nodes);
    }

    #[test]
    fn an_audit_changes_nothing_and_adds_up() {
        for scheme in Scheme::ALL {
            let text = format!("domineering board=5x6 first=vertical scheme={scheme} positions=64 parts=all seed=1970");
            let cell = cell(&text);
            let nodes = Nodes::default();
            let (row, audit) = run_audited(&cell, u64::MAX, &nodes).unwrap();
            let plain = run(&cell, u64::MAX, &nodes).unwrap();
            assert_eq!((row.nodes, row.winner, row.statistics), (plain.nodes, plain.winner, plain.statistics));
            assert_eq!((audit.type_1_errors, audit.collisions), (0, row.statistics.collisions));
            assert_eq!(audit.positions, row.statistics.fill + row.statistics.collisions, "footnote 12");
        }
    }

    #[test]
    fn a_limit_is_kept() {
        let cell = cell("domineering board=6x7 first=horizontal scheme=deep positions=1K parts=all seed=1970");
        let row = run(&cell, 100_000, &Nodes::default()).unwrap();
        assert_eq!((row.nodes, row.winner), (100_000, None));
    }

    #[test]
    fn chess_is_searched_position_by_position() {
        let row = |between: &str, rest: &str| {
            let cell = cell(&format!("chess set=vsb-1994 game=1 depth=3 between={between} line={rest} seed=1970"));
            let row = run(&cell, u64::MAX, &Nodes::default()).unwrap();
            assert!(row.is_complete());
            row
        };
        let clear = row("clear", "1 scheme=two-big1 positions=1K parts=all");
        assert_eq!(clear.searches.len(), 6 * 3);
        assert_eq!(clear.nodes_to(3), Some(clear.nodes));
        assert!(clear.nodes_to(2).unwrap() < clear.nodes && clear.nodes_to(4).is_none());
        let shallow = cell(
            "chess set=vsb-1994 game=1 depth=2 between=clear line=1 scheme=two-big1 positions=1K \
                            parts=all seed=1970",
        );
        assert_eq!(run(&shallow, u64::MAX, &Nodes::default()).unwrap().nodes, clear.nodes_to(2).unwrap());
        let stamped = row("stamp", "1 scheme=two-big1 positions=1K parts=all");
        assert_eq!(stamped.searches.len(), 6);
        assert_eq!(stamped.nodes_to(3), Some(stamped.nodes));
        assert_ne!(stamped.nodes, clear.nodes);
        assert_eq!(row("clear", "1 scheme=none parts=all").nodes_to(3).map(|nodes| nodes > 0), Some(true));
        assert_eq!(
            row("stamp", "1 scheme=deep positions=1K parts=all").nodes,
            run_audited(
                &cell(
                    "chess set=vsb-1994 game=1 depth=3 between=stamp line=1 scheme=deep positions=1K parts=all \
                       seed=1970"
                ),
                u64::MAX,
                &Nodes::default()
            )
            .unwrap()
            .0
            .nodes
        );
        let five = row("stamp", "5 scheme=two-big1 positions=16 parts=all");
        assert!(stamped.guided == 0 && (1..five.nodes / 10).contains(&five.guided));
        let limited = run(&shallow, 100, &Nodes::default()).unwrap();
        assert_eq!((limited.nodes, limited.is_complete()), (100, false));
    }

    #[test]
    fn masks_and_no_table_find_the_same_winner() {
        for what in [
            "scheme=none parts=all",
            "scheme=big1 positions=1K parts=exact",
            "scheme=big1 positions=1K parts=bounds",
            "scheme=big1 positions=1K parts=none",
        ] {
            let cell = cell(&format!("domineering board=5x6 first=horizontal {what} seed=1970"));
            let row = run(&cell, u64::MAX, &Nodes::default()).unwrap();
            assert_eq!(row.winner, Some(Winner::First), "{what}");
        }
    }
}
