//! Several estimates, or several hypotheses, at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::design::SampledUnits;
use crate::draws::DRAWS;
use crate::estimate::{Estimate, Influences};
use crate::interval::{Interval, check_level};
use crate::memo::Memo;
use crate::student::normal_upper_tail;

/// Returns an interval for each estimate, all of which contain the true numbers with a probability of `level`.
///
/// This is the max-T method of `[Romano and Wolf 2005]`. How the estimates vary together follows from the influence of
/// each seed and each game or position on each estimate: a thousand times, every unit gets a random normal number (the
/// multiplier bootstrap, `[Chernozhukov 2013]`), and the largest standardized difference is noted. Its quantile is the
/// level of a single interval, which then allows for the size of each sample. With few degrees of freedom the
/// correlations are reduced, because they seem greater than they are. The level is between `level` and that of
/// Bonferroni.
///
/// Estimates of one stream whose designs have equally many seeds, or games of equal lengths in the same
/// [set](crate::Design::of_set), share these seeds or positions. All others are taken to be independent. An estimate
/// without an interval has none here.
///
/// ```
/// use stats::{Design, Pairs, ratios, simultaneous};
///
/// let pairs = |counts: [(u64, u64); 4]| Pairs::new(Design::new(1, [4]), counts.to_vec());
/// let one = pairs([(90, 100), (170, 200), (46, 50), (70, 80)]);
/// let other = pairs([(101, 100), (190, 200), (51, 50), (90, 80)]);
/// let each = ratios(&[one, other], 0).unwrap().each;
/// let both = simultaneous(&each, 0.95);
/// assert!(both[0].unwrap().high > each[0].interval().unwrap().high);
/// ```
///
/// # Panics
///
/// Panics if the level is not above 0 and below 1.
#[must_use]
pub fn simultaneous(estimates: &[Estimate], level: f64) -> Vec<Option<Interval>> {
    check_level(level);
    let error = error_of_one(estimates, level, f64::abs, |z| 2.0 * normal_upper_tail(z));
    estimates.iter().map(|estimate| estimate.interval_at(1.0 - error)).collect()
}

/// Returns an upper bound for each estimate. No true number is above its bound, with a probability of `level`.
///
/// The bounds are one-sided, and therefore lower than the upper ends of [`simultaneous`] intervals. Lower bounds are
/// the reciprocals of the upper bounds of the reciprocals. An estimate without an interval has no bound.
///
/// A claim that *all* numbers are below a limit does not need them: it is sufficient that each number has a one-sided
/// bound at `level` of its own below the limit (`[Berger 1982]`).
///
/// # Panics
///
/// Panics if the level is not above 0.5 and below 1.
#[must_use]
pub fn upper_bounds(estimates: &[Estimate], level: f64) -> Vec<Option<f64>> {
    check_level(level);
    assert!(level > 0.5, "expected a level above 0.5, not {level}");
    let error = error_of_one(estimates, level, |difference| -difference, normal_upper_tail);
    estimates.iter().map(|one| Some(one.interval_at(1.0 - 2.0 * error)?.high)).collect()
}

