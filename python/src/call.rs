//! Calls that take long, and errors.

use std::fmt::Display;
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use ::experiments::files::unreadable;
use ::experiments::help::{shown, with_help};
use ::experiments::run::Nodes;
use programs::chess::STACK;
use pyo3::exceptions::{PyFileNotFoundError, PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

/// How often Python looks for signals.
const TICK: Duration = Duration::from_millis(50);

/// How long an interrupted call waits for its search to end. A search that takes longer ends in the background.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs `work` in a thread, without the lock of the interpreter. If a signal handler raises an exception, such as
/// `KeyboardInterrupt`, calls `cancel` and raises it.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    cancel: impl FnOnce(),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    // The deepest search needs more stack than the main thread has.
    Builder::new().name("ttlab".to_owned()).stack_size(STACK).spawn(move || {
        // If nobody receives the result, the call was interrupted.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    })?;
    let mut wait = |time| {
        py.detach(|| {
            // A receiver may move to another thread, but not be shared.
            let receiver = &mut receiver;
            receiver.recv_timeout(time)
        })
    };
    loop {
        match wait(TICK) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Disconnected) => return Err(PyOSError::new_err("the thread of the search ended")),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    cancel();
                    let _ = wait(PATIENCE);
                    return Err(interrupt);
                }
            }
        }
    }
}

/// What a search in Python's own thread needs to look for signals.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Mutex<Signals>>);

#[derive(Default)]
struct Signals {
    /// When to look next; `None` if no search runs in Python's own thread. Signal handlers run in no other.
    next: Option<Instant>,
    /// The exception that a handler raised.
    raised: Option<PyErr>,
}

impl Interrupt {
    /// Returns a counter that looks for signals.
    pub(crate) fn nodes(&self) -> Nodes {
        let interrupt = self.clone();
        Nodes::asking(move || {
            let now = Instant::now();
            if interrupt.signals().next.is_none_or(|next| now < next) {
                return false;
            }
            // A handler may search, too.
            let raised = Python::attach(|py| py.check_signals().err());
            let mut signals = interrupt.signals();
            (signals.next, signals.raised) = (Some(now + TICK), raised);
            signals.raised.is_some()
        })
    }

    fn signals(&self) -> MutexGuard<'_, Signals> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a search in this thread, without the lock of the interpreter. It reports to the counter of `interrupt`, and
/// needs no large stack.
pub(crate) fn here<T: Send>(py: Python<'_>, interrupt: &Interrupt, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    interrupt.signals().next = Some(Instant::now() + TICK);
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    let mut signals = interrupt.signals();
    signals.next = None;
    done.map_err(|panic| signals.raised.take().unwrap_or_else(|| resume_unwind(panic)))
}

/// As [`run`], for work that counts its nodes and can be cancelled by them.
pub(crate) fn search<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Nodes) -> anyhow::Result<T> + Send + 'static,
) -> PyResult<T> {
    let nodes = Nodes::default();
    let cancelled = nodes.clone();
    run(py, move || cancelled.cancel(), move || work(&nodes))?.map_err(|error| raised(&error))
}

/// Returns the exception of an error, with its help on lines of their own.
pub(crate) fn raised(error: &anyhow::Error) -> PyErr {
    let text = shown(error);
    if let Some(tt::TableError::OutOfMemory { .. }) = error.chain().find_map(|cause| cause.downcast_ref()) {
        return PyMemoryError::new_err(text);
    }
    match error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(of_file) if of_file.kind() == io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        Some(_) => PyOSError::new_err(text),
        None => PyValueError::new_err(text),
    }
}

/// Checks that a file can be opened.
pub(crate) fn readable(path: &Path) -> PyResult<()> {
    let Err(error) = File::open(path) else { return Ok(()) };
    let text = shown(&unreadable(path, &error));
    Err(match error.kind() {
        io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
        _ => PyOSError::new_err(text),
    })
}

/// Returns the exception of an invalid argument.
pub(crate) fn invalid(what: impl Display, help: impl Display) -> PyErr {
    raised(&with_help(what, help).into())
}

/// Parses an argument.
pub(crate) fn parse<T: std::str::FromStr>(name: &str, text: &str) -> PyResult<T>
where
    T::Err: Display,
{
    text.parse().map_err(|error: T::Err| PyValueError::new_err(format!("invalid {name} `{text}`: {error}")))
}

/// Parses a scheme by name; `None` or `"none"` for no table.
pub(crate) fn scheme(name: Option<&str>) -> PyResult<Option<schemes::Scheme>> {
    let read = name.map(::experiments::cell::read_scheme).transpose().map_err(|error| raised(&error))?;
    Ok(read.flatten())
}
