//! The numbers that the sources print.
//!
//! They are separate from the snapshots of our counts, because printed numbers do not change when a search does.

mod boards;
mod engine_effects;
mod hits;
mod savings;

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use schemes::{Positions, Scheme};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::between::Between;
use crate::suggestions::unknown;
use crate::table_text::read_scheme;

pub use boards::{Boards, Solved};
pub use engine_effects::{EngineChange, Gain};
pub use hits::{ABOUT, HitRemark, Hits};
pub use savings::{Saving, Savings};

/// The files of `testsets/published` that reports compare with.
const FILES: &[(&str, &str)] = &[
    ("thesis-table-2.1.csv", include_str!("../../../testsets/published/thesis-table-2.1.csv")),
    (Tutorial::FILE, include_str!("../../../testsets/published/pons-part-7.csv")),
    (Savings::FILE, include_str!("../../../testsets/published/thesis-savings.csv")),
    (Hits::FILE, include_str!("../../../testsets/published/thesis-hits.csv")),
    (Depths::FILE, include_str!("../../../testsets/published/article-1994-tables-1-3.csv")),
    (EngineChange::FILE, include_str!("../../../testsets/published/engine-effects.csv")),
];

/// Checks the name of a file in a definition.
///
/// # Errors
///
/// The file is unknown or invalid.
pub fn check(file: &str) -> Result<()> {
    match file {
        Depths::FILE => Depths::read().map(drop),
        Tutorial::FILE => Tutorial::read().map(drop),
        Savings::FILE => Savings::read().map(drop),
        Hits::FILE => Hits::read().map(drop),
        EngineChange::FILE => bail!("{file} contains gains in Elo, not node counts"),
        _ => Boards::find(file).map(drop),
    }
}

/// The printed nodes of ALIBABA by depth: Tables 1 to 3 of `[Breuker 1994]`, on the 18 positions of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths(BTreeMap<Column, u64>);

/// What happens between searches, scheme, size and depth. The first three are `None` without a table.
type Column = (Option<Between>, Option<Scheme>, Option<Positions>, u8);

impl Depths {
    /// The file of `testsets/published`.
    pub const FILE: &str = "article-1994-tables-1-3.csv";

    /// Reads the tables.
    ///
    /// # Errors
    ///
    /// The file is invalid, which a test excludes.
    pub fn read() -> Result<Self> {
        #[derive(Deserialize)]
        struct Line {
            between_searches: String,
            scheme: String,
            positions: u64,
            depth: u8,
            kilonodes: u64,
        }
        let lines = csv::Reader::from_reader(text_of(Self::FILE)?.as_bytes());
        let column = |line: Line| {
            let between = match line.between_searches.as_str() {
                "none" => None,
                "clear" => Some(Between::Clear),
                "stamp" => Some(Between::Stamp),
                other => bail!("invalid between_searches `{other}`: expected none, clear or stamp"),
            };
            let positions = between.map(|_| Positions::new(line.positions)).transpose()?;
            Ok(((between, read_scheme(&line.scheme)?, positions, line.depth), line.kilonodes * 1000))
        };
        Ok(Self(read_lines(lines, column).context(Self::FILE)?.into_iter().collect()))
    }

    /// Returns the printed nodes, to the thousand.
    #[must_use]
    pub fn get(
        &self,
        between: Between,
        scheme: Option<Scheme>,
        positions: Option<Positions>,
        depth: u8,
    ) -> Option<u64> {
        let between = scheme.map(|_| between);
        self.0.get(&(between, scheme, positions, depth)).copied()
    }
}

/// The printed means of the Connect Four tutorial (`[Pons, part 7]`).
///
/// ```
/// let printed = experiments::published::Tutorial::read()?;
/// assert_eq!(printed.mean_positions("End-Easy", false), Some(92.84));
/// assert_eq!(printed.mean_positions("Begin-Hard", false), None);
/// assert_eq!(printed.time_and_speed("Middle-Easy", true), Some((0.001072, 26_830.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tutorial(BTreeMap<(String, bool), SolvedSet>);

