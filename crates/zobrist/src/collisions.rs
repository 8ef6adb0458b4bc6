//! What collisions cost: how likely errors are, how many to expect, and how many bits keep them rare.
//!
//! Two kinds of error come from giving positions a hash value (`[Breuker 1998, 2.4.2]`). A *type-1 error* is two
//! positions with the same hash value: one is then taken for the other, and the search goes wrong unseen. A *type-2
//! error*, also a *clash* or *collision*, is two positions with the same hash index but different hash keys: they
//! compete for an entry, and a replacement scheme decides. The same mathematics serves both, only that the number N of
//! values that can be told apart is 2^k for the k bits of the hash value in one case, and 2^n for the n bits of the
//! hash index in the other; M is the number of different positions that are stored. Hash values are taken to be uniform
//! and independent. Every result is a plain number: a probability, a count or a number of bits. It is the same to the
//! last bit on every platform, since no function of the platform's mathematical library takes part.
//!
//! | what | exactly | approximately, if M is small beside N |
//! | --- | --- | --- |
//! | probability that no error occurs | [`probability_of_no_errors`] | [`approximate_probability_of_no_errors`] |
//! | probability that at least one does | [`probability_of_error`] | [`approximate_probability_of_error`] |
//! | expected number of errors | [`expected_errors`] | [`approximate_expected_errors`] |
//! | expected number of equal pairs | [`expected_equal_pairs`] | |
//! | bits that suffice | | [`bits_needed`] |
//!
//! Of type-1 errors a program meets fewer than this: one position must still be in the table when the other is looked
//! up, and a replacement scheme may have given its place away.
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
//! // 32 bits are hopeless.
//! assert_eq!(probability_of_error(positions, Distinguishable::bits(32)), 1.0);
//! // To err in fewer than one game of a hundred takes 62 bits.
//! assert_eq!(bits_needed(positions, 0.01), Some(62));
//! // With 64 bits one game in 800 meets an error.
//! let p = probability_of_error(positions, Distinguishable::bits(64));
//! assert!((p - 1.264e-3).abs() < 1e-6);
//! ```
//!
//! # Accuracy
//!
//! Taken literally, most of these formulas are useless in floating point: 1 - 1/N is 1 as soon as N exceeds 2^53, and
//! what the subtraction should leave is lost. The functions here rearrange them and promise a relative error below
//! 10^-12, for every number of positions and up to 1023 bits; the sums and products do not take longer with more
//! positions. The last bits may differ between machines, as those of `exp` and `ln` do.

/// The number of values that can be told apart, called N in `[Breuker 1998, 2.4.2]`: of hash values when the question
/// is about type-1 errors, of hash indices when it is about type-2 errors.
///
/// It is at least 1.
///
/// ```
/// use zobrist::collisions::{Distinguishable, probability_of_error};
///
/// assert_eq!(Distinguishable::count(1 << 20), Some(Distinguishable::bits(20)));
///
/// // Two of 23 people share a birthday, more likely than not.
/// let days = Distinguishable::count(365).unwrap();
/// assert!(probability_of_error(23, days) > 0.5);
/// assert!(probability_of_error(22, days) < 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Distinguishable {
    value: f64,
    /// What `value` rounds, unless that is 2^128 or more. Beside so many values every u64 counts for little.
    exact: Option<u128>,
}

impl Distinguishable {
    /// The values of `bits` bits: 2^`bits`.
    ///
    /// More than 1023 bits count as 1023, the most that `f64` can hold.
    ///
    /// ```
    /// use zobrist::collisions::Distinguishable;
    ///
    /// assert_eq!(Distinguishable::bits(64).as_f64(), 18_446_744_073_709_551_616.0);
    /// assert_eq!(Distinguishable::bits(0).as_f64(), 1.0);
    /// assert_eq!(Distinguishable::bits(5000), Distinguishable::bits(1023));
    /// ```
    #[must_use]
    pub fn bits(bits: u32) -> Self {
        Self { value: libm::ldexp(1.0, bits.min(1023) as i32), exact: 1_u128.checked_shl(bits) }
    }

    /// Any number of values, such as the entries of a table whose size is no power of two, or `None` for none at all.
    ///
    /// ```
    /// use zobrist::collisions::Distinguishable;
    ///
    /// assert!(Distinguishable::count(1_000_003).is_some());
    /// assert_eq!(Distinguishable::count(0), None);
    /// ```
    #[must_use]
    pub fn count(count: u64) -> Option<Self> {
        (count > 0).then_some(Self { value: count as f64, exact: Some(count.into()) })
    }

