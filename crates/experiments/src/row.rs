//! The result of a cell.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use crate::Cell;
use crate::help::with_help;

pub use programs::{Audit, Ending, Examined, InteriorNodes, MoveText, PlayedPairs, Searched, Statistics, Winner, Work};

/// The result of one [`Cell`].
///
/// Everything except the time is the same on every machine.
#[derive(Clone, Debug)]
pub struct Row {
    /// The configuration that was run.
    pub cell: Cell,
    /// Nodes visited.
    pub nodes: u64,
    /// How the search ended. If it stopped at its node limit, `nodes` is that limit.
    pub ending: Ending,
    /// What happened to the table.
    pub statistics: Statistics,
    /// Nodes whose position was not found in the table, and whose first move came from the line of an ancestor.
    pub guided: u64,
    /// The nodes above the horizon; `None` if they were not counted. The tutorial's solver does not count them, and
    /// older programs did not.
    pub interior: Option<InteriorNodes>,
    /// The result of each search with the audit of its table, if the options of the cell ask for them.
    pub examined: Vec<Examined>,
    /// The seconds that it took. They are shown, and never compared.
    pub seconds: f64,
}

/// The names of the counts of a table in files: the fields of [`Statistics`], in order.
pub const TABLE_COUNTS: [&str; 10] =
    ["look_ups", "hits", "cutoffs", "fresh", "same", "replaced", "kept", "demoted", "collisions", "fill"];

/// The names of the counts of nodes above the horizon in files: the fields of [`InteriorNodes`], in order.
pub const INTERIOR_COUNTS: [&str; 5] = ["interior", "interior_hits", "interior_cutoffs", "table_moves", "generated"];

/// The names of the counts of games in files: pairs by the half points of the variant, and what both sides searched.
pub const PLAYED_COUNTS: [&str; 11] = [
    "pairs_0",
    "pairs_1",
    "pairs_2",
    "pairs_3",
    "pairs_4",
    "variant_moves",
    "variant_nodes",
    "variant_depths",
    "base_moves",
    "base_nodes",
    "base_depths",
];

/// Returns the results of games with these counts.
pub(crate) fn played(counts: [u64; PLAYED_COUNTS.len()]) -> PlayedPairs {
    let [pairs_0, pairs_1, pairs_2, pairs_3, pairs_4, moves, nodes, depths, base @ ..] = counts;
    let [base_moves, base_nodes, base_depths] = base;
    let base = Work { moves: base_moves, nodes: base_nodes, depths: base_depths };
    PlayedPairs { counts: [pairs_0, pairs_1, pairs_2, pairs_3, pairs_4], work: [Work { moves, nodes, depths }, base] }
}

/// Returns statistics with these counts.
pub(crate) fn statistics(counts: [u64; TABLE_COUNTS.len()]) -> Statistics {
    let [look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill] = counts;
    Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill }
}

