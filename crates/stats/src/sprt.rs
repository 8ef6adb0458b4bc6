//! The sequential test of a difference in Elo.

use crate::pentanomial::{NORMALIZED, Pentanomial, score};

/// A count of zero is replaced by this, so that no logarithm is infinite.
const LEAST: f64 = 1e-3;

/// The unit in which a [`Sprt`] has its hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// Elo: the expected score `s` is that of `s = 1 / (1 + 10^(-elo / 400))`.
    Logistic,
    /// Normalized Elo: the advantage in standard deviations of a game; see [`Pentanomial::normalized_elo`].
    Normalized,
}

/// The result of a sequential test.
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
    /// The difference in Elo of the second hypothesis. It is usually greater; a test of two equal differences never
    /// ends.
    pub elo1: f64,
    /// The probability that the second hypothesis is accepted although the first one is true.
    pub alpha: f64,
    /// The probability that the first hypothesis is accepted although the second one is true.
    pub beta: f64,
    /// The unit of both differences.
    pub model: EloModel,
}

impl Sprt {
    /// The greatest difference in Elo that can be tested, in both directions. A side that is 10,000 Elo stronger loses
    /// a point in 10^25 games.
    pub const MOST_ELO: f64 = 10_000.0;

    /// Creates a test of two differences in normalized Elo, with errors of 5 %.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
    }

    /// Returns the log-likelihood ratios at which the test accepts the first and the second hypothesis:
    /// `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`.
    ///
    /// # Panics
    ///
    /// Panics if `alpha` or `beta` is not above 0, or if their sum is not below 1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = *self;
        assert!(
            alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0,
            "expected errors above 0 whose sum is below 1, not {alpha} and {beta}"
        );
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }

    /// Returns the logarithm of the ratio of two likelihoods: that of the results under the second hypothesis, and that
    /// under the first one. The ratio is 0 without results, and if the differences are equal.
    ///
    /// A kind of pair that did not occur counts as 0.001 pairs, as in fishtest. So every result has a positive
    /// likelihood under every finite difference, and the ratio is finite. An infinite difference is not a hypothesis:
    /// the likelihood of the results would be 0.
    ///
    /// # Panics
    ///
    /// Panics if a difference is not between `-MOST_ELO` and [`MOST_ELO`](Self::MOST_ELO).
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        for elo in [self.elo0, self.elo1] {
            let most = Self::MOST_ELO;
            assert!((-most..=most).contains(&elo), "expected a difference from {} to {most} Elo, not {elo}", -most);
        }
        if pairs.0 == [0; 5] {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { LEAST } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [first, second] = [self.elo0, self.elo1].map(|elo| {
            if elo >= 0.0 {
                return fit(&observed, elo, self.model);
            }
            // The other side has the opposite difference.
            let reversed = |numbers: [f64; 5]| [4, 3, 2, 1, 0].map(|kind: usize| numbers[kind]);
            reversed(fit(&reversed(observed), -elo, self.model))
        });
        (0..5).map(|kind| counts[kind] * (second[kind] - first[kind])).sum()
    }

    /// Returns the accepted hypothesis; `None` if the test needs more pairs.
    ///
    /// # Panics
    ///
    /// Panics if [`bounds`](Self::bounds) or [`llr`](Self::llr) do.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<SprtVerdict> {
        let ((low, high), llr) = (self.bounds(), self.llr(pairs));
        if llr >= high { Some(SprtVerdict::Second) } else { (llr <= low).then_some(SprtVerdict::First) }
    }
}

/// Returns the logarithms of the factors by which the most likely probabilities with a difference of `elo`, at least 0,
/// differ from the observed ones.
fn fit(observed: &[f64; 5], elo: f64, model: EloModel) -> [f64; 5] {
    match model {
        EloModel::Logistic => {
            // Not 1 minus the score of the first side, which would be rounded.
            let lost = score(-elo);
            tilted(observed, &Pentanomial::SCORES.map(|score| score - 1.0 + lost))
        }
        // The mean of two games varies less than a game.
        EloModel::Normalized => with_advantage(observed, elo / NORMALIZED * std::f64::consts::SQRT_2),
    }
}

/// The parts in which a range is searched for more than one local maximum.
const PARTS: u32 = 32;

