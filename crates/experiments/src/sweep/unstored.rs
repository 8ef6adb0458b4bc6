//! Finished cells that cannot be stored because another program uses the database.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::lock;
use crate::store::{InUse, Signed, Store};
use crate::text::counted;

/// How long one attempt to store a row waits for another program. While it waits for readers, new readers have to wait.
pub(super) const ATTEMPT: Duration = Duration::from_millis(500);

/// The first pause between two attempts; each further one is twice as long, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long rows wait before there is a note.
const SILENCE: Duration = Duration::from_secs(5);

/// How long rows wait after the last cell before the sweep fails.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Writes to the database, and waits while another program uses it. `note` prints a line.
///
/// # Errors
///
/// The database cannot be written for another reason, or another program has used it for 24 hours.
pub(super) fn persistently<T>(
    store: &Mutex<Store>,
    note: impl Fn(String),
    mut write: impl FnMut(&mut Store) -> Result<T>,
) -> Result<T> {
    lock(store).set_patience(ATTEMPT)?;
    let (begun, mut pause, mut is_noted) = (Instant::now(), FIRST_PAUSE, false);
    loop {
        let error = match write(&mut lock(store)) {
            Ok(written) => return Ok(written),
            Err(error) => error,
        };
        let (in_use, waited) = (error.downcast::<InUse>()?, begun.elapsed());
        if waited >= PATIENCE {
            return Err(InUse { waited, ..in_use }.into());
        }
        if !is_noted && waited >= SILENCE {
            is_noted = true;
            note(format!("{}: waiting: another program is {}", in_use.path.display(), in_use.by.doing()));
        }
        thread::sleep(pause);
        pause = LONGEST_PAUSE.min(2 * pause);
    }
}

/// Rows that are only in memory, because another program uses the database.
pub(super) struct Unstored<'a> {
    store: &'a Mutex<Store>,
    /// In the order in which they were finished, and whether each replaces the stored row.
    rows: VecDeque<(Signed, bool)>,
    /// When the first attempt to store one of them failed.
    since: Instant,
    /// When the next attempt is due, and the pause after it.
    next: Instant,
    pause: Duration,
    is_noted: bool,
    silence: Duration,
    patience: Duration,
}

impl<'a> Unstored<'a> {
    pub(super) fn new(store: &'a Mutex<Store>) -> Self {
        let (rows, now) = (VecDeque::new(), Instant::now());
        Self {
            store,
            rows,
            since: now,
            next: now,
            pause: FIRST_PAUSE,
            is_noted: false,
            silence: SILENCE,
            patience: PATIENCE,
        }
    }

