//! The key of a position: a wide number whose low bits choose an entry and whose other bits verify it.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The unsigned integers that a [`Key`] can be made of: `u64` and `u128`. No other type can implement it.
///
/// 64 bits are what most programs use; 128 make it certain, for all that a computer will ever store, that no two
/// positions share a key. [`collisions`](crate::collisions) tells what lies between.
///
/// ```
/// use zobrist::Word;
///
/// assert_eq!(<u64 as Word>::BITS, 64);
/// assert_eq!(<u128 as Word>::BITS, 128);
/// ```
pub trait Word: Copy + Eq + Ord + Default + fmt::LowerHex + sealed::Sealed {
    /// Width in bits.
    const BITS: u32;
    #[doc(hidden)]
    fn xor(self, other: Self) -> Self;
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
/// Keys combine by exclusive-or, so a move changes a key by a few numbers and the same numbers take the change back.
/// A table of 2^n entries uses the n low bits as the *hash index* and keeps the rest, the *hash key*, to tell apart the
/// positions that share an entry. [`Key::default`] is the key of no features at all, from which every other starts.
///
/// ```
/// use zobrist::Key;
///
/// let key: Key = Key(0xdead_beef_0000_1234);
/// assert_eq!(key.hash_index(16), 0x1234);
/// assert_eq!(key.hash_key(16), 0xdead_beef_0000);
///
/// // A wider key has the same hash index, and a longer hash key to verify it.
/// let wide: Key<u128> = Key(0x0123_4567_89ab_cdef_dead_beef_0000_1234);
/// assert_eq!(wide.hash_index(16), 0x1234);
/// assert_eq!(wide.hash_key(16), 0x0123_4567_89ab_cdef_dead_beef_0000);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key<W = u64>(pub W);

impl<W: Word> Key<W> {
    /// The `bits` low bits: which entry of a table with 2^`bits` entries the position belongs to.
    ///
    /// ```
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_index(8), 0xcd);
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_index(0), 0);
    /// ```
    ///
    /// # Panics
    ///
    /// `bits` is at most 63. With debug assertions more panic; without, the result means nothing.
    #[inline]
    #[must_use]
    pub fn hash_index(self, bits: u32) -> u64 {
        debug_assert!(bits < 64, "a hash index of {bits} bits");
        self.0.low(bits)
    }

    /// What is left above the hash index: what an entry keeps to recognise the position.
    ///
    /// ```
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_key(8), 0xab);
    /// assert_eq!(zobrist::Key(0xabcd_u64).hash_key(0), 0xabcd);
    /// ```
    ///
    /// # Panics
    ///
    /// `bits` is at most 63. With debug assertions more panic; without, the result means nothing.
    #[inline]
    #[must_use]
    pub fn hash_key(self, bits: u32) -> W {
        debug_assert!(bits < 64, "a hash index of {bits} bits");
        self.0.rest(bits)
    }
}

impl Key<u64> {
    /// Returns a key whose 64 bits all depend on all bits of `value`; different values have different keys.
    ///
    /// Tables expect keys that are spread over all 64 bits. Use this for a position that is a number below 2^64 by
    /// itself, such as a heap of Nim or a small board. Positions made of many features take [`Numbers`](crate::Numbers)
    /// instead, since a move updates those by exclusive-or; mixed keys cannot be updated.
    ///
    /// The function is one step of `SplitMix64` with `value` as the state (G.L. Steele, D. Lea and C.H. Flood, *Fast
    /// Splittable Pseudorandom Number Generators*, OOPSLA 2014). It is the same in every release.
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
