//! Mapping over all cores, and threads that work on one thing.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

use programs::Parallel;

use crate::machine;

/// Applies `of` to every item, and returns the results in the order of the items.
///
/// The calling thread works, and one more thread for each further core. If a thread cannot be started, the results are
/// the same, but take longer.
///
/// # Panics
///
/// Panics if `of` does.
pub fn map<'a, T: Sync, R: Send>(items: &'a [T], of: impl Fn(&'a T) -> R + Sync) -> Vec<R> {
    map_with(machine::usable_cores(), items, of)
}

/// As [`map`], with at most `threads` threads.
pub fn map_with<'a, T: Sync, R: Send>(threads: usize, items: &'a [T], of: impl Fn(&'a T) -> R + Sync) -> Vec<R> {
    map_on(threads.min(items.len()), Builder::new, items, of)
}

/// Threads that search the same position.
///
/// ```
/// use experiments::parallel::Threads;
/// use programs::Parallel;
///
/// let threads = Threads { number: 3, parallel: Parallel::Lazy };
/// assert_eq!(threads.run(|number| number * number), [0, 1, 4]);
/// assert_eq!(threads.limit_of_each(1_000), 333);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// How many there are.
    pub number: u32,
    /// How they share the work.
    pub parallel: Parallel,
}

impl Threads {
    /// Calls `run` in each thread, with the number of the thread from 0, and returns the results in this order.
    ///
    /// # Panics
    ///
    /// Panics if `run` does, or if a thread cannot be started.
    pub fn run<R: Send>(self, run: impl Fn(u32) -> R + Sync) -> Vec<R> {
        thread::scope(|scope| {
            let run = &run;
            let started: Vec<_> = (0..self.number).map(|number| scope.spawn(move || run(number))).collect();
            started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        })
    }

    /// Returns the node limit of each thread, if all threads together have the limit `nodes`.
    #[must_use]
    pub fn limit_of_each(self, nodes: u64) -> u64 {
        if nodes == u64::MAX { nodes } else { nodes / u64::from(self.number) }
    }
}

fn map_on<'a, T: Sync, R: Send>(
    threads: usize,
    builder: impl Fn() -> Builder,
    items: &'a [T],
    of: impl Fn(&'a T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, of(item)));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| builder().spawn_scoped(scope, work).ok()).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_threads_may_be_refused() {
        let items: Vec<u64> = (0..1000).collect();
        let squares: Vec<u64> = items.iter().map(|item| item * item).collect();
        let square = |item: &u64| item * item;
        assert_eq!(map(&items, square), squares);
        // No system has memory for such a stack.
        let refused = || Builder::new().stack_size(1 << 60);
        assert!(refused().spawn(|| ()).is_err());
        assert_eq!(map_on(4, refused, &items, square), squares);
        assert!(map(&[], square).is_empty());
    }
}
