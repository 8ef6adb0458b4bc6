//! Errors of tables in files.

use std::fmt;
use std::io;

use crate::TableError;
use crate::file_format::{LONGEST, VERSION};

/// An error of a table in a file.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::policies::{Deep, OneLevel};
/// use tt::{Contents, FileError, Key, Pages, Shared};
///
/// let contents = Contents { text: "nim", keys: Key(1), version: 1 };
/// let loaded = Shared::<Thesis<()>, _, 1>::load(contents, OneLevel(Deep), Pages::Default, &b"a text"[..]);
/// let error = loaded.err().expect("this is not a table");
/// assert!(matches!(error, FileError::Foreign));
/// assert_eq!(error.to_string(), "not a transposition table");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The table cannot be created.
    Table(TableError),
    /// The file does not contain a table.
    Foreign,
    /// The file has a format of another version.
    Format {
        /// The version of the file.
        found: String,
    },
    /// Another [version](crate::Contents::version) of the program wrote the table.
    Version {
        /// What the file has.
        found: String,
        /// What the program expects.
        expected: String,
    },
    /// The table is not the one that the program expects.
    Other {
        /// What differs, such as `contents` or `positions`.
        what: String,
        /// What the file has.
        found: String,
        /// What the program expects.
        expected: String,
    },
    /// A part of the file is missing.
    Truncated {
        /// The size of the file in bytes.
        found: u64,
        /// The size of the table's file in bytes.
        expected: u64,
    },
    /// Something follows the table.
    TooLong {
        /// The size of the file in bytes.
        found: u64,
        /// The size of the table's file in bytes.
        expected: u64,
    },
    /// A checksum is wrong.
    Damaged,
    /// Another program uses the file as its table.
    InUse,
    /// The description of the contents is too long, or has several lines.
    Contents,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const OTHER: &str = "written by another version of the program: expected";
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::Foreign => write!(f, "not a transposition table"),
            Self::Format { found } => write!(f, "{OTHER} format {VERSION}, found format {found}"),
            Self::Version { found, expected } => write!(f, "{OTHER} version `{expected}`, found `{found}`"),
            Self::Other { what, found, expected } => {
                write!(f, "belongs to another table: expected {what} `{expected}`, found `{found}`")
            }
            Self::Truncated { found, expected } => write!(f, "truncated: {found} bytes instead of {expected}"),
            Self::TooLong { found, expected } => write!(f, "too long: {found} bytes instead of {expected}"),
            Self::Damaged => write!(f, "damaged: a checksum is wrong"),
            Self::InUse => write!(f, "another program uses it"),
            Self::Contents => write!(f, "invalid contents: expected one line of at most {LONGEST} bytes"),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Table(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TableError> for FileError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}