/// Compares each of several numbers with the least of the others: returns simultaneous intervals of the quotients.
///
/// A number whose interval is below 1 is the least; one whose interval is above 1 is not. The intervals follow from
/// simultaneous intervals of the quotients of all pairs, so they are at least as wide as those of `[Hsu 1984]`.
///
/// Returns `None` if an estimate has no interval, or if there are fewer than two.
///
/// ```
/// use stats::{Design, Pairs, against_best, ratios};
///
/// let nodes = [[40, 61, 55, 48, 51, 60], [80, 119, 111, 95, 104, 118], [81, 122, 108, 97, 101, 123]];
/// let reference = [50, 70, 60, 55, 52, 65];
/// let pairs = nodes.map(|nodes| Pairs::new(Design::new(1, [6]), nodes.into_iter().zip(reference).collect()));
/// let found = against_best(&ratios(&pairs, 0).unwrap().each, 0.95).unwrap();
/// assert!(found[0].high < 1.0 && found[1].low > 1.0 && found[2].low > 1.0);
/// ```
///
/// # Panics
///
/// Panics if the level is not above 0 and below 1.
#[must_use]
pub fn against_best(estimates: &[Estimate], level: f64) -> Option<Vec<Interval>> {
    check_level(level);
    let pairs = (0..estimates.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let quotients: Vec<Estimate> = pairs.clone().map(|(i, j)| estimates[i].over(&estimates[j])).collect();
    let mut found = vec![None::<Interval>; estimates.len()];
    for ((i, j), interval) in pairs.zip(simultaneous(&quotients, level)) {
        let Interval { low, high } = interval?;
        for (number, low, high) in [(i, low, high), (j, high.recip(), low.recip())] {
            let known = found[number].get_or_insert(Interval { low, high });
            *known = Interval { low: known.low.max(low), high: known.high.max(high) };
        }
    }
    found.into_iter().collect::<Option<Vec<_>>>().filter(|found| found.len() > 1)
}

/// Returns the error of each of several intervals that together have the error of `level`.
///
/// `extreme` says how far a standardized difference is against an interval, and `tail` how often a normal number is
/// further.
fn error_of_one(estimates: &[Estimate], level: f64, extreme: impl Fn(f64) -> f64, tail: impl Fn(f64) -> f64) -> f64 {
    let error = 1.0 - level;
    let parts: Vec<(Vec<Influences<'_>>, f64)> = estimates.iter().filter_map(Estimate::influences).collect();
    let mut multipliers = Multipliers::default();
    let mut most = vec![f64::NEG_INFINITY; DRAWS];
    for (own, (parts, freedom)) in (0..).zip(&parts) {
        for (most, number) in most.iter_mut().zip(multipliers.standardized(parts, *freedom, own)) {
            *most = most.max(extreme(number));
        }
    }
    most.sort_by(f64::total_cmp);
    let rank = libm::ceil(level * (DRAWS + 1) as f64) as usize;
    match most[rank.clamp(1, DRAWS) - 1] {
        z if z.is_finite() => tail(z).clamp(error / parts.len() as f64, error),
        _ => error,
    }
}

/// The seed of the random numbers that only one estimate has; streams of draws are small numbers.
const OWN: u64 = u64::MAX;

/// Random normal numbers of the units of samples. Estimates with the same units share them.
#[derive(Default)]
struct Multipliers<'a>(BTreeMap<(u64, &'a SampledUnits), Arc<[f64]>>);

/// The normal numbers of all streams.
static NORMAL: Memo<(u64, u64, usize), f64> = Memo::new();

impl<'a> Multipliers<'a> {
    /// Returns sums of the influences of all units, each times a normal number, divided by their standard deviation.
    ///
    /// Estimates with few degrees of freedom seem to vary together more than they do. A part of the variance is
    /// therefore independent of all other estimates: `own` is the number of this one. With four degrees of freedom or
    /// fewer, nothing is taken to be shared.
    fn standardized(&mut self, parts: &[Influences<'a>], freedom: f64, own: u64) -> Vec<f64> {
        let part_alone = (4.0 / freedom).min(1.0);
        let (shared, alone) = ((1.0 - part_alone).sqrt(), part_alone.sqrt());
        let (mut sums, mut variance) = (vec![0.0; DRAWS], 0.0);
        for part in parts {
            let units = part.of_units.len();
            let key = (part.stream, part.sample);
            let numbers = self.0.entry(key).or_insert_with(|| normal(units * DRAWS, part.stream, part.sample.number()));
            for (sum, numbers) in sums.iter_mut().zip(numbers.chunks_exact(units)) {
                *sum += numbers.iter().zip(&part.of_units).map(|(number, influence)| number * influence).sum::<f64>();
            }
            variance += part.of_units.iter().map(|influence| influence * influence).sum::<f64>();
        }
        let deviation = variance.sqrt();
        let own = normal(DRAWS, OWN, own);
        sums.iter().zip(&*own).map(|(sum, own)| shared * sum / deviation + alone * own).collect()
    }
}

/// Returns normal numbers (`[Box and Muller 1958]`).
fn normal(number: usize, stream: u64, of_sample: u64) -> Arc<[f64]> {
    NORMAL.get((stream, of_sample, number), || {
        let mut random = ChaCha8Rng::seed_from_u64(stream);
        random.set_stream(of_sample);
        let mut uniform = || ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        let one = |_| (-2.0 * libm::log(uniform())).sqrt() * libm::cos(std::f64::consts::TAU * uniform());
        (0..number).map(one).collect()
    })
}

/// Adjusts p-values for their number (`[Holm 1979]`): to reject the hypotheses whose adjusted value is at most 0.05 has
/// a probability of at most 0.05 of a wrong rejection, however the p-values depend on each other.
///
/// # Panics
///
/// Panics if a p-value is not between 0 and 1.
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    check_p_values(p_values);
    let number = p_values.len();
    let mut adjusted = vec![0.0; number];
    let mut most = 0.0_f64;
    for (rank, index) in ascending(p_values).into_iter().enumerate() {
        most = most.max((number - rank) as f64 * p_values[index]).min(1.0);
        adjusted[index] = most;
    }
    adjusted
}

