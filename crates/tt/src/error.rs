//! Errors of creating a table.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::Size;

/// An invalid table size, or an error of creating a table.
///
/// ```
/// use tt::TwoBig1;
///
/// let error = TwoBig1::<()>::new("3000".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "invalid table size of 3000 positions: expected 2K or 4K positions, for example");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The size is zero.
    Zero,
    /// The text is not a size.
    Unreadable {
        /// The text.
        text: String,
    },
    /// The table is smaller than one bucket.
    SmallerThanABucket {
        /// The requested size.
        size: Size,
        /// The number of positions per bucket.
        width: usize,
        /// The size of a bucket in bytes.
        bytes: u64,
    },
    /// The index of the table needs more buckets.
    TooFewBuckets {
        /// The requested size.
        size: Size,
        /// The least number of buckets.
        buckets: u64,
    },
    /// The index of the table does not allow this number of positions.
    Unsupported {
        /// The requested size.
        size: Size,
        /// The next smaller number of positions that is possible.
        below: u64,
        /// A larger number that is possible.
        above: u64,
    },
    /// The parts of a table do not fit together, for tables whose parts are chosen at run time.
    Unfit {
        /// What does not fit.
        what: String,
    },
    /// The memory cannot be allocated.
    OutOfMemory {
        /// The number of positions of the table.
        size: Size,
        /// The size of the table in bytes.
        bytes: u128,
        /// The reason that the operating system gives.
        reason: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => write!(f, "invalid table size 0: expected at least 1 position"),
            Self::Unreadable { text } => {
                write!(f, "invalid table size `{text}`: expected a number of positions, e.g. 8K, or memory, e.g. 64MiB")
            }
            Self::SmallerThanABucket { size, width, bytes } => {
                let expected = format_args!("expected at least one bucket of {width} positions ({bytes} bytes)");
                write!(f, "invalid table size of {size}: {expected}")
            }
            Self::TooFewBuckets { size, buckets } => {
                write!(f, "invalid table size of {size}: expected at least {buckets} buckets")
            }
            Self::Unsupported { size, below, above } => {
                let of = |positions: u64| match positions {
                    _ if positions.is_multiple_of(1024) => format!("{}K", positions / 1024),
                    _ => positions.to_string(),
                };
                let (below, above) = (of(*below), of(*above));
                write!(f, "invalid table size of {size}: expected {below} or {above} positions, for example")
            }
            Self::Unfit { what } => f.write_str(what),
            Self::OutOfMemory { size, bytes, reason } => {
                write!(f, "cannot allocate a table of {size} ({} MiB): {reason}", bytes >> 20)
            }
        }
    }
}

impl core::error::Error for TableError {}
