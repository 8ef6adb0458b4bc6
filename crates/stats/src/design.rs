//! The design of an experiment: its key seeds, and its positions in games.

use std::iter::repeat_n;
use std::sync::Arc;

/// The samples behind a comparison: a number of key seeds, and games with a number of positions each.
///
/// Every seed searches every position. Counts are in rows, one for each seed, with the positions in the order in which
/// they were played, game by game.
///
/// ```
/// use stats::Design;
///
/// let design = Design::new(5, [6, 18]);
/// assert_eq!((design.seeds(), design.positions()), (5, 24));
/// assert_eq!(Design::independent(1, 3), Design::new(1, [1, 1, 1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Design {
    seeds: usize,
    games: GameLengths,
}

/// The test set, and the lengths of its games. Thousands of games with one position each are as quick to compare as one
/// game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GameLengths {
    set: u64,
    lengths: Arc<[(usize, usize)]>,
    /// Whether the positions of each game were added, so that it has one number.
    are_sums: bool,
}

impl GameLengths {
    /// Returns the number of positions of each game.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        self.lengths.iter().flat_map(|&(length, times)| repeat_n(length, times))
    }

    pub(crate) fn number(&self) -> usize {
        self.lengths.iter().map(|(_, times)| times).sum()
    }

    /// Returns whether a game is more than one position.
    pub(crate) fn are_of_several(&self) -> bool {
        self.are_sums || self.number() < self.positions()
    }

    pub(crate) fn positions(&self) -> usize {
        self.lengths.iter().map(|(length, times)| length * times).sum()
    }
}

impl Design {
    /// Returns the design with this many seeds, and with games of these numbers of positions.
    ///
    /// # Panics
    ///
    /// Panics if there are no seeds or no games, if a game has no positions, or if there are more searches than
    /// `usize::MAX`.
    #[must_use]
    pub fn new(seeds: usize, games: impl IntoIterator<Item = usize>) -> Self {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for length in games {
            assert!(length > 0, "a game without positions");
            match runs.last_mut() {
                Some((last, times)) if *last == length => *times += 1,
                _ => runs.push((length, 1)),
            }
        }
        assert!(seeds > 0 && !runs.is_empty(), "a design needs seeds and games");
        let number =
            runs.iter().try_fold(0, |sum: usize, &(length, times)| sum.checked_add(length.checked_mul(times)?));
        assert!(number.and_then(|number| number.checked_mul(seeds)).is_some(), "more searches than `usize::MAX`");
        Self { seeds, games: GameLengths { set: 0, lengths: runs.into(), are_sums: false } }
    }

    /// Returns the design with independent positions: each is a separate game.
    ///
    /// # Panics
    ///
    /// Panics if there are no seeds or no positions.
    #[must_use]
    pub fn independent(seeds: usize, positions: usize) -> Self {
        Self::new(seeds, repeat_n(1, positions))
    }

    /// Returns the same design with the positions of another test set. Designs have set 0 unless this is called.
    ///
    /// Positions of two sets are never the same ones, even if the sets have games of equal lengths: they are drawn
    /// independently, and their counts are not paired.
    #[must_use]
    pub fn of_set(self, set: u64) -> Self {
        Self { games: GameLengths { set, ..self.games }, ..self }
    }

    /// Returns the number of key seeds.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// Returns the number of positions of all games.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.games.positions()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn number_of_games(&self) -> usize {
        self.games.number()
    }

    /// Returns whether there are several seeds or several positions, so that a number has an interval.
    #[must_use]
    pub fn has_interval(&self) -> bool {
        self.seeds > 1 || self.positions() > 1
    }

    /// Returns the games.
    pub(crate) fn games(&self) -> &GameLengths {
        &self.games
    }

    /// Returns the samples that have more than one element.
    pub(crate) fn samples(&self) -> impl Iterator<Item = SampledUnits> {
        let seeds = (self.seeds > 1).then_some(SampledUnits::Seeds(self.seeds));
        let positions = (self.positions() > 1).then(|| SampledUnits::Positions(self.games.clone()));
        seeds.into_iter().chain(positions)
    }
}

/// One of the two samples of a design.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SampledUnits {
    /// Key seeds.
    Seeds(usize),
    /// Positions in games.
    Positions(GameLengths),
}

/// The fewest games that are a sample of games.
const FEWEST_GAMES: usize = 5;

impl SampledUnits {
    /// Returns the number of seeds or positions.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Seeds(seeds) => *seeds,
            Self::Positions(games) => games.positions(),
        }
    }

    /// Returns the number of elements of each unit that can be left out: a seed, a game, or a position of few games.
    pub(crate) fn units(&self) -> Vec<usize> {
        match self {
            Self::Positions(games) if self.are_games_units() => games.lengths().collect(),
            _ => vec![1; self.len()],
        }
    }

    /// Returns a number that differs from those of other samples (FNV-1a).
    pub(crate) fn number(&self) -> u64 {
        let mix = |hash: u64, number: usize| (hash ^ number as u64).wrapping_mul(0x100_0000_01b3);
        match self {
            Self::Seeds(seeds) => mix(0xcbf2_9ce4_8422_2325, *seeds),
            Self::Positions(games) => {
                let start = !0xcbf2_9ce4_8422_2325 ^ games.set.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                games.lengths.iter().fold(start, |hash, &(length, times)| mix(mix(hash, length), times))
            }
        }
    }

    /// Returns whether whole games are the units.
    pub(crate) fn are_games_units(&self) -> bool {
        matches!(self, Self::Positions(games) if games.number() >= FEWEST_GAMES)
    }
}

