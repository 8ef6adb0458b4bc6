//! Probabilities of key collisions `[Breuker 1998, 2.4.2]`.

use zobrist::collisions::{KeySpace, approximate_expected_errors, approximate_probability_of_error, bits_needed};

use super::thresholds::about;
use super::{Claim, Judgement};
use crate::claims::claim::claims;

/// Two hours at 100,000 nodes a second, of which 30 % are stored.
const POSITIONS: u64 = 216_000_000;

pub(super) const CLAIMS: &[Claim] = claims! {
    "32-bits-are-too-few", Thesis "2.4.2" {
        quote: "which is very close to 1. So a hash value of 32 bits clearly is too small.",
        reading: "With 32 bits and 216 million positions, the probability of a type-1 error is more than 0.99.",
        compute: {
            let exponent = POSITIONS as f64 * POSITIONS as f64 / (1_u64 << 33) as f64;
            Judgement::exact(probability(32) > 0.99, format!("1 - e^-{exponent:.0}"))
        },
    }
    "62-bits-for-one-percent", Thesis "2.4.2" {
        quote: "If we want to reduce the probability of at least one error to less than 1 percent, Equation 2.1 says \
            that at least 62 bits are required.",
        reading: "62 is the smallest number of bits with which equation 2.1 gives less than 1 percent.",
        compute: {
            let needed = bits_needed(POSITIONS, 0.01).unwrap_or(0);
            Judgement::exact(needed == 62, format!("{needed} bits"))
        },
    }
    "one-error-in-1000-with-64-bits", Thesis "2.4.2" {
        quote: "When using a 64-bit hash value, the probability is reduced to about 1×10^-3.",
        reading: "With 64 bits the probability of a type-1 error rounds to 1×10^-3.",
        compute: {
            let long = probability(64);
            Judgement::exact(about(1e-3, 1e-3).has(long), format!("{long:.5}"))
        },
    }
    "expected-errors-with-64-bits", Thesis "2.4.2" {
        quote: "In this case, the expected number of type-1 errors for the example above is about 0.05.",
        reading: "With 64 bits, equation 2.2 gives 0.05, within a tenth.",
        note: "Equation 2.2 gives 0.05 when it is computed with 20 decimals, which is rounding noise.",
        would_change: "Nothing: it is arithmetic, and the published number is rounding noise.",
        compute: {
            let errors = approximate_expected_errors(POSITIONS, KeySpace::bits(64));
            Judgement::exact(about(0.05, 0.01).has(errors), format!("{errors:.5}"))
        },
    }
};

fn probability(bits: u32) -> f64 {
    approximate_probability_of_error(POSITIONS, KeySpace::bits(bits))
}
