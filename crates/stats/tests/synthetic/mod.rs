//! Synthetic counts whose true ratio is known.
//!
//! The logarithms of the counts of successive positions are an autoregressive series, and so are the logarithms of the
//! ratios. Both have heavy tails compared with measured counts: the largest of 94 positions has a tenth of all nodes.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use stats::{Design, Pairs};

/// Random numbers, the same on every machine.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) * libm::ldexp(1.0, -53)
    }

    pub(crate) fn normal(&mut self) -> f64 {
        (-2.0 * libm::log(self.uniform())).sqrt() * libm::cos(std::f64::consts::TAU * self.uniform())
    }

    /// Returns an autoregressive series of order one with a variance of 1 in each game.
    fn series(&mut self, games: &[usize], coefficient: f64) -> Vec<f64> {
        let mut all = Vec::new();
        for &length in games {
            let mut last = self.normal();
            for _ in 0..length {
                all.push(last);
                last = coefficient * last + (1.0 - coefficient * coefficient).sqrt() * self.normal();
            }
        }
        all
    }
}

/// How counts are made.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) seeds: usize,
    pub(crate) games: Vec<usize>,
    /// The coefficient of the logarithms of the counts, and of their ratios.
    pub(crate) alike: [f64; 2],
    /// The standard deviation of the logarithms of the counts.
    pub(crate) counts: f64,
    /// That of the ratios: by position, by game, by seed, and by both position and seed.
    pub(crate) by_position: f64,
    pub(crate) by_game: f64,
    pub(crate) by_seed: f64,
    pub(crate) by_both: f64,
}

impl Model {
    /// Positions of games with one key seed.
    pub(crate) fn games(games: &[usize], alike: [f64; 2]) -> Self {
        Self {
            seeds: 1,
            games: games.to_vec(),
            alike,
            counts: 1.0,
            by_position: 0.2,
            by_game: 0.0,
            by_seed: 0.0,
            by_both: 0.0,
        }
    }

    /// Returns the same with several key seeds.
    pub(crate) fn with_seeds(self, seeds: usize, by_seed: f64, by_both: f64) -> Self {
        Self { seeds, by_seed, by_both, ..self }
    }

    /// Returns the expected second count divided by the expected first count, for a true ratio of 1 of the medians.
    pub(crate) fn truth(&self) -> f64 {
        let square = |number: f64| number * number;
        let position = if self.games == [1] { 0.0 } else { square(self.by_position) + square(self.by_game) };
        libm::exp((position + square(self.by_seed) + square(self.by_both)) / 2.0)
    }

    /// Returns counts of several variants, relative to the same reference: the ratios of all of them have one truth.
    /// `shared` is the part of the variance of ratios that the variants share.
    pub(crate) fn variants(&self, number: usize, shared: f64, random: &mut Random) -> Vec<Pairs> {
        let counts = random.series(&self.games, self.alike[0]);
        let [common, each] = [shared.sqrt(), (1.0 - shared).sqrt()];
        let of_all = self.ratios(random);
        let design = Design::new(self.seeds, self.games.iter().copied());
        let variant = |_| {
            let own = self.ratios(random);
            let pair = |(i, (all, own)): (usize, (&f64, &f64))| {
                let count = 1e6 * libm::exp(self.counts * counts[i % counts.len()]);
                (libm::round(count * libm::exp(common * all + each * own)) as u64, libm::round(count) as u64)
            };
            Pairs::new(design.clone(), of_all.iter().zip(&own).enumerate().map(pair).collect())
        };
        (0..number).map(variant).collect()
    }

    /// Returns the counts of a comparison.
    pub(crate) fn pairs(&self, random: &mut Random) -> Pairs {
        self.variants(1, 0.0, random).remove(0)
    }

    /// The logarithms of ratios, seed by seed.
    fn ratios(&self, random: &mut Random) -> Vec<f64> {
        // With one position, its own ratio is the truth.
        let is_one = self.games == [1];
        let of_position = random.series(&self.games, self.alike[1]);
        let of_game: Vec<f64> = self
            .games
            .iter()
            .flat_map(|&length| vec![random.normal(); length])
            .map(|game| self.by_game * game)
            .collect();
        let mut all = Vec::new();
        for _ in 0..self.seeds {
            let of_seed = self.by_seed * random.normal();
            for (position, game) in of_position.iter().zip(&of_game) {
                let position = if is_one { 0.0 } else { self.by_position * position + game };
                all.push(position + of_seed + self.by_both * random.normal());
            }
        }
        all
    }
}
