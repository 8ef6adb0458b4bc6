//! `ttlab compare`: two schemes, readings or databases.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;

use ::report::show::compare::{Contender, OnePosition, TwoSides, percent, text};
use experiments::cell::{SearchOptions, read_scheme, read_search};
use experiments::help::with_help;
use experiments::readings::Readings;
use experiments::row::Row;
use experiments::text::counted;
use experiments::view::{View, Wanted};
use experiments::{Cell, Definition, Usage, program};

use super::arguments::{Format, experiments, number, parse_or_help};
use super::definitions::{DATABASE, all_definitions};
use super::printing::{Notes, print, print_json};
use super::report::fewer_seeds;

pub(super) const EXAMPLES: &str = "\
A side is a scheme, or `none` for no table. Readings and search options may follow, separated by commas. The command \
does not search: the results of both sides have to be in the database. The ratio is the number of nodes of A divided \
by that of B, on the same positions with the same key seeds. If it is below 1, A needs fewer nodes.

Examples:
  ttlab compare two-big1 deep                   all experiments with both
  ttlab compare deep none article-table-2 --level 0.99
  ttlab compare deep new article-fig-1 --depth 7 --by-position
  ttlab compare two-big1 two-big1,history=none  two readings
  ttlab compare deep deep --with other.sqlite   two databases";

#[derive(Args)]
pub(super) struct Compare {
    /// Side A
    #[arg(value_name = "A", value_parser = parse_or_help::<ContenderArg>)]
    one: ContenderArg,
    /// Side B
    #[arg(value_name = "B", value_parser = parse_or_help::<ContenderArg>)]
    other: ContenderArg,
    /// Experiments: names, or paths of TOML files [default: all with results for both sides]
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Database of results, or rows as text; a name that ends in .gz is decompressed with gzip
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Database of side B [default: that of side A]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    with: Option<PathBuf>,
    /// Use the full parts [default: the full part if it is complete, otherwise the quick part]
    #[arg(long)]
    full: bool,
    /// Confidence level of the intervals
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = level)]
    level: f64,
    /// Use the results of N key seeds [default: all]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=10_000), allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Compare searches to N plies, such as 3,4,5 [default: those of the experiment]
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Vec<u8>,
    /// Readings are part of a side
    #[arg(long, alias = "search", hide = true)]
    reading: Option<String>,
    /// Also list the positions, in the order of their ratios
    #[arg(long)]
    by_position: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// A side as the user writes it.
#[derive(Clone)]
pub(super) struct ContenderArg {
    contender: Contender,
    /// Sentences about what has no effect.
    notes: Vec<String>,
}

impl std::str::FromStr for ContenderArg {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut words = text.split(',');
        let first = words.next().unwrap_or_default();
        let scheme = read_scheme(first).map_err(|error| {
            if !first.is_empty() && (first.parse::<Readings>().is_ok() || read_search(first).is_ok()) {
                let what = format!("a side begins with a scheme, not with `{first}`");
                return anyhow::anyhow!(with_help(what, format!("write `two-big1,{text}`, or another scheme")));
            }
            error
        })?;
        let mut side = (scheme, SearchOptions::PLAIN);
        let mut notes = Vec::new();
        for word in words {
            side = if word.contains('=') || !word.is_empty() && read_search(word).is_err() {
                let readings = word.parse::<Readings>()?;
                notes.extend(readings.without_effect().filter(|_| side.0.is_none()));
                readings.apply(side.0, side.1)?
            } else {
                let options = read_search(word)?;
                let join = |all: SearchOptions, option| {
                    all.with(option).map_err(|other| anyhow::anyhow!("{word} cannot be combined with {}", other.name()))
                };
                (side.0, options.iter().try_fold(side.1, join)?)
            };
        }
        Ok(Self { contender: Contender { scheme: side.0, search: side.1 }, notes })
    }
}

/// Reads a level.
pub(super) fn level(text: &str) -> Result<f64, String> {
    let level = text.parse::<f64>().ok().filter(|level| (0.5..=0.9999).contains(level));
    level.ok_or_else(|| "expected a number from 0.5 to 0.9999, such as 0.95".to_owned())
}

