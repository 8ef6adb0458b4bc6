//! The solver of a cell, where a game has two: the generic search, and the best solver.

use anyhow::anyhow;
use schemes::Parts;
use serde::Deserialize;

use super::{FieldError, Tables};

/// The solver of positions or boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverMode {
    /// The generic search.
    #[default]
    Lab,
    /// The best solver, which does not have options.
    Best,
}

impl SolverMode {
    /// Returns the last column of a CSV file of rows: the solver, if it is not the usual one.
    pub(super) fn csv(self) -> Option<(&'static str, String)> {
        (self == Self::Best).then(|| ("mode", "best".to_owned()))
    }

    /// Checks that the best solver can search what `tables` asks for.
    pub(super) fn check(self, tables: &Tables) -> Result<(), FieldError> {
        if self == Self::Lab {
            return Ok(());
        }
        let is_plain = tables.searches.iter().all(|search| search.is_plain());
        if !is_plain || !tables.also.is_empty() || !tables.readings.is_empty() {
            let what = "mode = \"best\" needs searches = [\"plain\"]: the best solver does not have options";
            return Err(("mode", anyhow!(what)));
        }
        if tables.parts.iter().any(|parts| *parts != Parts::all()) {
            let what = "mode = \"best\" needs parts = [\"all\"]: the best solver always uses the whole table";
            return Err(("mode", anyhow!(what)));
        }
        Ok(())
    }
}