    /// Adds a row to store.
    pub(super) fn add(&mut self, row: Signed, replaces: bool) {
        if self.rows.is_empty() {
            let now = Instant::now();
            (self.since, self.next, self.pause) = (now, now, FIRST_PAUSE);
        }
        self.rows.push_back((row, replaces));
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Stores the rows, if it is time for an attempt. `note` prints a line.
    ///
    /// # Errors
    ///
    /// A row cannot be stored, and not because another program uses the database.
    pub(super) fn store(&mut self, note: impl Fn(String)) -> Result<()> {
        self.attempt(note).map(drop)
    }

    /// As [`store`](Self::store), and returns the error if another program uses the database.
    fn attempt(&mut self, note: impl Fn(String)) -> Result<Option<InUse>> {
        if Instant::now() < self.next {
            return Ok(None);
        }
        while let Some((Signed { row, signature }, replaces)) = self.rows.front() {
            let stored = {
                let mut store = lock(self.store);
                if *replaces { store.replace(row, *signature) } else { store.put(row, *signature) }
            };
            let Err(error) = stored else {
                self.rows.pop_front();
                continue;
            };
            let in_use = match error.downcast::<InUse>() {
                Ok(in_use) => in_use,
                Err(error) => return Err(error.context(self.lost())),
            };
            self.next = Instant::now() + self.pause;
            self.pause = LONGEST_PAUSE.min(2 * self.pause);
            if !self.is_noted && self.since.elapsed() >= self.silence {
                self.is_noted = true;
                note(format!(
                    "{}: another program is {}; {} kept in memory and stored when that program is done",
                    in_use.path.display(),
                    in_use.by.doing(),
                    finished_cells(self.rows.len())
                ));
            }
            return Ok(Some(in_use));
        }
        if self.is_noted {
            self.is_noted = false;
            note(format!("{}: all finished cells are stored now", lock(self.store).path().display()));
        }
        Ok(None)
    }

    /// Returns the beginning of an error.
    fn lost(&self) -> String {
        format!("{} not stored", finished_cells(self.rows.len()))
    }

    /// Waits until every row is stored.
    ///
    /// # Errors
    ///
    /// As [`store`](Self::store); or another program has used the database for 24 hours.
    pub(super) fn finish(mut self, note: impl Fn(String)) -> Result<()> {
        let begun = Instant::now();
        while !self.rows.is_empty() {
            if let Some(in_use) = self.attempt(&note)?
                && begun.elapsed() >= self.patience
            {
                let waited = begun.elapsed();
                return Err(anyhow!(InUse { waited, ..in_use }).context(self.lost()));
            }
            thread::sleep(self.next.saturating_duration_since(Instant::now()));
        }
        Ok(())
    }
}

fn finished_cells(number: usize) -> String {
    let are = if number == 1 { "is" } else { "are" };
    format!("{} {are}", counted(number, "finished cell"))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use rusqlite::Connection;

    use super::*;
    use crate::Row;

    fn signed(seed: u64) -> Signed {
        let cell = format!("domineering board=2x2 first=vertical scheme=deep positions=1K parts=all seed={seed}");
        Signed { signature: 7, row: Row::new(cell.parse().unwrap(), 1, None) }
    }

    /// A database, and another program that has not read it to its end.
    fn in_use(directory: &tempfile::TempDir) -> (Mutex<Store>, Connection) {
        let path = directory.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        store.put(&signed(1).row, 7).unwrap();
        store.set_patience(Duration::ZERO).unwrap();
        let reader = Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM results").unwrap();
        (Mutex::new(store), reader)
    }

    #[test]
    fn rows_wait_for_a_reader_and_are_stored_when_it_is_done() {
        let directory = tempfile::tempdir().unwrap();
        let (store, reader) = in_use(&directory);
        let (notes, rows) = (RefCell::new(Vec::new()), || lock(&store).all().unwrap().len());
        let note = |line| notes.borrow_mut().push(line);
        let mut unstored = Unstored { silence: Duration::ZERO, ..Unstored::new(&store) };
        unstored.add(signed(2), false);
        unstored.store(note).unwrap();
        unstored.add(signed(3), false);
        unstored.store(note).unwrap();
        assert_eq!((unstored.rows.len(), rows()), (2, 1));
        let told = "another program is reading from it; 1 finished cell";
        assert!(notes.borrow().len() == 1 && notes.borrow()[0].contains(told), "{notes:?}");
        reader.execute_batch("ROLLBACK").unwrap();
        unstored.finish(note).unwrap();
        assert_eq!(rows(), 3);
        assert!(notes.borrow()[1].contains("finished cells are stored"), "{notes:?}");
    }

    #[test]
    fn a_sweep_waits_for_a_reader_before_it_begins() {
        let directory = tempfile::tempdir().unwrap();
        let (store, reader) = in_use(&directory);
        let mut attempts = 0;
        let begin = |store: &mut Store| {
            attempts += 1;
            store.set_patience(Duration::ZERO)?;
            let begun = store.begin_run("sweep", None, "here");
            if attempts == 1 {
                let error = begun.as_ref().unwrap_err().downcast_ref::<InUse>().unwrap();
                assert_eq!(error.by, crate::store::Use::Reading);
                reader.execute_batch("ROLLBACK").unwrap();
            }
            begun
        };
        persistently(&store, |_| (), begin).unwrap();
        assert_eq!((attempts, lock(&store).runs().unwrap().len()), (2, 1));
    }

    #[test]
    fn patience_ends_in_an_error_that_says_what_is_lost() {
        let directory = tempfile::tempdir().unwrap();
        let (store, _reader) = in_use(&directory);
        let mut unstored = Unstored { patience: Duration::ZERO, ..Unstored::new(&store) };
        unstored.add(signed(2), false);
        let error = format!("{:#}", unstored.finish(|_| ()).unwrap_err());
        assert!(error.starts_with("1 finished cell is not stored: "), "{error}");
        assert!(error.contains("x.sqlite"), "{error}");
    }
}
