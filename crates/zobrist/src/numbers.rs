//! The random numbers of a game, from which the keys of its positions are computed.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Index;
use std::slice::{self, SliceIndex};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Key, bch};

/// The default seed of every game.
///
/// The value is arbitrary (the year of Zobrist's report) and never changes, so that node counts can be compared between
/// releases.
///
/// ```
/// use zobrist::{DEFAULT_SEED, Numbers};
///
/// let numbers = Numbers::generate(DEFAULT_SEED, 781);
/// assert_eq!(numbers[0].0, 0x321a_1002_7968_ed7c);
/// ```
pub const DEFAULT_SEED: u64 = 1970;

/// The random numbers of a game: one for each feature that a position can have.
///
/// The game decides what each number stands for. Chess uses 12 pieces × 64 squares, 4 castling rights, 8 files for an
/// en passant capture and 1 side to move: 781 numbers. Domineering uses one number per square. The key of a position is
/// the exclusive-or of the numbers of its features (`[Breuker 1998, 2.3.1]`), so each number has the type [`Key`].
///
/// All numbers are distinct and none is zero: every feature changes the key, and no two features change it in the same
/// way. Three or more numbers can cancel each other out; see [`collisions`](crate::collisions) for the probability of
/// equal keys.
///
/// The numbers take 8 bytes each, and about three times as much additional memory while they are generated.
///
/// ```
/// use zobrist::{Key, Numbers};
///
/// let numbers = Numbers::generate(7, 64);
/// let position: Key = numbers[3] ^ numbers[12];
/// assert_eq!(position ^ numbers[12], numbers[3]);
/// ```
///
/// # Stability
///
/// The same seed and count give the same numbers in every release and on every machine. Increasing the count only
/// appends numbers: `generate(seed, n)` is a prefix of `generate(seed, m)` for every m > n.
///
/// The numbers can be reproduced with any other implementation of `ChaCha20` (`[Bernstein 2008]`), because they are
/// read from its key stream. The 256-bit key is the seed, as eight bytes in little-endian order, followed by 24 zero
/// bytes; the 64-bit nonce is zero, and the 64-bit block counter starts at zero. Each number takes the next 8 bytes in
/// little-endian order. A number that is zero or occurred before is skipped.
#[derive(Clone, PartialEq, Eq)]
pub struct Numbers(Box<[Key]>);

impl Numbers {
    /// Generates `count` numbers from `seed`, as specified under [Stability](Numbers#stability).
    ///
    /// No seed is better than another, but node counts depend on the seed, so experiments vary it.
    ///
    /// ```
    /// use zobrist::Numbers;
    ///
    /// let few = Numbers::generate(1, 10);
    /// let many = Numbers::generate(1, 1000);
    /// assert_eq!(few.as_slice(), &many[..10]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics or aborts, as collections do, if the memory for `count` numbers cannot be allocated.
    #[must_use]
    pub fn generate(seed: u64, count: usize) -> Self {
        let mut stream = stream(seed);
        let mut seen = BTreeSet::from([0]);
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let number = stream.next_u64();
            if seen.insert(number) {
                numbers.push(Key(number));
            }
        }
        Self(numbers.into_boxed_slice())
    }

    /// Generates `count` numbers such that no small set of them cancels out (`[Warnock and Wendroff 1988]`,
    /// `[CPW, BCH Hashing]`).
    ///
    /// The numbers are the parity columns of a binary BCH code. Two positions have different keys if they differ in
    /// fewer features than [`bch_distance`](Self::bch_distance): 14 for the 781 numbers of chess and 64 bits. A quiet
    /// move changes three features, of which the side to move returns with the next move, so positions that are up to
    /// six quiet moves apart never share a key. Of 781 random numbers, nine probably cancel out, because there are more
    /// sets of nine than keys. Positions that differ in more features share keys as often with either kind of numbers.
    ///
    /// A matrix of random bits, which depends on the seed, mixes the columns, so that every bit of a number depends on
    /// all of its column. The distance holds for all bits of the key together: a table that verifies fewer, besides
    /// those that select the bucket, can confuse closer positions.
    ///
    /// ```
    /// use zobrist::{Key, Numbers};
    ///
    /// let numbers = Numbers::bch(7, 781);
    /// assert_eq!(Numbers::bch_distance(781), 14);
    /// assert_ne!(numbers[3] ^ numbers[12] ^ numbers[700] ^ numbers[780], Key(0));
    /// ```
    ///
    /// # Stability
    ///
    /// The same seed and count give the same numbers in every release and on every machine. Another count can give
    /// other numbers.
    ///
    /// # Panics
    ///
    /// Panics if `count` is 2^20 or more, or if the memory cannot be allocated.
    #[must_use]
    pub fn bch(seed: u64, count: usize) -> Self {
        Self(bch::mixed(&mut stream(seed), count).into_iter().map(Key).collect())
    }

    /// Returns the smallest number of features in which two positions with the same key can differ, if the keys are
    /// made of `count` numbers of [`bch`](Self::bch). It is a lower bound.
    ///
    /// ```
    /// use zobrist::Numbers;
    ///
    /// assert_eq!(Numbers::bch_distance(64), 20);
    /// ```
    #[must_use]
    pub fn bch_distance(count: usize) -> u32 {
        bch::distance(count, u64::BITS)
    }
}

/// Returns the stream from which numbers are drawn.
fn stream(seed: u64) -> ChaCha20Rng {
    // Not `seed_from_u64`: `rand_core` may change how that function expands a seed.
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha20Rng::from_seed(key)
}

impl Numbers {
    /// Returns the number of numbers.
    ///
    /// ```
    /// assert_eq!(zobrist::Numbers::generate(1, 781).len(), 781);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no numbers.
    ///
    /// ```
    /// assert!(zobrist::Numbers::generate(1, 0).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number at `index`, or `None` if `index` is out of bounds.
    ///
    /// ```
    /// let numbers = zobrist::Numbers::generate(1, 2);
    /// assert_eq!(numbers.get(1), Some(numbers[1]));
    /// assert_eq!(numbers.get(2), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Key> {
        self.0.get(index).copied()
    }

    /// Returns all numbers as a slice, in the order in which they were generated.
    ///
    /// ```
    /// let numbers = zobrist::Numbers::generate(1, 3);
    /// let (pieces, side_to_move) = numbers.as_slice().split_at(2);
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(side_to_move, [numbers[2]]);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Key] {
        &self.0
    }

    /// Iterates over the numbers, in the order in which they were generated.
    ///
    /// ```
    /// use zobrist::{Key, Numbers};
    ///
    /// let numbers = Numbers::generate(1, 64);
    /// let full_board = numbers.iter().fold(Key::default(), |key, &number| key ^ number);
    /// assert_ne!(full_board, Key(0));
    /// ```
    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, Key> {
        self.0.iter()
    }
}

/// Returns the number at an index, or a slice of numbers for a range. Panics if the index is out of bounds.
impl<I: SliceIndex<[Key]>> Index<I> for Numbers {
    type Output = I::Output;

    #[inline]
    fn index(&self, index: I) -> &I::Output {
        &self.0[index]
    }
}

impl AsRef<[Key]> for Numbers {
    #[inline]
    fn as_ref(&self) -> &[Key] {
        &self.0
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Numbers").field(&self.0).finish()
    }
}

impl<'a> IntoIterator for &'a Numbers {
    type Item = &'a Key;
    type IntoIter = slice::Iter<'a, Key>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
