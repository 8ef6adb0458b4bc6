//! Results in an SQLite file.
//!
//! A finished cell is one transaction: however the program ends, the file holds whole rows, and the next run goes on
//! from them. The file keeps SQLite's rollback journal (no write-ahead log): at rest it is a single file that can be
//! copied, and the few writes of a sweep do not need to be faster. Several programs may use a file at once. A writer
//! waits for other writers and for readers: a query that another program has not read to its end keeps a row from being
//! written. After a minute, or another [patience](Store::set_patience), the error is [`InUse`].
//!
//! # Schema, version 1
//!
//! ```sql
//! CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;   -- 'schema' is '1'
//! CREATE TABLE results (
//!     cell       TEXT NOT NULL,       -- the canonical text of the configuration, see `Cell`
//!     signature  INTEGER NOT NULL,    -- of the program that ran it, see `signature`
//!     nodes      INTEGER NOT NULL,
//!     winner     TEXT,                -- 'first', 'second'; NULL: stopped at a limit of `nodes` nodes
//!     look_ups   INTEGER NOT NULL,    -- this and the others: see `tt::Statistics`
//!     hits       INTEGER NOT NULL,
//!     cutoffs    INTEGER NOT NULL,
//!     fresh      INTEGER NOT NULL,
//!     same       INTEGER NOT NULL,
//!     replaced   INTEGER NOT NULL,
//!     kept       INTEGER NOT NULL,
//!     demoted    INTEGER NOT NULL,
//!     collisions INTEGER NOT NULL,
//!     fill       INTEGER NOT NULL,
//!     seconds    REAL NOT NULL,       -- on the machine that ran it; never compared
//!     guided     INTEGER NOT NULL DEFAULT 0,   -- see `Row`; the last column, for older files lack it
//!     PRIMARY KEY (cell, signature)
//! ) STRICT;
//! CREATE TABLE searches (                 -- of games whose positions are searched: one row for each search
//!     cell      TEXT NOT NULL,
//!     signature INTEGER NOT NULL,
//!     position  INTEGER NOT NULL,         -- its number in the game, from 0
//!     depth     INTEGER NOT NULL,         -- plies
//!     nodes     INTEGER NOT NULL,         -- of this depth and of those before
//!     score     INTEGER NOT NULL,
//!     PRIMARY KEY (cell, signature, position, depth)
//! ) STRICT, WITHOUT ROWID;
//! ```
//!
//! A third table, `runs`, is a [journal](Run): the command, the commit and the machine of every sweep, and how many
//! cells, nodes and seconds of one core it came to.
//!
//! A column whose meaning changes makes another version of the schema.
//!
//! A row of another signature is of another version of the counts, see [`crate::signature`]. It stays where it is,
//! and is not used. Signatures of a former kind are [mapped](crate::signature::current) to those of today wherever
//! rows are read, and rewritten in a file that is opened to be written.

mod journal;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use domineering::Winner;
use flate2::read::GzDecoder;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};
use tt::Statistics;

use crate::files;
use crate::row::{Relation, Searched};
use crate::{Cell, Row, program, signature};

pub use journal::Run;

/// The version of the schema that this program reads and writes.
pub const SCHEMA: &str = "1";

/// What a user may do about a packed database that is no use.
const FETCH: &str = "fetch it again, or name another with --db";

/// What a user may do about a database that is not what it was.
const RESTORE: &str = "restore it from a copy, or move it away and run again";

/// What a user may do about any trouble with a database.
const OTHER: &str = "choose another file (a sweep takes --db)";

const CREATE: &str = "
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO meta VALUES ('schema', '1');
    CREATE TABLE results (
        cell       TEXT NOT NULL,
        signature  INTEGER NOT NULL,
        nodes      INTEGER NOT NULL,
        winner     TEXT,
        look_ups   INTEGER NOT NULL,
        hits       INTEGER NOT NULL,
        cutoffs    INTEGER NOT NULL,
        fresh      INTEGER NOT NULL,
        same       INTEGER NOT NULL,
        replaced   INTEGER NOT NULL,
        kept       INTEGER NOT NULL,
        demoted    INTEGER NOT NULL,
        collisions INTEGER NOT NULL,
        fill       INTEGER NOT NULL,
        seconds    REAL NOT NULL,
        guided     INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (cell, signature)
    ) STRICT;
";

/// Made where it is missing, for older files have no such rows.
const CREATE_SEARCHES: &str = "
    CREATE TABLE IF NOT EXISTS searches (
        cell      TEXT NOT NULL,
        signature INTEGER NOT NULL,
        position  INTEGER NOT NULL,
        depth     INTEGER NOT NULL,
        nodes     INTEGER NOT NULL,
        score     INTEGER NOT NULL,
        PRIMARY KEY (cell, signature, position, depth)
    ) STRICT, WITHOUT ROWID;
";

/// What a file packed by gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// An open database of results.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The line of the journal that work is counted in.
    run: Option<i64>,
    /// How long it waits for another program.
    patience: Duration,
}

/// The error of a database that another program has kept from being read or written for too long. Nothing has changed
/// in the database, and the same may succeed later.
///
/// Use [`anyhow::Error::downcast_ref`] to tell it from other errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} is in use: another program has been {} for {} s; close that program, or try again later", path.display(),
    by.doing(), waited.as_secs()
)]
pub struct InUse {
    /// The database.
    pub path: PathBuf,
    /// What the other program does.
    pub by: Use,
    /// How long this program has waited.
    pub waited: Duration,
}

/// What another program does with a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It reads: a query or a transaction of it is not finished.
    Reading,
    /// It writes.
    Writing,
    /// It reads or writes.
    Unknown,
}

