//! Bounds that hold for several comparisons at once.

use stats::{Estimate, Interval};

/// The probability that every interval contains its number.
const LEVEL: f64 = 0.95;

/// Returns an interval for each number, such that all of them hold together at the level of a single one: the
/// percentiles of the draws at a level that is divided by the number of intervals (Bonferroni). A number without draws
/// has none.
pub(super) fn simultaneous(estimates: &[&Estimate]) -> Vec<Option<Interval>> {
    let drawn = estimates.iter().filter(|one| !one.resampled.is_empty()).count();
    let tail = (1.0 - LEVEL) / 2.0 / drawn.max(1) as f64;
    let interval = |one: &&Estimate| {
        let mut all = one.resampled.clone();
        all.sort_by(f64::total_cmp);
        let last = all.len().checked_sub(1)?;
        let outside = (tail * last as f64).floor() as usize;
        Some(Interval { low: all[outside], high: all[last - outside] })
    };
    estimates.iter().map(interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_comparisons_have_wider_bounds() {
        let one = Estimate { mean: 0.5, resampled: (0..1000).map(|draw| f64::from(draw) / 1000.0).collect() };
        let widths = [1, 2, 20].map(|number| {
            let Interval { low, high } = simultaneous(&vec![&one; number])[0].unwrap();
            assert!((low + high - 0.999).abs() < 1e-9, "symmetric");
            high - low
        });
        assert!(widths[0] < widths[1] && widths[1] < widths[2], "{widths:?}");
        let alone = Estimate { mean: 0.5, resampled: Vec::new() };
        assert_eq!(simultaneous(&[&one, &alone])[0], simultaneous(&[&one])[0]);
        assert_eq!(simultaneous(&[&alone]), [None]);
    }
}
