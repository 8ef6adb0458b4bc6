//! What happens to the table between two searches.

use anyhow::{Result, bail};
use serde::Deserialize;

/// What happens to the table between the searches of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// The table is cleared.
    Clear,
    /// The positions in the table are stamped.
    Stamp,
}

impl Between {
    pub(crate) const BOTH: [Self; 2] = [Self::Clear, Self::Stamp];

    /// Returns `clear` or `stamp`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Stamp => "stamp",
        }
    }

    /// Reads the name.
    pub(crate) fn read(name: &str) -> Result<Self> {
        let found = Self::BOTH.into_iter().find(|between| between.name() == name);
        let Some(between) = found else { bail!("invalid `between={name}`: expected clear or stamp") };
        Ok(between)
    }

    /// Returns whether a search to `plies` also gives the nodes of a search to `other` plies. With a cleared table it
    /// does for all shallower depths, because each search deepens from the first ply on.
    pub(crate) fn covers(self, plies: u8, other: u8) -> bool {
        other == plies || self == Self::Clear && other < plies
    }
}
