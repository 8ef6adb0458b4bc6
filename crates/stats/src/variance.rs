//! Variances from the values of an estimate without each unit in turn.

use crate::design::SampledUnits;

/// A variance, and the degrees of freedom of its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Variance {
    pub(crate) value: f64,
    pub(crate) freedom: f64,
}

impl Variance {
    /// Returns the variance of an estimate from its differences when one unit is left out.
    pub(crate) fn of(sample: &SampledUnits, differences: &[f64]) -> Self {
        match sample {
            SampledUnits::Positions(games) if !sample.are_games_units() => {
                series(&games.lengths().collect::<Vec<_>>(), differences)
            }
            _ => units(&sample.units(), differences),
        }
    }

    /// Adds independent variances; the degrees of freedom are those of `[Satterthwaite 1946]`.
    pub(crate) fn sum(all: &[Self]) -> Self {
        let value: f64 = all.iter().map(|one| one.value).sum();
        let squares: f64 = all.iter().map(|one| one.value * one.value / one.freedom).sum();
        let least = all.iter().map(|one| one.freedom).fold(f64::INFINITY, f64::min);
        Self { value, freedom: if squares > 0.0 { value * value / squares } else { least } }
    }
}

/// Returns the jackknife of independent units, around the estimate of all of them. The degrees of freedom are those of
/// `[Bell and McCaffrey 2002]` for a mean of equally variable elements; units of one length have one less than units.
fn units(lengths: &[usize], differences: &[f64]) -> Variance {
    let number = lengths.len() as f64;
    let value = (number - 1.0) / number * differences.iter().map(|one| one * one).sum::<f64>();
    let all = lengths.iter().sum::<usize>() as f64;
    let odds = || lengths.iter().map(|&length| length as f64 / (all - length as f64));
    let trace: f64 = odds().sum();
    let squares: f64 = odds().map(|odds| odds * odds).sum();
    let fourths: f64 = odds().map(|odds| odds * odds * odds * odds).sum();
    Variance { value, freedom: trace * trace / (squares + squares * squares - fourths) }
}

/// The greatest coefficient that a series of positions is taken to have.
const MOST_ALIKE: f64 = 0.7;

/// There are at least as many degrees of freedom as positions divided by this. The coefficient is greater than its
/// estimate already; fewer degrees of freedom would make intervals at high levels absurdly wide.
const POSITIONS_PER_FREEDOM: f64 = 5.0;

/// Returns the jackknife of positions whose influences are an autoregressive series of order one within each game.
fn series(lengths: &[usize], differences: &[f64]) -> Variance {
    let number = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / number;
    // The estimate is the mean of these influences.
    let influences: Vec<f64> = differences.iter().map(|one| (number - 1.0) * (mean - one)).collect();
    let square = influences.iter().map(|one| one * one).sum::<f64>() / number;
    if square <= 0.0 {
        return Variance { value: 0.0, freedom: number - 1.0 };
    }
    let coefficient = coefficient(lengths, &influences, square);
    // The variance of the sum of a game, in variances of a position.
    let of_game = |&length: &usize| {
        let mut power = 1.0;
        let of_distance = |distance: usize| {
            power *= coefficient;
            2.0 * (length - distance) as f64 * power
        };
        length as f64 + (1..length).map(of_distance).sum::<f64>()
    };
    let inflation = lengths.iter().map(of_game).sum::<f64>() / number;
    // Deviations from the mean are smaller than those from the truth.
    let of_position = square / (1.0 - inflation / number).max(0.3);
    let least = (number / POSITIONS_PER_FREEDOM).max(2.0).min(number - 1.0);
    let freedom = freedom(number / inflation, &influences, square).max(least);
    Variance { value: of_position * inflation / number, freedom }
}

/// Returns the degrees of freedom of the variance of independent influences: those of normal numbers, or fewer if a few
/// influences are much greater than the others, by the variance of a sample variance. A kurtosis from so few numbers is
/// uncertain, so there are at least half as many.
fn freedom(independent: f64, influences: &[f64], square: f64) -> f64 {
    let fourth = influences.iter().map(|one| one * one * one * one).sum::<f64>() / influences.len() as f64;
    let kurtosis = (fourth / (square * square)).max(3.0);
    let most = independent - 1.0;
    let of_variance = kurtosis / independent - (independent - 3.0) / (independent * most).max(1.0);
    (2.0 / of_variance).min(most).max(most / 2.0)
}

