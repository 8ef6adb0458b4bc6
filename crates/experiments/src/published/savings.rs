//! How many nodes each part of a table saves `[Breuker 1998, 2.7.2]`.

use anyhow::{Context as _, Result};
use schemes::{Parts, Positions};
use serde::Deserialize;

use super::{read_lines, text_of};
use crate::table_text::read_parts;

/// The percentages that the thesis prints about Figures 2.13 and 2.14.
pub struct Savings;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saving {
    /// Whether it was measured in an endgame, and not in a middle game.
    pub is_endgame: bool,
    /// Plies.
    pub depth: u8,
    /// The parts of the table in use.
    pub parts: Parts,
    /// The size of the table.
    pub positions: Positions,
    /// The nodes that it saves, in percent of those without a table.
    pub percent: u8,
}

impl Savings {
    /// The file in `testsets/published`.
    pub const FILE: &str = "thesis-savings.csv";

    /// Reads the file.
    ///
    /// # Errors
    ///
    /// It is invalid, which a test excludes.
    pub fn read() -> Result<Vec<Saving>> {
        #[derive(Deserialize)]
        struct Line {
            game: String,
            depth: u8,
            parts: String,
            positions: u64,
            percent: u8,
        }
        let lines = csv::Reader::from_reader(text_of(Self::FILE)?.as_bytes());
        let saving = |line: Line| {
            let Line { game, depth, parts, positions, percent } = line;
            let (parts, positions) = (read_parts(&parts)?, Positions::new(positions)?);
            Ok(Saving { is_endgame: game == "endgame", depth, parts, positions, percent })
        };
        read_lines(lines, saving).context(Self::FILE)
    }
}

impl Saving {
    /// Returns the part of the nodes that is left.
    #[must_use]
    pub fn left(&self) -> f64 {
        1.0 - f64::from(self.percent) / 100.0
    }

    /// Returns a title, such as `move, endgame`.
    #[must_use]
    pub fn title(&self) -> String {
        let parts = if self.parts == Parts::all() { "move and score" } else { "move" };
        format!("{parts}, {} at {} ply", if self.is_endgame { "endgame" } else { "middle game" }, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_percentages_are_read() {
        let percent: Vec<u8> = Savings::read().unwrap().iter().map(|saving| saving.percent).collect();
        assert_eq!(percent, [36, 68, 65, 89]);
    }
}
