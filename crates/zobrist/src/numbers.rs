//! The random numbers of a game, from which the keys of its positions are made.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Index;
use std::slice::{self, SliceIndex};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Key, Word};

/// The seed of every game unless something else is asked for.
///
/// It is the year of Zobrist's report. Nothing speaks for this seed but that it stays the same, so that node counts
/// can be compared from one release to the next.
///
/// ```
/// use zobrist::{DEFAULT_SEED, Numbers};
///
/// let numbers = Numbers::<u64>::generate(DEFAULT_SEED, 781);
/// assert_eq!(numbers[0].0, 0x321a_1002_7968_ed7c);
/// ```
pub const DEFAULT_SEED: u64 = 1970;

/// The random numbers of a game: one for each thing that may be true of a position.
///
/// What the numbers stand for is the game's affair: chess takes 12 pieces × 64 squares, 4 castling rights, 8 files of
/// an *en passant* capture and 1 side to move, 781 in all; domineering takes one for each square. The key of a position
/// is the exclusive-or of the numbers of all that is true of it (`[Breuker 1998, 2.3.1]`), so each number is handed out
/// as a [`Key`].
///
/// All numbers are distinct and none is zero, so that no single feature goes unseen and no two are taken for each
/// other. Nothing is promised of the exclusive-or of three numbers or more; see [`collisions`](crate::collisions).
///
/// The memory taken is 8 or 16 bytes a number, and some three times that besides while they are drawn.
///
/// ```
/// use zobrist::{Key, Numbers};
///
/// let numbers = Numbers::<u64>::generate(7, 64);
/// let position: Key = numbers[3] ^ numbers[12];
/// assert_eq!(position ^ numbers[12], numbers[3]);
///
/// // The same, in 128 bits.
/// let wide = Numbers::<u128>::generate(7, 64);
/// assert_ne!(wide[3] ^ wide[12], Key(0));
/// ```
///
/// # Stability
///
/// The same seed and count give the same numbers in every release and on every machine, and fewer numbers are the
/// beginning of more: `generate(seed, n)` starts `generate(seed, m)` for every m > n.
///
/// So that anyone can draw them again, with any other implementation: the numbers are read from the key stream of
/// `ChaCha20` (`[Bernstein 2008]`). Its 256-bit key is the seed, as eight bytes in little-endian order, followed
/// by 24 zero bytes; its 64-bit nonce is zero and its 64-bit block counter starts at zero. Number after number takes
/// the next 8 bytes (`u64`) or 16 bytes (`u128`) in little-endian order; one that is zero or was drawn before is left
/// out. So a number of 128 bits is two successive numbers of 64 bits, the low half first, unless one was left out.
#[derive(Clone, PartialEq, Eq)]
pub struct Numbers<W = u64>(Box<[Key<W>]>);

impl<W: Word> Numbers<W> {
    /// Draws `count` numbers; see [Stability](Numbers#stability) for which.
    ///
    /// Any seed is as good as any other. Experiments vary it, because node counts depend on it.
    ///
    /// ```
    /// use zobrist::Numbers;
    ///
    /// let few = Numbers::<u64>::generate(1, 10);
    /// let many = Numbers::<u64>::generate(1, 1000);
    /// assert_eq!(few.as_slice(), &many[..10]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics or aborts, as collections do, if there is not enough memory for `count` numbers.
    #[must_use]
    pub fn generate(seed: u64, count: usize) -> Self {
        // Not `seed_from_u64`: how that expands a seed is for `rand_core` to decide.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha20Rng::from_seed(key);

        let zero = W::default();
        let mut drawn = BTreeSet::from([zero]);
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let number = W::from_words(|| stream.next_u64());
            if drawn.insert(number) {
                numbers.push(Key(number));
            }
        }
        Self(numbers.into_boxed_slice())
    }
}

impl<W> Numbers<W> {
    /// How many numbers there are.
    ///
    /// ```
    /// assert_eq!(zobrist::Numbers::<u64>::generate(1, 781).len(), 781);
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(zobrist::Numbers::<u64>::generate(1, 0).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number at `index`, or `None` past the last.
    ///
    /// ```
    /// let numbers = zobrist::Numbers::<u64>::generate(1, 2);
    /// assert_eq!(numbers.get(1), Some(numbers[1]));
    /// assert_eq!(numbers.get(2), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Key<W>>
    where
        W: Copy,
    {
        self.0.get(index).copied()
    }

    /// All numbers, in the order in which they were drawn.
    ///
    /// ```
    /// let numbers = zobrist::Numbers::<u64>::generate(1, 3);
    /// let (pieces, side_to_move) = numbers.as_slice().split_at(2);
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(side_to_move, [numbers[2]]);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Key<W>] {
        &self.0
    }

    /// Goes through the numbers, in the order in which they were drawn.
    ///
    /// ```
    /// use zobrist::{Key, Numbers};
    ///
    /// let numbers = Numbers::<u64>::generate(1, 64);
    /// let full_board = numbers.iter().fold(Key::default(), |key, &number| key ^ number);
    /// assert_ne!(full_board, Key(0));
    /// ```
    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, Key<W>> {
        self.0.iter()
    }
}

/// A number by its index, or a slice of numbers by a range of them; panics past the last, as slices do.
impl<W, I: SliceIndex<[Key<W>]>> Index<I> for Numbers<W> {
    type Output = I::Output;

    #[inline]
    fn index(&self, index: I) -> &I::Output {
        &self.0[index]
    }
}

impl<W> AsRef<[Key<W>]> for Numbers<W> {
    #[inline]
    fn as_ref(&self) -> &[Key<W>] {
        &self.0
    }
}

impl<W: Word> fmt::Debug for Numbers<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Numbers").field(&self.0).finish()
    }
}

impl<'a, W> IntoIterator for &'a Numbers<W> {
    type Item = &'a Key<W>;
    type IntoIter = slice::Iter<'a, Key<W>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
