//! What the thesis remarks about hits `[Breuker 1998, 2.7.2]`.

use anyhow::{Context as _, Result, bail};
use schemes::Parts;
use serde::Deserialize;

use super::{read_lines, text_of};
use crate::table_text::{parts_name, read_parts};

/// The remarks of the thesis about hits and cut-offs.
pub struct Hits;

/// The factor that "about" a number allows, either way.
pub const ABOUT: f64 = 1.1;

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub struct HitRemark {
    /// The parts of the table in use.
    pub parts: Parts,
    /// Whether the numbers are cut-offs per hit, and not hits per search of a position.
    pub is_of_cutoffs: bool,
    /// What the thesis says, such as `tens of times`.
    pub printed: String,
    /// The smallest number that it names.
    least: f64,
    /// The largest one.
    most: f64,
}

impl Hits {
    /// The file in `testsets/published`.
    pub const FILE: &str = "thesis-hits.csv";

    /// The size of the largest table of the experiments with parts of the table, in positions.
    pub const POSITIONS: u64 = 256 * 1024;

    /// The depth of search, in plies, that the remarks are compared at. The thesis names none; all three are near ours
    /// at this one.
    pub const DEPTH: u8 = 7;

    /// Reads the file.
    ///
    /// # Errors
    ///
    /// It is invalid, which a test excludes.
    pub fn read() -> Result<Vec<HitRemark>> {
        #[derive(Deserialize)]
        struct Line {
            parts: String,
            per: String,
            printed: String,
            least: f64,
            most: f64,
        }
        let lines = csv::Reader::from_reader(text_of(Self::FILE)?.as_bytes());
        let remark = |Line { parts, per, printed, least, most }: Line| {
            let is_of_cutoffs = match per.as_str() {
                "hit" => true,
                "search" => false,
                _ => bail!("expected hit or search, found {per}"),
            };
            Ok(HitRemark { parts: read_parts(&parts)?, is_of_cutoffs, printed, least, most })
        };
        read_lines(lines, remark).context(Self::FILE)
    }
}

impl HitRemark {
    /// Returns what is counted, such as `hits, bounds`.
    #[must_use]
    pub fn title(&self) -> String {
        if self.is_of_cutoffs { "cut-offs of hits".to_owned() } else { format!("hits, {}", parts_name(self.parts)) }
    }

    /// Returns the logarithm of a number divided by the nearest one that the remark admits.
    #[must_use]
    pub fn distance(&self, number: f64) -> f64 {
        let (least, most) = if self.least < self.most { (1.0, 1.0) } else { (ABOUT.recip(), ABOUT) };
        libm::log(number / number.clamp(least * self.least, most * self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_the_range_of_a_remark_is_at_no_distance() {
        let remarks = Hits::read().unwrap();
        let distances = |numbers: [f64; 3]| {
            let each = remarks.iter().zip(numbers).map(|(remark, number)| remark.distance(number));
            each.map(|distance| (1e3 * distance).round()).collect::<Vec<f64>>()
        };
        assert_eq!(distances([0.46, 57.0, 64_237.0]), [0.0; 3]);
        // ln(0.25 / (0.5 / 1.1)), ln(2) and -ln(2).
        assert_eq!(distances([0.25, 200.0, 5_000.0]), [-598.0, 693.0, -693.0]);
        assert_eq!(remarks.iter().map(|remark| remark.is_of_cutoffs).collect::<Vec<_>>(), [true, false, false]);
    }
}
