//! The journal of a database: the commands that made its rows, with their machines and commits.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::{Data, Store, columns::unsigned};

/// One sweep, and the work that it has done so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// When it started: date and time, UTC.
    pub started: String,
    /// The command.
    pub command: String,
    /// The commit that the program was built from, if known.
    pub commit: Option<String>,
    /// The machine, see [`machine::describe`](crate::machine::describe).
    pub machine: String,
    /// Cells that it ran and stored.
    pub cells: u64,
    /// Their nodes.
    pub nodes: u64,
    /// The seconds of one core that they took.
    pub seconds: f64,
    /// A unique id; journals of earlier programs have none.
    pub id: Option<String>,
}

impl Store {
    /// Adds a sweep to the journal. Rows that are [put](Self::put) from now on are counted as its work.
    ///
    /// # Errors
    ///
    /// The file cannot be written. The error is [`InUse`](super::InUse) if another program blocks it.
    pub fn begin_run(&mut self, command: &str, commit: Option<&str>, machine: &str) -> anyhow::Result<()> {
        let insert = "INSERT INTO runs
            VALUES (strftime('%Y-%m-%d %H:%M:%S', 'now'), ?1, ?2, ?3, 0, 0, 0.0, lower(hex(randomblob(16))))";
        let run = self.write(|transaction| {
            transaction.execute(insert, params![command, commit, machine])?;
            Ok(transaction.last_insert_rowid())
        })?;
        self.run = Some(run);
        Ok(())
    }

    /// Returns the journal, in order.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn runs(&self) -> anyhow::Result<Vec<Run>> {
        match &self.data {
            Data::Database(connection) => {
                let runs = self.explained(read(connection))?;
                Ok(runs.into_iter().map(|(_, run)| run).collect())
            }
            Data::Lines(lines) => Ok(lines.runs.clone()),
        }
    }
}

/// Adds the rows of another journal that this journal lacks. Of two states of one sweep, the later one is kept.
///
/// Rows without an id that begin alike belong to one sweep if they are in two journals, and to different sweeps if they
/// are in one.
pub(super) fn add(connection: &Connection, runs: &[Run]) -> rusqlite::Result<()> {
    type Key = (Option<String>, Option<(String, String, String)>);
    let key = |run: &Run| -> Key {
        let begun = || (run.started.clone(), run.command.clone(), run.machine.clone());
        (run.id.clone(), run.id.is_none().then(begun))
    };
    let mut known = BTreeMap::<Key, Vec<(i64, Run)>>::new();
    for (rowid, run) in read(connection)? {
        known.entry(key(&run)).or_default().push((rowid, run));
    }
    let mut new = BTreeMap::<Key, Vec<&Run>>::new();
    for run in runs {
        new.entry(key(run)).or_default().push(run);
    }
    for (key, mut new) in new {
        let mut known = known.remove(&key).unwrap_or_default();
        known.sort_by_key(|(_, run)| Reverse(run.cells));
        new.sort_by_key(|run| Reverse(run.cells));
        for (i, run) in new.into_iter().enumerate() {
            match known.get(i) {
                Some((_, known)) if known.cells >= run.cells => continue,
                Some((rowid, _)) => _ = connection.execute("DELETE FROM runs WHERE rowid = ?1", [rowid])?,
                None => {}
            }
            let Run { started, command, commit, machine, cells, nodes, seconds, id } = run;
            let insert = "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let (cells, nodes) = (*cells as i64, *nodes as i64);
            connection.execute(insert, params![started, command, commit, machine, cells, nodes, seconds, id])?;
        }
    }
    Ok(())
}

/// Adds a row to the work of a run.
pub(super) fn count(connection: &Connection, run: i64, nodes: u64, seconds: f64) -> rusqlite::Result<()> {
    let update = "UPDATE runs SET cells = cells + 1, nodes = nodes + ?2, seconds = seconds + ?3 WHERE rowid = ?1";
    connection.prepare_cached(update)?.execute(params![run, nodes as i64, seconds]).map(drop)
}

/// Returns the rows in order, each with its rowid.
fn read(connection: &Connection) -> rusqlite::Result<Vec<(i64, Run)>> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'runs'";
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare("SELECT rowid AS place, * FROM runs ORDER BY started, rowid")?;
    let runs = statement.query_map([], |row| {
        let run = Run {
            started: row.get("started")?,
            command: row.get("command")?,
            commit: row.get("commit_id")?,
            machine: row.get("machine")?,
            cells: unsigned(row, "cells")?,
            nodes: unsigned(row, "nodes")?,
            seconds: row.get("seconds")?,
            id: if row.as_ref().column_index("id").is_ok() { row.get("id")? } else { None },
        };
        Ok((row.get("place")?, run))
    })?;
    runs.collect()
}
