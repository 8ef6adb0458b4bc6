//! Running one cell.

mod chess;
mod connect_four;
mod domineering;

use std::sync::atomic::{AtomicU64, Ordering};

use ::chess::alibaba::{Best, Lines};
use ::connect_four::lab::Square;
use ::domineering::Winner;
use anyhow::{Context, Result, bail};
use bytemuck::Zeroable;
use search::Observer;
use tt::{
    Audit, Audited, Masked, OfWidth, Pages, Parts, Positions, Replacement, Scheme, Statistics, Stored, Table,
    TranspositionTable,
};

use crate::row::Searched;
use crate::schemes;
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

    /// Counts `nodes` more.
    pub fn add(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// Observes one search: what happens to the table, and how far it is.
struct Watch<'a> {
    statistics: Statistics,
    nodes: u64,
    guided: u64,
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
    fn guided(&mut self) {
        self.guided += 1;
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

/// What is searched in a cell, with whatever table.
trait Job {
    /// What the table keeps with a position.
    type Payload: Copy + Default + PartialEq;

    /// Searches with an empty table, and gives up before more than `max_nodes` nodes are visited.
    fn run<T: Table<Payload = Self::Payload>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found;
}

/// What came out, and its seconds: counting what is in the table afterwards is no part of them.
struct Found {
    nodes: u64,
    winner: Option<Winner>,
    searches: Vec<Searched>,
    seconds: f64,
}

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
    let watch = Watch { statistics: Statistics::default(), nodes: 0, guided: 0, reported: nodes };
    let mut task = Task { cell, max_nodes, audited, watch, audit: Audit::default() };
    let found = task.run().with_context(|| cell.to_string())?;
    let Found { nodes, winner, searches, seconds } = found;
    let Watch { statistics, guided, .. } = task.watch;
    Ok((Row { cell: cell.clone(), nodes, winner, searches, statistics, guided, seconds }, task.audit))
}

/// A cell that is run.
struct Task<'a> {
    cell: &'a Cell,
    max_nodes: u64,
    audited: bool,
    watch: Watch<'a>,
    audit: Audit,
}

impl Task<'_> {
    fn run(&mut self) -> Result<Found> {
        let Cell { ref game, scheme, positions, seed, .. } = *self.cell;
        if let Some(scheme) = scheme.filter(|&scheme| schemes::is_absent(scheme)) {
            bail!("this program has no scheme `{scheme}`; run the program that registers it");
        }
        let table = scheme.zip(positions);
        match *game {
            GameCell::Domineering { board, first } => {
                let job = domineering::Empty { board, first, seed };
                match table {
                    Some((scheme, positions)) => self.of_width(&job, scheme, positions),
                    None => Ok(self.without_table(&job)),
                }
            }
            GameCell::ConnectFour { set, sample } => match table {
                Some((scheme, positions)) => {
                    self.of_width(&connect_four::Sample::<Square>::new(set, sample, seed), scheme, positions)
                }
                None => Ok(self.without_table(&connect_four::Sample::<()>::new(set, sample, seed))),
            },
            GameCell::Tutorial { set, sample, window } => {
                connect_four::tutorial(set, sample, window, self.max_nodes, self.watch.reported)
            }
            GameCell::Chess { ref set, game, depth, between, line } => {
                let fens = set.games().get(usize::from(game) - 1);
                let fens = fens.with_context(|| format!("the positions of {set} are not known here"))?;
                let Some((scheme, positions)) = table else {
                    return Ok(self.without_table(&chess::Positions::<()>::new(fens, depth, between, seed)));
                };
                match line {
                    1 => self.of_width(&chess::Positions::<Best>::new(fens, depth, between, seed), scheme, positions),
                    // Longer lines are for one experiment alone, and are not worth compiling for each width.
                    2 => self.with(&chess::Positions::<Lines<2>>::new(fens, depth, between, seed), scheme, positions),
                    3 => self.with(&chess::Positions::<Lines<3>>::new(fens, depth, between, seed), scheme, positions),
                    4 => self.with(&chess::Positions::<Lines<4>>::new(fens, depth, between, seed), scheme, positions),
                    _ => self.with(&chess::Positions::<Lines<5>>::new(fens, depth, between, seed), scheme, positions),
                }
            }
        }
    }

    fn without_table(&mut self, job: &impl Job<Payload = ()>) -> Found {
        job.run(&mut (), self.max_nodes, &mut self.watch)
    }

    /// The search is faster with a table that knows the width of its entries when it is compiled.
    fn of_width<J>(&mut self, job: &J, scheme: Scheme, positions: Positions) -> Result<Found>
    where
        J: Job<Payload: Zeroable>,
    {
        let built_in = scheme.built_in();
        if self.audited || self.cell.parts != Parts::all() {
            self.with(job, scheme, positions)
        } else if let Some(one) = built_in.and_then(OfWidth::<1, _>::new) {
            self.plain(job, one, positions)
        } else if let Some(two) = built_in.and_then(OfWidth::<2, _>::new) {
            self.plain(job, two, positions)
        } else {
            self.with(job, scheme, positions)
        }
    }

    fn plain<J, R>(&mut self, job: &J, scheme: R, positions: Positions) -> Result<Found>
    where
        J: Job<Payload: Zeroable>,
        R: Replacement,
    {
        let mut table = TranspositionTable::<_, J::Payload>::with_pages(positions, scheme, Pages::Huge)?;
        let found = job.run(&mut table, self.max_nodes, &mut self.watch);
        self.watch.statistics.fill = table.fill();
        Ok(found)
    }

    /// Masked, and audited if that is asked for.
    fn with<J>(&mut self, job: &J, scheme: Scheme, positions: Positions) -> Result<Found>
    where
        J: Job<Payload: Zeroable>,
    {
        let table = TranspositionTable::<_, J::Payload>::with_pages(positions, scheme, Pages::Huge)?;
        if self.audited {
            let mut table = Masked::new(Audited::new(table), self.cell.parts);
            let found = job.run(&mut table, self.max_nodes, &mut self.watch);
            self.audit = table.get_ref().audit();
            self.watch.statistics.fill = table.get_ref().get_ref().fill();
            Ok(found)
        } else {
            let mut table = Masked::new(table, self.cell.parts);
            let found = job.run(&mut table, self.max_nodes, &mut self.watch);
            self.watch.statistics.fill = table.get_ref().fill();
            Ok(found)
        }
    }
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
