//! Bootstrap intervals for comparisons of node counts.
//!
//! An interval shows how much a comparison depends on the positions and the key seeds that were searched. Use
//! [`ratios`] to compare two sets of counts pair by pair. The crate does not read files and does not depend on a game.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The number of times that the pairs are resampled.
const RESAMPLES: usize = 1_000;

/// The range of the middle 95 % of the resampled values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A measured number, with the values that it takes when positions and key seeds are resampled.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number.
    pub mean: f64,
    /// The value for each resample, in the order of the draws. It is empty if there is nothing to resample, because
    /// there is only one pair.
    pub resampled: Vec<f64>,
}

impl Measured {
    /// Returns the range of the middle 95 % of the resampled values, or `None` if there are none.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        (!self.resampled.is_empty()).then(|| middle(&mut self.resampled.clone()))
    }

    /// Returns the interval, or an interval that contains only the number itself if there are no resampled values.
    #[must_use]
    pub fn range(&self) -> Interval {
        self.interval().unwrap_or(Interval { low: self.mean, high: self.mean })
    }

    /// Applies `change` to the number and to every resampled value.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { mean: change(self.mean), resampled: self.resampled.into_iter().map(change).collect() }
    }

    /// Divides this number by `other`, and each resampled value by the value of the same draw. The quotient has no
    /// interval if one of the numbers has none.
    #[must_use]
    pub fn over(self, other: &Self) -> Self {
        let resampled = self.resampled.iter().zip(&other.resampled).map(|(one, other)| one / other).collect();
        Self { mean: self.mean / other.mean, resampled }
    }
}

impl Measured {
    /// Returns the number and its interval as text: `0.952 [0.909, 0.988]`.
    #[must_use]
    pub fn text(&self) -> String {
        let of = self.interval().map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
        format!("{:.3}{of}", self.mean)
    }

    /// Returns the number and its interval in percent, without the percent sign, as text: `95.2 [90.9, 98.8]`.
    #[must_use]
    pub fn percent(&self) -> String {
        let percent = |number: f64| format!("{:.1}", 100.0 * number);
        let of = self.interval().map(|i| format!(" [{}, {}]", percent(i.low), percent(i.high))).unwrap_or_default();
        format!("{}{of}", percent(self.mean))
    }
}

/// The ratios at several places, and their geometric mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// The geometric mean.
    pub mean: Measured,
    /// The ratio at each place.
    pub places: Vec<Measured>,
}

/// Pairs of node counts. There is a row for each key seed, and in each row a pair for each position, in the same order.
pub type Pairs = Vec<Vec<(u64, u64)>>;

/// Computes, at each of several places, the sum of the first counts of all pairs divided by the sum of the second
/// counts, and the geometric mean of these ratios. A place is one combination of the factors that are compared, such as
/// a table size and a depth.
///
/// Both seeds and positions are samples, so both are resampled with replacement, independently of each other. The two
/// counts of a pair stay together. Successive positions of a game are similar, so positions are drawn in blocks whose
/// length is the cube root of the number of positions. Places with the same number of positions use the same draws of
/// positions, and places with the same number of seeds the same draws of seeds. `stream` is the seed of the random
/// numbers: the same value gives the same draws. The mean has an interval only if every place has more than one pair.
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
/// Returns `None` if there are no places, or if a sum is 0.
///
/// # Panics
///
/// Panics if the rows of a place have different lengths.
#[must_use]
pub fn ratios(places: &[Pairs], stream: u64) -> Option<Ratios> {
    let exact: Vec<f64> = places.iter().map(|pairs| libm::log(whole(pairs))).collect();
    if exact.is_empty() || exact.iter().any(|logarithm| !logarithm.is_finite()) {
        return None;
    }
    let mean = |logarithms: &[f64]| libm::exp(logarithms.iter().sum::<f64>() / logarithms.len() as f64);
    let shapes: Vec<Shape> = places.iter().map(|pairs| (pairs.len(), pairs[0].len())).collect();
    let flat = |pairs: &Pairs, part: fn(&(u64, u64)) -> u64| {
        pairs.iter().flatten().map(|pair| part(pair) as f64).collect::<Vec<f64>>()
    };
    let numbers: Vec<(Vec<f64>, Vec<f64>)> =
        places.iter().map(|pairs| (flat(pairs, |pair| pair.0), flat(pairs, |pair| pair.1))).collect();
    let several = |&(seeds, positions): &Shape| seeds * positions > 1;
    let mut means = Vec::new();
    let alone = |logarithm: &f64| Measured { mean: libm::exp(*logarithm), resampled: Vec::new() };
    let mut each: Vec<Measured> = exact.iter().map(alone).collect();
    resample(&shapes, stream, |drawn| {
        let ratio = |((first, second), shape): (&(Vec<f64>, Vec<f64>), &Shape)| {
            libm::log(drawn.sum(*shape, first) / drawn.sum(*shape, second))
        };
        let logarithms: Vec<f64> = numbers.iter().zip(&shapes).map(ratio).collect();
        for ((place, shape), &logarithm) in each.iter_mut().zip(&shapes).zip(&logarithms) {
            if several(shape) {
                place.resampled.push(libm::exp(logarithm));
            }
        }
        means.push(mean(&logarithms));
    });
    let resampled = if shapes.iter().all(several) { means } else { Vec::new() };
    Some(Ratios { mean: Measured { mean: mean(&exact), resampled }, places: each })
}

