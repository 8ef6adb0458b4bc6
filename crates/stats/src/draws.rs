//! Weights of seeds and positions: how often each was drawn, or which were left out.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::design::{Design, SampledUnits};
use crate::memo::Memo;

/// The number of draws.
pub(crate) const DRAWS: usize = 1_000;

/// How much each seed and each position counts.
#[derive(Debug, Default)]
pub struct Weights<'a>(Vec<(&'a SampledUnits, &'a [f32])>);

impl<'a> Weights<'a> {
    /// Returns weights of some samples; those of all others are 1.
    pub(crate) fn of(weights: Vec<(&'a SampledUnits, &'a [f32])>) -> Self {
        Self(weights)
    }

    /// Sums `numbers`, a row for each seed with a number for each position, each times its weight.
    ///
    /// # Panics
    ///
    /// Panics if the number of numbers is not that of the design.
    #[must_use]
    pub fn sum(&self, design: &Design, numbers: &[f64]) -> f64 {
        assert_eq!(numbers.len(), design.seeds() * design.positions(), "one number for each seed and position");
        let weights = |is_meant: &dyn Fn(&SampledUnits) -> bool| {
            self.0.iter().find(|(sample, _)| is_meant(sample)).map(|(_, weights)| *weights)
        };
        let of_seeds = weights(&|sample| matches!(sample, SampledUnits::Seeds(seeds) if *seeds == design.seeds()));
        let of_positions =
            weights(&|sample| matches!(sample, SampledUnits::Positions(games) if games == design.games()));
        if let (1, Some(weights)) = (design.positions(), of_seeds) {
            return sum_of_row(numbers, weights);
        }
        let rows = numbers.chunks_exact(design.positions()).enumerate();
        let sum = |(seed, row): (usize, &[f64])| match of_seeds.map_or(1.0, |weights| f64::from(weights[seed])) {
            0.0 => 0.0,
            weight => weight * of_positions.map_or_else(|| row.iter().sum(), |weights| sum_of_row(row, weights)),
        };
        rows.map(sum).sum()
    }
}

/// Adds weighted numbers in lanes, in the same order on every machine.
fn sum_of_row(row: &[f64], weights: &[f32]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (numbers, weights) = (row.chunks_exact(LANES), weights.chunks_exact(LANES));
    let rest = numbers.remainder().iter().zip(weights.remainder());
    let rest: f64 = rest.map(|(number, &weight)| number * f64::from(weight)).sum();
    for (numbers, weights) in numbers.zip(weights) {
        for lane in 0..LANES {
            sums[lane] += numbers[lane] * f64::from(weights[lane]);
        }
    }
    rest + sums.iter().sum::<f64>()
}

/// The draws of a stream, by sample.
pub(crate) struct Draws {
    stream: u64,
    weights: BTreeMap<SampledUnits, Arc<[f32]>>,
}

/// The draws of all streams and samples.
static DRAWN: Memo<(u64, SampledUnits), f32> = Memo::new();

impl Draws {
    pub(crate) fn new(stream: u64) -> Self {
        Self { stream, weights: BTreeMap::new() }
    }

    pub(crate) fn stream(&self) -> u64 {
        self.stream
    }

    /// Draws from these samples, unless that was done before.
    pub(crate) fn prepare(&mut self, samples: &[SampledUnits]) {
        for sample in samples {
            let draw = || DRAWN.get((self.stream, sample.clone()), || draw(sample, self.stream));
            self.weights.entry(sample.clone()).or_insert_with(draw);
        }
    }

    /// Returns the weights of a draw. The samples must have been prepared.
    pub(crate) fn of<'a>(&'a self, samples: &'a [SampledUnits], draw: usize) -> Weights<'a> {
        let weights = |sample: &'a SampledUnits| (sample, &self.weights[sample][draw * sample.len()..][..sample.len()]);
        Weights::of(samples.iter().map(weights).collect())
    }
}

