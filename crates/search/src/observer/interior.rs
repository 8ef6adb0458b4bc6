//! Nodes above the horizon: whether they are in the table, and whether their moves are generated.

use crate::{Observer, Statistics};

/// The nodes above the horizon, by what the table saves there.
///
/// These are the nodes with a depth of at least one ply that are looked up. A node whose game is over by the path to it
/// is not looked up. The search tries the moves that it knows before it generates the others, so that these numbers
/// are what `[Nelson 1985]` and `[Hyatt 1990]` speak of, as `[Breuker 1998, 2.3.2]` quotes them.
///
/// ```
/// use search::{InteriorCounter, InteriorNodes, Statistics};
///
/// let statistics = Statistics { look_ups: 9, hits: 4, cutoffs: 3, ..Statistics::default() };
/// let interior = InteriorCounter::default().nodes(&statistics);
/// assert_eq!(interior, InteriorNodes { nodes: 9, hits: 4, cutoffs: 3, table_moves: 0, generated: 6 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InteriorNodes {
    /// The nodes.
    pub nodes: u64,
    /// Those that the table had a record of.
    pub hits: u64,
    /// Those that a score from the table ended.
    pub cutoffs: u64,
    /// Those that the move of the table ended: it reached beta, and the moves were not generated.
    pub table_moves: u64,
    /// Those whose moves were generated. The others were ended by another move that was known: that of the refutation
    /// table, of an ancestor's line or of a second record.
    pub generated: u64,
}

/// Counts, together with [`Statistics`], the [nodes above the horizon](InteriorNodes).
///
/// It counts the look-ups of other nodes, of which a game without a [horizon](crate::Game::HAS_HORIZON) has none, and
/// subtracts them.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{InteriorCounter, Search, Statistics};
///
/// let mut both = (Statistics::default(), InteriorCounter::default());
/// Search::new(&mut Nim::new(7), &mut ()).observed_by(&mut both).run(7);
/// let interior = both.1.nodes(&both.0);
/// assert_eq!(interior.generated, interior.nodes, "without a table, every node needs its moves");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InteriorCounter {
    /// Look-ups that are not those of nodes above the horizon, and those of them that found and ended something.
    others: [u64; 3],
    refused: u64,
    table_moves: u64,
    other_moves: u64,
}

impl InteriorCounter {
    /// Returns the counts, if `statistics` observed the same searches. If a search was stopped, the nodes on its path
    /// count as if their moves had been generated.
    #[must_use]
    pub fn nodes(&self, statistics: &Statistics) -> InteriorNodes {
        let [look_ups, hits, ended] = self.others;
        let nodes = statistics.look_ups.saturating_sub(look_ups);
        let cutoffs = statistics.cutoffs.saturating_sub(ended);
        InteriorNodes {
            nodes,
            hits: statistics.hits.saturating_sub(hits + self.refused),
            cutoffs,
            table_moves: self.table_moves,
            generated: nodes.saturating_sub(cutoffs + self.table_moves + self.other_moves),
        }
    }
}

impl Observer for InteriorCounter {
    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        let [look_ups, hits, of_score] = &mut self.others;
        *look_ups += 1;
        *hits += u64::from(found);
        *of_score += u64::from(ended);
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        if of_table {
            self.table_moves += 1;
        } else {
            self.other_moves += 1;
        }
    }

    #[inline]
    fn refused(&mut self) {
        self.refused += 1;
    }
}
