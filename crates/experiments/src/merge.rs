//! Merging databases of results: the shards of a sweep, or the work of several machines.
//!
//! The merge is exact: the output has every row of every input once, with any signature, and every row of every
//! journal. A longer search replaces one that stopped at a limit. Two results with the same cell and signature that
//! differ in anything except the time are an error, and the output is not changed.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::files;
use crate::help::with_help;
use crate::row::Relation;
use crate::store::{Signed, Store, find_conflict};

/// The result of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Rows in the inputs.
    pub read: usize,
    /// Rows in the output.
    pub kept: usize,
}

/// Merges `inputs` into the database `output`, which may exist and have rows.
///
/// # Errors
///
/// An input does not exist or is the output, or two results conflict.
pub fn merge(inputs: &[PathBuf], output: &Path) -> Result<Merged> {
    let (mut joined, mut journals) = (BTreeMap::new(), Vec::new());
    let mut read = 0;
    for input in inputs {
        files::check_output([input.as_path()], output, "choose another file with -o")?;
        let store = Store::open(input)?.ok_or_else(|| {
            let what = format!("cannot read {}: the database does not exist or is empty", input.display());
            with_help(what, "check its path")
        })?;
        journals.push(store.runs()?);
        for Signed { signature, row } in store.all()? {
            read += 1;
            match joined.entry((row.cell.clone(), signature)) {
                Entry::Vacant(place) => _ = place.insert((row, input)),
                Entry::Occupied(mut place) => {
                    let (other, source) = place.get();
                    match row.relation(other) {
                        Relation::Same | Relation::Superseded => {}
                        Relation::Supersedes => _ = place.insert((row, input)),
                        Relation::Conflict => bail!(with_help(
                            format_args!(
                                "conflicting results for one cell: {}, signature {signature}: {} in {} and {} in {}; \
                                 nothing was written",
                                row.cell,
                                other.described(),
                                source.display(),
                                row.described(),
                                input.display()
                            ),
                            find_conflict()
                        )),
                    }
                }
            }
        }
    }
    // A new database has all rows or does not exist.
    let _writing = (!output.exists()).then(files::begin_writing);
    let mut output = Store::create(output)?;
    output.join(joined.into_iter().map(|((_, signature), (row, _))| Signed { signature, row }), &journals)?;
    Ok(Merged { read, kept: output.cells()?.len() })
}

#[cfg(test)]
mod tests {
    use programs::Winner;

    use super::*;
    use crate::Row;
    use crate::help::shown;

    fn row(seed: u64, nodes: u64, winner: Option<Winner>) -> Row {
        let cell = format!("domineering board=6x7 first=vertical scheme=none parts=all seed={seed}").parse().unwrap();
        Row { seconds: 1.0, ..Row::new(cell, nodes, winner) }
    }

    fn database(path: PathBuf, rows: &[(u64, Row)]) -> PathBuf {
        let mut store = Store::create(&path).unwrap();
        store.put_all(rows.iter().map(|(signature, row)| Signed { signature: *signature, row: row.clone() })).unwrap();
        path
    }

