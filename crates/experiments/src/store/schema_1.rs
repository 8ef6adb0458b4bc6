//! Databases of schema 1, which earlier programs wrote: every row had the text of its cell.
//!
//! They are read as they are: temporary views show their rows as the tables of schema 2. A database that is opened for
//! writing is upgraded.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::columns::{has_column, has_table};
use super::rows::{add_cell, read_cell};
use super::{CREATE, SCHEMA};
use crate::row::INTERIOR_COUNTS;

/// The version of the schema.
pub(super) const SCHEMA_1: &str = "1";

/// The tables that have another form in schema 2.
const TABLES: [&str; 3] = ["results", "searches", "examined"];

/// Creates views with the columns of schema 2 on the tables, whose names end in `suffix`. They exist for this
/// connection only. The tables of old files may lack a few columns, and the last two may be missing.
pub(super) fn show(connection: &Connection, suffix: &str) -> rusqlite::Result<()> {
    let results = format!("results{suffix}");
    // No line of one move guides.
    let guided = if has_column(connection, &results, "guided")? { "guided" } else { "0 AS guided" };
    let mut interior = String::new();
    for column in INTERIOR_COUNTS {
        let null = if has_column(connection, &results, column)? { "" } else { "NULL AS " };
        interior += &format!(", {null}{column}");
    }
    // A result has its searches in order: nothing has to be sorted.
    let parts = |table: &str, columns: &[&str]| -> rusqlite::Result<String> {
        let exists = has_table(connection, table)?;
        let mut select = "SELECT whole.rowid AS result_id".to_owned();
        for column in ["position", "depth"].iter().chain(columns) {
            let value =
                if has_column(connection, table, column)? { format!("part.{column}") } else { "NULL".to_owned() };
            select += &format!(", {value} AS {column}");
        }
        let on = "part.cell = whole.cell AND part.signature = whole.signature";
        let join = if exists { format!("CROSS JOIN main.{table} AS part ON {on}") } else { "WHERE 0".to_owned() };
        Ok(format!("{select} FROM main.{results} AS whole {join}"))
    };
    let searches = parts(&format!("searches{suffix}"), &["nodes", "score", "best"])?;
    let counts = ["score", "best", "false_hits", "collisions", "positions", "absent", "residents", "injected"];
    let examined = parts(&format!("examined{suffix}"), &counts)?;
    connection.execute_batch(&format!(
        "CREATE TEMP VIEW cells AS SELECT rowid AS cell_id, cell AS text FROM main.{results};
         CREATE TEMP VIEW results_data AS SELECT rowid AS result_id, rowid AS cell_id, signature, nodes, winner,
            look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill, seconds, {guided}
            {interior} FROM main.{results};
         CREATE TEMP VIEW searches_data AS {searches};
         CREATE TEMP VIEW examined_data AS {examined};"
    ))
}

/// Rewrites a database in schema 2, in one transaction. It does nothing if another program has done so.
pub(super) fn upgrade(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let schema: String = transaction.query_row("SELECT value FROM meta WHERE name = 'schema'", [], |row| row.get(0))?;
    if schema != SCHEMA_1 {
        return Ok(());
    }
    rewrite(&transaction)?;
    transaction.commit()
}

pub(super) fn rewrite(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    const OLD: &str = "_1";
    for table in TABLES {
        if has_table(transaction, table)? {
            transaction.execute_batch(&format!("ALTER TABLE main.{table} RENAME TO {table}{OLD}"))?;
        }
    }
    transaction.execute_batch(CREATE)?;
    if !has_column(transaction, "runs", "id")? {
        transaction.execute_batch("ALTER TABLE runs ADD COLUMN id TEXT")?;
    }
    show(transaction, OLD)?;
    let mut texts = transaction.prepare("SELECT DISTINCT text AS cell FROM temp.cells ORDER BY cell_id")?;
    let mut rows = texts.query([])?;
    while let Some(row) = rows.next()? {
        add_cell(transaction, &read_cell(row)?)?;
    }
    drop(rows);
    drop(texts);
    let interior = INTERIOR_COUNTS.join(", ");
    transaction.execute_batch(&format!(
        "INSERT INTO main.results_data
            SELECT result_id, main.cells.cell_id, signature, nodes, winner, look_ups, hits, cutoffs, fresh, same,
                   replaced, kept, demoted, collisions, fill, seconds, guided, {interior}
            FROM temp.results_data JOIN temp.cells USING (cell_id)
                                   JOIN main.cells ON main.cells.text = temp.cells.text;
         INSERT INTO main.searches_data SELECT * FROM temp.searches_data;
         INSERT INTO main.examined_data SELECT * FROM temp.examined_data;
         DROP VIEW temp.cells; DROP VIEW temp.results_data; DROP VIEW temp.searches_data; DROP VIEW temp.examined_data;
         UPDATE meta SET value = '{SCHEMA}' WHERE name = 'schema';"
    ))?;
    for table in TABLES {
        transaction.execute_batch(&format!("DROP TABLE IF EXISTS main.{table}{OLD}"))?;
    }
    Ok(())
}
