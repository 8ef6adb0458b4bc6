//! Threads that search the same position together, with one table.
//!
//! The search itself starts no thread. A program starts as many as it needs, and gives each a [`Member`] of the team as
//! its options.

mod deferred;
pub(crate) mod limit;
pub(crate) mod turns;

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use tt::Key;

use crate::{ChosenOptions, SearchOption};

/// How the threads of a [`Team`] share the work.
///
/// ```
/// assert_eq!(search::Parallel::default(), search::Parallel::Abdada);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// Each thread searches the whole tree, and tries the moves after the first one in its own order (with few
    /// moves, orders repeat). So the threads find in the table what others have searched ("lazy SMP"). In an iterative
    /// search, every second thread is [ahead](Team::offset) of the first one.
    Lazy,
    /// Each thread searches the whole tree, but defers a move that another thread is searching, unless it is the first
    /// move of its position (ABDADA, `[Weill 1996]`).
    #[default]
    Abdada,
}

/// Threads that search the same position.
///
/// All threads share one table, such as `tt::Shared`. The value of a search that the table cannot change, such as the
/// winner of a solved game, is the same for any number of threads; the number of nodes is not.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Parallel, Plain, Search, Team};
/// use tt::layouts::Thesis;
/// use tt::policies::{Big, TwoLevel};
/// use tt::Shared;
///
/// let table = Shared::<Thesis<()>, TwoLevel<Big>, 2>::new("64".parse()?)?;
/// let team = Team::new(Parallel::Abdada, 1);
/// let scores = std::thread::scope(|scope| {
///     let run = |number| {
///         let (team, table) = (&team, &table);
///         move || {
///             let outcome = Search::new(&mut Nim::new(30), table).with_options(team.member(number, Plain)).run(30);
///             // The others need not continue.
///             team.stop();
///             outcome
///         }
///     };
///     [0, 1].map(|number| scope.spawn(run(number))).map(|thread| thread.join().unwrap())
/// });
/// let finished: Vec<_> = scores.iter().filter(|outcome| !outcome.stopped).collect();
/// assert!(!finished.is_empty() && finished.iter().all(|outcome| outcome.score == 1));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Team {
    parallel: Parallel,
    least_depth: u8,
    ahead: u8,
    is_over: AtomicBool,
    /// The depth of the iteration of thread 0; 0 before the first one.
    led: AtomicU8,
    /// The positions that threads are searching, in buckets of [`WAYS`](Self::WAYS); 0 is none.
    searched: Box<[AtomicU64]>,
}

impl Team {
    /// The number of positions under search in a bucket.
    const WAYS: usize = 4;
    /// The number of buckets: enough for the paths of many threads, and few enough to stay in a cache.
    const BUCKETS: usize = 1 << 10;

    /// Creates a team. The threads only share positions that are searched to `least_depth` plies or deeper: sharing
    /// smaller ones costs more than it saves.
    #[must_use]
    pub fn new(parallel: Parallel, least_depth: u8) -> Self {
        let searched = (0..Self::BUCKETS * Self::WAYS).map(|_| AtomicU64::new(0)).collect();
        Self { parallel, least_depth, ahead: 1, is_over: AtomicBool::new(false), led: AtomicU8::new(0), searched }
    }

    /// Sets the number of plies by which every second thread of a [lazy](Parallel::Lazy) team is ahead of thread 0 in
    /// an iterative search. The default is 1.
    ///
    /// ```
    /// use search::{Parallel, Team};
    ///
    /// assert_eq!([0, 1].map(|number| Team::new(Parallel::Lazy, 1).ahead_by(2).offset(number)), [0, 2]);
    /// ```
    #[must_use]
    pub fn ahead_by(self, plies: u8) -> Self {
        Self { ahead: plies, ..self }
    }

    /// Returns `options` for thread `number` of the team. Number 0 searches in the usual order.
    #[must_use]
    pub fn member<C>(&self, number: u32, options: C) -> Member<'_, C> {
        Member { team: self, number, options }
    }

    /// Returns the minimum number of plies by which thread `number` is ahead of thread 0 in an iterative search: that
    /// of [`ahead_by`](Self::ahead_by) for every second thread of a [lazy](Parallel::Lazy) team, otherwise 0.
    ///
    /// When thread 0 begins the next iteration, it then finds positions in the table that were searched deep enough.
    ///
    /// ```
    /// use search::{ChosenOptions, Parallel, Plain, Team};
    ///
    /// let team = Team::new(Parallel::Lazy, 1);
    /// assert_eq!([0, 1, 2, 3].map(|number| team.offset(number)), [0, 1, 0, 1]);
    /// assert_eq!(Team::new(Parallel::Abdada, 1).offset(1), 0);
    ///
    /// let [first, second] = [0, 1].map(|number| team.member(number, Plain));
    /// assert_eq!((first.next_depth(0), second.next_depth(0)), (1, 2));
    /// // The first thread is faster.
    /// assert_eq!((first.next_depth(4), second.next_depth(2)), (5, 6));
    /// ```
    #[must_use]
    pub fn offset(&self, number: u32) -> u8 {
        if self.parallel == Parallel::Lazy && number % 2 == 1 { self.ahead } else { 0 }
    }

    /// Stops the searches of all members.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Returns whether the searches of all members are stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Returns the bucket of a position, and a number for it that is not 0.
    #[inline]
    fn bucket(&self, key: Key, depth: u8) -> (&[AtomicU64], u64) {
        let number = Key::mixed(key.0 ^ u64::from(depth)).0 | 1;
        let start = (number >> 32) as usize % Self::BUCKETS * Self::WAYS;
        (&self.searched[start..start + Self::WAYS], number)
    }
}

