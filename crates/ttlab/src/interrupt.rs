//! The message of a sweep that the user interrupts.

use std::path::Path;
use std::process;

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
        let terminal = Term::stderr();
        if terminal.is_term() {
            // A progress bar may be in this line.
            let _ = terminal.clear_line();
        }
        let _ = terminal.write_line(&format!(
            "interrupted: the rows of finished cells are stored in {db}\nhelp: run the same command again to resume"
        ));
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")
}
