//! Measured numbers, and how certain they are.

use std::collections::BTreeSet;

use crate::design::{Design, SampledUnits};
use crate::draws::{DRAWS, Draws, Weights, block};
use crate::student::upper_tail;
use crate::variance::Variance;

/// What the units of a sample are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Whole games.
    Games,
    /// Positions of a few games, or independent positions.
    Positions,
    /// Key seeds.
    Seeds,
}

/// A measured number, and how it varies with positions and key seeds.
///
/// Numbers above zero have intervals on the logarithmic scale, so that the interval of a ratio is that of its
/// reciprocal upside down.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub mean: f64,
    /// What was added to the measured number.
    pub(crate) shift: f64,
    pub(crate) has_kinks: bool,
    /// The measured number in each draw; empty if there was nothing to draw from.
    pub(crate) draws: Vec<f64>,
    /// The measured number without each unit of each sample.
    pub(crate) without: Vec<Without>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Without {
    stream: u64,
    pub(crate) sample: SampledUnits,
    numbers: Vec<f64>,
}

/// How much each unit of a sample contributes to an estimate.
pub(crate) struct Influences<'a> {
    pub(crate) stream: u64,
    pub(crate) sample: &'a SampledUnits,
    pub(crate) of_units: Vec<f64>,
}

/// An estimate on the scale of its intervals.
pub(crate) struct Scaled {
    pub(crate) centre: f64,
    pub(crate) error: f64,
    pub(crate) freedom: f64,
    pub(crate) is_logarithmic: bool,
}

