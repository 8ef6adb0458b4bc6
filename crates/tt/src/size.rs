//! Sizes of tables: positions, as in the thesis, or bytes.

use alloc::borrow::ToOwned;
use core::fmt;
use core::str::FromStr;

use crate::{Index, TableError};

/// The size of a table: a number of positions, or an amount of memory.
///
/// ```
/// use tt::Size;
///
/// assert_eq!("64K".parse::<Size>()?, Size::Positions(65_536));
/// assert_eq!("16MiB".parse::<Size>()?, Size::Bytes(16 << 20));
/// assert_eq!(Size::mib(16).to_string(), "16 MiB");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// The table has this many slots, rounded down to whole buckets. If its [index](crate::Index) does not allow this
    /// number of buckets, it is an error.
    Positions(u64),
    /// The table takes at most this number of bytes. It uses as many of them as its [index](crate::Index) allows.
    Bytes(u64),
}

impl Size {
    /// The number of bytes that a position takes in the tables of the thesis, whose layout is
    /// [`Thesis`](crate::layouts::Thesis).
    pub const OF_POSITION: u64 = size_of::<<crate::layouts::Thesis<()> as crate::Layout>::Words>() as u64;

    /// Returns the size of a table that takes at most this many MiB, the unit of the option `Hash` of UCI.
    #[must_use]
    pub fn mib(mib: u64) -> Self {
        Self::Bytes(mib.saturating_mul(1 << 20))
    }

    /// Returns how many units fit, if each has `positions` positions and takes `bytes` bytes.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Zero`] for a table of 0 positions.
    pub fn units(self, positions: u64, bytes: u64) -> Result<u64, TableError> {
        match self {
            Self::Positions(0) => Err(TableError::Zero),
            Self::Positions(number) => Ok(number / positions),
            Self::Bytes(memory) => Ok(memory / bytes),
        }
    }

    /// Returns the index of a table of this size whose buckets have `width` positions and take `bytes` bytes: the one
    /// that `index` returns for the largest number of buckets that fit. An index that is chosen at run time needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the index does not allow the size, or if it is smaller than a bucket.
    pub fn index<I: Index>(self, width: usize, bytes: u64, index: impl FnOnce(u64) -> I) -> Result<I, TableError> {
        let buckets = self.buckets(width, bytes, I::LEAST)?;
        let index = index(buckets);
        self.check_buckets(width, buckets, index.buckets())?;
        Ok(index)
    }

    /// Returns the largest number of buckets that fit, which is at least `least`. What does not depend on the index is
    /// compiled once, here and below.
    fn buckets(self, width: usize, bytes: u64, least: u64) -> Result<u64, TableError> {
        match self.units(width as u64, bytes)? {
            0 => Err(TableError::SmallerThanABucket { size: self, width, bytes }),
            buckets if buckets < least => Err(TableError::TooFewBuckets { size: self, buckets: least }),
            buckets => Ok(buckets),
        }
    }

    /// Returns an error if the size is a number of positions, and an index has another number of buckets.
    fn check_buckets(self, width: usize, buckets: u64, possible: u64) -> Result<(), TableError> {
        if matches!(self, Self::Positions(_)) && possible != buckets {
            let slots = width as u64;
            let (below, above) = (possible.saturating_mul(slots), possible.saturating_mul(2 * slots));
            return Err(TableError::Unsupported { size: self, below, above });
        }
        Ok(())
    }

    /// Returns an error if the size is a number of positions that is not a power of two, for tables that cannot have
    /// another number.
    pub fn power_of_two(self) -> Result<(), TableError> {
        match self {
            Self::Positions(positions) if positions > 0 && !positions.is_power_of_two() => {
                let below = 1 << positions.ilog2();
                Err(TableError::Unsupported { size: self, below, above: below.saturating_mul(2) })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions(1) => f.write_str("1 position"),
            Self::Positions(number) if *number > 0 && number.is_multiple_of(1024) => {
                write!(f, "{}K positions", number / 1024)
            }
            Self::Positions(number) => write!(f, "{number} positions"),
            Self::Bytes(bytes) if bytes.is_multiple_of(1 << 20) => write!(f, "{} MiB", bytes >> 20),
            Self::Bytes(bytes) if bytes.is_multiple_of(1 << 10) => write!(f, "{} KiB", bytes >> 10),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

impl FromStr for Size {
    type Err = TableError;

    /// Parses a number of positions, such as `8192`, `8K` or `2M`, or an amount of memory in KiB, MiB or GiB, such as
    /// `32MiB`. K, M and G are powers of 1024.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = || TableError::Unreadable { text: text.to_owned() };
        let memory = text.strip_suffix("iB");
        let number = number(memory.unwrap_or(text)).ok_or_else(unreadable)?;
        let has_unit = memory.is_some_and(|memory| memory.ends_with(|c: char| c.is_ascii_alphabetic()));
        match memory {
            None if number == 0 => Err(TableError::Zero),
            None => Ok(Self::Positions(number)),
            Some(_) if has_unit => Ok(Self::Bytes(number)),
            Some(_) => Err(unreadable()),
        }
    }
}

/// Returns the number that `text` states, with an optional suffix K, M or G.
fn number(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &text[digits.len()..] {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_positions_or_memory() {
        for (text, size) in [
            ("1", Size::Positions(1)),
            ("3000", Size::Positions(3000)),
            ("3K", Size::Positions(3072)),
            ("1KiB", Size::Bytes(1024)),
            ("2GiB", Size::Bytes(2 << 30)),
            ("0MiB", Size::Bytes(0)),
        ] {
            assert_eq!(text.parse(), Ok(size));
        }
        for text in ["", "iB", "8iB", "K", "8MB", "-1", "99999999999G", "0"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
