//! The journal of a database: the commands that made its rows, on which machines and of which commits.

use rusqlite::{Connection, params};

use super::{Store, unsigned};

/// Made where it is missing, for older files have no journal.
pub(super) const CREATE: &str = "
    CREATE TABLE IF NOT EXISTS runs (
        started   TEXT NOT NULL,
        command   TEXT NOT NULL,
        commit_id TEXT,
        machine   TEXT NOT NULL,
        cells     INTEGER NOT NULL,
        nodes     INTEGER NOT NULL,
        seconds   REAL NOT NULL
    ) STRICT;
";

/// One sweep, as far as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// When it was started: date and time, UTC.
    pub started: String,
    /// The command.
    pub command: String,
    /// The commit that the program was built of, if it was told.
    pub commit: Option<String>,
    /// The machine, see [`machine::describe`](crate::machine::describe).
    pub machine: String,
    /// Cells that it ran and stored.
    pub cells: u64,
    /// Their nodes.
    pub nodes: u64,
    /// The seconds of one core that they took.
    pub seconds: f64,
}

impl Store {
    /// Writes into the journal that a sweep has begun. What is [put](Self::put) from now on is counted as its work.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn begin_run(&mut self, command: &str, commit: Option<&str>, machine: &str) -> anyhow::Result<()> {
        let insert = "INSERT INTO runs VALUES (strftime('%Y-%m-%d %H:%M:%S', 'now'), ?1, ?2, ?3, 0, 0, 0.0)";
        self.explained(self.connection.execute(insert, params![command, commit, machine]))?;
        self.run = Some(self.connection.last_insert_rowid());
        Ok(())
    }

    /// The journal, in order.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn runs(&self) -> anyhow::Result<Vec<Run>> {
        self.explained(read(&self.connection))
    }

    /// Adds to the journal what it lacks of another one; of two lines of one sweep the one that went further stays.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn add_runs(&mut self, runs: &[Run]) -> anyhow::Result<()> {
        for run in runs {
            let Run { started, command, commit, machine, cells, nodes, seconds } = run;
            let is_same = |known: &Run| (&known.started, &known.command, &known.machine) == (started, command, machine);
            let known = self.runs()?;
            if known.iter().any(|known| is_same(known) && known.cells >= *cells) {
                continue;
            }
            let forget = "DELETE FROM runs WHERE started = ?1 AND command = ?2 AND machine = ?3";
            self.explained(self.connection.execute(forget, params![started, command, machine]))?;
            let insert = "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let values = params![started, command, commit, machine, *cells as i64, *nodes as i64, seconds];
            self.explained(self.connection.execute(insert, values))?;
        }
        Ok(())
    }
}

/// Adds a row to the work of a run.
pub(super) fn count(connection: &Connection, run: i64, nodes: u64, seconds: f64) -> rusqlite::Result<()> {
    let update = "UPDATE runs SET cells = cells + 1, nodes = nodes + ?2, seconds = seconds + ?3 WHERE rowid = ?1";
    connection.prepare_cached(update)?.execute(params![run, nodes as i64, seconds]).map(drop)
}

fn read(connection: &Connection) -> rusqlite::Result<Vec<Run>> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'runs'";
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare("SELECT * FROM runs ORDER BY started, rowid")?;
    let runs = statement.query_map([], |row| {
        Ok(Run {
            started: row.get("started")?,
            command: row.get("command")?,
            commit: row.get("commit_id")?,
            machine: row.get("machine")?,
            cells: unsigned(row, "cells")?,
            nodes: unsigned(row, "nodes")?,
            seconds: row.get("seconds")?,
        })
    })?;
    runs.collect()
}
