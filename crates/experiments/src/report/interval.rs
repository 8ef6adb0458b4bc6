//! Bootstrap intervals: how far a comparison would move with other positions and other keys.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How often the pairs are drawn again.
const RESAMPLES: usize = 1_000;

/// The middle 95 % of what resampling gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 95 % interval of the sum of the first numbers divided by the sum of the second ones.
///
/// A row is what one key seed gave: a pair for every position, in the same order in each row. Rows and columns are
/// drawn again with replacement, independently of each other, since seeds and positions are both samples; a pair stays
/// a pair. The draws are the same each time. `None` if there is but one pair, or a sum is nothing.
///
/// ```
/// use experiments::report::interval::ratio;
///
/// let one_seed = vec![(90, 100), (180, 200), (45, 50)];
/// let interval = ratio(&[one_seed]).unwrap();
/// assert!((interval.low - 0.9).abs() < 1e-9 && (interval.high - 0.9).abs() < 1e-9);
/// assert!(ratio(&[vec![(90, 100)]]).is_none());
/// ```
///
/// # Panics
///
/// Panics if a row is shorter than the first one.
#[must_use]
pub fn ratio(pairs: &[Vec<(u64, u64)>]) -> Option<Interval> {
    let (seeds, positions) = (pairs.len(), pairs.first()?.len());
    if seeds * positions < 2 {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut draw = |below: usize| ((u128::from(random.next_u64()) * below as u128) >> 64) as usize;
    let mut ratios = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let drawn: Vec<usize> = (0..positions).map(|_| draw(positions)).collect();
        let (mut first, mut second) = (0.0, 0.0);
        for _ in 0..seeds {
            let row = &pairs[draw(seeds)];
            for &position in &drawn {
                let (a, b) = row[position];
                first += a as f64;
                second += b as f64;
            }
        }
        ratios.push(first / second);
    }
    ratios.sort_by(f64::total_cmp);
    let of = |part: f64| ratios[(part * (RESAMPLES - 1) as f64).round() as usize];
    let interval = Interval { low: of(0.025), high: of(0.975) };
    (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_narrows_with_more_positions() {
        let pair = |i: u64| (100 + i * 37 % 11, 100 + i * 53 % 13);
        let width = |n: u64| {
            let Interval { low, high } = ratio(&[(0..n).map(pair).collect()]).unwrap();
            assert!(low < high && low < 1.0 && high > 0.98, "{low} {high}");
            high - low
        };
        assert!(width(10) > 2.0 * width(160));
    }

    #[test]
    fn seeds_that_disagree_widen_it() {
        let row = |a: u64| vec![(a, 100); 20];
        let Interval { low, high } = ratio(&[row(90), row(100), row(110)]).unwrap();
        assert!(low <= 0.93 && high >= 1.07, "{low} {high}");
        assert_eq!(ratio(&[row(90), row(90)]), ratio(&[row(90)]));
        assert_eq!(ratio(&[vec![(1, 0), (1, 0)]]), None);
        assert_eq!(ratio(&[]), None);
    }
}
