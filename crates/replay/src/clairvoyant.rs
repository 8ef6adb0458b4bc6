//! What a table that knows all later requests would keep.

use std::cmp::Reverse;

use schemes::{Request, RequestKind};
use tt::Key;

use crate::flow::{Span, most_saved};

/// The stretches of a stream of requests for which a table has to hold a position to save nodes.
///
/// A stretch begins when a position is stored or found useful, and ends when the same position is useful the next time.
/// A table that holds the position all the time saves the nodes of that look-up. It may store nothing, and it never
/// holds more positions than it has slots.
///
/// ```
/// use replay::Clairvoyant;
/// use schemes::Request;
/// use tt::{Bound, Key, Record};
///
/// let record = Record { score: 30, bound: Bound::Exact, depth: 5, nodes: 101, ..Record::default() };
/// let store = |key| Request::store(Key(key), record);
/// let useful = |key| Request::useful(Key(key), record, 5, (0, 1), true);
/// let clairvoyant = Clairvoyant::new(&[store(1), store(2), store(3), useful(1), useful(2), useful(3)]);
/// assert_eq!(clairvoyant.all(), 300);
/// // One bucket of 2 slots, and one of 1 slot for odd keys and one for even keys.
/// assert_eq!((clairvoyant.exact(2, |_| 0), clairvoyant.exact(1, |key| key.0 % 2)), (200, 200));
/// assert_eq!(clairvoyant.full(3), 300);
/// ```
#[derive(Clone, Debug)]
pub struct Clairvoyant {
    /// In the order of their positions and, for one position, of time.
    stretches: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    key: Key,
    span: Span,
}

/// A request that stores a position or finds it useful.
#[derive(Clone, Copy)]
struct Event {
    key: u64,
    time: u32,
    saved: u32,
    is_useful: bool,
    /// Whether the position can enter the table now.
    enters: bool,
}

impl Clairvoyant {
    /// Finds the stretches of a stream of requests.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 2^32 requests.
    #[must_use]
    pub fn new(requests: &[Request]) -> Self {
        let event = |(time, request): (usize, &Request)| Event {
            key: request.key.0,
            time: u32::try_from(time).expect("a stream has at most 2^32 requests"),
            saved: u32::try_from(request.saved()).unwrap_or(u32::MAX),
            is_useful: request.is_useful(),
            enters: request.kind != RequestKind::UsefulLeaf,
        };
        let requests = requests.iter().enumerate().filter(|(_, request)| request.kind != RequestKind::Probe);
        let mut events: Vec<_> = requests.map(event).collect();
        events.sort_unstable_by_key(|event| (event.key, event.time));
        let pairs = events.windows(2).filter(|pair| pair[0].key == pair[1].key && pair[1].is_useful);
        let stretch = |pair: &[Event]| {
            let (first, last) = (pair[0], pair[1]);
            let span = Span { start: first.time, end: last.time, saved: last.saved, enters: first.enters };
            Stretch { key: Key(first.key), span }
        };
        Self { stretches: pairs.map(stretch).collect() }
    }

    /// Returns the nodes that a table without a limit saves.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.stretches.iter().map(|stretch| u64::from(stretch.span.saved)).sum()
    }

    /// Returns the most nodes that a table can save whose buckets have `width` slots each, and in which `bucket`
    /// selects the bucket of a key. No bound is lower.
    ///
    /// # Panics
    ///
    /// Panics if `width` is 0.
    #[must_use]
    pub fn exact(&self, width: usize, bucket: impl Fn(Key) -> u64) -> u64 {
        assert!(width > 0, "a bucket has at least one slot");
        let mut by_bucket: Vec<_> = self.stretches.iter().map(|one| (bucket(one.key), one.span)).collect();
        by_bucket.sort_unstable_by_key(|(bucket, span)| (*bucket, span.start));
        let mut spans = Vec::new();
        let mut sum = 0;
        for chunk in by_bucket.chunk_by(|one, other| one.0 == other.0) {
            spans.clear();
            spans.extend(chunk.iter().map(|&(_, span)| span));
            sum += most_saved(&spans, width);
        }
        sum
    }

    /// Returns at least as many nodes as any table of `capacity` positions can save, however it is organized: the bound
    /// PFOO-L of `[Berger 2018]`, which limits only the mean number of positions in the table.
    ///
    /// Time is counted in beginnings of stretches: between them, no position enters the table.
    #[must_use]
    pub fn full(&self, capacity: u64) -> u64 {
        let mut starts: Vec<u32> = self.stretches.iter().map(|one| one.span.start).collect();
        starts.sort_unstable();
        let rank = |time: u32| starts.partition_point(|&start| start < time) as u64;
        let length = |one: &Stretch| rank(one.span.end) - rank(one.span.start);
        let mut worth: Vec<(u64, u64)> =
            self.stretches.iter().map(|one| (one.span.saved.into(), length(one))).collect();
        // Those with the most nodes for their length first. A stretch contains its own beginning, so it has a length.
        worth.sort_unstable_by(|(saved, length), (other_saved, other_length)| {
            (Reverse(saved * other_length), length).cmp(&(Reverse(other_saved * length), other_length))
        });
        let mut room = u128::from(capacity) * starts.len() as u128;
        let mut sum = 0;
        for (saved, length) in worth {
            if u128::from(length) > room {
                return sum + (u128::from(saved) * room / u128::from(length)) as u64;
            }
            room -= u128::from(length);
            sum += saved;
        }
        sum
    }
}
