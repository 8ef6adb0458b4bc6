//! A measured search: it reports nodes while it runs, and has an observer and a result.

use std::fmt;
use std::panic::resume_unwind;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use schemes::{Scheme, TranspositionTable};
use search::{ChosenOptions, HitSize, InteriorCounter, Observer, Statistics, Winner};
use tt::{Layout, Maintain, Pages, Payload, Record, Score, Size, Table, TableError};

use crate::played::PlayedPairs;

/// How a job ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It stopped at its node limit.
    #[default]
    Stopped,
    /// It solved a board.
    Solved(Winner),
    /// It searched positions: one search for each position and depth, in order.
    Searched(Vec<Searched>),
    /// It played games in pairs.
    Played(PlayedPairs),
}

impl Ending {
    /// Returns the winner of a board that was solved.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        if let Self::Solved(winner) = self { Some(*winner) } else { None }
    }

    /// Returns the searches of positions; empty for a board, and if the job stopped.
    #[must_use]
    pub fn searches(&self) -> &[Searched] {
        if let Self::Searched(searches) = self { searches } else { &[] }
    }

    /// Returns the results of the games that were played, if games were.
    #[must_use]
    pub fn played(&self) -> Option<&PlayedPairs> {
        if let Self::Played(played) = self { Some(played) } else { None }
    }

    /// Returns whether two jobs ended in the same way. A best move that only one of them knows does not count as a
    /// difference.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Searched(ours), Self::Searched(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(one, other)| one.agrees_with(other))
            }
            _ => self == other,
        }
    }
}

impl From<Option<Winner>> for Ending {
    fn from(winner: Option<Winner>) -> Self {
        winner.map_or(Self::Stopped, Self::Solved)
    }
}

/// The search of one test position to one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of the position in its game, from 0.
    pub position: u16,
    /// Plies.
    pub depth: u8,
    /// Nodes of this depth and of those before it: those of a search to this depth.
    pub nodes: u64,
    /// The value, for the player to move.
    pub score: Score,
    /// The best move in chess; `None` if there is no move, or if it is not known: older rows do not have it.
    pub best: Option<MoveText>,
}

impl Searched {
    /// Returns whether two searches have the same result. A best move that only one of them knows does not count.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let best = self.best.or(other.best);
        Self { best, ..*self } == Self { best: other.best.or(self.best), ..*other }
    }
}

/// A move in at most five characters, such as `e7e8q`.
///
/// ```
/// use programs::MoveText;
///
/// let mv: MoveText = "e7e8q".parse()?;
/// assert_eq!(mv.to_string(), "e7e8q");
/// assert!("castles".parse::<MoveText>().is_err());
/// # Ok::<(), programs::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveText([u8; 5]);

/// The error of a text that is not a [`MoveText`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one to five letters and digits")]
pub struct MoveTextError;

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let mut bytes = [0; 5];
        let is_text = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        bytes.get_mut(..text.len()).filter(|_| is_text).ok_or(MoveTextError)?.copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.0.iter().position(|&byte| byte == 0).unwrap_or(self.0.len());
        // They are letters and digits.
        f.pad(str::from_utf8(&self.0[..len]).unwrap_or_default())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Counts the nodes of several searches together, to show progress.
///
/// It lags behind by up to [`Nodes::STEP`] nodes for each search. A clone is the same counter. Another thread can
/// [cancel](Self::cancel) the searches.
#[derive(Clone, Default)]
pub struct Nodes(Arc<Counter>);

#[derive(Default)]
struct Counter {
    nodes: AtomicU64,
    is_cancelled: AtomicBool,
    /// Returns whether to cancel.
    ask: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

/// What unwinds from a search whose [`Nodes`] were cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Nodes {
    /// The nodes between two reports of a search: enough for reports to cost nothing.
    pub const STEP: u64 = 1 << 16;

    /// The nodes between two reports of a search whose table is in a file.
    const STEP_WITH_FILE: u64 = 1 << 10;

    /// Creates a counter that asks at every report, in the thread of the search, whether to cancel the searches.
    pub fn asking(ask: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Counter { ask: Some(Box::new(ask)), ..Counter::default() }))
    }

    /// Returns the nodes that were reported so far.
    pub fn so_far(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Adds `nodes`.
    ///
    /// # Panics
    ///
    /// Unwinds with the payload [`Cancelled`], without a message, if the searches were cancelled.
    pub fn add(&self, nodes: u64) {
        self.add_last(nodes);
        if self.0.ask.as_ref().is_some_and(|ask| ask()) {
            self.cancel();
        }
        if self.is_cancelled() {
            resume_unwind(Box::new(Cancelled));
        }
    }

    /// Adds `nodes` when a search ends, cancelled or not.
    fn add_last(&self, nodes: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Ends the searches that report to this counter: at its next report, each unwinds to the caller, who catches
    /// [`Cancelled`] and drops the search with its table.
    ///
    /// ```
    /// use std::panic::{AssertUnwindSafe, catch_unwind};
    ///
    /// use programs::connect_four::analyse;
    /// use programs::{Cancelled, Nodes};
    ///
    /// let nodes = Nodes::default();
    /// nodes.cancel();
    /// let search = || analyse("6x7".parse().expect("a board"), "44455", false, u64::MAX, &nodes);
    /// let payload = catch_unwind(AssertUnwindSafe(search)).expect_err("the search is cancelled");
    /// assert!(payload.is::<Cancelled>());
    /// ```
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns whether the searches were cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Nodes").field(&self.so_far()).finish()
    }
}

