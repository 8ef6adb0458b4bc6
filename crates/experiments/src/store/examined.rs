//! Reading and writing the examined searches of rows.

use std::collections::BTreeMap;

use programs::Audit;
use rusqlite::{Connection, Transaction, params};

use super::columns::{signed, unsigned};
use crate::row::Examined;

/// Returns the examined searches of one result or of all, by the result.
pub(super) fn read(connection: &Connection, of: Option<i64>) -> rusqlite::Result<BTreeMap<i64, Vec<Examined>>> {
    let wanted = if of.is_some() { "WHERE result_id = ?1" } else { "" };
    let select = format!("SELECT * FROM examined_data {wanted} ORDER BY result_id, position, depth");
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = statement.query(rusqlite::params_from_iter(of))?;
    let mut all = BTreeMap::<_, Vec<Examined>>::new();
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
        all.entry(row.get("result_id")?).or_default().push(examined);
    }
    Ok(all)
}

/// Adds the examined searches of a result.
pub(super) fn write(transaction: &Transaction<'_>, result: i64, examined: &[Examined]) -> rusqlite::Result<()> {
    let insert = "INSERT INTO examined_data VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let mut insert = transaction.prepare_cached(insert)?;
    for Examined { position, depth, score, best, audit, injected } in examined {
        let Audit { type_1_errors, collisions, positions, absent_probes, residents } = *audit;
        insert.execute(params![
            result,
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
