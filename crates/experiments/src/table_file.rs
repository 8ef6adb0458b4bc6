//! A table in a file, with which a later run of the same search resumes.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::{Result, anyhow};
use programs::TeamTable;
use schemes::Scheme;
use tt::{Contents, FileError, Key, Size, TableError};

use crate::files::{failed, replace_durably};
use crate::help::with_help;
use crate::{Cell, program};

/// The file of the table of a cell.
#[derive(Clone, Copy, Debug)]
pub struct TableFile<'p> {
    /// Where it is.
    pub path: &'p Path,
    /// The [signature](crate::signature::of_cell) of the cell in this program. A file of another one is refused.
    pub version: u64,
}

/// Opens the table of a cell, whose keys have a fingerprint. Creates the file if it does not exist.
///
/// # Errors
///
/// The file cannot be used, or does not contain the table of this cell.
pub(crate) fn open(file: TableFile<'_>, cell: &Cell, keys: Key, size: Size, scheme: Scheme) -> Result<TeamTable> {
    let text = cell.to_string();
    let contents = Contents { text: &text, keys, version: file.version };
    open_with(file.path, |file| TeamTable::in_file(file, contents, size, scheme, cell.search))
}

/// Opens a file, which is created if it does not exist, and makes a table of it by `table`.
///
/// # Errors
///
/// The file cannot be used, or `table` refuses it.
pub fn open_with<T>(path: &Path, table: impl FnOnce(File) -> Result<T, FileError>) -> Result<T> {
    let what = format!("cannot use {} as the table", path.display());
    let open = || File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = check_kind(path).and_then(|()| open());
    let file = file.map_err(|error| failed(&what, &error, help_on(&error)))?;
    let is_new = file.metadata().is_ok_and(|metadata| metadata.len() == 0);
    let other = "choose another file, or the board and the options that it was created with";
    table(file).map_err(|error| {
        if is_new && matches!(error, FileError::Io(_) | FileError::Table(_)) {
            // A part of a table is of no use.
            let _ = fs::remove_file(path);
        }
        refused(&what, &error, other)
    })
}

/// Writes a table to a file, which `save` fills. A program that is killed leaves the old file or the new one, and so
/// does a system that fails.
///
/// # Errors
///
/// The file cannot be written, is in use, or has something other than a table. Then it does not change.
pub fn save(path: &Path, save: impl FnOnce(&File) -> Result<(), FileError>) -> Result<()> {
    let saved = check_replaced(path).and_then(|()| replace_durably(path, save));
    saved.map_err(|error| {
        refused(&format!("cannot save the table to {}", path.display()), &error, "choose another file")
    })
}

/// Reads a table from a file by `restore`. `other` is the help if it is another table.
///
/// # Errors
///
/// The file cannot be read, or `restore` refuses it.
pub fn restore(path: &Path, other: &str, restore: impl FnOnce(&File) -> Result<(), FileError>) -> Result<()> {
    let file = check_kind(path).and_then(|()| File::open(path));
    let restored = file.map_err(FileError::from).and_then(|file| restore(&file));
    restored.map_err(|error| refused(&format!("cannot load the table from {}", path.display()), &error, other))
}

/// Checks that a path does not lead to something other than a file: opening a pipe would wait for its other end.
fn check_kind(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => Err(ErrorKind::Unsupported.into()),
        _ => Ok(()),
    }
}

/// Checks that no file is lost but a table that no program uses.
fn check_replaced(path: &Path) -> Result<(), FileError> {
    check_kind(path)?;
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    if file.metadata()?.len() > 0 && !tt::is_table_file(&file)? {
        return Err(FileError::Foreign);
    }
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(FileError::InUse);
    }
    // Closing it would leave it locked if another thread starts a process at this moment.
    let _ = file.unlock();
    Ok(())
}

/// Returns the error of a file, with help. `other` is the help if it has another table.
fn refused(what: &str, error: &FileError, other: &str) -> anyhow::Error {
    let help = match error {
        FileError::Io(error) => return failed(what, error, help_on(error)),
        FileError::Table(error) => return unavailable(error),
        FileError::Other { .. } => other,
        FileError::Foreign => "choose another file; this one was not changed",
        FileError::Format { .. } | FileError::Version { .. } => {
            "delete it, or choose another file; its results may differ from those of this version"
        }
        FileError::InUse => "wait for the other program, or choose another file",
        FileError::Truncated { .. } | FileError::TooLong { .. } | FileError::Damaged => {
            "delete it, or choose another file"
        }
        FileError::Contents => "choose fewer options",
        _ => "choose another file",
    };
    anyhow!(with_help(format_args!("{what}: {error}"), help))
}

/// Returns the error of a shared table, with help.
pub(crate) fn unavailable(error: &TableError) -> anyhow::Error {
    let help = match error {
        TableError::Unfit { .. } => format!("choose another scheme; `{} schemes` lists them", program()),
        _ => "choose a smaller table".to_owned(),
    };
    anyhow!(with_help(error, help))
}

fn help_on(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull => "free some space, or choose a smaller table",
        ErrorKind::Unsupported => "choose an ordinary file",
        ErrorKind::PermissionDenied => "check its permissions",
        ErrorKind::IsADirectory => "choose a file in it",
        _ => "check its path",
    }
}