/// How much a position says about the next one: the estimate without its bias (`[Kendall 1954]`), and a
/// standard error more.
fn coefficient(lengths: &[usize], influences: &[f64], square: f64) -> f64 {
    let number = influences.len() as f64;
    let (mut products, mut neighbours, mut rest) = (0.0, 0, influences);
    for &length in lengths {
        let (game, others) = rest.split_at(length);
        products += game.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>();
        neighbours += length - 1;
        rest = others;
    }
    if neighbours == 0 {
        return 0.0;
    }
    let found = products / neighbours as f64 / square;
    let unbiased = (found + (1.0 + 3.0 * found) / number).clamp(-1.0, 1.0);
    (unbiased + ((1.0 - unbiased * unbiased) / number).sqrt()).clamp(0.0, MOST_ALIKE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;

    fn sample(games: &[usize]) -> SampledUnits {
        Design::new(1, games.iter().copied()).samples().last().unwrap()
    }

    /// The differences of the mean of numbers when a unit is left out.
    fn differences(numbers: &[f64], units: &[usize]) -> Vec<f64> {
        let (sum, number) = (numbers.iter().sum::<f64>(), numbers.len() as f64);
        let mut rest = numbers;
        let without = |&unit: &usize| {
            let (first, others) = rest.split_at(unit);
            rest = others;
            (sum - first.iter().sum::<f64>()) / (number - unit as f64) - sum / number
        };
        units.iter().map(without).collect()
    }

    #[test]
    fn the_variance_of_a_mean_is_that_of_textbooks() {
        let numbers = [3.0, 5.0, 4.0, 8.0, 10.0, 6.0];
        let variance = Variance::of(&sample(&[1; 6]), &differences(&numbers, &[1; 6]));
        // 34 / 5 / 6: the sample variance divided by the number.
        assert!((variance.value - 34.0 / 30.0).abs() < 1e-12 && (variance.freedom - 5.0).abs() < 1e-12);
    }

    #[test]
    fn uneven_games_have_fewer_degrees_of_freedom() {
        let freedom = |games: &[usize]| units(games, &vec![0.1; games.len()]).freedom;
        assert!((freedom(&[8; 6]) - 5.0).abs() < 1e-12);
        let uneven = freedom(&[6, 18, 20, 24, 15, 11]);
        assert!((uneven - 4.11).abs() < 0.01, "{uneven}");
    }

    #[test]
    fn alike_neighbours_have_a_greater_variance_and_fewer_degrees_of_freedom() {
        let number = |i: usize, period: usize| if (i / period).is_multiple_of(2) { 1.0 } else { 2.0 };
        let of = |period: usize, games: &[usize]| {
            let numbers: Vec<f64> = (0..32).map(|i| number(i, period)).collect();
            Variance::of(&sample(games), &differences(&numbers, &[1; 32]))
        };
        let (mixed, alike, in_games) = (of(1, &[32]), of(4, &[32]), of(4, &[8, 8, 8, 8]));
        // Alternating numbers are not taken to be better than independent ones.
        assert!((mixed.value - 0.25 / 31.0).abs() < 1e-12 && (mixed.freedom - 31.0).abs() < 1e-9, "{mixed:?}");
        assert!(alike.value > 3.0 * mixed.value && alike.freedom < 10.0, "{alike:?}");
        assert!(in_games.value < alike.value && in_games.value > mixed.value, "{in_games:?}");
        let constant = Variance::of(&sample(&[2]), &[0.0, 0.0]);
        assert_eq!(constant, Variance { value: 0.0, freedom: 1.0 });
        assert!(Variance::of(&sample(&[2]), &[-0.1, 0.1]).freedom <= 1.0);
    }

    #[test]
    fn variances_are_added() {
        let one = |value, freedom| Variance { value, freedom };
        assert_eq!(Variance::sum(&[one(2.0, 4.0), one(2.0, 4.0)]), one(4.0, 8.0));
        assert_eq!(Variance::sum(&[one(2.0, 4.0), one(0.0, 1.0)]), one(2.0, 4.0));
        assert_eq!(Variance::sum(&[one(0.0, 9.0), one(0.0, 3.0)]), one(0.0, 3.0));
    }
}
