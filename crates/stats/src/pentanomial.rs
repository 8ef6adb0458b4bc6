//! Results of games that are played in pairs, and the difference in Elo that they show.

use crate::Interval;
use crate::student::quantile;

/// Half the probability outside of a 95 % interval.
const TAIL: f64 = 0.025;

/// The Elo of one unit of normalized Elo: 800 / ln 10. An advantage of `t` standard deviations of a game is `t` times
/// this.
pub(crate) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// Numbers of pairs of games by their score: 0, 1/2, 1, 3/2 and 2 points for the first side.
///
/// The two games of a pair start from the same opening, and each side plays White once. They depend on each other: an
/// opening that favours White often gives a win to both sides. So pairs are the sample, not games. Their five results
/// have the pentanomial distribution of `[Van den Bergh 2020, support_MLE_multinomial]`.
///
/// ```
/// use stats::Pentanomial;
///
/// // Two losses; a loss and a draw; one point; a win and a draw; two wins.
/// let pairs = Pentanomial([2, 10, 60, 20, 8]);
/// assert_eq!(pairs.pairs(), 100);
/// assert_eq!(pairs.score(), Some(0.555));
/// assert!((pairs.elo().unwrap() - 38.37).abs() < 0.01);
/// let interval = pairs.elo_interval().unwrap();
/// assert!(interval.low > 5.0 && interval.high < 75.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The mean score of a game in a pair of each kind.
    pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair. `half_points` are those of the first side in both games.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 4.
    pub fn add(&mut self, half_points: usize) {
        assert!(half_points <= 4, "{half_points} half points in two games");
        self.0[half_points] += 1;
    }

    /// Returns the number of pairs.
    ///
    /// # Panics
    ///
    /// Panics if it is above `u64::MAX`, as the other methods do.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        let add = |sum: u64, &pairs: &u64| sum.checked_add(pairs).expect("fewer than 2^64 pairs");
        self.0.iter().fold(0, add)
    }

    /// Returns the mean score of a game, from 0 to 1. `None` without a pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let quarters: u128 = (0..).zip(self.0).map(|(quarters, pairs)| quarters * u128::from(pairs)).sum();
        (self.pairs() > 0).then(|| quarters as f64 / (4 * u128::from(self.pairs())) as f64)
    }

    /// Returns the variance of the mean score of a pair, as estimated from at least two pairs.
    fn variance(&self) -> Option<f64> {
        let (mean, pairs) = (self.score()?, self.pairs());
        let squares =
            Self::SCORES.iter().zip(self.0).map(|(score, pairs)| pairs as f64 * (score - mean) * (score - mean));
        (pairs > 1).then(|| squares.sum::<f64>() / (pairs - 1) as f64)
    }

    /// Returns the difference in Elo that gives the mean score: infinite if one side has every point. `None` without a
    /// pair.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.score().map(elo)
    }

    /// Returns the 95 % interval of [`elo`](Self::elo), by Student's t distribution of the mean score. An end is
    /// infinite if that of the score is not between 0 and 1.
    ///
    /// `None` if all pairs have the same score, because they do not show how much it varies.
    #[must_use]
    pub fn elo_interval(&self) -> Option<Interval> {
        let (score, variance, pairs) = (self.score()?, self.variance()?, self.pairs() as f64);
        let half = quantile(TAIL, pairs - 1.0) * (variance / pairs).sqrt();
        (variance > 0.0).then(|| Interval { low: elo(score - half), high: elo(score + half) })
    }

    /// Returns the normalized Elo (`[Van den Bergh 2020, normalized_elo]`): the advantage in standard deviations of a
    /// game, with a factor that makes it similar to Elo for games without draws. The square root of the number of games
    /// that a test needs is inversely proportional to it.
    ///
    /// `None` if all pairs have the same score.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        let (score, variance) = (self.score()?, self.variance()?);
        // The mean of two games varies less than a game.
        let of_game = (2.0 * variance).sqrt();
        (variance > 0.0).then(|| (score - 0.5) / of_game * NORMALIZED)
    }

    /// Returns the results of the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }
}

