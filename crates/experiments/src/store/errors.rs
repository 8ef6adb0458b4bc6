//! Errors of a database: what failed, why, and what to do.

use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use rusqlite::ErrorCode;

use super::Store;
use crate::help::{ErrorWithHelp, with_help};
use crate::{files, program};

/// What to do about an invalid compressed database.
pub(super) const FETCH: &str = "download it again, or choose another file";

/// What to do about a damaged database.
pub(super) const RESTORE: &str = "restore a copy, or move it away and run again";

/// What to do about a database that cannot be used.
pub(super) const OTHER: &str = "choose another file";

/// The error of a database that another program has blocked for too long. The database is unchanged, and the same call
/// may succeed later.
///
/// Use [`anyhow::Error::downcast_ref`] to distinguish it from other errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is in use: another program has been {} for {} s", path.display(), by.doing(), waited.as_secs())]
pub struct InUse {
    /// The database.
    pub path: PathBuf,
    /// What the other program does.
    pub by: Use,
    /// How long this program has waited.
    pub waited: Duration,
}

impl InUse {
    /// What to do about it.
    pub const HELP: &str = "close that program, or retry later";
}

/// What another program does with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It reads: it has an unfinished query or transaction.
    Reading,
    /// It writes.
    Writing,
    /// It reads or writes.
    Unknown,
}

impl Use {
    /// Returns what the program does, in words.
    #[must_use]
    pub fn doing(self) -> &'static str {
        match self {
            Self::Reading => "reading from it",
            Self::Writing => "writing to it",
            Self::Unknown => "reading from it or writing to it",
        }
    }
}

pub(super) fn damaged(path: &Path, what: &str) -> anyhow::Error {
    anyhow!(with_help(format_args!("{} is damaged ({what})", path.display()), RESTORE))
}

/// Returns the error of writing to text.
pub(super) fn is_text(path: &Path) -> anyhow::Error {
    let shown = path.display();
    let help = format_args!("make a database of it with `{} merge {shown} -o FILE.sqlite`", program());
    anyhow!(with_help(format_args!("cannot write to {shown}: it is text, not a database"), help))
}

/// As [`explain`], for a call that waits while another program uses the database in this way.
pub(super) fn explain_use(path: &Path, error: &rusqlite::Error, by: Use, waited: Duration) -> anyhow::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => InUse { path: path.to_owned(), by, waited }.into(),
        _ => explain(path, error),
    }
}

/// Returns what is wrong with a row, if the error is about a row.
fn unreadable_row(error: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnIndex, InvalidColumnName, InvalidColumnType,
        Utf8Error,
    };
    match error {
        FromSqlConversionFailure(_, _, what) => Some(what.to_string()),
        IntegralValueOutOfRange(_, number) => Some(format!("the number {number} is out of range")),
        InvalidColumnIndex(index) => Some(format!("missing column {}", index + 1)),
        InvalidColumnName(name) => Some(format!("missing column `{name}`")),
        InvalidColumnType(_, name, kind) => Some(format!("`{name}` is of type {kind}")),
        Utf8Error(..) => Some("a text is not valid UTF-8".to_owned()),
        _ => None,
    }
}

/// Returns an error of SQLite with help.
pub(super) fn explain(path: &Path, error: &rusqlite::Error) -> anyhow::Error {
    let path_shown = path.display();
    if let Some(what) = unreadable_row(error) {
        return anyhow!(with_help(format_args!("{path_shown} has an invalid row ({what})"), RESTORE));
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) if is_extended(error, rusqlite::ffi::SQLITE_READONLY_DBMOVED) => {
            let what = if path.exists() { "was replaced by another file" } else { "was deleted or moved" };
            anyhow!(with_help(
                format_args!("{path_shown} {what} while this program used it"),
                "put it back and run again to resume, or run again to start a new one"
            ))
        }
        Some(ErrorCode::DiskFull) => anyhow!(with_help(
            format_args!("cannot write to {path_shown}: no space left on the device; finished cells are stored"),
            "free some space and run again to resume"
        )),
        Some(ErrorCode::NotADatabase) => {
            let help = format_args!("move it away, or {OTHER}");
            anyhow!(with_help(format_args!("{path_shown} is not a database and was not changed"), help))
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(path, &error.to_string()),
        // Even to read it, SQLite needs files beside it.
        Some(ErrorCode::ReadOnly) if has_write_ahead_log(path) => anyhow!(with_help(
            format_args!(
                "cannot open {path_shown}: it has a write-ahead log, and the file or its directory is read-only"
            ),
            "copy it to a directory that is writable"
        )),
        Some(ErrorCode::ReadOnly) => {
            let what = format_args!("cannot write to {path_shown}: the file or its directory is read-only");
            anyhow!(with_help(what, OTHER))
        }
        Some(ErrorCode::CannotOpen) => {
            if path.is_dir() {
                let what = format_args!("cannot open {path_shown}: it is a directory");
                return anyhow!(with_help(what, "choose a file in it"));
            }
            if let Some(error) = fs::File::open(path).err().filter(|error| error.kind() == ErrorKind::PermissionDenied)
            {
                return files::unreadable(path, &error);
            }
            let help = format_args!("check that its directory exists and is writable, or {OTHER}");
            anyhow!(with_help(format_args!("cannot open the database {path_shown}"), help))
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            InUse { path: path.to_owned(), by: Use::Unknown, waited: Store::PATIENCE }.into()
        }
        Some(ErrorCode::SystemIoFailure) => anyhow!(with_help(
            format_args!("cannot read or write {path_shown}: {error}; finished cells are stored"),
            "check the disk and its free space, and run again to resume"
        )),
        // The tables were there when the file was opened.
        _ if error.to_string().starts_with("no such table") => anyhow!(with_help(
            format_args!("{path_shown} was emptied or truncated while this program used it"),
            "restore a copy and run again to resume, or run again to start a new one"
        )),
        _ => anyhow!(with_help(format_args!("cannot use the database {path_shown}: {error}"), RESTORE)),
    }
}

/// Returns what to do about two results for one cell.
pub(crate) fn find_conflict() -> String {
    format!("find the right one with `{} sweep NAME --verify N --db FILE`, and leave out the other database", program())
}

/// Returns whether a database is in WAL mode.
fn has_write_ahead_log(path: &Path) -> bool {
    let mut header = [0; 20];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    // The versions of the format for writing and reading.
    read.is_ok() && header[18..] == [2, 2]
}

/// Returns whether the error has this extended code.
fn is_extended(error: &rusqlite::Error, code: i32) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == code)
}

/// The rows of the full parts in the repository.
pub const RECORDED: &str = "testsets/recorded/full.rows";

/// Returns the error of a missing database. Its help says how to make one, or how to read the recorded rows: with
/// `options`.
#[must_use]
pub fn no_database(path: &Path, options: &str) -> ErrorWithHelp {
    let shown = path.display();
    let what = if path.exists() { format!("{shown} is empty") } else { format!("database {shown} not found") };
    let or = if Path::new(RECORDED).exists() {
        format!("read the recorded rows with `{}`", format!("--db {RECORDED} {options}").trim_end())
    } else {
        OTHER.to_owned()
    };
    with_help(what, format_args!("run `{} sweep`, or {or}", program()))
}
