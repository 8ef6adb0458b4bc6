//! Tests with databases of schema 1.

use rusqlite::types::Value;
use rusqlite::{params, params_from_iter};

use super::super::schema_1::rewrite;
use super::*;
use crate::row::INTERIOR_COUNTS;

/// The tables, as the last program of schema 1 created them.
const CREATE_1: &str = include_str!("schema-1.sql");

/// What the first programs did not have.
const DROP_NEW: &str = "ALTER TABLE results DROP COLUMN guided; DROP TABLE searches; DROP TABLE examined;
    ALTER TABLE results DROP COLUMN interior; ALTER TABLE results DROP COLUMN interior_hits;
    ALTER TABLE results DROP COLUMN interior_cutoffs; ALTER TABLE results DROP COLUMN table_moves;
    ALTER TABLE results DROP COLUMN generated; ALTER TABLE runs DROP COLUMN id";

/// Rows of two cells with two signatures each, searched positions and examined searches among them.
fn rows() -> Vec<Signed> {
    let search = |position, best: Option<&str>| {
        let audit = Audit { type_1_errors: 1, collisions: 2, positions: 3, absent_probes: 4, residents: 5 };
        Examined { position, depth: 2, score: -7, best: best.map(str::to_owned), audit, injected: 6 }
    };
    let chess = "chess set=vsb-1994 game=3 depth=2 between=clear line=1 search=mtd scheme=none parts=all seed=1";
    let searches = (0..40).map(|i| Searched {
        position: i / 2,
        depth: i as u8 % 2 + 1,
        nodes: 100 + u64::from(i),
        score: 5 - i as i16,
        best: (i % 3 > 0).then(|| "e7e8q".parse().unwrap()),
    });
    let searched = Row { cell: chess.parse().unwrap(), guided: 3, ..row(12, None) };
    let searched = Row { ending: Ending::Searched(searches.collect()), interior: None, ..searched };
    let examined = Row { examined: vec![search(0, Some("e2e4")), search(1, None)], ..row(12, Some(Winner::First)) };
    let mut rows = Vec::new();
    for (signature, row) in [(7, searched), (7, examined)] {
        rows.push(Signed { signature, row: row.clone() });
        rows.push(Signed { signature: 8, row });
    }
    rows
}

/// Writes a database, as the last program of schema 1 did.
fn write_1(path: &Path, rows: &[Signed]) {
    let mut connection = Connection::open(path).unwrap();
    let transaction = connection.transaction().unwrap();
    transaction.execute_batch(CREATE_1).unwrap();
    transaction.execute_batch("INSERT INTO meta VALUES ('schema', '1')").unwrap();
    transaction.execute_batch("INSERT INTO runs VALUES ('2024-05-01', 'sweep', NULL, 'here', 1, 2, 3.0, 'x')").unwrap();
    for Signed { signature, row } in rows {
        let (cell, signature) = (row.cell.to_string(), signed(*signature));
        let statistics = (1..=10).map(Value::from);
        let interior =
            row.interior.map_or(vec![Value::Null; INTERIOR_COUNTS.len()], |_| (11..=15).map(Value::from).collect());
        let winner = row.winner().map(|winner| if winner == Winner::First { "first" } else { "second" }.to_owned());
        let values = [cell.clone().into(), signature.into(), signed(row.nodes).into(), winner.into()].into_iter();
        let values = values.chain(statistics).chain([row.seconds.into(), signed(row.guided).into()]).chain(interior);
        let insert = format!("INSERT INTO results VALUES ({})", vec!["?"; 21].join(", "));
        transaction.execute(&insert, params_from_iter(values)).unwrap();
        for &Searched { position, depth, nodes, score, best } in row.searches() {
            let best = best.map(|best| best.to_string());
            let insert = "INSERT INTO searches VALUES (?, ?, ?, ?, ?, ?, ?)";
            let values = params![cell, signature, position, depth, signed(nodes), score, best];
            transaction.execute(insert, values).unwrap();
        }
        for Examined { position, depth, score, best, .. } in &row.examined {
            let insert = "INSERT INTO examined VALUES (?, ?, ?, ?, ?, ?, 1, 2, 3, 4, 5, 6)";
            transaction.execute(insert, params![cell, signature, position, depth, score, best]).unwrap();
        }
    }
    transaction.commit().unwrap();
}

/// Returns whether a database has these rows, in any order.
fn has(store: &Store, rows: &[Signed]) -> bool {
    let all = store.all().unwrap();
    let is_there = |one: &Signed| {
        let same = |other: &Signed| other.signature == one.signature && other.row.agrees_with(&one.row);
        all.iter().any(same) && store.get(&one.row.cell, one.signature).unwrap().unwrap().agrees_with(&one.row)
    };
    all.len() == rows.len() && rows.iter().all(is_there) && store.runs().unwrap().len() == 1
}

#[test]
fn it_is_read_as_it_is_and_upgraded_when_it_is_opened_for_writing() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    write_1(&path, &rows());
    let written = fs::read(&path).unwrap();
    let store = Store::open(&path).unwrap().unwrap();
    assert!(store.schema() == "1" && has(&store, &rows()) && store.cells().unwrap().len() == rows().len());
    drop(store);
    assert!(fs::read(&path).unwrap() == written, "it was only read");

    // Their order, not that of the keys, is the order of queries.
    let select = "SELECT cell, signature, nodes, winner, fill, seconds, guided, generated FROM results ORDER BY 1, 2";
    let searches = "SELECT cell, signature, position, depth, nodes, score, best FROM searches ORDER BY 1, 2, 3, 4";
    let examined = "SELECT cell, signature, position, best, collisions, residents FROM examined ORDER BY 1, 2, 3";
    let answers = |path: &Path| [select, searches, examined].map(|select| answer(path, select));
    let old = answers(&path);
    let mut store = Store::create(&path).unwrap();
    assert!(store.schema() == "2" && has(&store, &rows()));
    assert_eq!(answers(&path), old, "queries of schema 1 are answered");
    store.begin_run("sweep", None, "here").unwrap();
    store.put_all(rows()).unwrap();
    assert_eq!(store.all().unwrap().len(), rows().len(), "known rows are not added again");
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%_1'";
    assert_eq!((store.schema(), answer(&path, names)), ("2", String::new()));
}