impl Use {
    /// What the program does, in words.
    #[must_use]
    pub fn doing(self) -> &'static str {
        match self {
            Self::Reading => "reading from it",
            Self::Writing => "writing to it",
            Self::Unknown => "reading from it or writing to it",
        }
    }
}

/// A row and the signature of the program that ran it.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The signature.
    pub signature: u64,
    /// The row.
    pub row: Row,
}

impl Store {
    /// How long a program waits for another one by default.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// Opens the database at `path`, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// It cannot be had, or is no database of ours; the error is one line that says what to do.
    pub fn create(path: &Path) -> Result<Self> {
        if is_packed(path) && !path.is_dir() {
            bail!("{} is packed, and can only be read; unpack it with gunzip", path.display());
        }
        files::make_folder_of(path, OTHER).context("the database")?;
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        let created = store.create_tables();
        store.explained(created)?;
        store.check()?;
        let migrated = store.migrate();
        store.explained(migrated)?;
        Ok(store)
    }

    /// Opens the database at `path`; `None` if there is no such file. One that ends in `.gz` is unpacked in memory, to
    /// be read only.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no database of ours; the error is one line that says what to do.
    pub fn open(path: &Path) -> Result<Option<Self>> {
        let empty = match fs::metadata(path) {
            Ok(metadata) => metadata.is_file() && metadata.len() == 0,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(files::unreadable(path, &error)),
        };
        if is_packed(path) {
            return Self::unpack(path).map(Some);
        }
        // A program that was killed while it made the database leaves an empty file.
        if empty {
            return Ok(None);
        }
        // A reader may have to roll back what a killed program left half done, so it asks to write. SQLite does
        // without where that is not allowed.
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.check()?;
        Ok(Some(store))
    }

