//! What engines gained by changes of their tables, measured in games.

use anyhow::{Context, Result};
use serde::Deserialize;
use tt::Scheme;

use super::{read_lines, text_of};
use crate::table_text::{read_scheme, read_search};
use programs::SearchOptions;

/// A change of a table or a search, and what engines that made it gained in games.
///
/// ```
/// use experiments::published::EngineChange;
///
/// let changes = EngineChange::all()?;
/// let buckets = changes.iter().find(|change| change.name == "one slot to a bucket of 4").unwrap();
/// let gain = buckets.gain();
/// assert!(gain.elo > 0.0 && gain.elo > gain.error);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EngineChange {
    /// The change in a few words.
    pub name: String,
    /// The scheme and the search before the change, as the laboratory imitates them.
    pub from: (Scheme, SearchOptions),
    /// The scheme and the search after the change.
    pub to: (Scheme, SearchOptions),
    /// The gains that were published, one for each test.
    pub gains: Vec<Gain>,
}

/// A gain in Elo, with its 95 % error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The gain.
    pub elo: f64,
    /// Half of the width of the 95 % interval.
    pub error: f64,
}

impl EngineChange {
    /// The file of `testsets/published`.
    pub const FILE: &str = "engine-effects.csv";

    /// Returns every change, in the order of the file.
    ///
    /// # Errors
    ///
    /// The file is invalid, which a test excludes.
    pub fn all() -> Result<Vec<Self>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Line {
            change: String,
            from_scheme: String,
            from_search: String,
            to_scheme: String,
            to_search: String,
            elo: f64,
            error: f64,
            #[serde(rename = "hash_mb")]
            _hash_mb: Option<u32>,
            #[serde(rename = "source")]
            _source: String,
        }
        let side = |scheme: &str, search: &str| -> Result<_> {
            let scheme = read_scheme(scheme)?.context("a change of a table needs a table")?;
            Ok((scheme, read_search(search)?))
        };
        let lines = csv::Reader::from_reader(text_of(Self::FILE)?.as_bytes());
        let mut changes: Vec<Self> = Vec::new();
        let add = |line: Line| {
            let gain = Gain { elo: line.elo, error: line.error };
            let from = side(&line.from_scheme, &line.from_search)?;
            let to = side(&line.to_scheme, &line.to_search)?;
            let is_same = |change: &&mut Self| change.name == line.change && (change.from, change.to) == (from, to);
            match changes.iter_mut().find(is_same) {
                Some(change) => change.gains.push(gain),
                None => changes.push(Self { name: line.change, from, to, gains: vec![gain] }),
            }
            Ok(())
        };
        read_lines(lines, add).context(Self::FILE)?;
        Ok(changes)
    }

    /// Returns the mean of the gains, weighted by their precision, with its 95 % error.
    #[must_use]
    pub fn gain(&self) -> Gain {
        let weight = |gain: &Gain| 1.0 / (gain.error * gain.error);
        let weights: f64 = self.gains.iter().map(weight).sum();
        let sum: f64 = self.gains.iter().map(|gain| weight(gain) * gain.elo).sum();
        Gain { elo: sum / weights, error: (1.0 / weights).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_weighted_by_precision() {
        let gain = |elo, error| Gain { elo, error };
        let of = |gains: Vec<Gain>| {
            let side = (Scheme::Deep, SearchOptions::PLAIN);
            EngineChange { name: String::new(), from: side, to: side, gains }.gain()
        };
        assert_eq!(of(vec![gain(3.0, 2.0)]), gain(3.0, 2.0));
        let both = of(vec![gain(10.0, 1.0), gain(0.0, 2.0)]);
        assert!((both.elo - 8.0).abs() < 1e-9 && both.error < 1.0);
    }

    #[test]
    fn changes_change_something() {
        for change in EngineChange::all().unwrap() {
            assert_ne!(change.from, change.to, "{}", change.name);
            assert!(change.gains.iter().all(|gain| gain.error > 0.0), "{}", change.name);
        }
    }
}