impl Row {
    /// Returns the counts of the table, see [`TABLE_COUNTS`].
    #[must_use]
    pub fn table_counts(&self) -> [u64; TABLE_COUNTS.len()] {
        let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } =
            self.statistics;
        [look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill]
    }

    /// Returns the counts of nodes above the horizon, see [`INTERIOR_COUNTS`]; `None` if they were not counted.
    #[must_use]
    pub fn interior_counts(&self) -> Option<[u64; INTERIOR_COUNTS.len()]> {
        let InteriorNodes { nodes, hits, cutoffs, table_moves, generated } = self.interior?;
        Some([nodes, hits, cutoffs, table_moves, generated])
    }

    /// Returns the results of games and what both sides have searched, see [`PLAYED_COUNTS`]; `None` if no games were
    /// played.
    #[must_use]
    pub fn played_counts(&self) -> Option<[u64; PLAYED_COUNTS.len()]> {
        let &PlayedPairs { counts, work } = self.ending.played()?;
        let [variant, base] = work.map(|Work { moves, nodes, depths }| [moves, nodes, depths]);
        let mut all = [0; PLAYED_COUNTS.len()];
        all.iter_mut().zip(counts.into_iter().chain(variant).chain(base)).for_each(|(count, value)| *count = value);
        Some(all)
    }

    /// Returns the row of a search of which nothing is known but the number of nodes and the result.
    #[must_use]
    pub fn new(cell: Cell, nodes: u64, ending: impl Into<Ending>) -> Self {
        let (ending, statistics) = (ending.into(), Statistics::default());
        let (interior, examined) = (None, Vec::new());
        Self { cell, nodes, ending, statistics, guided: 0, interior, examined, seconds: 0.0 }
    }

    /// Returns whether the search was finished, and not stopped at its limit.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ending != Ending::Stopped
    }

    /// Returns the winner of a board that was solved.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        self.ending.winner()
    }

    /// Returns the searches of positions: one for each position and depth, in order.
    #[must_use]
    pub fn searches(&self) -> &[Searched] {
        self.ending.searches()
    }

    /// Returns how many positions were searched.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.searches().iter().map(|searched| searched.position).collect::<BTreeSet<u16>>().len()
    }

    /// Returns the nodes of all positions, searched to `depth`; `None` if that is not known.
    #[must_use]
    pub fn nodes_to(&self, depth: u8) -> Option<u64> {
        let of_depth = || self.searches().iter().filter(|searched| searched.depth == depth);
        of_depth().next()?;
        Some(of_depth().map(|searched| searched.nodes).sum())
    }

    /// Returns whether everything except the time is the same. What only one of the rows knows does not count: rows of
    /// older programs have neither the nodes above the horizon nor best moves.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        (self.counts(), &self.examined) == (other.counts(), &other.examined)
            && self.ending.agrees_with(&other.ending)
            && (self.interior.or(other.interior) == other.interior.or(self.interior))
    }

    /// Returns how much the row knows that the rows of older programs lack: the nodes above the horizon, and the number
    /// of best moves.
    fn details(&self) -> (bool, usize) {
        let best = self.searches().iter().filter(|searched| searched.best.is_some());
        (self.interior.is_some(), best.count())
    }

    /// Returns the first count that differs from another row of the same cell, with both values; `None` if the rows
    /// [agree](Self::agrees_with).
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let counts = |row: &Self| {
            let table = TABLE_COUNTS.into_iter().zip(row.table_counts());
            let played = row.played_counts().into_iter().flat_map(|counts| PLAYED_COUNTS.into_iter().zip(counts));
            [("nodes", row.nodes)].into_iter().chain(table).chain([("guided", row.guided)]).chain(played)
        };
        let count = counts(self).zip(counts(other)).find(|(ours, theirs)| ours != theirs);
        if let Some(((name, ours), (_, theirs))) = count {
            return Some(format!("{name} {ours} and {theirs}"));
        }
        if let (Some(ours), Some(theirs)) = (self.interior, other.interior)
            && ours != theirs
        {
            return Some(format!("{ours:?} and {theirs:?}"));
        }
        let search = self.searches().iter().zip(other.searches()).find(|(ours, theirs)| !ours.agrees_with(theirs));
        if let Some((ours, theirs)) = search {
            return Some(format!("{ours:?} and {theirs:?}"));
        }
        let examined = self.examined.iter().zip(&other.examined).find(|(ours, theirs)| ours != theirs);
        if let Some((ours, theirs)) = examined {
            return Some(format!("{ours:?} and {theirs:?}"));
        }
        (!self.agrees_with(other)).then(|| format!("{} and {}", self.described(), other.described()))
    }

    /// Returns the nodes and the winner in words.
    #[must_use]
    pub fn described(&self) -> String {
        let ending = match self.ending {
            Ending::Solved(Winner::First) => "the first player wins",
            Ending::Solved(Winner::Second) => "the second player wins",
            Ending::Searched(_) => "searched",
            Ending::Played(_) => "played",
            Ending::Stopped => "stopped",
        };
        format!("{} nodes ({ending})", self.nodes)
    }

    fn counts(&self) -> (&Cell, u64, Statistics, u64) {
        (&self.cell, self.nodes, self.statistics, self.guided)
    }
}

