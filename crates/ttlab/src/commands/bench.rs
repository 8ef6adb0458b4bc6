//! `ttlab bench`: the signature of the node counts, and the signatures of rows.

use std::fmt::Write as _;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::doctor::committed_signature;
use crate::progress::Waiting;
use experiments::bench;
use experiments::cell::scheme_name;
use experiments::signature::{Signatures, SolverKind};
use experiments::text::{grouped, with_help};

use super::arguments::{Format, Notes, print, print_json};

#[derive(Args)]
pub(super) struct Bench {
    /// Print the signatures of rows instead, one for each solver and scheme
    ///
    /// Each row of a database carries such a signature. It identifies the version of the game and of the scheme that
    /// counted the row. The program uses only rows with its own signatures.
    #[arg(long)]
    rows: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Bench, notes: Notes) -> Result<()> {
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
            for (game, nodes) in &bench.games {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{:<14}{:>11} nodes", game.name(), grouped(*nodes));
            }
            let (seconds, speed) = (bench.seconds, speed as f64 / 1e6);
            let _ = writeln!(text, "{seconds:.2} s, {speed:.1} million nodes/s");
            let expected = expected.map_or("unknown".to_owned(), |expected| expected.to_string());
            let _ = writeln!(text, "expected: {expected} (testsets/bench-signature.txt)\nBench: {signature}");
            print(text)?;
        }
        Format::Json => {
            let games: Map<String, Value> =
                bench.games.iter().map(|(game, nodes)| (game.name().to_owned(), json!(nodes))).collect();
            print_json(&json!({
                "bench": signature, "expected": expected, "games": games, "seconds": bench.seconds,
                "nodes_per_second": speed,
            }))?;
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
    let row = |(solver, scheme, signature): (SolverKind, _, u64)| {
        let (solver, scheme) = (solver.name(), scheme_name(scheme));
        json!({ "solver": solver, "scheme": scheme, "signature": signature })
    };
    match format {
        Format::Text => print(signatures.to_text()),
        Format::Json => print_json(&json!({ "rows": signatures.iter().map(row).collect::<Vec<_>>() })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_signature_is_an_error_with_both_numbers() {
        assert!(check(7, Some(7)).is_ok());
        let error = check(8, Some(7)).unwrap_err().to_string();
        assert!(error.contains("expected 7, got 8"), "{error}");
        assert!(check(8, None).is_err());
    }
}
