//! `ttlab bench`: the signature of the node counts, the signatures of rows, and the speed of several threads.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use crate::doctor::committed_signature;
use crate::interrupt::{self, Interrupted};
use crate::progress::{Progress, Waiting};
use crate::speedup::Workload;
use experiments::bench;
use experiments::cell::scheme_name;
use experiments::help::with_help;
use experiments::signature::{Signatures, SolverKind};
use experiments::text::{self, grouped};
use programs::chess::Program;
use report::show::block::Block;

use super::arguments::{Format, number};
use super::help;
use super::printing::{Notes, print, print_json};
use super::program::programs;

const THREADS_EXAMPLES: &str = "\
Each search runs with one thread and then with several threads in both parallel modes, so that all run under the same \
conditions. Nothing else should run on the machine. A complete run takes about 4 minutes on two cores. If you \
press Ctrl-C, the command finishes the current search, and prints the results of the complete runs.

Examples:
  ttlab bench threads
  ttlab bench threads --work domineering7x8 --runs 10
  ttlab bench threads --work connect-four --first 1000
  ttlab bench threads --threads 4 --work chess --program historic";

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct BenchArgs {
    #[command(subcommand)]
    what: Option<What>,

    /// Print the signatures of rows instead, one for each solver and scheme
    ///
    /// Each row of a database contains such a signature. It identifies the version of the game and of the scheme that
    /// produced the row. The program ignores rows with other signatures than its own.
    #[arg(long)]
    rows: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Subcommand)]
enum What {
    /// Measure how much faster several threads are than one
    #[command(after_help = help(THREADS_EXAMPLES))]
    Threads(BenchThreads),
}

#[derive(Args)]
struct BenchThreads {
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(2..=1024_u32))]
    #[arg(allow_negative_numbers = true)]
    threads: u32,
    /// Runs of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1000_u32))]
    #[arg(allow_negative_numbers = true)]
    runs: u32,
    /// Search only the first N positions of chess (at most 40, or 24 by the historic program) and Connect Four (at most
    /// 1000); has no effect on domineering [default: all of chess and 20]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    first: Option<usize>,
    /// Program: `best` or, in chess and domineering, `historic` [default: best; in domineering historic]
    #[arg(long, value_name = "PROGRAM", value_parser = programs(), hide_possible_values = true)]
    program: Option<Program>,
    /// What to search [default: chess,connect-four,domineering]
    #[arg(long, value_delimiter = ',')]
    work: Vec<Workload>,
}

fn run_threads(arguments: &BenchThreads, notes: Notes) -> Result<()> {
    let work = if arguments.work.is_empty() { &Workload::ALL[..] } else { &arguments.work };
    let _deferred = interrupt::defer();
    for (place, work) in work.iter().enumerate() {
        let program = arguments.program;
        let searches = work.searches(program, arguments.first)? * arguments.runs as usize;
        let mut progress = Progress::new(searches, None, notes.progress);
        let mut nodes = 0;
        progress.show(nodes);
        let measured = work.measure(program, arguments.first, arguments.runs, arguments.threads, |took| {
            nodes += took.nodes;
            progress.finish_cell(0, took.nodes);
            progress.show(nodes);
            if interrupt::is_received() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        progress.clear();
        if let Some(table) = measured? {
            let mut text = Vec::new();
            Block::Table(table).print(&mut text)?;
            print(format_args!("{}{}", if place > 0 { "\n" } else { "" }, String::from_utf8_lossy(&text)))?;
        }
        if interrupt::is_received() {
            return Err(Interrupted("runs that are not complete are not printed".to_owned()).into());
        }
    }
    Ok(())
}

/// Output of `ttlab bench`.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchCounts {
    /// The bench signature: the nodes of a fixed list of searches.
    bench: u64,
    /// The committed signature, when the program was built. The exit code is 1 if it is not `bench`. null if
    /// testsets/bench-signature.txt had no number.
    expected: Option<u64>,
    /// The games, and `chess-best`, the best program of chess, each with the nodes of its searches. They add up to
    /// `bench`.
    programs: BTreeMap<&'static str, u64>,
    /// Wall-clock time of one thread, in seconds.
    seconds: f64,
    /// Nodes per second of one thread.
    nodes_per_second: u64,
}

/// Output of `ttlab bench --rows`.
#[derive(Serialize, JsonSchema)]
pub(super) struct RowSignatures {
    /// The signatures.
    rows: Vec<RowSignature>,
}

/// The signature of one solver with one scheme.
#[derive(Serialize, JsonSchema)]
struct RowSignature {
    /// The solver: the first word of a cell's text.
    solver: &'static str,
    /// Replacement scheme; `none` is the search without a table.
    scheme: &'static str,
    /// The signature that rows of this solver and scheme carry. An integer of up to 63 bits.
    signature: u64,
}

pub(super) fn run(arguments: &BenchArgs, notes: Notes) -> Result<()> {
    if let Some(What::Threads(threads)) = &arguments.what {
        return run_threads(threads, notes);
    }
    let waiting = Waiting::new("running the bench", notes.progress);
    if arguments.rows {
        let signatures = Signatures::all().context("cannot compute the signatures")?;
        drop(waiting);
        return print_rows(&signatures, arguments.format);
    }
    let bench = bench::bench().context("cannot run the bench")?;
    drop(waiting);
    let (signature, expected) = (bench.signature(), committed_signature());
    let speed = (signature as f64 / bench.seconds.max(1e-9)) as u64;
    match arguments.format {
        Format::Text => {
            let mut text = String::new();
            for (name, nodes) in &bench.programs {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{:<14}{:>11} nodes", name, grouped(*nodes));
            }
            let _ = writeln!(text, "{:.2} s, {}", bench.seconds, text::speed(speed as f64));
            let expected = expected.map_or("unknown".to_owned(), |expected| expected.to_string());
            let _ = writeln!(text, "expected: {expected} (testsets/bench-signature.txt)\nBench: {signature}");
            // OpenBench reads the last line.
            let _ = writeln!(text, "{signature} nodes {speed} nps");
            print(text)?;
        }
        Format::Json => {
            let programs = bench.programs.into_iter().collect();
            let (seconds, nodes_per_second) = (bench.seconds, speed);
            print_json(&BenchCounts { bench: signature, expected, programs, seconds, nodes_per_second })?;
        }
    }
    check(signature, expected)
}

/// Fails if the signature is not the committed one.
fn check(signature: u64, expected: Option<u64>) -> Result<()> {
    let Some(expected) = expected else {
        let what = "testsets/bench-signature.txt had no number when this program was built";
        return Err(anyhow!(with_help(what, format!("write {signature} to it and rebuild"))));
    };
    if signature == expected {
        return Ok(());
    }
    let what = format!("the node counts differ from the committed ones: expected {expected}, got {signature}");
    let help = format!("if the change is intended, write {signature} to testsets/bench-signature.txt and rebuild");
    Err(anyhow!(with_help(what, help)))
}

fn print_rows(signatures: &Signatures, format: Format) -> Result<()> {
    let row = |(solver, scheme, signature): (SolverKind, _, u64)| RowSignature {
        solver: solver.name(),
        scheme: scheme_name(scheme),
        signature,
    };
    match format {
        Format::Text => print(signatures.to_text()),
        Format::Json => print_json(&RowSignatures { rows: signatures.iter().map(row).collect() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_signature_is_an_error_with_both_numbers() {
        assert!(check(7, Some(7)).is_ok());
        let error = check(8, Some(7)).unwrap_err().to_string();
        assert!(error.contains("7, got 8"), "{error}");
        assert!(check(8, None).is_err());
    }
}
