//! Pictures in SVG: node counts or ratios against table size or depth, and ratios in rows.
//!
//! A picture depends on its rows only: no clock, no system fonts, no random names. The same rows therefore give the
//! same bytes. The background is painted, because a transparent picture cannot be read on every page. Series differ in
//! the shape of their markers as well as in colour, so that they can be told apart in grey.

mod axis;
mod canvas;
mod colours;
mod curves;
mod heat;
mod rows;

#[cfg(test)]
pub(crate) use canvas::text_width;
pub(super) use curves::{Across, Curve, Curves, MOST_CURVES, Upward};
pub(super) use heat::HeatMap;
pub(super) use rows::{RatioRow, RowMark, boards, forest};

use experiments::definition::Definition;

use crate::numbers::board_summary::Spread;

/// The words of a picture.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// The result: one sentence without a full stop, of at most two lines.
    pub(super) title: String,
    /// Which experiment it is, and whose.
    pub(super) source: String,
    /// What is shown, and on what.
    pub(super) note: String,
}

impl Words {
    /// Returns the words of a picture of an experiment, with the first of these titles that fits.
    pub(super) fn new(definition: &Definition, titles: &[String], note: String) -> Self {
        let fits = |title: &&String| canvas::title_lines(title).len() <= 2;
        let title = titles.iter().find(fits).or(titles.last()).unwrap_or(&definition.title);
        Self { title: title.clone(), source: format!("{}; {}.", definition.title, credit(definition)), note }
    }

    /// Returns the words in the place of the picture.
    pub(super) fn caption(&self) -> String {
        format!("{}. {}", self.title, self.note)
    }
}

/// Returns whose an experiment is: `ours`, or `after Breuker 1998, Figure 2.8`.
fn credit(definition: &Definition) -> String {
    if definition.ours {
        return "ours".to_owned();
    }
    let citation = definition.citation();
    let parts: Vec<&str> = citation.trim_start_matches("after ").split(", ").collect();
    let is_number = |part: &str| part.starts_with("Figure") || part.starts_with("Table");
    let has_number = parts.iter().any(|part| is_number(part));
    let kept = parts.into_iter().filter(|part| !has_number || !part.starts_with("section"));
    format!("after {}", kept.collect::<Vec<_>>().join(", "))
}

/// A number, and how far down and up it reaches: the range over key seeds, or a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) low: f64,
    pub(super) mean: f64,
    pub(super) high: f64,
}

impl From<Spread> for Bar {
    fn from(spread: Spread) -> Self {
        Self { low: spread.least as f64, mean: spread.mean, high: spread.most as f64 }
    }
}

impl From<&stats::Estimate> for Bar {
    fn from(measured: &stats::Estimate) -> Self {
        // A number without an interval is a point.
        let (low, high) = measured.interval().map_or((measured.mean, measured.mean), |of| (of.low, of.high));
        Self { low, mean: measured.mean, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::definition;

    #[test]
    fn pictures_say_whose_they_are() {
        let of = |name: &str| credit(&definition(name));
        assert_eq!(of("thesis-fig-2.8"), "after Breuker 1998, Figure 2.8");
        assert_eq!(of("sampled-middle-games"), "ours");
        assert_eq!(of("survey-connect-four"), "ours");
    }
}
