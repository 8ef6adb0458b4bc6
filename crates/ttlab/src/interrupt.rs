//! What happens when the user presses Ctrl-C.

use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use console::Term;

/// The exit status of a program that a shell reports as interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Ends the program when the user presses Ctrl-C, and says how to resume.
///
/// Rows are stored when their cells finish, so nothing has to be saved.
pub(crate) fn explain(db: &Path) -> Result<()> {
    let db = db.display().to_string();
    let handler = move || {
        say(&format!(
            "interrupted: the rows of finished cells are stored in {db}\nhelp: run the same command again to resume"
        ));
        exit();
    };
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")
}

/// Returns a flag that becomes true when the user presses Ctrl-C, so that the program can print what it has measured.
/// The second time, the program ends. Without threads for a handler, the first time ends it.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&flag);
    let handler = move || {
        if pressed.swap(true, Ordering::Relaxed) {
            exit();
        }
        say("interrupted: finishing the current search; press Ctrl-C again to quit");
    };
    let _ = ctrlc::set_handler(handler);
    flag
}

/// Ends a program that was interrupted.
pub(crate) fn exit() -> ! {
    process::exit(INTERRUPTED)
}

/// Writes a line to standard error, where a progress bar may be.
fn say(line: &str) {
    let terminal = Term::stderr();
    if terminal.is_term() {
        let _ = terminal.clear_line();
    }
    let _ = terminal.write_line(line);
}
