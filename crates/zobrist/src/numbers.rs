//! The random numbers of a game, from which the keys of its positions are computed.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Deref;

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
/// The numbers are a slice, in the order in which they are generated. They take 8 bytes each, and about three times as
/// much additional memory while they are generated.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Box<[Key]>);

impl Numbers {
    /// Generates `count` numbers from `seed`, as specified under [Stability](Numbers#stability).
    ///
    /// No seed is better than another, but node counts depend on the seed, so experiments vary it.
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
    #[must_use]
    pub fn bch_distance(count: usize) -> u32 {
        bch::distance(count, u64::BITS)
    }

    /// Returns the numbers as a slice, in the order in which they were generated.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Key] {
        self
    }
}

/// Returns the stream from which numbers are drawn.
fn stream(seed: u64) -> ChaCha20Rng {
    // Not `seed_from_u64`: `rand_core` may change how that function expands a seed.
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha20Rng::from_seed(key)
}

impl Deref for Numbers {
    type Target = [Key];

    #[inline]
    fn deref(&self) -> &[Key] {
        &self.0
    }
}