/// Observes one job: the statistics of the table, and the progress.
pub(crate) type Watch<'a> = (Statistics, NodeProgress<'a>);

/// Reports the nodes of a job while it runs.
pub(crate) struct NodeProgress<'a> {
    nodes: u64,
    /// Nodes whose first move came from the line of an ancestor.
    pub(crate) guided: u64,
    /// The nodes above the horizon.
    pub(crate) interior: InteriorCounter,
    reported: &'a Nodes,
    /// Another counter.
    tally: Option<&'a AtomicU64>,
    /// The nodes between two reports, a power of two, minus one.
    mask: u64,
}

impl<'a> NodeProgress<'a> {
    pub(crate) fn new(reported: &'a Nodes) -> Self {
        Self { nodes: 0, guided: 0, interior: InteriorCounter::default(), reported, tally: None, mask: Nodes::STEP - 1 }
    }

    /// Reports the nodes to another counter, too: the tally of a table in a file, if it has one. The reports are more
    /// frequent then, because a program that is killed loses the nodes after its last one.
    pub(crate) fn tallied(self, tally: Option<&'a AtomicU64>) -> Self {
        let step = if tally.is_some() { Nodes::STEP_WITH_FILE } else { Nodes::STEP };
        Self { tally, mask: step - 1, ..self }
    }

    fn report(&self, nodes: u64) {
        self.reported.add(nodes);
        if let Some(tally) = self.tally {
            tally.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    pub(crate) fn reported(&self) -> &'a Nodes {
        self.reported
    }
}

impl Observer for NodeProgress<'_> {
    #[inline]
    fn node(&mut self, _: u32) {
        self.nodes += 1;
        if self.nodes & self.mask == 0 {
            self.report(self.mask + 1);
        }
    }

    #[inline]
    fn was_not_interior(&mut self, found: bool, ended: bool) {
        self.interior.was_not_interior(found, ended);
    }

    #[inline]
    fn known_move_sufficed(&mut self, of_table: bool) {
        self.interior.known_move_sufficed(of_table);
    }

    #[inline]
    fn refused(&mut self) {
        self.interior.refused();
    }

    #[inline]
    fn guided(&mut self) {
        self.guided += 1;
    }
}

impl Drop for NodeProgress<'_> {
    fn drop(&mut self) {
        // A report may unwind, which a drop must not.
        let nodes = self.nodes & self.mask;
        self.reported.add_last(nodes);
        if let Some(tally) = self.tally {
            tally.fetch_add(nodes, Ordering::Relaxed);
        }
    }
}

/// Watches a job: it observes each search, and is notified of its result.
pub(crate) trait Watcher {
    /// Returns the observer of a search.
    fn observer(&mut self) -> impl Observer;

    /// A search ended.
    fn searched(&mut self, position: u16, depth: u8, score: Score, best: Option<String>) {
        let _ = (position, depth, score, best);
    }

    /// The next position of the job begins.
    fn next_position(&mut self, cleared: bool) {
        let _ = cleared;
    }

    /// Returns whether it records the results of searches.
    fn is_recording(&self) -> bool {
        false
    }
}

impl Watcher for &mut Watch<'_> {
    fn observer(&mut self) -> impl Observer {
        &mut **self
    }
}

/// A job that is generic over the table.
pub(crate) trait Searches {
    /// What the table keeps with a position.
    type Payload: Payload + 'static;
    /// How the table keeps it.
    type Layout: Layout<Record = Record<Self::Payload>> + 'static;

    /// As what a table keeps it whose scheme is selected at run time.
    type Stored: StoredAs;

    /// Searches with an empty table, and stops before it visits more than `limits.nodes` nodes.
    fn search(
        &self,
        table: impl Table<Payload = Self::Payload> + Maintain,
        limits: JobLimits,
        options: impl ChosenOptions,
        watcher: impl Watcher,
    ) -> JobResult;
}

/// A payload as which tables store others, if their scheme is selected at run time.
pub(crate) trait StoredAs: Payload {
    /// Creates a table.
    fn table<P: Payload>(size: Size, scheme: Scheme) -> Result<TranspositionTable<P, Self>, TableError>;
}

impl StoredAs for u16 {
    fn table<P: Payload>(size: Size, scheme: Scheme) -> Result<TranspositionTable<P>, TableError> {
        TranspositionTable::with_pages(size, scheme, Pages::Huge)
    }
}

/// How a job searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobLimits {
    /// The maximum number of nodes.
    pub(crate) nodes: u64,
    /// What a cut-off by the table adds to the size of a subtree.
    pub(crate) hit_size: HitSize,
}

/// The result of a job without its measurements.
#[derive(Default)]
pub(crate) struct JobResult {
    pub(crate) nodes: u64,
    pub(crate) ending: Ending,
    /// The best move on a board that was solved, if it is known.
    pub(crate) best: Option<MoveText>,
}

impl JobResult {
    /// Returns the result of a job that searched positions.
    pub(crate) fn searched(nodes: u64, searches: Vec<Searched>) -> Self {
        Self { nodes, ending: Ending::Searched(searches), best: None }
    }

    /// Returns the result of a job that stopped at its limit.
    pub(crate) fn stopped(nodes: u64) -> Self {
        Self { nodes, ending: Ending::Stopped, best: None }
    }
}
