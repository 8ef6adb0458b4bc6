//! The sequential test of a difference in Elo.

use crate::pentanomial::{NORMALIZED, Pentanomial, score};

/// A count of zero is replaced by this, so that no logarithm is infinite.
const LEAST: f64 = 1e-3;

/// The unit in which a [`Sprt`] has its hypotheses.
///
/// ```
/// use stats::{EloModel, Pentanomial, Sprt};
///
/// // The more draws, the fewer Elo an advantage is worth, but the normalized Elo stays.
/// let drawn = Pentanomial([1, 20, 300, 40, 3]);
/// assert!(drawn.normalized_elo().unwrap() > 1.5 * drawn.elo().unwrap());
/// let logistic = Sprt { model: EloModel::Logistic, ..Sprt::new(0.0, 10.0) };
/// assert!(logistic.llr(&drawn) > Sprt::new(0.0, 10.0).llr(&drawn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// Elo: the expected score `s` is that of `s = 1 / (1 + 10^(-elo / 400))`.
    Logistic,
    /// Normalized Elo: the advantage in standard deviations of a game; see [`Pentanomial::normalized_elo`].
    Normalized,
}

/// The result of a sequential test.
///
/// ```
/// use stats::{Pentanomial, Sprt, SprtVerdict};
///
/// let verdict = Sprt::new(0.0, 30.0).verdict(&Pentanomial([3, 90, 400, 180, 11]));
/// assert_eq!(verdict, Some(SprtVerdict::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtVerdict {
    /// The first hypothesis is accepted: the difference is `elo0`.
    First,
    /// The second hypothesis is accepted: the difference is `elo1`.
    Second,
}

/// A sequential probability ratio test (`[Wald 1945]`) between two differences in Elo.
///
/// After each pair of games, [`llr`](Self::llr) compares how probable the results are under both hypotheses. The test
/// ends when it leaves the [`bounds`](Self::bounds). It needs fewer games than a test with a fixed number of games and
/// the same probabilities of errors, and these hold although it looks at the result after every pair.
///
/// The hypotheses say nothing about draws. Under each, the probabilities of the five results of a pair are those that
/// fit best: it is the generalized test of `[Van den Bergh 2020, support_MLE_multinomial]`.
///
/// ```
/// use stats::{Pentanomial, Sprt};
///
/// let test = Sprt::new(0.0, 5.0);
/// let (low, high) = test.bounds();
/// assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
/// let pairs = Pentanomial([15, 420, 1_200, 480, 21]);
/// assert!(test.llr(&pairs) > 0.0 && test.verdict(&pairs).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo of the first hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the second hypothesis, which is greater.
    pub elo1: f64,
    /// The probability that the second hypothesis is accepted although the first one is true.
    pub alpha: f64,
    /// The probability that the first hypothesis is accepted although the second one is true.
    pub beta: f64,
    /// The unit of both differences.
    pub model: EloModel,
}

impl Sprt {
    /// Creates a test of two differences in normalized Elo, with errors of 5 %.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
    }

    /// Returns the log-likelihood ratios at which the test accepts the first and the second hypothesis:
    /// `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = *self;
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }

    /// Returns the logarithm of the ratio of two likelihoods: that of the results under the second hypothesis, and that
    /// under the first one. 0 without results.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { LEAST } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [first, second] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_mean(&observed, score(elo)),
            // The mean of two games varies less than a game.
            EloModel::Normalized => with_advantage(&observed, elo / NORMALIZED * std::f64::consts::SQRT_2),
        });
        let ratio = |kind: usize| counts[kind] * (libm::log(second[kind]) - libm::log(first[kind]));
        (0..5).map(ratio).sum()
    }

    /// Returns the accepted hypothesis; `None` if the test needs more pairs.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<SprtVerdict> {
        let ((low, high), llr) = (self.bounds(), self.llr(pairs));
        if llr >= high { Some(SprtVerdict::Second) } else { (llr <= low).then_some(SprtVerdict::First) }
    }
}

/// Returns the most likely probabilities with this mean score, which is between 0 and 1.
fn with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(observed, &Pentanomial::SCORES.map(|score| score - mean)).unwrap_or(*observed)
}

