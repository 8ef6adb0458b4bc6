//! How errors are printed: `error: what failed: why`, and `help:` lines with what to do.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::builder::Styles;

use connect_four::SolverError;
use experiments::help::{ErrorWithHelp, with_help};
use experiments::store::InUse;
use experiments::text::printable;
use experiments::{Usage, program};
use programs::Error as ProgramError;
use tt::TableError;

use crate::interrupt::{self, Interrupted};

/// Adds help to an error of standard input or output.
pub(crate) fn conversation(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>() {
        Some(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
            let what = format!("standard input or output failed: {error}");
            anyhow!(with_help(what, "check where standard input and output are redirected"))
        }
        _ => error,
    }
}

/// Prints an error and returns the exit code.
pub(crate) fn failed(error: &anyhow::Error) -> ExitCode {
    // The reader of the output has read enough.
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    if let Some(Interrupted(what)) = error.downcast_ref() {
        interrupt::print(what);
        return ExitCode::from(u8::try_from(interrupt::status()).unwrap_or(u8::MAX));
    }
    print(error);
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Returns an error with its help, and with help about those errors of other crates that have none.
pub(crate) fn explained(error: &anyhow::Error) -> ErrorWithHelp {
    let mut explained = ErrorWithHelp::of(error);
    explained.help.extend(error.chain().find_map(help_about_memory));
    if error.chain().any(<dyn std::error::Error>::is::<InUse>) {
        explained.help.push(InUse::HELP.to_owned());
    }
    // A more exact advice has been given where the options are known.
    if explained.help.is_empty() && error.chain().any(is_about_size) {
        explained.help.push("choose another table size or another scheme".to_owned());
    }
    explained
}

/// Prints an error on standard error. If that fails, the exit code is all that is left.
fn print(error: &anyhow::Error) {
    let styles = Styles::styled();
    let (red, green) = (styles.get_error(), styles.get_valid());
    let ErrorWithHelp { what, help } = explained(error);
    let mut out = anstream::stderr();
    let _ = writeln!(out, "{red}error:{red:#} {}", printable(&what));
    for help in help {
        let _ = writeln!(out, "{green}help:{green:#} {}", printable(&help));
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe))
}

/// Returns what to do if a table was too large for this machine.
fn help_about_memory(cause: &(dyn std::error::Error + 'static)) -> Option<String> {
    let choice = match errors(cause) {
        (Some(TableError::OutOfMemory { .. }), _) => "choose a smaller table",
        // The tables of these solvers have a fixed size.
        (_, Some(SolverError::OutOfMemory { .. })) => "free memory, or use --program lab with a small --positions",
        _ => return None,
    };
    Some(format!("{choice}; `{} doctor` prints how much memory is available", program()))
}

/// Returns whether a table cannot have a size.
fn is_about_size(cause: &(dyn std::error::Error + 'static)) -> bool {
    use TableError::{SmallerThanABucket, TooFewBuckets, Unsupported, Zero};
    matches!(errors(cause).0, Some(Zero | SmallerThanABucket { .. } | TooFewBuckets { .. } | Unsupported { .. }))
}

/// Returns the error of a table or of a solver with a table of its own.
fn errors<'a>(cause: &'a (dyn std::error::Error + 'static)) -> (Option<&'a TableError>, Option<&'a SolverError>) {
    match cause.downcast_ref() {
        Some(ProgramError::Table(error)) => (Some(error), None),
        Some(ProgramError::Solver(error)) => (None, Some(error)),
        _ => (cause.downcast_ref(), cause.downcast_ref()),
    }
}
