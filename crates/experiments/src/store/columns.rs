//! Reading and writing single columns.

use rusqlite::Connection;

/// Returns whether a table has a column. Old files lack some.
pub(super) fn has_column(connection: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    let count = "SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2";
    Ok(connection.query_row(count, [table, column], |row| row.get::<_, i64>(0))? > 0)
}

/// Returns whether a table exists. Old files lack some.
pub(super) fn has_table(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    let count = "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = ?1";
    Ok(connection.query_row(count, [table], |row| row.get::<_, i64>(0))? > 0)
}

/// Converts for SQLite, which has no unsigned integers. No search visits 2^63 nodes.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads what [`signed`] converted.
pub(super) fn unsigned(row: &rusqlite::Row<'_>, column: &str) -> rusqlite::Result<u64> {
    natural(column, row.get(column)?)
}

/// Returns a number that is not negative.
pub(super) fn natural(column: &str, number: i64) -> rusqlite::Result<u64> {
    u64::try_from(number).map_err(|_| unreadable(&format!("`{column}` is {number}")))
}

/// Returns the error for a value that a row cannot have.
pub(super) fn unreadable(what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, what.to_owned().into())
}
