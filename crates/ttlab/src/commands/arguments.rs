//! Arguments that several commands share.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::Result;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use domineering::Player;
use engine::Techniques;
use programs::Parallel;
use programs::chess::Program;
use schemes::{Positions, Scheme};
use tt::{Size, TableError};

use experiments::board::Board;
use experiments::cell::{
    SearchOption, SearchOptions, check_size, options, read_scheme, read_search, scheme_name, without_effect,
};
use experiments::help::{shown, with_help};
use experiments::parallel::Threads;
use experiments::readings::Readings;
use experiments::{Definition, GameKind, Usage, connect_four_set, program, read_techniques};

use super::printing::Notes;

/// What happens to a table between two positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BetweenArg {
    /// The table is cleared: each search starts with an empty table
    Clear,
    /// Stored positions are stamped: they can still be found, but any new position may replace them
    Stamp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text to read
    Text,
    /// A JSON object on one line; see docs/src/output.md
    Json,
}

/// A scheme, or none. clap would take a plain `Option` for an optional argument.
#[derive(Clone, Copy)]
pub(super) struct SchemeArg(pub(super) Option<Scheme>);

/// A value that `read` parses. Shell completion offers `names`, which may be a part of the valid values.
#[derive(Clone)]
struct Offering<T> {
    read: fn(&str) -> Result<T, String>,
    /// Called for help and completion only.
    names: fn() -> Vec<String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Offering<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Parses schemes and `none`.
pub(super) fn schemes() -> impl TypedValueParser<Value = SchemeArg> {
    Offering {
        read: |text| read_scheme(text).map(SchemeArg).map_err(|error| shown(&error)),
        names: || {
            let all = experiments::scheme_list::all().into_iter().map(Some).chain([None]);
            all.map(|scheme| scheme_name(scheme).to_owned()).collect()
        },
    }
}

/// Schemes of a list: one, or all that `ttlab schemes` lists.
#[derive(Clone, Copy)]
pub(super) enum SchemeChoice {
    All,
    One(Scheme),
}

impl SchemeChoice {
    /// Returns the schemes, each of them once.
    pub(super) fn schemes(choices: &[Self]) -> Vec<Scheme> {
        let mut schemes: Vec<Scheme> = Vec::new();
        for choice in choices {
            let chosen = match *choice {
                Self::All => experiments::scheme_list::every(),
                Self::One(scheme) => vec![scheme],
            };
            for scheme in chosen {
                if !schemes.contains(&scheme) {
                    schemes.push(scheme);
                }
            }
        }
        schemes
    }
}

/// Parses schemes and `all`.
pub(super) fn scheme_choices() -> impl TypedValueParser<Value = SchemeChoice> {
    Offering {
        read: |text| match text {
            "all" => Ok(SchemeChoice::All),
            text => match read_scheme(text).map_err(|error| shown(&error))? {
                Some(scheme) => Ok(SchemeChoice::One(scheme)),
                None => Err("a table is needed".to_owned()),
            },
        },
        names: || {
            let every = experiments::scheme_list::every().into_iter().map(Scheme::name);
            every.chain(["all"]).map(str::to_owned).collect()
        },
    }
}

/// Parses names of search options, joined by `+`; completion offers each of them.
pub(super) fn searches() -> impl TypedValueParser<Value = SearchOptions> {
    Offering {
        read: |text| read_search(text).map_err(|error| shown(&error)),
        names: || {
            let options = SearchOptions::all().map(SearchOption::name);
            ["plain"].into_iter().chain(options).map(str::to_owned).collect()
        },
    }
}

/// Parses techniques of the best program of chess.
pub(super) fn techniques() -> impl TypedValueParser<Value = Techniques> {
    Offering {
        read: |text| read_techniques(text).map_err(|error| shown(&error)),
        names: || Techniques::NAMES.iter().map(|&(_, name, _)| name.to_owned()).collect(),
    }
}

/// Parses table sizes.
pub(super) fn sizes<S>() -> impl TypedValueParser<Value = S>
where
    S: FromStr<Err: fmt::Display> + Clone + Send + Sync + 'static,
{
    Offering { read: parse, names: || (3..=12).map(|log2| format!("{}K", 1 << log2)).collect() }
}

/// Parses boards; completion offers those of the experiments.
pub(super) fn boards<B>() -> impl TypedValueParser<Value = B>
where
    B: FromStr<Err: fmt::Display> + Clone + Send + Sync + 'static,
{
    Offering {
        read: parse,
        names: || {
            let all = Definition::all().unwrap_or_default();
            let boards = all.iter().flat_map(|one| [&one.quick, &one.full]).flat_map(|part| part.game.boards());
            let boards: BTreeSet<Board> = boards.collect();
            boards.iter().map(ToString::to_string).collect()
        },
    }
}

/// Parses Connect Four boards; completion offers small boards and the standard one.
pub(super) fn connect_four_boards<B: connect_four::Bits>() -> impl TypedValueParser<Value = connect_four::BoardSize<B>>
{
    Offering { read: parse, names: || ["4x4", "4x5", "5x5", "4x6", "5x6", "6x7"].map(str::to_owned).to_vec() }
}

/// Takes names and paths of experiments; completion offers the built-in ones.
pub(super) fn experiments() -> impl TypedValueParser<Value = String> {
    Offering { read: parse, names: || Definition::names().chain(Definition::groups()).map(str::to_owned).collect() }
}

/// Takes names of claims as well; completion offers them, too.
pub(super) fn experiments_and_claims() -> impl TypedValueParser<Value = String> {
    let names = || {
        let claims = report::claims::all().map(|claim| claim.name.as_str());
        Definition::names().chain(Definition::groups()).chain(claims).map(str::to_owned).collect()
    };
    Offering { read: parse, names }
}

/// Parses a value. Clap says that the value is invalid, so an error that says the same is shortened to its reason.
pub(super) fn parse<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| reason(text, error.to_string()))
}