/// What the tutorial prints about a set that was solved.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SolvedSet {
    positions: f64,
    seconds: f64,
    thousands_a_second: f64,
}

impl Tutorial {
    /// The file of `testsets/published`.
    pub const FILE: &str = "pons-part-7.csv";

    /// Reads the table.
    ///
    /// # Errors
    ///
    /// The file is invalid, which a test excludes.
    pub fn read() -> Result<Self> {
        #[derive(Deserialize)]
        struct Line {
            solver: String,
            test_set: String,
            /// Empty for a set that was too hard.
            mean_positions: Option<f64>,
            mean_time_s: Option<f64>,
            kpositions_per_s: Option<f64>,
        }
        let lines = csv::Reader::from_reader(text_of(Self::FILE)?.as_bytes());
        let solved = |line: Line| {
            let numbers = line.mean_positions.zip(line.mean_time_s).zip(line.kpositions_per_s);
            let solved = numbers.map(|((positions, seconds), thousands_a_second)| SolvedSet {
                positions,
                seconds,
                thousands_a_second,
            });
            Ok(((line.test_set, line.solver == "weak"), solved))
        };
        let sets = read_lines(lines, solved).context(Self::FILE)?.into_iter();
        Ok(Self(sets.filter_map(|(key, solved)| Some((key, solved?))).collect()))
    }

    /// Returns the names of the sets that were solved, and whether weakly.
    pub fn sets(&self) -> impl Iterator<Item = (&str, bool)> {
        self.0.keys().map(|(set, weak)| (set.as_str(), *weak))
    }

    /// Returns the mean positions of a solve of the set that the tutorial calls `set`, to the digits printed.
    #[must_use]
    pub fn mean_positions(&self, set: &str, weak: bool) -> Option<f64> {
        self.0.get(&(set.to_owned(), weak)).map(|solved| solved.positions)
    }

    /// Returns the mean time of a solve in seconds, and the speed in thousands of positions a second, as printed.
    #[must_use]
    pub fn time_and_speed(&self, set: &str, weak: bool) -> Option<(f64, f64)> {
        self.0.get(&(set.to_owned(), weak)).map(|solved| (solved.seconds, solved.thousands_a_second))
    }
}

/// Returns the text of a file of `testsets/published`.
fn text_of(file: &str) -> Result<&'static str> {
    if let Some((_, text)) = FILES.iter().find(|(name, _)| *name == file) {
        return Ok(text);
    }
    let names = FILES.iter().map(|(name, _)| *name);
    Err(anyhow!(unknown("file of printed figures", file, names, "")))
}

/// Converts every line of a CSV file; errors name the line.
fn read_lines<L: DeserializeOwned, T>(
    mut lines: csv::Reader<&[u8]>,
    mut convert: impl FnMut(L) -> Result<T>,
) -> Result<Vec<T>> {
    let mut converted = Vec::new();
    let mut record = csv::StringRecord::new();
    let headers = lines.headers()?.clone();
    while lines.read_record(&mut record)? {
        let number = record.position().map_or(0, csv::Position::line);
        let line = record.deserialize(Some(&headers)).map_err(anyhow::Error::from);
        converted.push(line.and_then(&mut convert).with_context(|| format!("line {number}"))?);
    }
    Ok(converted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_article_are_whole() {
        let printed = Depths::read().unwrap();
        assert_eq!(printed.0.len(), 6 + 2 * 7 * 6);
        assert_eq!(printed.get(Between::Stamp, None, None, 8), Some(610_696_000));
        let two_big1 = printed.get(Between::Clear, Some(Scheme::TwoBig1), Some("1024K".parse().unwrap()), 7);
        assert_eq!(two_big1, Some(40_161_000));
        assert_eq!(printed.get(Between::Stamp, Some(Scheme::Old), Some("1024K".parse().unwrap()), 3), Some(191_000));
        assert_eq!(printed.get(Between::Stamp, Some(Scheme::Old), Some("512K".parse().unwrap()), 3), None);
    }
}
