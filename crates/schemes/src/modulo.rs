//! The remainder as an index, as older programs computed it.

use tt::Index;
use zobrist::Key;

/// The remainder of the key by the number of buckets selects the bucket (Moreland's page).
///
/// Any number of buckets is possible. A division takes much longer than the other rules.
///
/// ```
/// use schemes::Modulo;
/// use tt::{Index, Key};
///
/// assert_eq!(Modulo::at_most(1_000).locate(Key(123_456)).0, 456);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modulo {
    buckets: u64,
}

impl Index for Modulo {
    #[inline]
    fn at_most(buckets: u64) -> Self {
        Self { buckets: buckets.max(1) }
    }

    #[inline]
    fn buckets(self) -> u64 {
        self.buckets
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        (key.0 % self.buckets, key.0)
    }
}
