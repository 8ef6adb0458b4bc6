//! What came out of a cell.

use domineering::Winner;
use tt::Statistics;

use crate::Cell;

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
    /// What happened to the table.
    pub statistics: Statistics,
    /// How long it took here. Shown, never compared.
    pub seconds: f64,
}

impl Row {
    /// Whether the search ended by itself.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.winner.is_some()
    }

    /// Whether both say the same, the time aside.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.counts() == other.counts()
    }

    /// The nodes and the winner in words.
    #[must_use]
    pub fn outcome(&self) -> String {
        let winner = match self.winner {
            Some(Winner::First) => "the first player wins",
            Some(Winner::Second) => "the second player wins",
            None => "stopped",
        };
        format!("{} nodes ({winner})", self.nodes)
    }

    fn counts(&self) -> (&Cell, u64, Option<Winner>, Statistics) {
        (&self.cell, self.nodes, self.winner, self.statistics)
    }
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
            statistics: Statistics::default(),
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
