//! What a solver searches with: its table, its node limit, and the other threads, if any, that search the same
//! position.

use std::sync::atomic::{AtomicI32, Ordering};

use search::{ChosenOptions as _, HitSize, Member, NodeLimit, Plain};
use tt::{Bound, Key, MAX_NODES, Maintain, Record, Score};

use super::table::{GrowingTable, SharedTable};
use crate::Bits;
use crate::budget::{Budget, NodeListener};
use crate::slot::{self, Bounds, KeyedBounds, LongKey};

/// What a solver searches with: a table, a node limit, and the other threads of a team if there are any.
pub(super) trait Resources<B: Bits> {
    /// Whether there are other threads. If there are none, the methods after [`finish`](Self::finish) do nothing.
    const IN_TEAM: bool = false;

    /// Returns the key of a position by its code, a number of `bits` bits.
    #[inline(always)]
    fn key(&self, code: B, bits: u32) -> LongKey<B::Rest> {
        code.key(bits)
    }

    /// Returns the bounds of a position that the table knows.
    fn get(&self, key: LongKey<B::Rest>) -> Option<Bounds>;

    /// Offers the bounds of a position with `free` free squares to the table. `found` is the kind of the bound that the
    /// last search has found.
    fn put(&mut self, key: LongKey<B::Rest>, bounds: &Bounds, free: u32, found: Bound);

    /// Notes that the stored bounds of a position decide it. That can add `nodes` to the sizes of subtrees.
    #[inline(always)]
    fn cut_off(&mut self, key: LongKey<B::Rest>, nodes: u64) {
        let _ = (key, nodes);
    }

    /// Returns the nodes that cut-offs have added to the sizes of subtrees.
    #[inline(always)]
    fn added(&self) -> u64 {
        0
    }

    /// Prefetches the bucket of a position.
    fn prefetch(&self, key: LongKey<B::Rest>);

    /// Prepares the search of another position, and returns after how many nodes the solver calls
    /// [`take`](Self::take).
    fn start(&mut self) -> u64;

    /// Returns how many more nodes the solver may visit after it has visited `nodes`; 0 at the limit.
    fn take(&mut self, nodes: u64) -> u64;

    /// Ends the search after `nodes` nodes, of which the solver could have visited `taken`.
    fn finish(&mut self, nodes: u64, taken: u64);

    /// Returns the bounds of root `number` that a thread has found.
    fn known(&self, number: usize) -> (i32, i32) {
        let _ = number;
        (i32::MIN, i32::MAX)
    }

    /// Notifies the other threads that the score of root `number` is greater than `threshold`, if `score` is, or at
    /// most `score` otherwise.
    fn publish(&self, number: usize, threshold: i32, score: i32) {
        let _ = (number, threshold, score);
    }

    /// Returns whether to put off positions that another thread is searching, in a position with so many free squares.
    fn may_defer(&self, free: i32) -> bool {
        let _ = free;
        false
    }

    /// Returns whether another thread is searching a position.
    fn is_searched(&self, key: LongKey<B::Rest>) -> bool {
        let _ = key;
        false
    }

    /// Notifies the other threads that this thread begins to search a position.
    fn begin(&self, key: LongKey<B::Rest>) {
        let _ = key;
    }

    /// Notifies the other threads that this thread has searched a position.
    fn end(&self, key: LongKey<B::Rest>) {
        let _ = key;
    }

    /// Puts the children after the first one into the order of this thread.
    fn reorder<N>(&self, free: i32, others: &mut [N]) {
        let _ = (free, others);
    }
}

/// The resources of a solver that works alone.
pub(super) trait Single<B: Bits>: Resources<B> {
    /// Returns how many nodes the solver may visit.
    fn budget(&mut self) -> &mut Budget;
}

/// The resources of a [`Solver`](super::Solver) that works alone: its own table.
///
/// ```
/// use connect_four::{Standard, best};
///
/// let mut solver = best::Solver::for_board(Standard::default(), 12)?;
/// assert_eq!(solver.solve(&"52753311433677442422121".parse()?).score, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OwnTable<B: Bits = u64> {
    pub(super) table: GrowingTable<B>,
    pub(super) budget: Budget,
}

impl<B: Bits> Resources<B> for OwnTable<B> {
    #[inline(always)]
    fn get(&self, key: LongKey<B::Rest>) -> Option<Bounds> {
        self.table.get(key.key)?.of(key)
    }

