//! Reading and writing files, with errors that name the file, the cause and what to do.

mod marks;
mod temporary;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use crate::Usage;
use crate::help::with_help;

pub use temporary::{Writing, begin_writing, finish_writing};

use marks::without_marks;
use temporary::Temporary;

/// Reads the bytes of a file.
///
/// # Errors
///
/// The file cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

/// Opens a text file to read it in parts. [`unreadable`] is the error of a part that cannot be read.
///
/// # Errors
///
/// The file cannot be opened, or starts with the mark of UTF-16.
pub fn open(path: &Path) -> Result<BufReader<File>> {
    let open = || {
        let mut file = BufReader::new(File::open(path)?);
        let start = file.fill_buf()?;
        let is_wide = start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]);
        if is_wide { Err(ErrorKind::InvalidData.into()) } else { Ok(file) }
    };
    open().map_err(|error| unreadable(path, &error))
}

/// Reads the text of a file, without byte-order marks and 0x1A at the start and the end of files.
///
/// # Errors
///
/// The file cannot be read, or is not valid UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map(without_marks).map_err(|error| unreadable(path, &error))
}

/// Writes a file, and returns its path. `or` says what to do if that fails.
///
/// A program that is killed leaves the old file or the new one. If several programs write a file at once, the last one
/// wins. Links stay links, and a file keeps its permissions.
///
/// # Errors
///
/// The file cannot be written.
pub fn write(path: &Path, bytes: &[u8], or: &str) -> Result<PathBuf> {
    write_from(path, &mut Cursor::new(bytes), or)?;
    Ok(path.to_owned())
}

/// Writes a file like [`write()`], from what `fill` writes in parts, and returns the result of `fill`. If `fill` fails,
/// the file does not change.
///
/// # Errors
///
/// `fill` fails, or the file cannot be written.
pub fn write_with<T>(path: &Path, or: &str, fill: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    let (mut spool, filled) = spool(fill)?;
    write_from(path, &mut spool, or)?;
    Ok(filled)
}

/// Creates a file without a name from what `fill` writes in parts, and returns it, ready to be read, with the result of
/// `fill`.
///
/// # Errors
///
/// `fill` fails, or the file cannot be written.
pub fn spool<T>(fill: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<(File, T)> {
    let unspooled = |error: io::Error| {
        failed("cannot write a temporary file", &error, "free some space, or name another directory with TMPDIR")
    };
    let mut spool = BufWriter::new(tempfile::tempfile().map_err(unspooled)?);
    let filled = fill(&mut spool)?;
    let mut spool = spool.into_inner().map_err(|error| unspooled(error.into_error()))?;
    spool.rewind().map_err(unspooled)?;
    Ok((spool, filled))
}

fn write_from(path: &Path, from: &mut (impl Read + Seek), or: &str) -> Result<()> {
    let written = match fs::canonicalize(path) {
        Ok(there) if there.is_file() && !is_stream(path) => replace(&there, from),
        Err(_) if !path.is_symlink() => replace(path, from),
        // A stream, or a link to a file that does not exist yet.
        _ => OpenOptions::new().append(true).create(true).open(path).and_then(|mut file| io::copy(from, &mut file)),
    };
    written.map(drop).map_err(|error| unwritable(path, &error, or))
}

/// Returns whether a name may lead to a file that another program writes to, too.
fn is_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"].iter().any(|name| path.starts_with(name))
}

/// Opens a file that is written during long work: what it contained is lost, unless it is a stream.
///
/// [`write()`] is for what is known at once: it leaves the old file or the new one.
///
/// # Errors
///
/// The file cannot be written; [`unwritable`] explains it.
pub fn begin(path: &Path) -> io::Result<File> {
    let is_stream = is_stream(path) || path.exists() && !path.is_file();
    OpenOptions::new().write(true).append(is_stream).truncate(!is_stream).create(true).open(path)
}

/// Returns the error of a file that cannot be written. `or` says what to do.
#[must_use]
pub fn unwritable(path: &Path, error: &io::Error, or: &str) -> anyhow::Error {
    let free = if error.kind() == ErrorKind::StorageFull { "free some space, or " } else { "" };
    failed(format_args!("cannot write {}", path.display()), error, format_args!("{free}{or}"))
}

