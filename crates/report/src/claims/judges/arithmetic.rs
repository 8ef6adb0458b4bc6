//! Probabilities of key collisions `[Breuker 1998, 2.4.2]`, and the numbers of keys in the article "Transposition
//! Table" of the chess-programming wiki.

use zobrist::collisions::{KeySpace, approximate_expected_errors, approximate_probability_of_error, bits_needed};

use super::Judge::Arithmetic;
use super::thresholds::{Range, about};
use super::{Judgement, Judges};

/// Two hours at 100,000 nodes a second, of which 30 % are stored.
const POSITIONS: u64 = 216_000_000;

/// The bits of Gillogly's table: a row for each probability, a column for 10^5 to 10^10 positions.
const BITS: [(f64, [u32; 6]); 4] = [
    (1e-2, [39, 46, 53, 59, 66, 73]),
    (1e-3, [43, 49, 56, 63, 69, 76]),
    (1e-4, [46, 53, 59, 66, 73, 79]),
    (1e-5, [49, 56, 63, 69, 76, 83]),
];

pub(super) const JUDGES: Judges = &[
    (
        &["32-bits-are-too-few"],
        Arithmetic(|| {
            let exponent = POSITIONS as f64 * POSITIONS as f64 / (1_u64 << 33) as f64;
            Judgement::exact(probability(32) > 0.99, format!("1 - e^-{exponent:.0}"))
        }),
    ),
    (
        &["62-bits-for-one-percent"],
        Arithmetic(|| {
            let needed = bits_needed(POSITIONS, 0.01).unwrap_or(0);
            Judgement::exact(needed == 62, format!("{needed} bits"))
        }),
    ),
    (
        &["one-error-in-1000-with-64-bits"],
        Arithmetic(|| {
            let long = probability(64);
            Judgement::exact(about(1e-3, 1e-3).has(long), format!("{long:.5}"))
        }),
    ),
    (
        &["expected-errors-with-64-bits"],
        Arithmetic(|| {
            let errors = approximate_expected_errors(POSITIONS, KeySpace::bits(64));
            Judgement::exact(about(0.05, 0.01).has(errors), format!("{errors:.5}"))
        }),
    ),
    (&["wiki-64-bit-keys"], Arithmetic(|| cardinality(libm::pow(2.0, 64.0), about(1.84e19, 1e17)))),
    (&["wiki-32-bit-keys"], Arithmetic(|| cardinality(libm::pow(2.0, 32.0), about(4.29e9, 1e7)))),
    (&["wiki-nodes-of-a-game"], Arithmetic(|| cardinality(100.0 * 1e8, about(1e10, 0.0)))),
    (&["gillogly-bits"], Arithmetic(gillogly)),
];

fn probability(bits: u32) -> f64 {
    approximate_probability_of_error(POSITIONS, KeySpace::bits(bits))
}

fn cardinality(number: f64, printed: Range) -> Judgement {
    Judgement::exact(printed.has(number), format!("{number:.3e}"))
}

fn gillogly() -> Judgement {
    let mut wrong = Vec::new();
    for (probability, bits) in BITS {
        for (printed, positions) in bits.into_iter().zip((5..).map(|power| 10_u64.pow(power))) {
            let ours = bits_needed(positions, probability);
            if ours != Some(printed) {
                wrong.push(format!("{} for {positions} at {probability}", ours.unwrap_or(0)));
            }
        }
    }
    let of = BITS.len() * 6;
    let found = format!("{} of {of} numbers of bits are as published", of - wrong.len());
    let others = if wrong.is_empty() { String::new() } else { format!("; ours: {}", wrong.join(", ")) };
    Judgement::exact(wrong.is_empty(), found + &others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_published_one() {
        let published = include_str!("../../../../../testsets/published/gillogly-bits.csv");
        let rows: Vec<Vec<u32>> = published
            .lines()
            .skip(1)
            .map(|line| line.split(',').skip(1).map(|bits| bits.trim().parse().unwrap()).collect())
            .collect();
        assert_eq!(rows, BITS.map(|(_, bits)| bits.to_vec()));
    }
}
