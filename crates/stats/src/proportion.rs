//! Intervals of proportions.

use crate::Interval;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % score interval of a proportion (`[Wilson 1927]`): the probabilities of success with which
/// `successes` in `trials` independent trials are not unusual.
///
/// The interval is within 0 and 1, and it is not empty if no trial or every trial succeeds.
///
/// ```
/// use stats::wilson;
///
/// let interval = wilson(0, 10).unwrap();
/// assert!(interval.low == 0.0 && (interval.high - 0.2775).abs() < 1e-4);
/// assert_eq!(wilson(0, 0), None);
/// ```
///
/// Returns `None` if there is no trial.
///
/// # Panics
///
/// Panics if there are more successes than trials.
#[must_use]
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    if trials == 0 {
        return None;
    }
    let (n, p) = (trials as f64, successes as f64 / trials as f64);
    let square = Z * Z;
    let centre = (p + square / (2.0 * n)) / (1.0 + square / n);
    let half = Z / (1.0 + square / n) * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    // Rounding would leave these ends a little off.
    let low = if successes == 0 { 0.0 } else { centre - half };
    let high = if successes == trials { 1.0 } else { centre + half };
    Some(Interval { low, high })
}

/// Formats a proportion in percent, with [its interval](wilson): `12.5 [2.2, 47.1]`. Returns an empty text if there is
/// no trial.
///
/// ```
/// assert_eq!(stats::percent_of(1, 8), "12.5 [2.2, 47.1]");
/// ```
#[must_use]
pub fn percent_of(successes: u64, trials: u64) -> String {
    let Some(Interval { low, high }) = wilson(successes, trials) else { return String::new() };
    let mean = 100.0 * successes as f64 / trials as f64;
    format!("{mean:.1} [{:.1}, {:.1}]", 100.0 * low, 100.0 * high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_textbooks() {
        // Newcombe 1998, table I: the score method.
        for (successes, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 6e-5 && (interval.high - high).abs() < 6e-5, "{interval:?}");
            let others = wilson(trials - successes, trials).unwrap();
            assert!((1.0 - others.high - interval.low).abs() < 1e-12, "symmetric");
        }
        assert_eq!(wilson(5, 5).unwrap().high, 1.0);
    }
}
