//! `ttlab scan`: the numbers of a scheme, such as the weight of age.

use std::cell::RefCell;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use clap::{Args, ValueEnum, ValueHint};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use schemes::{Parameter, Positions, Scheme, Technique};
use serde::Serialize;
use tt::Size;

use ::report::pages::is_file_of;
use ::report::show::scan::{PointResult, ScanResult, ScanVerdict, axis_name};
use experiments::cell::read_scheme;
use experiments::help::{shown, with_help};
use experiments::plan::Options;
use experiments::scan::{Scan, ScanAxis, ScanGame};
use experiments::sweep::{Done, Sweep};
use experiments::{Usage, files};

use crate::interrupt;

use super::arguments::{Format, memory, number, parse, sizes};
use super::commit;
use super::definitions::DATABASE;
use super::printing::{Notes, print, print_json};
use super::sweep::{Display, MOST_JOBS, OTHER_DIRECTORY, failures, note_cost, note_work, print_plan};

pub(super) const EXAMPLES: &str = "\
The scheme is one that compares weighted sums: depth-N, size-N, and the rules of engines (`ttlab schemes`). \
`stockfish` is stockfish-18. Values are numbers from 0 to 255: A..B from A to B, both included; A..B/STEP in steps; or \
a list, as in 0,4,8..16/4. One or two numbers can vary. Every point searches the same positions with the same key \
seeds as the scheme itself, which is the default. The points are cells of an experiment: to resume, run the same \
command again.

Examples:
  ttlab scan stockfish --weight 0..16
  ttlab scan stockfish --weight 0..16/2 --margin 0..8 --seeds 10
  ttlab scan depth-4+age-8 --weight 0..32/4 --in chess-endgame --depth 6
  ttlab scan depth-4+compact --store-margin 0..6 --in domineering --memory 64K
  ttlab scan stockfish --weight 0..16 --full --dry-run";

#[derive(Args)]
pub(super) struct ScanArgs {
    /// Scheme whose numbers vary; its own numbers are the default
    #[arg(value_name = "SCHEME", value_parser = base)]
    scheme: Technique,
    /// Values of the weight of age: what each search since a position was stored subtracts from its value
    #[arg(long, value_name = "VALUES", value_parser = parse::<Values>, allow_hyphen_values = true)]
    weight: Option<Values>,
    /// Values of the margin: how many plies shallower a record may be to overwrite that of the same position
    #[arg(long, value_name = "VALUES", value_parser = parse::<Values>, allow_hyphen_values = true)]
    margin: Option<Values>,
    /// Values of the store margin: how many plies shallower than the victim a candidate may be to be stored
    #[arg(long, value_name = "VALUES", value_parser = parse::<Values>, allow_hyphen_values = true)]
    store_margin: Option<Values>,
    /// Values of the PV margin: what a PV node adds to the depth of a record that may overwrite
    #[arg(long, value_name = "VALUES", value_parser = parse::<Values>, allow_hyphen_values = true)]
    pv_margin: Option<Values>,
    /// What is searched
    #[arg(long = "in", value_name = "GAME", default_value = "chess")]
    game: GameArg,
    /// Search the positions of the full part of the survey instead of the quick part
    #[arg(long)]
    full: bool,
    /// Search to these depths instead of those of the survey, in chess
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Vec<u8>,
    /// Table sizes in positions; the ratio is the mean over them [default: 512; 4K in domineering]
    #[arg(
        long, value_name = "SIZE", value_delimiter = ',',
        value_parser = sizes::<Positions>(), hide_possible_values = true
    )]
    positions: Vec<Positions>,
    /// Table size in memory, such as 64K, instead of positions
    #[arg(long, value_name = "BYTES", value_parser = memory, conflicts_with = "positions")]
    memory: Option<u64>,
    /// Run each cell with N different seeds of the Zobrist keys
    #[arg(long, value_name = "N", default_value = "5")]
    #[arg(value_parser = number::<u64>(1..=10_000), allow_negative_numbers = true)]
    seeds: u64,
    /// Number of parallel jobs [default: as many as cores and memory allow]
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Print the cells and the expected time, and exit
    #[arg(long)]
    dry_run: bool,
    /// Database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Directory for the picture and the CSV file
    #[arg(short, long, value_name = "DIR", default_value = "results", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum GameArg {
    /// Middle games of chess; the table is kept between the positions of a game
    Chess,
    /// Endgames of chess; the table is kept between the positions of a game
    ChessEndgame,
    /// Empty boards of domineering
    Domineering,
    /// Positions of Connect Four
    ConnectFour,
}

