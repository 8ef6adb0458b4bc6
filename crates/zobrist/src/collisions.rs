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
//! | result | exact | approximation for M much smaller than N |
//! | --- | --- | --- |
//! | probability of no error | [`probability_of_no_errors`] | [`approximate_probability_of_no_errors`] |
//! | probability of at least one error | [`probability_of_error`] | [`approximate_probability_of_error`] |
//! | expected number of errors | [`expected_errors`] | [`approximate_expected_errors`] |
//! | expected number of equal pairs | [`expected_equal_pairs`] | |
//! | bits that suffice | | [`bits_needed`] |
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
//! assert_eq!(probability_of_error(positions, KeySpace::bits(32)), 1.0);
//! // 62 bits keep the probability of an error below 1 % per game.
//! assert_eq!(bits_needed(positions, 0.01), Some(62));
//! // With 64 bits, one game in 800 has an error.
//! let p = probability_of_error(positions, KeySpace::bits(64));
//! assert!((p - 1.264e-3).abs() < 1e-6);
//! ```
//!
//! # Accuracy
//!
//! Evaluated literally in floating point, most of these formulas lose all precision: for N above 2^53, 1 - 1/N rounds
//! to 1. The functions in this module use rearranged formulas with a relative error below 10^-12, for every number of
//! positions and up to 1023 bits. Their running time does not depend on the number of positions.

/// The number of different values, called N in `[Breuker 1998, 2.4.2]`: the number of hash values for type-1 errors,
/// and the number of hash indices for type-2 errors.
///
/// It is at least 1.
///
/// ```
/// use zobrist::collisions::{KeySpace, probability_of_error};
///
/// assert_eq!(KeySpace::count(1 << 20), Some(KeySpace::bits(20)));
///
/// // Among 23 people, two probably share a birthday.
/// let days = KeySpace::count(365).unwrap();
/// assert!(probability_of_error(23, days) > 0.5);
/// assert!(probability_of_error(22, days) < 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct KeySpace {
    value: f64,
    /// The exact number that `value` rounds, or `None` if it is 2^128 or more. Compared with 2^128, any u64 is
    /// negligible.
    exact: Option<u128>,
}

impl KeySpace {
    /// Returns the number of values of `bits` bits: 2^`bits`.
    ///
    /// More than 1023 bits are treated as 1023, the largest exponent of an `f64`.
    ///
    /// ```
    /// use zobrist::collisions::KeySpace;
    ///
    /// assert_eq!(KeySpace::bits(64).as_f64(), 18_446_744_073_709_551_616.0);
    /// assert_eq!(KeySpace::bits(0).as_f64(), 1.0);
    /// assert_eq!(KeySpace::bits(5000), KeySpace::bits(1023));
    /// ```
    #[must_use]
    pub fn bits(bits: u32) -> Self {
        Self { value: libm::ldexp(1.0, bits.min(1023) as i32), exact: 1_u128.checked_shl(bits) }
    }

    /// Returns any number of values, such as the number of buckets of a table if it is not a power of two, or
    /// `None` if `count` is 0.
    ///
    /// ```
    /// use zobrist::collisions::KeySpace;
    ///
    /// assert!(KeySpace::count(1_000_003).is_some());
    /// assert_eq!(KeySpace::count(0), None);
    /// ```
    #[must_use]
    pub fn count(count: u64) -> Option<Self> {
        (count > 0).then_some(Self { value: count as f64, exact: Some(count.into()) })
    }

    /// Returns N, rounded to `f64`.
    ///
    /// ```
    /// assert_eq!(zobrist::collisions::KeySpace::bits(10).as_f64(), 1024.0);
    /// ```
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.value
    }

    fn is_fewer_than(self, positions: u64) -> bool {
        self.exact.is_some_and(|exact| exact < positions.into())
    }

    /// Returns N - `positions`, which must not be negative, with a single rounding.
    fn less(self, positions: u64) -> f64 {
        match self.exact {
            Some(exact) => (exact - u128::from(positions)) as f64,
            None => self.value - positions as f64,
        }
    }
}

