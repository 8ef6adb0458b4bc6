//! Tests of the database.

mod lines;
mod schema_1;

use std::collections::BTreeSet;
use std::fs;

use programs::Audit;
use programs::Winner;

use super::columns::signed;
use super::errors::RESTORE;
use super::*;
use crate::help::shown;
use crate::row::{Ending, Examined, InteriorNodes, Searched, Statistics};

const CELL: &str = "domineering board=6x7 first=vertical scheme=two-big1 positions=8K parts=all seed=1";

fn row(nodes: u64, winner: Option<Winner>) -> Row {
    let statistics =
        Statistics { look_ups: 1, hits: 2, cutoffs: 3, fresh: 4, same: 5, replaced: 6, ..Statistics::default() };
    let statistics = Statistics { kept: 7, demoted: 8, collisions: 9, fill: 10, ..statistics };
    let interior = Some(InteriorNodes { nodes: 11, hits: 12, cutoffs: 13, table_moves: 14, generated: 15 });
    Row { statistics, interior, seconds: 0.25, ..Row::new(CELL.parse().unwrap(), nodes, winner) }
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Creates a database, and returns it after its directory and its path.
fn created() -> (tempfile::TempDir, PathBuf, Store) {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    let store = Store::create(&path).unwrap();
    (directory, path, store)
}

#[test]
fn cells_are_listed_and_writing_is_tried() {
    let (_directory, _, mut store) = created();
    store.put(&row(12, None), 7).unwrap();
    store.put(&row(12, None), 8).unwrap();
    for cell in [
        "connect-four set=end-easy sample=10 scheme=deep positions=1K parts=all seed=1970",
        "connect-four-tutorial set=end-easy sample=10 window=weak scheme=none parts=all seed=1970",
    ] {
        store.put(&Row { cell: cell.parse().unwrap(), ..row(12, None) }, 7).unwrap();
    }
    let cells = store.cells().unwrap();
    assert_eq!(cells.iter().map(|(_, signature)| *signature).collect::<Vec<_>>(), [7, 7, 7, 8]);
    assert_eq!(cells[3].0, row(12, None).cell);
    let signed = |store: &Store| {
        let count = "SELECT count(*) FROM meta WHERE name = 'last program'";
        store.database().unwrap().query_row(count, [], |row| row.get::<_, i64>(0)).unwrap()
    };
    store.try_write().unwrap();
    assert_eq!(signed(&store), 0, "nothing is left behind");
    store.check_writable().unwrap();
    assert_eq!(signed(&store), 1);
}

#[test]
fn rows_are_read_back() {
    let directory = directory();
    let path = directory.path().join("new/directory/results.sqlite");
    assert!(Store::open(&path).unwrap().is_none());
    let mut store = Store::create(&path).unwrap();
    store.check_writable().unwrap();
    let stored = row(12, Some(Winner::Second));
    store.put(&stored, 7).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap().unwrap();
    let found = store.get(&stored.cell, 7).unwrap().unwrap();
    assert!(found.agrees_with(&stored) && found.seconds == 0.25 && found.interior == stored.interior);
    assert!(store.get(&stored.cell, 8).unwrap().is_none());
    assert_eq!((store.rows(7).unwrap().len(), store.rows(8).unwrap().len()), (1, 0));
}

#[test]
fn examined_searches_are_read_back_and_replaced() {
    let (_directory, _, mut store) = created();
    let audit = Audit { type_1_errors: 1, collisions: 2, positions: 3, absent_probes: 4, residents: 5 };
    let search = |position, best: Option<&str>| {
        let best = best.map(str::to_owned);
        Examined { position, depth: 2, score: -7, best, audit, injected: 6 }
    };
    let stored = Row { examined: vec![search(0, Some("e2e4")), search(1, None)], ..row(12, Some(Winner::First)) };
    store.put(&stored, 7).unwrap();
    let plain = Row { cell: CELL.replace("seed=1", "seed=2").parse().unwrap(), ..row(12, None) };
    store.put(&plain, 7).unwrap();
    assert!(store.get(&stored.cell, 7).unwrap().unwrap().agrees_with(&stored));
    let rows = store.rows(7).unwrap();
    assert_eq!(rows[&stored.cell].examined, stored.examined);
    assert!(rows[&plain.cell].examined.is_empty());
    let other = Row { examined: vec![search(0, None)], ..stored.clone() };
    assert!(!other.agrees_with(&stored) && other.difference(&stored).unwrap().contains("e2e4"));
    assert!(store.put(&other, 7).is_err(), "a conflict");
    store.replace(&other, 7).unwrap();
    assert_eq!(store.get(&stored.cell, 7).unwrap().unwrap().examined, other.examined);
}

#[test]
fn what_older_rows_lack_is_added_by_newer_ones() {
    let (_directory, _, mut store) = created();
    let searched = |best: Option<&str>| {
        let best = best.map(|best| best.parse().unwrap());
        Ending::Searched(vec![Searched { position: 0, depth: 1, nodes: 3, score: -4, best }])
    };
    let old = Row { interior: None, ending: searched(None), ..row(12, None) };
    let new = Row { ending: searched(Some("e7e8q")), ..row(12, None) };
    let known = |store: &Store| {
        let row = store.get(&old.cell, 7).unwrap().unwrap();
        (row.interior, row.searches()[0].best)
    };
    store.put(&old, 7).unwrap();
    assert_eq!(known(&store), (None, None));
    store.put(&new, 7).unwrap();
    assert_eq!(known(&store), (new.interior, new.searches()[0].best));
    store.put(&old, 7).unwrap();
    assert_eq!(known(&store), (new.interior, new.searches()[0].best), "nothing is forgotten");
    let other = Row { ending: searched(Some("e7e8r")), ..row(12, None) };
    assert!(store.put(&other, 7).is_err() && other.difference(&new).unwrap().contains("e7e8r"));
}

/// A row as it was stored before there were signatures of rows, and its signature of today.
fn former() -> (Row, u64, u64) {
    let (solver, scheme, old, _) = signature::successors().find(|one| one.1 == "two-big1").unwrap();
    assert_eq!((solver.name(), scheme), ("domineering", "two-big1"));
    let row = Row {
        ending: Ending::Searched(vec![Searched { position: 0, depth: 1, nodes: 3, score: -4, best: None }]),
        ..row(12, None)
    };
    let current = signature::current(&row.cell, old);
    (row, old, current)
}

fn raw_signatures(path: &Path) -> Vec<i64> {
    let connection = Connection::open(path).unwrap();
    let select = "SELECT signature FROM results UNION ALL SELECT signature FROM searches";
    let mut statement = connection.prepare(select).unwrap();
    let signatures = statement.query_map([], |row| row.get(0)).unwrap();
    let mut signatures: Vec<i64> = signatures.collect::<rusqlite::Result<_>>().unwrap();
    signatures.sort_unstable();
    signatures
}

#[test]
fn former_signatures_are_read_and_rewritten() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    let (row, old, current) = former();
    let mut store = Store::create(&path).unwrap();
    store.put(&row, old).unwrap();
    store.put(&row, 4711).unwrap();
    drop(store);

    let check = |store: &Store| {
        let all = store.all().unwrap();
        assert_eq!(all.iter().map(|signed| signed.signature).collect::<BTreeSet<_>>(), [current, 4711].into());
        assert!(all.iter().all(|signed| signed.row.agrees_with(&row)));
        assert_eq!(store.cells().unwrap().iter().filter(|(_, signature)| *signature == current).count(), 1);
        assert!(store.get(&row.cell, current).unwrap().unwrap().agrees_with(&row));
        assert!(store.get(&row.cell, 4712).unwrap().is_none());
    };
    check(&Store::open(&path).unwrap().unwrap());
    let (old, new) = (signed(old), signed(current));
    assert_eq!(raw_signatures(&path), [4711, 4711, old, old], "it was only read");
    check(&Store::create(&path).unwrap());
    assert_eq!(raw_signatures(&path), [4711, 4711, new, new]);
    check(&Store::create(&path).unwrap());
}

