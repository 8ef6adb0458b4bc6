//! Checks the collision formulas against slow literal evaluations and general properties.

// The platform's functions serve as an oracle and are compared with a tolerance.
#![allow(clippy::disallowed_methods)]

use proptest::prelude::*;
use zobrist::collisions::*;

/// The relative error that the documentation promises.
const PROMISED: f64 = 1e-12;

#[track_caller]
fn assert_near(found: f64, wanted: f64, what: impl std::fmt::Debug) {
    let near = found == wanted || ((found - wanted) / wanted).abs() < PROMISED;
    assert!(near, "{what:?}: expected {wanted:e}, got {found:e}");
}

fn bits(bits: u32) -> KeySpace {
    KeySpace::bits(bits)
}

fn count(count: u64) -> KeySpace {
    KeySpace::count(count).expect("at least one value")
}

/// Returns the sum of the logarithms of all factors, with Kahan's compensation, which keeps long sums accurate.
fn slow_logarithm(positions: u64, n: u64) -> f64 {
    let (mut sum, mut lost) = (0.0, 0.0);
    for i in 1..positions {
        // Use each form where it is the more accurate one.
        let term = if i < n / 2 { (-(i as f64) / n as f64).ln_1p() } else { ((n - i) as f64 / n as f64).ln() };
        let corrected: f64 = term - lost;
        let next: f64 = sum + corrected;
        lost = (next - sum) - corrected;
        sum = next;
    }
    sum
}

/// Computed with 900 digits and rounded to 15: positions, values, ln P(no errors), Feldmann's expectation, equation
/// 2.2.
#[test]
fn pinned_to_many_digits() {
    let cases = [
        (2, bits(1023), -1.11253692925360e-308, 1.11253692925360e-308, 2.22507385850720e-308),
        (3, bits(200), -1.86690458335834e-60, 1.86690458335834e-60, 2.80035687503751e-60),
        (10, bits(128), -1.32243114467507e-37, 1.32243114467507e-37, 1.46936793852786e-37),
        (23, count(365), -0.707849196141673, 0.680037603779022, 0.709673211320639),
        (1000, bits(20), -0.476511748374272, 0.476209228955618, 0.476685611886010),
        (1_000_000, bits(20), -850770.138110712, 355463.869940311, 355464.053676530),
        (1 << 20, bits(20), -1048568.14958958, 385749.368965993, 385749.552905786),
        (216_000_000, bits(32), -5524886.45676372, 5341554.43234005, 5341554.45625242),
        (216_000_000, bits(62), -0.00505845363260858, 0.00505845363245063, 0.00505845365586939),
        (216_000_000, bits(64), -0.00126461340813734, 0.00126461340812746, 0.00126461341398216),
        (1_000_000_000, bits(32), -126676501.732876, 107882641.039220, 107882641.131455),
        (1_000_000_000, bits(64), -0.0271050542855223, 0.0271050542845428, 0.0271050543116478),
        (1_000_000_000, count(1_000_000_007), -999999859.181729, 367879439.137815, 367879439.321755),
        (1 << 32, bits(32), -4294967283.99071, 1580030168.51816, 1580030168.70210),
        (10_000_000_000, bits(83), -5.16987882793944e-6, 5.16987882793943e-6, 5.16987882845642e-6),
        (1_000_000_000_000, bits(64), -27105.0548018998, 27105.0538223212, 27105.0538223483),
        ((1 << 40) - 1, bits(40), -1099511627733.49, 404487723186.922, 404487723187.106),
        (1 << 63, bits(64), -2.83021771425345e18, 1.96514381572239e18, 1.96514381572239e18),
        (u64::MAX, bits(127), -1.0, 1.0, 1.0),
        (u64::MAX, bits(128), -0.5, 0.5, 0.5),
        (u64::MAX, bits(1000), -1.58786576532738e-263, 1.58786576532738e-263, 1.58786576532738e-263),
    ];
    for (positions, n, logarithm, errors, approximate) in cases {
        let what = (positions, n);
        assert_near(ln_probability_of_no_errors(positions, n), logarithm, what);
        assert_near(probability_of_no_errors(positions, n), f64::exp(logarithm), what);
        assert_near(probability_of_error(positions, n), -f64::exp_m1(logarithm), what);
        assert_near(expected_errors(positions, n), errors, what);
        assert_near(approximate_expected_errors(positions, n), approximate, what);
    }
}

/// Every number of positions for every small number of values. The method changes near 32.
#[test]
fn all_small_cases_match_the_literal_formulas() {
    for n in 1..=100 {
        let values = count(n);
        let mut product = 1.0;
        for positions in 0..=n + 3 {
            product *= (1.0 - positions.saturating_sub(1) as f64 / n as f64).max(0.0);
            let found = probability_of_no_errors(positions, values);
            assert_near(found, product, (positions, n));
            assert!((probability_of_error(positions, values) - (1.0 - product)).abs() < PROMISED);

            let (m, n) = (positions as f64, n as f64);
            let literal = m - n * (1.0 - ((n - 1.0) / n).powf(m));
            assert!((expected_errors(positions, values) - literal).abs() < PROMISED * m.max(1.0));
            let literal = m - n * (1.0 - (-m / n).exp());
            assert!((approximate_expected_errors(positions, values) - literal).abs() < PROMISED * m.max(1.0));
            assert_near(expected_equal_pairs(positions, values), m * (m - 1.0) / (2.0 * n), (m, n));
        }
    }
}