/// What the ratio of a comparison is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Estimand {
    /// All positions together: the sum of the first counts divided by that of the second. A few positions with large
    /// trees decide it, so that its interval needs many games.
    #[default]
    Sums,
    /// A typical game: the geometric mean of the ratios of the games, each of which counts alike. The ratio of a game
    /// is that of the sums of its positions.
    Games,
}

impl Estimand {
    /// Returns what ratios over positions of so many games are about: a typical game if there are at least 20.
    /// Intervals of sums over many games miss the truth too often, as recorded counts show.
    #[must_use]
    pub fn of_games(games: usize) -> Self {
        const MANY: usize = 20;
        if games >= MANY { Self::Games } else { Self::Sums }
    }
}

/// The data of a comparison: two counts for each seed and each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    design: Design,
    counts: Vec<(u64, u64)>,
    estimand: Estimand,
}

impl Pairs {
    /// Returns the pairs of a design: all positions of the first seed, then all positions of the next one.
    ///
    /// # Panics
    ///
    /// Panics if the number of counts is not that of the design.
    #[must_use]
    pub fn new(design: Design, counts: Vec<(u64, u64)>) -> Self {
        assert_eq!(counts.len(), design.seeds() * design.positions(), "one pair for each seed and position");
        Self { design, counts, estimand: Estimand::default() }
    }

    /// Returns the same pairs for a ratio that is about this.
    ///
    /// ```
    /// use stats::{Design, Estimand, Pairs, ratios};
    ///
    /// let pairs = Pairs::new(Design::new(1, [1, 2]), vec![(50, 100), (3_000, 1_000), (1_000, 1_000)]);
    /// assert!(ratios(&[pairs.clone()], 0).unwrap().mean.mean > 1.9, "the game with the largest trees decides");
    /// assert_eq!(ratios(&[pairs.about(Estimand::Games)], 0).unwrap().mean.mean, 1.0);
    /// ```
    #[must_use]
    pub fn about(self, estimand: Estimand) -> Self {
        Self { estimand, ..self }
    }

    /// Returns what the ratio of the pairs is about.
    #[must_use]
    pub fn estimand(&self) -> Estimand {
        self.estimand
    }

    /// Returns the sum of the first counts divided by that of the second.
    #[must_use]
    pub fn quotient(&self) -> f64 {
        let sums = self.counts.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0 as f64, sums.1 + pair.1 as f64));
        sums.0 / sums.1
    }

    /// Returns the design.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Returns the sums of each game, which are then a position of their own.
    pub(crate) fn by_game(&self) -> Self {
        let games = &self.design.games;
        let of_row = |row: &[(u64, u64)]| -> Vec<(u64, u64)> {
            let mut rest = row.iter();
            let sum =
                |length: usize| rest.by_ref().take(length).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            games.lengths().map(sum).collect()
        };
        let counts = self.counts.chunks_exact(self.design.positions()).flat_map(of_row).collect();
        let lengths = [(1, games.number())].into();
        let games = GameLengths { set: games.set, lengths, are_sums: true };
        Self::new(Design { seeds: self.design.seeds, games }, counts)
    }

    /// Returns the pairs, seed by seed.
    #[must_use]
    pub fn counts(&self) -> &[(u64, u64)] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_units() {
        let samples = |design: Design| design.samples().map(|one| (one.len(), one.units())).collect::<Vec<_>>();
        assert_eq!(samples(Design::new(1, [3, 2])), [(5, vec![1; 5])]);
        assert_eq!(samples(Design::new(2, [3, 2, 1, 1, 4])), [(2, vec![1; 2]), (11, vec![3, 2, 1, 1, 4])]);
        assert!(samples(Design::new(1, [1])).is_empty() && !Design::new(1, [1]).has_interval());
        assert_ne!(Design::new(1, [2, 1]), Design::new(1, [1, 2]));
        for (seeds, games) in [(usize::MAX, [2, 1]), (1, [usize::MAX, 2]), (1, [usize::MAX; 2])] {
            assert!(std::panic::catch_unwind(|| Design::new(seeds, games)).is_err(), "they would wrap around");
        }
    }

    #[test]
    fn equally_large_sets_are_different_samples() {
        let sample = |set| Design::independent(1, 1_000).of_set(set).samples().next().unwrap();
        assert_eq!(sample(0), Design::independent(1, 1_000).samples().next().unwrap());
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            assert_ne!(sample(one), sample(other));
            assert_ne!(sample(one).number(), sample(other).number());
        }
    }
}
