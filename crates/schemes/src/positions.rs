//! Table sizes, given in positions as in the thesis.

use std::fmt;
use std::str::FromStr;

use tt::{Size, TableError};

/// The size of a table: a number of positions, at least one.
///
/// A table can have this size if its [index](tt::Index) allows it. The low bits of a key, which the thesis uses,
/// need a power of two. [`Scheme::check_size`](crate::Scheme::check_size) checks a size before a table is created.
///
/// Sizes are parsed with the suffixes K = 1024 (as in the thesis), M = 1024 K and G = 1024 M. They are printed with the
/// suffix K if they are multiples of 1024.
///
/// ```
/// use schemes::Positions;
///
/// let size: Positions = "2048K".parse()?;
/// assert_eq!(size.get(), 2_097_152);
/// assert_eq!(size.to_string(), "2048K");
/// assert_eq!("2M".parse::<Positions>()?, size);
/// assert_eq!("3000".parse::<Positions>()?.to_string(), "3000");
/// assert!("0".parse::<Positions>().is_err());
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Positions(u64);

impl Positions {
    /// Creates a size of `positions` positions.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Zero`] if there are no positions.
    pub fn new(positions: u64) -> Result<Self, TableError> {
        if positions == 0 { Err(TableError::Zero) } else { Ok(Self(positions)) }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = *self;
        f.pad(&if number.is_multiple_of(1024) { format!("{}K", number / 1024) } else { number.to_string() })
    }
}

impl From<Positions> for Size {
    fn from(positions: Positions) -> Self {
        Self::Positions(positions.get())
    }
}

impl FromStr for Positions {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse()? {
            Size::Positions(number) => Self::new(number),
            Size::Bytes(_) => Err(TableError::Unreadable { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_round_trip() {
        for number in (0..=63).map(|bits| 1 << bits).chain([3, 1000, 3000, 3 << 10, 1 << 20 | 1, u64::MAX]) {
            let size = Positions::new(number).unwrap();
            assert_eq!(size.get(), number);
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }
}
