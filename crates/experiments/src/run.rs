//! Running one cell.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use domineering::{Solution, solve_seeded};
use search::Observer;
use tt::{
    Audit, Audited, Masked, OfWidth, Pages, Parts, Positions, Replacement, Statistics, Stored, Table,
    TranspositionTable,
};

use crate::{Cell, GameCell, Row};

/// Counts the nodes of every running cell together, for whoever wants to see them grow.
///
/// It lags behind by up to [`Nodes::STEP`] nodes a cell.
///
/// ```
/// use experiments::run::Nodes;
///
/// assert_eq!(Nodes::default().so_far(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Nodes(AtomicU64);

impl Nodes {
    /// How many nodes a search visits before it says so: rarely enough to cost nothing.
    pub const STEP: u64 = 1 << 16;

    /// The nodes that were reported so far.
    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Observes one search: what happens to the table, and how far it is.
struct Watch<'a> {
    statistics: Statistics,
    nodes: u64,
    reported: &'a Nodes,
}

impl Observer for Watch<'_> {
    #[inline]
    fn node(&mut self, ply: u32) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Nodes::STEP) {
            self.reported.0.fetch_add(Nodes::STEP, Ordering::Relaxed);
        }
        self.statistics.node(ply);
    }

    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        self.statistics.look_up(found);
    }

    #[inline]
    fn cutoff(&mut self) {
        self.statistics.cutoff();
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        Observer::store(&mut self.statistics, stored);
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.reported.0.fetch_add(self.nodes % Nodes::STEP, Ordering::Relaxed);
    }
}

/// Searches `cell` from an empty table of its own, and gives up before it visits more than `max_nodes` nodes.
///
/// # Errors
///
/// The table cannot be had.
pub fn run(cell: &Cell, max_nodes: u64, nodes: &Nodes) -> Result<Row> {
    watched(cell, nodes, |watch| search(cell, max_nodes, watch))
}

/// As [`run`], with a table that is checked against the whole positions.
///
/// The nodes are the same; it takes several times as long and much more memory. Without a table the audit is empty.
///
/// # Errors
///
/// The table cannot be had.
pub fn run_audited(cell: &Cell, max_nodes: u64, nodes: &Nodes) -> Result<(Row, Audit)> {
    let mut audit = Audit::default();
    let row = watched(cell, nodes, |watch| {
        let (Some(scheme), Some(positions)) = (cell.scheme, cell.positions) else {
            return search(cell, max_nodes, watch);
        };
        let table = TranspositionTable::<_, ()>::with_pages(positions, scheme, Pages::Huge)?;
        let mut table = Masked::new(Audited::new(table), cell.parts);
        let found = search_with(&mut table, cell, max_nodes, watch);
        audit = table.get_ref().audit();
        watch.statistics.fill = table.get_ref().get_ref().fill();
        Ok(found)
    })?;
    Ok((row, audit))
}

/// Counts what `search` does.
fn watched(cell: &Cell, nodes: &Nodes, search: impl FnOnce(&mut Watch<'_>) -> Result<(Solution, f64)>) -> Result<Row> {
    tracing::debug!(%cell, "search begins");
    let mut watch = Watch { statistics: Statistics::default(), nodes: 0, reported: nodes };
    let (solution, seconds) = search(&mut watch).with_context(|| cell.to_string())?;
    let statistics = watch.statistics;
    let Solution { winner, nodes } = solution;
    Ok(Row { cell: cell.clone(), nodes, winner, statistics, seconds })
}

/// What the search finds, and its seconds: counting what is in the table afterwards is no part of it.
fn search(cell: &Cell, max_nodes: u64, watch: &mut Watch<'_>) -> Result<(Solution, f64)> {
    let (Some(scheme), Some(positions)) = (cell.scheme, cell.positions) else {
        return Ok(search_with(&mut (), cell, max_nodes, watch));
    };
    // The search is faster with a table that knows the width of its entries when it is compiled.
    if let Some(one) = OfWidth::<1, _>::new(scheme) {
        search_under(one, positions, cell, max_nodes, watch)
    } else if let Some(two) = OfWidth::<2, _>::new(scheme) {
        search_under(two, positions, cell, max_nodes, watch)
    } else {
        search_under(scheme, positions, cell, max_nodes, watch)
    }
}

fn search_under<R: Replacement>(
    scheme: R,
    positions: Positions,
    cell: &Cell,
    max_nodes: u64,
    watch: &mut Watch<'_>,
) -> Result<(Solution, f64)> {
    let mut table = TranspositionTable::<_, ()>::with_pages(positions, scheme, Pages::Huge)?;
    if cell.parts == Parts::all() {
        let found = search_with(&mut table, cell, max_nodes, watch);
        watch.statistics.fill = table.fill();
        Ok(found)
    } else {
        let mut table = Masked::new(table, cell.parts);
        let found = search_with(&mut table, cell, max_nodes, watch);
        watch.statistics.fill = table.get_ref().fill();
        Ok(found)
    }
}

fn search_with<T>(table: &mut T, cell: &Cell, max_nodes: u64, watch: &mut Watch<'_>) -> (Solution, f64)
where
    T: Table<Payload = ()>,
{
    let GameCell::Domineering { board, first } = cell.game;
    let started = Instant::now();
    let solution = solve_seeded(board, first, table, watch, max_nodes, cell.seed);
    (solution, started.elapsed().as_secs_f64())
}

/// The bytes of the table of a cell.
#[must_use]
pub fn table_bytes(cell: &Cell) -> u64 {
    const POSITION: u64 = 16;
    cell.positions.map_or(0, |positions| positions.get().saturating_mul(POSITION))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tt::Scheme;

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
    fn masks_and_no_table_find_the_same_winner() {
        for what in [
            "scheme=none parts=all",
            "scheme=big1 positions=1K parts=exact",
            "scheme=big1 positions=1K parts=bounds",
            "scheme=big1 positions=1K parts=none",
        ] {
            let cell = cell(&format!("domineering board=5x6 first=horizontal {what} seed=1970"));
            let row = run(&cell, u64::MAX, &Nodes::default()).unwrap();
            assert_eq!(row.winner, Some(domineering::Winner::First), "{what}");
        }
    }
}