/// Returns the rows that a query selects, as text.
fn answer(path: &Path, select: &str) -> String {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare(select).unwrap();
    let columns = statement.column_count();
    let line = |row: &rusqlite::Row<'_>| {
        let values = (0..columns).map(|i| row.get::<_, Value>(i)).collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(format!("{values:?}\n"))
    };
    statement.query_map([], line).unwrap().collect::<rusqlite::Result<String>>().unwrap()
}

#[test]
fn cells_have_columns() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    write_1(&path, &rows());
    drop(Store::create(&path).unwrap());
    let select = "SELECT game, scheme, search, \"set\", number, depth, \"between\", line, positions, board, first,
                  count(*), sum(nodes) FROM cells JOIN results USING (cell_id) GROUP BY 1, 2 ORDER BY 1";
    let answered = answer(&path, select);
    for values in [
        r#"[Text("chess"), Text("none"), Text("mtd"), Text("vsb-1994"), Integer(3), Integer(2), Text("clear"), "#,
        r#"Integer(1), Null, Null, Null, Integer(2), Integer(24)]"#,
        r#"[Text("domineering"), Text("two-big1"), Text("plain"), Null, Null, Null, Null, Null, Integer(8192), "#,
        r#"Text("6x7"), Text("vertical"), Integer(2), Integer(24)]"#,
    ] {
        assert!(answered.contains(values), "{answered}");
    }
}

#[test]
fn the_first_files_lack_columns_and_tables() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    write_1(&path, &[Signed { signature: 7, row: row(12, Some(Winner::Second)) }]);
    Connection::open(&path).unwrap().execute_batch(DROP_NEW).unwrap();
    let first = Row { interior: None, ..row(12, Some(Winner::Second)) };
    let same = |store: &Store| {
        let rows = store.all().unwrap();
        rows.len() == 1 && rows[0].row.agrees_with(&first) && rows[0].row.interior.is_none()
    };
    assert!(same(&Store::open(&path).unwrap().unwrap()), "it is only read");
    let mut store = Store::create(&path).unwrap();
    assert!(same(&store));
    let guided = Row { guided: 3, ..row(12, Some(Winner::Second)) };
    store.begin_run("sweep", None, "here").unwrap();
    store.put(&guided, 8).unwrap();
    assert!(store.runs().unwrap().iter().any(|run| run.id.is_some()));
    assert!(store.get(&guided.cell, 8).unwrap().unwrap().agrees_with(&guided));
}

#[test]
fn a_compressed_one_and_a_read_only_one_are_read() {
    use std::io::Write;

    let directory = directory();
    let (path, packed) = (directory.path().join("x.sqlite"), directory.path().join("x.sqlite.gz"));
    write_1(&path, &rows());
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&fs::read(&path).unwrap()).unwrap();
    let bytes = encoder.finish().unwrap();
    fs::write(&packed, &bytes).unwrap();
    assert!(has(&Store::open(&packed).unwrap().unwrap(), &rows()));
    assert!(Store::create(&packed).is_err() && fs::read(&packed).unwrap() == bytes);

    let (written, mut permissions) = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().permissions());
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(has(&Store::open(&path).unwrap().unwrap(), &rows()));
    assert!(fs::read(&path).unwrap() == written);
}

/// What a program leaves that is killed before it commits: the file, half rewritten, and the journal to undo that.
#[test]
fn a_killed_upgrade_leaves_the_old_database() {
    let directory = directory();
    let (path, killed) = (directory.path().join("x.sqlite"), directory.path().join("killed.sqlite"));
    let mut rows = rows();
    for seed in 0..60 {
        let mut searched = rows[0].clone();
        searched.row.cell.seed = 100 + seed;
        rows.push(searched);
    }
    write_1(&path, &rows);
    let written = fs::read(&path).unwrap();
    let mut connection = Connection::open(&path).unwrap();
    // With no memory to speak of, what is rewritten goes to the file at once.
    connection.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1").unwrap();
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    rewrite(&transaction).unwrap();
    fs::copy(&path, &killed).unwrap();
    fs::copy(path.with_extension("sqlite-journal"), killed.with_extension("sqlite-journal")).unwrap();
    assert!(fs::read(&killed).unwrap() != written, "half of it is rewritten");
    transaction.rollback().unwrap();
    let store = Store::open(&killed).unwrap().unwrap();
    assert!(store.schema() == "1" && has(&store, &rows));
    drop(store);
    let store = Store::create(&killed).unwrap();
    assert!(store.schema() == "2" && has(&store, &rows));
}

#[test]
fn a_row_that_cannot_be_read_is_named_and_the_database_stays_as_it_is() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    write_1(&path, &rows());
    let damage = "UPDATE results SET cell = 'draughts' WHERE rowid = 2";
    Connection::open(&path).unwrap().execute_batch(damage).unwrap();
    let written = fs::read(&path).unwrap();
    let error = Store::create(&path).unwrap_err().to_string();
    assert!(error.contains("draughts") && fs::read(&path).unwrap() == written, "{error}");
}
