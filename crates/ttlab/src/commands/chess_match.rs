//! `ttlab match`: games between two searches of chess.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use chess::pgn::PgnGame;
use clap::{Args, ValueEnum, ValueHint};
use engine::Techniques;
use programs::SearchOptions;
use programs::chess::versus::{MatchSide, SideProgram};
use programs::chess::{Analyser, AnalyserSettings, Program};
use stats::{EloModel, Sprt};
use tt::Size;

use crate::chess_match::{Match, read_openings};
use crate::interrupt::{self, Interrupted};
use experiments::help::with_help;
use experiments::text::counted;
use experiments::{GameKind, Usage, files, machine};

use super::arguments::{
    BetweenArg, Format, SchemeArg, check_search, nodes, note_without_effect, number, schemes, searches, sizes,
    techniques,
};
use super::printing::{Notes, print, print_json};
use super::program::{DrawsArg, ProgramArgs, programs};

pub(super) const EXAMPLES: &str = "\
--program, --without, --with, --search and --draws are those of side A. Both games of a pair start from the same \
opening, with colours reversed. By default an opening consists of eight \
random moves. With a node limit, the result is the same on every machine and with any --jobs.

Examples:
  ttlab match --scheme size-4 --against depth-4+age-8
  ttlab match --without-against null-move,iir --sprt 0,10
  ttlab match --program-against historic --nodes 20K --pairs 50
  ttlab match --nodes 10K --nodes-against 20K --pairs 500 --pgn games.pgn
  ttlab match --program historic --scheme two-big1 --against none --nodes 2K
  ttlab match --between-against clear
  ttlab match --scheme depth-4 --against new --movetime 50ms --jobs 1
  ttlab match --scheme depth-4+compact --against depth-4 --positions 16KiB";

/// The size of both tables.
const POSITIONS: &str = "64K";

/// The node limit of both sides.
const NODES: u64 = 10_000;

/// The most pairs to play without a test, and with one.
const PAIRS: u64 = 100;
const PAIRS_OF_TEST: u64 = 50_000;

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --pgn";

#[derive(Args)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    first: ProgramArgs,
    /// Program of side B [default: that of side A]
    #[arg(long, value_name = "PROGRAM", value_parser = programs(), hide_possible_values = true)]
    program_against: Option<Program>,
    /// Best program: techniques of side B to switch off [default: those of side A]
    #[arg(long, value_name = "TECHNIQUES", value_parser = techniques(), hide_possible_values = true)]
    without_against: Option<Techniques>,
    /// Best program: techniques of side B to use in addition [default: those of side A]
    #[arg(long, value_name = "TECHNIQUES", value_parser = techniques(), hide_possible_values = true)]
    with_against: Option<Techniques>,
    /// Replacement scheme of side A (`ttlab schemes` lists them), or `none` to search without a table [default: that of
    /// the program]
    #[arg(long, value_parser = schemes(), hide_possible_values = true)]
    scheme: Option<SchemeArg>,
    /// Replacement scheme of side B [default: that of side A, if the programs are the same]
    #[arg(long, value_name = "SCHEME", value_parser = schemes(), hide_possible_values = true)]
    against: Option<SchemeArg>,
    /// Historic program: options of the search of side B [default: those of side A]
    #[arg(long, value_name = "OPTIONS", value_parser = searches(), hide_possible_values = true)]
    search_against: Option<SearchOptions>,
    /// Historic program: which draws the search of side B sees [default: as for side A]
    #[arg(long, value_name = "WHICH")]
    draws_against: Option<DrawsArg>,
    /// Table size of side A, in positions or as memory such as 16KiB [default: 64K]
    #[arg(long, value_name = "SIZE", value_parser = sizes::<Size>(), hide_possible_values = true)]
    positions: Option<Size>,
    /// Table size of side B, in positions or as memory [default: that of side A]
    #[arg(long, value_name = "SIZE", value_parser = sizes::<Size>(), hide_possible_values = true)]
    positions_against: Option<Size>,
    /// What happens to the table of side A between two of its moves [default: stamp]
    #[arg(long, value_name = "WHAT")]
    between: Option<BetweenArg>,
    /// What happens to the table of side B between two of its moves [default: as for side A]
    #[arg(long, value_name = "WHAT")]
    between_against: Option<BetweenArg>,
    /// Node limit per move of side A, such as 10K (K, M and G: thousand, million, billion) [default: 10K]
    #[arg(long, value_name = "N", value_parser = nodes)]
    nodes: Option<u64>,
    /// Node limit per move of side B [default: that of side A]
    #[arg(long, value_name = "N", value_parser = nodes)]
    nodes_against: Option<u64>,
    /// Time per move of both sides, such as 100ms or 2s, instead of node limits
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with_all = ["nodes", "nodes_against"])]
    movetime: Option<Duration>,
    /// Stop when a sequential test accepts one of two differences in Elo, with error rates of 5 %
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Unit of --sprt
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt")]
    elo_model: ModelArg,
    /// Maximum number of pairs of games [default: 100, or 50000 with --sprt; at most the positions of --openings]
    #[arg(long, value_name = "N", value_parser = number(1..=10_000_000_u64), allow_negative_numbers = true)]
    pairs: Option<u64>,
    /// Number of pairs to play in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_usize), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Seed of the random openings and of the Zobrist keys, which differ from pair to pair
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    #[arg(value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// File of starting positions, one per line, as EPD or FEN, without repetitions [default: random openings]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
    /// Write the games to this file, as PGN, each as soon as it counts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pgn: Option<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModelArg {
    /// The advantage in standard deviations of a game: independent of the number of draws
    Normalized,
    /// Elo
    Logistic,
}