/// Does the same if errors have help.
pub(super) fn parse_or_help<T: FromStr<Err = anyhow::Error>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| reason(text, shown(&error)))
}

fn reason(text: &str, error: String) -> String {
    match error.split_once(&format!("`{text}`: ")) {
        Some((what, why)) if what.starts_with("invalid ") => why.to_owned(),
        _ => error,
    }
}

/// Parses whole numbers in a range.
pub(super) fn number<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let (least, most) = (range.start(), range.end());
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Parses a number of nodes with a decimal K, M or G. In sizes of tables, K is 1024 instead.
pub(super) fn nodes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" => Some(1_000_000_000_u64),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().filter(|&number| number > 0);
    factor
        .and_then(|factor| number?.checked_mul(factor))
        .ok_or_else(|| "expected a number of nodes above 0, such as 500000, 500K or 10M".to_owned())
}

/// The table of one search.
#[derive(Args)]
pub(super) struct TableArgs {
    #[arg(long, value_parser = schemes(), hide_possible_values = true, help = scheme_help())]
    scheme: Option<SchemeArg>,
    /// Table size in positions [default: 1024K in chess, 2048K in domineering]
    #[arg(long, value_name = "SIZE", value_parser = sizes::<Positions>(), hide_possible_values = true)]
    positions: Option<Positions>,
    /// Table size in memory, such as 32M, instead of positions
    #[arg(long, value_name = "BYTES", value_parser = memory, conflicts_with = "positions")]
    memory: Option<u64>,
    /// Seed of the Zobrist keys
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    #[arg(value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: u64,
}

fn scheme_help() -> String {
    let [best, historic] = Program::ALL.map(Program::scheme);
    format!(
        "Replacement scheme (`ttlab schemes` lists them), or `none` to search without a table [default: {historic}; \
         for the best program of chess, {best}]"
    )
}

/// How many threads search, and how.
#[derive(Args, Clone, Copy)]
pub(super) struct ThreadArgs {
    /// Search with N threads, which share the table
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = number::<u32>(1..=1024), allow_negative_numbers = true)]
    threads: u32,
    /// How the threads share the work [default: abdada; for the best program of chess, lazy]
    #[arg(long, value_name = "HOW")]
    parallel: Option<ParallelArg>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ParallelArg {
    /// Each thread searches the whole tree in a different order
    Lazy,
    /// A thread defers moves that another thread is searching
    Abdada,
}

