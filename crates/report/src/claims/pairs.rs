//! Bounds that hold for several comparisons at once.

use stats::{Estimate, Interval};

/// Returns an interval for each number, such that all of them hold together at `level`. A number that nothing varies
/// has none.
pub(super) fn simultaneous(estimates: &[&Estimate], level: f64) -> Vec<Option<Interval>> {
    let estimates: Vec<Estimate> = estimates.iter().map(|&one| one.clone()).collect();
    stats::simultaneous(&estimates, level)
}