#[test]
fn of_two_rows_with_a_former_and_a_present_signature_the_longer_search_stays() {
    let (complete, old, current) = former();
    let stopped = Row { nodes: 7, ending: Ending::Stopped, ..complete.clone() };
    for (of_old, of_new) in [(&complete, &stopped), (&stopped, &complete), (&complete, &complete)] {
        let (_directory, path, mut store) = created();
        store.put(of_old, old).unwrap();
        store.put(of_new, current).unwrap();
        drop(store);
        let all = Store::create(&path).unwrap().all().unwrap();
        assert_eq!(all.len(), 1);
        assert!(all[0].signature == current && all[0].row.agrees_with(&complete));
        assert_eq!(raw_signatures(&path).len(), 2);
    }
}

#[test]
fn rows_of_a_scheme_that_this_program_lacks_are_kept() {
    let (_directory, _, mut store) = created();
    let cell = CELL.replace("two-big1", "of-another-program");
    store.put(&Row { cell: Cell::stored(&cell).unwrap(), ..row(1, None) }, 7).unwrap();
    let all = store.all().unwrap();
    assert_eq!(all[0].row.cell.to_string(), cell);
    store.put_all(all).unwrap();
    let cells = store.cells().unwrap();
    let signatures = signature::Signatures::of(cells.iter().map(|(cell, _)| cell)).unwrap();
    assert_eq!((cells.len(), signatures.iter().count()), (1, 0));
    let error = crate::run::run(&cells[0].0, 10, &crate::run::Nodes::default()).unwrap_err();
    assert!(format!("{error:#}").contains("`of-another-program`"), "{error:#}");
}