    /// Opens what is in a file packed by gzip; it is only read.
    fn unpack(path: &Path) -> Result<Self> {
        let shown = path.display();
        let (packed, mut unpacked) = (files::read(path)?, Vec::new());
        if packed.is_empty() {
            bail!("{shown} is empty; {FETCH}");
        }
        if !packed.starts_with(&GZIP) {
            bail!("{shown} is not packed by gzip; take the .gz off its name if it is a database, or {FETCH}");
        }
        GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => anyhow!("cannot unpack {shown}: it ends too early; {FETCH}"),
            _ => anyhow!("cannot unpack {shown}: it is damaged ({error}); {FETCH}"),
        })?;
        if unpacked.is_empty() {
            bail!("there is nothing packed in {shown}; {FETCH}");
        }
        let explained = |error| explain(path, &error);
        let mut connection = Connection::open_in_memory().map_err(explained)?;
        let len = unpacked.len();
        connection.deserialize_read_exact("main", unpacked.as_slice(), len, true).map_err(explained)?;
        let store = Self { connection, path: path.to_owned(), run: None, patience: Self::PATIENCE };
        store.check()?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self> {
        // SQLite gives `:memory:` and names that begin with `file:` a meaning of their own, but none that begins with
        // a dot or a slash.
        let file = Path::new(".").join(path);
        let connection = Connection::open_with_flags(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .and_then(|connection| connection.busy_timeout(Self::PATIENCE).map(|()| connection))
            .map_err(|error| explain(path, &error))?;
        Ok(Self { connection, path: path.to_owned(), run: None, patience: Self::PATIENCE })
    }

    /// Waits this long for another program from now on.
    ///
    /// # Errors
    ///
    /// SQLite refuses, which it does only if it is broken.
    pub fn set_patience(&mut self, patience: Duration) -> Result<()> {
        self.explained(self.connection.busy_timeout(patience))?;
        self.patience = patience;
        Ok(())
    }

    /// Makes the tables unless there are some, in one transaction: a program that is killed here leaves an empty file.
    fn create_tables(&mut self) -> rusqlite::Result<()> {
        if count_tables(&self.connection)? > 0 {
            return if is_ours(&self.connection)? { self.add_what_is_new() } else { Ok(()) };
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another program may have been faster.
        if count_tables(&transaction)? == 0 {
            transaction.execute_batch(CREATE)?;
            transaction.execute_batch(CREATE_SEARCHES)?;
            transaction.execute_batch(journal::CREATE)?;
        }
        transaction.commit()
    }

    /// Adds what files of earlier programs lack. Nothing in them was guided: lines of one move guide nothing.
    fn add_what_is_new(&self) -> rusqlite::Result<()> {
        self.connection.execute_batch(CREATE_SEARCHES)?;
        self.connection.execute_batch(journal::CREATE)?;
        if !has_column(&self.connection, "runs", "id")? {
            self.connection.execute_batch(journal::ADD_ID)?;
        }
        if !has_column(&self.connection, "results", "guided")? {
            self.connection.execute_batch("ALTER TABLE results ADD COLUMN guided INTEGER NOT NULL DEFAULT 0")?;
        }
        Ok(())
    }

    /// Gives rows of former signatures those of today. Where there is a row of both, the search that went further
    /// stays.
    fn migrate(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let stale = stale_cells(&transaction)?;
        if stale.is_empty() {
            return Ok(());
        }
        for (cell, old, new) in stale {
            let nodes = |signature| {
                let select = "SELECT nodes FROM results WHERE cell = ?1 AND signature = ?2";
                transaction.query_row(select, params![cell, signature], |row| row.get::<_, i64>(0)).optional()
            };
            let (nodes_of_old, nodes_of_new) = (nodes(old)?, nodes(new)?);
            let forget = nodes_of_new.map(|_| if nodes_of_old > nodes_of_new { new } else { old });
            for table in ["results", "searches"] {
                if let Some(forget) = forget {
                    let delete = format!("DELETE FROM {table} WHERE cell = ?1 AND signature = ?2");
                    transaction.prepare_cached(&delete)?.execute(params![cell, forget])?;
                }
                let update = format!("UPDATE {table} SET signature = ?3 WHERE cell = ?1 AND signature = ?2");
                transaction.prepare_cached(&update)?.execute(params![cell, old, new])?;
            }
        }
        transaction.commit()
    }

    /// Whether this is a sound database of ours, of a schema that we know.
    fn check(&self) -> Result<()> {
        let path = self.path.display();
        if !self.explained(is_ours(&self.connection))? {
            bail!("{path} is a database, but none of results; {OTHER}");
        }
        let schema = "SELECT value FROM meta WHERE name = 'schema'";
        let schema = self.connection.query_row(schema, [], |row| row.get::<_, String>(0)).optional();
        match self.explained(schema)?.as_deref() {
            Some(SCHEMA) => {}
            version => bail!(
                "{path} has schema version {}, and this program knows version {SCHEMA}; use the program that wrote it, \
                 or {OTHER}",
                version.unwrap_or("unknown")
            ),
        }
        let verdict: String =
            self.explained(self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if verdict != "ok" {
            return Err(damaged(&self.path, &verdict.replace('\n', " ")));
        }
        Ok(())
    }

    /// Writes something, so that a folder in which nothing can be written is noticed before hours of work.
    ///
    /// # Errors
    ///
    /// Nothing can be written; the error says why.
    pub fn check_writable(&mut self) -> Result<()> {
        self.write(|transaction| sign(transaction))
    }

    /// Writes in a transaction of its own. Where another program is in the way, the error says what that does.
    fn write<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T> {
        let (path, patience) = (&self.path, self.patience);
        // To begin such a transaction and to write in it takes a lock that only writers hold.
        let explained = |error| explain_use(path, &error, Use::Writing, patience);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(explained)?;
        let written = write(&transaction).map_err(explained)?;
        // To end it, readers have to be gone.
        transaction.commit().map_err(|error| explain_use(path, &error, Use::Reading, patience))?;
        Ok(written)
    }

    /// As [`check_writable`](Self::check_writable), and leaves the file as it was.
    ///
    /// # Errors
    ///
    /// Nothing can be written; the error says why.
    pub fn try_write(&mut self) -> Result<()> {
        let mut write = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            sign(&transaction)?;
            transaction.rollback()
        };
        let written = write();
        self.explained(written)
    }

    /// The cell and the signature of every row, in the order of their text.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn cells(&self) -> Result<Vec<(Cell, u64)>> {
        let read = || {
            let mut statement =
                self.connection.prepare("SELECT cell, signature FROM results ORDER BY cell, signature")?;
            let cells = statement.query_map([], |row| {
                let (cell, signature) = (read_cell(row)?, unsigned(row, "signature")?);
                let signature = signature::current(&cell, signature);
                Ok((cell, signature))
            })?;
            cells.collect()
        };
        self.explained(read())
    }

    /// The row of `cell` in this version of the counts.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn get(&self, cell: &Cell, signature: u64) -> Result<Option<Row>> {
        self.explained(find(&self.connection, cell, signature))
    }

    /// Every row of this version of the counts, by cell.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn rows(&self, signature: u64) -> Result<BTreeMap<Cell, Row>> {
        let all = self.all()?;
        let ours = all.into_iter().filter(|signed| signed.signature == signature);
        Ok(ours.map(|Signed { row, .. }| (row.cell.clone(), row)).collect())
    }

    /// Every row of every version of the counts, in the order of their text.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn all(&self) -> Result<Vec<Signed>> {
        let read = || {
            // Files of earlier programs have a column less.
            let mut statement = self.connection.prepare("SELECT * FROM results ORDER BY cell, signature")?;
            let rows = statement
                .query_map([], |row| Ok(Signed { signature: unsigned(row, "signature")?, row: read_row(row)? }))?;
            let mut rows = rows.collect::<rusqlite::Result<Vec<Signed>>>()?;
            let mut searches = read_searches(&self.connection, None)?;
            for Signed { signature, row } in &mut rows {
                row.searches = searches.remove(&(row.cell.to_string(), *signature)).unwrap_or_default();
                *signature = signature::current(&row.cell, *signature);
            }
            Ok(rows)
        };
        self.explained(read())
    }

    /// Keeps `row`. One that went less far gives way to it, and one that went further stays.
    ///
    /// # Errors
    ///
    /// It cannot be written; or the file holds another result of the same cell, although nothing has changed. The error
    /// is [`InUse`] if another program is in the way: then the row can be put again later.
    pub fn put(&mut self, row: &Row, signature: u64) -> Result<()> {
        self.put_all([Signed { signature, row: row.clone() }])
    }

    /// As [`put`](Self::put) for many rows: all of them, or none.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub fn put_all(&mut self, rows: impl IntoIterator<Item = Signed>) -> Result<()> {
        self.join(rows, &[])
    }

    /// Puts `row` in the place of the one that is there, whatever that one says, unless `row` only went less far.
    ///
    /// # Errors
    ///
    /// It cannot be written. The error is [`InUse`] if another program is in the way.
    pub fn replace(&mut self, row: &Row, signature: u64) -> Result<()> {
        let run = self.run;
        self.write(|transaction| {
            let known = find(transaction, &row.cell, signature)?;
            if known.is_none_or(|known| row.relation(&known) != Relation::Superseded) {
                write(transaction, row, signature)?;
            }
            run.map_or(Ok(()), |run| journal::count(transaction, run, row.nodes, row.seconds))
        })
    }

    /// As [`put_all`](Self::put_all), and adds to the journal what it lacks of other `journals`: everything, or
    /// nothing.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub fn join(&mut self, rows: impl IntoIterator<Item = Signed>, journals: &[Vec<Run>]) -> Result<()> {
        let (path, patience) = (self.path.clone(), self.patience);
        // To begin such a transaction and to write in it takes a lock that only writers hold.
        let explained = |error| explain_use(&path, &error, Use::Writing, patience);
        let behavior = TransactionBehavior::Immediate;
        let run = self.run;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(explained)?;
        journals.iter().try_for_each(|journal| journal::add(&transaction, journal)).map_err(explained)?;
        for Signed { signature, row } in rows {
            let known = find(&transaction, &row.cell, signature).map_err(explained)?;
            match known.as_ref().map(|known| row.relation(known)) {
                None | Some(Relation::Supersedes) => {
                    write(&transaction, &row, signature).map_err(explained)?;
                    if let Some(run) = run {
                        journal::count(&transaction, run, row.nodes, row.seconds).map_err(explained)?;
                    }
                }
                Some(Relation::Same | Relation::Superseded) => {}
                Some(Relation::Conflict) => bail!(
                    "two results of the same cell: {}, signature {signature}: {} here and {} in {}; one of them is of \
                     a broken program, so nothing was changed",
                    row.cell,
                    row.outcome(),
                    known.as_ref().map(Row::outcome).unwrap_or_default(),
                    path.display()
                ),
            }
        }
        // To end it, readers have to be gone.
        transaction.commit().map_err(|error| explain_use(&path, &error, Use::Reading, patience))
    }

    /// Where the database is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn explained<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|error| explain_use(&self.path, &error, Use::Unknown, self.patience))
    }
}