impl ThreadArgs {
    /// Returns the number of threads, and how they share the work: as chosen, or else in the given way.
    pub(super) fn chosen_or(self, default: Parallel) -> Threads {
        let parallel = match self.parallel {
            Some(ParallelArg::Lazy) => Parallel::Lazy,
            Some(ParallelArg::Abdada) => Parallel::Abdada,
            None => default,
        };
        Threads { number: self.threads, parallel }
    }
}

/// A player of domineering.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum PlayerArg {
    /// Vertical
    #[value(alias = "vertical")]
    V,
    /// Horizontal
    #[value(alias = "horizontal")]
    H,
}

impl PlayerArg {
    pub(super) fn player(self) -> Player {
        match self {
            Self::V => Player::Vertical,
            Self::H => Player::Horizontal,
        }
    }
}

impl TableArgs {
    /// Returns the scheme, the size and the options of the search, and prints which of them have no effect. The default
    /// size depends on the game.
    pub(super) fn chosen(
        &self,
        game: GameKind,
        default: Scheme,
        search: SearchOptions,
        reading: &[Readings],
        notes: Notes,
    ) -> Result<(Option<Scheme>, Positions, SearchOptions)> {
        let scheme = self.scheme.unwrap_or(SchemeArg(Some(default)));
        let (scheme, positions) = self.scheme_and_size(scheme, game)?;
        let readings = readings(reading)?;
        let read = readings.apply(scheme, search);
        let (scheme, search) = read.map_err(|error| Usage::error(&error))?;
        note_without_effect(game, scheme, search, notes);
        if scheme.is_none() {
            readings.without_effect().for_each(|line| notes.say(format_args!("{line}")));
        }
        Ok((scheme, positions, search))
    }

    /// Returns the scheme and the size of a table for searches of at most `nodes` nodes each.
    pub(super) fn sized_for(&self, game: GameKind, default: Scheme, nodes: u64) -> Result<(Option<Scheme>, Positions)> {
        let scheme = self.scheme.unwrap_or(SchemeArg(Some(default)));
        if self.positions.is_some() || !scheme.0.is_some_and(Scheme::has_size) {
            return scheme_and_size(scheme, self.positions, game);
        }
        scheme_and_size(scheme, Some(Positions::new(nodes.next_power_of_two().clamp(1 << 10, 1 << 21))?), game)
    }

    fn scheme_and_size(&self, scheme: SchemeArg, game: GameKind) -> Result<(Option<Scheme>, Positions)> {
        let Some(bytes) = self.memory else { return scheme_and_size(scheme, self.positions, game) };
        let Some(scheme) = scheme.0 else {
            let what = "--memory cannot be used with --scheme none: there is no table";
            return Err(Usage::error(with_help(what, "remove --memory")));
        };
        let positions = Positions::new(bytes / Size::OF_POSITION)?;
        check_memory(scheme, positions)?;
        scheme_and_size(SchemeArg(Some(in_memory(scheme)?)), Some(positions), game)
    }
}

/// Joins the readings of several options.
pub(super) fn readings(all: &[Readings]) -> Result<Readings> {
    let joined = all.iter().try_fold(Readings::default(), |joined, readings| joined.and(readings));
    joined.map_err(|error| Usage::error(&error))
}

/// Prints what has no effect in a search with this scheme and these options.
pub(super) fn note_without_effect(game: GameKind, scheme: Option<Scheme>, search: SearchOptions, notes: Notes) {
    without_effect(game, scheme, search).iter().for_each(|line| notes.say(format_args!("{line}")));
}

/// Returns an error if an option of the search is one that only sweeps and `solve domineering` know.
pub(super) fn check_search(search: SearchOptions) -> Result<()> {
    let is_measured = |option: &SearchOption| *option == options::AUDIT || option.name().starts_with("false-hits-");
    let Some(option) = search.iter().find(is_measured) else { return Ok(()) };
    let what = format!("the search option {} cannot be used here: its result is not printed", option.name());
    let program = program();
    let help = format!("use it with `{program} solve domineering`, or in an experiment for `{program} sweep`");
    Err(Usage::error(with_help(what, help)))
}

