//! Reading and writing rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use programs::Winner;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params, params_from_iter};

use super::columns::{has_column, natural, signed, unreadable, unsigned};
use super::{Signed, examined, played};
use crate::cell::{parts_name, scheme_name};
use crate::help::ErrorWithHelp;
use crate::row::{Ending, INTERIOR_COUNTS, InteriorNodes, Searched, TABLE_COUNTS, statistics};
use crate::{Cell, GameKind, Row, signature};

/// The columns of `cells` besides the key: those of every game, and those of some games.
static CELL_COLUMNS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut columns = vec!["digest", "text", "game", "scheme", "positions", "parts", "seed", "search"];
    for column in GameKind::ALL.into_iter().flat_map(GameKind::csv_columns) {
        if !columns.contains(column) {
            columns.push(column);
        }
    }
    columns
});

/// Adds the columns that the table `cells` lacks: those of games that earlier programs did not have.
pub(super) fn add_cell_columns(connection: &Connection) -> rusqlite::Result<()> {
    for column in CELL_COLUMNS.iter() {
        if !has_column(connection, "cells", column)? {
            connection.execute_batch(&format!("ALTER TABLE cells ADD COLUMN \"{column}\" ANY"))?;
        }
    }
    Ok(())
}

/// Returns the key of a cell, which is added if it is new.
pub(super) fn add_cell(transaction: &Transaction<'_>, cell: &Cell) -> rusqlite::Result<i64> {
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let values = vec!["?"; CELL_COLUMNS.len()].join(", ");
        format!("INSERT INTO main.cells (\"{}\") VALUES ({values})", CELL_COLUMNS.join("\", \""))
    });
    let (text, digest) = (cell.to_string(), cell.shuffled() as i64);
    let find = "SELECT cell_id FROM main.cells WHERE digest = ?1 AND text = ?2";
    if let Some(id) = transaction.prepare_cached(find)?.query_row(params![digest, text], |row| row.get(0)).optional()? {
        return Ok(id);
    }
    let of_game = cell.game.csv();
    let values = CELL_COLUMNS.iter().map(|&column| match column {
        "digest" => Value::from(digest),
        "text" => Value::from(text.clone()),
        "game" => Value::from(cell.game().name().to_owned()),
        "scheme" => Value::from(scheme_name(cell.scheme).to_owned()),
        "positions" => cell.positions.map(|positions| signed(positions.get())).into(),
        "parts" => Value::from(parts_name(cell.parts)),
        "seed" => Value::from(signed(cell.seed)),
        "search" => Value::from(cell.search.to_string()),
        // A column of numbers makes numbers of them.
        _ => of_game.iter().find(|(name, _)| *name == column).map(|(_, value)| value.clone()).into(),
    });
    transaction.prepare_cached(&INSERT)?.insert(params_from_iter(values))
}

