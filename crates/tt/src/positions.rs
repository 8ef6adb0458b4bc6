//! Table sizes, given in positions as in the thesis.

use std::fmt;
use std::str::FromStr;

use crate::{TableError, size};

/// The size of a table: a number of positions that is a power of two.
///
/// Sizes are parsed with the suffixes K = 1024 (as in the thesis), M = 1024 K and G = 1024 M. They are printed with the
/// suffix K.
///
/// ```
/// use tt::Positions;
///
/// let size: Positions = "2048K".parse()?;
/// assert_eq!(size.get(), 2_097_152);
/// assert_eq!(size.to_string(), "2048K");
/// assert_eq!("2M".parse::<Positions>()?, size);
/// assert!("3K".parse::<Positions>().unwrap_err().to_string().contains("2K or 4K"));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Positions(u64);

impl Positions {
    /// Creates a size of `positions` positions.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Zero`] or [`TableError::NotAPowerOfTwo`] if the number is not a power of two.
    pub fn new(positions: u64) -> Result<Self, TableError> {
        match positions {
            0 => Err(TableError::Zero),
            _ if positions.is_power_of_two() => Ok(Self(positions)),
            _ => Err(TableError::NotAPowerOfTwo {
                requested: positions,
                below: Self(1 << positions.ilog2()),
                above: positions.checked_next_power_of_two().map_or(Self(1 << 63), Self),
            }),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_multiple_of(1024) { f.pad(&format!("{}K", self.0 / 1024)) } else { f.pad(&self.0.to_string()) }
    }
}

impl FromStr for Positions {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = || TableError::Unreadable { text: text.to_owned() };
        Self::new(size::number(text).ok_or_else(unreadable)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_sizes_are_rejected_with_a_suggestion() {
        let error = |text: &str| text.parse::<Positions>().unwrap_err().to_string();
        assert!(error("0").contains("at least 1"));
        assert!(error("3K").contains("2K or 4K"));
        for unreadable in ["", "K", "8Q", "-8K", "8 K", "99999999999G", "8Kâ"] {
            assert!(error(unreadable).contains("8K"), "{unreadable:?}: {}", error(unreadable));
        }
    }

    #[test]
    fn sizes_round_trip() {
        for bits in 0..=63 {
            let size = Positions::new(1 << bits).unwrap();
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }
}
