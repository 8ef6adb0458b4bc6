//! Writes rows as comma-separated values. The [crate documentation](super) describes the columns.

use std::io::{self, Write};

use anyhow::{Context, Result};
use csv::WriterBuilder;

use experiments::cell::{parts_name, scheme_name};
use experiments::row::{INTERIOR_COUNTS, PLAYED_COUNTS, Row, Searched, TABLE_COUNTS, Winner};
use experiments::store::Signed;
use experiments::text::spreadsheet_cell;
use experiments::{Cell, GameKind};

/// The names of the columns, in order, around the counts of the table, of the nodes above the horizon and of games, and
/// except those that only a game has which is not one of the first three.
const COLUMNS: [&[&str]; 7] = [
    &["experiment", "game", "board", "first", "scheme", "positions", "parts", "seed", "nodes", "complete", "winner"],
    &TABLE_COUNTS,
    &["set", "number", "depth", "between", "line", "guided", "window", "search"],
    &INTERIOR_COUNTS,
    &["bounds", "mode"],
    &PLAYED_COUNTS,
    &["seconds"],
];

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A count.
    Integer,
    /// A number of 64 bits, not a count.
    Unsigned,
    /// A number with decimals.
    Float,
    /// `true` or `false`.
    Bool,
}

/// Returns what the values of a column are.
#[must_use]
pub fn column_type(column: &str) -> ColumnType {
    match column {
        "seed" => ColumnType::Unsigned,
        "seconds" => ColumnType::Float,
        "complete" => ColumnType::Bool,
        "positions" | "nodes" | "guided" | "number" | "depth" | "line" | "pairs" => ColumnType::Integer,
        _ if [&TABLE_COUNTS[..], &INTERIOR_COUNTS, &PLAYED_COUNTS].iter().any(|all| all.contains(&column)) => {
            ColumnType::Integer
        }
        _ => ColumnType::Text,
    }
}

/// Returns the names of all columns, in order: columns that a game added are before the last one.
#[must_use]
pub fn columns() -> Vec<&'static str> {
    let of_games = GameKind::ALL.into_iter().flat_map(GameKind::csv_columns);
    let mut all = COLUMNS.concat();
    for column in of_games {
        if !all.contains(column) {
            all.insert(all.len() - 1, column);
        }
    }
    all
}

/// Writes the rows of experiments, those of each sorted by cell.
///
/// # Errors
///
/// `out` cannot be written to.
pub fn write<'a>(experiments: impl IntoIterator<Item = (&'a str, &'a [Row])>, out: impl Write) -> Result<()> {
    let columns = columns();
    let mut csv = WriterBuilder::new().from_writer(out);
    csv.write_record(&columns).map_err(io::Error::from)?;
    for (experiment, rows) in experiments {
        let mut sorted: Vec<&Row> = rows.iter().collect();
        sorted.sort_by_key(|row| &row.cell);
        for row in sorted {
            csv.write_record(record(&columns, experiment, row)).map_err(io::Error::from)?;
        }
    }
    csv.flush().context("cannot write the rows")
}

/// The first columns of [`write_all`], before those of [`COLUMNS`].
const KEY: [&str; 2] = ["cell", "signature"];

/// Writes rows of every version of the program: the text of the cell, the signature, and the columns of [`write()`]
/// except the experiment.
///
/// # Errors
///
/// `out` cannot be written to.
pub fn write_all(rows: &[Signed], out: impl Write) -> Result<()> {
    let columns = &columns()[1..];
    let mut csv = WriterBuilder::new().from_writer(out);
    csv.write_record(KEY.iter().chain(columns)).map_err(io::Error::from)?;
    for Signed { signature, row } in rows {
        let key = [cell_text(&row.cell), signature.to_string()];
        csv.write_record(key.iter().chain(&record(columns, "", row))).map_err(io::Error::from)?;
    }
    csv.flush().context("cannot write the rows")
}

/// Writes the single searches of rows: a line for every position and depth.
///
/// # Errors
///
/// `out` cannot be written to.
pub fn write_searches(rows: &[Signed], out: impl Write) -> Result<()> {
    let mut csv = WriterBuilder::new().from_writer(out);
    csv.write_record(KEY.iter().chain(&["position", "depth", "nodes", "score", "best"])).map_err(io::Error::from)?;
    for Signed { signature, row } in rows {
        let (cell, signature) = (cell_text(&row.cell), signature.to_string());
        for Searched { position, depth, nodes, score, best } in row.searches() {
            let best = best.map(|best| best.to_string()).unwrap_or_default();
            let fields = [position.to_string(), depth.to_string(), nodes.to_string(), score.to_string(), best];
            csv.write_record([&cell, &signature].into_iter().chain(&fields)).map_err(io::Error::from)?;
        }
    }
    csv.flush().context("cannot write the searches")
}

/// Returns the text of a cell, made safe for spreadsheets: it may contain the name of a set that somebody else chose.
fn cell_text(cell: &Cell) -> String {
    spreadsheet_cell(&cell.to_string()).into_owned()
}

/// Returns the values of these columns, each safe for spreadsheets.
fn record(columns: &[&str], experiment: &str, row: &Row) -> Vec<String> {
    values(columns, experiment, row).iter().map(|value| spreadsheet_cell(value).into_owned()).collect()
}