impl GameArg {
    fn game(self) -> ScanGame {
        match self {
            Self::Chess => ScanGame::Chess,
            Self::ChessEndgame => ScanGame::ChessEndgame,
            Self::Domineering => ScanGame::Domineering,
            Self::ConnectFour => ScanGame::ConnectFour,
        }
    }

    /// Returns whether searches end at a depth, and the table is kept between them, so that positions have an age.
    fn is_chess(self) -> bool {
        matches!(self, Self::Chess | Self::ChessEndgame)
    }
}

/// Values of a number, ascending, and how the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Values {
    text: String,
    values: Vec<u8>,
}

impl FromStr for Values {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut values = Vec::new();
        for part in text.split(',') {
            values.extend(range(part).ok_or_else(|| {
                "expected numbers from 0 to 255: a range such as 0..16, with a step as in 0..16/4, or a list such as \
                 0,4,8"
                    .to_owned()
            })?);
        }
        values.sort_unstable();
        values.dedup();
        Ok(Self { text: text.to_owned(), values })
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Reads `A`, `A..B` or `A..B/STEP`; both ends are included.
fn range(text: &str) -> Option<impl Iterator<Item = u8> + use<>> {
    let (ends, step) = match text.split_once('/') {
        Some((ends, step)) if ends.contains("..") => (ends, step.parse::<usize>().ok().filter(|&step| step > 0)?),
        Some(_) => return None,
        None => (text, 1),
    };
    let (from, to) = ends.split_once("..").unwrap_or((ends, ends));
    let (from, to) = (from.parse::<u8>().ok()?, to.parse::<u8>().ok()?);
    (from <= to).then(|| (from..=to).step_by(step))
}

/// Reads the name of a scheme whose numbers can vary.
fn base(name: &str) -> Result<Technique, String> {
    let known = if name == "stockfish" { "stockfish-18" } else { name };
    match read_scheme(known).map_err(|error| shown(&error))? {
        Some(Scheme::Technique(technique)) => Ok(technique),
        _ => Err("expected a scheme with numbers, such as stockfish, stockfish-18 or depth-4+age-8".to_owned()),
    }
}

impl ScanArgs {
    /// Returns the numbers that vary.
    fn axes(&self) -> Result<Vec<(Parameter, &Values)>> {
        let given = [
            (Parameter::Age, &self.weight),
            (Parameter::Margin, &self.margin),
            (Parameter::StoreMargin, &self.store_margin),
            (Parameter::PvMargin, &self.pv_margin),
        ];
        let axes: Vec<_> =
            given.into_iter().filter_map(|(parameter, values)| Some((parameter, values.as_ref()?))).collect();
        match axes.len() {
            1 | 2 => Ok(axes),
            0 => Err(Usage::error(with_help(
                "nothing varies: expected --weight, --margin, --store-margin or --pv-margin",
                "add --weight 0..16, for example",
            ))),
            _ => Err(Usage::error(with_help(
                "too many numbers vary: expected one or two",
                "put fixed numbers into the name of the scheme, as in stockfish-18+age-4",
            ))),
        }
    }

