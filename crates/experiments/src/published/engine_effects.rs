//! What engines gained by changes of their tables, measured in games.

use anyhow::{Context, Result};
use schemes::Scheme;
use serde::Deserialize;

use super::{read_lines, text_of};
use crate::table_text::{read_scheme, read_search};
use programs::SearchOptions;

/// A change of a table or a search, and what engines that made it gained in games.
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

/// How many standard errors a 95 % error is.
const Z: f64 = 1.96;

/// Returns the weight of a test, if gains vary by this variance besides its own.
fn weight(gain: &Gain, variance: f64) -> f64 {
    1.0 / (square(gain.error / Z) + variance)
}

fn square(number: f64) -> f64 {
    number * number
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

    /// Returns the mean of the gains with its 95 % error.
    ///
    /// The tests are of several engines, in which a change is not worth the same. The error therefore includes how much
    /// the gains vary beyond the errors of the tests (`[DerSimonian and Laird 1986]`).
    #[must_use]
    pub fn gain(&self) -> Gain {
        let (equal, weights) = self.mean(0.0);
        let squares: f64 = self.gains.iter().map(|one| weight(one, 0.0) * square(one.elo - equal)).sum();
        let of_weights: f64 = self.gains.iter().map(|one| square(weight(one, 0.0))).sum();
        let excess = (squares - (self.gains.len() as f64 - 1.0)) / (weights - of_weights / weights);
        let variance = if self.gains.len() > 1 { excess.max(0.0) } else { 0.0 };
        let (elo, weights) = self.mean(variance);
        Gain { elo, error: Z / weights.sqrt() }
    }

    /// Returns the weighted mean of the gains, if they vary by this variance, and the sum of the weights.
    fn mean(&self, variance: f64) -> (f64, f64) {
        let weights: f64 = self.gains.iter().map(|one| weight(one, variance)).sum();
        let sum: f64 = self.gains.iter().map(|one| weight(one, variance) * one.elo).sum();
        (sum / weights, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_of_unlike_engines_have_a_large_error() {
        let gain = |elo, error| Gain { elo, error };
        let of = |gains: Vec<Gain>| {
            let side = (Scheme::Deep, SearchOptions::PLAIN);
            EngineChange { name: String::new(), from: side, to: side, gains }.gain()
        };
        let one = of(vec![gain(3.0, 2.0)]);
        assert!((one.elo - 3.0).abs() < 1e-9 && (one.error - 2.0).abs() < 1e-9);
        let alike = of(vec![gain(1.0, 1.0), gain(0.0, 2.0)]);
        assert!((alike.elo - 0.8).abs() < 1e-9 && alike.error < 1.0);
        // The variances 0.25 and 1, in units of Z, are small beside the difference: the weights are nearly equal.
        let different = of(vec![gain(10.0, 1.0), gain(0.0, 2.0)]);
        assert!(different.elo > 5.0 && different.elo < 5.3 && different.error > 9.0, "{different:?}");
    }

    #[test]
    fn changes_change_something() {
        for change in EngineChange::all().unwrap() {
            assert_ne!(change.from, change.to, "{}", change.name);
            let mean = change.gain();
            assert!(mean.elo.is_finite() && mean.error.is_finite(), "{}", change.name);
            assert!(change.gains.iter().all(|gain| gain.error > 0.0), "{}", change.name);
        }
    }
}
