//! What came out of a cell.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use domineering::Winner;
use tt::Statistics;

use crate::Cell;

pub use programs::Searched;

/// The result of one [`Cell`].
///
/// Everything but the time is the same on every machine.
#[derive(Clone, Debug)]
pub struct Row {
    /// The configuration that was run.
    pub cell: Cell,
    /// Nodes visited.
    pub nodes: u64,
    /// Who wins; `None` if the search gave up at its limit of nodes, so that `nodes` is that limit.
    pub winner: Option<Winner>,
    /// What the searches of test positions found: one for each position and depth, in order. Empty if the search gave
    /// up, and for games that are solved.
    pub searches: Vec<Searched>,
    /// What happened to the table.
    pub statistics: Statistics,
    /// Nodes whose position was not found, and whose first move was that of a line that an ancestor was found with.
    pub guided: u64,
    /// How long it took here. Shown, never compared.
    pub seconds: f64,
}

impl Row {
    /// Whether the search ended by itself.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.winner.is_some() || !self.searches.is_empty()
    }

    /// The nodes of all positions, searched to `depth`; `None` if that is not known.
    #[must_use]
    pub fn nodes_to(&self, depth: u8) -> Option<u64> {
        let of_depth = || self.searches.iter().filter(|searched| searched.depth == depth);
        of_depth().next()?;
        Some(of_depth().map(|searched| searched.nodes).sum())
    }

    /// Whether both say the same, the time aside.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        (self.counts(), self.guided) == (other.counts(), other.guided)
    }

    /// Says which count of this row another row of the same cell has another value of, and both values; `None` if they
    /// [agree](Self::agrees_with).
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let counts = |row: &Self| {
            let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } =
                row.statistics;
            [
                ("nodes", row.nodes),
                ("look_ups", look_ups),
                ("hits", hits),
                ("cutoffs", cutoffs),
                ("fresh", fresh),
                ("same", same),
                ("replaced", replaced),
                ("kept", kept),
                ("demoted", demoted),
                ("collisions", collisions),
                ("fill", fill),
                ("guided", row.guided),
            ]
        };
        let count = counts(self).into_iter().zip(counts(other)).find(|(ours, theirs)| ours != theirs);
        if let Some(((name, ours), (_, theirs))) = count {
            return Some(format!("{name} {ours} and {theirs}"));
        }
        let search = self.searches.iter().zip(&other.searches).find(|(ours, theirs)| ours != theirs);
        if let Some((ours, theirs)) = search {
            return Some(format!("{ours:?} and {theirs:?}"));
        }
        (!self.agrees_with(other)).then(|| format!("{} and {}", self.outcome(), other.outcome()))
    }

    /// The nodes and the winner in words.
    #[must_use]
    pub fn outcome(&self) -> String {
        let winner = match self.winner {
            Some(Winner::First) => "the first player wins",
            Some(Winner::Second) => "the second player wins",
            None if self.is_complete() => "searched",
            None => "stopped",
        };
        format!("{} nodes ({winner})", self.nodes)
    }

    fn counts(&self) -> (&Cell, u64, Option<Winner>, &[Searched], Statistics) {
        (&self.cell, self.nodes, self.winner, &self.searches, self.statistics)
    }
}

/// The rows of `cell` and of its repetitions with the first `seeds` key seeds, as far as there are any.
pub(crate) fn repeated<'r>(
    rows: &'r BTreeMap<Cell, Row>,
    cell: &Cell,
    seeds: u64,
) -> impl Iterator<Item = &'r Row> + use<'r> {
    let last = cell.repetition(cell.repetitions(seeds).saturating_sub(1));
    rows.range(cell..=&last).map(|(_, row)| row)
}

/// Checks that no sum over these rows overflows: neither of the nodes, nor of anything else that is counted in them.
///
/// # Errors
///
/// One would.
pub fn check_sums<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<()> {
    let counted = |row: &Row| {
        let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } =
            row.statistics;
        let table = [look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill];
        let searches = row.searches.iter().map(|searched| u128::from(searched.nodes)).sum::<u128>();
        table.into_iter().chain([row.nodes, row.guided]).map(u128::from).sum::<u128>() + searches
    };
    let total: u128 = rows.into_iter().map(counted).sum();
    if total > u128::from(u64::MAX) {
        bail!("the rows count more than {} nodes, as no search does; restore the database from a copy", u64::MAX);
    }
    Ok(())
}

/// How two results of the same cell go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They say the same.
    Same,
    /// The other one went further: this one stopped at a lower limit.
    Superseded,
    /// This one went further.
    Supersedes,
    /// They cannot both be right.
    Conflict,
}

impl Row {
    /// How this result relates to another one of the same cell: a search that stopped at a limit yields to one that
    /// went further, and everything else has to be equal.
    #[must_use]
    pub fn relation(&self, other: &Self) -> Relation {
        match (self.is_complete(), other.is_complete()) {
            _ if self.agrees_with(other) => Relation::Same,
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
        let row = |nodes, winner, seconds| Row {
            cell: cell.clone(),
            nodes,
            winner,
            searches: Vec::new(),
            statistics: Statistics::default(),
            guided: 0,
            seconds,
        };
        let complete = row(10, Some(Winner::First), 1.0);
        assert_eq!(complete.relation(&row(10, Some(Winner::First), 2.0)), Relation::Same);
        assert_eq!(complete.relation(&row(10, Some(Winner::Second), 1.0)), Relation::Conflict);
        assert_eq!(complete.relation(&row(11, Some(Winner::First), 1.0)), Relation::Conflict);
        assert_eq!(complete.relation(&row(9, None, 1.0)), Relation::Supersedes);
        assert_eq!(complete.relation(&row(10, None, 1.0)), Relation::Conflict, "it would have ended by itself");
        assert_eq!(row(9, None, 1.0).relation(&complete), Relation::Superseded);
        assert_eq!(row(9, None, 1.0).relation(&row(8, None, 1.0)), Relation::Supersedes);
        assert_eq!(row(9, None, 1.0).relation(&row(9, None, 1.0)), Relation::Same);
    }
}