/// Returns the probability that `positions` different positions all have different hash values: the product
/// `(1 - 1/N)(1 - 2/N)...(1 - (M-1)/N)` of `[Breuker 1998, 2.4.2]`.
///
/// The result is 1 for fewer than two positions, and 0 if there are more positions than values. Results below 10^-308
/// underflow to 0; use [`ln_probability_of_no_errors`] for these.
///
/// ```
/// use zobrist::collisions::{KeySpace, probability_of_no_errors};
///
/// let p = probability_of_no_errors(3, KeySpace::bits(2));
/// assert!((p - 0.75 * 0.5).abs() < 1e-15);
/// assert_eq!(probability_of_no_errors(5, KeySpace::bits(2)), 0.0);
///
/// // A billion positions take as long as three.
/// let p = probability_of_no_errors(1_000_000_000, KeySpace::bits(64));
/// assert!((p - 0.973_258_991).abs() < 1e-9);
/// ```
#[must_use]
pub fn probability_of_no_errors(positions: u64, n: KeySpace) -> f64 {
    libm::exp(ln_probability_of_no_errors(positions, n))
}

/// Returns the natural logarithm of [`probability_of_no_errors`], which is at most 0.
///
/// Use it for probabilities that are too small for an `f64` or too close to 1. The result is minus infinity if there
/// are more positions than values.
///
/// ```
/// use zobrist::collisions::{KeySpace, ln_probability_of_no_errors};
///
/// // With 32 bits and 216 million positions, the probability of no error is 10^-2,399,428.
/// let digits = ln_probability_of_no_errors(216_000_000, KeySpace::bits(32)) / 10_f64.ln();
/// assert_eq!(digits.round(), -2_399_428.0);
/// ```
#[must_use]
pub fn ln_probability_of_no_errors(positions: u64, n: KeySpace) -> f64 {
    // The number of terms that are added one by one: all terms if there are only a few, and the last terms otherwise,
    // where the logarithm is too steep to approximate the sum by an integral.
    const FEW: u64 = 32;

    if n.is_fewer_than(positions) {
        return f64::NEG_INFINITY;
    }
    let last = positions.saturating_sub(1);
    let smooth = match n.exact {
        _ if last < FEW => 0,
        Some(exact) => exact.saturating_sub(FEW.into()).min(last.into()) as u64,
        None => last,
    };
    let steep: f64 = (smooth + 1..=last)
        .map(|i| if last < FEW { libm::log1p(-(i as f64) / n.value) } else { libm::log(n.less(i) / n.value) })
        .sum();
    sum_of_logarithms(smooth, n) + steep
}

/// Returns the sum of ln(1 - i/N) for i from 1 to `m`, by the Euler-Maclaurin formula.
///
/// The sum is exact up to rounding if N - m is at least 32: the first omitted term is (N-m)^-7 / 1680. All significant
/// terms are negative, so there is no cancellation.
fn sum_of_logarithms(m: u64, n: KeySpace) -> f64 {
    if m == 0 {
        return 0.0;
    }
    let remaining = n.less(m);
    let m = m as f64;
    let x = m / n.value;
    // The integral of ln(1 - t/N) from 0 to m is -N (x + (1-x) ln(1-x)).
    let integral = -m * x * integral_series(x, remaining / n.value);
    let ends = if x < 0.5 { libm::log1p(-x) } else { libm::log(remaining / n.value) } / 2.0;
    let (near, far) = (remaining.recip(), n.value.recip());
    let slopes =
        -x * near / 12.0 + (power(near, 3) - power(far, 3)) / 360.0 - (power(near, 5) - power(far, 5)) / 1260.0;
    integral + ends + slopes
}

