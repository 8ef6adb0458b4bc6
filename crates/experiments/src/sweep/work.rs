//! Running cells in parallel: a cell that fails does not stop the others, and every finished one is stored.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use programs::Cancelled;

use super::unstored::{ATTEMPT, Unstored};
use super::{Event as Progress, Failed, Listener, default_jobs, lock};
use crate::help::{ErrorWithHelp, with_help};
use crate::plan::{CellState, Options, Planned, by_game, expected, is_enough};
use crate::run::Nodes;
use crate::store::{InUse, Signed, Store};
use crate::text::counted;
use crate::{Cell, Row};

/// How often the nodes so far are reported.
const TICK: Duration = Duration::from_millis(200);

/// The result of running a plan.
pub(super) struct Executed {
    /// Cells that were run.
    pub(super) run: usize,
    /// Nodes of all cells that were run.
    pub(super) nodes: u64,
    /// Cells that failed.
    pub(super) failed: Vec<Failed>,
}

/// A cell to run.
struct Task {
    cell: Cell,
    signature: u64,
    estimate: u64,
    /// Whether it is run although it has a row.
    again: bool,
}

/// What a worker reports.
enum Event {
    /// A cell has a row. The signature is `None` if the row is in the database already.
    Finished {
        row: Box<Row>,
        signature: Option<u64>,
        estimate: u64,
        /// Whether it replaces the stored row.
        replaces: bool,
    },
    Failed(Failed),
    /// The database cannot be read.
    Broken(anyhow::Error),
}

