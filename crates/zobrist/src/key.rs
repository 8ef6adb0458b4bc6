//! The key of a position: its low bits select a bucket of a table, and its other bits verify the position.

use core::fmt;
use core::ops::{BitXor, BitXorAssign};

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
/// let (piece_before, piece_after) = (Key(0x9d39_247e_3377_6d41), Key(0x2af7_3980_05aa_a5c7));
/// let key = Key::default() ^ piece_before;
/// let after = key ^ piece_before ^ piece_after;
/// assert_eq!(after ^ piece_after ^ piece_before, key);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Key(pub u64);

impl Key {
    /// Returns a key whose 64 bits each depend on all bits of `value`. Different values have different keys.
    ///
    /// Tables expect keys whose 64 bits are all well distributed. Use this function if a position fits into 64 bits,
    /// such as a heap of Nim or a small board. For larger positions use [`Numbers`](crate::Numbers): a move updates
    /// such keys by exclusive-or, whereas a mixed key must be computed again.
    ///
    /// The function is one step of `SplitMix64` with `value` as the state (G.L. Steele, D. Lea and C.H. Flood, *Fast
    /// Splittable Pseudorandom Number Generators*, OOPSLA 2014). Its results are the same in every release.
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
/// Sums are taken modulo 2^64. The lowest bit of both is the same, and carries only go up: the
/// low bits of a key depend on nothing but the low bits of the numbers.
///
/// A feature that is removed must be known to be present, which an exclusive-or does not need. The numbers of
/// [`Numbers::bch`](crate::Numbers::bch) keep their distance only for [`Xor`](Self::Xor).
///
/// ```
/// use zobrist::{Combine, Key};
///
/// let [rook, king] = [Key(0x9d39_247e_3377_6d41), Key(0x2af7_3980_05aa_a5c7)];
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
    pub fn insert(self, key: Key, number: Key) -> Key {
        match self {
            Self::Xor => key ^ number,
            Self::Sum => Key(key.0.wrapping_add(number.0)),
        }
    }

    /// Returns the key of a position with one feature less.
    #[inline]
    #[must_use]
    pub fn remove(self, key: Key, number: Key) -> Key {
        match self {
            Self::Xor => key ^ number,
            Self::Sum => Key(key.0.wrapping_sub(number.0)),
        }
    }
}

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:#018x})", self.0)
    }
}
