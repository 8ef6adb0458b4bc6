//! Why a table cannot be made.

use crate::Positions;

/// Why a table of the wanted size cannot be made, and what to ask for instead.
///
/// ```
/// use tt::Positions;
///
/// let error = "3000".parse::<Positions>().unwrap_err();
/// assert_eq!(error.to_string(), "3000 positions: not a power of two; ask for 2K or 4K");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A table of no positions.
    #[error("a table has at least 1 position; ask for more, or search without a table")]
    Zero,
    /// The number of positions is not a power of two, so that no number of key bits counts them.
    #[error("{asked} positions: not a power of two; ask for {below} or {above}")]
    NotAPowerOfTwo {
        /// Positions asked for.
        asked: u64,
        /// The power of two below.
        below: Positions,
        /// The power of two above.
        above: Positions,
    },
    /// The text is not a number of positions.
    #[error("`{text}` is not a number of positions; write it like 8192, 8K or 2M")]
    Unreadable {
        /// The text.
        text: String,
    },
    /// The table is smaller than one entry of its scheme.
    #[error(
        "a table of {positions} is smaller than an entry of its scheme, of {width} positions; ask for at least {width}"
    )]
    SmallerThanAnEntry {
        /// Positions asked for.
        positions: Positions,
        /// Positions per entry.
        width: usize,
    },
    /// The scheme's entries are of an impossible width.
    #[error("{width} positions per entry: the width of a scheme is a power of two, at most {}", crate::MAX_WIDTH)]
    Width {
        /// Positions per entry.
        width: usize,
    },
    /// The memory cannot be allocated.
    #[error("{positions} positions: cannot allocate {} MiB: {reason}; use fewer positions", bytes >> 20)]
    OutOfMemory {
        /// Positions asked for.
        positions: Positions,
        /// Bytes they take.
        bytes: u128,
        /// The system's reason, as [`Memory::zeroed`](crate::Memory::zeroed) reports it.
        reason: String,
    },
}