/// Returns the most likely probabilities whose mean score is `advantage` standard deviations above one half.
///
/// The condition is not linear. Each step replaces it by the linear one that has the same derivative at the
/// probabilities of the step before (`[Van den Bergh 2020, normalized_elo_practical]`).
fn with_advantage(observed: &[f64; 5], advantage: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let (mean, deviation) = moments(&found);
        let condition = Pentanomial::SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - 0.5 * advantage * deviation * (1.0 + distance * distance)
        });
        let Some(next) = tilted(observed, &condition) else { return found };
        let change = next.iter().zip(found).map(|(next, before)| (next - before).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// Returns the mean and the standard deviation of a pair's score.
fn moments(probabilities: &[f64; 5]) -> (f64, f64) {
    let mean_of = |of: &dyn Fn(f64) -> f64| -> f64 {
        Pentanomial::SCORES.iter().zip(probabilities).map(|(&score, probability)| probability * of(score)).sum()
    };
    let mean = mean_of(&|score| score);
    (mean, libm::sqrt(mean_of(&|score| (score - mean) * (score - mean))))
}

/// Returns the most likely probabilities with which the mean of `values` is 0. `None` if all values have the same sign.
///
/// They are `observed / (1 + theta value)`, where theta is the only root of a decreasing function between two poles.
fn tilted(observed: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mean = |theta: f64| -> f64 {
        observed.iter().zip(values).map(|(probability, value)| probability * value / (1.0 + theta * value)).sum()
    };
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = 0.5 * (low + high);
    let mut found = [0.0; 5];
    for ((found, probability), value) in found.iter_mut().zip(observed).zip(values) {
        *found = probability / (1.0 + theta * value);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt { model, ..Sprt::new(elo0, elo1) }
    }

    /// The expected numbers are those of the tests of fastchess, another program for matches, which counts a win and a
    /// loss, and two draws, separately.
    #[test]
    fn ratios_are_those_of_another_program() {
        use EloModel::{Logistic, Normalized};
        for (model, [ll, ld, wl, dd, wd, ww], elo0, elo1, expected) in [
            (Normalized, [365, 16_618, 200, 36_029, 16_974, 390], 0.0, 2.0, 2.25),
            (Normalized, [127, 4_883, 401, 10_311, 5_150, 104], -1.75, 0.25, 3.01),
            (Normalized, [0, 0, 0, 0, 0, 5_550], 0.0, 5.0, 111.82),
            (Logistic, [223, 9_863, 1_000, 20_279, 10_037, 246], 0.5, 2.5, -3.07),
            (Logistic, [871, 26_175, 980, 55_003, 26_678, 821], 0.0, 2.0, -4.98),
        ] {
            let llr = test(model, elo0, elo1).llr(&Pentanomial([ll, ld, wl + dd, wd, ww]));
            assert!((llr / expected - 1.0).abs() < 0.01, "{expected}: {llr}");
        }
    }

    fn uniform(random: &mut ChaCha8Rng) -> f64 {
        (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[test]
    fn the_most_likely_probabilities_meet_the_condition() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..200 {
            let counts: [f64; 5] = std::array::from_fn(|_| libm::pow(uniform(&mut random), 4.0) + 1e-6);
            let total: f64 = counts.iter().sum();
            let observed = counts.map(|count| count / total);
            let likelihood = |probabilities: &[f64; 5]| -> f64 {
                observed.iter().zip(probabilities).map(|(observed, one)| observed * libm::log(*one)).sum()
            };
            for elo in [-100.0, -3.0, 0.0, 2.0, 100.0] {
                let found = with_mean(&observed, score(elo));
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.iter().all(|&one| one > 0.0));
                assert!((moments(&found).0 - score(elo)).abs() < 1e-9, "{elo} {observed:?}");

                let advantage = elo / NORMALIZED * std::f64::consts::SQRT_2;
                let found = with_advantage(&observed, advantage);
                let (mean, deviation) = moments(&found);
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.iter().all(|&one| one > 0.0));
                assert!(((mean - 0.5) / deviation - advantage).abs() < 1e-6, "{elo} {observed:?}");
                // It is the most likely one: a step along the condition, in any direction, is less likely.
                assert!(likelihood(&found) <= likelihood(&observed) + 1e-12, "{elo} {observed:?}");
                for _ in 0..5 {
                    let step: [f64; 5] = std::array::from_fn(|kind| found[kind] * (1.0 + 0.01 * uniform(&mut random)));
                    let total: f64 = step.iter().sum();
                    let near = with_advantage(&step.map(|one| one / total), advantage);
                    assert!(likelihood(&near) <= likelihood(&found) + 1e-9, "{elo} {observed:?}");
                }
            }
        }
    }

    #[test]
    fn the_ratio_is_antisymmetric_and_adds_up() {
        let pairs = Pentanomial([10, 35, 70, 52, 12]);
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let ratio = |elo0, elo1, pairs: Pentanomial| test(model, elo0, elo1).llr(&pairs);
            assert!((ratio(0.0, 5.0, pairs) + ratio(5.0, 0.0, pairs)).abs() < 1e-9);
            assert!((ratio(0.0, 5.0, pairs) + ratio(5.0, 9.0, pairs) - ratio(0.0, 9.0, pairs)).abs() < 1e-9);
            assert!((ratio(0.0, 5.0, pairs) - ratio(0.0, -5.0, pairs.mirrored())).abs() < 1e-6);
            assert!((ratio(-5.0, 5.0, Pentanomial([4, 20, 90, 20, 4]))).abs() < 1e-6, "as likely");
            assert_eq!(ratio(0.0, 5.0, Pentanomial::default()), 0.0);
            let ten = Pentanomial(pairs.0.map(|count| 10 * count));
            assert!((ratio(0.0, 5.0, ten) - 10.0 * ratio(0.0, 5.0, pairs)).abs() < 1e-9);
        }
    }

    /// Returns how many of `runs` tests accept the second hypothesis, with pairs of these probabilities.
    fn accepted(test: Sprt, probabilities: [f64; 5], runs: u32, seed: u64) -> u32 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut run = || {
            let mut pairs = Pentanomial::default();
            loop {
                let mut rest = uniform(&mut random);
                let is_it = |&kind: &usize| {
                    rest -= probabilities[kind];
                    rest < 0.0
                };
                pairs.add((0..5).find(is_it).unwrap_or(4));
                if let Some(verdict) = test.verdict(&pairs) {
                    return u32::from(verdict == SprtVerdict::Second);
                }
            }
        };
        (0..runs).map(|_| run()).sum()
    }

    /// Returns the probabilities of pairs with a mean score `above` one half, and a third of them with one point each.
    fn favouring(above: f64) -> [f64; 5] {
        let moved = above / 1.5;
        [0.08 - moved, 0.25 - moved, 0.34, 0.25 + moved, 0.08 + moved]
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        assert!((moments(&favouring(0.03)).0 - 0.53).abs() < 1e-12);
        let with = |elo: f64| favouring(score(elo) - 0.5);
        let runs = 400;
        for (number, (elo0, elo1)) in (0..).zip([(0.0, 60.0), (-30.0, 30.0)]) {
            let sprt = test(EloModel::Logistic, elo0, elo1);
            let wrong = accepted(sprt, with(elo0), runs, 2 * number);
            let right = accepted(sprt, with(elo1), runs, 2 * number + 1);
            // 5 % are 20, with a standard deviation of 4.4.
            assert!((6..=34).contains(&wrong), "{elo0} {elo1}: {wrong}");
            assert!((6..=34).contains(&(runs - right)), "{elo0} {elo1}: {right}");
        }
        // In normalized Elo: the advantage of these pairs decides which difference they have.
        let pairs = favouring(0.08);
        let (mean, deviation) = moments(&pairs);
        let elo = (mean - 0.5) / deviation / std::f64::consts::SQRT_2 * NORMALIZED;
        let sprt = test(EloModel::Normalized, 0.0, elo);
        let wrong = accepted(sprt, favouring(0.0), runs, 10);
        let missed = runs - accepted(sprt, pairs, runs, 11);
        assert!((6..=34).contains(&wrong) && (6..=34).contains(&missed), "{elo}: {wrong} {missed}");
    }
}