/// Writes which program was last here.
fn sign(connection: &Connection) -> rusqlite::Result<()> {
    let write = "INSERT OR REPLACE INTO meta VALUES ('last program', 'ttlab ' || ?1)";
    connection.execute(write, [env!("CARGO_PKG_VERSION")]).map(|_| ())
}

fn has_column(connection: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    let count = "SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2";
    Ok(connection.query_row(count, [table, column], |row| row.get::<_, i64>(0))? > 0)
}

fn count_tables(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

fn find(connection: &Connection, cell: &Cell, signature: u64) -> rusqlite::Result<Option<Row>> {
    // The row may be there under a former signature.
    let select = "SELECT * FROM results WHERE cell = ?1 ORDER BY signature = ?2 DESC";
    let mut statement = connection.prepare_cached(select)?;
    let mut rows = statement.query(params![cell.to_string(), signed(signature)])?;
    while let Some(row) = rows.next()? {
        let stored = unsigned(row, "signature")?;
        if signature::current(cell, stored) == signature {
            let mut row = read_row(row)?;
            row.searches = read_searches(connection, Some((cell, stored)))?.into_values().next().unwrap_or_default();
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// The rows of former signatures: the text of the cell, the signature, and the one that took its place.
fn stale_cells(connection: &Connection) -> rusqlite::Result<Vec<(String, i64, i64)>> {
    let old: BTreeSet<String> = signature::successors().map(|(_, _, old, _)| old.to_string()).collect();
    let old = old.into_iter().collect::<Vec<_>>().join(", ");
    let mut statement =
        connection.prepare(&format!("SELECT cell, signature FROM results WHERE signature IN ({old})"))?;
    let mut rows = statement.query([])?;
    let mut stale = Vec::new();
    while let Some(row) = rows.next()? {
        let (cell, old) = (read_cell(row)?, unsigned(row, "signature")?);
        let new = signature::current(&cell, old);
        if new != old {
            stale.push((cell.to_string(), signed(old), signed(new)));
        }
    }
    Ok(stale)
}

/// Searches by the text of the cell and the signature, of one cell or of all; none in a file that has no such table.
fn read_searches(
    connection: &Connection,
    of: Option<(&Cell, u64)>,
) -> rusqlite::Result<BTreeMap<(String, u64), Vec<Searched>>> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'searches'";
    let mut searches = BTreeMap::<_, Vec<Searched>>::new();
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(searches);
    }
    let wanted = if of.is_some() { "WHERE cell = ?1 AND signature = ?2" } else { "" };
    let select = format!(
        "SELECT cell, signature, position, depth, nodes, score FROM searches {wanted}
         ORDER BY cell, signature, position, depth"
    );
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = match of {
        Some((cell, signature)) => statement.query(params![cell.to_string(), signed(signature)])?,
        None => statement.query([])?,
    };
    // There are millions of them, so that columns go by their place, and a cell is named once.
    let mut of_cell: Option<((String, u64), Vec<Searched>)> = None;
    while let Some(row) = rows.next()? {
        let (cell, signature) = (row.get_ref(0)?.as_str()?, natural("signature", row.get(1)?)?);
        let searched = Searched {
            position: row.get(2)?,
            depth: row.get(3)?,
            nodes: natural("nodes", row.get(4)?)?,
            score: row.get(5)?,
        };
        match &mut of_cell {
            Some((key, all)) if key.0 == cell && key.1 == signature => all.push(searched),
            _ => searches.extend(of_cell.replace(((cell.to_owned(), signature), vec![searched]))),
        }
    }
    searches.extend(of_cell);
    Ok(searches)
}

/// Whether the tables of results are there.
fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let find = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('meta', 'results')";
    Ok(connection.query_row(find, [], |row| row.get::<_, i64>(0))? == 2)
}

fn write(transaction: &Transaction<'_>, row: &Row, signature: u64) -> rusqlite::Result<()> {
    let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } = row.statistics;
    let insert = "INSERT OR REPLACE INTO results
        (cell, nodes, winner, look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill, seconds,
         signature, guided)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
    transaction.prepare_cached(insert)?.execute(params![
        row.cell.to_string(),
        signed(row.nodes),
        row.winner.map(winner_name),
        signed(look_ups),
        signed(hits),
        signed(cutoffs),
        signed(fresh),
        signed(same),
        signed(replaced),
        signed(kept),
        signed(demoted),
        signed(collisions),
        signed(fill),
        row.seconds,
        signed(signature),
        signed(row.guided),
    ])?;
    let cell = row.cell.to_string();
    let forget = "DELETE FROM searches WHERE cell = ?1 AND signature = ?2";
    transaction.prepare_cached(forget)?.execute(params![cell, signed(signature)])?;
    let mut insert = transaction.prepare_cached("INSERT INTO searches VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for &Searched { position, depth, nodes, score } in &row.searches {
        insert.execute(params![cell, signed(signature), position, depth, signed(nodes), score])?;
    }
    Ok(())
}