/// Computes a number from weighted counts: as it was measured, without each seed and each game or position, and in each
/// draw. `stream` selects the random numbers of the draws.
///
/// The estimate has an interval only if every design has several seeds or several positions.
///
/// ```
/// use stats::{Design, measure};
///
/// let design = Design::new(1, [6]);
/// let nodes = [812.0, 780.0, 955.0, 1_020.0, 640.0, 700.0];
/// let mean = measure(&[design.clone()], 0, |weights| {
///     weights.sum(&design, &nodes) / weights.sum(&design, &[1.0; 6])
/// });
/// let interval = mean.interval().unwrap();
/// assert!(interval.low < 700.0 && mean.mean == 817.8333333333334 && interval.high > 920.0);
/// ```
pub fn measure(designs: &[Design], stream: u64, number: impl Fn(&Weights<'_>) -> f64) -> Estimate {
    measure_with(&mut Draws::new(stream), designs, number)
}

/// Does the same with draws that may have been made before.
pub(crate) fn measure_with(draws: &mut Draws, designs: &[Design], number: impl Fn(&Weights<'_>) -> f64) -> Estimate {
    let measured = Estimate::exact(number(&Weights::default()));
    if !designs.iter().all(Design::has_interval) {
        return measured;
    }
    let samples: BTreeSet<SampledUnits> = designs.iter().flat_map(Design::samples).collect();
    let samples: Vec<SampledUnits> = samples.into_iter().collect();
    draws.prepare(&samples);
    let without = |sample: &SampledUnits| {
        let mut weights = vec![1.0; sample.len()];
        let mut first = 0;
        let without = |unit: usize| {
            let range = first..first + unit;
            first = range.end;
            weights[range.clone()].fill(0.0);
            let without = number(&Weights::of(vec![(sample, &weights)]));
            weights[range].fill(1.0);
            without
        };
        let numbers = sample.units().into_iter().map(without).collect();
        Without { stream: draws.stream(), sample: sample.clone(), numbers }
    };
    Estimate {
        without: samples.iter().map(without).collect(),
        draws: (0..DRAWS).map(|draw| number(&draws.of(&samples, draw))).collect(),
        ..measured
    }
}

impl Estimate {
    /// The level of [`interval`](Self::interval).
    pub const LEVEL: f64 = 0.95;

    /// Returns a number that is known exactly, or of which nothing more is known. It has no interval.
    #[must_use]
    pub fn exact(mean: f64) -> Self {
        Self { mean, shift: 0.0, has_kinks: false, draws: Vec::new(), without: Vec::new() }
    }

    /// Returns the units of each sample that the number was measured with, and how many there are, in a fixed order.
    ///
    /// ```
    /// use stats::{Design, Pairs, Unit, ratios};
    ///
    /// let pairs = Pairs::new(Design::new(2, [2]), vec![(90, 100), (170, 200), (46, 50), (70, 80)]);
    /// let ratio = ratios(&[pairs], 0).unwrap().mean;
    /// assert_eq!(ratio.units(), [(Unit::Positions, 2), (Unit::Seeds, 2)]);
    /// ```
    #[must_use]
    pub fn units(&self) -> Vec<(Unit, usize)> {
        let unit = |one: &Without| {
            let unit = match &one.sample {
                SampledUnits::Seeds(_) => Unit::Seeds,
                // Independent positions are games of one position each.
                SampledUnits::Positions(games) if one.sample.are_games_units() && games.are_of_several() => Unit::Games,
                SampledUnits::Positions(_) => Unit::Positions,
            };
            (unit, one.numbers.len())
        };
        let mut units: Vec<(Unit, usize)> = self.without.iter().map(unit).collect();
        units.sort_unstable();
        units
    }

    /// Returns the two-sided p-value of the hypothesis that the true number is `null`: the interval at the level of one
    /// minus this value just reaches `null`. `None` if there is no interval.
    ///
    /// ```
    /// use stats::{Design, Pairs, ratios};
    ///
    /// let pairs = Pairs::new(Design::new(1, [4]), vec![(90, 100), (170, 200), (46, 50), (70, 80)]);
    /// let ratio = ratios(&[pairs], 0).unwrap().mean;
    /// let p = ratio.p_value(1.0).unwrap();
    /// assert!(p < 0.05 && (ratio.interval_at(1.0 - p).unwrap().high - 1.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn p_value(&self, null: f64) -> Option<f64> {
        let scaled = self.scaled()?;
        let null = match null - self.shift {
            null if !scaled.is_logarithmic => null,
            null if null > 0.0 => libm::log(null),
            _ => f64::NEG_INFINITY,
        };
        let distance = (null - scaled.centre).abs();
        Some(match scaled.error {
            // Rounding is not a difference.
            0.0 => f64::from(u8::from(distance < 1e-12)),
            error => (2.0 * upper_tail(distance / error, scaled.freedom)).min(1.0),
        })
    }

    /// Says that the number is not a smooth function of the counts, such as a maximum: random differences then make it
    /// greater on average. Its interval is centred without this bias, as far as the draws show it, and is at least as
    /// wide as the draws vary. The number itself remains as it is.
    #[must_use]
    pub fn bias_corrected(self) -> Self {
        Self { has_kinks: true, ..self }
    }

    /// Adds an exact number.
    #[must_use]
    pub fn plus(self, number: f64) -> Self {
        Self { mean: self.mean + number, shift: self.shift + number, ..self }
    }

    /// Raises the number to a power.
    #[must_use]
    pub fn power(&self, exponent: f64) -> Self {
        Self::combine(&[self], |numbers| libm::pow(numbers[0], exponent))
    }

    /// Divides this number by another one. The quotient has no interval if one of the two has none.
    ///
    /// Estimates of one stream whose designs have equally many seeds, or games of equal lengths in the same
    /// [set](Design::of_set), share these seeds or positions. All others are independent.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        Self::combine(&[self, other], |numbers| numbers[0] / numbers[1])
    }

    /// Returns the geometric mean of several estimates. It has no interval if one of them has none.
    #[must_use]
    pub fn geometric_mean(each: &[&Self]) -> Self {
        Self::combine(each, |numbers| {
            libm::exp(numbers.iter().map(|number| libm::log(*number)).sum::<f64>() / numbers.len() as f64)
        })
    }

    /// Returns a function of several estimates: of the numbers, and of what they are without each unit and in each
    /// draw. It has no interval if one of the estimates has none.
    #[must_use]
    pub fn combine(parts: &[&Self], number: impl Fn(&[f64]) -> f64) -> Self {
        let of = |part: &dyn Fn(&Self) -> f64| number(&parts.iter().map(|one| part(one)).collect::<Vec<f64>>());
        let measured = Self::exact(of(&|one| one.mean));
        if parts.iter().any(|one| one.draws.is_empty()) {
            return measured;
        }
        let mut without: Vec<Without> = Vec::new();
        for one in parts.iter().flat_map(|part| &part.without) {
            if without.iter().any(|known| known.is_about(one)) {
                continue;
            }
            let same: Vec<Option<&Without>> =
                parts.iter().map(|part| part.without.iter().find(|other| other.is_about(one))).collect();
            let unit = |unit: usize| {
                let each = parts.iter().zip(&same);
                let each = each.map(|(part, same)| same.map_or(part.mean, |same| same.numbers[unit] + part.shift));
                number(&each.collect::<Vec<f64>>())
            };
            without.push(Without { numbers: (0..one.numbers.len()).map(unit).collect(), ..one.clone() });
        }
        Self {
            draws: (0..DRAWS).map(|draw| of(&|one| one.draws[draw] + one.shift)).collect(),
            without,
            has_kinks: parts.iter().any(|part| part.has_kinks),
            ..measured
        }
    }

    /// Returns the measured number, its standard error and its degrees of freedom on the scale of its intervals.
    pub(crate) fn scaled(&self) -> Option<Scaled> {
        if self.draws.is_empty() {
            return None;
        }
        let measured = self.measured();
        let is_logarithmic = measured > 0.0;
        let variance = |one: &Without| Variance::of(&one.sample, &self.differences(&one.numbers));
        let mut variance = Variance::sum(&self.without.iter().map(variance).collect::<Vec<_>>());
        let mut centre = if is_logarithmic { libm::log(measured) } else { measured };
        if self.has_kinks {
            let (bias, of_draws) = moments(&self.differences(&self.draws));
            centre -= bias;
            variance.value = variance.value.max(of_draws);
        }
        let error = variance.value.sqrt();
        (error.is_finite() && centre.is_finite()).then_some(Scaled {
            centre,
            error,
            freedom: variance.freedom,
            is_logarithmic,
        })
    }

    /// Returns the number without what was added to it.
    fn measured(&self) -> f64 {
        self.mean - self.shift
    }

    /// Returns the influences on the estimate, on the scale of its intervals, and its degrees of freedom.
    ///
    /// `None` if there is no interval, or if nothing varies.
    pub(crate) fn influences(&self) -> Option<(Vec<Influences<'_>>, f64)> {
        let freedom = self.scaled()?.freedom;
        let all: Vec<Influences<'_>> = self.without.iter().filter_map(|one| self.influences_of(one)).collect();
        (!all.is_empty()).then_some((all, freedom))
    }

    /// Returns the influence of each unit of a sample. The sum of their squares is its variance.
    fn influences_of<'a>(&self, one: &'a Without) -> Option<Influences<'a>> {
        let differences = self.differences(&one.numbers);
        let mean = differences.iter().sum::<f64>() / differences.len() as f64;
        let mut of_units: Vec<f64> = differences.iter().map(|difference| mean - difference).collect();
        let square = of_units.iter().map(|influence| influence * influence).sum::<f64>();
        let scale = (Variance::of(&one.sample, &differences).value / square).sqrt();
        of_units.iter_mut().for_each(|influence| *influence *= scale);
        (square > 0.0 && scale.is_finite()).then_some(Influences { stream: one.stream, sample: &one.sample, of_units })
    }

    /// Returns how much other values differ from the measured number, on the scale of the intervals. Values of zero
    /// have no logarithm, but are a derivative of it away.
    fn differences(&self, values: &[f64]) -> Vec<f64> {
        let measured = self.measured();
        let have_logarithms = measured > 0.0 && values.iter().all(|value| *value > 0.0);
        let difference = |&value: &f64| match (have_logarithms, measured > 0.0) {
            (true, _) => libm::log(value / measured),
            (false, true) => (value - measured) / measured,
            (false, false) => value - measured,
        };
        values.iter().map(difference).collect()
    }

    /// Formats the number and its interval: `0.952 [0.909, 0.988]`.
    #[must_use]
    pub fn text(&self) -> String {
        let of = |interval: crate::Interval| format!(" [{:.3}, {:.3}]", interval.low, interval.high);
        let of = self.interval().map(of).unwrap_or_default();
        format!("{:.3}{of}", self.mean)
    }

    /// Formats the number and its interval in percent: `95.2 [90.9, 98.8]`.
    #[must_use]
    pub fn percent(&self) -> String {
        let percent = |number: f64| format!("{:.1}", 100.0 * number);
        let of = self.interval().map(|i| format!(" [{}, {}]", percent(i.low), percent(i.high))).unwrap_or_default();
        format!("{}{of}", percent(self.mean))
    }
}

impl Without {
    fn is_about(&self, other: &Self) -> bool {
        (self.stream, &self.sample) == (other.stream, &other.sample)
    }
}

/// Returns the number of units that are drawn independently: seeds, games, or blocks of positions.
pub(crate) fn independent(sample: &SampledUnits) -> usize {
    match sample {
        SampledUnits::Positions(games) if !sample.are_games_units() => {
            games.lengths().map(|length| (length / block(length)).max(1)).sum()
        }
        _ => sample.units().len(),
    }
}

/// Returns the mean and the variance of numbers.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    (mean, squares / (numbers.len() as f64 - 1.0))
}