/// Returns the logarithms of these factors for probabilities whose mean score is `advantage` standard deviations, at
/// least 0, above one half.
///
/// Let `x` be the score minus one half, and `k = advantage / sqrt(1 + advantage^2)`. Then the condition is
/// `E[x] = k sqrt(E[x^2])`. It is not linear, but `E[x] = k (E[x^2] + r^2) / (2 r)` is, for every number `r`. Both
/// conditions agree where `r` is the root mean square `sqrt(E[x^2])`. The function searches the `r` that is the root
/// mean square of the most likely probabilities under the linear condition with this `r`.
///
/// - If the observed advantage is greater than `advantage`, the probabilities with at most `advantage` are a convex
///   set. There is one such `r`, between the two for which the observed probabilities meet the linear condition.
/// - Otherwise, the likelihood under the linear condition has a maximum at such an `r`. There may be two maxima: near
///   the score of two wins, and near that of a win and a draw. The greater one counts.
fn with_advantage(observed: &[f64; 5], advantage: f64) -> [f64; 5] {
    if advantage < f64::MIN_POSITIVE {
        return tilted(observed, &CENTRED);
    }
    let narrow = 1.0 / libm::hypot(1.0, advantage);
    let k = advantage * narrow;
    // 1 - k without its rounding.
    let rest = narrow * narrow / (1.0 + k);
    // `log_ratio` is the logarithm of `x / r` for the score `of`: near this score, `x / r - 1` is not rounded.
    let of_root = |of: f64, log_ratio: f64| {
        let above = libm::expm1(log_ratio);
        let values = CENTRED.map(|x| {
            let ratio = x / of * (1.0 + above);
            let from_one = x / of * above + (x / of - 1.0);
            ratio * rest - 0.5 * k * from_one * from_one
        });
        let logs = tilted(observed, &values);
        let square: f64 =
            (0..5).map(|kind| observed[kind] * libm::exp(logs[kind]) * CENTRED[kind] * CENTRED[kind]).sum();
        let root = of / (1.0 + above);
        (logs, square > root * root)
    };
    let between = |of: f64, mut low: f64, mut high: f64| {
        // The likelihood is flat at its maximum: half of the digits of `log_ratio` are sufficient.
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if of_root(of, middle).1 { high = middle } else { low = middle }
        }
        of_root(of, 0.5 * (low + high)).0
    };

    let mean: f64 = (0..5).map(|kind| observed[kind] * CENTRED[kind]).sum();
    let square = |x: f64| x * x;
    let variance: f64 = (0..5).map(|kind| observed[kind] * square(CENTRED[kind] - mean)).sum();
    let deviation = variance.sqrt();
    if mean * narrow > k * deviation {
        let width = ((mean * narrow - k * deviation) * (mean * narrow + k * deviation)).sqrt();
        let of = if mean > 0.375 { 0.5 } else { 0.25 };
        let [least, greatest] = [k * (mean * mean + variance) / (mean + width), (mean + width) / k];
        return between(of, libm::log(of / greatest), libm::log(of / least));
    }
    // The linear condition can be met if `x / r`, for a score, is within this factor.
    let reach = libm::asinh(1.0 / advantage);
    let log_2 = std::f64::consts::LN_2;
    let ranges: &[(f64, f64, f64)] =
        if 2.0 * reach < log_2 { &[(0.5, 0.0, reach), (0.25, -reach, reach)] } else { &[(0.5, 0.0, reach + log_2)] };
    let mut best = (f64::NEG_INFINITY, [0.0; 5]);
    for &(of, low, high) in ranges {
        let at = |part: u32| low + (high - low) * f64::from(part) / f64::from(PARTS);
        let mut was_greater = false;
        for part in 1..=PARTS {
            // No probabilities meet the last condition, and the square of its root would be less.
            let is_greater = part == PARTS || of_root(of, at(part)).1;
            if is_greater && !was_greater {
                let logs = between(of, at(part - 1), at(part));
                let likelihood = (0..5).map(|kind| observed[kind] * logs[kind]).sum();
                if likelihood > best.0 {
                    best = (likelihood, logs);
                }
            }
            was_greater = is_greater;
        }
    }
    best.1
}

/// The scores minus one half.
const CENTRED: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