pub(super) fn run(arguments: &Compare, notes: Notes) -> Result<()> {
    let (one, other) = (arguments.one.contender, arguments.other.contender);
    if let Some(reading) = &arguments.reading {
        let what = "readings and options of the search are not options of `compare`, but parts of its sides";
        let reading = if reading.trim().is_empty() { "history=none" } else { reading };
        let help = format!("write them after a scheme, as in `{} compare two-big1 two-big1,{reading}`", program());
        return Err(Usage::error(with_help(what, help)));
    }
    let without_effect = arguments.one.notes.iter().chain(&arguments.other.notes);
    without_effect.for_each(|line| notes.say(format_args!("{line}")));
    if one == other && arguments.with.is_none() {
        let what = format!("both sides are {}", one.label());
        return Err(Usage::error(with_help(what, "choose two different sides, or another database with --with")));
    }
    let wanted =
        || Wanted { full: arguments.full.then_some(true), seeds: arguments.seeds, depths: arguments.depth.clone() };
    let open = |db: &PathBuf| View::open(db, all_definitions(&arguments.names)?, wanted());
    let here = open(&arguments.db)?;
    let there = arguments.with.as_ref().map(open).transpose()?;
    let found = compared(&here, there.as_ref(), one, other);
    if found.is_empty() {
        return Err(nothing(arguments, here, there)?);
    }
    let seeds: Vec<u64> = found.iter().filter_map(|(_, sides)| sides.seeds).collect();
    if let Some(line) = fewer_seeds(&arguments.db, arguments.seeds, &seeds) {
        notes.say(format_args!("{line}"));
    }
    if arguments.format == Format::Json {
        let all = found.iter().map(|(definition, compared)| ComparedIn::of(definition, compared, arguments));
        return print_json(&Compared { one: one.label(), other: other.label(), experiments: all.collect() });
    }
    let mut out = Vec::new();
    for (definition, compared) in &found {
        out.extend(lines(definition, compared, arguments.level, one, other).into_bytes());
        if notes.verbose > 0 || !arguments.names.is_empty() {
            compared.table(arguments.level).print(&mut out)?;
        }
        if arguments.by_position {
            compared.table_of_positions(one, other).print(&mut out)?;
        }
        out.push(b'\n');
    }
    print(String::from_utf8_lossy(&out))
}

/// Compares two sides in each experiment that has both.
fn compared<'a>(
    here: &'a View,
    there: Option<&View>,
    one: Contender,
    other: Contender,
) -> Vec<(&'a Definition, TwoSides)> {
    // An experiment under a reading follows the experiment.
    let each = here.definitions().chunk_by(|one, next| one.name == next.name);
    let two = |same: &'a [Definition]| {
        let (ours, theirs) = (rows(here, same), rows(there.unwrap_or(here), same));
        Some((&same[0], TwoSides::of(&same[0], (&ours, one), (&theirs, other))?))
    };
    each.filter_map(two).collect()
}

/// Returns the error of a comparison without common searches, which names the depths that have some.
fn nothing(arguments: &Compare, mut here: View, mut there: Option<View>) -> Result<anyhow::Error> {
    let (one, other) = (arguments.one.contender, arguments.other.contender);
    let definitions = all_definitions(&arguments.names)?;
    let ours = here.searched_depths(one.scheme, one.search);
    let theirs = there.as_ref().unwrap_or(&here).searched_depths(other.scheme, other.search);
    let mut depths = Vec::new();
    // Reading and expanding the definitions takes seconds, so only depths that both sides have are tried.
    for &depth in ours.intersection(&theirs) {
        for view in [Some(&mut here), there.as_mut()].into_iter().flatten() {
            view.set_depths(definitions.clone(), &[depth])?;
        }
        if !compared(&here, there.as_ref(), one, other).is_empty() {
            depths.push(depth.to_string());
        }
    }
    let db = arguments.db.display();
    let what = match &arguments.with {
        None => format!("no experiment in {db} has both {} and {}", one.label(), other.label()),
        Some(with) => format!("no experiment has {} in {db} and {} in {}", one.label(), other.label(), with.display()),
    };
    Ok(anyhow::anyhow!(if depths.is_empty() {
        with_help(what, "run a sweep with both first")
    } else {
        let which = if arguments.depth.is_empty() { "the depths of the experiment" } else { "these depths" };
        let found = depths.join(",");
        with_help(
            format!("{what} in searches to {which}"),
            format!("use --depth {found} (both sides have such searches), or run a sweep to the missing depths first"),
        )
    }))
}