/// The number of seeds and the number of positions of a place.
pub type Shape = (usize, usize);

/// One draw: how often it contains each seed and each position, for each number of seeds and of positions that occurs.
#[derive(Default)]
pub struct Drawn {
    seeds: BTreeMap<usize, Vec<f64>>,
    positions: BTreeMap<usize, Vec<f64>>,
}

impl Drawn {
    /// Returns the sum of `numbers`, each multiplied by the number of times that it was drawn. `numbers` has a row for
    /// each seed, with a number for each position.
    ///
    /// The numbers are counts, so the sums are integers and do not depend on the order of summation.
    pub fn sum(&self, (seeds, positions): Shape, numbers: &[f64]) -> f64 {
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

/// Resamples the seeds and positions of places with these shapes a thousand times, and calls `with` for each draw.
/// `stream` is the seed of the random numbers.
pub fn resample(shapes: &[Shape], stream: u64, mut with: impl FnMut(&Drawn)) {
    let mut random = ChaCha8Rng::seed_from_u64(stream);
    let mut draw = |below: usize| ((u128::from(random.next_u64()) * below as u128) >> 64) as usize;
    for _ in 0..RESAMPLES {
        let mut drawn = Drawn::default();
        for &(seeds, positions) in shapes {
            drawn.seeds.entry(seeds).or_insert_with(|| times(seeds, (0..seeds).map(|_| draw(seeds))));
            drawn.positions.entry(positions).or_insert_with(|| times(positions, blocks(positions, &mut draw)));
        }
        with(&drawn);
    }
}

/// Returns how often each number less than `below` occurs in `drawn`.
fn times(below: usize, drawn: impl IntoIterator<Item = usize>) -> Vec<f64> {
    let mut times = vec![0.0; below];
    for number in drawn {
        times[number] += 1.0;
    }
    times
}

/// Returns the sum of the first counts divided by the sum of the second counts.
pub fn whole(pairs: &Pairs) -> f64 {
    let sum = |part: fn(&(u64, u64)) -> u64| pairs.iter().flatten().map(|pair| part(pair) as f64).sum::<f64>();
    sum(|pair| pair.0) / sum(|pair| pair.1)
}

/// Draws as many positions as there are, in blocks of successive positions. After the last position, a block continues
/// with the first one.
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

/// Sorts the numbers and returns the range of the middle 95 % of them.
///
/// # Panics
///
/// Panics if there are no numbers.
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
    fn positions_that_are_alike_count_for_less() {
        let alike: Vec<(u64, u64)> = (0..64).map(|i| (if i / 8 % 2 == 0 { 90 } else { 110 }, 100)).collect();
        let mixed: Vec<(u64, u64)> = (0..64).map(|i| (if i % 2 == 0 { 90 } else { 110 }, 100)).collect();
        let width = |pairs: Vec<(u64, u64)>| interval(vec![pairs]).high - interval(vec![vec![(1, 1), (1, 1)]]).low;
        assert!(width(alike) > width(mixed));
    }

    #[test]
    fn seeds_that_disagree_widen_it() {
        let row = |a: u64| vec![(a, 100); 20];
        let Interval { low, high } = interval(vec![row(90), row(100), row(110)]);
        assert!(low <= 0.93 && high >= 1.07, "{low} {high}");
        assert_eq!(interval(vec![row(90), row(90)]), interval(vec![row(90)]));
    }

    #[test]
    fn places_are_averaged() {
        let place = |a: u64| vec![vec![(a, 100), (a, 100)]];
        let both = ratios(&[place(50), place(200)], 0).unwrap();
        assert!((both.mean.mean - 1.0).abs() < 1e-9, "{both:?}");
        assert!((both.places[0].range().low - 0.5).abs() < 1e-9 && (both.places[1].range().high - 2.0).abs() < 1e-9);
        let one = ratios(&[vec![vec![(3, 4)]]], 0).unwrap();
        assert_eq!((one.mean.interval(), one.mean.mean), (None, 0.75));
        let mixed = ratios(&[place(50), vec![vec![(3, 4)]]], 0).unwrap();
        assert!(mixed.mean.interval().is_none() && mixed.places[0].interval().is_some());
        assert!(ratios(&[], 0).is_none() && ratios(&[vec![vec![(1, 0)]]], 0).is_none());
    }

    #[test]
    fn numbers_that_were_measured_apart_are_divided() {
        let pairs = |a: u64| vec![vec![(a, 100), (a + 10, 100), (a - 10, 100)]];
        let measured = |a, stream| ratios(&[pairs(a)], stream).unwrap().mean;
        let (half, fifth) = (measured(50, 0), measured(20, 1));
        assert_ne!(half.resampled, measured(50, 1).resampled, "another stream has other draws");
        let ratio = half.clone().over(&fifth);
        let Interval { low, high } = ratio.interval().unwrap();
        assert!(ratio.mean == 2.5 && low < 2.5 && high > 2.5, "{low} {high}");
        let exact = Measured { mean: 0.5, resampled: Vec::new() };
        assert_eq!(exact.clone().over(&exact), Measured { mean: 1.0, resampled: Vec::new() });
        assert_eq!(half.over(&exact).interval(), None);
    }
}
