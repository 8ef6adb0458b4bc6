//! Bootstrap intervals: how far a comparison of node counts would move with other positions and other key seeds.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The number of draws.
const RESAMPLES: usize = 1_000;

/// A 95 % interval: the middle 95 % of the draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A measured number, and what it would have been in each draw of positions and key seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub mean: f64,
    /// The number in each draw; empty if there is only one observation, so that nothing can be drawn.
    pub resampled: Vec<f64>,
}

impl Estimate {
    /// Returns the middle 95 % of the draws, if there are any.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        (!self.resampled.is_empty()).then(|| middle(&mut self.resampled.clone()))
    }

    /// Returns the interval, or the number itself as both ends if there are no draws.
    #[must_use]
    pub fn range(&self) -> Interval {
        self.interval().unwrap_or(Interval { low: self.mean, high: self.mean })
    }

    /// Applies `change` to the number and to each draw.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { mean: change(self.mean), resampled: self.resampled.into_iter().map(change).collect() }
    }

    /// Divides this number by another one, draw by draw. The quotient has no interval if one of the two has none.
    #[must_use]
    pub fn over(self, other: &Self) -> Self {
        let resampled = self.resampled.iter().zip(&other.resampled).map(|(one, other)| one / other).collect();
        Self { mean: self.mean / other.mean, resampled }
    }
}