/// Returns the logarithms of the factors by which the most likely probabilities with which the mean of `values` is 0
/// differ from the observed ones. Values of both signs are expected.
///
/// The factors are `1 / (1 - (1 - rest) value / extreme)`, where `extreme` is the greatest value if the observed mean
/// is below 0, and the least value otherwise. `rest` is the root of a concave function that is above 0 at 0 and below 0
/// at 1, so Newton's method descends to it from above.
fn tilted(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let mean: f64 = observed.iter().zip(values).map(|(probability, value)| probability * value).sum();
    let extreme = values.iter().copied().reduce(if mean < 0.0 { f64::max } else { f64::min }).unwrap_or_default();
    let parts = values.map(|value| value / extreme);
    // Both are the same; neither subtracts numbers that are nearly equal.
    let factor = |rest: f64, part: f64| {
        if part < 0.0 { 1.0 / (1.0 - (1.0 - rest) * part) } else { 1.0 / (1.0 - part + rest * part) }
    };
    // No positive part adds more than its probability to the function, so it is below 0 wherever one negative part
    // outweighs them all. A start at 1 would be too close to the pole of a great value.
    let above: f64 =
        observed.iter().zip(parts).filter(|(_, part)| *part > 0.0).map(|(probability, _)| probability).sum();
    let below = |(probability, part): (&f64, f64)| above * (1.0 - part) / (-part * (probability + above));
    let negative = observed.iter().zip(parts).filter(|(_, part)| *part < 0.0);
    let mut rest = negative.map(below).fold(1.0, f64::min);
    loop {
        let (mut height, mut slope) = (0.0, 0.0);
        for (probability, part) in observed.iter().zip(parts) {
            let factor = factor(rest, part);
            height += probability * part * rest * factor;
            slope += probability * part * (1.0 - part) * factor * factor;
        }
        let next = rest - height / slope;
        // It descends until only rounding is left.
        if next.is_nan() || next >= rest || next <= 0.0 {
            return parts.map(|part| libm::log(factor(rest, part)));
        }
        rest = next;
    }
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

    /// The expected numbers are from a general optimizer (SLSQP of `SciPy`), which maximized the likelihood from
    /// several starts for each difference. Newton's method with 40 digits (mpmath) then solved for the five
    /// probabilities and for the multipliers of their sum and of the condition. The last row is from a bisection with
    /// extended precision.
    ///
    /// The first number is also that of fishtest. Under a difference of 1,000 and more, the likelihood has two maxima.
    #[test]
    fn ratios_are_those_of_an_independent_computation() {
        use EloModel::{Logistic, Normalized};
        for (model, elo0, elo1, pairs, expected) in [
            (Normalized, 0.0, 10.0, [0, 84, 840, 126, 0], 2.960_172_390_74),
            (Normalized, 0.0, 232.0, [3, 11, 40, 30, 16], -0.373_879_640_613),
            (Normalized, 200.0, 250.0, [144, 3, 1, 0, 0], -37.054_684_748_1),
            (Normalized, -300.0, 300.0, [3, 11, 40, 30, 16], 85.465_461_869),
            (Normalized, 0.0, 1_000.0, [0, 0, 0, 100, 10], 47.287_143_994),
            (Normalized, -34.45, -50.54, [1, 0, 0, 0, 0], 0.053_535_395_839_6),
            (Normalized, 735.2, 0.2355, [0, 0, 0, 0, 1], -0.663_908_222_948),
            (Normalized, -1_000.0, 1_000.0, [0, 0, 100, 0, 0], 0.0),
            (Normalized, 600.0, 900.0, [2, 0, 0, 30, 5], -3.748_009_634_95),
            (Normalized, 900.0, 600.0, [5, 30, 0, 0, 2], 25.777_075_238_9),
            (Normalized, 229.0, 230.0, [3, 11, 40, 30, 16], -0.149_372_340_545),
            (Normalized, 2_000.0, 1_500.0, [1, 0, 0, 0, 60], 0.396_053_628_099),
            (Normalized, 10_000.0, 0.0, [0, 0, 0, 100, 10], -6.788_042_172_92),
            (Logistic, 0.0, 800.0, [3, 11, 40, 30, 16], -262.456_585_07),
            (Logistic, 700.0, 900.0, [0, 0, 0, 0, 9], 0.107_006_619_105),
            (Logistic, -500.0, 0.0, [0, 0, 50, 0, 0], 111.985_120_726),
            (Logistic, -10_000.0, 10_000.0, [1, 2, 3, 4, 5], 238.329_495_999),
        ] {
            let llr = test(model, elo0, elo1).llr(&Pentanomial(pairs));
            assert!((llr - expected).abs() < 1e-8 * (1.0 + expected.abs()), "{model:?} {elo0} {elo1} {pairs:?}: {llr}");
            assert!((test(model, elo1, elo0).llr(&Pentanomial(pairs)) + llr).abs() < 1e-9, "reversed");
            assert!((test(model, -elo0, -elo1).llr(&Pentanomial(pairs).mirrored()) - llr).abs() < 1e-9, "mirrored");
            assert_eq!(test(model, elo0, elo0).llr(&Pentanomial(pairs)), 0.0);
        }
    }

    #[test]
    fn every_difference_has_a_ratio_or_is_refused() {
        let pairs = [[0, 0, 1, 0, 0], [0, 0, 0, 0, 7], [1_000_000, 0, 0, 0, 0], [0, 500, 0, 0, 2], [3, 1, 4, 1, 5]];
        let elos = [0.0, 5e-324, 1e-300, 1e-9, 0.5, 99.0, 245.6, 694.0, 700.0, 3e3, 9_999.0, 10_000.0];
        for (model, pairs) in [EloModel::Logistic, EloModel::Normalized].into_iter().flat_map(|m| pairs.map(|p| (m, p)))
        {
            let all = elos.into_iter().rev().map(|elo| -elo).chain(elos);
            let ratios: Vec<f64> = all.map(|elo| test(model, 0.0, elo).llr(&Pentanomial(pairs))).collect();
            assert!(ratios.iter().all(|ratio| ratio.is_finite()), "{model:?} {pairs:?}: {ratios:?}");
            // They rise up to the observed difference, and fall from there.
            let peak = (0..ratios.len()).max_by(|&a, &b| ratios[a].total_cmp(&ratios[b])).unwrap();
            let (mut rising, mut falling) = (ratios[..=peak].windows(2), ratios[peak..].windows(2));
            assert!(rising.all(|pair| pair[0] <= pair[1] + 1e-6), "{model:?} {pairs:?}: {ratios:?}");
            assert!(falling.all(|pair| pair[0] >= pair[1] - 1e-6), "{model:?} {pairs:?}: {ratios:?}");
        }
        for elo in [10_001.0, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let refused = |elo0, elo1| std::panic::catch_unwind(|| Sprt::new(elo0, elo1).llr(&Pentanomial([1; 5])));
            assert!(refused(0.0, elo).is_err() && refused(elo, 0.0).is_err(), "{elo}");
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, 1.0), (0.5, 0.5), (-0.1, 0.05), (f64::NAN, 0.05)] {
            let refused = std::panic::catch_unwind(|| Sprt { alpha, beta, ..Sprt::new(0.0, 5.0) }.bounds());
            assert!(refused.is_err(), "{alpha} {beta}");
        }
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
            let found = |observed: &[f64; 5], elo: f64, model: EloModel| -> [f64; 5] {
                let logs = fit(observed, elo, model);
                std::array::from_fn(|kind| observed[kind] * libm::exp(logs[kind]))
            };
            for elo in [0.0, 2.0, 100.0, 300.0, 1_000.0, 5_000.0] {
                let fitted = found(&observed, elo, EloModel::Logistic);
                assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9 && fitted.iter().all(|&one| one > 0.0));
                assert!((moments(&fitted).0 - score(elo)).abs() < 1e-9, "{elo} {observed:?}");

                let advantage = elo / NORMALIZED * std::f64::consts::SQRT_2;
                let fitted = found(&observed, elo, EloModel::Normalized);
                let (mean, deviation) = moments(&fitted);
                assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9 && fitted.iter().all(|&one| one > 0.0));
                assert!(((mean - 0.5) / deviation - advantage).abs() < 1e-6 * (1.0 + advantage), "{elo} {observed:?}");
                // It is the most likely one: a step along the condition, in any direction, is less likely.
                assert!(likelihood(&fitted) <= likelihood(&observed) + 1e-12, "{elo} {observed:?}");
                for _ in 0..5 {
                    let step: [f64; 5] = std::array::from_fn(|kind| fitted[kind] * (1.0 + 0.01 * uniform(&mut random)));
                    let total: f64 = step.iter().sum();
                    let near = found(&step.map(|one| one / total), elo, EloModel::Normalized);
                    assert!(likelihood(&near) <= likelihood(&fitted) + 1e-9, "{elo} {observed:?}");
                }
            }
        }
    }

    /// Returns the mean and the standard deviation of a pair's score.
    fn moments(probabilities: &[f64; 5]) -> (f64, f64) {
        let mean_of = |of: &dyn Fn(f64) -> f64| -> f64 {
            Pentanomial::SCORES.iter().zip(probabilities).map(|(&score, probability)| probability * of(score)).sum()
        };
        let mean = mean_of(&|score| score);
        (mean, mean_of(&|score| (score - mean) * (score - mean)).sqrt())
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
