//! Results in an SQLite file.
//!
//! A finished cell is one transaction: however the program ends, the file holds complete rows, and the next run resumes
//! from them. The file keeps SQLite's rollback journal (no write-ahead log): at rest it is a single file that can be
//! copied, and the few writes of a sweep do not need to be faster. Several programs may use a file at once. A writer
//! waits for other writers and for readers: a query that another program has not finished blocks writing. After a
//! minute, or another [patience](Store::set_patience), the error is [`InUse`].
//!
//! `schema.sql` has the tables and describes their columns. The table `runs` is a [journal](Run) of sweeps. A database
//! of an earlier program is read as it is, and upgraded in one transaction when it is opened for writing. Rows that are
//! kept in git are [text](write_lines), which is read like a database.
//!
//! A row with another signature belongs to another version of the counts, see [`crate::signature`]. It is kept and not
//! used. Former signatures are [mapped](crate::signature::current) to current ones wherever rows are read, and are
//! rewritten when a file is opened for writing.

mod columns;
mod errors;
mod examined;
mod journal;
mod line_schema;
mod lines;
mod opening;
mod played;
mod rows;
mod schema_1;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::files;
use crate::help::with_help;
use crate::row::Relation;
use crate::{Cell, Row, signature};
use columns::unsigned;
use errors::{explain_use, is_text};
use lines::Lines;
use rows::{find, read_all, read_cell, write};

pub(crate) use errors::find_conflict;
pub use errors::{InUse, RECORDED, Use, no_database};
pub use journal::Run;
pub use line_schema::lines_schema;
pub use lines::write_lines;

/// The version of `schema.sql`, which this program writes. It reads earlier ones, too.
const SCHEMA: &str = "2";

/// Creates the tables and views.
const CREATE: &str = include_str!("schema.sql");

/// An open database of results.
#[derive(Debug)]
pub struct Store {
    data: Data,
    path: PathBuf,
    /// The version of its tables.
    schema: &'static str,
    /// The row of the journal that counts the work.
    run: Option<i64>,
    /// How long to wait for another program.
    patience: Duration,
}

/// What the rows are read from.
#[derive(Debug)]
enum Data {
    Database(Connection),
    /// Text, which is read as a whole.
    Lines(Lines),
}

/// A row and its signature.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The signature.
    pub signature: u64,
    /// The row.
    pub row: Row,
}

impl Store {
    /// How long to wait for another program by default.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// Returns the connection to the database, which text does not have.
    fn database(&self) -> Result<&Connection> {
        match &self.data {
            Data::Database(connection) => Ok(connection),
            Data::Lines(_) => Err(is_text(&self.path)),
        }
    }

    fn database_mut(&mut self) -> Result<&mut Connection> {
        match &mut self.data {
            Data::Database(connection) => Ok(connection),
            Data::Lines(_) => Err(is_text(&self.path)),
        }
    }

    /// Sets how long to wait for another program.
    ///
    /// # Errors
    ///
    /// SQLite fails, which it does not.
    pub fn set_patience(&mut self, patience: Duration) -> Result<()> {
        self.patience = patience;
        match &self.data {
            Data::Database(connection) => self.explained(connection.busy_timeout(patience)),
            Data::Lines(_) => Ok(()),
        }
    }

    /// Writes something, so that a database that cannot be written is noticed before hours of work.
    ///
    /// # Errors
    ///
    /// The database cannot be written; the error says why.
    pub fn check_writable(&mut self) -> Result<()> {
        self.write(|transaction| Ok(sign(transaction)?))
    }

