//! Student's t distribution.

/// From this many degrees of freedom on, the logarithms of the gamma function are too great to be subtracted, and the
/// continued fraction converges slowly. The first terms of an expansion are sufficient there.
const MANY: f64 = 1e6;

/// Returns the probability of a number above `t`, for `t` of at least zero.
///
/// This is half the regularized incomplete beta function at `freedom / (freedom + t²)`, by its continued fraction
/// (`[DLMF 2010, 8.17.22]`), and the expansion of `[Hill 1970]` for many degrees of freedom.
pub(crate) fn upper_tail(t: f64, freedom: f64) -> f64 {
    if (t * t).is_infinite() {
        return 0.0;
    }
    if freedom >= MANY {
        let less = freedom - 0.5;
        let z = (less * libm::log1p(t * t / freedom)).sqrt();
        return normal_upper_tail(z + z * (z * z + 3.0) / (48.0 * less * less));
    }
    let (a, b) = (0.5 * freedom, 0.5);
    let (x, y) = (freedom / (freedom + t * t), t * t / (freedom + t * t));
    let gammas = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(gammas + a * libm::log(x) + b * libm::log(y));
    // Each fraction converges quickly on its side.
    let beta =
        if x < (a + 1.0) / (a + b + 2.0) { front * fraction(x, a, b) / a } else { 1.0 - front * fraction(y, b, a) / b };
    0.5 * beta
}

/// Returns the continued fraction of the incomplete beta function, from its first term on (Lentz's method).
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let not_zero = |number: f64| if number.abs() < TINY { TINY } else { number };
    let (mut numerator, mut denominator) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = denominator;
    for step in 1..1_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = value;
        for term in [even, odd] {
            numerator = not_zero(1.0 + term / numerator);
            denominator = 1.0 / not_zero(1.0 + term * denominator);
            value *= numerator * denominator;
        }
        if (value / before - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Returns the number that is exceeded with a probability of `tail`, which is above 0 and at most one half.
pub(crate) fn quantile(tail: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while upper_tail(high, freedom) > tail && high < 1e100 {
        (low, high) = (high, 2.0 * high);
    }
    while high - low > 1e-13 * high {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if upper_tail(middle, freedom) > tail { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Returns the probability that a normal number exceeds `z`.
pub(crate) fn normal_upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        for (freedom, tail, printed) in [
            (1.0, 0.025, 12.706),
            (2.0, 0.025, 4.303),
            (3.0, 0.025, 3.182),
            (4.0, 0.025, 2.776),
            (5.0, 0.025, 2.571),
            (5.0, 0.05, 2.015),
            (10.0, 0.025, 2.228),
            (10.0, 0.005, 3.169),
            (30.0, 0.025, 2.042),
            (120.0, 0.0005, 3.373),
            (4.0, 0.0005, 8.610),
            (1e6, 0.025, 1.960),
        ] {
            let found = quantile(tail, freedom);
            assert!((found - printed).abs() < 6e-4, "{freedom} {tail}: {found}");
            assert!((upper_tail(found, freedom) - tail).abs() < 1e-12);
        }
        assert!((upper_tail(0.0, 3.0) - 0.5).abs() < 1e-12 && upper_tail(f64::INFINITY, 3.0) == 0.0);
        // With so many it is the normal distribution, and where the formula changes, nothing else does.
        for freedom in [1e9, 1e12, 1e15, 1e18] {
            assert!((quantile(0.025, freedom) - 1.959_963_984_540_054).abs() < 1e-8, "{freedom}");
            assert!((upper_tail(6.0, freedom) / normal_upper_tail(6.0) - 1.0).abs() < 1e-6, "{freedom}");
        }
        for t in [0.01, 1.0, 6.0, 30.0] {
            let [below, above] = [MANY * (1.0 - 1e-9), MANY].map(|freedom| upper_tail(t, freedom));
            assert!((below / above - 1.0).abs() < 1e-8, "{t}: {below} {above}");
        }
        assert_eq!(upper_tail(1e200, 3.0), 0.0);
        // One degree of freedom is the Cauchy distribution, two have a closed form.
        assert!((upper_tail(1.0, 1.0) - 0.25).abs() < 1e-14);
        assert!((upper_tail(40.0, 2.0) - 0.5 * (1.0 - 40.0 / 1602.0_f64.sqrt())).abs() < 1e-14);
        assert!((normal_upper_tail(1.959_963_985) - 0.025).abs() < 1e-10);
    }
}