/// Adjusts p-values so that at most 5 % of the hypotheses whose adjusted value is at most 0.05 are rejected wrongly on
/// average, however the p-values depend on each other (`[Benjamini and Yekutieli 2001]`).
///
/// # Panics
///
/// Panics if a p-value is not between 0 and 1.
#[must_use]
pub fn benjamini_yekutieli(p_values: &[f64]) -> Vec<f64> {
    check_p_values(p_values);
    let number = p_values.len();
    let harmonic: f64 = (1..=number).map(|rank| (rank as f64).recip()).sum();
    let mut adjusted = vec![0.0; number];
    let mut least = 1.0_f64;
    for (rank, index) in ascending(p_values).into_iter().enumerate().rev() {
        least = least.min(harmonic * number as f64 / (rank + 1) as f64 * p_values[index]);
        adjusted[index] = least;
    }
    adjusted
}

fn check_p_values(p_values: &[f64]) {
    for p in p_values {
        assert!((0.0..=1.0).contains(p), "expected a p-value between 0 and 1, not {p}");
    }
}

/// Returns the indices of numbers in ascending order.
fn ascending(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Design, Pairs, ratios};

    fn estimate(counts: &[(u64, u64)]) -> Estimate {
        ratios(&[Pairs::new(Design::new(1, [counts.len()]), counts.to_vec())], 0).unwrap().mean
    }

    #[test]
    fn equal_estimates_hardly_need_a_correction() {
        let counts: Vec<(u64, u64)> = (0..200).map(|i| (80 + i * 37 % 41, 100)).collect();
        let one = estimate(&counts);
        let (alone, both) = (one.interval().unwrap(), simultaneous(&[one.clone(), one.clone()], 0.95)[1].unwrap());
        assert!((both.high / alone.high - 1.0).abs() < 0.005, "{alone:?} {both:?}");
        assert!(upper_bounds(std::slice::from_ref(&one), 0.95)[0].unwrap() < alone.high);
        assert_eq!(simultaneous(&[Estimate::exact(1.0)], 0.95), [None]);
        assert_eq!(against_best(&[one.clone(), Estimate::exact(1.0)], 0.95), None);
        assert!(against_best(&[one], 0.95).is_none() && simultaneous(&[], 0.95).is_empty());
    }

    #[test]
    fn p_values_are_adjusted() {
        // As `p.adjust` of R does.
        let p_values = [0.001, 0.2, 0.013, 0.04, 0.02];
        let near = |found: Vec<f64>, right: [f64; 5]| {
            assert!(found.iter().zip(right).all(|(found, right)| (found - right).abs() < 1e-6), "{found:?}");
        };
        near(holm(&p_values), [0.005, 0.2, 0.052, 0.08, 0.06]);
        near(
            benjamini_yekutieli(&p_values),
            [0.011_416_667, 0.456_666_667, 0.074_208_333, 0.114_166_667, 0.076_111_111],
        );
        assert!(holm(&[]).is_empty() && benjamini_yekutieli(&[]).is_empty());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        for wrong in [f64::NAN, -0.1, 1.1] {
            assert!(std::panic::catch_unwind(|| holm(&[0.5, wrong])).is_err());
            assert!(std::panic::catch_unwind(|| benjamini_yekutieli(&[wrong])).is_err());
        }
    }
}
