//! Claims that need no search: probabilities of key collisions `[Breuker 1998, 2.4.2]`.

use zobrist::collisions::{KeySpace, approximate_expected_errors, approximate_probability_of_error, bits_needed};

use super::claims::Verdict;
use super::entry::Entry;

/// Two hours at 100,000 nodes a second, of which 30 % are stored.
const POSITIONS: u64 = 216_000_000;

const BREUKER: &str = "Breuker 1998, section 2.4.2";
const GILLOGLY: &str = "Gillogly 1989, in the chess-programming wiki";

/// The bits of Gillogly's table: a row for each probability, a column for 10^5 to 10^10 positions.
const BITS: [(f64, [u32; 6]); 4] = [
    (1e-2, [39, 46, 53, 59, 66, 73]),
    (1e-3, [43, 49, 56, 63, 69, 76]),
    (1e-4, [46, 53, 59, 66, 73, 79]),
    (1e-5, [49, 56, 63, 69, 76, 83]),
];

/// Computes every claim about key collisions with the formulas of the sources.
pub(super) fn entries() -> Vec<Entry> {
    let probability = |bits| approximate_probability_of_error(POSITIONS, KeySpace::bits(bits));
    let (short, long) = (probability(32), probability(64));
    let needed = bits_needed(POSITIONS, 0.01).unwrap_or(0);
    let errors = approximate_expected_errors(POSITIONS, KeySpace::bits(64));
    vec![
        entry(
            BREUKER,
            "With 32 bits and 216 million positions, the probability of at least one type-1 error is very close to 1.",
            short > 0.999_999,
            format!("1 - e^-{:.0}", POSITIONS as f64 * POSITIONS as f64 / (1_u64 << 33) as f64),
        ),
        entry(
            BREUKER,
            "At least 62 bits are required to make a type-1 error less probable than 1 % among 216 million positions.",
            needed == 62,
            format!("{needed} bits"),
        ),
        entry(
            BREUKER,
            "With 64 bits the probability of a type-1 error among 216 million positions is about 0.001.",
            (long - 1e-3).abs() < 5e-4,
            format!("{long:.5}"),
        ),
        entry(
            BREUKER,
            "With 64 bits the expected number of type-1 errors among 216 million positions is about 0.05.",
            (errors - 0.05).abs() < 0.005,
            format!("{errors:.5}: equation 2.2 gives 0.05 when computed with 20 decimals, which is rounding noise"),
        ),
        gillogly(),
    ]
}

fn gillogly() -> Entry {
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
    let found = format!("{} of {of} numbers of bits are as printed", of - wrong.len());
    let others = if wrong.is_empty() { String::new() } else { format!("; ours: {}", wrong.join(", ")) };
    entry(
        GILLOGLY,
        "39 to 83 bits keep the probability of a type-1 error below 0.01 to 0.00001, with 10^5 to 10^10 positions.",
        wrong.is_empty(),
        found + &others,
    )
}

fn entry(cites: &str, says: &str, holds: bool, evidence: String) -> Entry {
    Entry {
        experiment: None,
        cites: cites.to_owned(),
        says: says.to_owned(),
        verdict: if holds { Verdict::Agrees } else { Verdict::Differs },
        evidence,
        quick: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_give_what_was_printed_but_for_one_figure() {
        let verdicts: Vec<Verdict> = entries().iter().map(|entry| entry.verdict).collect();
        use Verdict::{Agrees, Differs};
        assert_eq!(verdicts[..4], [Agrees, Agrees, Agrees, Differs]);
    }

    #[test]
    fn the_table_is_the_published_one() {
        let published = include_str!("../../../testsets/published/gillogly-bits.csv");
        let rows: Vec<Vec<u32>> = published
            .lines()
            .skip(1)
            .map(|line| line.split(',').skip(1).map(|bits| bits.trim().parse().unwrap()).collect())
            .collect();
        assert_eq!(rows, BITS.map(|(_, bits)| bits.to_vec()));
    }
}
