//! Errors of creating a table.

use crate::Size;
use crate::positions::text as of;

/// An invalid table size, or an error of creating a table.
///
/// ```
/// use tt::TwoBig1;
///
/// let error = TwoBig1::<()>::new("3000".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "invalid table size of 3000 positions: expected 2K or 4K positions, for example");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The size is zero.
    #[error("invalid table size 0: expected at least 1 position")]
    Zero,
    /// The text is not a size.
    #[error("invalid table size `{text}`: expected a number of positions, e.g. 8192, 8K or 2M")]
    Unreadable {
        /// The text.
        text: String,
    },
    /// The table is smaller than one bucket.
    #[error("invalid table size of {size}: expected at least one bucket of {width} positions ({bytes} bytes)")]
    SmallerThanABucket {
        /// The requested size.
        size: Size,
        /// The number of positions per bucket.
        width: usize,
        /// The size of a bucket in bytes.
        bytes: u64,
    },
    /// The index of the table needs more buckets.
    #[error("invalid table size of {size}: expected at least {buckets} buckets")]
    TooFewBuckets {
        /// The requested size.
        size: Size,
        /// The least number of buckets.
        buckets: u64,
    },
    /// The index of the table does not allow this number of positions.
    #[error("invalid table size of {size}: expected {} or {} positions, for example", of(*below), of(*above))]
    Unsupported {
        /// The requested size.
        size: Size,
        /// The next smaller number of positions that is possible.
        below: u64,
        /// A larger number that is possible.
        above: u64,
    },
    /// No table has buckets of the scheme's width.
    #[error("invalid scheme width {width}: expected 1, 2, 3, 4 or 8 positions in a bucket")]
    Width {
        /// The number of positions per bucket.
        width: usize,
    },
    /// A technique has its own layout.
    #[error("the scheme {name} cannot store lines of several moves: its layout has room for one move")]
    Layout {
        /// The name of the technique.
        name: &'static str,
    },
    /// Threads cannot share the table of a technique, and a file cannot contain it.
    #[error("the table of the scheme {name} does not support threads or table files")]
    Private {
        /// The name of the technique.
        name: &'static str,
    },
    /// The memory cannot be allocated.
    #[error("cannot allocate a table of {size} ({} MiB): {reason}", bytes >> 20)]
    OutOfMemory {
        /// The requested size.
        size: Size,
        /// The size of the table in bytes.
        bytes: u128,
        /// The reason that the operating system gives.
        reason: String,
    },
}
