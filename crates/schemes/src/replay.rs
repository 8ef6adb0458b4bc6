//! Replay of a recorded stream of table requests: which of the useful records a table would have kept.

use std::ops::AddAssign;

use zobrist::Key;

use tt::{Bound, Payload as _, Record, Score, Table};

/// The number of requests by which prefetching runs ahead.
const AHEAD: usize = 8;

/// A request of a search to its table. The recorded search had a table that loses no position.
///
/// ```
/// use schemes::Request;
/// use tt::{Bound, Key, Record};
///
/// let record = Record { payload: (), score: 30, bound: Bound::Lower, depth: 5, nodes: 812 };
/// let useful = Request::useful(Key(1), record, 4, (10, 20), true);
/// assert_eq!((useful.saved(), Request::store(Key(1), record).saved()), (811, 0));
/// assert_eq!(Request::from_bytes(&useful.to_bytes()), Some(useful));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The key of the position.
    pub key: Key,
    nodes: u32,
    score: Score,
    alpha: Score,
    beta: Score,
    bound: Bound,
    depth: u8,
    needed: u8,
    /// What is asked.
    pub kind: RequestKind,
}

/// What a [`Request`] asks.
///
/// ```
/// use schemes::{Request, RequestKind};
/// use tt::Key;
///
/// assert_eq!(Request::probe(Key(1)).kind, RequestKind::Probe);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RequestKind {
    /// The search looks up a position, and what it finds does not end the node.
    Probe = 0,
    /// The search looks up a position, and the score that it finds ends the node. If the table has lost the position,
    /// the search visits the node's subtree and stores the position again.
    Useful = 1,
    /// The same at a leaf, whose result is not stored again.
    UsefulLeaf = 2,
    /// The search offers a record.
    Store = 3,
}

impl Request {
    /// The number of bytes of an encoded request.
    pub const BYTES: usize = 24;

    /// Returns a look-up that does not end its node.
    #[must_use]
    pub fn probe(key: Key) -> Self {
        let (nodes, score, alpha, beta) = (0, 0, 0, 0);
        Self { key, nodes, score, alpha, beta, bound: Bound::None, depth: 0, needed: 0, kind: RequestKind::Probe }
    }

    /// Returns a look-up that finds `record`, whose score ends a node that needs this depth and has the window from
    /// alpha to beta, both as the table stores scores. The nodes of the record are those of the subtree that the score
    /// replaces. `again` says whether a search of the subtree stores the position.
    #[must_use]
    pub fn useful(key: Key, record: Record<()>, needed: u8, (alpha, beta): (Score, Score), again: bool) -> Self {
        let kind = if again { RequestKind::Useful } else { RequestKind::UsefulLeaf };
        Self { alpha, beta, needed, kind, ..Self::store(key, record) }
    }

    /// Returns an offer of `record`.
    #[must_use]
    pub fn store(key: Key, record: Record<()>) -> Self {
        let Record { payload: (), score, bound, depth, nodes } = record;
        Self { key, nodes, score, bound, depth, kind: RequestKind::Store, ..Self::probe(key) }
    }

    /// Returns the record that is found or offered.
    #[inline]
    #[must_use]
    pub fn record(&self) -> Record<()> {
        let &Self { score, bound, depth, nodes, .. } = self;
        Record { payload: (), score, bound, depth, nodes }
    }

    /// Returns the depth that the node needs.
    #[must_use]
    pub fn needed(&self) -> u8 {
        self.needed
    }

    /// Returns whether the request is a look-up whose result ended a node of the recorded search.
    #[inline]
    #[must_use]
    pub fn is_useful(&self) -> bool {
        matches!(self.kind, RequestKind::Useful | RequestKind::UsefulLeaf)
    }