/// Feldmann's formula against its definition: the average over all assignments of hash values to positions.
#[test]
fn expected_errors_by_enumeration() {
    for n in 1..=4_u64 {
        for positions in 0..=6 {
            let ways = n.pow(positions);
            let mut errors = 0;
            for way in 0..ways {
                let mut seen = 0_u32;
                for i in 0..positions {
                    let value = 1 << (way / n.pow(i) % n);
                    errors += u64::from(seen & value != 0);
                    seen |= value;
                }
            }
            let average = errors as f64 / ways as f64;
            assert!((expected_errors(positions.into(), count(n)) - average).abs() < PROMISED, "{positions} of {n}");
        }
    }
}

#[test]
fn no_position_and_one_never_err() {
    for n in [count(1), count(2), count(u64::MAX), bits(0), bits(64), bits(128), bits(1023), bits(u32::MAX)] {
        for positions in [0, 1] {
            assert_eq!(probability_of_no_errors(positions, n), 1.0);
            assert_eq!(ln_probability_of_no_errors(positions, n), 0.0);
            assert_eq!(probability_of_error(positions, n), 0.0);
            assert_eq!(expected_errors(positions, n), 0.0);
            assert_eq!(expected_equal_pairs(positions, n), 0.0);
        }
        assert_eq!(approximate_probability_of_no_errors(0, n), 1.0);
        assert_eq!(approximate_probability_of_error(0, n), 0.0);
        assert_eq!(approximate_expected_errors(0, n), 0.0);
    }
}

#[test]
fn more_positions_than_values_always_err() {
    let cases =
        [(2, count(1)), (33, bits(5)), (366, count(365)), (u64::MAX, bits(63)), (u64::MAX, count(u64::MAX - 1))];
    for (positions, n) in cases {
        assert_eq!(ln_probability_of_no_errors(positions, n), f64::NEG_INFINITY);
        assert_eq!(probability_of_no_errors(positions, n), 0.0);
        assert_eq!(probability_of_error(positions, n), 1.0);
        assert!(expected_errors(positions, n) >= 1.0);
    }
    // Exactly as many positions as values is possible, and is distinguished even where `f64` cannot.
    assert!(ln_probability_of_no_errors(u64::MAX, count(u64::MAX)).is_finite());
    assert!(ln_probability_of_no_errors(u64::MAX, bits(64)).is_finite());
}

#[test]
fn no_error_that_is_possible_has_probability_zero() {
    for k in 1..=1023 {
        let p = probability_of_error(2, bits(k));
        assert_near(p, 2_f64.powi(-(k as i32)), k);
        assert_near(expected_errors(2, bits(k)), p, k);
        assert!(approximate_expected_errors(2, bits(k)) > 0.0);
        assert!(approximate_probability_of_error(2, bits(k)) > 0.0);
    }
}

#[test]
fn bits_for_unusual_arguments() {
    for probability in [0.0, -0.0, -0.1, 1.0, 1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for positions in [0, 1, 2, 1_000_000] {
            assert_eq!(bits_needed(positions, probability), None, "{positions} positions, {probability}");
        }
    }
    assert_eq!(bits_needed(0, 0.5), Some(0));
    assert_eq!(bits_needed(1, f64::MIN_POSITIVE), Some(0));
    // Extreme values of both arguments: 2^127 / 2^-1074, and 2 / ln 2^53.
    assert_eq!(bits_needed(u64::MAX, 5e-324), Some(127 + 1074));
    assert_eq!(bits_needed(2, 1.0 - f64::EPSILON / 2.0), Some(0));
}

/// If ln(1 - p) is -1/2, 2^k = M², so the logarithm is an integer before rounding errors.
#[test]
fn bits_where_the_logarithm_is_an_integer() {
    let exactly = -(-0.5_f64).exp_m1();
    for k in 1..32 {
        let positions = 1 << k;
        let needed = bits_needed(positions, exactly).expect("a probability");
        assert!((2 * k..=2 * k + 1).contains(&needed));
        assert_eq!(bits_needed(positions, exactly + 1e-15), Some(2 * k));
        assert_eq!(bits_needed(positions, exactly - 1e-15), Some(2 * k + 1));
    }
}

/// Numbers of all sizes; all bit lengths are equally likely.
fn any_size() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64_u32).prop_map(|(number, shift)| number >> shift)
}

fn any_values() -> impl Strategy<Value = KeySpace> {
    prop_oneof![any_size().prop_map(|n| count(n.max(1))), (0..=256_u32).prop_map(bits), (0..=1100_u32).prop_map(bits)]
}

