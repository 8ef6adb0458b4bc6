//! Parallel maps over all cores, and threads that share one task.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use programs::{Parallel, chess};

use crate::help::with_help;
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

/// What to do if a thread cannot be started.
pub const FEWER_THREADS: &str = "lower --threads, or raise the thread limit of this user";

/// Threads that search the same position.
///
/// ```
/// use experiments::parallel::Threads;
/// use programs::Parallel;
///
/// let threads = Threads { number: 3, parallel: Parallel::Lazy };
/// assert_eq!(threads.run(|number| number * number)?, [0, 1, 4]);
/// # Ok::<(), std::io::Error>(())
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
    /// # Errors
    ///
    /// Returns an error, without calling `run`, if a thread cannot be started.
    ///
    /// # Panics
    ///
    /// Panics if `run` does.
    pub fn run<R: Send>(self, run: impl Fn(u32) -> R + Sync) -> io::Result<Vec<R>> {
        self.run_in(Builder::new, run)
    }

    fn run_in<R: Send>(self, builder: impl Fn() -> Builder, run: impl Fn(u32) -> R + Sync) -> io::Result<Vec<R>> {
        // No thread runs before all of them exist.
        let may_run = Mutex::new(false);
        thread::scope(|scope| {
            let (run, may_run) = (&run, &may_run);
            let mut all_exist = may_run.lock().unwrap_or_else(PoisonError::into_inner);
            let mut started = Vec::new();
            for number in 0..self.number {
                let wait_and_run = move || {
                    let may_run = *may_run.lock().unwrap_or_else(PoisonError::into_inner);
                    may_run.then(|| run(number))
                };
                let thread = builder().spawn_scoped(scope, wait_and_run);
                started.push(thread.map_err(|error| {
                    let error = cannot_start(number + 1, &error);
                    io::Error::new(error.kind(), with_help(error, FEWER_THREADS))
                })?);
            }
            *all_exist = true;
            drop(all_exist);
            let joined = started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            Ok(joined.flatten().collect())
        })
    }
}

/// Calls `lead` in this thread, and `help` in another thread for each of `helpers`. Returns the result of `lead`, and
/// those of the helpers.
///
/// No helper runs before all of them exist. Calls `stop` when `lead` returns or panics: it has to end the helpers. If a
/// thread cannot be started, `lead` receives the error, and only the helpers before that one help. The helpers have the
/// [stack](chess::STACK) that chess needs.
///
/// # Panics
///
/// Panics if `lead` or a helper does.
pub fn with_helpers<H: Send, S: Send, R>(
    helpers: impl IntoIterator<Item = H>,
    help: impl Fn(H) -> S + Sync,
    stop: impl Fn(),
    lead: impl FnOnce(io::Result<()>) -> R,
) -> (R, Vec<S>) {
    helped_by(|| Builder::new().name("helper".to_owned()).stack_size(chess::STACK), helpers, help, stop, lead)
}

/// Calls a function when it is dropped.
struct AtEnd<F: Fn()>(F);

impl<F: Fn()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

fn helped_by<H: Send, S: Send, R>(
    builder: impl Fn() -> Builder,
    helpers: impl IntoIterator<Item = H>,
    help: impl Fn(H) -> S + Sync,
    stop: impl Fn(),
    lead: impl FnOnce(io::Result<()>) -> R,
) -> (R, Vec<S>) {
    // Helpers that run would slow down the thread that starts the others.
    let may_run = Mutex::new(());
    thread::scope(|scope| {
        // The scope ends when the helpers do, also after a panic.
        let end = AtEnd(stop);
        let (help, may_run) = (&help, &may_run);
        let starting = may_run.lock();
        let mut started = Vec::new();
        let mut refused = Ok(());
        for helper in helpers {
            let wait_and_help = move || {
                drop(may_run.lock());
                help(helper)
            };
            match builder().spawn_scoped(scope, wait_and_help) {
                Ok(thread) => started.push(thread),
                Err(error) => {
                    // The calling thread is the first one.
                    refused = Err(cannot_start(started.len() as u32 + 2, &error));
                    break;
                }
            }
        }
        drop(starting);
        let result = lead(refused);
        drop(end);
        let joined = started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (result, joined.collect())
    })
}

fn cannot_start(number: u32, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start thread {number}: {error}"))
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
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicBool;

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

    #[test]
    fn no_thread_runs_if_one_cannot_be_started() {
        let threads = Threads { number: 3, parallel: Parallel::Lazy };
        let asked = AtomicUsize::new(0);
        let third_refused = || {
            let is_third = asked.fetch_add(1, Ordering::Relaxed) == 2;
            if is_third { Builder::new().stack_size(1 << 60) } else { Builder::new() }
        };
        let ran = AtomicUsize::new(0);
        let error = threads.run_in(third_refused, |_| ran.fetch_add(1, Ordering::Relaxed)).unwrap_err().to_string();
        assert!(error.starts_with("cannot start thread 3: "), "{error}");
        assert_eq!(ran.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn helpers_are_stopped_and_may_be_refused() {
        let is_over = AtomicBool::new(false);
        let help = |number: u32| {
            while !is_over.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            number
        };
        let stop = || is_over.store(true, Ordering::Relaxed);
        let asked = AtomicUsize::new(0);
        let counted = || {
            asked.fetch_add(1, Ordering::Relaxed);
            Builder::new()
        };
        let asked_before = |_| asked.load(Ordering::Relaxed);
        assert_eq!(helped_by(counted, 1..4, asked_before, || (), |_| ()).1, [3; 3], "all exist before one runs");
        assert_eq!(with_helpers(1..3, |number| 10 * number, || (), |started| started.is_ok()), (true, vec![10, 20]));
        let panics = || with_helpers(1..4, help, stop, |_| panic!("no result"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err() && is_over.swap(false, Ordering::Relaxed));
        let refused = || Builder::new().stack_size(1 << 60);
        let (error, helped) = helped_by(refused, 1..4, help, stop, |started| started.unwrap_err().to_string());
        assert!(error.starts_with("cannot start thread 2: ") && helped.is_empty(), "{error}");
    }
}
