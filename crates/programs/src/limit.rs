//! A node limit that several threads have together.

use std::sync::atomic::{AtomicU64, Ordering};

use search::Observer;

use crate::Nodes;

/// A node limit of several searches together.
///
/// A search takes a few nodes at a time, so that the searches never visit more than the limit and do not wait for each
/// other. A node that the search option `horizon-twice` counts twice is one node here.
///
/// ```
/// use domineering::{Domi, Player};
/// use programs::{NodeLimit, Nodes, TeamTable, Together};
/// use search::{Parallel, SearchOptions};
/// use tt::Scheme;
///
/// let table = TeamTable::new("64K".parse()?, Scheme::TwoBig1, SearchOptions::PLAIN)?;
/// let domi = Domi::new("8x8".parse()?, Player::Vertical);
/// let together = Together::new(domi, table, Parallel::Abdada);
/// let (limit, nodes) = (NodeLimit::new(1_000), Nodes::default());
/// // One thread after the other: the first one takes all.
/// let shares = [0, 1].map(|number| together.run(number, &limit, &nodes).nodes);
/// assert_eq!(shares, [1_000, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NodeLimit {
    left: AtomicU64,
}

impl NodeLimit {
    /// The most nodes that a search takes at a time.
    pub const STEP: u64 = 256;

    /// A search takes one of so many equal parts of what is left, so that all threads stop at about the same time.
    const PARTS: u64 = 8;

    /// Creates a limit. `u64::MAX` is no limit.
    #[must_use]
    pub fn new(nodes: u64) -> Self {
        Self { left: AtomicU64::new(nodes) }
    }

    /// Returns how many nodes a search may visit next: 0 at the limit.
    fn take(&self) -> u64 {
        let batch = |left: u64| (left / Self::PARTS).clamp(1, Self::STEP).min(left);
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - batch(left)));
        taken.map_or(0, batch)
    }
}

/// Stops one of the searches that have a limit together.
pub(crate) struct Limited<'a> {
    limit: &'a NodeLimit,
    visited: u64,
    granted: u64,
    /// The nodes are added to it, if there is one, whenever more are taken.
    reported: Option<&'a Nodes>,
}

impl<'a> Limited<'a> {
    pub(crate) fn new(limit: &'a NodeLimit, reported: Option<&'a Nodes>) -> Self {
        Self { limit, visited: 0, granted: 0, reported }
    }

    /// Returns whether there are no more nodes.
    #[cold]
    fn is_at_limit(&mut self) -> bool {
        if let Some(nodes) = self.reported {
            nodes.add(self.visited);
        }
        (self.visited, self.granted) = (0, self.limit.take());
        self.granted == 0
    }
}

impl Observer for Limited<'_> {
    #[inline]
    fn node(&mut self, _: u32) {
        self.visited += 1;
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        self.visited >= self.granted && self.is_at_limit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_nodes_are_taken_and_no_more() {
        for nodes in [0, 1, 7, 8, 100, 5_000] {
            let (limit, visited) = (NodeLimit::new(nodes), Nodes::default());
            let mut searches = [(); 3].map(|()| Limited::new(&limit, Some(&visited)));
            let (mut most, mut before) = (0, u64::MAX);
            while most != before {
                before = most;
                for search in searches.iter_mut().filter_map(|search| (!search.wants_stop()).then_some(search)) {
                    search.node(0);
                    most += 1;
                }
            }
            assert_eq!((most, visited.so_far()), (nodes, nodes));
        }
        let limit = NodeLimit::new(u64::MAX);
        assert_eq!(limit.take(), NodeLimit::STEP);
    }
}