    #[inline(always)]
    fn put(&mut self, key: LongKey<B::Rest>, &bounds: &Bounds, _: u32, _: Bound) {
        self.table.put(key.key, &KeyedBounds { bounds, rest: key.rest });
    }

    #[inline(always)]
    fn prefetch(&self, key: LongKey<B::Rest>) {
        self.table.prefetch(key.key);
    }

    fn start(&mut self) -> u64 {
        self.table.clear();
        self.budget.start()
    }

    fn take(&mut self, nodes: u64) -> u64 {
        self.budget.until(nodes).saturating_sub(nodes)
    }

    fn finish(&mut self, nodes: u64, _: u64) {
        self.budget.report(nodes);
    }
}

impl<B: Bits> Single<B> for OwnTable<B> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }
}

/// The resources of a [`Solver`](super::Solver) that works alone with a table of the crate `tt`, whatever its
/// replacement scheme and layout.
///
/// ```
/// use connect_four::{Standard, best::Solver};
/// use tt::{Table, TwoBig1};
///
/// let table = TwoBig1::<u16>::new("4K".parse()?)?;
/// let mut solver = Solver::with_table(Standard::default(), table, 1970);
/// assert_eq!(solver.solve(&"52753311433677442422121".parse()?).score, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GivenTable<T> {
    pub(super) table: T,
    pub(super) budget: Budget,
    pub(super) seed: u64,
    pub(super) hit_size: HitSize,
    pub(super) cut_offs: u64,
    /// The nodes that cut-offs have added.
    pub(super) added: u64,
}

impl<T: tt::Table<Payload = u16> + Maintain> Resources<u64> for GivenTable<T> {
    /// The keys of the layouts of `tt` are random in all bits.
    #[inline]
    fn key(&self, code: u64, _: u32) -> LongKey<()> {
        LongKey { key: Key::mixed(code ^ self.seed), rest: () }
    }

    #[inline]
    fn get(&self, LongKey { key, .. }: LongKey<()>) -> Option<Bounds> {
        // A table may keep a record without its score.
        let record = self.table.probe(key).filter(|record| record.bound != Bound::None)?;
        let (lowest, highest) = slot::unpacked(record.payload.into());
        Some(Bounds { lowest, highest, nodes: record.nodes.into() })
    }

    /// The payload contains both bounds. The score is the bound that the last search has found.
    #[inline]
    fn put(&mut self, LongKey { key, .. }: LongKey<()>, bounds: &Bounds, free: u32, found: Bound) {
        let &Bounds { lowest, highest, nodes } = bounds;
        let bound = if lowest == highest { Bound::Exact } else { found };
        let score = if bound.is_lower() { lowest } else { highest } as Score;
        let payload = slot::packed(lowest, highest) as u16;
        let nodes = (nodes + 1).min(MAX_NODES.into()) as u32;
        self.table.store(key, Record { payload, score, bound, depth: free as u8, nodes, ..Record::default() });
    }

    #[inline]
    fn prefetch(&self, LongKey { key, .. }: LongKey<()>) {
        self.table.prefetch(key);
    }

    #[inline]
    fn cut_off(&mut self, LongKey { key, .. }: LongKey<()>, nodes: u64) {
        self.table.hit(key);
        self.cut_offs += 1;
        if self.hit_size == HitSize::Stored {
            self.added += nodes;
        }
    }

    #[inline]
    fn added(&self) -> u64 {
        self.added
    }

    fn start(&mut self) -> u64 {
        self.table.clear();
        self.added = 0;
        self.budget.start()
    }

    fn take(&mut self, nodes: u64) -> u64 {
        self.budget.until(nodes).saturating_sub(nodes)
    }

    fn finish(&mut self, nodes: u64, _: u64) {
        self.budget.report(nodes);
    }
}

impl<T: tt::Table<Payload = u16> + Maintain> Single<u64> for GivenTable<T> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }
}

/// The resources of a [`Solver`](super::Solver) of a position of its own, with the table of a
/// [`SolverTeam`](super::SolverTeam).
///
/// ```
/// use connect_four::best;
///
/// let team = best::SolverTeam::new(12)?;
/// let mut solver = team.alone();
/// assert_eq!(solver.solve(&"52753311433677442422121".parse()?).score, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LentTable<'t, B: Bits = u64> {
    pub(super) table: &'t SharedTable<B>,
    pub(super) budget: Budget,
}