/// Replaces a file atomically, by renaming a temporary file in the same directory. If that fails, the temporary file is
/// removed.
fn replace(path: &Path, from: &mut (impl Read + Seek)) -> io::Result<u64> {
    let rights = rights_of(path)?;
    // Written to the file itself: errors of a `NamedTempFile` would name the temporary file.
    let replaced = rename_filled(path, rights.as_ref(), |mut new| io::copy(from, &mut new));
    match replaced {
        // Without permission to create files in a directory, an existing file may still be writable.
        Err(error) if error.kind() == ErrorKind::PermissionDenied && rights.is_some() => {
            from.rewind()?;
            io::copy(from, &mut File::create(path)?)
        }
        replaced => replaced,
    }
}

/// Replaces a file like [`write()`] by what `fill` writes to a new one in the same directory, when the device has it: a
/// system that fails leaves the old file or the new one, too.
///
/// # Errors
///
/// `fill` fails, or the file cannot be written.
pub(crate) fn replace_durably<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&File) -> Result<(), E>,
) -> Result<(), E> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let rights = rights_of(&path)?;
    rename_filled(&path, rights.as_ref(), |new| fill(new).and_then(|()| Ok(new.sync_all()?)))?;
    // The directory has the name. Some systems cannot open one.
    File::open(directory_of(&path)).map_or(Ok(()), |directory| directory.sync_all())?;
    Ok(())
}

/// Renames a temporary file to `path`, with these permissions and what `fill` writes to it.
fn rename_filled<T, E: From<io::Error>>(
    path: &Path,
    rights: Option<&fs::Permissions>,
    fill: impl FnOnce(&File) -> Result<T, E>,
) -> Result<T, E> {
    let mut new = Temporary::new(directory_of(path))?;
    rights.map_or(Ok(()), |rights| new.as_file().set_permissions(rights.clone()))?;
    let filled = fill(new.as_file())?;
    new.persist(path)?;
    Ok(filled)
}

/// Returns the permissions of a file that exists and may be replaced.
fn rights_of(path: &Path) -> io::Result<Option<fs::Permissions>> {
    let rights = fs::metadata(path).ok().map(|metadata| metadata.permissions());
    if rights.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(rights)
}

/// Checks that a command does not overwrite a file that it reads. `or` says what to do.
///
/// Files are compared, not names: two spellings of a path, and symbolic and hard links, lead to one file. The output,
/// and an input that the command creates first, need not exist yet.
///
/// # Errors
///
/// `output` is one of `inputs`.
pub fn check_output<'a>(inputs: impl IntoIterator<Item = &'a Path>, output: &Path, or: &str) -> Result<()> {
    let Some(written) = Identity::of(output) else { return Ok(()) };
    if inputs.into_iter().any(|input| Identity::of(input).as_ref() == Some(&written)) {
        return Err(Usage::error(with_help(format!("cannot write {}: this command reads it", output.display()), or)));
    }
    Ok(())
}

/// As [`check_output`], for a command that writes the files of a directory whose names `is_written` accepts.
///
/// # Errors
///
/// As of that.
pub fn check_outputs(inputs: &[&Path], directory: &Path, is_written: impl Fn(&str) -> bool, or: &str) -> Result<()> {
    let there = fs::read_dir(directory).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.file_name()));
    let yet_to_be_made = inputs.iter().flat_map(|input| [input.file_name().map(OsStr::to_owned), made_as(input)]);
    for name in there.chain(yet_to_be_made.flatten()) {
        if name.to_str().is_some_and(&is_written) {
            check_output(inputs.iter().copied(), &directory.join(name), or)?;
        }
    }
    Ok(())
}

/// Returns the name of a file that does not exist yet: a symbolic link may lead to another name than that of `path`.
fn made_as(path: &Path) -> Option<OsString> {
    Identity::of(path)?.below.file_name().map(OsStr::to_owned)
}

/// What a path leads to.
#[derive(PartialEq, Eq)]
struct Identity {
    /// What exists: the file, or the innermost existing directory around it.
    there: Id,
    /// The rest of the path, if the file does not exist.
    below: PathBuf,
}

