//! What a person at a terminal sees of work that goes on. Elsewhere nothing is shown.

use std::env;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often the display is renewed.
pub(crate) const TICK: Duration = Duration::from_millis(200);

/// How long work may take before a spinner appears.
const SILENCE: Duration = Duration::from_secs(2);

/// Whether a line can be drawn again and again.
fn is_seen() -> bool {
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// Cells done, nodes a second and time left, on standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// Estimated nodes of all cells, if every one could be estimated.
    expected: Option<u64>,
    /// Estimated nodes of the finished cells.
    finished: u64,
    /// Counted nodes of the finished cells.
    counted: u64,
}

impl Progress {
    /// The display of `cells` cells, shown if `wanted` and standard error is a terminal.
    #[must_use]
    pub(crate) fn new(cells: usize, expected: Option<u64>, wanted: bool) -> Self {
        let shown = wanted && is_seen();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(cells as u64), target);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} cells  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, started: Instant::now(), expected, finished: 0, counted: 0 }
    }

    /// A cell is finished.
    pub(crate) fn finish_cell(&mut self, estimate: u64, nodes: u64) {
        self.finished = self.finished.saturating_add(estimate);
        self.counted = self.counted.saturating_add(nodes);
        self.bar.inc(1);
    }

    /// Shows how far the work is after `nodes` nodes.
    pub(crate) fn show(&self, nodes: u64) {
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-3);
        let running = nodes.saturating_sub(self.counted);
        let left = self.expected.map(|expected| expected.saturating_sub(self.finished).saturating_sub(running));
        // Estimates may be too low: cells that should be over and still run say nothing about the time left.
        let left = match left {
            Some(left) if left > 0 && nodes > 0 => {
                format!("about {:#} left", HumanDuration(Duration::from_secs_f64(left as f64 / speed)))
            }
            _ => "time left unknown".to_owned(),
        };
        self.bar.set_message(format!("{:.1} million nodes/s  {left}", speed / 1e6));
        self.bar.tick();
    }

    /// Takes the display away while `print` prints lines.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the display away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Words beside a turning wheel while something is done that cannot be counted.
#[derive(Debug)]
pub(crate) struct Waiting(ProgressBar);

impl Waiting {
    /// Shows `what` is done until it is dropped, if `wanted` and standard error is a terminal.
    #[must_use]
    pub(crate) fn new(what: &'static str, wanted: bool) -> Self {
        let shown = wanted && is_seen();
        let bar = if shown { ProgressBar::new_spinner() } else { ProgressBar::hidden() }.with_message(what);
        // The wheel turns in a thread, and the bar panics if it gets none.
        if shown && std::thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(TICK);
        }
        Self(bar)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Nodes so far, for one search; it appears when the search takes long.
#[derive(Debug)]
pub(crate) struct Spinner {
    started: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Spinner {
    /// A spinner that is not shown yet, and never unless `wanted`.
    #[must_use]
    pub(crate) fn new(wanted: bool) -> Self {
        Self { started: Instant::now(), wanted, bar: None }
    }

    /// Shows `nodes`, if it is time and standard error is a terminal.
    pub(crate) fn show(&mut self, nodes: u64) {
        let elapsed = self.started.elapsed();
        if elapsed < SILENCE || !self.wanted || !is_seen() {
            return;
        }
        let bar = self.bar.get_or_insert_with(ProgressBar::new_spinner);
        let millions = nodes as f64 / 1e6;
        bar.set_message(match nodes {
            // Not every solver counts before it is done.
            0 => format!("searching for {} s", elapsed.as_secs()),
            _ => format!("{millions:.0} million nodes, {:.1} a second", millions / elapsed.as_secs_f64()),
        });
        bar.tick();
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