fn read_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let cell = read_cell(row)?;
    let winner = match row.get::<_, Option<String>>("winner")?.as_deref() {
        None => None,
        Some("first") => Some(Winner::First),
        Some("second") => Some(Winner::Second),
        Some(other) => return Err(unreadable(&format!("`{other}` is no winner"))),
    };
    let statistics = Statistics {
        look_ups: unsigned(row, "look_ups")?,
        hits: unsigned(row, "hits")?,
        cutoffs: unsigned(row, "cutoffs")?,
        fresh: unsigned(row, "fresh")?,
        same: unsigned(row, "same")?,
        replaced: unsigned(row, "replaced")?,
        kept: unsigned(row, "kept")?,
        demoted: unsigned(row, "demoted")?,
        collisions: unsigned(row, "collisions")?,
        fill: unsigned(row, "fill")?,
    };
    let (nodes, searches) = (unsigned(row, "nodes")?, Vec::new());
    let guided = if row.as_ref().column_index("guided").is_ok() { unsigned(row, "guided")? } else { 0 };
    Ok(Row { cell, nodes, winner, searches, statistics, guided, seconds: row.get("seconds")? })
}

fn read_cell(row: &rusqlite::Row<'_>) -> rusqlite::Result<Cell> {
    let text: String = row.get("cell")?;
    Cell::stored(&text).map_err(|error| unreadable(&format!("{error:#}")))
}

fn winner_name(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
    }
}

/// SQLite has no unsigned integers. No search visits 2^63 nodes.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &rusqlite::Row<'_>, column: &str) -> rusqlite::Result<u64> {
    natural(column, row.get(column)?)
}

fn natural(column: &str, number: i64) -> rusqlite::Result<u64> {
    u64::try_from(number).map_err(|_| unreadable(&format!("{column} is {number}")))
}

fn unreadable(what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, what.to_owned().into())
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz")
}

fn damaged(path: &Path, what: &str) -> anyhow::Error {
    anyhow!("{} is damaged ({what}); {RESTORE}", path.display())
}

/// As [`explain`], of what has to wait while another program uses the database in this way.
fn explain_use(path: &Path, error: &rusqlite::Error, by: Use, waited: Duration) -> anyhow::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => InUse { path: path.to_owned(), by, waited }.into(),
        _ => explain(path, error),
    }
}

/// What is wrong with a row, if the error is about a row.
fn unreadable_row(error: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnIndex, InvalidColumnName, InvalidColumnType,
        Utf8Error,
    };
    match error {
        FromSqlConversionFailure(_, _, what) => Some(what.to_string()),
        IntegralValueOutOfRange(_, number) => Some(format!("the number {number} is out of range")),
        InvalidColumnIndex(index) => Some(format!("there is no column {}", index + 1)),
        InvalidColumnName(name) => Some(format!("there is no column `{name}`")),
        InvalidColumnType(_, name, kind) => Some(format!("`{name}` is of type {kind}")),
        Utf8Error(..) => Some("a text is not valid UTF-8".to_owned()),
        _ => None,
    }
}

/// An error of SQLite in one line that says what to do.
fn explain(path: &Path, error: &rusqlite::Error) -> anyhow::Error {
    let path_shown = path.display();
    if let Some(what) = unreadable_row(error) {
        return anyhow!("{path_shown} holds a row that cannot be read ({what}); {RESTORE}");
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) if is_extended(error, rusqlite::ffi::SQLITE_READONLY_DBMOVED) => {
            let what = if path.exists() { "was replaced by another file" } else { "was deleted or moved" };
            anyhow!(
                "{path_shown} {what} while this program used it; put it back and run again to go on, or run again to \
                 begin a new one"
            )
        }
        Some(ErrorCode::DiskFull) => anyhow!(
            "no space left for {path_shown}; what was stored before is safe: free some space and run again to go on"
        ),
        Some(ErrorCode::NotADatabase) => {
            anyhow!("{path_shown} is no database; it was left as it is: move it away, or {OTHER}")
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(path, &error.to_string()),
        Some(ErrorCode::ReadOnly) => {
            anyhow!("cannot write to {path_shown}: the file or its folder is read-only; {OTHER}")
        }
        Some(ErrorCode::CannotOpen) => {
            if path.is_dir() {
                return anyhow!("{path_shown} is a folder; name a file in it");
            }
            if let Some(error) = fs::File::open(path).err().filter(|error| error.kind() == ErrorKind::PermissionDenied)
            {
                return files::unreadable(path, &error);
            }
            anyhow!("cannot open {path_shown}: check that its folder is there and can be written to, or {OTHER}")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            InUse { path: path.to_owned(), by: Use::Unknown, waited: Store::PATIENCE }.into()
        }
        Some(ErrorCode::SystemIoFailure) => anyhow!(
            "reading or writing {path_shown} failed ({error}); every cell stored so far is safe: check the disk and \
             its space, and run again to go on"
        ),
        // Whoever has opened it has seen its tables.
        _ if error.to_string().starts_with("no such table") => anyhow!(
            "{path_shown} was emptied or truncated while this program used it; restore it from a copy and run again \
             to go on, or run again to begin a new one"
        ),
        _ => anyhow!("the database {path_shown}: {error}; {RESTORE}"),
    }
}