/// Returns the probability of at least one error: 1 - [`probability_of_no_errors`], without cancellation.
///
/// The result is 0 for fewer than two positions, and 1 if there are more positions than values. In all other cases it
/// is greater than 0.
///
/// ```
/// use zobrist::collisions::{KeySpace, probability_of_error, probability_of_no_errors};
///
/// let wide = KeySpace::bits(128);
/// let p = probability_of_error(10, wide);
/// assert!((p / (45.0 / wide.as_f64()) - 1.0).abs() < 1e-12);
/// // The subtraction would lose all digits:
/// assert_eq!(1.0 - probability_of_no_errors(10, wide), 0.0);
/// ```
#[must_use]
pub fn probability_of_error(positions: u64, n: KeySpace) -> f64 {
    -libm::expm1(ln_probability_of_no_errors(positions, n))
}

/// Returns the expected number of pairs of positions with equal hash values: M(M-1) / 2N.
///
/// In the derivation of equation 2.1 (`[Breuker 1998, 2.4.2]`), this number approximates the probability of an error,
/// by neglecting all cross products. As an expected number it is exact. For any number of positions, it is an upper
/// bound of both [`probability_of_error`] and [`expected_errors`].
///
/// ```
/// use zobrist::collisions::{KeySpace, expected_equal_pairs};
///
/// assert_eq!(expected_equal_pairs(4, KeySpace::bits(1)), 3.0);
/// assert_eq!(expected_equal_pairs(1, KeySpace::bits(1)), 0.0);
/// ```
#[must_use]
pub fn expected_equal_pairs(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    let others = positions.saturating_sub(1) as f64;
    m * (others / n.value) / 2.0
}

/// Approximates [`probability_of_no_errors`] by e^(-M²/2N): Gillogly's formula, equation 2.1 of
/// `[Breuker 1998, 2.4.2]`.
///
/// The approximation is good if M is large, but small compared with N. It uses M² instead of M(M-1), so the result is
/// below 1 even for a single position.
///
/// ```
/// use zobrist::collisions::{KeySpace, approximate_probability_of_no_errors, probability_of_no_errors};
///
/// let n = KeySpace::bits(40);
/// let exact = probability_of_no_errors(1_000_000, n);
/// let approximate = approximate_probability_of_no_errors(1_000_000, n);
/// assert!((approximate / exact - 1.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn approximate_probability_of_no_errors(positions: u64, n: KeySpace) -> f64 {
    libm::exp(-exponent(positions, n))
}

/// Approximates [`probability_of_error`] by equation 2.1: 1 - e^(-M²/2N), without cancellation.
///
/// See [`approximate_probability_of_no_errors`] for the range in which the approximation is good.
///
/// ```
/// use zobrist::collisions::{KeySpace, approximate_probability_of_error};
///
/// let p = approximate_probability_of_error(216_000_000, KeySpace::bits(62));
/// assert!((p - 0.005_046).abs() < 1e-6);
/// ```
#[must_use]
pub fn approximate_probability_of_error(positions: u64, n: KeySpace) -> f64 {
    -libm::expm1(-exponent(positions, n))
}

/// Returns M²/2N.
fn exponent(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    m * (m / n.value) / 2.0
}

/// Returns the expected number of errors by Feldmann's formula: M - N (1 - ((N-1)/N)^M) (`[Feldmann 1993]`, quoted in
/// `[Breuker 1998, 2.4.2]`).
///
/// A position counts as an error if an earlier position has the same hash value. The result is 0 for fewer than two
/// positions, at most [`expected_equal_pairs`], and at least [`probability_of_error`].
///
/// ```
/// use zobrist::collisions::{KeySpace, expected_errors};
///
/// // Four positions use on average 2 (1 - 1/2^4) = 1.875 of two values.
/// assert!((expected_errors(4, KeySpace::bits(1)) - 2.125).abs() < 1e-12);
///
/// // With a single value, every position but the first is an error.
/// assert_eq!(expected_errors(1000, KeySpace::bits(0)), 999.0);
/// ```
#[must_use]
pub fn expected_errors(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    if positions <= 1 {
        return 0.0;
    }
    if n.value == 1.0 {
        return m - 1.0;
    }
    // With ((N-1)/N)^M = e^-y the formula is M - N (1 - e^-y), where y = M/N (1 + d) and d is the small amount by which
    // -N ln(1 - 1/N) exceeds 1. This equals N (y - 1 + e^-y) - M d, whose second term is at most half of the first.
    let d = log_series(n.value.recip());
    let x = m / n.value;
    let y = x * (1.0 + d);
    m * (y * (1.0 + d) * exp_series(y) - d)
}

