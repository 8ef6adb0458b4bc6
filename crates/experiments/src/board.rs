//! The board of a game that is solved on boards of several sizes.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

/// A rectangular board, which is parsed and printed as `ROWSxCOLUMNS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
}

impl Board {
    /// Returns the number of squares.
    #[must_use]
    pub fn squares(self) -> u32 {
        u32::from(self.rows) * u32::from(self.columns)
    }

    /// Returns whether the board has as many rows as columns.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let read = |side: &str| side.parse().ok().filter(|&number: &u8| number > 0);
        let sides = text.split_once(['x', 'X', '×']);
        let sides = sides.and_then(|(rows, columns)| Some((read(rows)?, read(columns)?)));
        let (rows, columns) =
            sides.with_context(|| format!("invalid board size `{text}`: expected ROWSxCOLUMNS, e.g. 8x8"))?;
        Ok(Self { rows, columns })
    }
}
