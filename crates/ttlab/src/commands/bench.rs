//! `ttlab bench`: the signature of the node counts, and those of rows.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use experiments::bench;
use experiments::cell::scheme_name;
use experiments::signature::{Signatures, Solver};

use super::arguments::{Format, print, print_json};

#[derive(Args)]
pub(super) struct Bench {
    /// Print the signatures of rows instead: one for each solver and scheme
    ///
    /// A database knows by them which rows were counted by this version of the game and of the scheme.
    #[arg(long)]
    rows: bool,
    /// How to print the signature
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Bench) -> Result<()> {
    if arguments.rows {
        let signatures = Signatures::all().context("cannot compute the signatures")?;
        let row = |(solver, scheme, signature): (Solver, _, u64)| {
            let (solver, scheme) = (solver.name(), scheme_name(scheme));
            json!({ "solver": solver, "scheme": scheme, "signature": signature })
        };
        return match arguments.format {
            Format::Text => print(signatures.to_text()),
            Format::Json => print_json(&json!({ "rows": signatures.iter().map(row).collect::<Vec<_>>() })),
        };
    }
    let bench = bench::bench().context("cannot run the bench")?;
    let (signature, seconds) = (bench.signature(), bench.seconds);
    let speed = (signature as f64 / seconds.max(1e-9)) as u64;
    match arguments.format {
        Format::Text => {
            let games = bench.games.iter().map(|(game, nodes)| format!("{:<14}{nodes} nodes\n", game.name()));
            let games: String = games.collect();
            let speed = speed as f64 / 1e6;
            print(format_args!("{games}{seconds:.2} s, {speed:.1} million nodes/s\nBench: {signature}\n"))
        }
        Format::Json => {
            let games: serde_json::Map<String, serde_json::Value> =
                bench.games.iter().map(|(game, nodes)| (game.name().to_owned(), json!(nodes))).collect();
            print_json(&json!({
                "bench": signature, "games": games, "seconds": seconds, "nodes_per_second": speed,
            }))
        }
    }
}