    /// Returns the scheme, with the option that its size is an amount of memory if there is one, and the sizes.
    fn base_and_sizes(&self) -> Result<(Technique, Vec<Positions>)> {
        let Some(bytes) = self.memory else { return Ok((self.scheme, self.positions.clone())) };
        let of_memory = Technique::find(&format!("{}+memory", self.scheme.name())).unwrap_or(self.scheme);
        Ok((of_memory, vec![Positions::new(bytes / Size::OF_POSITION)?]))
    }

    /// Returns the arguments that determine the cells besides those that every sweep has.
    fn argument(&self, axes: &[(Parameter, &Values)]) -> String {
        let mut text = self.scheme.name().to_owned();
        for (parameter, values) in axes {
            text += &format!(" --{} {values}", axis_name(*parameter));
        }
        text += &format!(" --in {}", self.game.game().name());
        let list = |all: &[String]| all.join(",");
        if !self.depth.is_empty() {
            text += &format!(" --depth {}", list(&self.depth.iter().map(u8::to_string).collect::<Vec<_>>()));
        }
        if let Some(bytes) = self.memory {
            text += &format!(" --memory {bytes}");
        }
        if !self.positions.is_empty() {
            text +=
                &format!(" --positions {}", list(&self.positions.iter().map(ToString::to_string).collect::<Vec<_>>()));
        }
        text
    }

    /// Returns whether the command only prints.
    pub(super) fn is_only_printed(&self) -> bool {
        self.dry_run
    }
}

pub(super) fn run(arguments: &ScanArgs, notes: Notes) -> Result<()> {
    let axes = arguments.axes()?;
    let (base, positions) = arguments.base_and_sizes()?;
    let of_grid = axes.iter().map(|(parameter, of)| ScanAxis { parameter: *parameter, values: of.values.clone() });
    let scan = Scan::new(base, of_grid.collect())?;
    let (game, argument) = (arguments.game, arguments.argument(&axes));
    if !arguments.depth.is_empty() && !game.is_chess() {
        let what =
            format!("--depth cannot be used with {}: its searches end at the end of the game", game.game().name());
        return Err(Usage::error(with_help(what, "remove --depth")));
    }
    let definition = scan.definition(game.game(), &argument, &positions, &arguments.depth);
    let definition = definition.map_err(|error| Usage::error(&error))?;
    if axes.iter().any(|(parameter, _)| *parameter == Parameter::Age) && !game.is_chess() {
        let name = game.game().name();
        notes.say(format_args!("--weight has no effect in {name}: each search starts with an empty table"));
    }
    let options = Options {
        subcommand: "scan",
        full: arguments.full,
        seeds: arguments.seeds,
        jobs: arguments.jobs,
        commit: commit(),
        ..Options::of(vec![definition], arguments.db.clone())
    };
    let selected = Sweep::new(&options)?;
    if arguments.dry_run {
        return print_plan(&selected, &options, notes, arguments.format);
    }
    let is_written = |file: &str| options.definitions.iter().any(|one| is_file_of(&one.stem(), file));
    files::check_outputs(&[&options.db], &arguments.out, is_written, OTHER_DIRECTORY)?;
    note_cost(&selected, &options, notes)?;
    files::make_directory(&arguments.out, OTHER_DIRECTORY)?;
    files::check_directory(&arguments.out, OTHER_DIRECTORY)?;
    interrupt::explain_sweep(&options.db, 0);
    let display = Display { notes, options: &options, progress: RefCell::new(None) };
    let done = selected.run(&|event| display.hear(event))?;
    note_work(&done, &options.db, notes);
    failures(&done)?;
    let Some(results) = done.results.first() else { return Ok(()) };
    let found = ScanResult::of(&scan, results.definition, &results.rows);
    let found = found.ok_or_else(|| anyhow::anyhow!("{} has no rows of this scan", options.db.display()))?;
    let picture = found.picture()?;
    let mut written = picture.write_files(&arguments.out, false)?;
    let csv = arguments.out.join(format!("{}.csv", picture.stem));
    written.push(files::write(&csv, &found.csv()?, OTHER_DIRECTORY)?);
    if arguments.format == Format::Json {
        return print_json(&ScanReport::of(&scan, game.game(), &found, &done, &written));
    }
    let mut out = Vec::new();
    for block in found.blocks() {
        block.print(&mut out)?;
    }
    print(String::from_utf8_lossy(&out))?;
    let written = std::iter::once(&options.db).chain(&written);
    written.for_each(|file| notes.say(format_args!("written: {}", file.display())));
    Ok(())
}

/// Output of `ttlab scan`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScanReport<'a> {
    /// The scheme whose numbers vary. It is the default that all points are compared with.
    scheme: &'static str,
    /// What was searched.
    #[schemars(schema_with = "games")]
    game: &'static str,
    /// The numbers that vary, one or two.
    axes: Vec<ShownAxis<'a>>,
    /// The numbers of the default, in the order of the axes. null if it has another rule instead of one of them.
    default: Option<Vec<u8>>,
    /// The points of the grid. The values of the last axis vary fastest.
    points: &'a [PointResult],
    /// The point with the fewest nodes.
    best: &'a PointResult,
    /// Whether the best point needs fewer nodes than the default, or no point does, or the interval of the best point
    /// contains 1.
    #[schemars(schema_with = "verdicts")]
    verdict: &'static str,
    /// Cells that were searched.
    cells_run: usize,
    /// Cells whose results were already in the database.
    cells_taken: usize,
    /// Nodes of the cells that were searched.
    nodes: u64,
    /// The files that were written.
    files: Vec<String>,
}

