//! The article "Transposition Table" of the chess-programming wiki.

use zobrist::collisions::bits_needed;

use super::thresholds::about;
use super::{Claim, Judgement};
use crate::claims::claim::claims;

/// The bits of Gillogly's table: a row for each probability, a column for 10^5 to 10^10 positions.
const BITS: [(f64, [u32; 6]); 4] = [
    (1e-2, [39, 46, 53, 59, 66, 73]),
    (1e-3, [43, 49, 56, 63, 69, 76]),
    (1e-4, [46, 53, 59, 66, 73, 79]),
    (1e-5, [49, 56, 63, 69, 76, 83]),
];

pub(super) const CLAIMS: &[Claim] = claims! {
    "wiki-64-bit-keys", Wiki "Cardinalities" {
        quote: "Different 64 bit keys | 1.84e19",
        reading: "2^64 is 1.84×10^19, within a tenth.",
        compute: cardinality(libm::pow(2.0, 64.0), about(1.84e19, 1e17)),
    }
    "wiki-32-bit-keys", Wiki "Cardinalities" {
        quote: "Different 32 bit keys | 4.29e9",
        reading: "2^32 is 4.29×10^9, within a tenth.",
        compute: cardinality(libm::pow(2.0, 32.0), about(4.29e9, 1e7)),
    }
    "wiki-nodes-of-a-game", Wiki "Cardinalities" {
        quote: "Some number of distinct nodes searched per game, assuming 100 moves times 1e8 nodes per move | 1e10",
        reading: "100 times 10^8 is 10^10, within a tenth.",
        compute: cardinality(100.0 * 1e8, about(1e10, 0.0)),
    }
    "gillogly-bits", Wiki "Bits Required" {
        quote: "The entries are the number of bits of combined address and check hash required to reduce the \
            probability of collision to the desired amount.",
        reading: "The formula of the thesis gives each of the 24 published numbers of bits.",
        note: "The table is Gillogly's (1989).",
        compute: gillogly(),
    }
};

fn cardinality(number: f64, printed: super::thresholds::Range) -> Judgement {
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
