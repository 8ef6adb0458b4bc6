//! Correlation of ranks.

/// Returns Spearman's rank correlation of paired values: 1 if both order the pairs in the same way, -1 if they order
/// them in opposite ways. Equal values have the mean of their ranks.
///
/// Returns `None` if all values of one side are equal, if there are fewer than two pairs, or if a value is not a
/// number.
///
/// ```
/// use stats::rank_correlation;
///
/// assert_eq!(rank_correlation(&[(1.0, 10.0), (2.0, 11.0), (3.0, 90.0)]), Some(1.0));
/// assert_eq!(rank_correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
/// assert_eq!(rank_correlation(&[(1.0, 3.0), (1.0, 2.0)]), None);
/// ```
#[must_use]
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.iter().any(|(x, y)| x.is_nan() || y.is_nan()) {
        return None;
    }
    let xs = ranks(pairs.iter().map(|pair| pair.0).collect());
    let ys = ranks(pairs.iter().map(|pair| pair.1).collect());
    // Both kinds of ranks have this mean.
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let product = |xs: &[f64], ys: &[f64]| xs.iter().zip(ys).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let squares = product(&xs, &xs) * product(&ys, &ys);
    (squares > 0.0).then(|| product(&xs, &ys) / squares.sqrt())
}

/// Returns the rank of each value, from 1.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<_> = values.into_iter().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut ranks = vec![0.0; order.len()];
    let mut before = 0;
    for equal in order.chunk_by(|(_, one), (_, other)| one == other) {
        let mean = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&(place, _)| ranks[place] = mean);
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_their_mean_rank() {
        assert_eq!(ranks(vec![5.0, 1.0, 5.0, 9.0, 5.0]), [3.0, 1.0, 3.0, 5.0, 3.0]);
        assert_eq!(ranks(Vec::new()), [0.0; 0]);
    }

    #[test]
    fn without_ties_it_is_the_formula_of_textbooks() {
        // 1 - 6 sum(d^2) / (n (n^2 - 1)), with the differences -1, -1, 2, 0 and 0.
        let pairs = [(1.0, 2.0), (2.0, 3.0), (3.0, 1.0), (4.0, 4.0), (5.0, 5.0)];
        assert!((rank_correlation(&pairs).unwrap() - 0.7).abs() < 1e-12);
        let scaled = pairs.map(|(x, y)| (x * x, 100.0 - y));
        assert!((rank_correlation(&scaled).unwrap() + 0.7).abs() < 1e-12);
    }

    #[test]
    fn ties_lower_it() {
        // Ranks 1.5, 1.5, 3 and 1, 2, 3: covariance 1.5, sums of squares 1.5 and 2.
        let correlation = rank_correlation(&[(4.0, 1.0), (4.0, 2.0), (6.0, 3.0)]).unwrap();
        assert!((correlation - 1.5 / 3.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(rank_correlation(&[(4.0, 1.0)]), None);
        assert_eq!(rank_correlation(&[]), None);
        assert_eq!(rank_correlation(&[(1.0, 2.0), (f64::NAN, 3.0), (2.0, 4.0)]), None);
        assert_eq!(rank_correlation(&[(f64::NEG_INFINITY, 2.0), (1.0, 3.0), (f64::INFINITY, 4.0)]), Some(1.0));
    }
}
