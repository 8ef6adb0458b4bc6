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

/// Equation 2.2, computed with 900 digits and rounded to 15.
#[test]
fn pinned_to_many_digits() {
    let cases = [
        (2, bits(1023), 2.22507385850720e-308),
        (3, bits(200), 2.80035687503751e-60),
        (10, bits(128), 1.46936793852786e-37),
        (23, count(365), 0.709673211320639),
        (1000, bits(20), 0.476685611886010),
        (1_000_000, bits(20), 355464.053676530),
        (216_000_000, bits(32), 5341554.45625242),
        (216_000_000, bits(64), 0.00126461341398216),
        (1_000_000_000, count(1_000_000_007), 367879439.321755),
        (1_000_000_000_000, bits(64), 27105.0538223483),
        ((1 << 40) - 1, bits(40), 404487723187.106),
        (1 << 63, bits(64), 1.96514381572239e18),
        (u64::MAX, bits(1000), 1.58786576532738e-263),
    ];
    for (positions, n, errors) in cases {
        assert_near(approximate_expected_errors(positions, n), errors, (positions, n));
    }
}

/// Every number of positions for every small number of values, against the formulas as printed.
#[test]
fn all_small_cases_match_the_literal_formulas() {
    for n in 1..=100 {
        let mut all_differ = 1.0;
        for positions in 0..=n + 3 {
            let m = positions as f64;
            let literal = m - n as f64 * (1.0 - (-m / n as f64).exp());
            let errors = approximate_expected_errors(positions, count(n));
            assert!((errors - literal).abs() < PROMISED * m.max(1.0));
            let probability = approximate_probability_of_error(positions, count(n));
            assert!((probability - (1.0 - (-m * m / (2.0 * n as f64)).exp())).abs() < PROMISED);

            // The formulas approximate the product and Feldmann's formula.
            all_differ *= (1.0 - positions.saturating_sub(1) as f64 / n as f64).max(0.0);
            assert!((probability - (1.0 - all_differ)).abs() < 0.5 * (1.0 / n as f64).sqrt());
            let feldmann = m - n as f64 * (1.0 - ((n as f64 - 1.0) / n as f64).powf(m));
            assert!((-PROMISED * m..0.5).contains(&(errors - feldmann)), "{positions} of {n}");
        }
    }
}

#[test]
fn no_position_never_errs_and_no_error_that_is_possible_has_probability_zero() {
    for n in [count(1), count(2), count(u64::MAX), bits(0), bits(64), bits(128), bits(1023), bits(u32::MAX)] {
        assert_eq!((approximate_probability_of_error(0, n), approximate_expected_errors(0, n)), (0.0, 0.0));
        assert!(approximate_probability_of_error(2, n) > 0.0 && approximate_expected_errors(2, n) > 0.0);
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
    fn more_positions_and_fewer_values_err_more(
        (positions, more) in (any_size(), any_size()),
        (a, b) in (any_values(), any_values()),
    ) {
        let more = positions.saturating_add(more);
        let (few, many) = if a < b { (a, b) } else { (b, a) };
        for f in [approximate_probability_of_error, approximate_expected_errors] {
            prop_assert!(f(positions, a) <= or_so(f(more, a)));
            prop_assert!(or_so(f(positions, few)) >= f(positions, many));
        }
        prop_assert!(approximate_probability_of_error(positions, a) <= 1.0);
        prop_assert!(approximate_expected_errors(positions, a) <= or_so(positions as f64));
    }

    #[test]
    fn bits_needed_suffice_and_no_fewer_do(positions in any_size(), probability in any_probability()) {
        let positions = positions.max(2);
        let k = bits_needed(positions, probability).expect("a probability");
        prop_assert!(approximate_probability_of_error(positions, bits(k)) <= or_so(probability));
        prop_assert!(k == 0 || or_so(approximate_probability_of_error(positions, bits(k - 1))) > probability);
    }

    #[test]
    fn bits_needed_is_monotone(positions in any_size(), more in any_size(), p in 1e-12..0.5, q in 0.5..0.999_999) {
        let more = positions.saturating_add(more);
        prop_assert!(bits_needed(positions, p) <= bits_needed(more, p));
        prop_assert!(bits_needed(positions, q) <= bits_needed(positions, p));
    }
}
