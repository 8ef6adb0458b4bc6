//! The commands of this repository, run as `cargo xtask COMMAND`; [`HELP`] lists them.
//!
//! This crate is small on purpose. Cargo builds it in the dev profile before every command, and in that profile a
//! search is more than ten times slower. The crate therefore links none of the searches. It builds an optimized binary
//! of the laboratory and runs it ([`lab`]). [`tidy`] checks what neither the compiler nor clippy can check, [`ci`] runs
//! every check that a change must pass, and [`instructions`] counts the instructions per node.

#![forbid(unsafe_code)]

mod book;
mod ci;
mod instructions;
mod lab;
mod pages;
mod playground;
mod portable;
mod python;
mod repo;
mod tidy;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};

use lab::Cpu;

const HELP: &str = "\
Run the commands of this repository.

Usage: cargo xtask [--portable] COMMAND [ARGUMENTS]

Commands of the program ttlab, which is built for this machine's CPU (target/native/daily/ttlab) with the
profile `daily`: the searches are as fast as in a release build, and a build after an edit is quicker:
  sweep [ARGUMENTS]         run experiments and compare their results with the published ones;
                            without a name, the quick parts of the standard experiments
  report [ARGUMENTS]        write the stored results as one HTML file, results/report.html
  claims [ARGUMENTS]        print each published claim next to our measurement
  bench [ARGUMENTS]         print the signature: one node count over all games and schemes
  doctor [ARGUMENTS]        check this machine and report problems
  COMMAND [ARGUMENTS]       run any other command of the program
  ttlab [ARGUMENTS]         run the program with these arguments: `cargo xtask ttlab --help` lists its commands

Commands of the repository:
  instructions [ARGUMENTS]  count the instructions per node of `ttlab ARGUMENTS` with valgrind, always on the
                            portable build; without arguments, for the searches that the documentation quotes.
                            With --shares as the first argument, also list the source files that the instructions
                            come from; with --check, compare with testsets/instructions.txt
  pages [--check]           generate from the rows in testsets/recorded what the book and the README show: pictures,
                            tables and verdicts; with --check, list what is out of date, and numbers that are not in
                            the rows
  book                      build the book, with the playground and the reports of the recorded rows beside it, in
                            target/book
  playground                build only the playground, a web page that runs searches as WebAssembly
  tidy [--fix]              check the invariants of the architecture; --fix updates the code in the pages of the book
                            that is copied from files
  ci [STEP...]              run everything that has to pass before a change lands, or only the named steps:
                            fmt, clippy, clippy-tests, package, semver, alone, fuzz, tidy, licences, unused, links,
                            workflows, portable, i686, test, python, doc, bench, pages, book, cluster
                            --fail-fast stops at the first step that fails

Options:
  --portable                before a command of the program: make the release build for any CPU of this architecture
                            (target/release/ttlab). Its searches are slower; the node counts are the same
  -h, --help                print this help

RUSTFLAGS are kept: the build for this machine puts `-Ctarget-cpu=native` before them.

Exit codes: 0 success, 1 failure, 2 usage error; `ttlab` uses the same.

Examples:
  cargo xtask sweep
  cargo xtask sweep thesis-table-2.1 --full --jobs 2
  cargo xtask --portable bench
  cargo xtask solve domineering 8x8 --first v
  cargo xtask instructions solve domineering 6x7 --first v --scheme two-big1
  cargo xtask ci --fail-fast fmt clippy tidy
";

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    run(&args).unwrap_or_else(|error| {
        // Whoever read our output reads no more: there is nobody to tell.
        if !is_broken_pipe(&error) {
            let _ = writeln!(io::stderr(), "error: {error:#}");
        }
        ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
    })
}

/// An error in the command itself, as opposed to an error while it runs.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl Usage {
    pub(crate) fn error(message: impl Into<String>) -> anyhow::Error {
        anyhow::Error::new(Self(message.into()))
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a line, without the panic of `println!` if that fails.
pub(crate) fn say(line: impl fmt::Display) -> Result<()> {
    writeln!(io::stdout(), "{line}").context("cannot write to standard output")
}

fn run(args: &[OsString]) -> Result<ExitCode> {
    let (portable, args) = match args {
        [first, rest @ ..] if first == "--portable" => (true, rest),
        _ => (false, args),
    };
    let Some((command, args)) = args.split_first() else {
        return Err(Usage::error("missing command\nhelp: `cargo xtask --help` lists the commands"));
    };
    let cpu = if portable { Cpu::Any } else { Cpu::Native };
    match command.to_string_lossy().as_ref() {
        "-h" | "--help" | "help" => help(),
        "ttlab" => lab::run(cpu, None, args),
        "instructions" | "tidy" | "pages" | "book" | "playground" | "ci" if portable => {
            Err(Usage::error("--portable has an effect only on commands of the program\nhelp: remove it"))
        }
        "instructions" | "tidy" | "pages" | "book" | "playground" | "ci"
            if args.iter().any(|arg| arg == "--help" || arg == "-h") =>
        {
            help()
        }
        "instructions" => instructions::run(args),
        "pages" => pages::run(args),
        "book" => book::run(args),
        "playground" => playground::run(args),
        "tidy" if args.is_empty() => tidy::run(false),
        "tidy" if args == ["--fix"] => tidy::run(true),
        "tidy" => Err(Usage::error("unexpected argument of `tidy`: expected --fix")),
        "ci" => ci::run(args),
        // The program knows its own commands, and suggests one for a word that it does not know.
        command => lab::run(cpu, Some(command), args),
    }
}

fn help() -> Result<ExitCode> {
    say(HELP.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(words: &[&str]) -> String {
        let args: Vec<OsString> = words.iter().map(OsString::from).collect();
        let error = run(&args).unwrap_err();
        assert!(error.is::<Usage>(), "{error}");
        error.to_string()
    }

    #[test]
    fn commands_that_make_no_sense() {
        assert!(refusal(&[]).contains("`cargo xtask --help`"));
        assert!(refusal(&["--portable", "tidy"]).ends_with("help: remove it"));
        assert!(refusal(&["tidy", "now"]).contains("--fix"));
        assert!(refusal(&["pages", "now"]).contains("--check"));
        assert!(refusal(&["ci", "clipy"]).ends_with("`clippy`?"));
        assert!(refusal(&["ci", "--fast"]).contains("--fail-fast"));
    }
}