/// Returns the difference in Elo that gives a mean score.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Not -0.0 for a score of 1/2.
        0.0 - 400.0 * libm::log10(1.0 / score - 1.0)
    }
}

/// Returns the mean score that a difference in Elo gives.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for points in [-600.0, -10.0, 0.0, 0.5, 35.0, 400.0] {
            assert!((elo(score(points)) - points).abs() < 1e-9, "{points}");
        }
        assert!((score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert_eq!((elo(0.0), elo(1.0), elo(-0.1)), (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn few_pairs_show_little() {
        let none = Pentanomial::default();
        assert_eq!((none.score(), none.elo(), none.elo_interval(), none.normalized_elo()), (None, None, None, None));
        let one = Pentanomial([0, 0, 0, 1, 0]);
        assert!(one.elo().is_some() && one.elo_interval().is_none() && one.normalized_elo().is_none());
        let level = Pentanomial([0, 0, 9, 0, 0]);
        assert_eq!((level.elo(), level.elo_interval(), level.normalized_elo()), (Some(0.0), None, None));
        assert!(level.elo().is_some_and(f64::is_sign_positive));
        let two = Pentanomial([0, 1, 0, 1, 0]).elo_interval().unwrap();
        assert_eq!((two.low, two.high), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(Pentanomial([0, 0, 0, 0, 3]).elo(), Some(f64::INFINITY));
    }

    #[test]
    fn many_pairs_do_not_overflow() {
        let pairs = Pentanomial([0, 0, u64::MAX / 2, 0, u64::MAX / 2]);
        assert_eq!(pairs.score(), Some(0.75));
        let (interval, elo) = (pairs.elo_interval().unwrap(), pairs.elo().unwrap());
        assert!((interval.low - elo).abs() < 1e-6 && (interval.high - elo).abs() < 1e-6, "{interval:?}");
        assert!(std::panic::catch_unwind(|| Pentanomial([u64::MAX, 1, 0, 0, 0]).pairs()).is_err());
    }

    #[test]
    fn the_interval_is_that_of_the_single_pairs() {
        let pairs = Pentanomial([3, 11, 40, 17, 6]);
        let scores: Vec<f64> =
            (0..5).flat_map(|kind| vec![Pentanomial::SCORES[kind]; pairs.0[kind] as usize]).collect();
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / (n - 1.0);
        // 1.9917 is the 97.5 % quantile of Student's t with 76 degrees of freedom.
        let half = 1.9917 * (variance / n).sqrt();
        let interval = pairs.elo_interval().unwrap();
        assert!((score(interval.low) - (mean - half)).abs() < 1e-6, "{interval:?}");
        assert!((score(interval.high) - (mean + half)).abs() < 1e-6, "{interval:?}");
        let normalized = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / libm::log(10.0);
        assert!((pairs.normalized_elo().unwrap() - normalized).abs() < 1e-9);
    }

    #[test]
    fn the_other_side_has_the_opposite_result() {
        let pairs = Pentanomial([3, 11, 40, 17, 6]);
        let (here, there) = (pairs.elo_interval().unwrap(), pairs.mirrored().elo_interval().unwrap());
        assert!((here.low + there.high).abs() < 1e-9 && (here.high + there.low).abs() < 1e-9);
        assert!((pairs.elo().unwrap() + pairs.mirrored().elo().unwrap()).abs() < 1e-9);
    }

    #[test]
    fn pairs_are_added_by_half_points() {
        let mut pairs = Pentanomial::default();
        [0, 4, 4, 2, 1].into_iter().for_each(|half_points| pairs.add(half_points));
        assert_eq!(pairs, Pentanomial([1, 1, 1, 0, 2]));
        assert_eq!(pairs.score(), Some(11.0 / 20.0));
    }
}
