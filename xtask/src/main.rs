//! The repository's own commands, run as `cargo xtask COMMAND`; [`HELP`] lists them.
//!
//! This crate is thin on purpose. Cargo builds it in the dev profile before every command, and in that profile a
//! search runs more than ten times slower: so it links none of the searches, builds the release binary of the
//! laboratory instead, and runs that ([`lab`]). The rest holds the repository together: [`tidy`] checks what neither
//! the compiler nor clippy can, [`ci`] runs everything that has to pass, and [`instructions`] counts what a node costs.

#![forbid(unsafe_code)]

mod ci;
mod instructions;
mod lab;
mod pages;
mod repo;
mod tidy;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};

use lab::Cpu;

const HELP: &str = "\
The commands of this repository.

Usage: cargo xtask [--portable] COMMAND [ARGUMENTS]

The laboratory, built in release for the CPU of this machine (into target/native, beside the ordinary builds):
  sweep [ARGUMENTS]         run experiments and print their figures beside the published ones;
                            without a name, the quick part of every one
  report [ARGUMENTS]        write what the sweeps found as one HTML file, report.html
  claims [ARGUMENTS]        print every claim of the sources, and whether it holds of what the sweeps found
  bench [ARGUMENTS]         print the signature: one node count over all games and schemes
  doctor [ARGUMENTS]        say what this machine offers a sweep, and what is wrong
                            Arguments go to `ttlab` as they stand: try `sweep --help`.
  instructions [ARGUMENTS]  count the instructions per node of `ttlab ARGUMENTS` with valgrind, always on the
                            portable build; without arguments, on the searches that the documentation quotes

The repository:
  pages [--check]           make the pages of results in the book again, of the databases in testsets/recorded; or
                            say which of them are stale
  tidy                      check the invariants of the architecture
  ci [STEP...]              everything that has to pass before a change lands; all steps, or the ones named:
                            fmt, clippy, tidy, test, doc, book, bench, pages, cluster
                            --fail-fast stops at the first step that fails

Options:
  --portable                before these: build for any CPU of this kind, into the ordinary target directory.
                            Slower; the node counts are the same
  -h, --help                print this

RUSTFLAGS are kept: on the build for this machine, `-Ctarget-cpu=native` is put before them.

Examples:
  cargo xtask sweep
  cargo xtask sweep thesis-table-2.1 --full --jobs 2
  cargo xtask --portable bench
  cargo xtask instructions solve domineering 6x7 --first v --scheme two-big1
  cargo xtask ci --fail-fast fmt clippy tidy
";

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    run(&args).unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(args: &[OsString]) -> Result<ExitCode> {
    let (portable, args) = match args {
        [first, rest @ ..] if first == "--portable" => (true, rest),
        _ => (false, args),
    };
    let Some((command, args)) = args.split_first() else {
        bail!("no command is given: `cargo xtask --help` lists them");
    };
    let cpu = if portable { Cpu::Any } else { Cpu::Native };
    match command.to_string_lossy().as_ref() {
        "-h" | "--help" | "help" => help(),
        name @ ("sweep" | "report" | "claims" | "bench" | "doctor") => lab::run(cpu, name, args),
        _ if portable => bail!("--portable stands only before `sweep`, `report`, `claims`, `bench` or `doctor`"),
        "instructions" => instructions::run(args),
        "tidy" | "pages" | "ci" if args.iter().any(|arg| arg == "--help" || arg == "-h") => help(),
        "pages" => pages::run(args),
        "tidy" if args.is_empty() => tidy::run(),
        "tidy" => bail!("`tidy` takes no arguments"),
        "ci" => ci::run(args),
        unknown => bail!("there is no command `{unknown}`: `cargo xtask --help` lists them"),
    }
}

fn help() -> Result<ExitCode> {
    print!("{HELP}");
    Ok(ExitCode::SUCCESS)
}
