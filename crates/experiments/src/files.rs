//! Reading and writing files, with errors that say what to do.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::{Result, anyhow};

/// The bytes of a file.
///
/// # Errors
///
/// It cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| unreadable(path, &error))
}

/// The text of a file.
///
/// # Errors
///
/// It cannot be read, or is no text.
pub fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Writes a file; `or` says what else the user may do.
///
/// # Errors
///
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8], or: &str) -> Result<()> {
    fs::write(path, bytes).map_err(|error| unwritten(path, &error, or))
}

pub(crate) fn unwritten(path: &Path, error: &io::Error, or: &str) -> anyhow::Error {
    anyhow!("cannot write {}: {}; {or}", path.display(), reason(error))
}

/// Makes a folder and those above it, unless they are there; `or` says what else the user may do.
///
/// # Errors
///
/// It cannot be made.
pub fn make_folder(path: &Path, or: &str) -> Result<()> {
    let made = fs::create_dir_all(path);
    made.map_err(|error| anyhow!("cannot make the folder {}: {}; {or}", path.display(), reason(&error)))
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    let hint = match error.kind() {
        ErrorKind::IsADirectory => "name a file in it",
        ErrorKind::PermissionDenied => "check who may read it",
        ErrorKind::InvalidData => "name another file",
        _ => "check its path",
    };
    anyhow!("cannot read {}: {}; {hint}", path.display(), reason(error))
}

/// What the system says, in plain words where it is usual.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is no folder".to_owned(),
        ErrorKind::AlreadyExists => "a file has this name".to_owned(),
        ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        ErrorKind::StorageFull => "no space is left".to_owned(),
        ErrorKind::InvalidData => "it is no text in UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("bytes"), [0xff, 0xfe]).unwrap();
        let told = |done: Result<()>| done.unwrap_err().to_string();
        let read = |path: &Path| told(read_text(path).map(drop));
        assert!(read(&path("none")).ends_with("none: there is no such file or folder; check its path"));
        assert!(read(folder.path()).ends_with("it is a folder; name a file in it"));
        assert!(read(&path("bytes")).ends_with("it is no text in UTF-8; name another file"));
        assert!(read(&path("bytes/x")).ends_with("a part of its path is no folder; check its path"));
        assert_eq!(super::read(&path("bytes")).unwrap(), [0xff, 0xfe]);
        assert!(told(make_folder(&path("bytes"), "do this")).ends_with("bytes: a file has this name; do this"));
        assert!(told(write(folder.path(), b"x", "do this")).ends_with("it is a folder; do this"));
    }
}
