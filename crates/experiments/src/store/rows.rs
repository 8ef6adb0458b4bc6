//! Reading and writing rows.

use std::collections::{BTreeMap, BTreeSet};

use programs::Winner;
use rusqlite::{Connection, Transaction, params};
use tt::Statistics;

use super::columns::{has_column, natural, signed, unreadable, unsigned};
use super::examined;
use crate::row::{Ending, InteriorNodes, Searched};
use crate::text::split_help;
use crate::{Cell, Row, signature};

/// The columns of the nodes above the horizon, in the order of the fields. They are NULL in rows of earlier programs.
pub(super) const INTERIOR: [&str; 5] = ["interior", "interior_hits", "interior_cutoffs", "table_moves", "generated"];

pub(super) fn find(connection: &Connection, cell: &Cell, signature: u64) -> rusqlite::Result<Option<Row>> {
    // The row may have a former signature.
    let select = "SELECT * FROM results WHERE cell = ?1 ORDER BY signature = ?2 DESC";
    let mut statement = connection.prepare_cached(select)?;
    let mut rows = statement.query(params![cell.to_string(), signed(signature)])?;
    while let Some(row) = rows.next()? {
        let stored = unsigned(row, "signature")?;
        if signature::current(cell, stored) == signature {
            let mut row = read_row(row)?;
            if let Some(searches) = read_searches(connection, Some((cell, stored)))?.into_values().next() {
                row.ending = Ending::Searched(searches);
            }
            row.examined = examined::read(connection, Some((cell, stored)))?.into_values().next().unwrap_or_default();
            return Ok(Some(row));
        }
    }
    Ok(None)
}

/// Returns the searches of one cell or of all, by the text of the cell and the signature. Old files have none.
pub(super) fn read_searches(
    connection: &Connection,
    of: Option<(&Cell, u64)>,
) -> rusqlite::Result<BTreeMap<(String, u64), Vec<Searched>>> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'searches'";
    let mut searches = BTreeMap::<_, Vec<Searched>>::new();
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(searches);
    }
    let wanted = if of.is_some() { "WHERE cell = ?1 AND signature = ?2" } else { "" };
    let best = if has_column(connection, "searches", "best")? { "best" } else { "NULL" };
    let select = format!(
        "SELECT cell, signature, position, depth, nodes, score, {best} FROM searches {wanted}
         ORDER BY cell, signature, position, depth"
    );
    let mut statement = connection.prepare_cached(&select)?;
    let mut rows = match of {
        Some((cell, signature)) => statement.query(params![cell.to_string(), signed(signature)])?,
        None => statement.query([])?,
    };
    // There are millions of them, so columns are read by index, and the text of a cell is copied once.
    let mut of_cell: Option<((String, u64), Vec<Searched>)> = None;
    while let Some(row) = rows.next()? {
        let (cell, signature) = (row.get_ref(0)?.as_str()?, natural("signature", row.get(1)?)?);
        let searched = Searched {
            position: row.get(2)?,
            depth: row.get(3)?,
            nodes: natural("nodes", row.get(4)?)?,
            score: row.get(5)?,
            best: row.get_ref(6)?.as_str_or_null()?.map(str::parse).transpose().map_err(|_| unreadable("`best`"))?,
        };
        match &mut of_cell {
            Some((key, all)) if key.0 == cell && key.1 == signature => all.push(searched),
            _ => searches.extend(of_cell.replace(((cell.to_owned(), signature), vec![searched]))),
        }
    }
    searches.extend(of_cell);
    Ok(searches)
}

pub(super) fn write(transaction: &Transaction<'_>, row: &Row, signature: u64) -> rusqlite::Result<()> {
    let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } = row.statistics;
    let insert = "INSERT OR REPLACE INTO results
        (cell, nodes, winner, look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill, seconds,
         signature, guided, interior, interior_hits, interior_cutoffs, table_moves, generated)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";
    let interior = |count: fn(InteriorNodes) -> u64| row.interior.map(|interior| signed(count(interior)));
    transaction.prepare_cached(insert)?.execute(params![
        row.cell.to_string(),
        signed(row.nodes),
        row.winner().map(winner_name),
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
        interior(|interior| interior.nodes),
        interior(|interior| interior.hits),
        interior(|interior| interior.cutoffs),
        interior(|interior| interior.table_moves),
        interior(|interior| interior.generated),
    ])?;
    let cell = row.cell.to_string();
    let forget = "DELETE FROM searches WHERE cell = ?1 AND signature = ?2";
    transaction.prepare_cached(forget)?.execute(params![cell, signed(signature)])?;
    let mut insert = transaction.prepare_cached("INSERT INTO searches VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for &Searched { position, depth, nodes, score, best } in row.searches() {
        let best = best.map(|best| best.to_string());
        insert.execute(params![cell, signed(signature), position, depth, signed(nodes), score, best])?;
    }
    examined::write(transaction, &cell, signature, &row.examined)
}

/// Returns a row without its searches, plain and examined.
pub(super) fn read_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let cell = read_cell(row)?;
    let winner = match row.get::<_, Option<String>>("winner")?.as_deref() {
        None => None,
        Some("first") => Some(Winner::First),
        Some("second") => Some(Winner::Second),
        Some(other) => return Err(unreadable(&format!("unknown winner `{other}`"))),
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
    let nodes = unsigned(row, "nodes")?;
    let guided = if row.as_ref().column_index("guided").is_ok() { unsigned(row, "guided")? } else { 0 };
    let seconds = row.get("seconds")?;
    let (interior, examined) = (read_interior(row)?, Vec::new());
    Ok(Row { cell, nodes, ending: winner.into(), statistics, guided, interior, examined, seconds })
}

fn read_interior(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<InteriorNodes>> {
    if row.as_ref().column_index(INTERIOR[0]).is_err() {
        return Ok(None);
    }
    let mut counts = [0; INTERIOR.len()];
    for (count, column) in counts.iter_mut().zip(INTERIOR) {
        let Some(number) = row.get(column)? else { return Ok(None) };
        *count = natural(column, number)?;
    }
    let [nodes, hits, cutoffs, table_moves, generated] = counts;
    Ok(Some(InteriorNodes { nodes, hits, cutoffs, table_moves, generated }))
}

pub(super) fn read_cell(row: &rusqlite::Row<'_>) -> rusqlite::Result<Cell> {
    let text: String = row.get("cell")?;
    // The help of these errors is for a name that was typed.
    Cell::stored(&text).map_err(|error| unreadable(&split_help(&error).0))
}

fn winner_name(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
    }
}

/// Returns the rows with former signatures: the text of the cell, the signature, and the one that replaced it.
pub(super) fn stale_cells(connection: &Connection) -> rusqlite::Result<Vec<(String, i64, i64)>> {
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
