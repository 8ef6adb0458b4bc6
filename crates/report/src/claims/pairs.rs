//! Bounds that hold for several comparisons at once.

use stats::{Estimate, Interval};

/// Returns an interval for each number, such that all of them hold together at the level of a single one. A number that
/// nothing varies has none.
pub(super) fn simultaneous(estimates: &[&Estimate]) -> Vec<Option<Interval>> {
    let estimates: Vec<Estimate> = estimates.iter().map(|&one| one.clone()).collect();
    stats::simultaneous(&estimates, Estimate::LEVEL)
}