impl MatchArgs {
    /// Returns whether the printed output is the only result.
    pub(super) fn is_only_printed(&self) -> bool {
        self.pgn.is_none()
    }

    fn sides(&self, notes: Notes) -> Result<[MatchSide; 2]> {
        let [first, second] = self.programs()?;
        let kinds = [first.program, second.program];
        let first_scheme = self.scheme.map_or(Some(kinds[0].scheme()), |scheme| scheme.0);
        let of_second = if kinds[0] == kinds[1] { first_scheme } else { Some(kinds[1].scheme()) };
        let schemes = [first_scheme, self.against.map_or(of_second, |scheme| scheme.0)];
        let (no_table, none_for_b) = (schemes == [None, None], schemes[1].is_none());
        let without_table = [
            ("--positions", self.positions.is_some() && no_table, "--scheme"),
            ("--between", self.between.is_some() && no_table, "--scheme"),
            ("--positions-against", self.positions_against.is_some() && none_for_b, "--against"),
            ("--between-against", self.between_against.is_some() && none_for_b, "--against"),
        ];
        if let Some((option, _, scheme)) = without_table.iter().find(|(_, is_wrong, _)| *is_wrong) {
            let what = format!("{option} cannot be used with {scheme} none: there is no table");
            return Err(Usage::error(with_help(what, format!("remove {option}"))));
        }
        let positions = self.positions.map_or_else(|| POSITIONS.parse(), Ok)?;
        let most = if self.movetime.is_some() { u64::MAX } else { self.nodes.unwrap_or(NODES) };
        let forgets = |between: Option<BetweenArg>| between == Some(BetweenArg::Clear);
        let first = MatchSide {
            program: first.chosen(first.search.unwrap_or_default()),
            scheme: schemes[0],
            size: positions,
            nodes: most,
            forgets: forgets(self.between),
        };
        let second = MatchSide {
            program: second.chosen(second.search.unwrap_or_default()),
            scheme: schemes[1],
            size: self.positions_against.unwrap_or(positions),
            nodes: self.nodes_against.unwrap_or(most),
            forgets: forgets(self.between_against.or(self.between)),
        };
        for side in [&first, &second] {
            // A match would fail at its first game.
            let MatchSide { program, scheme, size, .. } = *side;
            drop(Analyser::new(AnalyserSettings { program, scheme, size, key_seed: self.seed })?);
            if let SideProgram::Alibaba(search) = side.program {
                let search = search.difference(programs::chess::playing(SearchOptions::PLAIN));
                check_search(search)?;
                note_without_effect(GameKind::Chess, side.scheme, search, notes);
            }
            if (first.scheme, first.program) == (second.scheme, second.program) {
                break;
            }
        }
        Ok([first, second])
    }

    /// Returns the programs of both sides. An option that neither of them uses is an error.
    fn programs(&self) -> Result<[ProgramArgs; 2]> {
        let second = ProgramArgs {
            program: self.program_against.unwrap_or(self.first.program),
            without: self.without_against,
            with: self.with_against,
            search: self.search_against,
            draws: self.draws_against,
        };
        self.first.check("", &[self.first.program, second.program])?;
        second.check("-against", &[second.program])?;
        Ok([self.first, second.or(self.first)])
    }

