//! How errors are printed: `error: what failed: why`, and `help:` lines with what to do.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::builder::Styles;

use connect_four::SolverError;
use experiments::text::{printable, split_help, with_help};
use experiments::{Usage, program};
use programs::Error as ProgramError;
use tt::TableError;

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
    print(error);
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Prints an error on standard error. If that fails, the exit code is all that is left.
fn print(error: &anyhow::Error) {
    let styles = Styles::styled();
    let (red, green) = (styles.get_error(), styles.get_valid());
    let (what, mut helps) = split_help(error);
    if error.chain().any(is_out_of_memory) {
        helps.push(format!("choose a smaller table; `{} doctor` prints how much memory is available", program()));
    }
    let mut out = anstream::stderr();
    let _ = writeln!(out, "{red}error:{red:#} {}", printable(&what));
    for help in helps {
        let _ = writeln!(out, "{green}help:{green:#} {}", printable(&help));
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe))
}

/// Returns whether a table was too large for this machine.
fn is_out_of_memory(cause: &(dyn std::error::Error + 'static)) -> bool {
    let (table, solver) = match cause.downcast_ref() {
        Some(ProgramError::Table(error)) => (Some(error), None),
        Some(ProgramError::Solver(error)) => (None, Some(error)),
        _ => (cause.downcast_ref(), cause.downcast_ref()),
    };
    matches!(table, Some(TableError::OutOfMemory { .. })) || matches!(solver, Some(SolverError::OutOfMemory { .. }))
}
