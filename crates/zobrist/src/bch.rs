//! Numbers from an error-correcting code: no small set of them has the exclusive-or 0.

use alloc::vec::Vec;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;

/// The largest degree of a field.
const MAX_DEGREE: u32 = 20;

/// The parity columns of a binary BCH code of length 2^`degree` - 1 that corrects `errors` errors.
pub(crate) struct Columns {
    /// The degree of the field.
    degree: u32,
    /// The number of errors that the code corrects, which is the number of powers in a column.
    errors: u32,
    /// The powers of a generator of the field.
    powers: Vec<u32>,
}

impl Columns {
    /// Returns the columns of at most `bits` bits of the code with the greatest distance that has `count` columns.
    ///
    /// # Panics
    ///
    /// Panics if `count` is at least 2^20.
    pub(crate) fn new(count: usize, bits: u32) -> Self {
        let degree = degree(count);
        assert!(degree <= MAX_DEGREE, "a BCH code has fewer than 2^{MAX_DEGREE} numbers, not {count}");
        Self { degree, errors: bits / degree, powers: powers(degree) }
    }

    /// Returns the number of bits of a column.
    pub(crate) fn bits(&self) -> u32 {
        self.degree * self.errors
    }

    /// Returns a column: the first odd powers of the element of the field that belongs to `index`.
    pub(crate) fn column(&self, index: usize) -> u64 {
        let odd_powers = (0..self.errors as usize).map(|number| (2 * number + 1) * index % self.powers.len());
        odd_powers.fold(0, |column, power| column << self.degree | u64::from(self.powers[power]))
    }
}

/// Returns the degree of the smallest field with an element other than zero for each of `count` numbers.
fn degree(count: usize) -> u32 {
    (usize::BITS - count.leading_zeros()).max(2)
}

/// Returns the number of numbers of a code that can cancel each other out at least, if a column has `bits` bits.
pub(crate) fn distance(count: usize, bits: u32) -> u32 {
    let (degree, errors) = (degree(count), bits / degree(count));
    // A parity bit excludes odd numbers of columns.
    2 * errors + if degree * errors < bits { 2 } else { 1 }
}

/// Returns the powers of a generator of the field GF(2^`degree`), starting with 1. The field is built with the smallest
/// primitive polynomial.
fn powers(degree: u32) -> Vec<u32> {
    let order = (1 << degree) - 1;
    let of = |polynomial: u32| {
        let next = move |&element: &u32| {
            let shifted = element << 1;
            Some(if shifted >> degree == 1 { shifted ^ polynomial } else { shifted })
        };
        core::iter::successors(Some(1), next)
    };
    let is_primitive = |&polynomial: &u32| of(polynomial).skip(1).position(|element| element == 1) == Some(order - 1);
    // Only a polynomial with a constant term has an inverse of x.
    let polynomial = (1 << degree | 1..1 << (degree + 1)).step_by(2).find(is_primitive);
    of(polynomial.expect("there is a primitive polynomial of every degree")).take(order).collect()
}

/// Returns columns that are mixed with an invertible matrix of random bits, so that all bits of a number depend on all
/// of its column. Mixing changes which bits a sum has, but not whether it is zero.
pub(crate) fn mixed(stream: &mut ChaCha20Rng, count: usize) -> Vec<u64> {
    let columns = Columns::new(count, u64::BITS);
    let matrix = invertible(stream);
    let image = |column: u64| {
        let rows = matrix.iter().enumerate().filter(|(bit, _)| column >> bit & 1 == 1);
        rows.fold(0, |sum, (_, &row)| sum ^ row)
    };
    let unused = u64::BITS - columns.bits();
    (0..count)
        .map(|index| {
            let column = columns.column(index);
            // The first bit that the code does not use is a parity bit, and the others are random.
            let filler = if unused == 0 { 0 } else { (stream.next_u64() << 1 | 1) & (!0 >> (64 - unused)) };
            image(column | filler << (columns.bits() % 64))
        })
        .collect()
}

/// Returns the rows of an invertible matrix.
fn invertible(stream: &mut ChaCha20Rng) -> Vec<u64> {
    let mut rows = Vec::new();
    // The rows in echelon form, each with its highest bit.
    let mut basis: Vec<u64> = Vec::new();
    while rows.len() < u64::BITS as usize {
        let row = stream.next_u64();
        let rest = basis.iter().fold(row, |rest, &member| rest.min(rest ^ member));
        if rest != 0 {
            basis.push(rest);
            basis.sort_by(|a, b| b.cmp(a));
            rows.push(row);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// Returns the size of the smallest set of columns whose sum is zero, up to `most`.
    fn smallest_dependency(columns: &[u64], most: usize) -> Option<usize> {
        fn sums(columns: &[u64], size: usize, sum: u64, all: &mut Vec<u64>) {
            if size == 0 {
                all.push(sum);
                return;
            }
            for first in 0..columns.len() {
                sums(&columns[first + 1..], size - 1, sum ^ columns[first], all);
            }
        }
        (1..=most).find(|&size| {
            // Two sets with the same sum, of which no fewer columns have the sum zero.
            let (mut small, mut large) = (Vec::new(), Vec::new());
            sums(columns, size / 2, 0, &mut small);
            sums(columns, size - size / 2, 0, &mut large);
            small.sort_unstable();
            if size % 2 == 0 {
                small.windows(2).any(|pair| pair[0] == pair[1])
            } else {
                large.iter().any(|sum| small.binary_search(sum).is_ok())
            }
        })
    }

    fn columns(count: usize, bits: u32) -> Vec<u64> {
        let columns = Columns::new(count, bits);
        (0..count).map(|index| columns.column(index)).collect()
    }

    /// The distances that textbooks print for the codes (n, k): n - k is the number of independent bits.
    #[test]
    fn the_codes_are_those_of_the_textbooks() {
        for (length, bits, printed) in
            [(7, 3, 3), (15, 4, 3), (15, 8, 5), (31, 5, 3), (31, 10, 5), (31, 15, 7), (63, 12, 5), (63, 18, 7)]
        {
            assert_eq!(
                smallest_dependency(&columns(length, bits), 8),
                Some(printed),
                "({length}, {})",
                length - bits as usize
            );
            assert!(distance(length, bits) as usize >= printed - 1);
        }
    }

    #[test]
    fn random_columns_cancel_out_sooner() {
        let mut stream = ChaCha20Rng::from_seed([7; 32]);
        let random: Vec<u64> = (0..127).map(|_| stream.next_u64() >> (64 - 21)).collect();
        assert_eq!(smallest_dependency(&columns(127, 21), 7), Some(7));
        assert!(smallest_dependency(&random, 6).is_some_and(|size| size <= 4));
    }

    #[test]
    fn powers_are_all_elements_but_zero() {
        for degree in 2..=12 {
            let mut all = powers(degree);
            all.sort_unstable();
            assert!(all.into_iter().eq(1..1 << degree), "{degree}");
        }
        assert_eq!((degree(1), degree(3), degree(4), degree(781), degree(1023), degree(1024)), (2, 2, 3, 10, 10, 11));
    }

    #[test]
    fn a_matrix_is_invertible() {
        let rows = invertible(&mut ChaCha20Rng::from_seed([1; 32]));
        let mut basis: Vec<u64> = Vec::new();
        for row in rows {
            let rest = basis.iter().fold(row, |rest, &member| rest.min(rest ^ member));
            assert_ne!(rest, 0);
            basis.push(rest);
            basis.sort_unstable_by(|a, b| b.cmp(a));
        }
        assert_eq!(basis.len(), 64);
    }
}