/// Runs every cell of the plan with `run`, and stores the rows with their signatures.
///
/// # Errors
///
/// A thread cannot be started, the sweep was cancelled, or the database fails, and not because another program uses it.
/// The workers are not joined then: a search may take hours, and the program ends.
pub(super) fn execute<R>(
    options: &Options,
    listen: Listener<'_>,
    plan: Vec<Planned>,
    signature: impl Fn(&Cell) -> Option<u64>,
    store: &Arc<Mutex<Store>>,
    run: R,
) -> Result<Executed>
where
    R: Fn(&Cell, u64, &Nodes) -> Result<Row> + Send + Sync + 'static,
{
    let cells: u64 = plan.iter().map(Planned::cells).sum();
    let cells = usize::try_from(cells).unwrap_or(usize::MAX);
    let nodes = &options.nodes;
    let mut executed = Executed { run: 0, nodes: 0, failed: Vec::new() };
    if cells == 0 {
        return Ok(executed);
    }
    let jobs = options.jobs.unwrap_or_else(|| default_jobs(listen, &plan, cells)).min(cells);
    listen(Progress::Begun { cells, nodes: expected(&plan) });
    let note = |line: String| listen(Progress::Note(line));
    lock(store).set_patience(ATTEMPT)?;
    let signature = |cell: &Cell| signature(cell).with_context(|| format!("no signature for {cell}"));
    let signatures = plan.iter().map(|planned| signature(&planned.cell)).collect::<Result<Vec<u64>>>()?;
    let signed: Vec<_> = plan.into_iter().zip(signatures).collect();
    let equally_long: Vec<Vec<_>> =
        signed.chunk_by(|(a, _), (b, _)| a.estimate == b.estimate).map(<[_]>::to_vec).collect();
    let tasks = equally_long.into_iter().flat_map(by_game).flat_map(|(planned, signature)| {
        let (estimate, again) = (planned.estimate.unwrap_or_default(), planned.state == CellState::Again);
        planned.each().map(move |one| Task { cell: one.cell, signature, estimate, again })
    });
    let worker = Worker { tasks: Mutex::new(tasks), max_nodes: options.max_nodes, run };
    let events = worker.start(jobs, nodes, store)?;
    let (mut unstored, mut waiting) = (Unstored::new(store), 0);
    let mut work = || loop {
        if nodes.is_cancelled() {
            return Err(Cancelled.into());
        }
        // A cell is reported as finished when its row is stored, or waits for another program.
        let mut told = None;
        match events.recv_timeout(TICK) {
            Ok(Event::Finished { row, signature, estimate, replaces }) => {
                told = Some((row.cell.clone(), row.described(), row.seconds));
                listen(Progress::Ended { estimate, nodes: row.nodes });
                if let Some(signature) = signature {
                    executed.run += 1;
                    unstored.add(Signed { signature, row: *row }, replaces);
                }
            }
            Ok(Event::Failed(failed)) => {
                note(format!("failed: {}", failed.error.on_one_line()));
                listen(Progress::Ended { estimate: 0, nodes: 0 });
                executed.failed.push(failed);
            }
            Ok(Event::Broken(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout) => listen(Progress::Nodes(nodes.so_far())),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        unstored.store(note)?;
        if waiting != unstored.len() {
            waiting = unstored.len();
            listen(Progress::Waiting(waiting));
        }
        if let Some((cell, found, seconds)) = told {
            tracing::info!(%cell, found, seconds, "finished");
        }
    };
    let worked = work();
    listen(Progress::Over);
    worked?;
    unstored.finish(note)?;
    executed.nodes = nodes.so_far();
    Ok(executed)
}

/// What the threads share.
struct Worker<T, R> {
    tasks: Mutex<T>,
    max_nodes: u64,
    run: R,
}

impl<T, R> Worker<T, R>
where
    T: Iterator<Item = Task> + Send + 'static,
    R: Fn(&Cell, u64, &Nodes) -> Result<Row> + Send + Sync + 'static,
{
    /// Starts `jobs` threads. Each runs the next cell until none is left, or until the receiver is dropped.
    fn start(self, jobs: usize, nodes: &Nodes, store: &Arc<Mutex<Store>>) -> Result<Receiver<Event>> {
        let (sender, receiver) = mpsc::channel();
        let worker = Arc::new(self);
        for number in 1..=jobs {
            let (worker, sender) = (Arc::clone(&worker), sender.clone());
            let (nodes, store) = (nodes.clone(), Arc::clone(store));
            let work = move || worker.work(&sender, &nodes, &store);
            thread::Builder::new().name(format!("worker {number}")).spawn(work).map_err(|error| {
                with_help(format!("cannot start {}: {error}", counted(jobs, "thread")), "use fewer jobs")
            })?;
        }
        Ok(receiver)
    }

    fn work(&self, sender: &Sender<Event>, nodes: &Nodes, store: &Mutex<Store>) {
        while let Some(task) = self.next() {
            if sender.send(self.finish(task, nodes, store)).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<Task> {
        let mut tasks: MutexGuard<'_, T> = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.next()
    }

    /// Runs a cell, unless another program has done so in the meantime.
    fn finish(&self, task: Task, nodes: &Nodes, store: &Mutex<Store>) -> Event {
        let Task { cell, signature, estimate, again } = task;
        if !again {
            match lock(store).get(&cell, signature) {
                Ok(Some(row)) if is_enough(&row, self.max_nodes) => {
                    return Event::Finished { row: row.into(), signature: None, estimate, replaces: false };
                }
                // If there is a row, that is found out when this one is stored.
                Err(error) if !error.is::<InUse>() => return Event::Broken(error),
                _ => {}
            }
        }
        // A panic may leave only the state of this cell incomplete, and the count of nodes.
        let run = catch_unwind(AssertUnwindSafe(|| (self.run)(&cell, self.max_nodes, nodes)));
        let run = run.unwrap_or_else(|panic| {
            let what = format!("the program panicked: {}", words(panic.as_ref()));
            Err(anyhow!(with_help(what, "this is a bug, please report it"))).with_context(|| cell.to_string())
        });
        match run {
            Ok(row) => Event::Finished { row: row.into(), signature: Some(signature), estimate, replaces: again },
            Err(error) => Event::Failed(Failed { error: ErrorWithHelp::of(&error), cell }),
        }
    }
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
