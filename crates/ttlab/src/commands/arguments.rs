//! What several commands take, how it is read, and what they say besides their output.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use domineering::BoardSize;
use tt::{Positions, Scheme};

use experiments::cell::{read_scheme, scheme_name};
use experiments::text::printable;
use experiments::{Definition, Game, Usage, connect_four_set};

/// What is said on standard error besides errors.
#[derive(Clone, Copy)]
pub(super) struct Notes {
    /// Lines that say what happened.
    pub(super) lines: bool,
    /// A display of work that goes on.
    pub(super) progress: bool,
    /// How often `--verbose` was given.
    pub(super) verbose: u8,
}

impl Notes {
    /// Says `line`; where it cannot be written, nothing is lost.
    pub(super) fn say(self, line: fmt::Arguments<'_>) {
        if self.lines {
            let _ = writeln!(io::stderr(), "{}", printable(&line.to_string()));
        }
    }
}

/// Writes what a command found, with control characters escaped: names of others may be in it.
pub(super) fn print(text: impl fmt::Display) -> Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{}", printable(&text.to_string())).and_then(|()| out.flush()).map_err(unwritten)
}

/// Writes it as one line for a program.
pub(super) fn print_json(object: &serde_json::Value) -> Result<()> {
    print(format_args!("{object}\n"))
}

/// What to do if standard output cannot be written.
pub(super) fn unwritten(error: io::Error) -> anyhow::Error {
    match error.kind() {
        // It is told by nobody to nobody.
        ErrorKind::BrokenPipe => error.into(),
        _ => anyhow!("cannot write to standard output: {error}; make room, or send it to another file"),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// To read
    Text,
    /// One JSON object on one line; docs/src/output.md lists its fields
    Json,
}

/// A scheme, or none: in a type of its own, since clap takes an `Option` for an argument that may be left out.
#[derive(Clone, Copy)]
pub(super) struct SchemeArg(pub(super) Option<Scheme>);

/// A value that `read` reads; completion offers `names`, which need not be all that can be given.
#[derive(Clone)]
struct Offering<T> {
    read: fn(&str) -> Result<T, String>,
    /// Only help and completion ask for them.
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

/// The schemes, and `none`.
pub(super) fn schemes() -> impl TypedValueParser<Value = SchemeArg> {
    Offering {
        read: |text| read_scheme(text).map(SchemeArg).map_err(|error| error.to_string()),
        names: || {
            let all = experiments::schemes::all().into_iter().map(Some).chain([None]);
            all.map(|scheme| scheme_name(scheme).to_owned()).collect()
        },
    }
}

/// Sizes of tables.
pub(super) fn sizes() -> impl TypedValueParser<Value = Positions> {
    Offering { read: parse, names: || (3..=12).map(|log2| format!("{}K", 1 << log2)).collect() }
}

/// Boards of domineering: those of the experiments are offered.
pub(super) fn boards() -> impl TypedValueParser<Value = BoardSize> {
    Offering {
        read: parse,
        names: || {
            let all = Definition::all().unwrap_or_default();
            let boards: BTreeSet<&BoardSize> =
                all.iter().flat_map(|one| one.quick.boards.iter().chain(&one.full.boards)).collect();
            boards.into_iter().map(ToString::to_string).collect()
        },
    }
}

/// Boards of Connect Four: some that are soon solved are offered, and the usual one.
pub(super) fn connect_four_boards() -> impl TypedValueParser<Value = connect_four::BoardSize> {
    Offering { read: parse, names: || ["4x4", "4x5", "5x5", "4x6", "5x6", "6x7"].map(str::to_owned).to_vec() }
}

/// Experiments: those that the program knows are offered, and paths may be given.
pub(super) fn experiments() -> impl TypedValueParser<Value = String> {
    Offering { read: parse, names: || Definition::names().map(str::to_owned).collect() }
}

fn parse<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Whole numbers in a range.
pub(super) fn number<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let (least, most) = (range.start(), range.end());
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("write a whole number from {least} to {most}"))
    }
}

/// A number of nodes with the decimal K, M or G: nodes are counted in thousands, positions in 1024s.
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
        .ok_or_else(|| "write a number of nodes like 500000, 500K or 10M".to_owned())
}

/// The table of one search.
#[derive(Args)]
pub(super) struct TableArgs {
    /// The replacement scheme; `none` searches without a table
    #[arg(long, default_value = "two-big1", value_parser = schemes())]
    scheme: SchemeArg,
    /// The size of the table [default: 1024K in chess, 2048K in domineering]
    #[arg(long, value_name = "SIZE", value_parser = sizes(), hide_possible_values = true)]
    positions: Option<Positions>,
    /// The seed of the keys
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    #[arg(value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: u64,
}

impl TableArgs {
    /// The scheme and the size; if no size is said, that of the game.
    pub(super) fn scheme_and_size(&self, game: Game) -> Result<(Option<Scheme>, Positions)> {
        scheme_and_size(self.scheme, self.positions, game)
    }
}

pub(super) fn scheme_and_size(
    SchemeArg(scheme): SchemeArg,
    positions: Option<Positions>,
    game: Game,
) -> Result<(Option<Scheme>, Positions)> {
    match (scheme, positions) {
        (None, Some(positions)) => Err(Usage::error(format!(
            "--scheme none has no table to give {positions} positions to; leave --positions out"
        ))),
        (scheme, Some(positions)) => Ok((scheme, positions)),
        (scheme, None) => {
            let size = if game == Game::Domineering { "2048K" } else { "1024K" };
            Ok((scheme, size.parse()?))
        }
    }
}

/// Refuses moves of Connect Four that lead to no position to solve.
pub(super) fn check_moves(board: connect_four::BoardSize, moves: &str) -> Result<()> {
    match connect_four::Position::read(board, moves) {
        Ok(_) => Ok(()),
        Err(error) => Err(Usage::error(format!("the moves: {error}; {}", connect_four_set::advice(&error)))),
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
