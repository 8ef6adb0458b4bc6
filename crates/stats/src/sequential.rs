//! Looks at results that are not complete yet.

use crate::interval::check_level;

/// Returns the level of the intervals at a look at results that are still growing.
///
/// A procedure that computes an interval at `level` after every step, and stops as soon as the interval decides, is
/// wrong more often than `level` says. This function spends a part of the error at each look as in
/// `[Lan and DeMets 1983]`: `1 / (k (k + 1))` of it at look `k`, counted from 1. All parts together are 1, so the
/// intervals of all looks contain the true number with a probability of at least `level`. This holds whenever the
/// procedure stops, as in `[Robbins 1970]`, and however the looks depend on each other. The number of looks need not be
/// known in advance. Beyond about 20 million looks, the exact level would be rounded to 1; the result is the greatest
/// number below 1.
///
/// ```
/// use stats::level_at_look;
///
/// assert_eq!(level_at_look(0.95, 1), 0.975);
/// assert!((level_at_look(0.95, 4) - 0.9975).abs() < 1e-12);
/// ```
///
/// # Panics
///
/// Panics if the level is not above 0 and below 1, or if the look is 0.
#[must_use]
pub fn level_at_look(level: f64, look: u32) -> f64 {
    check_level(level);
    assert!(look > 0, "looks are counted from 1");
    let look = f64::from(look);
    (1.0 - (1.0 - level) / (look * (look + 1.0))).min(1.0 - 0.5 * f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_looks_together_have_the_error_of_the_level() {
        for level in [0.9, 0.95, 0.99] {
            let mut spent = 0.0;
            for look in 1..100_000 {
                spent += 1.0 - level_at_look(level, look);
                assert!(spent <= 1.0 - level + 1e-9, "{look}");
            }
            assert!(spent > 0.9999 * (1.0 - level));
            // `interval_at` accepts no level of 1.
            assert!(level_at_look(level, u32::MAX) < 1.0);
        }
    }
}