/// The device and the inode of a file or directory.
#[cfg(unix)]
type Id = (u64, u64);

/// The path of a file or directory without links.
#[cfg(not(unix))]
type Id = PathBuf;

impl Identity {
    /// The most symbolic links that a system follows.
    const LINKS: u32 = 40;

    /// Returns `None` for what cannot be overwritten, such as a terminal, and for links in a circle.
    fn of(path: &Path) -> Option<Self> {
        let file = Self::at(path, Self::LINKS)?;
        let is_made = !file.below.as_os_str().is_empty();
        (is_made || path.is_file()).then_some(file)
    }

    fn at(path: &Path, links: u32) -> Option<Self> {
        if let Some(there) = id(path) {
            return Some(Self { there, below: PathBuf::new() });
        }
        if let Ok(target) = fs::read_link(path) {
            return Self::at(&directory_of(path).join(target), links.checked_sub(1)?);
        }
        let mut file = Self::at(directory_of(path), links)?;
        match path.file_name() {
            Some(name) => file.below.push(name),
            // The path ends in `..`, in a directory that does not exist.
            None => _ = file.below.pop(),
        }
        Some(file)
    }
}

#[cfg(unix)]
fn id(path: &Path) -> Option<Id> {
    use std::os::unix::fs::MetadataExt as _;

    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn id(path: &Path) -> Option<Id> {
    fs::canonicalize(path).ok()
}

/// Returns the directory of a file.
fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a file can be created in a directory, by creating and removing one.
///
/// # Errors
///
/// No file can be created there.
pub fn check_directory(path: &Path, or: &str) -> Result<()> {
    let made = Temporary::new(path).map(drop);
    made.map_err(|error| failed(format_args!("cannot write to directory {}", path.display()), &error, or))
}

/// Checks that a file can be written, before work that takes long: an existing file is not a directory and not
/// read-only, and the directory of a new one [can be written to](check_directory). `or` says what to do if not.
///
/// # Errors
///
/// The file cannot be written.
pub fn check_file(path: &Path, or: &str) -> Result<()> {
    match fs::metadata(path) {
        // Opening another kind, such as a pipe, may block.
        Ok(there) if there.is_dir() || there.is_file() => {
            let is_read_only = there.is_file() && there.permissions().readonly();
            let denied = || Err(ErrorKind::PermissionDenied.into());
            let open = || OpenOptions::new().append(true).open(path).map(drop);
            let opened = if is_read_only { denied() } else { open() };
            opened.map_err(|error| unwritable(path, &error, or))
        }
        Ok(_) => Ok(()),
        Err(_) => check_directory(directory_of(path), or),
    }
}

/// Creates a directory and its parents if they do not exist. `or` says what to do if that fails.
///
/// # Errors
///
/// The directory cannot be created.
pub fn make_directory(path: &Path, or: &str) -> Result<()> {
    let made = fs::create_dir_all(path);
    made.map_err(|error| failed(format_args!("cannot create directory {}", path.display()), &error, or))
}

/// As [`make_directory`], for the directory of a file.
///
/// # Errors
///
/// As of that.
pub fn make_directory_of(path: &Path, or: &str) -> Result<()> {
    make_directory(directory_of(path), or)
}

/// Returns the error of a file that cannot be read.
#[must_use]
pub fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    let help = match error.kind() {
        ErrorKind::IsADirectory => "choose a file in it",
        ErrorKind::PermissionDenied => "check its permissions",
        ErrorKind::InvalidData => "convert it to UTF-8, or choose another file",
        _ => "check its path",
    };
    failed(format_args!("cannot read {}", path.display()), error, help)
}

/// Returns an error of the system with help.
pub(crate) fn failed(what: impl Display, error: &io::Error, help: impl Display) -> anyhow::Error {
    anyhow!(with_help(format_args!("{what}: {}", reason(error)), help))
}

/// Returns what the system says, in plain words for common errors.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or directory".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is not a directory".to_owned(),
        ErrorKind::AlreadyExists => "a file with this name exists".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::StorageFull => "no space left on the device".to_owned(),
        ErrorKind::InvalidData => "not valid UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