/// The options of one thread of a [`Team`].
///
/// ```
/// use search::{ChosenOptions, Parallel, CoreOptions, Team, options};
///
/// let team = Team::new(Parallel::Lazy, 1);
/// let member = team.member(0, CoreOptions::find("mtd").unwrap());
/// assert!(member.has(options::MTD) && !member.is_over());
/// team.stop();
/// assert!(member.is_over());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Member<'t, C> {
    team: &'t Team,
    number: u32,
    options: C,
}

impl<'t, C> Member<'t, C> {
    /// Returns the same thread with other options.
    #[must_use]
    pub fn with<D>(self, options: D) -> Member<'t, D> {
        Member { team: self.team, number: self.number, options }
    }
}

impl<C: ChosenOptions> ChosenOptions for Member<'_, C> {
    const ANY: bool = C::ANY;
    const IN_TEAM: bool = true;

    #[inline(always)]
    fn has(self, option: SearchOption) -> bool {
        self.options.has(option)
    }

    #[inline(always)]
    fn key_seed(self) -> u64 {
        self.options.key_seed()
    }

    #[inline]
    fn is_over(self) -> bool {
        self.team.is_stopped()
    }

    #[inline]
    fn may_defer(self, depth: u8) -> bool {
        self.team.parallel == Parallel::Abdada && depth >= self.team.least_depth
    }

    #[inline]
    fn is_searched(self, key: Key, depth: u8) -> bool {
        let (bucket, number) = self.team.bucket(key, depth);
        bucket.iter().any(|place| place.load(Ordering::Relaxed) == number)
    }

    #[inline]
    fn begin(self, key: Key, depth: u8) {
        let (bucket, number) = self.team.bucket(key, depth);
        if !bucket.iter().any(|place| place.load(Ordering::Relaxed) == number) {
            // If the bucket is full, others search the position, too, which is no error.
            let free = bucket.iter().find(|place| place.load(Ordering::Relaxed) == 0);
            free.unwrap_or(&bucket[0]).store(number, Ordering::Relaxed);
        }
    }

    #[inline]
    fn end(self, key: Key, depth: u8) {
        let (bucket, number) = self.team.bucket(key, depth);
        for place in bucket.iter().filter(|place| place.load(Ordering::Relaxed) == number) {
            place.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn reorders(self, depth: u8) -> bool {
        self.team.parallel == Parallel::Lazy && self.number > 0 && depth >= self.team.least_depth
    }

    #[inline]
    fn reorder<M>(self, others: &mut [M]) {
        // Two threads that try the moves from both ends meet in the middle.
        if self.number % 2 == 1 {
            others.reverse();
        }
        // Each further pair begins elsewhere: multiples of the golden ratio are far from each other.
        let fraction = (self.number / 2).wrapping_mul(0x9e37_79b9);
        let start = (u64::from(fraction) * others.len() as u64) >> 32;
        others.rotate_left(start as usize);
    }

    #[inline]
    fn next_depth(self, before: u8) -> u8 {
        let next = before.saturating_add(1);
        match self.team.offset(self.number) {
            _ if self.number == 0 => self.team.led.store(next, Ordering::Relaxed),
            0 => {}
            offset => return next.max(self.team.led.load(Ordering::Relaxed).saturating_add(offset)),
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plain;

    #[test]
    fn lazy_threads_try_moves_in_different_orders() {
        let team = Team::new(Parallel::Lazy, 1);
        let order = |number: u32, len: u8| {
            let mut moves: Vec<u8> = (0..len).collect();
            team.member(number, Plain).reorder(&mut moves);
            moves
        };
        assert_eq!([0, 1].map(|number| order(number, 3)), [[0, 1, 2], [2, 1, 0]]);
        let orders: std::collections::BTreeSet<Vec<u8>> = (0..16).map(|number| order(number, 20)).collect();
        assert_eq!(orders.len(), 16);
        assert!((0..16).all(|number| order(number, 0).is_empty() && order(number, 1) == [0]));
    }
}
