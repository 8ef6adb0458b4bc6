//! Stopping searches at a node limit that they share.

use search::{NodeLimit, Observer};

use crate::Nodes;

/// Stops one of the searches that have a limit together. A node that the search option `horizon-twice` counts twice is
/// one node here.
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
