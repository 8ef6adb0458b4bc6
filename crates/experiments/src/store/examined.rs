//! Reading and writing the examined searches of rows.

use std::collections::BTreeMap;

use programs::Audit;
use rusqlite::{Connection, Transaction, params};

use super::columns::{signed, unsigned};
use crate::Cell;
use crate::row::Examined;

/// Returns the examined searches of one cell or of all, by the text of the cell and the signature. Old files have none.
pub(super) fn read(
    connection: &Connection,
    of: Option<(&Cell, u64)>,
) -> rusqlite::Result<BTreeMap<(String, u64), Vec<Examined>>> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'examined'";
    let mut all = BTreeMap::<_, Vec<Examined>>::new();
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(all);
    }
    let wanted = if of.is_some() { "WHERE cell = ?1 AND signature = ?2" } else { "" };
    let select = format!("SELECT * FROM examined {wanted} ORDER BY cell, signature, position, depth");
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = match of {
        Some((cell, signature)) => statement.query(params![cell.to_string(), signed(signature)])?,
        None => statement.query([])?,
    };
    while let Some(row) = rows.next()? {
        let examined = Examined {
            position: row.get("position")?,
            depth: row.get("depth")?,
            score: row.get("score")?,
            best: row.get("best")?,
            audit: Audit {
                type_1_errors: unsigned(row, "false_hits")?,
                collisions: unsigned(row, "collisions")?,
                positions: unsigned(row, "positions")?,
                absent_probes: unsigned(row, "absent")?,
                residents: unsigned(row, "residents")?,
            },
            injected: unsigned(row, "injected")?,
        };
        all.entry((row.get("cell")?, unsigned(row, "signature")?)).or_default().push(examined);
    }
    Ok(all)
}

/// Replaces the examined searches of a cell.
pub(super) fn write(
    transaction: &Transaction<'_>,
    cell: &str,
    signature: u64,
    examined: &[Examined],
) -> rusqlite::Result<()> {
    let forget = "DELETE FROM examined WHERE cell = ?1 AND signature = ?2";
    transaction.prepare_cached(forget)?.execute(params![cell, signed(signature)])?;
    let insert = "INSERT INTO examined
        (cell, signature, position, depth, score, best, false_hits, collisions, positions, absent, residents, injected)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
    let mut insert = transaction.prepare_cached(insert)?;
    for Examined { position, depth, score, best, audit, injected } in examined {
        let Audit { type_1_errors, collisions, positions, absent_probes, residents } = *audit;
        insert.execute(params![
            cell,
            signed(signature),
            position,
            depth,
            score,
            best,
            signed(type_1_errors),
            signed(collisions),
            signed(positions),
            signed(absent_probes),
            signed(residents),
            signed(*injected),
        ])?;
    }
    Ok(())
}
