//! An observer that records the table requests of a search.

use schemes::{Request, RequestKind};
use search::{Hit, ObservedPosition, Observer};
use tt::{Key, Record, Score, Stored};

/// Records the table requests of a search whose table loses no position, such as
/// [`TranspositionTable::unbounded`](schemes::TranspositionTable::unbounded).
///
/// Every look-up must belong to a node that was just entered, as in a search of `search` without options. If the search
/// also stores nodes of depth 0, they are stored again after they were lost.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../search/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use replay::RequestRecorder;
/// use search::Search;
/// use schemes::TranspositionTable;
///
/// let mut recorder = RequestRecorder::new(1_000_000);
/// let table = TranspositionTable::<()>::unbounded();
/// let outcome = Search::new(&mut Nim::new(12), table).observed_by(&mut recorder).run(12);
/// let recorded = recorder.finish().expect("fewer requests than the limit");
/// assert_eq!(recorded.nodes, outcome.nodes);
/// assert!(recorded.requests.iter().any(|request| request.is_useful()));
/// ```
#[derive(Clone, Debug)]
pub struct RequestRecorder {
    requests: Vec<Request>,
    max_requests: usize,
    is_full: bool,
    nodes: u64,
    positions: u64,
    /// The last look-up.
    last: Option<LookUp>,
    /// The nodes on the path from the root.
    path: Vec<Entered>,
    /// The subtrees that were searched to each depth and stored.
    subtrees: [Subtrees; 256],
    /// The subtrees of nodes of depth 0, whether they were stored or not.
    leaves: Subtrees,
}

/// The requests of a search.
///
/// ```
/// use replay::RequestRecorder;
///
/// let recorded = RequestRecorder::new(10).finish().expect("nothing was recorded");
/// assert_eq!((recorded.requests.len(), recorded.nodes, recorded.positions), (0, 0, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The requests in order.
    pub requests: Vec<Request>,
    /// The nodes of the search.
    pub nodes: u64,
    /// The different positions that were stored.
    pub positions: u64,
}

/// A look-up whose score may end its node.
#[derive(Clone, Copy, Debug)]
struct LookUp {
    key: Key,
    record: Record<()>,
    needed: u8,
    window: (Score, Score),
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
struct Entered {
    ply: u32,
    /// The depth and the window for which it was looked up.
    needs: Option<(u8, (Score, Score))>,
    /// Whether the table ended it.
    was_cut: bool,
    /// The number of nodes before it.
    before: u64,
}

/// Subtrees and their nodes.
#[derive(Clone, Copy, Debug, Default)]
struct Subtrees {
    number: u64,
    nodes: u64,
}

impl Subtrees {
    fn add(&mut self, nodes: u64) {
        self.number += 1;
        self.nodes += nodes;
    }

    /// Returns the mean number of nodes, rounded up.
    fn mean(self) -> Option<u64> {
        (self.number > 0).then(|| self.nodes.div_ceil(self.number))
    }
}

impl RequestRecorder {
    /// Creates a recorder that stops the search before there are more than `max_requests` requests.
    #[must_use]
    pub fn new(max_requests: usize) -> Self {
        Self {
            requests: Vec::new(),
            max_requests,
            is_full: false,
            nodes: 0,
            positions: 0,
            last: None,
            path: Vec::new(),
            subtrees: [Subtrees::default(); 256],
            leaves: Subtrees::default(),
        }
    }

    /// Returns the requests, or `None` if the recorder stopped the search.
    ///
    /// A score that ended a node may come from a deeper search than the node needed. The nodes that it saved are then
    /// at most those of a mean subtree of the depth that was needed.
    #[must_use]
    pub fn finish(mut self) -> Option<Recorded> {
        self.leave(0);
        if self.is_full {
            return None;
        }
        let mut means = self.subtrees.map(Subtrees::mean);
        let stores_leaves = means[0].is_some();
        means[0] = means[0].or(self.leaves.mean());
        for request in self.requests.iter_mut().filter(|request| request.is_useful()) {
            let (record, needed) = (request.record(), request.needed());
            if stores_leaves {
                request.kind = RequestKind::Useful;
            }
            if record.depth > needed
                && let Some(mean) = means[usize::from(needed)]
            {
                request.limit_nodes(mean);
            }
        }
        Some(Recorded { requests: self.requests, nodes: self.nodes, positions: self.positions })
    }

    /// Leaves the nodes at distance `ply` from the root and below.
    fn leave(&mut self, ply: u32) {
        while let Some(node) = self.path.pop_if(|node| node.ply >= ply) {
            // Nodes above the horizon report their nodes themselves when they are stored.
            if let Some((0, _)) = node.needs.filter(|_| !node.was_cut) {
                self.leaves.add(self.nodes - node.before);
            }
        }
    }

    fn push(&mut self, request: Request) {
        if self.requests.len() < self.max_requests {
            self.requests.push(request);
        } else {
            self.is_full = true;
        }
    }
}

impl Observer for RequestRecorder {
    fn node(&mut self, ply: u32) {
        self.leave(ply);
        self.path.push(Entered { ply, needs: None, was_cut: false, before: self.nodes });
        self.nodes += 1;
    }

    fn will_look_up(&mut self, _: u32, depth: u8, window: (Score, Score)) {
        if let Some(node) = self.path.last_mut() {
            node.needs = Some((depth, window));
        }
    }

    fn look_up<P: ObservedPosition>(&mut self, _: &P, keys: &[Key], found: Option<&Hit>) {
        let key = found.map_or(keys[0], |hit| hit.key);
        self.last = None;
        if let Some(hit) = found
            && let Some(&Entered { ply, needs: Some((needed, (alpha, beta))), .. }) = self.path.last()
        {
            // The replay compares scores as the table stores them.
            let window = (P::score_to_table(alpha, ply), P::score_to_table(beta, ply));
            self.last = Some(LookUp { key, record: hit.record, needed, window });
        }
        self.push(Request::probe(key));
    }

    fn cutoff(&mut self) {
        if let Some(node) = self.path.last_mut() {
            node.was_cut = true;
        }
        if let Some(LookUp { key, record, needed, window }) = self.last.take()
            && !self.is_full
            && let Some(request) = self.requests.last_mut()
        {
            *request = Request::useful(key, record, needed, window, needed > 0);
        }
    }

    fn store<P: ObservedPosition>(&mut self, _: &P, key: Key, record: &Record<()>, stored: Stored) {
        self.positions += u64::from(stored == Stored::Fresh);
        self.subtrees[usize::from(record.depth)].add(u64::from(record.nodes));
        self.push(Request::store(key, *record));
    }

    fn wants_stop(&mut self) -> bool {
        self.is_full
    }
}
