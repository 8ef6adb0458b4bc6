//! Errors of creating a table.

use crate::Positions;

/// An invalid table size, or an error of creating a table.
///
/// ```
/// use tt::Positions;
///
/// let error = "3000".parse::<Positions>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid table size 3000: expected a power of two, e.g. 2K or 4K");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The size is zero.
    #[error("invalid table size 0: expected at least 1 position")]
    Zero,
    /// The number of positions is not a power of two.
    #[error("invalid table size {requested}: expected a power of two, e.g. {below} or {above}")]
    NotAPowerOfTwo {
        /// The requested number of positions.
        requested: u64,
        /// The next smaller power of two.
        below: Positions,
        /// The next larger power of two.
        above: Positions,
    },
    /// The text is not a number of positions.
    #[error("invalid table size `{text}`: expected a number of positions, e.g. 8192, 8K or 2M")]
    Unreadable {
        /// The text.
        text: String,
    },
    /// The table is smaller than one entry of its scheme.
    #[error("invalid table size {positions}: expected at least {width} positions, the size of an entry of the scheme")]
    SmallerThanAnEntry {
        /// The requested number of positions.
        positions: Positions,
        /// The number of positions per entry.
        width: usize,
    },
    /// The width of the scheme's entries is not supported.
    #[error("invalid scheme width {width}: expected a power of two, at most {}", crate::MAX_WIDTH)]
    Width {
        /// The number of positions per entry.
        width: usize,
    },
    /// The memory cannot be allocated.
    #[error("cannot allocate a table of {positions} positions ({} MiB): {reason}", bytes >> 20)]
    OutOfMemory {
        /// The requested number of positions.
        positions: Positions,
        /// The size of the table in bytes.
        bytes: u128,
        /// The reason that the operating system gives, as returned by [`Memory::zeroed`](crate::Memory::zeroed).
        reason: String,
    },
}
