//! `ttlab bench`: the signature of the node counts.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use experiments::bench;

use super::arguments::{Format, print, print_json};

#[derive(Args)]
pub(super) struct Bench {
    /// How to print the signature
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Bench) -> Result<()> {
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
