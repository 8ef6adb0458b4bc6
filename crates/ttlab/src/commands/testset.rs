//! `ttlab testset`: positions of games become a test set.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};

use experiments::text::counted;
use experiments::{files, position_rule};

use super::arguments::{Format, Notes, print, print_json};
use super::games::{RuleArgs, take};

pub(super) const EXAMPLES: &str = "\
Points are 1 for a pawn, 3.25 for a knight or bishop, 5 for a rook, 9 for a queen. A position is taken if a move was \
played there.

Examples:
  ttlab testset testsets/middlegame/vsb-1994.pgn --from-move 15 \\
    --player Kasparov --phase middle-game --name euwe94
  ttlab testset testsets/endgame/rabinovich-romanovsky-1934.pgn --side white \\
    --phase endgame --name rabrom34
  ttlab testset my.pgn --from-move 20 -o mine.csv";

#[derive(Args)]
pub(super) struct Testset {
    /// The files of games; their numbers go on from one to the next
    #[arg(value_name = "PGN", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// What the games are called [default: the name of the first file]
    #[arg(long)]
    name: Option<String>,
    /// The file to write [default: standard output]
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// What to print on standard output: as text the test set as CSV, unless it goes to a file
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    rule: RuleArgs,
}

/// What a user may do about a file that cannot be written.
const OTHER: &str = "choose another file with --out";

pub(super) fn run(arguments: &Testset, notes: Notes) -> Result<()> {
    if let Some(output) = &arguments.out {
        files::check_output(arguments.files.iter().map(PathBuf::as_path), output, OTHER)?;
    }
    let (taken, games) = take(&arguments.files, arguments.name.as_deref(), &arguments.rule)?;
    let mut csv = Vec::new();
    position_rule::write(&taken, &mut csv)?;
    let file = arguments.out.as_deref();
    if let Some(file) = file {
        files::write(file, &csv, OTHER)?;
    }
    match arguments.format {
        Format::Json => print_json(&position_rule::to_json(&taken, games, file))?,
        Format::Text if file.is_none() => print(String::from_utf8_lossy(&csv))?,
        Format::Text => {}
    }
    notes.say(format_args!("{} of {}", counted(taken.len(), "position"), counted(games, "game")));
    Ok(())
}