/// Whether SQLite gives this reason for an error.
fn is_extended(error: &rusqlite::Error, code: i32) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == code)
}

/// Rows that the repository carries.
const RECORDED: &str = "testsets/recorded/full.sqlite.gz";

/// What to do where there is no database; the recorded rows, if they are there, are read with `options` besides.
#[must_use]
pub fn no_database(path: &Path, options: &str) -> String {
    let shown = path.display();
    let what =
        if path.exists() { format!("nothing is in {shown} yet") } else { format!("there is no database {shown}") };
    if Path::new(RECORDED).exists() {
        let recorded = format!("--db {RECORDED} {options}");
        format!("{what}: run `{} sweep`, or read the recorded rows with `{}`", program(), recorded.trim_end())
    } else {
        format!("{what}: run `{} sweep`, or name another with --db", program())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: &str = "domineering board=6x7 first=vertical scheme=two-big1 positions=8K parts=all seed=1";

    fn row(nodes: u64, winner: Option<Winner>) -> Row {
        let statistics =
            Statistics { look_ups: 1, hits: 2, cutoffs: 3, fresh: 4, same: 5, replaced: 6, ..Statistics::default() };
        let statistics = Statistics { kept: 7, demoted: 8, collisions: 9, fill: 10, ..statistics };
        Row { cell: CELL.parse().unwrap(), nodes, winner, searches: Vec::new(), statistics, guided: 0, seconds: 0.25 }
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn cells_are_listed_and_writing_is_tried() {
        let folder = folder();
        let mut store = Store::create(&folder.path().join("x")).unwrap();
        store.put(&row(12, None), 7).unwrap();
        store.put(&row(12, None), 8).unwrap();
        for cell in [
            "connect-four set=end-easy sample=10 scheme=deep positions=1K parts=all seed=1970",
            "connect-four-tutorial set=end-easy sample=10 window=weak scheme=none parts=all seed=1970",
        ] {
            store.put(&Row { cell: cell.parse().unwrap(), ..row(12, None) }, 7).unwrap();
        }
        let cells = store.cells().unwrap();
        assert_eq!(cells.iter().map(|(_, signature)| *signature).collect::<Vec<_>>(), [7, 7, 7, 8]);
        assert_eq!(cells[3].0, row(12, None).cell);
        let signed = |store: &Store| {
            let count = "SELECT count(*) FROM meta WHERE name = 'last program'";
            store.connection.query_row(count, [], |row| row.get::<_, i64>(0)).unwrap()
        };
        store.try_write().unwrap();
        assert_eq!(signed(&store), 0, "nothing is left behind");
        store.check_writable().unwrap();
        assert_eq!(signed(&store), 1);
    }

    #[test]
    fn rows_are_read_back() {
        let folder = folder();
        let path = folder.path().join("new/folder/results.sqlite");
        assert!(Store::open(&path).unwrap().is_none());
        let mut store = Store::create(&path).unwrap();
        store.check_writable().unwrap();
        let stored = row(12, Some(Winner::Second));
        store.put(&stored, 7).unwrap();
        drop(store);
        let store = Store::open(&path).unwrap().unwrap();
        let found = store.get(&stored.cell, 7).unwrap().unwrap();
        assert!(found.agrees_with(&stored) && found.seconds == 0.25);
        assert!(store.get(&stored.cell, 8).unwrap().is_none());
        assert_eq!((store.rows(7).unwrap().len(), store.rows(8).unwrap().len()), (1, 0));
    }

    #[test]
    fn a_file_of_an_earlier_program_is_used() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        store.put(&row(12, Some(Winner::Second)), 7).unwrap();
        let drop_new = "ALTER TABLE results DROP COLUMN guided; DROP TABLE searches; ALTER TABLE runs DROP COLUMN id";
        store.connection.execute_batch(drop_new).unwrap();
        drop(store);
        assert_eq!(Store::open(&path).unwrap().unwrap().all().unwrap()[0].row.guided, 0, "it is only read");
        let mut store = Store::create(&path).unwrap();
        let guided = Row { guided: 3, ..row(12, Some(Winner::Second)) };
        store.begin_run("sweep", None, "here").unwrap();
        store.put(&guided, 8).unwrap();
        assert!(store.runs().unwrap()[0].id.is_some());
        assert!(store.get(&guided.cell, 8).unwrap().unwrap().agrees_with(&guided));
    }

    /// A row as it was stored before there were signatures of rows, and its signature of today.
    fn former() -> (Row, u64, u64) {
        let (solver, scheme, old, _) = signature::successors().find(|one| one.1 == "two-big1").unwrap();
        assert_eq!((solver.name(), scheme), ("domineering", "two-big1"));
        let row = Row {
            searches: vec![Searched { position: 0, depth: 1, nodes: 3, score: -4 }],
            ..row(12, Some(Winner::Second))
        };
        let current = signature::current(&row.cell, old);
        (row, old, current)
    }

    fn raw_signatures(path: &Path) -> Vec<i64> {
        let connection = Connection::open(path).unwrap();
        let select = "SELECT signature FROM results UNION ALL SELECT signature FROM searches";
        let mut statement = connection.prepare(select).unwrap();
        let signatures = statement.query_map([], |row| row.get(0)).unwrap();
        let mut signatures: Vec<i64> = signatures.collect::<rusqlite::Result<_>>().unwrap();
        signatures.sort_unstable();
        signatures
    }

    #[test]
    fn former_signatures_are_read_and_rewritten() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let (row, old, current) = former();
        let mut store = Store::create(&path).unwrap();
        store.put(&row, old).unwrap();
        store.put(&row, 4711).unwrap();
        drop(store);

        let check = |store: &Store| {
            let all = store.all().unwrap();
            assert_eq!(all.iter().map(|signed| signed.signature).collect::<BTreeSet<_>>(), [current, 4711].into());
            assert!(all.iter().all(|signed| signed.row.agrees_with(&row)));
            assert_eq!(store.cells().unwrap().iter().filter(|(_, signature)| *signature == current).count(), 1);
            assert!(store.get(&row.cell, current).unwrap().unwrap().agrees_with(&row));
            assert!(store.get(&row.cell, 4712).unwrap().is_none());
        };
        check(&Store::open(&path).unwrap().unwrap());
        let (old, new) = (signed(old), signed(current));
        assert_eq!(raw_signatures(&path), [4711, 4711, old, old], "it was only read");
        check(&Store::create(&path).unwrap());
        assert_eq!(raw_signatures(&path), [4711, 4711, new, new]);
        check(&Store::create(&path).unwrap());
    }

    #[test]
    fn of_two_rows_with_a_former_and_a_present_signature_the_longer_search_stays() {
        let (complete, old, current) = former();
        let stopped = Row { nodes: 7, winner: None, searches: Vec::new(), ..complete.clone() };
        for (of_old, of_new) in [(&complete, &stopped), (&stopped, &complete), (&complete, &complete)] {
            let folder = folder();
            let path = folder.path().join("x.sqlite");
            let mut store = Store::create(&path).unwrap();
            store.put(of_old, old).unwrap();
            store.put(of_new, current).unwrap();
            drop(store);
            let all = Store::create(&path).unwrap().all().unwrap();
            assert_eq!(all.len(), 1);
            assert!(all[0].signature == current && all[0].row.agrees_with(&complete));
            assert_eq!(raw_signatures(&path).len(), 2);
        }
    }

    #[test]
    fn rows_of_a_scheme_that_this_program_lacks_are_kept() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        store.put(&row(1, None), 7).unwrap();
        let cell = CELL.replace("two-big1", "of-another-program");
        store.connection.execute("UPDATE results SET cell = ?1", [&cell]).unwrap();
        let all = store.all().unwrap();
        assert_eq!(all[0].row.cell.to_string(), cell);
        store.put_all(all).unwrap();
        let cells = store.cells().unwrap();
        let signatures = signature::Signatures::of(cells.iter().map(|(cell, _)| cell)).unwrap();
        assert_eq!((cells.len(), signatures.iter().count()), (1, 0));
        let error = crate::run::run(&cells[0].0, 10, &crate::run::Nodes::default()).unwrap_err();
        assert!(format!("{error:#}").contains("no scheme `of-another-program`"), "{error:#}");
    }

    #[test]
    fn a_row_is_replaced_unless_it_went_further() {
        let folder = folder();
        let mut store = Store::create(&folder.path().join("x.sqlite")).unwrap();
        let stored = |store: &Store| store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes;
        store.put(&row(12, Some(Winner::First)), 7).unwrap();
        store.replace(&row(5, None), 7).unwrap();
        assert_eq!(stored(&store), 12, "a search to a lower limit says nothing new");
        store.replace(&row(13, Some(Winner::First)), 7).unwrap();
        assert_eq!(stored(&store), 13);
    }

    #[test]
    fn a_longer_search_takes_the_place_and_a_conflict_changes_nothing() {
        let folder = folder();
        let mut store = Store::create(&folder.path().join("x.sqlite")).unwrap();
        store.put(&row(10, None), 7).unwrap();
        store.put(&row(5, None), 7).unwrap();
        assert_eq!(store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes, 10);
        store.put(&row(12, Some(Winner::First)), 7).unwrap();
        store.put(&row(11, None), 7).unwrap();
        let error = store.put(&row(13, Some(Winner::First)), 7).unwrap_err().to_string();
        assert!(error.contains(CELL) && error.contains("13 nodes") && error.contains("12 nodes"), "{error}");
        assert_eq!(store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes, 12);
        store.put(&row(13, Some(Winner::First)), 8).unwrap();
        assert_eq!(store.all().unwrap().iter().map(|signed| signed.signature).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn what_is_no_database_of_ours_is_refused_and_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let error = |path: &Path| Store::create(path).unwrap_err().to_string();

        fs::write(&path, "not a database, but long enough to be looked at ".repeat(100)).unwrap();
        assert!(error(&path).contains("is no database"));
        assert!(fs::read_to_string(&path).unwrap().starts_with("not a database"));
        fs::remove_file(&path).unwrap();

        Connection::open(&path).unwrap().execute_batch("CREATE TABLE games (a)").unwrap();
        assert!(error(&path).contains("none of results"));
        fs::remove_file(&path).unwrap();

        drop(Store::create(&path).unwrap());
        Connection::open(&path).unwrap().execute_batch("UPDATE meta SET value = '99'").unwrap();
        assert!(error(&path).contains("schema version 99, and this program knows version 1"));
    }

    #[test]
    fn damage_is_noticed() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        for seed in 0..2_000 {
            let mut row = row(seed, Some(Winner::First));
            row.cell.seed = seed;
            store.put_all([Signed { signature: 7, row }]).unwrap();
            if fs::metadata(&path).unwrap().len() > 40_000 {
                break;
            }
        }
        drop(store);
        let mut bytes = fs::read(&path).unwrap();
        let end = bytes.len();
        bytes[end / 2..end / 2 + 8_000].fill(0xa5);
        fs::write(&path, bytes).unwrap();
        let error = Store::create(&path).unwrap_err().to_string();
        assert!(error.contains("is damaged") && error.contains("move it away"), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn a_row_that_cannot_be_read_is_named() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        store.put(&row(1, None), 7).unwrap();
        store.connection.execute_batch("UPDATE results SET cell = 'draughts'").unwrap();
        let error = store.all().unwrap_err().to_string();
        assert!(error.contains("cannot be read") && error.contains("draughts"), "{error}");
    }

    /// What is strict in a table can be had by other means: a table that is not, or another file format.
    #[test]
    fn damaged_rows_end_in_what_to_do() {
        for (damage, what) in [
            ("UPDATE searches SET position = -106", "-106 is out of range"),
            ("UPDATE results SET hits = -1", "hits is -1"),
            ("ALTER TABLE results RENAME COLUMN seconds TO minutes", "no column `seconds`"),
            ("UPDATE results SET cell = CAST(x'ff' AS TEXT)", "UTF-8"),
            ("UPDATE searches SET cell = CAST(x'ff' AS TEXT)", "UTF-8"),
            (
                "ALTER TABLE results RENAME TO old; CREATE TABLE results AS SELECT * FROM old; \
                 UPDATE results SET nodes = 'many'",
                "`nodes` is of type Text",
            ),
        ] {
            let folder = folder();
            let mut store = Store::create(&folder.path().join("x.sqlite")).unwrap();
            let searches = vec![Searched { position: 0, depth: 1, nodes: 1, score: 0 }];
            store.put(&Row { searches, ..row(1, None) }, 7).unwrap();
            store.connection.execute_batch(damage).unwrap();
            let error = store.all().unwrap_err().to_string();
            let error = error.replace("utf-8", "UTF-8");
            assert!(error.contains(what) && error.ends_with(RESTORE), "{damage}: {error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_gone_or_another_one_is_called_that() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let told = |change: &dyn Fn()| {
            let _ = fs::remove_file(path("x"));
            let mut store = Store::create(&path("x")).unwrap();
            store.put(&row(1, None), 7).unwrap();
            change();
            store.put(&row(2, None), 7).unwrap_err().to_string()
        };
        drop(Store::create(&path("other")).unwrap());
        let deleted = told(&|| fs::remove_file(path("x")).unwrap());
        assert!(deleted.contains("x was deleted or moved while this program used it; put it back"), "{deleted}");
        let replaced = told(&|| fs::rename(path("other"), path("x")).unwrap());
        assert!(replaced.contains("x was replaced by another file while this program used it"), "{replaced}");
        let emptied = told(&|| fs::File::create(path("x")).map(drop).unwrap());
        assert!(emptied.contains("x was emptied or truncated while this program used it"), "{emptied}");
        let cut = told(&|| fs::OpenOptions::new().write(true).open(path("x")).unwrap().set_len(5_000).unwrap());
        assert!(cut.contains("damaged") && cut.ends_with(RESTORE), "{cut}");
    }

    #[test]
    fn what_another_program_does_is_named() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        store.put(&row(1, None), 7).unwrap();
        store.set_patience(Duration::from_millis(1)).unwrap();
        let other = Connection::open(&path).unwrap();
        let by = |store: &mut Store| store.put(&row(2, None), 7).unwrap_err().downcast_ref::<InUse>().unwrap().by;

        other.execute_batch("BEGIN; SELECT * FROM results").unwrap();
        assert_eq!(by(&mut store), Use::Reading);
        assert!(store.get(&row(1, None).cell, 7).unwrap().is_some(), "readers are not in each other's way");
        other.execute_batch("ROLLBACK; BEGIN IMMEDIATE").unwrap();
        assert_eq!(by(&mut store), Use::Writing);
        let error = store.check_writable().unwrap_err().to_string();
        assert!(error.contains("another program has been writing to it for 0 s"), "{error}");
        other.execute_batch("ROLLBACK").unwrap();
        store.put(&row(2, None), 7).unwrap();
    }

    /// A limit of pages is to SQLite what a full disk is.
    #[test]
    fn a_full_disk_loses_nothing() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        let mut store = Store::create(&path).unwrap();
        let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.connection.query_row(&format!("PRAGMA max_page_count = {}", pages + 1), [], |_| Ok(())).unwrap();
        let mut stored = 0;
        let error = loop {
            let mut row = row(stored, Some(Winner::First));
            row.cell.seed = stored;
            match store.put(&row, 7) {
                Ok(()) => stored += 1,
                Err(error) => break error.to_string(),
            }
        };
        assert!(error.contains("no space left") && error.contains("is safe"), "{error}");
        drop(store);
        assert_eq!(Store::open(&path).unwrap().unwrap().rows(7).unwrap().len() as u64, stored);
    }

    #[test]
    fn folders_that_cannot_be_had() {
        let error = Store::create(Path::new("/dev/null/x/results.sqlite")).unwrap_err();
        assert!(format!("{error:#}").contains("cannot make the folder /dev/null/x"), "{error:#}");
        let folder = folder();
        let error = Store::create(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is a folder; name a file in it"), "{error}");
    }

    #[test]
    fn two_programs_write_at_once() {
        let folder = folder();
        let path = folder.path().join("x.sqlite");
        std::thread::scope(|scope| {
            for first_seed in 0..4 {
                let path = &path;
                scope.spawn(move || {
                    let mut store = Store::create(path).unwrap();
                    for seed in first_seed..first_seed + 20 {
                        let mut row = row(seed, Some(Winner::First));
                        row.cell.seed = seed;
                        store.put(&row, 7).unwrap();
                    }
                });
            }
        });
        assert_eq!(Store::open(&path).unwrap().unwrap().rows(7).unwrap().len(), 23);
    }
}
