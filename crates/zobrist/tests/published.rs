//! Checks the collision formulas against printed figures: the example of the thesis and Gillogly's table.

use std::{fs, path::Path};

use zobrist::collisions::*;

/// The number of positions that the program of `[Breuker 1998, 2.4.2]` stores in a game.
const POSITIONS: u64 = 216_000_000;

#[test]
fn the_example_has_the_printed_probabilities() {
    let probability = |bits| approximate_probability_of_error(POSITIONS, KeySpace::bits(bits));
    assert_eq!(probability(32), 1.0);
    assert_eq!(bits_needed(POSITIONS, 0.01), Some(62));
    assert!(probability(62) < 0.01 && probability(61) > 0.01);
    // Only one digit is printed.
    assert_eq!(format!("{:.0e}", probability(64)), "1e-3");
    assert!((probability(64) - 1.263_814e-3).abs() < 1e-9);
}

/// The printed 0.05 is the result of equation 2.2 with twenty decimal places; the accurate result is 0.00126.
#[test]
fn the_example_with_64_bits_does_not_expect_a_twentieth_of_an_error() {
    let errors = approximate_expected_errors(POSITIONS, KeySpace::bits(64));
    assert!((errors - 1.264_613e-3).abs() < 1e-9);

    // In units of 10^-20: 1 - e^-x = x - x²/2 + ... for x = M/N.
    const ONE: f64 = 1e20;
    let n = libm::exp2(64.0);
    let x = POSITIONS as f64 / n;
    let rounded = ((x - x * x / 2.0) * ONE).round() as u128;
    assert_eq!(rounded, 1_170_938_346);
    let printed = (i128::from(POSITIONS) * 10_i128.pow(20) - ((rounded << 64) as i128)) as f64 / ONE;
    assert!((printed - 0.052_452_355).abs() < 1e-9);

    // The rounding error, half a unit in the last decimal place, is seventy times the result.
    assert!(0.5 / ONE * n > 70.0 * errors);
}

#[test]
fn the_example_in_plain_floating_point_is_rounding_error() {
    let (m, n) = (POSITIONS as f64, libm::exp2(64.0));
    assert_eq!(m - n * (1.0 - libm::exp(-m / n)), -512.0);
    // ((N-1)/N)^M rounds to 1, so every position would count as an error.
    assert_eq!(m - n * (1.0 - libm::pow((n - 1.0) / n, m)), m);
}

/// Every cell is the binary logarithm of M² / (-2 ln(1 - p)), rounded up.
#[test]
fn every_cell_of_gillogly() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsets/published/gillogly-bits.csv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a line of headings");

    let mut cells = 0;
    let mut rounded_to_nearest = 0;
    for line in lines {
        let probability: f64 = line[0].parse().expect("a probability");
        for (positions, bits) in head.iter().zip(&line).skip(1) {
            let positions = positions.parse::<f64>().expect("a number of positions") as u64;
            let bits = bits.parse().expect("a number of bits");
            assert_eq!(bits_needed(positions, probability), Some(bits), "{positions} positions, {probability}");

            let exactly = libm::log2(positions as f64 * positions as f64 / (-2.0 * libm::log1p(-probability)));
            rounded_to_nearest += u32::from(exactly.round() == f64::from(bits));
            cells += 1;
        }
    }
    assert_eq!(cells, 24);
    // So the table was not rounded to the nearest integer.
    assert_eq!(rounded_to_nearest, 9);
}
