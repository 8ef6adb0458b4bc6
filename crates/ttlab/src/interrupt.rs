//! What happens when the user presses Ctrl-C (SIGINT), or the system asks the program to end (SIGTERM, SIGHUP).
//!
//! By default the program ends: it finishes the file that it is writing, prints `interrupted`, and exits. A command
//! that has a part of its results to show [defers](defer) the end, looks at the [flag], and returns an [`Interrupted`].
//! A second signal ends the program at once.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use console::Term;
use experiments::files;
use experiments::text::counted;

/// The signal of Ctrl-C.
const SIGINT: i32 = 2;

/// A terminal that is closed, and programs such as `timeout`, send a signal twice. So long it counts as one.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// How long a command may take to end before the user is told how to end it at once.
const SILENCE: Duration = Duration::from_secs(1);

/// What to do after the interruption of a command that stores its results while it runs.
pub(crate) const RESUME: &str = "run the same command again to resume";

/// The first signal that was received.
static SIGNAL: AtomicI32 = AtomicI32::new(SIGINT);

/// Whether a signal was received.
static IS_RECEIVED: AtomicBool = AtomicBool::new(false);

/// How many parts of the program want to end themselves.
static DEFERRED: AtomicUsize = AtomicUsize::new(0);

/// What to print when the program ends.
static EXPLANATION: Mutex<Explanation> = Mutex::new(Explanation { what: String::new(), help: None });

struct Explanation {
    /// What is left of the work; may be empty.
    what: String,
    /// What to do next.
    help: Option<&'static str>,
}

/// The result of a command that was interrupted and has printed what it has. The text says how far it came.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Interrupted(pub(crate) String);

/// Handles signals from now on. No thread must have been started before.
///
/// # Errors
///
/// The system refuses the handler, or a thread for it.
pub(crate) fn handle() -> Result<()> {
    let mut first = None;
    let receive = move |signal| match first {
        None => {
            first = Some(Instant::now());
            SIGNAL.store(signal, Ordering::Relaxed);
            IS_RECEIVED.store(true, Ordering::Relaxed);
            // In a thread, so that a second signal is received. Without one, the program ends at once.
            if Builder::new().spawn(end).is_err() {
                exit();
            }
        }
        Some(first) if first.elapsed() < ONE_SIGNAL => {}
        Some(_) => exit(),
    };
    on_signals(receive).context("cannot handle signals")
}

/// Calls `receive` with the number of each signal that is received, in a thread.
///
/// SIGHUP stays ignored if it is ignored: the program runs under `nohup`.
#[cfg(unix)]
fn on_signals(mut receive: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use nix::sys::signal::{SigSet, Signal};

    let hangup = (!is_ignored(Signal::SIGHUP as i32)).then_some(Signal::SIGHUP);
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().chain(hangup).collect();
    // Every thread that is started from now on blocks the signals, and the one below receives them. A handler could
    // lose a signal that comes while it is set.
    signals.thread_block()?;
    // A file that grows beyond a limit of the system is an error of writing it, and not the end of the program.
    SigSet::from(Signal::SIGXFSZ).thread_block()?;
    let wait = move || {
        while let Ok(signal) = signals.wait() {
            receive(signal as i32);
        }
    };
    let started = Builder::new().name("signals".to_owned()).spawn(wait);
    if started.is_err() {
        signals.thread_unblock()?;
    }
    started.map(drop)
}

/// Returns whether a signal was ignored when the program was started.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    use std::io::IsTerminal;

    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
        Some(mask) => mask & (1 << (signal - 1)) != 0,
        // Systems without /proc: `nohup` redirects both streams if they are terminals.
        None => !io::stdout().is_terminal() && !io::stderr().is_terminal(),
    }
}

/// Calls `receive` when the user presses Ctrl-C.
#[cfg(not(unix))]
fn on_signals(mut receive: impl FnMut(i32) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || receive(SIGINT))
}

/// Ends the program after a signal, or lets the command end itself.
fn end() {
    let _ = Builder::new().spawn(|| {
        thread::sleep(SILENCE);
        say("interrupted: finishing a part of the work; press Ctrl-C again to quit at once");
    });
    if DEFERRED.load(Ordering::SeqCst) == 0 {
        quit("");
    }
}

/// Keeps the end of the program in the hands of the command while it exists.
#[must_use]
pub(crate) struct Deferred(());

/// Defers the end of the program: the command must look at the [flag] often.
pub(crate) fn defer() -> Deferred {
    DEFERRED.fetch_add(1, Ordering::SeqCst);
    Deferred(())
}

impl Drop for Deferred {
    fn drop(&mut self) {
        DEFERRED.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns a flag that becomes true when a signal is received.
pub(crate) fn flag() -> &'static AtomicBool {
    &IS_RECEIVED
}

/// Returns whether a signal was received.
pub(crate) fn is_received() -> bool {
    IS_RECEIVED.load(Ordering::Relaxed)
}

/// Sets what is printed when a signal ends the program.
pub(crate) fn explain(what: impl Display) {
    EXPLANATION.lock().unwrap_or_else(PoisonError::into_inner).what = what.to_string();
}

/// Does the same for a command that runs cells: their rows are stored when they finish, unless some of them wait for
/// another program that uses the database.
pub(crate) fn explain_sweep(db: &Path, waiting: usize) {
    let db = db.display();
    match waiting {
        0 => explain(format_args!("the rows of finished cells are stored in {db}")),
        waiting => {
            let cells = counted(waiting, "finished cell");
            explain(format_args!("{cells} not stored because another program uses {db}; the others are stored"));
        }
    }
    advise(RESUME);
}

/// Sets what to do after an interruption.
pub(crate) fn advise(help: &'static str) {
    EXPLANATION.lock().unwrap_or_else(PoisonError::into_inner).help = Some(help);
}

/// Finishes the files and the lines that are being written, prints how far the command came, and ends the program.
pub(crate) fn quit(progress: &str) -> ! {
    let _complete = (files::finish_writing(), io::stdout().lock());
    print(progress);
    exit()
}

/// Prints that the command was interrupted, what is left of its work, how far it came, and what to do.
pub(crate) fn print(progress: &str) {
    let Explanation { what, help } = &*EXPLANATION.lock().unwrap_or_else(PoisonError::into_inner);
    let parts = ["interrupted", what, progress].into_iter().filter(|part| !part.is_empty());
    say(&parts.collect::<Vec<_>>().join(": "));
    help.iter().for_each(|help| say(&format!("help: {help}")));
}

/// Returns the exit status of a program that was interrupted, as that of shells: 128 and the number of the signal.
pub(crate) fn status() -> i32 {
    128 + SIGNAL.load(Ordering::Relaxed)
}

fn exit() -> ! {
    process::exit(status())
}

/// Writes a line to standard error, where a progress bar may be. If that fails, the exit status is all that is left.
fn say(line: &str) {
    let terminal = Term::stderr();
    if terminal.is_term() {
        let _ = terminal.clear_line();
    }
    let _ = terminal.write_line(line);
}