    /// Limits the nodes of the record.
    pub fn limit_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.min(u32::try_from(nodes).unwrap_or(u32::MAX));
    }

    /// Returns the number of nodes that the recorded search saved: those of the subtree without its root.
    #[inline]
    #[must_use]
    pub fn saved(&self) -> u64 {
        if self.is_useful() { u64::from(self.nodes.saturating_sub(1)) } else { 0 }
    }

    /// Returns whether a record that a table has of the position ends the node.
    #[inline]
    fn is_ended_by<P>(&self, record: &Record<P>) -> bool {
        record.bound.decides(record.score, (self.alpha, self.beta)) && record.depth >= self.needed
    }

    /// Returns the request as bytes: numbers in little-endian order, and two zeros.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.key.0.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.nodes.to_le_bytes());
        for (place, score) in [(12, self.score), (14, self.alpha), (16, self.beta)] {
            bytes[place..place + 2].copy_from_slice(&score.to_le_bytes());
        }
        bytes[18..22].copy_from_slice(&[self.bound.number(), self.depth, self.needed, self.kind as u8]);
        bytes
    }

    /// Returns the request whose bytes [`to_bytes`](Self::to_bytes) returned, or `None` if there is none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (key, rest) = bytes.split_first_chunk()?;
        let (nodes, rest) = rest.split_first_chunk()?;
        let (&[a, b, c, d, e, f], &[bound, depth, needed, kind, 0, 0]) = rest.split_first_chunk()? else { return None };
        let kind = match kind {
            0 => RequestKind::Probe,
            1 => RequestKind::Useful,
            2 => RequestKind::UsefulLeaf,
            3 => RequestKind::Store,
            _ => return None,
        };
        let [score, alpha, beta] = [[a, b], [c, d], [e, f]].map(Score::from_le_bytes);
        let (key, nodes) = (Key(u64::from_le_bytes(*key)), u32::from_le_bytes(*nodes));
        let bound = Bound::ALL.get(usize::from(bound)).copied()?;
        Some(Self { key, nodes, score, alpha, beta, bound, depth, needed, kind })
    }
}

/// The result of a replay.
///
/// ```
/// use schemes::{Request, Scheme, TranspositionTable};
/// use tt::{Bound, Key, Record};
///
/// // In a table of one position, the second position replaces the first one, whose subtree is then searched again.
/// let mut table = TranspositionTable::<()>::new("1".parse()?, Scheme::New)?;
/// let record = Record { payload: (), score: 30, bound: Bound::Lower, depth: 5, nodes: 812 };
/// let replayed = table.replay(&[
///     Request::store(Key::mixed(1), record),
///     Request::store(Key::mixed(2), record),
///     Request::useful(Key::mixed(1), record, 5, (10, 20), true),
///     Request::useful(Key::mixed(1), record, 4, (10, 20), true),
/// ]);
/// assert_eq!((replayed.kept, replayed.lost, replayed.lost_nodes), (1, 1, 811));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// The requests.
    pub requests: u64,
    /// The look-ups among them.
    pub look_ups: u64,
    /// Look-ups that found a record.
    pub hits: u64,
    /// Look-ups that ended their node in the recorded search, and whose record the table had.
    pub kept: u64,
    /// Look-ups that ended their node in the recorded search, and whose record the table had lost.
    pub lost: u64,
    /// The nodes that a search would visit because of lost records.
    pub lost_nodes: u64,
}

impl AddAssign for Replayed {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.look_ups += other.look_ups;
        self.hits += other.hits;
        self.kept += other.kept;
        self.lost += other.lost;
        self.lost_nodes += other.lost_nodes;
    }
}

/// Replays requests on a table. If the table has lost a record that ended a node, the record is offered again, as a
/// search would do after it has visited the subtree.
pub(crate) fn replay<T: Table + ?Sized>(table: &mut T, requests: &[Request]) -> Replayed {
    let mut replayed = Replayed { requests: requests.len() as u64, ..Replayed::default() };
    for (number, request) in requests.iter().enumerate() {
        if let Some(next) = requests.get(number + AHEAD) {
            table.prefetch(next.key);
        }
        if request.kind == RequestKind::Store {
            table.store(request.key, request.record().with_payload(T::Payload::NONE));
            continue;
        }
        let found = table.probe_both(request.key);
        replayed.look_ups += 1;
        if found.is_some() {
            replayed.hits += 1;
            table.hit(request.key);
        }
        if request.kind == RequestKind::Probe {
            continue;
        }
        let is_kept = found.is_some_and(|(first, second)| {
            request.is_ended_by(&first) || second.is_some_and(|second| request.is_ended_by(&second))
        });
        if is_kept {
            replayed.kept += 1;
        } else {
            replayed.lost += 1;
            replayed.lost_nodes += request.saved();
            if request.kind == RequestKind::Useful {
                table.store(request.key, request.record().with_payload(T::Payload::NONE));
            }
        }
    }
    replayed
}

const _: () = assert!(size_of::<Request>() == Request::BYTES, "a request takes no more memory than in a file");