/// Returns the rows of `cell` and of its repetitions with the first `seeds` key seeds. `cell` has the positions of its
/// set, which a database does not have.
pub(crate) fn repeated(rows: &BTreeMap<Cell, Row>, cell: Cell, seeds: u64) -> impl Iterator<Item = Row> {
    let last = cell.repetition(cell.repetitions(seeds).saturating_sub(1));
    let found = rows.range(&cell..=&last);
    found.map(move |(_, row)| Row { cell: Cell { seed: row.cell.seed, ..cell.clone() }, ..row.clone() })
}

/// Checks that no sum of counts over these rows overflows.
///
/// # Errors
///
/// A sum overflows.
pub fn check_sums<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<()> {
    let counted = |row: &Row| {
        let searches = row.searches().iter().map(|searched| searched.nodes);
        let counts = row.table_counts().into_iter().chain(row.interior_counts().into_iter().flatten());
        let counts = counts.chain(row.played_counts().into_iter().flatten());
        counts.chain([row.nodes, row.guided]).chain(searches).map(u128::from).sum::<u128>()
    };
    let total: u128 = rows.into_iter().map(counted).sum();
    if total > u128::from(u64::MAX) {
        let what = format_args!("invalid rows: they have more than {} nodes together", u64::MAX);
        bail!(with_help(what, "restore a copy of the database"));
    }
    Ok(())
}

/// How two results of one cell relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Same,
    /// The other search was longer: this one stopped at a lower limit. Or the searches are the same, and the other row
    /// has counts or best moves that this one lacks.
    Superseded,
    /// This search was longer, or its row has what the other one lacks.
    Supersedes,
    /// They cannot both be correct.
    Conflict,
}

impl Row {
    /// Returns how this result relates to another one of the same cell. A longer search supersedes one that stopped at
    /// a limit. All other differences are conflicts.
    #[must_use]
    pub fn relation(&self, other: &Self) -> Relation {
        match (self.is_complete(), other.is_complete()) {
            _ if self.agrees_with(other) => match self.details().cmp(&other.details()) {
                Ordering::Less => Relation::Superseded,
                Ordering::Equal => Relation::Same,
                Ordering::Greater => Relation::Supersedes,
            },
            (false, _) if self.nodes < other.nodes => Relation::Superseded,
            (_, false) if self.nodes > other.nodes => Relation::Supersedes,
            _ => Relation::Conflict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_search_supersedes_and_nothing_else_may_differ() {
        let cell: Cell = "domineering board=2x2 first=vertical scheme=none parts=all seed=1".parse().unwrap();
        let row = |nodes, winner: Option<Winner>, seconds| Row { seconds, ..Row::new(cell.clone(), nodes, winner) };
        let complete = row(10, Some(Winner::First), 1.0);
        assert_eq!(complete.relation(&row(10, Some(Winner::First), 2.0)), Relation::Same);
        assert_eq!(complete.relation(&row(10, Some(Winner::Second), 1.0)), Relation::Conflict);
        assert_eq!(complete.relation(&row(11, Some(Winner::First), 1.0)), Relation::Conflict);
        assert_eq!(complete.relation(&row(9, None, 1.0)), Relation::Supersedes);
        assert_eq!(
            complete.relation(&row(10, None, 1.0)),
            Relation::Conflict,
            "a finished search has fewer nodes than the limit"
        );
        assert_eq!(row(9, None, 1.0).relation(&complete), Relation::Superseded);
        assert_eq!(row(9, None, 1.0).relation(&row(8, None, 1.0)), Relation::Supersedes);
        assert_eq!(row(9, None, 1.0).relation(&row(9, None, 1.0)), Relation::Same);
        let counted = |nodes| Row {
            interior: Some(InteriorNodes { nodes, ..InteriorNodes::default() }),
            ..row(10, Some(Winner::First), 1.0)
        };
        assert_eq!(counted(5).relation(&complete), Relation::Supersedes, "an older program did not count");
        assert_eq!(complete.relation(&counted(5)), Relation::Superseded);
        assert_eq!(counted(5).relation(&counted(6)), Relation::Conflict);
        assert!(counted(5).difference(&counted(6)).is_some_and(|text| text.contains("nodes: 6")));
    }
}
