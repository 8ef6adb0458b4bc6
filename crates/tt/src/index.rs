//! How a key selects a bucket, and which of its bits verify the position.

use zobrist::Key;

use crate::Identity;

/// A rule that maps keys to buckets.
///
/// ```
/// use tt::{Index, Key, LowBits, MulHigh};
///
/// assert_eq!((LowBits::at_most(12).buckets(), MulHigh::at_most(12).buckets()), (8, 12));
/// let key = Key(0x9d39_247e_3377_6d41);
/// assert!(LowBits::at_most(12).locate(key).0 < 8 && MulHigh::at_most(12).locate(key).0 < 12);
/// ```
pub trait Index: Copy {
    /// The least number of buckets.
    const LEAST: u64 = 1;

    /// Returns the rule for the largest possible number of buckets that is at most `buckets`, which is at least
    /// [`LEAST`](Self::LEAST).
    fn at_most(buckets: u64) -> Self;

    /// Returns the number of buckets.
    fn buckets(self) -> u64;

    /// Returns the bucket of a key, and a number that verifies it: a [layout](crate::Layout) with `n` key bits stores
    /// and compares the `n` highest bits of the number.
    fn locate(self, key: Key) -> (u64, u64);
}

/// The low bits of the key select the bucket, and the high bits verify the position (`[Breuker 1998, 2.4]`).
///
/// The number of buckets is a power of two.
///
/// ```
/// use tt::{Index, Key, LowBits};
///
/// let index = LowBits::at_most(1_000);
/// assert_eq!(index.buckets(), 512);
/// assert_eq!(index.locate(Key(0xabcd_0000_0000_0201)).0, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowBits {
    mask: u64,
}

impl Index for LowBits {
    #[inline]
    fn at_most(buckets: u64) -> Self {
        Self { mask: (1 << buckets.max(1).ilog2()) - 1 }
    }

    #[inline]
    fn buckets(self) -> u64 {
        self.mask + 1
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        (key.0 & self.mask, key.0)
    }
}

/// The product of the key, as a fraction, and the number of buckets selects the bucket: any number of buckets is
/// possible, without a division. Many of today's chess programs use it.
///
/// The high bits of the key decide the product, so the bits after them verify the position.
///
/// ```
/// use tt::{Index, Key, MulHigh};
///
/// let index = MulHigh::at_most(1_000);
/// assert_eq!(index.buckets(), 1_000);
/// assert_eq!(index.locate(Key(1 << 63)).0, 500);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MulHigh {
    buckets: u64,
    /// The number of high bits of the key that select the bucket, at least 16.
    decisive: u32,
}

impl Index for MulHigh {
    #[inline]
    fn at_most(buckets: u64) -> Self {
        let buckets = buckets.max(1);
        // At least 16, so that a layout of 48 bits verifies exactly the others if the table is small.
        let decisive = (u64::BITS - (buckets - 1).leading_zeros()).max(16);
        Self { buckets, decisive }
    }

    #[inline]
    fn buckets(self) -> u64 {
        self.buckets
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        let product = u128::from(key.0) * u128::from(self.buckets);
        ((product >> 64) as u64, key.0.rotate_left(self.decisive))
    }
}

/// The high bits of the key times an odd number select the bucket, and the other bits of the product verify the
/// position.
///
/// The multiplication is reversible, so a layout that stores all other bits never confuses two positions. Use it for
/// keys that encode a position in fewer than 64 bits: shift them to the left, so that their low bits are zero. The
/// number of buckets is a power of two.
///
/// ```
/// use tt::{Index, Key, Multiply};
///
/// let index = Multiply::at_most(16);
/// let mut places: Vec<_> = (0..1 << 12).map(|code| index.locate(Key(code << 52))).collect();
/// places.sort();
/// places.dedup();
/// assert_eq!(places.len(), 1 << 12);
/// assert!(places.iter().all(|(bucket, check)| *bucket < 16 && check.trailing_zeros() >= 56));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiply {
    /// The number of bits of the product that select the bucket.
    bits: u32,
}

impl Multiply {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const INVERSE: u64 = 0xf1de_83e1_9937_733d;

    /// Returns the key of a [resident](crate::Resident), if the layout stores all bits that identify it: the positions
    /// of a table can then be stored in one of another size.
    ///
    /// ```
    /// use tt::{Identity, Index, Key, Multiply};
    ///
    /// let index = Multiply::at_most(16);
    /// let (bucket, check) = index.locate(Key(9 << 40));
    /// assert_eq!(index.key(Identity { bucket, check }), Key(9 << 40));
    /// ```
    #[must_use]
    pub fn key(self, Identity { bucket, check }: Identity) -> Key {
        Key((bucket | check).rotate_right(self.bits).wrapping_mul(Self::INVERSE))
    }
}

const _: () = assert!(Multiply::FACTOR.wrapping_mul(Multiply::INVERSE) == 1);

impl Index for Multiply {
    #[inline]
    fn at_most(buckets: u64) -> Self {
        Self { bits: buckets.max(1).ilog2() }
    }

    #[inline]
    fn buckets(self) -> u64 {
        1 << self.bits
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        let product = key.0.wrapping_mul(Self::FACTOR).rotate_left(self.bits);
        let low = (1 << self.bits) - 1;
        (product & low, product & !low)
    }
}
