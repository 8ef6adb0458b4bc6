//! The mathematics of collisions against what was printed: the example of the thesis and Gillogly's table.

use std::{fs, path::Path};

use zobrist::collisions::*;

/// What the program of `[Breuker 1998, 2.4.2]` stores in a game.
const POSITIONS: u64 = 216_000_000;

#[test]
fn the_example_with_32_bits_is_hopeless() {
    assert_eq!(probability_of_error(POSITIONS, Distinguishable::bits(32)), 1.0);
    assert_eq!(approximate_probability_of_error(POSITIONS, Distinguishable::bits(32)), 1.0);
}

#[test]
fn the_example_needs_62_bits_for_one_percent() {
    assert_eq!(bits_needed(POSITIONS, 0.01), Some(62));
    for probability in [probability_of_error, approximate_probability_of_error] {
        assert!(probability(POSITIONS, Distinguishable::bits(62)) < 0.01);
        assert!(probability(POSITIONS, Distinguishable::bits(61)) > 0.01);
    }
}

#[test]
fn the_example_with_64_bits_errs_once_in_a_thousand_games() {
    for probability in [probability_of_error, approximate_probability_of_error] {
        let p = probability(POSITIONS, Distinguishable::bits(64));
        // To the one digit that is printed.
        assert_eq!(format!("{p:.0e}"), "1e-3");
        assert!((p - 1.263_814e-3).abs() < 1e-9);
    }
}

/// The printed 0.05 is what twenty decimals make of equation 2.2; worked out soundly it is 0.00126.
#[test]
fn the_example_with_64_bits_does_not_expect_a_twentieth_of_an_error() {
    let n = Distinguishable::bits(64);
    for errors in [expected_errors, approximate_expected_errors, expected_equal_pairs] {
        assert!((errors(POSITIONS, n) - 1.264_613e-3).abs() < 1e-9);
    }

    // In units of 10^-20: 1 - e^-x = x - x²/2 + ... for x = M/N.
    const ONE: f64 = 1e20;
    let x = POSITIONS as f64 / n.as_f64();
    let rounded = ((x - x * x / 2.0) * ONE).round() as u128;
    assert_eq!(rounded, 1_170_938_346);
    let printed = (i128::from(POSITIONS) * 10_i128.pow(20) - ((rounded << 64) as i128)) as f64 / ONE;
    assert!((printed - 0.052_452_355).abs() < 1e-9);

    // The noise, half a unit of the last decimal, is seventy times the signal.
    assert!(0.5 / ONE * n.as_f64() > 70.0 * expected_errors(POSITIONS, n));
}

#[test]
fn the_example_in_plain_floating_point_is_noise() {
    let (m, n) = (POSITIONS as f64, Distinguishable::bits(64).as_f64());
    assert_eq!(m - n * (1.0 - libm::exp(-m / n)), -512.0);
    // ((N-1)/N)^M is 1, so nothing is left to subtract: every position would be an error.
    assert_eq!(m - n * (1.0 - libm::pow((n - 1.0) / n, m)), m);
}

/// Every cell is the logarithm to base two of M² / (-2 ln(1 - p)), rounded up.
#[test]
fn every_cell_of_gillogly() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsets/published/gillogly-bits.csv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a line of headings");

    let mut cells = 0;
    let mut nearest = 0;
    for line in lines {
        let probability: f64 = line[0].parse().expect("a probability");
        for (positions, bits) in head.iter().zip(&line).skip(1) {
            let positions = positions.parse::<f64>().expect("a number of positions") as u64;
            let bits = bits.parse().expect("a number of bits");
            assert_eq!(bits_needed(positions, probability), Some(bits), "{positions} positions, {probability}");

            // The product without approximation says the same.
            assert!(probability_of_error(positions, Distinguishable::bits(bits)) <= probability);
            assert!(probability_of_error(positions, Distinguishable::bits(bits - 1)) > probability);

            let exactly = libm::log2(positions as f64 * positions as f64 / (-2.0 * libm::log1p(-probability)));
            nearest += u32::from(exactly.round() == f64::from(bits));
            cells += 1;
        }
    }
    assert_eq!(cells, 24);
    // So it was no rounding to nearest that made the table.
    assert_eq!(nearest, 9);
}