#[test]
fn a_row_is_replaced_unless_it_went_further() {
    let (_directory, _, mut store) = created();
    let stored = |store: &Store| store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes;
    store.put(&row(12, Some(Winner::First)), 7).unwrap();
    store.replace(&row(5, None), 7).unwrap();
    assert_eq!(stored(&store), 12, "a search to a lower limit says nothing new");
    store.replace(&row(13, Some(Winner::First)), 7).unwrap();
    assert_eq!(stored(&store), 13);
}

#[test]
fn a_longer_search_takes_the_place_and_a_conflict_changes_nothing() {
    let (_directory, _, mut store) = created();
    store.put(&row(10, None), 7).unwrap();
    store.put(&row(5, None), 7).unwrap();
    assert_eq!(store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes, 10);
    store.put(&row(12, Some(Winner::First)), 7).unwrap();
    store.put(&row(11, None), 7).unwrap();
    let error = shown(&store.put(&row(13, Some(Winner::First)), 7).unwrap_err());
    assert!(error.contains(CELL) && error.contains("13 nodes") && error.contains("12 nodes"), "{error}");
    assert_eq!(store.get(&row(0, None).cell, 7).unwrap().unwrap().nodes, 12);
    store.put(&row(13, Some(Winner::First)), 8).unwrap();
    assert_eq!(store.all().unwrap().iter().map(|signed| signed.signature).collect::<Vec<_>>(), [7, 8]);
}

#[test]
fn another_file_is_refused_and_left_unchanged() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    let error = |path: &Path| shown(&Store::create(path).unwrap_err());

    fs::write(&path, "not a database, but long enough to be looked at ".repeat(100)).unwrap();
    assert!(error(&path).contains("is not a database"));
    assert!(fs::read_to_string(&path).unwrap().starts_with("not a database"));
    fs::remove_file(&path).unwrap();

    Connection::open(&path).unwrap().execute_batch("CREATE TABLE games (a)").unwrap();
    assert!(error(&path).contains("not a ttlab results database"));
    fs::remove_file(&path).unwrap();

    drop(Store::create(&path).unwrap());
    Connection::open(&path).unwrap().execute_batch("UPDATE meta SET value = '99'").unwrap();
    assert!(error(&path).contains("schema version 99"));
}

#[test]
fn damage_is_noticed() {
    let (_directory, path, mut store) = created();
    for seed in 0..2_000 {
        let mut row = row(seed, Some(Winner::First));
        row.cell.seed = seed;
        store.put_all([Signed { signature: 7, row }]).unwrap();
        if fs::metadata(&path).unwrap().len() > 40_000 {
            break;
        }
    }
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end / 2..end / 2 + 8_000].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = shown(&Store::create(&path).unwrap_err());
    assert!(error.contains("is damaged"), "{error}");
    assert_eq!(error.lines().count(), 2, "the error and its help: {error}");
}

#[test]
fn a_row_that_cannot_be_read_is_named() {
    let (_directory, _, mut store) = created();
    store.put(&row(1, None), 7).unwrap();
    store.database().unwrap().execute_batch("UPDATE cells SET text = 'draughts'").unwrap();
    let error = shown(&store.all().unwrap_err());
    assert!(error.contains("draughts"), "{error}");
}