    /// N itself, rounded to `f64`.
    ///
    /// ```
    /// assert_eq!(zobrist::collisions::Distinguishable::bits(10).as_f64(), 1024.0);
    /// ```
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.value
    }

    fn is_fewer_than(self, positions: u64) -> bool {
        self.exact.is_some_and(|exact| exact < positions.into())
    }

    /// N - `positions`, which must not be negative, without what two roundings would lose.
    fn less(self, positions: u64) -> f64 {
        match self.exact {
            Some(exact) => (exact - u128::from(positions)) as f64,
            None => self.value - positions as f64,
        }
    }
}

/// The probability that `positions` different positions all have different hash values: the product
/// (1 - 1/N)(1 - 2/N)...(1 - (M-1)/N) of `[Breuker 1998, 2.4.2]`.
///
/// It is 1 for no position or one, and 0 when there are more positions than values. It also becomes 0 below 10^-308;
/// [`ln_probability_of_no_errors`] does not.
///
/// ```
/// use zobrist::collisions::{Distinguishable, probability_of_no_errors};
///
/// let p = probability_of_no_errors(3, Distinguishable::bits(2));
/// assert!((p - 0.75 * 0.5).abs() < 1e-15);
/// assert_eq!(probability_of_no_errors(5, Distinguishable::bits(2)), 0.0);
///
/// // A billion positions take no longer than three.
/// let p = probability_of_no_errors(1_000_000_000, Distinguishable::bits(64));
/// assert!((p - 0.973_258_991).abs() < 1e-9);
/// ```
#[must_use]
pub fn probability_of_no_errors(positions: u64, n: Distinguishable) -> f64 {
    libm::exp(ln_probability_of_no_errors(positions, n))
}

