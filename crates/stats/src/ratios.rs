//! Ratios of paired counts. Their intervals are those of estimates, in `interval.rs`.

use crate::design::{Estimand, Pairs};
use crate::draws::{Draws, Weights};
use crate::estimate::{Estimate, measure_with};

/// Ratios of several comparisons, and their geometric mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// The geometric mean.
    pub mean: Estimate,
    /// The ratio of each comparison.
    pub each: Vec<Estimate>,
}

/// Returns the ratio of the first and the second numbers of the pairs, for each of several comparisons: of their sums,
/// or of what else the pairs are [about](Pairs::about).
///
/// `stream` selects the random numbers of the draws. Comparisons share seeds or positions if their designs have equally
/// many seeds, or games of equal lengths in the same [set](crate::Design::of_set). The mean has an interval only if
/// every comparison has more than one pair.
///
/// ```
/// use stats::{Design, Pairs, ratios};
///
/// let pairs = Pairs::new(Design::new(1, [3]), vec![(90, 100), (180, 200), (45, 50)]);
/// let ratios = ratios(&[pairs], 0).unwrap();
/// let interval = ratios.mean.interval().unwrap();
/// assert!((ratios.mean.mean - 0.9).abs() < 1e-9 && (interval.high - 0.9).abs() < 1e-9);
/// ```
///
/// Returns `None` if there is no comparison, or a sum is zero. A typical game has no ratio if a sum of a game is zero.
#[must_use]
pub fn ratios(comparisons: &[Pairs], stream: u64) -> Option<Ratios> {
    let mut draws = Draws::new(stream);
    let mut ratio = |pairs: &Pairs, is_mean: bool| {
        let numbers =
            |number: fn((u64, u64)) -> f64| -> Vec<f64> { pairs.counts().iter().map(|&pair| number(pair)).collect() };
        let (first, second) = match is_mean {
            false => (numbers(|pair| pair.0 as f64), numbers(|pair| pair.1 as f64)),
            true => (numbers(|pair| libm::log(pair.0 as f64 / pair.1 as f64)), numbers(|_| 1.0)),
        };
        let design = pairs.design();
        measure_with(&mut draws, std::slice::from_ref(design), |weights: &Weights<'_>| {
            let quotient = weights.sum(design, &first) / weights.sum(design, &second);
            if is_mean { libm::exp(quotient) } else { quotient }
        })
    };
    let each: Vec<Estimate> = comparisons
        .iter()
        .map(|pairs| match pairs.estimand() {
            Estimand::Sums => ratio(pairs, false),
            Estimand::Games => ratio(&pairs.by_game(), true),
        })
        .collect();
    if each.is_empty() || each.iter().any(|one| !one.mean.is_finite() || one.mean <= 0.0) {
        return None;
    }
    let mean = match each.as_slice() {
        [one] => one.clone(),
        each => Estimate::geometric_mean(&each.iter().collect::<Vec<_>>()),
    };
    Some(Ratios { mean, each })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interval;
    use crate::design::Design;
    use crate::estimate::measure;

    fn one_game(rows: &[Vec<(u64, u64)>]) -> Pairs {
        Pairs::new(Design::new(rows.len(), [rows[0].len()]), rows.concat())
    }

    fn measured(rows: &[Vec<(u64, u64)>]) -> Estimate {
        ratios(&[one_game(rows)], 0).unwrap().mean
    }

    fn width(rows: &[Vec<(u64, u64)>]) -> f64 {
        let Interval { low, high } = measured(rows).interval().unwrap();
        high - low
    }

    #[test]
    fn the_interval_narrows_with_more_positions() {
        let pair = |i: u64| (100 + i * 37 % 11, 100 + i * 53 % 13);
        let width = |n: u64| width(&[(0..n).map(pair).collect()]);
        assert!(width(10) > 2.0 * width(160) && width(160) > 0.0);
    }

    #[test]
    fn alike_positions_widen_the_interval() {
        let with_period =
            |period: u64| (0..64).map(|i| (if (i / period).is_multiple_of(2) { 90 } else { 110 }, 100)).collect();
        assert!(width(&[with_period(8)]) > 2.0 * width(&[with_period(1)]));
    }

    #[test]
    fn different_games_widen_the_interval() {
        let counts: Vec<(u64, u64)> = (0..60).map(|i| (80 + i / 10 * 8 + i * 7 % 5, 100)).collect();
        let width = |design: Design| {
            let interval = ratios(&[Pairs::new(design, counts.clone())], 0).unwrap().mean.interval().unwrap();
            interval.high - interval.low
        };
        assert!(width(Design::new(1, [10; 6])) > 2.0 * width(Design::independent(1, 60)));
    }

    #[test]
    fn different_seeds_widen_the_interval() {
        let row = |a: u64| vec![(a, 100); 20];
        let Interval { low, high } = measured(&[row(90), row(100), row(110)]).interval().unwrap();
        assert!(low <= 0.93 && high >= 1.07, "{low} {high}");
        assert_eq!(measured(&[row(90), row(90)]).interval(), Some(Interval { low: 0.9, high: 0.9 }));
        // A position with five seeds: Student's t on the logarithmic scale.
        let alone = measured(&[90, 95, 100, 105, 110].map(|a| vec![(a, 100)]));
        let Interval { low, high } = alone.interval().unwrap();
        assert!(low > 0.90 && low < 0.91 && high > 1.10 && high < 1.11, "{low} {high}");
        assert!((low * high - 1.0).abs() < 1e-9, "symmetric on the logarithmic scale");
    }

    #[test]
    fn test_sets_are_not_paired() {
        // What makes the first search better makes the second one worse by as much: together, they do not vary.
        let counts = |sign: i32| -> Vec<(u64, u64)> {
            let change = |i: i32| f64::from(sign * (i * 37 % 21 - 10)) / 50.0;
            (0..40).map(|i| (libm::round(1e6 * libm::exp(change(i))) as u64, 1_000_000)).collect()
        };
        let mean = |set: u64| {
            let sides = [(1, 0), (-1, set)];
            let pairs = sides.map(|(sign, set)| Pairs::new(Design::independent(1, 40).of_set(set), counts(sign)));
            ratios(&pairs, 0).unwrap()
        };
        let width = |estimate: &Estimate| {
            let Interval { low, high } = estimate.interval().unwrap();
            libm::log(high / low)
        };
        let (paired, apart) = (mean(0), mean(1));
        assert!(width(&paired.mean) < 0.2 * width(&apart.mean), "one set: {paired:?}");
        // The mean of two independent numbers that are equally certain.
        let expected = width(&apart.each[0]) / 2.0_f64.sqrt();
        assert!((width(&apart.mean) / expected - 1.0).abs() < 0.05, "two sets: {} {expected}", width(&apart.mean));
        // Ratios of one set vary together; those of many sets need wider simultaneous intervals.
        let together = |number: u64| {
            let set = |set: u64| Pairs::new(Design::independent(1, 40).of_set(set % number), counts(1));
            let pairs: Vec<Pairs> = (0..20).map(set).collect();
            let Interval { low, high } = crate::simultaneous(&ratios(&pairs, 0).unwrap().each, 0.95)[0].unwrap();
            libm::log(high / low)
        };
        assert!(together(20) > 1.1 * together(1), "{} {}", together(1), together(20));
    }

    #[test]
    fn comparisons_are_averaged() {
        let one = |a: u64| one_game(&[vec![(a, 100), (a, 100)]]);
        let single = one_game(&[vec![(3, 4)]]);
        let both = ratios(&[one(50), one(200)], 0).unwrap();
        assert!((both.mean.mean - 1.0).abs() < 1e-9, "{both:?}");
        assert_eq!(both.each[0].interval(), Some(Interval { low: 0.5, high: 0.5 }));
        let alone = ratios(std::slice::from_ref(&single), 0).unwrap().mean;
        assert_eq!((alone.interval(), alone.p_value(1.0), alone.mean), (None, None, 0.75));
        let mixed = ratios(&[one(50), single], 0).unwrap();
        assert!(mixed.mean.interval().is_none() && mixed.each[0].interval().is_some());
        assert!(ratios(&[], 0).is_none() && ratios(&[one_game(&[vec![(1, 0)]])], 0).is_none());
    }

    #[test]
    fn quotients_have_intervals() {
        let pairs = |a: u64| one_game(&[vec![(a, 100), (a + 8, 100), (a - 10, 90)]]);
        let of = |a, stream| ratios(&[pairs(a)], stream).unwrap().mean;
        let (half, fifth) = (of(50, 0), of(20, 1));
        let quotient = half.over(&fifth);
        let Interval { low, high } = quotient.interval().unwrap();
        assert!(low < quotient.mean && high > quotient.mean, "{low} {high}");
        // Estimates of different streams are independent; those of one stream share the positions.
        let shared = half.over(&of(20, 0)).interval().unwrap();
        assert!(shared.high / shared.low < high / low);
        assert_eq!(half.over(&half).interval(), Some(Interval { low: 1.0, high: 1.0 }));
        assert_eq!(half.over(&Estimate::exact(0.5)).interval(), None);
        assert_eq!(half.text(), format!("{:.3} [{:.3}, {:.3}]", half.mean, low_of(&half), high_of(&half)));
    }

    fn low_of(estimate: &Estimate) -> f64 {
        estimate.interval().unwrap().low
    }

    fn high_of(estimate: &Estimate) -> f64 {
        estimate.interval().unwrap().high
    }

    #[test]
    fn intervals_follow_shifts_and_powers() {
        let ratio = measured(&[vec![(100, 90), (120, 95), (80, 60), (70, 65), (99, 80)]]);
        let more = ratio.clone().plus(-1.0);
        assert!((low_of(&more) - (low_of(&ratio) - 1.0)).abs() < 1e-12);
        assert_eq!(more.p_value(0.0), ratio.p_value(1.0));
        let square = ratio.power(2.0);
        assert!((high_of(&square) - high_of(&ratio) * high_of(&ratio)).abs() < 1e-9);
        let levels = [0.5, 0.9, 0.99, 0.9999].map(|level| ratio.interval_at(level).unwrap());
        assert!(levels.windows(2).all(|pair| pair[1].low < pair[0].low && pair[1].high > pair[0].high));
        for null in [0.9, 1.1, 1.5] {
            let p = ratio.p_value(null).unwrap();
            let Interval { low, high } = ratio.interval_at(1.0 - p).unwrap();
            assert!(((low - null) * (high - null)).abs() < 1e-6, "{null} {low} {high}");
        }
    }

    #[test]
    fn functions_with_kinks_and_steps_have_intervals() {
        let design = Design::new(1, [12]);
        let numbers = [3.0, 4.0, 5.0, 4.0, 3.0, 6.0].repeat(2);
        let others: Vec<f64> = numbers.iter().rev().copied().collect();
        let most = measure(std::slice::from_ref(&design), 0, |weights| {
            weights.sum(&design, &numbers).max(weights.sum(&design, &others)) / 12.0
        });
        let centre = |estimate: &Estimate| (low_of(estimate) * high_of(estimate)).sqrt();
        let corrected = most.clone().bias_corrected();
        assert!(centre(&corrected) < centre(&most) && corrected.mean == most.mean);
        let is_more = measure(std::slice::from_ref(&design), 0, |weights| {
            f64::from(u8::from(weights.sum(&design, &numbers) > 49.0))
        });
        assert_eq!(is_more.percentiles(0.95), Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(Estimate::exact(1.0).percentiles(0.95), None);
    }
}