/// Draws from a sample repeatedly: how often each element was drawn, draw after draw.
fn draw(sample: &SampledUnits, stream: u64) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(stream);
    // Two samples of a stream are independent of each other.
    random.set_stream(sample.number());
    let mut below = |below: usize| ((u128::from(random.next_u64()) * below as u128) >> 64) as usize;
    let units = sample.units();
    let blocks: Vec<usize> = match sample {
        SampledUnits::Positions(games) => games.lengths().map(block).collect(),
        SampledUnits::Seeds(_) => Vec::new(),
    };
    let mut weights = vec![0.0; DRAWS * sample.len()];
    for weights in weights.chunks_exact_mut(sample.len()) {
        match sample {
            SampledUnits::Positions(games) if !sample.are_games_units() => {
                let mut rest = &mut *weights;
                for (length, &block) in games.lengths().zip(&blocks) {
                    let (game, others) = rest.split_at_mut(length);
                    draw_blocks(game, block, &mut below);
                    rest = others;
                }
            }
            _ => draw_units(weights, &units, &mut below),
        }
    }
    weights
}

/// Draws as many units as there are.
fn draw_units(weights: &mut [f32], units: &[usize], below: &mut impl FnMut(usize) -> usize) {
    let mut times = vec![0.0; units.len()];
    units.iter().for_each(|_| times[below(units.len())] += 1.0);
    let of_units = units.iter().zip(&times).flat_map(|(&unit, &times)| std::iter::repeat_n(times, unit));
    weights.iter_mut().zip(of_units).for_each(|(weight, times)| *weight = times);
}

/// Draws as many positions as a game has, in blocks of neighbours; the first position follows the last one.
fn draw_blocks(game: &mut [f32], length: usize, below: &mut impl FnMut(usize) -> usize) {
    let positions = game.len();
    let mut drawn = 0;
    while drawn < positions {
        let first = below(positions);
        let number = length.min(positions - drawn);
        (first..first + number).for_each(|position| game[position % positions] += 1.0);
        drawn += number;
    }
}

/// Returns the length of the blocks of a game: the cube root of the number of its positions (`[Künsch 1989]`).
pub(crate) fn block(positions: usize) -> usize {
    libm::round(libm::cbrt(positions as f64)).max(1.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_depend_on_the_sample_and_the_stream_only() {
        let [one, other] = [[4, 30], [30, 4]].map(|games| Design::new(3, games).samples().collect::<Vec<_>>());
        let mut draws = Draws::new(7);
        draws.prepare(&other);
        draws.prepare(&one);
        let mut again = Draws::new(7);
        again.prepare(&one);
        for number in 0..DRAWS {
            let weights = draws.of(&one, number);
            assert_eq!(weights.0, again.of(&one, number).0);
            assert_eq!(weights.0[0].1.iter().sum::<f32>(), 3.0);
            // As many positions of each game as it has.
            assert_eq!([&weights.0[1].1[..4], &weights.0[1].1[4..]].map(|game| game.iter().sum::<f32>()), [4.0, 30.0]);
        }
        let mut different = Draws::new(8);
        different.prepare(&one);
        assert_ne!(different.weights, again.weights);
    }

    #[test]
    fn whole_games_are_drawn_if_there_are_enough() {
        let samples: Vec<SampledUnits> = Design::new(1, [2, 3, 1, 4, 2]).samples().collect();
        let mut draws = Draws::new(0);
        draws.prepare(&samples);
        for number in 0..DRAWS {
            let weights = draws.of(&samples, number);
            let game = |range: std::ops::Range<usize>| &weights.0[0].1[range];
            for game in [game(0..2), game(2..5), game(6..10), game(10..12)] {
                assert!(game.iter().all(|weight| *weight == game[0]));
            }
        }
    }

    #[test]
    fn sums_are_weighted() {
        let design = Design::new(2, [3]);
        let samples: Vec<SampledUnits> = design.samples().collect();
        let numbers = [1.0, 2.0, 3.0, 10.0, 20.0, 30.0];
        assert_eq!(Weights::default().sum(&design, &numbers), 66.0);
        let weights = Weights::of(vec![(&samples[0], &[2.0, 1.0]), (&samples[1], &[0.0, 1.0, 2.0])]);
        assert_eq!(weights.sum(&design, &numbers), 2.0 * 8.0 + 80.0);
        let of_seeds: Vec<SampledUnits> = Design::new(6, [1]).samples().collect();
        let weights = Weights::of(vec![(&of_seeds[0], &[0.0, 1.0, 2.0, 0.0, 0.0, 3.0])]);
        assert_eq!(weights.sum(&Design::new(6, [1]), &numbers), 2.0 + 6.0 + 90.0);
    }
}
