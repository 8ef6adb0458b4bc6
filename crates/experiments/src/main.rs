//! `ttlab`: the laboratory on the command line. See `ttlab --help`.

#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
