//! The node limit of a solver that works alone, and the function to which it reports the nodes that it visits.

use std::fmt;

/// A function that is called with the number of nodes visited since the last call.
pub(crate) struct NodeListener(Box<dyn Fn(u64) + Send + Sync>);

impl NodeListener {
    pub(crate) fn new(hear: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self(Box::new(hear))
    }

    pub(crate) fn report(&self, nodes: u64) {
        (self.0)(nodes);
    }
}

impl fmt::Debug for NodeListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeListener")
    }
}

/// How many nodes a solver may visit.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) limit: u64,
    pub(crate) hear: Option<NodeListener>,
    /// The nodes of the present search that were reported.
    reported: u64,
}

impl Default for Budget {
    /// Returns a budget without a limit, which reports to no function.
    fn default() -> Self {
        Self { limit: u64::MAX, hear: None, reported: 0 }
    }
}

impl Budget {
    /// The nodes between two calls: enough for the calls to cost nothing.
    const STEP: u64 = 1 << 16;

    /// Begins a search, and returns after how many nodes the solver calls [`until`](Self::until).
    pub(crate) fn start(&mut self) -> u64 {
        self.reported = 0;
        self.until(0)
    }

    /// Reports that `nodes` nodes were visited, and returns after how many nodes of this search the solver calls again:
    /// not more than `nodes` at the limit.
    pub(crate) fn until(&mut self, nodes: u64) -> u64 {
        self.report(nodes);
        match self.hear {
            None => self.limit,
            Some(_) => self.limit.min(nodes + Self::STEP),
        }
    }

    /// Reports that `nodes` nodes were visited.
    pub(crate) fn report(&mut self, nodes: u64) {
        if let Some(hear) = &self.hear {
            hear.report(nodes - self.reported);
        }
        self.reported = nodes;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use crate::tutorial::TutorialSolver;
    use crate::{Position, Solution, best};

    /// The nodes that a solver reports are those that it visits, and reporting changes nothing.
    #[test]
    fn every_node_is_reported() {
        let position: Position = "5275331143367".parse().unwrap();
        for limit in [1, 1_000, 100_000, 1 << 16, u64::MAX] {
            let reported = Arc::new(AtomicU64::new(0));
            let hear = || {
                let reported = Arc::clone(&reported);
                move |nodes| _ = reported.fetch_add(nodes, Ordering::Relaxed)
            };
            let check = |name: &str, plain: Solution, heard: Solution| {
                assert_eq!(plain, heard, "{name}, {limit}");
                assert!(heard.nodes <= limit, "{name}, {limit}");
                assert_eq!(reported.swap(0, Ordering::Relaxed), heard.nodes, "{name}, {limit}");
            };
            let best = || best::Solver::new(14).unwrap().max_nodes(limit);
            let mut heard = best();
            heard.hear(hear());
            check("best", best().solve(&position), heard.solve(&position));
            let tutorial = || TutorialSolver::new().unwrap().max_nodes(limit.min(300_000));
            let mut heard = tutorial();
            heard.hear(hear());
            check("tutorial", tutorial().solve(&position), heard.solve(&position));
        }
    }
}