/// Checks that several threads can search like this, or one with a shared table, which `option` asks for.
pub(super) fn check_shared(option: &str, scheme: Option<Scheme>, search: SearchOptions, audit: bool) -> Result<()> {
    let (what, why, help) = if scheme.is_none() {
        ("--scheme none", "there is no table", "choose another scheme")
    } else if audit || search.contains(options::AUDIT) {
        ("an audit", "it follows a single search", "remove it")
    } else if options::false_hits(search).is_some() {
        ("false hits", "they are injected into a single search", "remove them")
    } else {
        return Ok(());
    };
    Err(Usage::error(with_help(format!("{option} cannot be used with {what}: {why}"), help)))
}

/// Returns the scheme with the option that its size is an amount of memory, which changes nothing in the schemes of the
/// thesis.
fn in_memory(scheme: Scheme) -> Result<Scheme> {
    match scheme {
        scheme if !scheme.has_size() => Err(Usage::error(with_help(
            "--memory cannot be used with --scheme unbounded: it has no size",
            "remove --memory",
        ))),
        Scheme::Technique(technique) if !technique.name().ends_with("+memory") => {
            Ok(read_scheme(&format!("{}+memory", technique.name()))?.unwrap_or(scheme))
        }
        scheme => Ok(scheme),
    }
}

/// Checks that a table of this scheme can use all of the memory of so many positions of 16 bytes.
fn check_memory(scheme: Scheme, positions: Positions) -> Result<()> {
    let name = |positions: u64| {
        let bytes = positions * Size::OF_POSITION;
        let units = [(30, "G"), (20, "M"), (10, "K")];
        let unit = units.into_iter().find(|(log2, _)| bytes.is_multiple_of(1 << log2));
        unit.map_or_else(|| bytes.to_string(), |(log2, unit)| format!("{}{unit}", bytes >> log2))
    };
    match scheme.check_size(positions.get()) {
        Err(TableError::Unsupported { below, above, .. }) => {
            let what = format!("invalid value {} for --memory: {scheme} needs a power of two", name(positions.get()));
            Err(Usage::error(with_help(what, format!("use {} or {}", name(below), name(above)))))
        }
        _ => Ok(()),
    }
}

/// Parses an amount of memory in bytes, such as 32M, of at least 1 KiB.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match format!("{}iB", text.trim_end_matches("iB").trim_end_matches('B')).parse() {
        Ok(Size::Bytes(bytes)) if bytes >= 1024 => Ok(bytes),
        _ if text.parse::<u64>().is_ok_and(|number| number > 0) => {
            Err(format!("a unit is missing: expected an amount of memory, such as {text}M"))
        }
        _ => Err("expected an amount of memory, such as 512K, 32M or 2G".to_owned()),
    }
}

pub(super) fn scheme_and_size(
    SchemeArg(scheme): SchemeArg,
    positions: Option<Positions>,
    game: GameKind,
) -> Result<(Option<Scheme>, Positions)> {
    match (scheme, positions) {
        (None, Some(_)) => Err(Usage::error(with_help(
            "--positions cannot be used with --scheme none: there is no table",
            "remove --positions",
        ))),
        (Some(scheme), Some(positions)) => {
            // A table that is too small is an error when it is created, which says how large a bucket is.
            if let Err(TableError::Unsupported { .. }) = scheme.check_size(positions.get()) {
                check_size(scheme, positions).map_err(|error| Usage::error(&error))?;
            }
            Ok((Some(scheme), positions))
        }
        (scheme, None) => Ok((scheme, game.default_positions().parse()?)),
    }
}

/// Checks that Connect Four moves lead to a position that can be solved.
pub(super) fn check_moves(board: impl connect_four::Shape, moves: &str) -> Result<()> {
    match connect_four::Position::read(board, moves) {
        Ok(_) => Ok(()),
        Err(error) => {
            let what = format!("invalid moves `{moves}`: {error}");
            Err(Usage::error(with_help(what, connect_four_set::advice(&error))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_nodes() {
        assert_eq!(nodes("10M"), Ok(10_000_000));
        assert_eq!(nodes("500k"), Ok(500_000));
        assert_eq!(nodes("7"), Ok(7));
        for text in ["", "0", "M", "-1", "1.5M", "10T", "99999999999G", "1â"] {
            assert!(nodes(text).unwrap_err().contains("10M"), "{text}");
        }
    }
}
