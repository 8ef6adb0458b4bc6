//! `ttlab bench`: the signature of the node counts.

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use experiments::bench;

use super::arguments::Format;

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
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text => {
            for (game, nodes) in bench.games {
                writeln!(out, "{:<14}{nodes} nodes", game.name())?;
            }
            writeln!(out, "{seconds:.2} s, {:.1} million nodes/s", speed as f64 / 1e6)?;
            writeln!(out, "Bench: {signature}")?;
        }
        Format::Json => {
            let games: serde_json::Map<String, serde_json::Value> =
                bench.games.iter().map(|(game, nodes)| (game.name().to_owned(), json!(nodes))).collect();
            let object = json!({
                "bench": signature, "games": games, "seconds": seconds, "nodes_per_second": speed,
            });
            writeln!(out, "{object}")?;
        }
    }
    Ok(())
}
