//! `ttlab testset`: extracts a test set from games.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;

use experiments::files;
use experiments::position_rule::{CsvSet, Taken, TakenCounts, TestPosition};
use experiments::text::{counted, printable};

use super::arguments::Format;
use super::games::{RuleArgs, Unreadable, take};
use super::printing::{Notes, unwritten};
use crate::interrupt::{self, Interrupted};

pub(super) const EXAMPLES: &str = "\
Points: pawn 1, knight and bishop 3.25, rook 5, queen 9. The final position of a game, in which no move was played, is \
never used. A game that cannot be read is skipped with a note, and the exit code is then 1. \
Games of variants such as Chess960 cannot be read.

Examples:
  ttlab testset testsets/middlegame/vsb-1994.pgn --from-move 15 \\
    --player Kasparov --phase middle-game --name euwe94
  ttlab testset testsets/endgame/rabinovich-romanovsky-1934.pgn --side white \\
    --phase endgame --name rabrom34
  ttlab testset my.pgn --from-move 20 -o mine.csv";

#[derive(Args)]
pub(super) struct Testset {
    /// PGN files; games are numbered across all files
    #[arg(value_name = "PGN", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Name of the games [default: the name of the first file]
    #[arg(long)]
    name: Option<String>,
    /// File to write [default: standard output]
    #[arg(short, long, alias = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Output format; `text` prints the test set as CSV, unless --out is given
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    rule: RuleArgs,
}

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --out";

pub(super) fn run(arguments: &Testset, notes: Notes) -> Result<()> {
    if let Some(output) = &arguments.out {
        files::check_output(arguments.files.iter().map(PathBuf::as_path), output, OTHER)?;
    }
    // A pipe may never continue: then a signal ends the program while it waits.
    let _deferred = arguments.files.iter().all(|file| file.is_file()).then(interrupt::defer);
    let (counts, unreadable) = match arguments.format {
        Format::Text => arguments.write_csv(None, notes)?,
        // An interrupted command prints the whole object or nothing.
        Format::Json => {
            let (mut json, taken) = files::spool(|out| {
                let mut json = Json { out, is_begun: false };
                let taken = arguments.write_csv(Some(&mut json), notes)?;
                json.end(taken.0, arguments).map_err(unwritten)?;
                Ok(taken)
            })?;
            io::copy(&mut json, &mut io::stdout().lock()).map_err(unwritten)?;
            taken
        }
    };
    let skipped = match counts.unreadable {
        0 => String::new(),
        skipped => format!("; {} skipped", counted(skipped, "game")),
    };
    let games = counted(counts.games - counts.unreadable, "game");
    let positions = counted(counts.positions, "position");
    if interrupt::is_received() {
        return Err(Interrupted(format!("{positions} of the first {games}{skipped}")).into());
    }
    notes.say(format_args!("{positions} of {games}{skipped}"));
    unreadable.check()
}

impl Testset {
    /// Writes the positions as CSV to the file, or to standard output if there is no file and no JSON.
    fn write_csv(&self, json: Option<&mut Json<'_>>, notes: Notes) -> Result<(TakenCounts, Unreadable)> {
        match &self.out {
            Some(file) => files::write_with(file, OTHER, |csv| self.write(Some(csv), json, notes)),
            None if json.is_some() => self.write(None, json, notes),
            None => self.write(Some(&mut WholeLines::default()), None, notes),
        }
    }

    /// Writes the positions as CSV and as JSON, one at a time.
    fn write(
        &self,
        csv: Option<&mut dyn Write>,
        mut json: Option<&mut Json<'_>>,
        notes: Notes,
    ) -> Result<(TakenCounts, Unreadable)> {
        let mut csv = csv.map(CsvSet::new);
        let taken = take(&self.files, self.name.as_deref(), &self.rule, notes, &mut |taken| {
            if let Some(csv) = &mut csv {
                csv.write(&taken).map_err(unwritten)?;
            }
            json.as_mut().map_or(Ok(()), |json| json.position(&taken).map_err(unwritten))
        })?;
        csv.map_or(Ok(()), CsvSet::finish).map_err(unwritten)?;
        Ok(taken)
    }
}

/// Standard output in blocks of whole lines: an interrupted command does not cut one.
#[derive(Default)]
struct WholeLines(Vec<u8>);

impl Write for WholeLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        if let Some(end) = self.0.iter().rposition(|&byte| byte == b'\n').filter(|&end| end >= 1 << 14) {
            io::stdout().write_all(&self.0[..=end])?;
            self.0.drain(..=end);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().write_all(&self.0)?;
        self.0.clear();
        io::stdout().flush()
    }
}

/// Output of `ttlab testset`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ExtractedSet<'a> {
    /// The positions.
    positions: Vec<TestPosition<'a>>,
    #[serde(flatten)]
    rest: Extracted,
}

/// What follows the positions.
#[derive(Serialize, JsonSchema)]
struct Extracted {
    /// Games in the PGN files, with those that were skipped.
    games: usize,
    /// Games that were skipped because they cannot be read. The exit code is 1 if there are some.
    skipped: usize,
    /// Path of the CSV file that `-o` names. null without `-o`.
    file: Option<String>,
    /// Whether a signal ended the command before its last game.
    interrupted: bool,
}

/// A JSON object that is written in parts: all positions might need more memory than there is.
struct Json<'a> {
    out: &'a mut dyn Write,
    is_begun: bool,
}

impl Json<'_> {
    fn position(&mut self, taken: &Taken) -> io::Result<()> {
        let before = if std::mem::replace(&mut self.is_begun, true) { "," } else { "{\"positions\":[" };
        write!(self.out, "{before}{}", printable(&serde_json::to_value(TestPosition::from(taken))?.to_string()))
    }

    fn end(&mut self, counts: TakenCounts, arguments: &Testset) -> io::Result<()> {
        let file = arguments.out.as_ref().map(|file| file.display().to_string());
        let (games, skipped, interrupted) = (counts.games, counts.unreadable, interrupt::is_received());
        let rest = serde_json::to_value(Extracted { games, skipped, file, interrupted })?.to_string();
        writeln!(self.out, "],{}", printable(&rest[1..]))
    }
}
