//! The key of a position: its low bits select a bucket of a table, and its other bits verify the position.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The unsigned integer types that a [`Key`] can wrap: `u64` and `u128`. The trait is sealed.
///
/// Most programs use 64 bits. With 128 bits, it is practically impossible that two positions share a key, for any
/// number of positions that a computer can store. [`collisions`](crate::collisions) computes the probability for any
/// width.
///
/// ```
/// use zobrist::Word;
///
/// assert_eq!(<u64 as Word>::BITS, 64);
/// assert_eq!(<u128 as Word>::BITS, 128);
/// ```
pub trait Word: Copy + Eq + Ord + Default + fmt::LowerHex + sealed::Sealed {
    /// The width in bits.
    const BITS: u32;
    #[doc(hidden)]
    fn xor(self, other: Self) -> Self;
    #[doc(hidden)]
    fn plus(self, other: Self) -> Self;
    #[doc(hidden)]
    fn minus(self, other: Self) -> Self;
    /// The word with only its highest bit set.
    #[doc(hidden)]
    const HIGHEST_BIT: Self;
    #[doc(hidden)]
    fn and_not(self, other: Self) -> Self;
    #[doc(hidden)]
    fn low(self, bits: u32) -> u64;
    #[doc(hidden)]
    fn rest(self, bits: u32) -> Self;
    #[doc(hidden)]
    fn from_words(next: impl FnMut() -> u64) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            const HIGHEST_BIT: Self = 1 << (Self::BITS - 1);

            #[inline]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn low(self, bits: u32) -> u64 {
                (self & (((1 as $type) << bits) - 1)) as u64
            }

            #[inline]
            fn rest(self, bits: u32) -> Self {
                self >> bits
            }

            fn from_words(mut next: impl FnMut() -> u64) -> Self {
                let mut word = 0;
                for i in 0..Self::BITS / 64 {
                    word |= <$type>::from(next()) << (64 * i);
                }
                word
            }
        }
    )*};
}
word!(u64, u128);

/// The key of a position, which the thesis calls its *hash value* (`[Breuker 1998, Figure 2.5]`).
///
/// Keys are combined by exclusive-or: a move updates a key with a few numbers, and applying the same numbers again
/// undoes the update. A table of 2^n buckets (the thesis: entries) uses the n low bits as the *hash index*, which
/// selects the bucket. The remaining bits, the *hash key*, distinguish the positions that share a bucket.
/// [`Key::default`] is the key of a position without any features; start from it when you compute a key from scratch.
///
/// ```
/// use zobrist::Key;
///
/// let key: Key = Key(0xdead_beef_0000_1234);
/// assert_eq!(key.hash_index(16), 0x1234);
/// assert_eq!(key.hash_key(16), 0xdead_beef_0000);
///
/// // A wider key has the same hash index and a longer hash key.
/// let wide: Key<u128> = Key(0x0123_4567_89ab_cdef_dead_beef_0000_1234);
/// assert_eq!(wide.hash_index(16), 0x1234);
/// assert_eq!(wide.hash_key(16), 0x0123_4567_89ab_cdef_dead_beef_0000);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key<W = u64>(pub W);

impl<W: Word> Key<W> {
    /// Returns the `bits` low bits, which select a bucket of a table with 2^`bits` buckets.
    ///
    /// ```
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_index(8), 0xcd);
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_index(0), 0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `bits` is more than 63 and debug assertions are enabled; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub fn hash_index(self, bits: u32) -> u64 {
        debug_assert!(bits < 64, "a hash index has at most 63 bits, not {bits}");
        self.0.low(bits)
    }

    /// Returns the bits above the hash index, which verify the position.
    ///
    /// ```
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_key(8), 0xab);
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_key(0), 0xabcd);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `bits` is more than 63 and debug assertions are enabled; otherwise the result is unspecified.
    #[inline]
    #[must_use]
    pub fn hash_key(self, bits: u32) -> W {
        debug_assert!(bits < 64, "a hash index has at most 63 bits, not {bits}");
        self.0.rest(bits)
    }
}

impl Key<u64> {
    /// Returns a key whose 64 bits each depend on all bits of `value`. Different values have different keys.
    ///
    /// Tables expect keys whose 64 bits are all well distributed. Use this function if a position fits into 64 bits,
    /// such as a heap of Nim or a small board. For larger positions use [`Numbers`](crate::Numbers): a move updates
    /// such keys by exclusive-or, whereas a mixed key must be computed again.
    ///
    /// The function is one step of `SplitMix64` with `value` as the state (G.L. Steele, D. Lea and C.H. Flood, *Fast
    /// Splittable Pseudorandom Number Generators*, OOPSLA 2014). Its results are the same in every release.
    ///
    /// ```
    /// use zobrist::Key;
    ///
    /// assert_eq!(Key::mixed(0), Key(0xe220_a839_7b1d_cdaf));
    /// assert_eq!(Key::mixed(1), Key(0x910a_2dec_8902_5cc1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn mixed(value: u64) -> Self {
        let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ z >> 31)
    }
}

/// How the numbers of a position's features are combined into its key.
///
/// Zobrist combines numbers by exclusive-or, and so do all programs of this repository: the same operation adds and
/// removes a feature. The chess-programming wiki also names "addition versus subtraction" (`[CPW, Hash functions]`).
/// Sums are taken modulo 2 to the power of the width. The lowest bit of both is the same, and carries only go up: the
/// low bits of a key depend on nothing but the low bits of the numbers.
///
/// A feature that is removed must be known to be present, which an exclusive-or does not need. The numbers of
/// [`Numbers::bch`](crate::Numbers::bch) keep their distance only for [`Xor`](Self::Xor).
///
/// ```
/// use zobrist::{Combine, Key};
///
/// let [rook, king] = [Key(0x9d39_247e_3377_6d41_u64), Key(0x2af7_3980_05aa_a5c7)];
/// for combination in [Combine::Xor, Combine::Sum] {
///     let key = combination.insert(combination.insert(Key::default(), rook), king);
///     assert_eq!(combination.remove(key, rook), king);
/// }
/// assert_ne!(Combine::Xor.insert(rook, king), Combine::Sum.insert(rook, king));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Exclusive-or.
    #[default]
    Xor,
    /// Addition, and subtraction to remove a feature.
    Sum,
}

impl Combine {
    /// Returns the key of a position with one more feature.
    #[inline]
    #[must_use]
    pub fn insert<W: Word>(self, key: Key<W>, number: Key<W>) -> Key<W> {
        match self {
            Self::Xor => key ^ number,
            Self::Sum => Key(key.0.plus(number.0)),
        }
    }

    /// Returns the key of a position with one feature less.
    #[inline]
    #[must_use]
    pub fn remove<W: Word>(self, key: Key<W>, number: Key<W>) -> Key<W> {
        match self {
            Self::Xor => key ^ number,
            Self::Sum => Key(key.0.minus(number.0)),
        }
    }
}

impl<W: Word> BitXor for Key<W> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }
}

impl<W: Word> BitXorAssign for Key<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<W: Word> fmt::Debug for Key<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:#0width$x})", self.0, width = W::BITS as usize / 4 + 2)
    }
}
