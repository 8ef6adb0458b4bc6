//! Reading and writing files, with errors that say what to do.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

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

/// Writes a file so that it appears whole or not at all, and returns its path; `or` says what else the user may do.
///
/// Of programs that write one file at once the last one wins.
///
/// # Errors
///
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8], or: &str) -> Result<PathBuf> {
    let written = match fs::metadata(path) {
        // What is no file, like a pipe, can only be written to.
        Ok(there) if !there.is_file() => fs::write(path, bytes),
        // A link stays one.
        Ok(_) if path.is_symlink() => fs::canonicalize(path).and_then(|path| replace(&path, bytes)),
        _ => replace(path, bytes),
    };
    let hint = |error: &io::Error| if error.kind() == ErrorKind::StorageFull { "make room, or " } else { "" };
    written.map_err(|error| anyhow!("cannot write {}: {}; {}{or}", path.display(), reason(&error), hint(&error)))?;
    Ok(path.to_owned())
}

/// Puts a new file in the place of an old one, by way of a file beside it that no other program knows. If that fails,
/// nothing of it is left.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // `make_in`, for a file of the usual rights: those of a temporary one are its owner's alone.
    let mut new = tempfile::Builder::new();
    let mut beside = new.prefix(".ttlab-").suffix(".part").make_in(folder, |path| File::create_new(path))?;
    beside.write_all(bytes)?;
    beside.persist(path)?;
    Ok(())
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
        let write = |path: &Path| told(write(path, b"x", "do this").map(drop));
        assert!(write(folder.path()).ends_with("it is a folder; do this"));
        assert!(write(&path("none/x")).ends_with("none/x: there is no such file or folder; do this"));
    }

    #[test]
    fn writers_of_one_file_do_not_meet() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let bytes = |writer: u8| vec![writer; 100_000];
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (path, bytes) = (&path, bytes(writer));
                scope.spawn(move || (0..50).for_each(|_| drop(write(path, &bytes, "").unwrap())));
            }
        });
        let last = read(&path).unwrap();
        assert_eq!(last, bytes(last[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_rights_are_the_usual() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("usual"), "").unwrap();
        std::os::unix::fs::symlink("file", path("link")).unwrap();
        write(&path("file"), b"old", "").unwrap();
        write(&path("link"), b"new", "").unwrap();
        assert!(path("link").is_symlink());
        assert_eq!(read(&path("file")).unwrap(), b"new");
        let rights = |name| fs::metadata(path(name)).unwrap().permissions().mode();
        assert_eq!(rights("file"), rights("usual"));
    }
}