/// Probabilities of every order of magnitude for which fewer than 1023 bits suffice.
fn any_probability() -> impl Strategy<Value = f64> {
    prop_oneof![(-250.0..-0.01_f64).prop_map(|exponent| 10_f64.powf(exponent)), 0.01..0.99]
}

/// Adds a tolerance for rounding errors.
fn or_so(value: f64) -> f64 {
    value * (1.0 + PROMISED)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_closed_form_is_the_product(n in 1_u64..50_000, part in 0.0..=1.0) {
        let positions = (n as f64 * part) as u64;
        assert_near(ln_probability_of_no_errors(positions, count(n)), slow_logarithm(positions, n), (positions, n));
    }

    #[test]
    fn few_positions_in_many_values(positions in 0_u64..2000, n in 2000_u64..1 << 53) {
        assert_near(ln_probability_of_no_errors(positions, count(n)), slow_logarithm(positions, n), (positions, n));
    }

    #[test]
    fn probabilities_are_probabilities(positions in any_size(), n in any_values()) {
        for p in [probability_of_no_errors, approximate_probability_of_no_errors] {
            prop_assert!((0.0..=1.0).contains(&p(positions, n)));
        }
        for p in [probability_of_error, approximate_probability_of_error] {
            prop_assert!((0.0..=1.0).contains(&p(positions, n)));
            prop_assert!(positions < 2 || p(positions, n) > 0.0);
        }
        let both = probability_of_no_errors(positions, n) + probability_of_error(positions, n);
        prop_assert!((both - 1.0).abs() < 1e-15);
    }

    #[test]
    fn expectations_are_bounded(positions in any_size(), n in any_values()) {
        let m = positions as f64;
        let errors = expected_errors(positions, n);
        let pairs = expected_equal_pairs(positions, n);
        prop_assert!(probability_of_error(positions, n) <= or_so(errors));
        prop_assert!(errors <= or_so(pairs));
        prop_assert!(errors <= or_so(m));
        // At least this many positions find all values in use.
        prop_assert!(or_so(errors) >= m - n.as_f64());
        // 1 - 1/N is less than e^(-1/N), so equation 2.2 exceeds Feldmann's formula, by less than half an error.
        let approximate = approximate_expected_errors(positions, n);
        prop_assert!(errors <= or_so(approximate));
        prop_assert!(approximate <= or_so(errors) + 0.5);
    }

    #[test]
    fn more_positions_err_more(positions in any_size(), more in any_size(), n in any_values()) {
        let more = positions.saturating_add(more);
        for f in [probability_of_error, approximate_probability_of_error,
                  expected_errors, approximate_expected_errors, expected_equal_pairs] {
            prop_assert!(f(positions, n) <= or_so(f(more, n)));
        }
        for f in [probability_of_no_errors, approximate_probability_of_no_errors] {
            prop_assert!(or_so(f(positions, n)) >= f(more, n));
        }
    }

    #[test]
    fn more_values_err_less(positions in any_size(), a in any_values(), b in any_values()) {
        let (few, many) = if a < b { (a, b) } else { (b, a) };
        for f in [probability_of_error, approximate_probability_of_error,
                  expected_errors, approximate_expected_errors, expected_equal_pairs] {
            prop_assert!(or_so(f(positions, few)) >= f(positions, many));
        }
    }

    /// Equation 2.1 neglects -M/2N, and M³/6N² and the following terms.
    #[test]
    fn equation_2_1_is_near(positions in 2_u64..1 << 40, spare in 2_u32..80) {
        let n = bits(64 - positions.leading_zeros() + spare);
        let m = positions as f64;
        let exact = ln_probability_of_no_errors(positions, n);
        let approximate = -m * m / n.as_f64() / 2.0;
        let neglected = 1.0 / m + m / n.as_f64();
        prop_assert!(((exact - approximate) / approximate).abs() <= neglected + PROMISED);
        let wide = probability_of_error(positions, n) / approximate_probability_of_error(positions, n);
        prop_assert!((wide - 1.0).abs() <= neglected + PROMISED);
    }

    #[test]
    fn bits_needed_suffice_and_no_fewer_do(positions in any_size(), probability in any_probability()) {
        let positions = positions.max(2);
        let k = bits_needed(positions, probability).expect("a probability");
        prop_assert!(approximate_probability_of_error(positions, bits(k)) <= or_so(probability));
        prop_assert!(k == 0 || or_so(approximate_probability_of_error(positions, bits(k - 1))) > probability);
        if probability <= 0.5 {
            prop_assert!(probability_of_error(positions, bits(k)) <= or_so(probability));
        }
    }

    #[test]
    fn bits_needed_is_monotone(positions in any_size(), more in any_size(), p in 1e-12..0.5, q in 0.5..0.999_999) {
        let more = positions.saturating_add(more);
        prop_assert!(bits_needed(positions, p) <= bits_needed(more, p));
        prop_assert!(bits_needed(positions, q) <= bits_needed(positions, p));
    }
}