/// Returns the values of these columns as they are; empty if the row does not have one.
#[must_use]
pub fn values(columns: &[&str], experiment: &str, row: &Row) -> Vec<String> {
    let fields = [row.cell.game.csv(), fields(experiment, row)].concat();
    let value = |column: &&str| fields.iter().find(|(name, _)| name == column).map(|(_, value)| value.clone());
    columns.iter().map(|column| value(column).unwrap_or_default()).collect()
}

/// Returns the columns that all games have.
fn fields(experiment: &str, row: &Row) -> Vec<(&'static str, String)> {
    let Row { cell, nodes, ending, guided, seconds, .. } = row;
    let winner = match ending.winner() {
        Some(Winner::First) => "first",
        Some(Winner::Second) => "second",
        None => "",
    };
    let own = [
        ("experiment", experiment.to_owned()),
        ("game", cell.game().name().to_owned()),
        ("scheme", scheme_name(cell.scheme).to_owned()),
        ("positions", cell.positions.map(|positions| positions.get().to_string()).unwrap_or_default()),
        ("parts", parts_name(cell.parts)),
        ("seed", cell.seed.to_string()),
        ("nodes", nodes.to_string()),
        ("complete", row.is_complete().to_string()),
        ("winner", winner.to_owned()),
        ("guided", guided.to_string()),
        ("search", cell.search.to_string()),
        ("seconds", format!("{seconds:.6}")),
    ];
    let interior = row.interior_counts().into_iter().flat_map(|counts| INTERIOR_COUNTS.into_iter().zip(counts));
    let played = row.played_counts().into_iter().flat_map(|counts| PLAYED_COUNTS.into_iter().zip(counts));
    let counts = TABLE_COUNTS.into_iter().zip(row.table_counts()).chain(interior).chain(played);
    own.into_iter().chain(counts.map(|(name, count)| (name, count.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    use experiments::row::{InteriorNodes, Statistics};

    use super::*;
    use crate::samples::row;

    #[test]
    fn the_schema_is_stable() {
        let cell = "domineering board=4x7 first=horizontal scheme=two-big1 positions=8K parts=move+bounds seed=7";
        let mut whole = row(cell, 1984, Some(Winner::Second));
        whole.statistics = Statistics {
            look_ups: 1,
            hits: 2,
            cutoffs: 3,
            fresh: 4,
            same: 5,
            replaced: 6,
            kept: 7,
            demoted: 8,
            collisions: 9,
            fill: 10,
        };
        whole.interior = Some(InteriorNodes { nodes: 11, hits: 12, cutoffs: 13, table_moves: 14, generated: 15 });
        let bare = row("domineering board=2x2 first=vertical scheme=none parts=all seed=1970", 5, None);
        let mut out = Vec::new();
        write([("name, with a comma", &[whole, bare][..])], &mut out).unwrap();
        let expected = "\
experiment,game,board,first,scheme,positions,parts,seed,nodes,complete,winner,\
look_ups,hits,cutoffs,fresh,same,replaced,kept,demoted,collisions,fill,\
set,number,depth,between,line,guided,window,search,\
interior,interior_hits,interior_cutoffs,table_moves,generated,bounds,mode,\
pairs_0,pairs_1,pairs_2,pairs_3,pairs_4,variant_moves,variant_nodes,variant_depths,\
base_moves,base_nodes,base_depths,without,with,variant,base,pairs,seconds
\"name, with a comma\",domineering,2x2,vertical,none,,all,1970,5,false,,\
0,0,0,0,0,0,0,0,0,0,,,,,,0,,plain,,,,,,,,,,,,,,,,,,,,,,,,0.250000
\"name, with a comma\",domineering,4x7,horizontal,two-big1,8192,move+bounds,7,1984,true,second,\
1,2,3,4,5,6,7,8,9,10,,,,,,0,,plain,11,12,13,14,15,,,,,,,,,,,,,,,,,,,0.250000
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn the_name_of_a_set_is_not_a_formula() {
        let set = "=HYPERLINK(\"http://x\")\u{1b}@0123456789abcdef";
        let cell = format!("chess set={set} game=1 depth=2 between=clear line=1 scheme=none parts=all seed=1");
        let rows = [Signed { signature: 7, row: row(&cell, 5, None) }];
        let texts = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            let mut rows = csv::Reader::from_reader(&out[..]);
            rows.records()
                .flat_map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        for texts in [
            texts(&|out| write_all(&rows, out).unwrap()),
            texts(&|out| write_searches(&rows, out).unwrap()),
            texts(&|out| write([("-mine", std::slice::from_ref(&rows[0].row))], out).unwrap()),
        ] {
            assert!(texts.iter().all(|text| !text.starts_with(['=', '+', '-', '@'])), "{texts:?}");
            assert!(texts.iter().all(|text| !text.contains('\u{1b}')), "{texts:?}");
        }
        let all = texts(&|out| write_all(&rows, out).unwrap());
        assert!(all.contains(&"'=HYPERLINK(\"http://x\")\\u{1b}@0123456789abcdef".to_owned()), "{all:?}");
        assert!(all[0].starts_with("chess set==HYPERLINK("), "{all:?}");
    }
}