/// Returns the rows of an experiment and of the same experiment under readings.
fn rows(view: &View, definitions: &[Definition]) -> Vec<Row> {
    let rows = definitions.iter().flat_map(|definition| view.results(definition).rows);
    let by_cell: BTreeMap<Cell, Row> = rows.map(|row| (row.cell.clone(), row)).collect();
    by_cell.into_values().collect()
}

fn lines(definition: &Definition, compared: &TwoSides, level: f64, one: Contender, other: Contender) -> String {
    let TwoSides { mean, sums, cases, searches, fewer, equal, median, .. } = compared;
    let p = match mean.p_value(1.0) {
        None => "none: a single run has no interval".to_owned(),
        Some(p) if p < 1e-4 => "below 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    };
    let more = match (compared.needed(level), mean.interval_at(level)) {
        (Some(needed), _) => format!("undecided; {needed} would decide it"),
        (None, Some(stats::Interval { low, high })) => format!(
            "decided: {}",
            match (high < 1.0, low > 1.0) {
                (true, _) => format!("{} needs fewer nodes", one.label()),
                (_, true) => format!("{} needs fewer nodes", other.label()),
                _ => "both need the same nodes".to_owned(),
            }
        ),
        (None, None) => "undecided: run a sweep with several --seeds".to_owned(),
    };
    format!(
        "{name}: {one} / {other}\n  geometric mean   {ratio}  ({level} % t interval; {cases}{typical})\n  \
         ratio of sums    {sums:.3}\n  p-value          {p}\n  searches         {fewer} of {searches} need fewer \
         nodes with {one}, {equal} as many; median ratio {median:.3}\n  {more}\n",
        name = definition.name,
        one = one.label(),
        other = other.label(),
        ratio = text(mean, level),
        level = percent(level),
        cases = counted(cases.len(), "case"),
        typical = if compared.of_typical_game { "; a typical game" } else { "" },
    )
}

/// Output of `ttlab compare`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Compared<'a> {
    /// The side whose nodes are divided.
    one: String,
    /// The side whose nodes they are divided by.
    other: String,
    /// A comparison for each experiment with both sides.
    experiments: Vec<ComparedIn<'a>>,
}

/// The comparison of two sides in one experiment.
#[derive(Serialize, JsonSchema)]
struct ComparedIn<'a> {
    /// The name of the experiment.
    experiment: &'a str,
    /// The level of the intervals.
    level: f64,
    /// The geometric mean over all cases.
    geometric_mean: Ratio<'a>,
    #[serde(flatten)]
    sides: &'a TwoSides,
    /// Two-sided, of equality; null without an interval.
    p_value: Option<f64>,
    /// How many times as many positions or seeds would show this difference; null if it is shown, or cannot be told.
    factor_to_decide: Option<f64>,
    /// The ratio of each depth or board with each size.
    cases: Vec<Ratio<'a>>,
    /// With --by-position: the positions, the one with the smallest ratio first.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<&'a [OnePosition]>,
}

/// A ratio of nodes.
#[derive(Serialize, JsonSchema)]
struct Ratio<'a> {
    /// The ratio.
    ratio: f64,
    /// Its lower and upper end; null without an interval.
    interval: Option<[f64; 2]>,
    /// The depth or board, and the size.
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'a str>,
}

impl<'a> ComparedIn<'a> {
    fn of(definition: &'a Definition, compared: &'a TwoSides, arguments: &Compare) -> Self {
        let TwoSides { mean, cases, positions, .. } = compared;
        let level = arguments.level;
        let ratio = |of: &stats::Estimate, case| {
            let interval = of.interval_at(level).map(|interval| [interval.low, interval.high]);
            Ratio { ratio: of.mean, interval, case }
        };
        Self {
            experiment: &definition.name,
            level,
            geometric_mean: ratio(mean, None),
            sides: compared,
            p_value: mean.p_value(1.0),
            factor_to_decide: compared.more(level),
            cases: cases.iter().map(|(name, one)| ratio(one, Some(name))).collect(),
            positions: arguments.by_position.then_some(positions.as_slice()),
        }
    }
}