/// Approximates [`expected_errors`] by equation 2.2 of `[Breuker 1998, 2.4.2]`: M - N (1 - e^(-M/N)).
///
/// The approximation is good if N is large, as it is for any real table. It never exceeds [`expected_errors`] by more
/// than half an error. If M is also small compared with N, the result is close to M²/2N.
///
/// # Difference from the printed figure
///
/// For 216 million positions and 64 bits the thesis prints about 0.05, but this function returns 0.00126. The printed
/// figure does not follow from the formula. It is forty times [`expected_equal_pairs`], which is an upper bound. The
/// thesis also prints a probability of 0.001 for at least one error, so 0.05 would mean that errors occur about forty
/// at a time.
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
/// let literal = 216e6 - n.as_f64() * (1.0 - (-216e6 / n.as_f64()).exp());
/// assert!((literal - errors).abs() > 100.0);
/// ```
#[must_use]
pub fn approximate_expected_errors(positions: u64, n: KeySpace) -> f64 {
    let m = positions as f64;
    let x = m / n.value;
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
/// probability of 1/2 or less, the bits also suffice by the exact [`probability_of_error`]; closer to 1, equation 2.1
/// underestimates the bits needed.
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
    let guess = (2.0 * libm::log2(m) - 1.0 - libm::log2(most)).ceil().max(0.0) as u32;
    (guess.saturating_sub(1)..).find(|&k| suffices(k))
}

/// Returns (x + (1-x) ln(1-x)) / x², the sum of x^(k-2) / k(k-1) for k from 2, which lies between 1/2 and 1.
///
/// `complement` is 1-x.
fn integral_series(x: f64, complement: f64) -> f64 {
    if x < 0.1 {
        series(|k| power(x, k) / f64::from((k + 2) * (k + 1)))
    } else {
        // Use the smaller of x and 1-x, which is the more accurate.
        let logarithm = if x < 0.5 { libm::log1p(-x) } else { libm::log(complement) };
        (x + complement * logarithm) / (x * x)
    }
}

/// Returns (x - 1 + e^-x) / x²: the series of e^-x without its first two terms, which is 1/2 at 0 and decreasing.
fn exp_series(x: f64) -> f64 {
    if x < 0.1 {
        let mut term = 0.5;
        series(|k| {
            if k > 0 {
                term *= -x / f64::from(k + 2);
            }
            term
        })
    } else {
        (x + libm::expm1(-x)) / (x * x)
    }
}

/// Returns -ln(1-u)/u - 1, the sum of u^k / (k+1) for k from 1.
fn log_series(u: f64) -> f64 {
    if u < 0.1 { u * series(|k| power(u, k) / f64::from(k + 2)) } else { -libm::log1p(-u) / u - 1.0 }
}

/// Returns x to an integer power.
fn power(x: f64, exponent: i32) -> f64 {
    libm::pow(x, f64::from(exponent))
}

/// Sums a power series to the precision of `f64`, smallest terms first. Each term is at most a tenth of the one before.
fn series(term: impl FnMut(i32) -> f64) -> f64 {
    const TERMS: usize = 18;
    let mut terms = [0.0; TERMS];
    for (slot, value) in terms.iter_mut().zip((0..).map(term)) {
        *slot = value;
    }
    terms.iter().rev().sum()
}