pub(super) fn find(connection: &Connection, cell: &Cell, signature: u64) -> rusqlite::Result<Option<Row>> {
    // The row may have a former signature.
    let select = "SELECT text AS cell, results_data.* FROM cells JOIN results_data USING (cell_id)
                  WHERE digest = ?1 AND text = ?2 ORDER BY signature = ?3 DESC";
    let mut statement = connection.prepare_cached(select)?;
    let mut rows = statement.query(params![cell.shuffled() as i64, cell.to_string(), signed(signature)])?;
    while let Some(row) = rows.next()? {
        if signature::current(cell, unsigned(row, "signature")?) == signature {
            let (id, mut row) = (row.get("result_id")?, read_row(row)?);
            if let Some(searches) = read_searches(connection, Some(id))?.remove(&id) {
                row.ending = Ending::Searched(searches);
            }
            if let Some(played) = played::read(connection, Some(id))?.remove(&id) {
                row.ending = Ending::Played(played);
            }
            row.examined = examined::read(connection, Some(id))?.remove(&id).unwrap_or_default();
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// Returns every row with its signature, in the order of their text.
pub(super) fn read_all(connection: &Connection) -> rusqlite::Result<Vec<Signed>> {
    let select = "SELECT text AS cell, results_data.* FROM results_data JOIN cells USING (cell_id)
                  ORDER BY text, signature";
    let mut statement = connection.prepare(select)?;
    let rows = statement.query_map([], |row| {
        let signed = Signed { signature: unsigned(row, "signature")?, row: read_row(row)? };
        Ok((row.get("result_id")?, signed))
    })?;
    let rows = rows.collect::<rusqlite::Result<Vec<(i64, Signed)>>>()?;
    let (mut searches, mut examined) = (read_searches(connection, None)?, examined::read(connection, None)?);
    let mut played = played::read(connection, None)?;
    let complete = |(id, Signed { signature, mut row }): (i64, Signed)| {
        if let Some(searches) = searches.remove(&id) {
            row.ending = Ending::Searched(searches);
        }
        if let Some(played) = played.remove(&id) {
            row.ending = Ending::Played(played);
        }
        row.examined = examined.remove(&id).unwrap_or_default();
        Signed { signature: signature::current(&row.cell, signature), row }
    };
    Ok(rows.into_iter().map(complete).collect())
}

/// Returns the searches of one result or of all, by the result.
fn read_searches(connection: &Connection, of: Option<i64>) -> rusqlite::Result<BTreeMap<i64, Vec<Searched>>> {
    let wanted = if of.is_some() { "WHERE result_id = ?1" } else { "" };
    let select = format!(
        "SELECT result_id, position, depth, nodes, score, best FROM searches_data {wanted}
         ORDER BY result_id, position, depth"
    );
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = statement.query(params_from_iter(of))?;
    // There are millions of them, so columns are read by index, and each result is looked up once.
    let (mut all, mut of_result) = (BTreeMap::new(), None::<(i64, Vec<Searched>)>);
    while let Some(row) = rows.next()? {
        let result = row.get(0)?;
        let searched = Searched {
            position: row.get(1)?,
            depth: row.get(2)?,
            nodes: natural("nodes", row.get(3)?)?,
            score: row.get(4)?,
            best: row.get_ref(5)?.as_str_or_null()?.map(str::parse).transpose().map_err(|_| unreadable("`best`"))?,
        };
        match &mut of_result {
            Some((id, searches)) if *id == result => searches.push(searched),
            _ => all.extend(of_result.replace((result, vec![searched]))),
        }
    }
    all.extend(of_result);
    Ok(all)
}

/// Removes a result, its searches, plain and examined, and its games; the cell stays.
pub(super) fn remove(transaction: &Transaction<'_>, result: i64) -> rusqlite::Result<()> {
    for table in ["searches_data", "examined_data", "played_data", "results_data"] {
        transaction.prepare_cached(&format!("DELETE FROM {table} WHERE result_id = ?1"))?.execute([result])?;
    }
    Ok(())
}

/// Writes a row, in place of another one of the same cell and signature.
pub(super) fn write(transaction: &Transaction<'_>, row: &Row, signature: u64) -> rusqlite::Result<()> {
    let cell = add_cell(transaction, &row.cell)?;
    let find = "SELECT result_id FROM results_data WHERE cell_id = ?1 AND signature = ?2";
    let known = transaction.prepare_cached(find)?.query_row([cell, signed(signature)], |row| row.get(0)).optional()?;
    if let Some(known) = known {
        remove(transaction, known)?;
    }
    static INSERT: LazyLock<String> = LazyLock::new(|| {
        let own = ["cell_id", "nodes", "winner", "seconds", "signature", "guided"];
        let columns = [&own[..], &TABLE_COUNTS, &INTERIOR_COUNTS].concat();
        let values = vec!["?"; columns.len()].join(", ");
        format!("INSERT INTO results_data ({}) VALUES ({values})", columns.join(", "))
    });
    let own: [Value; 6] = [
        cell.into(),
        signed(row.nodes).into(),
        row.winner().map(|winner| winner_name(winner).to_owned()).into(),
        row.seconds.into(),
        signed(signature).into(),
        signed(row.guided).into(),
    ];
    let table = row.table_counts().map(|count| Value::from(signed(count)));
    // Rows of earlier programs do not have the nodes above the horizon.
    let interior = row.interior_counts().map(|counts| counts.map(|count| Value::from(signed(count))));
    let interior = interior.unwrap_or([const { Value::Null }; INTERIOR_COUNTS.len()]);
    let values = params_from_iter(own.into_iter().chain(table).chain(interior));
    let result = transaction.prepare_cached(&INSERT)?.insert(values)?;
    let mut insert = transaction.prepare_cached("INSERT INTO searches_data VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for &Searched { position, depth, nodes, score, best } in row.searches() {
        let best = best.map(|best| best.to_string());
        insert.execute(params![result, position, depth, signed(nodes), score, best])?;
    }
    played::write(transaction, result, row)?;
    examined::write(transaction, result, &row.examined)
}

/// Returns a row without its searches, plain and examined, and its games.
pub(super) fn read_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let cell = read_cell(row)?;
    let winner = match row.get::<_, Option<String>>("winner")?.as_deref() {
        None => None,
        Some("first") => Some(Winner::First),
        Some("second") => Some(Winner::Second),
        Some(other) => return Err(unreadable(&format!("unknown winner `{other}`"))),
    };
    let mut counts = [0; TABLE_COUNTS.len()];
    for (count, column) in counts.iter_mut().zip(TABLE_COUNTS) {
        *count = unsigned(row, column)?;
    }
    let statistics = statistics(counts);
    let nodes = unsigned(row, "nodes")?;
    let (guided, seconds) = (unsigned(row, "guided")?, row.get("seconds")?);
    let (interior, examined) = (read_interior(row)?, Vec::new());
    Ok(Row { cell, nodes, ending: winner.into(), statistics, guided, interior, examined, seconds })
}

fn read_interior(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<InteriorNodes>> {
    let mut counts = [0; INTERIOR_COUNTS.len()];
    for (count, column) in counts.iter_mut().zip(INTERIOR_COUNTS) {
        let Some(number) = row.get(column)? else { return Ok(None) };
        *count = natural(column, number)?;
    }
    let [nodes, hits, cutoffs, table_moves, generated] = counts;
    Ok(Some(InteriorNodes { nodes, hits, cutoffs, table_moves, generated }))
}

pub(super) fn read_cell(row: &rusqlite::Row<'_>) -> rusqlite::Result<Cell> {
    let text: String = row.get("cell")?;
    // The help of these errors is for a name that was typed.
    Cell::stored(&text).map_err(|error| unreadable(&ErrorWithHelp::of(&error).what))
}

fn winner_name(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
    }
}

/// Replaces former signatures by current ones. If there is a row of both, the longer search is kept.
pub(super) fn replace_former_signatures(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let former: BTreeSet<String> = signature::successors().map(|(_, _, former, _)| former.to_string()).collect();
    let former = former.into_iter().collect::<Vec<_>>().join(", ");
    let mut statement = transaction.prepare(&format!(
        "SELECT text AS cell, result_id, cell_id, signature, nodes FROM results_data JOIN cells USING (cell_id)
         WHERE signature IN ({former})"
    ))?;
    let mut rows = statement.query([])?;
    let mut stale = Vec::new();
    while let Some(row) = rows.next()? {
        let former = unsigned(row, "signature")?;
        let current = signature::current(&read_cell(row)?, former);
        if current != former {
            stale.push((row.get("result_id")?, row.get::<_, i64>("cell_id")?, row.get::<_, i64>("nodes")?, current));
        }
    }
    for (result, cell, nodes, current) in stale {
        let find = "SELECT result_id, nodes FROM results_data WHERE cell_id = ?1 AND signature = ?2";
        let columns = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)?));
        let other = transaction.prepare_cached(find)?.query_row([cell, signed(current)], columns).optional()?;
        if let Some((other, nodes_of_other)) = other {
            remove(transaction, if nodes > nodes_of_other { other } else { result })?;
        }
        let update = "UPDATE results_data SET signature = ?2 WHERE result_id = ?1";
        transaction.prepare_cached(update)?.execute([result, signed(current)])?;
    }
    Ok(())
}