/// The natural logarithm of [`probability_of_no_errors`], at most 0.
///
/// For probabilities that are too small to be written down, or too near 1. It is minus infinity when there are more
/// positions than values.
///
/// ```
/// use zobrist::collisions::{Distinguishable, ln_probability_of_no_errors};
///
/// // With 32 bits for 216 million positions, to meet no error takes a miracle with 2.4 million zeros.
/// let digits = ln_probability_of_no_errors(216_000_000, Distinguishable::bits(32)) / 10_f64.ln();
/// assert_eq!(digits.round(), -2_399_428.0);
/// ```
#[must_use]
pub fn ln_probability_of_no_errors(positions: u64, n: Distinguishable) -> f64 {
    // How many terms are added one by one: the first, or the last ones, where the logarithm is too steep for the sum
    // to be had from its integral.
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

/// The sum of ln(1 - i/N) for i from 1 to `m`, by the formula of Euler and Maclaurin.
///
/// Exact to rounding when N - m is at least 32: the first term left out is (N-m)^-7 / 1680. The terms that matter are
/// all negative, so nothing cancels.
fn sum_of_logarithms(m: u64, n: Distinguishable) -> f64 {
    if m == 0 {
        return 0.0;
    }
    let left = n.less(m);
    let m = m as f64;
    let x = m / n.value;
    // The integral of ln(1 - t/N) from 0 to m is -N (x + (1-x) ln(1-x)).
    let integral = -m * x * unlogged(x, left / n.value);
    let ends = if x < 0.5 { libm::log1p(-x) } else { libm::log(left / n.value) } / 2.0;
    let (near, far) = (left.recip(), n.value.recip());
    let slopes =
        -x * near / 12.0 + (power(near, 3) - power(far, 3)) / 360.0 - (power(near, 5) - power(far, 5)) / 1260.0;
    integral + ends + slopes
}

/// The probability of at least one error: 1 - [`probability_of_no_errors`], without the subtraction.
///
/// It is 0 for no position or one, and 1 when there are more positions than values; between them it never vanishes.
///
/// ```
/// use zobrist::collisions::{Distinguishable, probability_of_error, probability_of_no_errors};
///
/// let wide = Distinguishable::bits(128);
/// let p = probability_of_error(10, wide);
/// assert!((p / (45.0 / wide.as_f64()) - 1.0).abs() < 1e-12);
/// // What the subtraction would have left:
/// assert_eq!(1.0 - probability_of_no_errors(10, wide), 0.0);
/// ```
#[must_use]
pub fn probability_of_error(positions: u64, n: Distinguishable) -> f64 {
    -libm::expm1(ln_probability_of_no_errors(positions, n))
}

/// The expected number of pairs of positions with equal hash values: M(M-1) / 2N.
///
/// The derivation of equation 2.1 passes it, as what remains to be taken from 1 when all cross products are neglected
/// (`[Breuker 1998, 2.4.2]`). Exact as an expectation, it is more: no [`probability_of_error`] and no number of
/// [`expected_errors`] exceeds it, however many positions there are.
///
/// ```
/// use zobrist::collisions::{Distinguishable, expected_equal_pairs};
///
/// assert_eq!(expected_equal_pairs(4, Distinguishable::bits(1)), 3.0);
/// assert_eq!(expected_equal_pairs(1, Distinguishable::bits(1)), 0.0);
/// ```
#[must_use]
pub fn expected_equal_pairs(positions: u64, n: Distinguishable) -> f64 {
    let m = positions as f64;
    let others = positions.saturating_sub(1) as f64;
    m * (others / n.value) / 2.0
}

/// Equation 2.1 of `[Breuker 1998, 2.4.2]`, which is Gillogly's: e^(-M²/2N) approximates
/// [`probability_of_no_errors`].
///
/// Good when M is large, and small beside N. It has M² in the place of M(M-1), so it is below 1 even for a single
/// position.
///
/// ```
/// use zobrist::collisions::{Distinguishable, approximate_probability_of_no_errors, probability_of_no_errors};
///
/// let n = Distinguishable::bits(40);
/// let exact = probability_of_no_errors(1_000_000, n);
/// let approximate = approximate_probability_of_no_errors(1_000_000, n);
/// assert!((approximate / exact - 1.0).abs() < 1e-6);
/// ```
#[must_use]
pub fn approximate_probability_of_no_errors(positions: u64, n: Distinguishable) -> f64 {
    libm::exp(-exponent(positions, n))
}

/// The probability of at least one error by equation 2.1: 1 - e^(-M²/2N), without the subtraction.
///
/// See [`approximate_probability_of_no_errors`] for when it is good.
///
/// ```
/// use zobrist::collisions::{Distinguishable, approximate_probability_of_error};
///
/// let p = approximate_probability_of_error(216_000_000, Distinguishable::bits(62));
/// assert!((p - 0.005_046).abs() < 1e-6);
/// ```
#[must_use]
pub fn approximate_probability_of_error(positions: u64, n: Distinguishable) -> f64 {
    -libm::expm1(-exponent(positions, n))
}

/// M²/2N.
fn exponent(positions: u64, n: Distinguishable) -> f64 {
    let m = positions as f64;
    m * (m / n.value) / 2.0
}

/// The expected number of errors, by Feldmann's formula: M - N (1 - ((N-1)/N)^M) (`[Feldmann 1993]`, as
/// `[Breuker 1998, 2.4.2]` quotes it).
///
/// An error is a position whose hash value an earlier one already has. It is 0 for no position or one, never exceeds
/// [`expected_equal_pairs`], and is never below [`probability_of_error`].
///
/// ```
/// use zobrist::collisions::{Distinguishable, expected_errors};
///
/// // Of four positions two values serve on average 2 (1 - 1/2^4) = 1.875.
/// assert!((expected_errors(4, Distinguishable::bits(1)) - 2.125).abs() < 1e-12);
///
/// // One slot for everything: every position but the first errs.
/// assert_eq!(expected_errors(1000, Distinguishable::bits(0)), 999.0);
/// ```
#[must_use]
pub fn expected_errors(positions: u64, n: Distinguishable) -> f64 {
    let m = positions as f64;
    if positions <= 1 {
        return 0.0;
    }
    if n.value == 1.0 {
        return m - 1.0;
    }
    // With ((N-1)/N)^M = e^-y the formula is M - N (1 - e^-y), where y is M/N (1 + d) for the small d by which
    // -N ln(1 - 1/N) exceeds 1. So it is N (y - 1 + e^-y) - M d, of whose terms the second is at most half the first.
    let d = excess(n.value.recip());
    let x = m / n.value;
    let y = x * (1.0 + d);
    m * (y * (1.0 + d) * remainder(y) - d)
}

/// Equation 2.2 of `[Breuker 1998, 2.4.2]`: M - N (1 - e^(-M/N)) approximates [`expected_errors`].
///
/// Good when N is large, as it is for a table; it never exceeds [`expected_errors`] by more than half an error. Where
/// M is small beside N as well, it is M²/2N.
///
/// # What was printed
///
/// For 216 million positions and 64 bits the thesis prints about 0.05, where this function gives 0.00126. The formula
/// does not give the printed figure: that is forty times [`expected_equal_pairs`], which is an upper bound, and beside
/// the probability of 0.001 that the thesis prints for any error at all it would mean that errors come forty at a time.
///
/// It is what equation 2.2 leaves when it is worked out with twenty decimals. To so many, 1 - e^(-M/N) is
/// 0.00000000001170938346; N times that is 215,999,999.94755, which is 0.05245 less than M. But the last decimal is
/// worth 10^-20 N = 0.18, so the result is rounding and nothing else. The calculator `bc -l` works with twenty decimals
/// unless told otherwise, and prints 0.05245. That is likely how the figure came about; the thesis does not say. Binary
/// arithmetic leaves other noise: -512 with 53 bits, 0 with the 64 bits of an x87.
///
/// ```
/// use zobrist::collisions::{Distinguishable, approximate_expected_errors};
///
/// let (positions, n) = (216_000_000, Distinguishable::bits(64));
/// let errors = approximate_expected_errors(positions, n);
/// assert!((errors - 0.001_264_6).abs() < 1e-7);
///
/// // The formula, taken literally, gives noise.
/// let literal = 216e6 - n.as_f64() * (1.0 - (-216e6 / n.as_f64()).exp());
/// assert!((literal - errors).abs() > 100.0);
/// ```
#[must_use]
pub fn approximate_expected_errors(positions: u64, n: Distinguishable) -> f64 {
    let m = positions as f64;
    let x = m / n.value;
    m * x * remainder(x)
}

/// The least number of bits with which the probability of at least one error among `positions` positions is, by
/// equation 2.1, at most `probability`: the least k for which 1 - e^(-M²/2^(k+1)) ≤ p, or M² / (-2 ln(1 - p)), as a
/// power of two, rounded up (`[Breuker 1998, 2.4.2]`).
///
/// It is 0 for no position or one, which cannot err. It is `None` when `probability` is not strictly between 0 and 1,
/// NaN included: no number of bits excludes errors, and certainty needs none. For a probability of 1/2 or less the
/// bits suffice by the exact [`probability_of_error`] as well; nearer to 1 equation 2.1 is too hopeful.
///
/// This gives every figure of Gillogly's table (`[Gillogly 1989]`).
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
    // M²/2N for N = 2^k, in two steps because 2^-k alone may be too small to hold.
    let suffices = |k: u32| {
        let half = (k / 2) as i32;
        libm::ldexp(m, -half) * libm::ldexp(m, half - k as i32) / 2.0 <= most
    };
    // The logarithm may round across a whole number, so look on both sides of it.
    let guess = (2.0 * libm::log2(m) - 1.0 - libm::log2(most)).ceil().max(0.0) as u32;
    (guess.saturating_sub(1)..).find(|&k| suffices(k))
}