    /// Writes in a transaction. If another program blocks it, the error says whether that program reads or writes.
    /// After an error, the database is unchanged.
    fn write<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let (path, patience) = (self.path.clone(), self.patience);
        // Only writers hold the lock that such a transaction needs to begin and to write.
        let explained = |error| explain_use(&path, &error, Use::Writing, patience);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.database_mut()?.transaction_with_behavior(behavior).map_err(explained)?;
        let _writing = files::begin_writing();
        let written = write(&transaction).map_err(|error| error.downcast().map_or_else(|other| other, explained))?;
        // Readers block the end of the transaction.
        transaction.commit().map_err(|error| explain_use(&path, &error, Use::Reading, patience))?;
        Ok(written)
    }

    /// As [`check_writable`](Self::check_writable), and leaves the file unchanged.
    ///
    /// # Errors
    ///
    /// The database cannot be written; the error says why.
    pub fn try_write(&mut self) -> Result<()> {
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let _writing = files::begin_writing();
            sign(&transaction)?;
            transaction.rollback()
        };
        let written = write(self.database_mut()?);
        self.explained(written)
    }

    /// Returns the cell and the signature of every row, in the same order.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn cells(&self) -> Result<Vec<(Cell, u64)>> {
        let read = |connection: &Connection| {
            let select = "SELECT text AS cell, signature FROM results_data JOIN cells USING (cell_id)
                          ORDER BY text, signature";
            let mut statement = connection.prepare(select)?;
            let cells = statement.query_map([], |row| {
                let (cell, signature) = (read_cell(row)?, unsigned(row, "signature")?);
                let signature = signature::current(&cell, signature);
                Ok((cell, signature))
            })?;
            cells.collect()
        };
        match &self.data {
            Data::Database(connection) => self.explained(read(connection)),
            Data::Lines(lines) => {
                Ok(lines.rows.iter().map(|signed| (signed.row.cell.clone(), signed.signature)).collect())
            }
        }
    }

    /// Returns the row of `cell` with this signature.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn get(&self, cell: &Cell, signature: u64) -> Result<Option<Row>> {
        match &self.data {
            Data::Database(connection) if self.schema == SCHEMA => self.explained(find(connection, cell, signature)),
            _ => Ok(self.rows(signature)?.remove(cell)),
        }
    }

    /// Returns every row with this signature, by cell.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn rows(&self, signature: u64) -> Result<BTreeMap<Cell, Row>> {
        let all = self.all()?;
        let ours = all.into_iter().filter(|signed| signed.signature == signature);
        Ok(ours.map(|Signed { row, .. }| (row.cell.clone(), row)).collect())
    }

    /// Returns every row with its signature, in an order that depends on nothing else.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn all(&self) -> Result<Vec<Signed>> {
        match &self.data {
            Data::Database(connection) => self.explained(read_all(connection)),
            Data::Lines(lines) => Ok(lines.rows.clone()),
        }
    }

    /// Stores `row`, unless the file has a row of a longer search. A row of a shorter search is replaced.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or has a conflicting result with the same cell and signature. The error is
    /// [`InUse`] if another program blocks the file: then the row can be put again later.
    pub fn put(&mut self, row: &Row, signature: u64) -> Result<()> {
        self.put_all([Signed { signature, row: row.clone() }])
    }

    /// As [`put`](Self::put) for many rows: stores all of them, or none.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub fn put_all(&mut self, rows: impl IntoIterator<Item = Signed>) -> Result<()> {
        self.join(rows, &[])
    }

    /// Stores `row` and replaces the row that is there, even a conflicting one, unless that is of a longer search.
    ///
    /// # Errors
    ///
    /// The file cannot be written. The error is [`InUse`] if another program blocks it.
    pub fn replace(&mut self, row: &Row, signature: u64) -> Result<()> {
        let run = self.run;
        self.write(|transaction| {
            let known = find(transaction, &row.cell, signature)?;
            if known.is_none_or(|known| row.relation(&known) != Relation::Superseded) {
                write(transaction, row, signature)?;
            }
            Ok(run.map_or(Ok(()), |run| journal::count(transaction, run, row.nodes, row.seconds))?)
        })
    }

    /// As [`put_all`](Self::put_all), and adds the rows of other `journals` that this journal lacks.
    ///
    /// # Errors
    ///
    /// As [`put`](Self::put).
    pub fn join(&mut self, rows: impl IntoIterator<Item = Signed>, journals: &[Vec<Run>]) -> Result<()> {
        let (run, path) = (self.run, self.path.clone());
        self.write(|transaction| {
            journals.iter().try_for_each(|journal| journal::add(transaction, journal))?;
            for Signed { signature, row } in rows {
                let known = find(transaction, &row.cell, signature)?;
                match known.as_ref().map(|known| row.relation(known)) {
                    None | Some(Relation::Supersedes) => {
                        write(transaction, &row, signature)?;
                        if let Some(run) = run {
                            journal::count(transaction, run, row.nodes, row.seconds)?;
                        }
                    }
                    Some(Relation::Same | Relation::Superseded) => {}
                    Some(Relation::Conflict) => bail!(with_help(
                        format_args!(
                            "conflicting results for one cell: {}, signature {signature}: {} here and {} in {}; the \
                             database is unchanged",
                            row.cell,
                            row.described(),
                            known.as_ref().map(Row::described).unwrap_or_default(),
                            path.display()
                        ),
                        find_conflict()
                    )),
                }
            }
            Ok(())
        })
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the version of its tables.
    #[must_use]
    pub fn schema(&self) -> &'static str {
        self.schema
    }

    fn explained<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|error| explain_use(&self.path, &error, Use::Unknown, self.patience))
    }
}

/// Writes the version of this program into the database.
fn sign(connection: &Connection) -> rusqlite::Result<()> {
    let write = "INSERT OR REPLACE INTO meta VALUES ('last program', 'ttlab ' || ?1)";
    connection.execute(write, [env!("CARGO_PKG_VERSION")]).map(|_| ())
}
