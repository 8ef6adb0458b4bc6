//! `ttlab`: the laboratory on the command line. See `ttlab --help`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ttlab::run()
}