/// A number that varies.
#[derive(Serialize, JsonSchema)]
struct ShownAxis<'a> {
    /// The name of the option of the command.
    #[schemars(schema_with = "axis_names")]
    name: &'static str,
    /// The option in the name of a scheme.
    #[schemars(schema_with = "options")]
    option: &'static str,
    /// The values, ascending.
    values: &'a [u8],
}

fn games(_: &mut SchemaGenerator) -> Schema {
    let games = GameArg::value_variants().iter().map(|game| game.game().name());
    json_schema!({ "enum": games.collect::<Vec<_>>() })
}

fn verdicts(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ScanVerdict::ALL.map(ScanVerdict::name) })
}

fn axis_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Parameter::ALL.map(axis_name) })
}

fn options(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Parameter::ALL.map(Parameter::name) })
}

impl<'a> ScanReport<'a> {
    fn of(scan: &'a Scan, game: ScanGame, found: &'a ScanResult, done: &Done<'_>, written: &[PathBuf]) -> Self {
        let axis = |ScanAxis { parameter, values }: &'a ScanAxis| ShownAxis {
            name: axis_name(*parameter),
            option: parameter.name(),
            values,
        };
        Self {
            scheme: scan.base.name(),
            game: game.name(),
            axes: scan.axes.iter().map(axis).collect(),
            default: scan.default_values(),
            points: &found.points,
            best: &found.points[found.best],
            verdict: found.verdict().name(),
            cells_run: done.run,
            cells_taken: done.taken,
            nodes: done.nodes,
            files: written.iter().map(|file| file.display().to_string()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ranges_steps_and_lists() {
        let values = |text: &str| text.parse::<Values>().map(|values| values.values);
        assert_eq!(values("0..4"), Ok(vec![0, 1, 2, 3, 4]));
        assert_eq!(values("0..16/4"), Ok(vec![0, 4, 8, 12, 16]));
        assert_eq!(values("1..8/4"), Ok(vec![1, 5]));
        assert_eq!(values("8,0,4..6,5"), Ok(vec![0, 4, 5, 6, 8]));
        assert_eq!(values("255"), Ok(vec![255]));
        for text in ["", "a", "4..", "..4", "4..2", "0..256", "0..=4", "0..4/0", "8/2", "-1", "0..4/x", "1,,2"] {
            assert!(values(text).unwrap_err().contains("0..16/4"), "{text}");
        }
    }
}
