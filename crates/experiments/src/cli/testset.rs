//! `ttlab testset`: positions of games become a test set.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use experiments::testset;

use super::games::{RuleArgs, take};

pub(super) const EXAMPLES: &str = "\
Points are 1 for a pawn, 3.25 for a knight or bishop, 5 for a rook, 9 for a queen. A position is taken if a move was
played there.

Examples:
  ttlab testset testsets/middlegame/vsb-1994.pgn --from-move 15 --player Kasparov --phase middle-game --name euwe94
  ttlab testset testsets/endgame/rabinovich-romanovsky-1934.pgn --side white --phase endgame --name rabrom34
  ttlab testset my.pgn --from-move 20 -o mine.csv";

#[derive(Args)]
pub(super) struct Testset {
    /// The files of games; their numbers go on from one to the next
    #[arg(value_name = "PGN", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rule: RuleArgs,
    /// What the games are called [default: the name of the first file]
    #[arg(long)]
    name: Option<String>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Testset) -> Result<()> {
    let (taken, games) = take(&arguments.files, arguments.name.as_deref(), &arguments.rule)?;
    match &arguments.output {
        None => testset::write(&taken, io::stdout().lock())?,
        Some(path) => {
            let mut bytes = Vec::new();
            testset::write(&taken, &mut bytes)?;
            std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    eprintln!("{} positions of {games} games", taken.len());
    Ok(())
}
