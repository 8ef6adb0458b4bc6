//! The cost of key collisions: how likely errors are, how many to expect, and how many bits keep them rare.
//!
//! Hashing positions causes two kinds of errors (`[Breuker 1998, 2.4.2]`):
//!
//! - A *type-1 error* occurs when two positions have the same hash value. The search mistakes one position for the
//!   other and can return a wrong result without any sign of it.
//! - A *type-2 error*, also called *clash* or *collision*, occurs when two positions have the same hash index but
//!   different hash keys. They compete for a bucket (the thesis: entry), and a replacement scheme decides which one
//!   to keep.
//!
//! The same formulas apply to both. M is the number of different positions that are stored. N is the number of
//! different values: 2^k for type-1 errors with hash values of k bits, and 2^n for type-2 errors with hash indices of n
//! bits. The formulas assume that hash values are uniform and independent. All results are plain numbers: a
//! probability, a count or a number of bits. They are identical to the last bit on every platform, since they do not
//! depend on the platform's mathematical library.
//!
//! - [`approximate_probability_of_error`]: the probability of at least one error.
//! - [`approximate_expected_errors`]: the expected number of errors.
//! - [`bits_needed`]: the bits that suffice.
//!
//! The formulas are good if M is large, but small compared with N, as for every table that is worth using.
//!
//! The number of type-1 errors is an upper bound for a real program. An error occurs only if one position is still in
//! the table when the other is probed, and a replacement scheme may have overwritten it by then.
//!
//! # Example
//!
//! The example of `[Breuker 1998, 2.4.2]`: two hours at 100,000 nodes per second, 30 % of which are stored.
//!
//! ```
//! use zobrist::collisions::*;
//!
//! let positions = 2 * 3600 * 100_000 * 30 / 100;
//! assert_eq!(positions, 216_000_000);
//!
//! // With 32 bits an error is certain.
//! assert_eq!(approximate_probability_of_error(positions, KeySpace::bits(32)), 1.0);
//! // 62 bits keep the probability of an error below 1 % per game.
//! assert_eq!(bits_needed(positions, 0.01), Some(62));
//! // With 64 bits, one game in 800 has an error.
//! let p = approximate_probability_of_error(positions, KeySpace::bits(64));
//! assert!((p - 1.264e-3).abs() < 1e-6);
//! ```
//!
//! # Accuracy
//!
//! Evaluated literally in floating point, these formulas lose all precision: for N above 2^53, 1 - 1/N rounds to 1. The
//! functions in this module use rearranged formulas with a relative error below 10^-12, for every number of positions
//! and up to 1023 bits.

/// The number of different values, called N in `[Breuker 1998, 2.4.2]`: the number of hash values for type-1 errors,
/// and the number of hash indices for type-2 errors.
///
/// It is at least 1.
///
/// ```
/// use zobrist::collisions::{KeySpace, approximate_probability_of_error};
///
/// assert_eq!(KeySpace::count(1 << 20), Some(KeySpace::bits(20)));
///
/// // Among 23 people, two probably share a birthday.
/// let days = KeySpace::count(365).unwrap();
/// assert!(approximate_probability_of_error(23, days) > 0.5);
/// assert!(approximate_probability_of_error(22, days) < 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct KeySpace(f64);

impl KeySpace {
    /// Returns the number of values of `bits` bits: 2^`bits`.
    ///
    /// More than 1023 bits are treated as 1023, the largest exponent of an `f64`.
    #[must_use]
    pub fn bits(bits: u32) -> Self {
        Self(libm::ldexp(1.0, bits.min(1023) as i32))
    }

    /// Returns any number of values, such as the number of buckets of a table if it is not a power of two, or
    /// `None` if `count` is 0.
    #[must_use]
    pub fn count(count: u64) -> Option<Self> {
        (count > 0).then_some(Self(count as f64))
    }
}

/// Returns the probability that `positions` different positions do not all have different hash values, by Gillogly's
/// formula, equation 2.1 of `[Breuker 1998, 2.4.2]`: 1 - e^(-M²/2N), without cancellation.
///
/// It approximates `1 - (1 - 1/N)(1 - 2/N)...(1 - (M-1)/N)`. It uses M² instead of M(M-1), so the result is above 0
/// even for a single position.
///
/// ```
/// use zobrist::collisions::{KeySpace, approximate_probability_of_error};
///
/// let p = approximate_probability_of_error(216_000_000, KeySpace::bits(62));
/// assert!((p - 0.005_046).abs() < 1e-6);
/// ```
#[must_use]
pub fn approximate_probability_of_error(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    -libm::expm1(-(m * (m / n.0) / 2.0))
}