/// (x + (1-x) ln(1-x)) / x², given 1-x besides: the sum of x^(k-2) / k(k-1) for k from 2 on, 1/2 to 1.
fn unlogged(x: f64, complement: f64) -> f64 {
    if x < 0.1 {
        series(|k| power(x, k) / f64::from((k + 2) * (k + 1)))
    } else {
        // The smaller of the two is the more exact.
        let logarithm = if x < 0.5 { libm::log1p(-x) } else { libm::log(complement) };
        (x + complement * logarithm) / (x * x)
    }
}

/// (x - 1 + e^-x) / x²: what the first two terms leave of e^-x, 1/2 at 0 and falling.
fn remainder(x: f64) -> f64 {
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

/// -ln(1-u)/u - 1: the sum of u^k / (k+1) for k from 1 on.
fn excess(u: f64) -> f64 {
    if u < 0.1 { u * series(|k| power(u, k) / f64::from(k + 2)) } else { -libm::log1p(-u) / u - 1.0 }
}

/// x to a whole power.
fn power(x: f64, exponent: i32) -> f64 {
    libm::pow(x, f64::from(exponent))
}

/// A power series whose terms fall tenfold or more, summed as far as `f64` can tell; the smallest first.
fn series(term: impl FnMut(i32) -> f64) -> f64 {
    const ENOUGH: usize = 18;
    let mut terms = [0.0; ENOUGH];
    for (place, value) in terms.iter_mut().zip((0..).map(term)) {
        *place = value;
    }
    terms.iter().rev().sum()
}
