//! The interval of a measured number, such as that of a ratio of node counts.

use crate::estimate::{Estimate, independent};
use crate::student::{normal_upper_tail, quantile};

/// A range of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns how many times as many units would narrow the interval so that it just ends at `limit`, if its middle
    /// stayed where it is: an interval is inversely proportional to the square root of the number of units. Infinite if
    /// the middle is the limit; `None` if the interval does not contain the limit.
    ///
    /// The scale is logarithmic if all numbers are above zero. A small sample needs fewer units than that, because its
    /// intervals also narrow as the degrees of freedom grow.
    ///
    /// ```
    /// use stats::Interval;
    ///
    /// let interval = Interval { low: 0.8, high: 1.25 };
    /// assert!((interval.more(1.25 / 1.118).unwrap() - 4.0).abs() < 0.01, "half as wide");
    /// assert_eq!((interval.more(1.3), interval.more(1.0)), (None, Some(f64::INFINITY)));
    /// ```
    #[must_use]
    pub fn more(self, limit: f64) -> Option<f64> {
        let is_logarithmic = self.low > 0.0 && limit > 0.0;
        let [low, high, limit] =
            [self.low, self.high, limit].map(|number| if is_logarithmic { libm::log(number) } else { number });
        let (half, distance) = ((high - low) / 2.0, ((high + low) / 2.0 - limit).abs());
        // Rounding is not a distance.
        let distance = if distance < 1e-12 { 0.0 } else { distance };
        (half > distance).then(|| libm::pow(half / distance, 2.0))
    }

    /// Returns the number in the middle: the geometric mean of the ends if they are above zero.
    #[must_use]
    pub fn middle(self) -> f64 {
        if self.low > 0.0 { (self.low * self.high).sqrt() } else { (self.low + self.high) / 2.0 }
    }
}

impl Estimate {
    /// Returns the 95 % interval. `None` if there was nothing to draw from: one position with one key seed.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.interval_at(Self::LEVEL)
    }

    /// Returns the interval that contains the true number with a probability of `level`, such as 0.99.
    ///
    /// # Panics
    ///
    /// Panics if the level is not above 0 and below 1.
    #[must_use]
    pub fn interval_at(&self, level: f64) -> Option<Interval> {
        check_level(level);
        let scaled = self.scaled()?;
        let half = if scaled.error == 0.0 { 0.0 } else { scaled.error * quantile(0.5 * (1.0 - level), scaled.freedom) };
        let end = |number: f64| self.shift + if scaled.is_logarithmic { libm::exp(number) } else { number };
        if half == 0.0 && !self.has_kinks {
            return Some(Interval { low: self.mean, high: self.mean });
        }
        Some(Interval { low: end(scaled.centre - half), high: end(scaled.centre + half) })
    }

    /// Returns the middle of the draws: for numbers with steps, such as a part of several comparisons or the best of
    /// several sizes. `None` if there was nothing to draw from.
    ///
    /// Draws from a small sample vary too little, so the level is increased (`[Hesterberg 2015]`): by the quantiles of
    /// Student's t instead of normal ones, with the units of the smallest sample.
    ///
    /// # Panics
    ///
    /// Panics if the level is not above 0 and below 1.
    #[must_use]
    pub fn percentiles(&self, level: f64) -> Option<Interval> {
        check_level(level);
        let units = self.without.iter().map(|one| independent(&one.sample)).min()? as f64;
        let expanded = quantile(0.5 * (1.0 - level), (units - 1.0).max(1.0)) * (units / (units - 1.0).max(1.0)).sqrt();
        let tail = normal_upper_tail(expanded);
        let mut sorted = self.draws.clone();
        sorted.sort_by(f64::total_cmp);
        let of = |part: f64| sorted[libm::round(part * (sorted.len() - 1) as f64) as usize] + self.shift;
        Some(Interval { low: of(tail), high: of(1.0 - tail) })
    }
}

pub(crate) fn check_level(level: f64) {
    assert!(level > 0.0 && level < 1.0, "expected a level between 0 and 1, not {level}");
}
