//! Progress on standard error: a line that is redrawn on a terminal, and elsewhere, for long searches, a few lines.

use std::cell::Cell;
use std::env;
use std::io::{IsTerminal, Write as _, stderr};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use experiments::help::with_help;
use experiments::run::Nodes;
use experiments::text;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt;

/// How often the display is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// How long work may take before a spinner appears.
const SILENCE: Duration = Duration::from_secs(2);

/// How long a search may take before a line about it is written if standard error is not a terminal. Each further line
/// comes after twice the time, so that no log is filled.
const FIRST_LINE: Duration = Duration::from_secs(30);

/// Returns whether standard error is a terminal on which a line can be redrawn.
fn is_seen() -> bool {
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Displays finished cells, nodes per second and the time left.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Estimated nodes of all cells, if every cell has an estimate.
    expected: Option<u64>,
    /// Estimated nodes of the finished cells.
    finished: u64,
    /// Counted nodes of the finished cells.
    counted: u64,
    /// When the next line is due, where no line can be redrawn.
    next_line: Option<Cell<Duration>>,
}

impl Progress {
    /// Returns the display for `cells` cells. It is shown if `wanted`: on a terminal as a line that is redrawn,
    /// elsewhere as a few lines.
    #[must_use]
    pub(crate) fn new(cells: usize, expected: Option<u64>, wanted: bool) -> Self {
        let shown = wanted && is_seen();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(cells as u64), target);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} cells  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let next_line = (wanted && !shown).then(|| Cell::new(FIRST_LINE));
        Self { bar, started: Instant::now(), expected, finished: 0, counted: 0, next_line }
    }

    /// Counts a finished cell.
    pub(crate) fn finish_cell(&mut self, estimate: u64, nodes: u64) {
        self.finished = self.finished.saturating_add(estimate);
        self.counted = self.counted.saturating_add(nodes);
        self.bar.inc(1);
    }

    /// Shows speed and time left after `nodes` nodes.
    pub(crate) fn show(&self, nodes: u64) {
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-3);
        let running = nodes.saturating_sub(self.counted);
        let left = self.expected.map(|expected| expected.saturating_sub(self.finished).saturating_sub(running));
        // If all estimated nodes are visited and cells still run, the estimates were too low.
        let left = match left {
            Some(left) if left > 0 && nodes > 0 => {
                format!("about {:#} left", HumanDuration(Duration::from_secs_f64(left as f64 / speed)))
            }
            // The longest cells run first, so those that are left take no longer than those that are finished.
            _ if self.bar.position() > 0 => {
                let cells = self.bar.length().unwrap_or(0).saturating_sub(self.bar.position());
                let left = seconds / self.bar.position() as f64 * cells as f64;
                format!("at most about {:#} left", HumanDuration(Duration::from_secs_f64(left)))
            }
            _ => "time left unknown".to_owned(),
        };
        let state = format!("{}  {left}", text::speed(speed));
        if let Some(next_line) = self.next_line.as_ref().filter(|next| self.started.elapsed() >= next.get()) {
            next_line.set(next_line.get() * 2);
            // A sweep continues if nobody can read about it.
            let _ = writeln!(stderr(), "{}/{} cells  {state}", self.bar.position(), self.bar.length().unwrap_or(0));
        }
        self.bar.set_message(state);
        self.bar.tick();
    }

    /// Hides the display while `print` prints lines.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the display.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A spinner with a text. It appears when the work takes longer than [`SILENCE`], and disappears when it is dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Starts a spinner for `what`. It is shown if `wanted` and if standard error is a terminal.
    #[must_use]
    pub(crate) fn new(what: &'static str, wanted: bool) -> Self {
        if !wanted || !is_seen() {
            return Self { end: None, thread: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let spin = move || {
            let started = Instant::now();
            if ended.recv_timeout(SILENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner();
            loop {
                bar.set_message(format!("{what} ({} s)", started.elapsed().as_secs()));
                bar.tick();
                if ended.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
                    return bar.finish_and_clear();
                }
            }
        };
        // Without a thread there is no spinner.
        Self { end: Some(end), thread: thread::Builder::new().spawn(spin).ok() }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Shows how far work is: on a terminal in a spinner that appears after [`SILENCE`], elsewhere in lines.
#[derive(Debug)]
pub(crate) struct SearchProgress {
    started: Instant,
    bar: Option<ProgressBar>,
    next_line: Duration,
}

impl SearchProgress {
    /// Starts to count the time.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self { started: Instant::now(), bar: None, next_line: FIRST_LINE }
    }

    /// Shows the text that `state` returns for the time since the start.
    pub(crate) fn show(&mut self, state: impl FnOnce(Duration) -> String) {
        let elapsed = self.started.elapsed();
        if is_seen() {
            if elapsed >= SILENCE {
                let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
                bar.set_message(state(elapsed));
                bar.tick();
            }
        } else if elapsed >= self.next_line {
            self.next_line *= 2;
            // A search continues if nobody can read about it.
            let _ = writeln!(stderr(), "{}", state(elapsed));
        }
    }
}

/// Describes a search that has visited `nodes` nodes. Some solvers count at the end only.
fn state(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match nodes {
        0 => format!("searching for {seconds} s"),
        _ => {
            let speed = text::speed(nodes as f64 / elapsed.as_secs_f64());
            format!("{} nodes in {seconds} s, {speed}", HumanCount(nodes))
        }
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Runs a search in a thread and shows meanwhile how many nodes it has counted, if `wanted`. After an interruption, the
/// program prints the nodes and ends.
///
/// # Errors
///
/// The thread cannot be started, or `search` panics.
pub(crate) fn with_spinner<T: Send>(wanted: bool, search: impl FnOnce(&Nodes) -> T + Send) -> Result<T> {
    let nodes = Nodes::default();
    with_state(wanted, |elapsed| state(nodes.so_far(), elapsed), || search(&nodes))
}

/// Runs `work` like [`with_progress`]. After an interruption, the program prints the state and ends.
///
/// # Errors
///
/// As for [`with_progress`].
pub(crate) fn with_state<T: Send>(
    wanted: bool,
    state: impl Fn(Duration) -> String,
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    with_progress(wanted, &state, |elapsed| interrupt::quit(&state(elapsed)), work)
}

/// Runs `work` in a thread and shows meanwhile the text that `state` returns for the time since the start, if
/// `wanted`. After an interruption, `stop` is called from time to time until the work ends.
///
/// # Errors
///
/// The thread cannot be started, or `work` panics.
pub(crate) fn with_progress<T: Send>(
    wanted: bool,
    state: impl Fn(Duration) -> String,
    stop: impl Fn(Duration),
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    let _deferred = interrupt::defer();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        // If sending fails, the result is no longer needed.
        let work = move || _ = sender.send(work());
        let spawned = thread::Builder::new().spawn_scoped(scope, work);
        let thread = spawned.map_err(|error| {
            let what = format!("cannot start a thread for the search: {error}");
            anyhow!(with_help(what, "raise the limit of threads or of memory of this user"))
        })?;
        let mut progress = SearchProgress::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) if interrupt::is_received() => stop(progress.started.elapsed()),
                Err(RecvTimeoutError::Timeout) if wanted => progress.show(&state),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = thread.join();
                    return Err(anyhow!("the search failed without a result"));
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_in_a_thread_returns_its_result() {
        let done = with_spinner(true, |nodes| {
            nodes.add(3);
            7
        });
        assert_eq!(done.unwrap(), 7);
        drop(Waiting::new("testing", true));
    }

    #[test]
    fn progress_counts_nodes_if_the_solver_does() {
        let elapsed = Duration::from_millis(30_500);
        assert_eq!(state(61_000_000, elapsed), "61,000,000 nodes in 30 s, 2.0 million nodes/s");
        assert_eq!(state(610_000, elapsed), "610,000 nodes in 30 s, 20 thousand nodes/s");
        assert_eq!(state(0, elapsed), "searching for 30 s");
    }
}
