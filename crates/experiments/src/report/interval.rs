//! Bootstrap intervals: how far a comparison would move with other positions and other keys.

use std::collections::BTreeMap;

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

/// The geometric mean of ratios, and each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// The geometric mean.
    pub mean: f64,
    /// Its interval, if there is more than one pair.
    pub interval: Option<Interval>,
    /// The interval of each place, if there is more than one pair in it, and otherwise the ratio itself.
    pub places: Vec<Interval>,
}

/// Nodes in pairs: a row for every key seed, a pair for every position, in the same order in each row.
pub type Pairs = Vec<Vec<(u64, u64)>>;

/// How many times as many nodes the first of each pair are, at several places: in each the ratio of the sums.
///
/// Seeds and positions are both samples, so both are drawn again with replacement, independently of each other; a pair
/// stays a pair. Positions that follow each other in a game are alike, so they are drawn in blocks, of as many as the
/// cube root of their number. Places with the same number of positions share the draws. The draws are the same each
/// time.
///
/// ```
/// use experiments::report::interval::ratios;
///
/// let one_seed = vec![(90, 100), (180, 200), (45, 50)];
/// let ratios = ratios(&[vec![one_seed]]).unwrap();
/// assert!((ratios.mean - 0.9).abs() < 1e-9 && (ratios.interval.unwrap().high - 0.9).abs() < 1e-9);
/// ```
///
/// `None` if there is no place, or one in which a sum is nothing.
///
/// # Panics
///
/// Panics if the rows of a place are not of the same length.
#[must_use]
pub fn ratios(places: &[Pairs]) -> Option<Ratios> {
    let exact: Vec<f64> = places.iter().map(|pairs| whole(pairs).ln()).collect();
    if exact.is_empty() || exact.iter().any(|logarithm| !logarithm.is_finite()) {
        return None;
    }
    let mean = |logarithms: &[f64]| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut draw = |below: usize| ((u128::from(random.next_u64()) * below as u128) >> 64) as usize;
    let (mut means, mut each) = (Vec::new(), vec![Vec::new(); places.len()]);
    for _ in 0..RESAMPLES {
        // What is drawn of so many seeds and so many positions.
        let mut drawn = BTreeMap::<(usize, usize), (Vec<usize>, Vec<usize>)>::new();
        let logarithms: Vec<f64> = places
            .iter()
            .map(|pairs| {
                let (seeds, positions) = (pairs.len(), pairs[0].len());
                let (rows, columns) = drawn
                    .entry((seeds, positions))
                    .or_insert_with(|| ((0..seeds).map(|_| draw(seeds)).collect(), blocks(positions, &mut draw)));
                let (mut first, mut second) = (0.0, 0.0);
                for &row in rows.iter() {
                    for &column in columns.iter() {
                        let (a, b) = pairs[row][column];
                        first += a as f64;
                        second += b as f64;
                    }
                }
                (first / second).ln()
            })
            .collect();
        for (all, &logarithm) in each.iter_mut().zip(&logarithms) {
            all.push(logarithm.exp());
        }
        means.push(mean(&logarithms));
    }
    let several = places.iter().any(|pairs| pairs.len() * pairs[0].len() > 1);
    Some(Ratios {
        mean: mean(&exact),
        interval: several.then(|| middle(&mut means)),
        places: each.iter_mut().map(|all| middle(all)).collect(),
    })
}

/// The ratio of the sums.
pub(super) fn whole(pairs: &Pairs) -> f64 {
    let sum = |part: fn(&(u64, u64)) -> u64| pairs.iter().flatten().map(|pair| part(pair) as f64).sum::<f64>();
    sum(|pair| pair.0) / sum(|pair| pair.1)
}

/// As many positions as there are, drawn in runs; the first follows the last.
fn blocks(positions: usize, draw: &mut impl FnMut(usize) -> usize) -> Vec<usize> {
    let length = (positions as f64).cbrt().round().max(1.0) as usize;
    let mut drawn = Vec::with_capacity(positions + length);
    while drawn.len() < positions {
        let first = draw(positions);
        drawn.extend((first..first + length).map(|position| position % positions));
    }
    drawn.truncate(positions);
    drawn
}

fn middle(all: &mut [f64]) -> Interval {
    all.sort_by(f64::total_cmp);
    let of = |part: f64| all[(part * (all.len() - 1) as f64).round() as usize];
    Interval { low: of(0.025), high: of(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(pairs: Pairs) -> Interval {
        ratios(&[pairs]).unwrap().interval.unwrap()
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
        let both = ratios(&[place(50), place(200)]).unwrap();
        assert!((both.mean - 1.0).abs() < 1e-9, "{both:?}");
        assert!((both.places[0].low - 0.5).abs() < 1e-9 && (both.places[1].high - 2.0).abs() < 1e-9);
        let one = ratios(&[vec![vec![(3, 4)]]]).unwrap();
        assert_eq!((one.interval, one.mean), (None, 0.75));
        assert!(ratios(&[]).is_none() && ratios(&[vec![vec![(1, 0)]]]).is_none());
    }
}
