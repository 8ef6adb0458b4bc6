//! Pictures in SVG: node counts or ratios against table size or depth, and ratios in rows.
//!
//! A picture depends on its rows only: no clock, no system fonts, no random names. The same rows therefore give the
//! same bytes. The background is painted, because a transparent picture cannot be read on a dark page. Series differ in
//! the shape of their markers as well as in colour, so that they can be told apart in grey; the colours are those of
//! `[Okabe and Ito 2008]`, which colour-blind readers can tell apart.

mod axis;
mod canvas;
mod curves;
mod heat;
mod rows;

pub(super) use curves::{Across, Curve, Curves, Printed, Upward};
pub(super) use heat::HeatMap;
pub(super) use rows::{RatioRow, RowMark, boards, forest};

use crate::numbers::board_summary::Spread;

/// The words of a picture.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// What is shown, in a few words.
    pub(super) title: String,
    /// On what, and where it comes from; long ones are broken into lines.
    pub(super) subtitle: String,
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

impl Bar {
    /// Everything divided by `number`.
    pub(super) fn over(self, number: f64) -> Self {
        Self { low: self.low / number, mean: self.mean / number, high: self.high / number }
    }
}