/// Returns the expected number of errors by equation 2.2 of `[Breuker 1998, 2.4.2]`: M - N (1 - e^(-M/N)).
///
/// A position counts as an error if an earlier position has the same hash value. Feldmann's formula, which equation 2.2
/// approximates, has ((N-1)/N)^M instead of e^(-M/N) (`[Feldmann 1993]`); its result is lower by less than half an
/// error. If M is small compared with N, the result is close to M²/2N.
///
/// # Difference from the printed figure
///
/// For 216 million positions and 64 bits the thesis prints about 0.05, but this function returns 0.00126. The printed
/// figure does not follow from the formula. It is forty times M²/2N, which is an upper bound. The thesis also prints a
/// probability of 0.001 for at least one error, so 0.05 would mean that errors occur about forty at a time.
///
/// The printed figure is what equation 2.2 gives with twenty decimal places. Then 1 - e^(-M/N) is
/// 0.00000000001170938346; N times that is 215,999,999.94755, which is 0.05245 less than M. But one unit in the last
/// decimal place corresponds to 10^-20 N = 0.18 errors, so the result is only rounding error. The calculator `bc -l`
/// uses twenty decimal places by default and prints 0.05245. The figure was probably computed in this way; the thesis
/// does not say. Binary arithmetic gives other rounding errors: -512 with 53 bits, and 0 with the 64 bits of an x87.
///
/// ```
/// use zobrist::collisions::{KeySpace, approximate_expected_errors};
///
/// let (positions, n) = (216_000_000, KeySpace::bits(64));
/// let errors = approximate_expected_errors(positions, n);
/// assert!((errors - 0.001_264_6).abs() < 1e-7);
///
/// // Evaluated literally, the formula returns only rounding error.
/// let values = 64_f64.exp2();
/// let literal = 216e6 - values * (1.0 - (-216e6 / values).exp());
/// assert!((literal - errors).abs() > 100.0);
/// ```
#[must_use]
pub fn approximate_expected_errors(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    let x = m / n.0;
    m * x * exp_series(x)
}

/// Returns the smallest number of bits for which the probability of at least one error among `positions` positions is
/// at most `probability`, by equation 2.1.
///
/// This is the smallest k with 1 - e^(-M²/2^(k+1)) ≤ p: the binary logarithm of M² / (-2 ln(1 - p)), rounded up
/// (`[Breuker 1998, 2.4.2]`).
///
/// The result is 0 for fewer than two positions, which cannot cause an error. It is `None` if `probability` is not
/// strictly between 0 and 1 or is NaN: no number of bits rules out errors, and a probability of 1 needs no bits. For a
/// probability of 1/2 or less, the bits also suffice by the exact product; closer to 1, equation 2.1 underestimates the
/// bits needed.
///
/// The function reproduces every figure of Gillogly's table (`[Gillogly 1989]`).
///
/// ```
/// use zobrist::collisions::bits_needed;
///
/// assert_eq!(bits_needed(1_000_000_000, 0.001), Some(69));
/// assert_eq!(bits_needed(1, 0.001), Some(0));
/// assert_eq!(bits_needed(1_000_000_000, 0.0), None);
/// ```
#[must_use]
pub fn bits_needed(positions: u64, probability: f64) -> Option<u32> {
    if !(probability > 0.0 && probability < 1.0) {
        return None;
    }
    if positions <= 1 {
        return Some(0);
    }
    let m = positions as f64;
    let most = -libm::log1p(-probability);
    // M²/2N for N = 2^k, in two steps because 2^-k alone may underflow.
    let suffices = |k: u32| {
        let half = (k / 2) as i32;
        libm::ldexp(m, -half) * libm::ldexp(m, half - k as i32) / 2.0 <= most
    };
    // The logarithm may round across an integer, so check both sides of it.
    let guess = libm::ceil(2.0 * libm::log2(m) - 1.0 - libm::log2(most)).max(0.0) as u32;
    (guess.saturating_sub(1)..).find(|&k| suffices(k))
}

/// Returns (x - 1 + e^-x) / x²: the series of e^-x without its first two terms, which is 1/2 at 0 and decreasing.
fn exp_series(x: f64) -> f64 {
    const TERMS: u32 = 18;

    // The difference loses the precision of a small x, and the series does not.
    if x < 0.1 {
        (3..3 + TERMS).rev().fold(1.0, |sum, k| 1.0 - x / f64::from(k) * sum) / 2.0
    } else {
        (x + libm::expm1(-x)) / (x * x)
    }
}