    /// Returns the openings of the file, if there is one, and the most pairs to play.
    fn openings_and_pairs(&self, notes: Notes) -> Result<(Vec<String>, u64)> {
        let default = if self.sprt.is_some() { PAIRS_OF_TEST } else { PAIRS };
        let Some(path) = &self.openings else { return Ok((Vec::new(), self.pairs.unwrap_or(default))) };
        let read = read_openings(&files::read_text(path)?).map_err(|error| {
            let help = "a position is a line like `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -`";
            anyhow!(with_help(format!("{error:#}"), help))
        });
        let (openings, repeated) = read.with_context(|| path.display().to_string())?;
        if let Some([line, first]) = repeated.first() {
            notes.say(format_args!(
                "{}: {} left out that occur earlier in the file, apart from move counters; the first: line {line} \
                 repeats line {first}",
                path.display(),
                counted(repeated.len(), "position"),
            ));
        }
        let most = openings.len() as u64;
        match self.pairs {
            Some(pairs) if pairs > most => {
                let what = format!(
                    "--pairs {pairs} is too many: {} has {}",
                    path.display(),
                    counted(most, "different position")
                );
                Err(Usage::error(with_help(what, "lower --pairs, or add positions to the file")))
            }
            pairs => Ok((openings, pairs.unwrap_or(default).min(most))),
        }
    }
}

pub(super) fn run(arguments: &MatchArgs, notes: Notes) -> Result<()> {
    if let Some(file) = &arguments.pgn {
        files::check_output(arguments.openings.iter().map(PathBuf::as_path), file, OTHER)?;
    }
    let sides = arguments.sides(notes)?;
    let (openings, pairs) = arguments.openings_and_pairs(notes)?;
    if let Some(file) = &arguments.pgn {
        // A match may take hours, so the file is tried before it.
        files::check_file(file, OTHER)?;
    }
    let model = match arguments.elo_model {
        ModelArg::Normalized => EloModel::Normalized,
        ModelArg::Logistic => EloModel::Logistic,
    };
    let task = Match {
        sides,
        time: arguments.movetime,
        openings,
        seed: arguments.seed,
        pairs,
        test: arguments.sprt.map(|(elo0, elo1)| Sprt { model, ..Sprt::new(elo0, elo1) }),
        jobs: arguments.jobs.unwrap_or_else(machine::usable_cores),
    };
    if task.sides[0] == task.sides[1] {
        notes.say(format_args!("A and B are the same: there is nothing to compare"));
    }
    let mut file = None;
    let mut keep = |game: &PgnGame| match &arguments.pgn {
        Some(path) => write_game(path, &mut file, game),
        None => Ok(()),
    };
    let played = {
        let _deferred = interrupt::defer();
        task.play(notes.progress, interrupt::flag(), &mut keep)?
    };
    match arguments.format {
        Format::Text => print(task.to_text(&played))?,
        Format::Json => print_json(&task.output(&played))?,
    }
    if let Some(path) = arguments.pgn.as_ref().filter(|_| file.is_some() && played.failed.is_none()) {
        notes.say(format_args!("written: {}", path.display()));
    }
    match played.failed {
        Some(error) => Err(error),
        None if played.is_interrupted => Err(Interrupted(format!("{} are complete", task.pairs_text(&played))).into()),
        None => Ok(()),
    }
}

/// Writes a game. The first one replaces what a regular file contained.
///
/// Each game is written at once: an interrupted match leaves its games, and a long one needs no memory for them.
fn write_game(path: &Path, file: &mut Option<File>, game: &PgnGame) -> Result<()> {
    let write = || {
        let file = match file {
            Some(file) => file,
            none => none.insert(files::begin(path)?),
        };
        file.write_all(game.to_pgn().as_bytes())
    };
    write().map_err(|error| files::unwritable(path, &error, OTHER))
}

/// Parses a time such as 100ms or 2s, of at most an hour.
fn time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    let milliseconds = match unit {
        "ms" => digits.parse::<u64>().ok(),
        "s" => digits.parse::<u64>().ok().and_then(|seconds| seconds.checked_mul(1_000)),
        _ => None,
    };
    let time = milliseconds.filter(|milliseconds| (1..=3_600_000).contains(milliseconds));
    time.map(Duration::from_millis).ok_or_else(|| "expected a time from 1ms to 3600s, such as 100ms or 2s".to_owned())
}

/// Parses two differences in Elo.
fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse::<f64>().ok()?, high.parse().ok()?)));
    let valid = numbers.filter(|&(low, high)| -100.0 <= low && low < high && high <= 100.0);
    valid.ok_or_else(|| "expected two numbers from -100 to 100, the smaller one first, such as 0,5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        for text in ["", "100", "ms", "0ms", "1.5s", "-1s", "3601s", "2m", "99999999999999999999s", "1µs"] {
            assert!(time(text).unwrap_err().contains("100ms"), "{text}");
        }
    }

    #[test]
    fn hypotheses_are_in_order() {
        assert_eq!(hypotheses("0,5"), Ok((0.0, 5.0)));
        assert_eq!(hypotheses("-1.75,0.25"), Ok((-1.75, 0.25)));
        for text in ["", "5", "5,0", "1,1", "0,101", "nan,5", "0,5,7", "-inf,0"] {
            assert!(hypotheses(text).is_err(), "{text}");
        }
    }
}
