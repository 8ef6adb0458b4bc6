//! Reading and writing the results of games.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rusqlite::{Connection, Transaction, params_from_iter};

use super::columns::{has_table, natural, signed};
use crate::Row;
use crate::row::{PLAYED_COUNTS, PlayedPairs, played};

/// Returns the results of the games of one result or of all, by the result.
pub(super) fn read(connection: &Connection, of: Option<i64>) -> rusqlite::Result<BTreeMap<i64, PlayedPairs>> {
    if !has_table(connection, "played_data")? {
        return Ok(BTreeMap::new());
    }
    let wanted = if of.is_some() { "WHERE result_id = ?1" } else { "" };
    let select = format!("SELECT result_id, {} FROM played_data {wanted}", PLAYED_COUNTS.join(", "));
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = statement.query(params_from_iter(of))?;
    let mut all = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let mut counts = [0; PLAYED_COUNTS.len()];
        for (count, column) in counts.iter_mut().zip(PLAYED_COUNTS) {
            *count = natural(column, row.get(column)?)?;
        }
        all.insert(row.get("result_id")?, played(counts));
    }
    Ok(all)
}

/// Adds the results of the games of a row, if it has some.
pub(super) fn write(transaction: &Transaction<'_>, result: i64, row: &Row) -> rusqlite::Result<()> {
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let values = ["?"; PLAYED_COUNTS.len()].join(", ");
        format!("INSERT INTO played_data (result_id, {}) VALUES (?, {values})", PLAYED_COUNTS.join(", "))
    });
    let Some(counts) = row.played_counts() else { return Ok(()) };
    let values = [result].into_iter().chain(counts.map(signed));
    transaction.prepare_cached(&INSERT)?.execute(params_from_iter(values)).map(drop)
}