impl<B: Bits> Resources<B> for LentTable<'_, B> {
    #[inline]
    fn get(&self, key: LongKey<B::Rest>) -> Option<Bounds> {
        self.table.get(key.key)?.of(key)
    }

    #[inline]
    fn put(&mut self, key: LongKey<B::Rest>, &bounds: &Bounds, _: u32, _: Bound) {
        self.table.put(key.key, &KeyedBounds { bounds, rest: key.rest });
    }

    #[inline]
    fn prefetch(&self, key: LongKey<B::Rest>) {
        self.table.prefetch(key.key);
    }

    /// The table keeps the bounds of other positions, which are true for this one.
    fn start(&mut self) -> u64 {
        self.budget.start()
    }

    fn take(&mut self, nodes: u64) -> u64 {
        self.budget.until(nodes).saturating_sub(nodes)
    }

    fn finish(&mut self, nodes: u64, _: u64) {
        self.budget.report(nodes);
    }
}

impl<B: Bits> Single<B> for LentTable<'_, B> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }
}

/// The bounds of a score that the threads of a team have found so far.
#[derive(Debug)]
pub(super) struct Known {
    lowest: AtomicI32,
    highest: AtomicI32,
}

impl Default for Known {
    fn default() -> Self {
        Self { lowest: AtomicI32::new(i32::MIN), highest: AtomicI32::new(i32::MAX) }
    }
}

/// The resources of a [`Solver`](super::Solver) in a thread of a [`SolverTeam`](super::SolverTeam): the table of the
/// team, and what the other threads do.
///
/// ```
/// use connect_four::best;
///
/// let team = best::SolverTeam::new(12)?;
/// let mut solver = team.solver(0);
/// assert_eq!(solver.solve(&"52753311433677442422121".parse()?).score, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TeamMember<'t, B: Bits = u64> {
    pub(super) table: &'t SharedTable<B>,
    pub(super) member: Member<'t, Plain>,
    pub(super) known: &'t [Known],
    pub(super) limit: &'t NodeLimit,
    pub(super) hear: Option<&'t NodeListener>,
}

impl<B: Bits> Resources<B> for TeamMember<'_, B> {
    const IN_TEAM: bool = true;

    #[inline]
    fn get(&self, key: LongKey<B::Rest>) -> Option<Bounds> {
        self.table.get(key.key)?.of(key)
    }

    #[inline]
    fn put(&mut self, key: LongKey<B::Rest>, &bounds: &Bounds, _: u32, _: Bound) {
        self.table.put(key.key, &KeyedBounds { bounds, rest: key.rest });
    }

    #[inline]
    fn prefetch(&self, key: LongKey<B::Rest>) {
        self.table.prefetch(key.key);
    }

    /// The team clears the table, before its threads begin.
    fn start(&mut self) -> u64 {
        0
    }

    fn take(&mut self, _: u64) -> u64 {
        let nodes = self.limit.take();
        if let Some(hear) = self.hear {
            hear.report(nodes);
        }
        if let Some(tally) = self.table.tally() {
            tally.fetch_add(nodes, Ordering::Relaxed);
        }
        nodes
    }

    fn finish(&mut self, nodes: u64, taken: u64) {
        if let Some(tally) = self.table.tally() {
            tally.fetch_sub(taken - nodes, Ordering::Relaxed);
        }
    }

    #[inline]
    fn known(&self, number: usize) -> (i32, i32) {
        let Known { lowest, highest } = &self.known[number];
        (lowest.load(Ordering::Relaxed), highest.load(Ordering::Relaxed))
    }

    fn publish(&self, number: usize, threshold: i32, score: i32) {
        let Known { lowest, highest } = &self.known[number];
        if score > threshold {
            lowest.fetch_max(score, Ordering::Relaxed);
        } else {
            highest.fetch_min(score, Ordering::Relaxed);
        }
    }

    #[inline]
    fn may_defer(&self, free: i32) -> bool {
        self.member.may_defer(free as u8)
    }

    #[inline]
    fn is_searched(&self, key: LongKey<B::Rest>) -> bool {
        self.member.is_searched(key.key, 0)
    }

    #[inline]
    fn begin(&self, key: LongKey<B::Rest>) {
        self.member.begin(key.key, 0);
    }

    #[inline]
    fn end(&self, key: LongKey<B::Rest>) {
        self.member.end(key.key, 0);
    }

    #[inline]
    fn reorder<N>(&self, free: i32, others: &mut [N]) {
        if self.member.reorders(free as u8) {
            self.member.reorder(others);
        }
    }
}
