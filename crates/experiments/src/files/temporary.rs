//! Temporary files: a file is written under a temporary name and renamed when it is complete.
//!
//! A program that is killed leaves its temporary file. The next program that writes to the directory removes it. Each
//! temporary file is locked while its program runs, so that one that is in use is never removed.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".ttlab-";
const SUFFIX: &str = ".part";
/// The number of random characters between them.
const RANDOM: usize = 6;

/// Held for reading while something is written, and for writing by a program that is about to exit.
static WRITING: RwLock<()> = RwLock::new(());

thread_local! {
    /// How many times this thread has begun to write.
    static BEGUN: Cell<usize> = const { Cell::new(0) };
}

/// What must be written completely: [`finish_writing`] waits until it is dropped. Of several in a thread, the first one
/// must be dropped last.
#[must_use]
pub struct Writing {
    /// Of the first one in its thread: the others would wait for [`finish_writing`], which waits for the first one.
    _guard: Option<RwLockReadGuard<'static, ()>>,
}

impl Drop for Writing {
    fn drop(&mut self) {
        BEGUN.set(BEGUN.get() - 1);
    }
}

/// Begins to write something that an interruption must not cut.
pub fn begin_writing() -> Writing {
    let is_first = BEGUN.replace(BEGUN.get() + 1) == 0;
    Writing { _guard: is_first.then(|| WRITING.read().unwrap_or_else(PoisonError::into_inner)) }
}

/// Waits until all files that are being written are complete. Until the result is dropped, no other file is written:
/// keep it and exit.
#[must_use]
pub fn finish_writing() -> impl Sized {
    struct Complete(#[expect(dead_code, reason = "held until it is dropped")] RwLockWriteGuard<'static, ()>);
    Complete(WRITING.write().unwrap_or_else(PoisonError::into_inner))
}

/// A temporary file. It is removed when it is dropped, unless it was renamed.
pub(super) struct Temporary {
    file: NamedTempFile<File>,
    _writing: Writing,
}

impl Temporary {
    /// Creates a file with the usual permissions, and removes those in the directory that killed programs have left.
    pub(super) fn new(directory: &Path) -> io::Result<Self> {
        remove_stale(directory);
        let writing = begin_writing();
        let create = |path: &Path| {
            let file = File::create_new(path)?;
            match file.try_lock() {
                // Another program locked and removed the file before this one could lock it. It gets another name.
                Err(TryLockError::WouldBlock) => Err(ErrorKind::AlreadyExists.into()),
                Ok(()) if !fs::exists(path)? => Err(ErrorKind::AlreadyExists.into()),
                // Without locks, nothing is removed.
                Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
            }
        };
        let file = Builder::new().prefix(PREFIX).rand_bytes(RANDOM).suffix(SUFFIX).make_in(directory, create)?;
        Ok(Self { file, _writing: writing })
    }

    pub(super) fn as_file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Renames the file.
    pub(super) fn persist(self, path: &Path) -> io::Result<()> {
        let file = self.file.persist(path).map_err(|error| error.error)?;
        // Closing it would leave it locked if another thread starts a process at this moment.
        let _ = file.unlock();
        Ok(())
    }
}

/// Removes the temporary files of programs that were killed. Each process does this once for each directory.
fn remove_stale(directory: &Path) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(directory.to_owned()) {
        remove_stale_now(directory);
    }
}

/// What cannot be removed remains: the next program tries again.
fn remove_stale_now(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_temporary) {
            let path = entry.path();
            // The lock is kept until the file is removed.
            if let Ok(file) = OpenOptions::new().write(true).open(&path)
                && file.try_lock().is_ok()
            {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Returns whether a file has a name such as `.ttlab-a1B2c3.part`.
fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_killed_programs_are_removed_and_no_others() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let others = ["results.part", ".ttlab-notes.part", ".ttlab-a1b2c3.sqlite"];
        fs::create_dir(path(".ttlab-direct.part")).unwrap();
        for name in others.iter().chain(&[".ttlab-a1B2c3.part"]) {
            fs::write(path(name), "x").unwrap();
        }
        let mut used = Temporary::new(directory.path()).unwrap();
        io::Write::write_all(used.as_file(), b"new").unwrap();
        assert!(!path(".ttlab-a1B2c3.part").exists(), "a killed program has left it");
        // As another program would.
        remove_stale_now(directory.path());
        used.persist(&path("used")).unwrap();
        assert_eq!(fs::read(path("used")).unwrap(), b"new");
        assert!(others.iter().all(|name| path(name).exists()) && path(".ttlab-direct.part").is_dir());
    }

    #[test]
    fn the_end_waits_for_what_is_written() {
        let writing = begin_writing();
        let (ended, is_written) = (std::sync::mpsc::channel(), std::sync::atomic::AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                drop(finish_writing());
                ended.0.send(is_written.load(std::sync::atomic::Ordering::SeqCst)).unwrap();
            });
            // A second one does not wait for the other thread, whether that waits or not.
            drop(begin_writing());
            is_written.store(true, std::sync::atomic::Ordering::SeqCst);
            drop(writing);
        });
        assert!(ended.1.recv().unwrap());
    }

    #[test]
    fn directories_are_searched_once() {
        let directory = tempfile::tempdir().unwrap();
        let stale = directory.path().join(".ttlab-a1B2c3.part");
        drop(Temporary::new(directory.path()).unwrap());
        fs::write(&stale, "x").unwrap();
        drop(Temporary::new(directory.path()).unwrap());
        assert!(stale.exists());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn programs_that_clean_at_once_do_not_disturb_each_other() {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = directory.path().join(format!("{writer}"));
                scope.spawn(move || {
                    for _ in 0..200 {
                        remove_stale_now(path.parent().unwrap());
                        Temporary::new(path.parent().unwrap()).unwrap().persist(&path).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 4);
    }
}