/// What is strict in a table can be had by other means: a table that is not, or another file format.
#[test]
fn damaged_rows_are_errors() {
    for (damage, what) in [
        ("UPDATE searches_data SET position = -106", "-106 is out of range"),
        ("UPDATE results_data SET hits = -1", "`hits` is -1"),
        ("ALTER TABLE results_data RENAME COLUMN seconds TO minutes", "missing column `seconds`"),
        ("UPDATE cells SET text = CAST(x'ff' AS TEXT)", "UTF-8"),
        ("UPDATE searches_data SET best = CAST(x'ff' AS TEXT)", "UTF-8"),
        (
            "ALTER TABLE results_data RENAME TO old; CREATE TABLE results_data AS SELECT * FROM old; \
             UPDATE results_data SET nodes = 'many'",
            "`nodes` is of type Text",
        ),
    ] {
        let (_directory, _, mut store) = created();
        let searches = vec![Searched { position: 0, depth: 1, nodes: 1, score: 0, best: None }];
        store.put(&Row { ending: Ending::Searched(searches), ..row(1, None) }, 7).unwrap();
        store.database().unwrap().execute_batch(damage).unwrap();
        let error = shown(&store.all().unwrap_err());
        let error = error.replace("utf-8", "UTF-8");
        assert!(error.contains(what) && error.ends_with(RESTORE), "{damage}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_disappears_or_changes_is_an_error() {
    let directory = directory();
    let path = |name: &str| directory.path().join(name);
    let told = |change: &dyn Fn()| {
        let _ = fs::remove_file(path("x"));
        let mut store = Store::create(&path("x")).unwrap();
        store.put(&row(1, None), 7).unwrap();
        change();
        shown(&store.put(&row(2, None), 7).unwrap_err())
    };
    drop(Store::create(&path("other")).unwrap());
    let deleted = told(&|| fs::remove_file(path("x")).unwrap());
    assert!(deleted.contains("x was deleted or moved"), "{deleted}");
    let replaced = told(&|| fs::rename(path("other"), path("x")).unwrap());
    assert!(replaced.contains("x was replaced by another file"), "{replaced}");
    let emptied = told(&|| fs::File::create(path("x")).map(drop).unwrap());
    assert!(emptied.contains("x was emptied or truncated"), "{emptied}");
    let cut = told(&|| fs::OpenOptions::new().write(true).open(path("x")).unwrap().set_len(5_000).unwrap());
    assert!(cut.contains("damaged") && cut.ends_with(RESTORE), "{cut}");
}

#[test]
fn what_another_program_does_is_named() {
    let (_directory, path, mut store) = created();
    store.put(&row(1, None), 7).unwrap();
    store.set_patience(Duration::from_millis(1)).unwrap();
    let other = Connection::open(&path).unwrap();
    let by = |store: &mut Store| store.put(&row(2, None), 7).unwrap_err().downcast_ref::<InUse>().unwrap().by;

    other.execute_batch("BEGIN; SELECT * FROM results").unwrap();
    assert_eq!(by(&mut store), Use::Reading);
    assert!(store.get(&row(1, None).cell, 7).unwrap().is_some(), "readers are not in each other's way");
    other.execute_batch("ROLLBACK; BEGIN IMMEDIATE").unwrap();
    assert_eq!(by(&mut store), Use::Writing);
    let error = shown(&store.check_writable().unwrap_err());
    assert!(error.contains("0 s"), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
    store.put(&row(2, None), 7).unwrap();
}

/// A limit of pages is to SQLite what a full disk is.
#[test]
fn a_full_disk_loses_nothing() {
    let (_directory, path, mut store) = created();
    let pages: i64 = store.database().unwrap().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.database().unwrap().query_row(&format!("PRAGMA max_page_count = {}", pages + 1), [], |_| Ok(())).unwrap();
    let mut stored = 0;
    let error = loop {
        let mut row = row(stored, Some(Winner::First));
        row.cell.seed = stored;
        match store.put(&row, 7) {
            Ok(()) => stored += 1,
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("no space left"), "{error}");
    drop(store);
    assert_eq!(Store::open(&path).unwrap().unwrap().rows(7).unwrap().len() as u64, stored);
}

#[test]
fn a_database_that_cannot_be_created_is_an_error() {
    let error = Store::create(Path::new("/dev/null/x/results.sqlite")).unwrap_err();
    assert!(format!("{error:#}").contains("/dev/null/x"), "{error:#}");
    let directory = directory();
    let error = shown(&Store::create(directory.path()).unwrap_err());
    assert!(error.contains("is a directory"), "{error}");
}

#[test]
fn two_programs_write_at_once() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    std::thread::scope(|scope| {
        for first_seed in 0..4 {
            let path = &path;
            scope.spawn(move || {
                let mut store = Store::create(path).unwrap();
                for seed in first_seed..first_seed + 20 {
                    let mut row = row(seed, Some(Winner::First));
                    row.cell.seed = seed;
                    store.put(&row, 7).unwrap();
                }
            });
        }
    });
    assert_eq!(Store::open(&path).unwrap().unwrap().rows(7).unwrap().len(), 23);
}