impl Estimate {
    /// Formats the number and its interval: `0.952 [0.909, 0.988]`.
    #[must_use]
    pub fn text(&self) -> String {
        let of = self.interval().map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
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

/// Ratios of several comparisons, and their geometric mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// The geometric mean.
    pub mean: Estimate,
    /// The ratio of each comparison.
    pub each: Vec<Estimate>,
}

/// The data of a comparison: nodes in pairs, a row for every key seed and a pair for every position, in the same order
/// in each row.
pub type Pairs = Vec<Vec<(u64, u64)>>;

/// Returns the ratio of the sums of the first and the second numbers of the pairs, for each of several comparisons.
///
/// Seeds and positions are both samples: both are drawn with replacement, independently of each other, and a pair stays
/// together. Consecutive positions of a game are alike, so they are drawn in blocks, whose length is the cube root of
/// the number of positions. Comparisons with the same number of positions share the draws of positions, and those with
/// the same number of seeds share the draws of seeds. `stream` selects the random numbers: the same stream gives the
/// same draws. The mean has an interval only if every comparison has more than one pair.
///
/// ```
/// use stats::ratios;
///
/// let one_seed = vec![(90, 100), (180, 200), (45, 50)];
/// let ratios = ratios(&[vec![one_seed]], 0).unwrap();
/// let interval = ratios.mean.interval().unwrap();
/// assert!((ratios.mean.mean - 0.9).abs() < 1e-9 && (interval.high - 0.9).abs() < 1e-9);
/// ```
///
/// Returns `None` if there is no comparison, or a sum is zero.
///
/// # Panics
///
/// Panics if the rows of a comparison differ in length.
#[must_use]
pub fn ratios(comparisons: &[Pairs], stream: u64) -> Option<Ratios> {
    let exact: Vec<f64> = comparisons.iter().map(|pairs| libm::log(whole(pairs))).collect();
    if exact.is_empty() || exact.iter().any(|logarithm| !logarithm.is_finite()) {
        return None;
    }
    let mean = |logarithms: &[f64]| libm::exp(logarithms.iter().sum::<f64>() / logarithms.len() as f64);
    let dimensions: Vec<Dimensions> = comparisons.iter().map(|pairs| (pairs.len(), pairs[0].len())).collect();
    let flat = |pairs: &Pairs, part: fn(&(u64, u64)) -> u64| {
        pairs.iter().flatten().map(|pair| part(pair) as f64).collect::<Vec<f64>>()
    };
    let numbers: Vec<(Vec<f64>, Vec<f64>)> =
        comparisons.iter().map(|pairs| (flat(pairs, |pair| pair.0), flat(pairs, |pair| pair.1))).collect();
    let several = |&(seeds, positions): &Dimensions| seeds * positions > 1;
    let mut means = Vec::new();
    let alone = |logarithm: &f64| Estimate { mean: libm::exp(*logarithm), resampled: Vec::new() };
    let mut each: Vec<Estimate> = exact.iter().map(alone).collect();
    resample(&dimensions, stream, |drawn| {
        let ratio = |((first, second), dimensions): (&(Vec<f64>, Vec<f64>), &Dimensions)| {
            libm::log(drawn.sum(*dimensions, first) / drawn.sum(*dimensions, second))
        };
        let logarithms: Vec<f64> = numbers.iter().zip(&dimensions).map(ratio).collect();
        for ((one, of), &logarithm) in each.iter_mut().zip(&dimensions).zip(&logarithms) {
            if several(of) {
                one.resampled.push(libm::exp(logarithm));
            }
        }
        means.push(mean(&logarithms));
    });
    let resampled = if dimensions.iter().all(several) { means } else { Vec::new() };
    Some(Ratios { mean: Estimate { mean: mean(&exact), resampled }, each })
}

/// The number of seeds, and the number of positions.
pub type Dimensions = (usize, usize);

/// One draw: how often each seed and each position was drawn, by the number of seeds and positions to draw from.
#[derive(Default)]
pub struct Drawn {
    seeds: BTreeMap<usize, Vec<f64>>,
    positions: BTreeMap<usize, Vec<f64>>,
}

impl Drawn {
    /// Sums `numbers`, a row for each seed with a number for each position, each as often as it was drawn.
    ///
    /// Sums of counts are whole numbers, so the order of the summands does not matter.
    pub fn sum(&self, (seeds, positions): Dimensions, numbers: &[f64]) -> f64 {
        let (seeds, of_positions) = (&self.seeds[&seeds], &self.positions[&positions]);
        let rows = numbers.chunks_exact(positions).zip(seeds).filter(|(_, times)| **times > 0.0);
        rows.map(|(row, times)| times * sum_of_row(row, of_positions)).sum()
    }
}

fn sum_of_row(row: &[f64], times: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (numbers, times) = (row.chunks_exact(LANES), times.chunks_exact(LANES));
    let rest = numbers.remainder().iter().zip(times.remainder()).map(|(number, times)| number * times).sum::<f64>();
    for (numbers, times) in numbers.zip(times) {
        for lane in 0..LANES {
            sums[lane] += numbers[lane] * times[lane];
        }
    }
    rest + sums.iter().sum::<f64>()
}

/// Draws seeds and positions repeatedly, once for each number of them that occurs, and calls `with` with each draw.
pub fn resample(dimensions: &[Dimensions], stream: u64, mut with: impl FnMut(&Drawn)) {
    let mut random = ChaCha8Rng::seed_from_u64(stream);
    let mut draw = |below: usize| ((u128::from(random.next_u64()) * below as u128) >> 64) as usize;
    for _ in 0..RESAMPLES {
        let mut drawn = Drawn::default();
        for &(seeds, positions) in dimensions {
            drawn.seeds.entry(seeds).or_insert_with(|| times(seeds, (0..seeds).map(|_| draw(seeds))));
            drawn.positions.entry(positions).or_insert_with(|| times(positions, blocks(positions, &mut draw)));
        }
        with(&drawn);
    }
}

/// How often each number below `below` was drawn.
fn times(below: usize, drawn: impl IntoIterator<Item = usize>) -> Vec<f64> {
    let mut times = vec![0.0; below];
    for number in drawn {
        times[number] += 1.0;
    }
    times
}

/// Returns the ratio of the sums of the first and the second numbers.
pub fn whole(pairs: &Pairs) -> f64 {
    let sum = |part: fn(&(u64, u64)) -> u64| pairs.iter().flatten().map(|pair| part(pair) as f64).sum::<f64>();
    sum(|pair| pair.0) / sum(|pair| pair.1)
}

/// Draws as many positions as there are, in blocks of consecutive ones; the first follows the last.
fn blocks(positions: usize, draw: &mut impl FnMut(usize) -> usize) -> Vec<usize> {
    let length = libm::cbrt(positions as f64).round().max(1.0) as usize;
    let mut drawn = Vec::with_capacity(positions + length);
    while drawn.len() < positions {
        let first = draw(positions);
        drawn.extend((first..first + length).map(|position| position % positions));
    }
    drawn.truncate(positions);
    drawn
}

/// Sorts numbers and returns their middle 95 %.
///
/// # Panics
///
/// Panics if there are none.
pub fn middle(all: &mut [f64]) -> Interval {
    all.sort_by(f64::total_cmp);
    let of = |part: f64| all[(part * (all.len() - 1) as f64).round() as usize];
    Interval { low: of(0.025), high: of(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(pairs: Pairs) -> Interval {
        ratios(&[pairs], 0).unwrap().mean.interval().unwrap()
    }

    #[test]
    fn the_interval_narrows_with_more_positions() {
        let pair = |i: u64| (100 + i * 37 % 11, 100 + i * 53 % 13);
        let width = |n: u64| {
            let Interval { low, high } = interval(vec![(0..n).map(pair).collect()]);
            assert!(low < high && low < 1.0 && high > 0.98, "{low} {high}");
            high - low
        };
        assert!(width(10) > 2.0 * width(160));
    }

    #[test]
    fn alike_positions_widen_the_interval() {
        let alike: Vec<(u64, u64)> = (0..64).map(|i| (if i / 8 % 2 == 0 { 90 } else { 110 }, 100)).collect();
        let mixed: Vec<(u64, u64)> = (0..64).map(|i| (if i % 2 == 0 { 90 } else { 110 }, 100)).collect();
        let width = |pairs: Vec<(u64, u64)>| interval(vec![pairs]).high - interval(vec![vec![(1, 1), (1, 1)]]).low;
        assert!(width(alike) > width(mixed));
    }

    #[test]
    fn different_seeds_widen_the_interval() {
        let row = |a: u64| vec![(a, 100); 20];
        let Interval { low, high } = interval(vec![row(90), row(100), row(110)]);
        assert!(low <= 0.93 && high >= 1.07, "{low} {high}");
        assert_eq!(interval(vec![row(90), row(90)]), interval(vec![row(90)]));
    }

    #[test]
    fn comparisons_are_averaged() {
        let one = |a: u64| vec![vec![(a, 100), (a, 100)]];
        let both = ratios(&[one(50), one(200)], 0).unwrap();
        assert!((both.mean.mean - 1.0).abs() < 1e-9, "{both:?}");
        assert!((both.each[0].range().low - 0.5).abs() < 1e-9 && (both.each[1].range().high - 2.0).abs() < 1e-9);
        let single = ratios(&[vec![vec![(3, 4)]]], 0).unwrap();
        assert_eq!((single.mean.interval(), single.mean.mean), (None, 0.75));
        let mixed = ratios(&[one(50), vec![vec![(3, 4)]]], 0).unwrap();
        assert!(mixed.mean.interval().is_none() && mixed.each[0].interval().is_some());
        assert!(ratios(&[], 0).is_none() && ratios(&[vec![vec![(1, 0)]]], 0).is_none());
    }

    #[test]
    fn quotients_have_intervals() {
        let pairs = |a: u64| vec![vec![(a, 100), (a + 10, 100), (a - 10, 100)]];
        let measured = |a, stream| ratios(&[pairs(a)], stream).unwrap().mean;
        let (half, fifth) = (measured(50, 0), measured(20, 1));
        assert_ne!(half.resampled, measured(50, 1).resampled, "another stream has other draws");
        let ratio = half.clone().over(&fifth);
        let Interval { low, high } = ratio.interval().unwrap();
        assert!(ratio.mean == 2.5 && low < 2.5 && high > 2.5, "{low} {high}");
        let exact = Estimate { mean: 0.5, resampled: Vec::new() };
        assert_eq!(exact.clone().over(&exact), Estimate { mean: 1.0, resampled: Vec::new() });
        assert_eq!(half.over(&exact).interval(), None);
    }
}