    #[test]
    fn every_row_is_in_the_output_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let won = Some(Winner::First);
        let a = database(path("a"), &[(7, row(1, 10, won)), (7, row(2, 5, None)), (8, row(1, 11, won))]);
        let b = database(path("b"), &[(7, row(1, 10, won)), (7, row(2, 9, won)), (7, row(3, 1, won))]);
        let output = path("c");
        assert_eq!(merge(&[a.clone(), b.clone()], &output).unwrap(), Merged { read: 6, kept: 4 });
        assert_eq!(merge(&[b, a], &output).unwrap(), Merged { read: 6, kept: 4 }, "into what is there already");
        let nodes: Vec<u64> =
            Store::open(&output).unwrap().unwrap().all().unwrap().iter().map(|s| s.row.nodes).collect();
        assert_eq!(nodes, [10, 11, 9, 1]);
    }

    #[test]
    fn a_conflict_names_the_cell_and_writes_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let won = Some(Winner::First);
        let a = database(path("a"), &[(7, row(1, 10, won))]);
        let b = database(path("b"), &[(7, row(0, 10, won)), (7, row(1, 11, won))]);
        let error = shown(&merge(&[a.clone(), b.clone()], &path("c")).unwrap_err());
        assert!(error.contains("seed=1") && error.contains("10 nodes") && error.contains("11 nodes"), "{error}");
        assert!(!path("c").exists());
        let error = shown(&merge(std::slice::from_ref(&a), &b).unwrap_err());
        assert!(error.contains("seed=1"), "{error}");
        assert_eq!(Store::open(&b).unwrap().unwrap().all().unwrap().len(), 2);
    }

    #[test]
    fn every_line_of_the_journals_is_kept_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let sweeps = |store: &mut Store, first_seed: u64| {
            for seed in first_seed..first_seed + 3 {
                store.begin_run("the same command", None, "the same machine").unwrap();
                store.put(&row(seed, 10 + seed, Some(Winner::First)), 7).unwrap();
            }
        };
        let begun = |name: &str, first_seed: u64| {
            let mut store = Store::create(&path(name)).unwrap();
            sweeps(&mut store, first_seed);
            path(name)
        };
        let (a, b) = (begun("a", 0), begun("b", 3));
        let earlier = path("earlier");
        std::fs::copy(&a, &earlier).unwrap();
        // One more cell of the last sweep of `a`, which the copy knows in an earlier state.
        let mut store = Store::create(&a).unwrap();
        sweeps(&mut store, 6);
        let journal = |path: &Path| Store::open(path).unwrap().unwrap().runs().unwrap();
        assert_eq!(journal(&a).len(), 6);
        let output = path("c");
        for inputs in [[a.clone(), b.clone(), earlier.clone()], [earlier, a, b]] {
            merge(&inputs, &output).unwrap();
            let runs = journal(&output);
            let cells: u64 = runs.iter().map(|run| run.cells).sum();
            assert_eq!((runs.len(), cells, Store::open(&output).unwrap().unwrap().all().unwrap().len()), (9, 9, 9));
        }
    }

    #[test]
    fn lines_of_older_journals_are_kept_too() {
        let directory = tempfile::tempdir().unwrap();
        let old = |name: &str, cells: &[u32]| {
            let path = directory.path().join(name);
            drop(Store::create(&path).unwrap());
            let connection = rusqlite::Connection::open(&path).unwrap();
            connection.execute_batch("ALTER TABLE runs DROP COLUMN id").unwrap();
            for cells in cells {
                let insert = "INSERT INTO runs VALUES ('2024-05-01 12:00:00', 'sweep', NULL, 'here', ?1, 0, 0.0)";
                connection.execute(insert, [cells]).unwrap();
            }
            path
        };
        // Three sweeps that were begun in one second, and an earlier copy of the same file.
        let (late, early) = (old("late", &[54, 40, 35]), old("early", &[20, 54, 1]));
        let output = directory.path().join("c");
        for _ in 0..2 {
            merge(&[early.clone(), late.clone()], &output).unwrap();
            let mut cells: Vec<u64> =
                Store::open(&output).unwrap().unwrap().runs().unwrap().iter().map(|run| run.cells).collect();
            cells.sort_unstable();
            assert_eq!(cells, [35, 40, 54]);
        }
    }

    #[test]
    fn the_journal_is_not_touched_by_a_merge_that_fails() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let mut a = Store::create(&path("a")).unwrap();
        a.begin_run("sweep", None, "here").unwrap();
        a.put(&row(1, 11, Some(Winner::First)), 7).unwrap();
        let output = database(path("b"), &[(7, row(1, 10, Some(Winner::First)))]);
        assert!(shown(&merge(&[path("a")], &output).unwrap_err()).contains("seed=1"));
        assert!(Store::open(&output).unwrap().unwrap().runs().unwrap().is_empty());
    }

    #[test]
    fn an_input_is_never_the_output() {
        let directory = tempfile::tempdir().unwrap();
        let a = database(directory.path().join("a"), &[]);
        let (also_a, hard) = (directory.path().join("./a"), directory.path().join("hard"));
        std::fs::hard_link(&a, &hard).unwrap();
        for output in [also_a, hard] {
            let error = shown(&merge(std::slice::from_ref(&a), &output).unwrap_err());
            assert!(error.ends_with("this command reads it\nhelp: choose another file with -o"), "{error}");
        }
    }
}
