//! Joining databases of results: the shards of a sweep, or the work of several machines.
//!
//! The join is exact: every row of every input, of every version of the counts, is in the output once. A search that
//! stopped at a limit gives way to one that went further. Two results of the same cell and the same version that
//! differ in anything but the time are an error, and then the output is not touched.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::files;
use crate::results::Relation;
use crate::store::{Signed, Store};

/// What a merge did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Rows in the inputs.
    pub read: usize,
    /// Rows in the output.
    pub kept: usize,
}

impl Merged {
    /// One object.
    #[must_use]
    pub fn to_json(self, output: &Path) -> Value {
        json!({ "rows_read": self.read, "rows": self.kept, "output": output.display().to_string() })
    }
}

/// Joins `inputs` into the database `output`. If there is one already, its rows stay and are joined too.
///
/// # Errors
///
/// An input is missing, is the output, or contradicts another.
pub fn merge(inputs: &[PathBuf], output: &Path) -> Result<Merged> {
    let (mut joined, mut runs) = (BTreeMap::new(), Vec::new());
    let mut read = 0;
    for input in inputs {
        files::check_output([input.as_path()], output, "choose another with -o")?;
        let store = Store::open(input)?.with_context(|| {
            format!("{}: there is no such database, or it is empty; check its path", input.display())
        })?;
        runs.extend(store.runs()?);
        for Signed { signature, row } in store.all()? {
            read += 1;
            match joined.entry((row.cell.clone(), signature)) {
                Entry::Vacant(place) => _ = place.insert((row, input)),
                Entry::Occupied(mut place) => {
                    let (other, source) = place.get();
                    match row.relation(other) {
                        Relation::Same | Relation::Superseded => {}
                        Relation::Supersedes => _ = place.insert((row, input)),
                        Relation::Conflict => bail!(
                            "two results of the same cell: {}, signature {signature}: {} in {} and {} in {}; nothing \
                             was written",
                            row.cell,
                            other.outcome(),
                            source.display(),
                            row.outcome(),
                            input.display()
                        ),
                    }
                }
            }
        }
    }
    let mut output = Store::create(output)?;
    output.put_all(joined.into_iter().map(|((_, signature), (row, _))| Signed { signature, row }))?;
    output.add_runs(&runs)?;
    Ok(Merged { read, kept: output.all()?.len() })
}

#[cfg(test)]
mod tests {
    use domineering::Winner;
    use tt::Statistics;

    use super::*;
    use crate::Row;

    fn row(seed: u64, nodes: u64, winner: Option<Winner>) -> Row {
        let cell = format!("domineering board=6x7 first=vertical scheme=none parts=all seed={seed}").parse().unwrap();
        Row { cell, nodes, winner, searches: Vec::new(), statistics: Statistics::default(), guided: 0, seconds: 1.0 }
    }

    fn database(path: PathBuf, rows: &[(u64, Row)]) -> PathBuf {
        let mut store = Store::create(&path).unwrap();
        store.put_all(rows.iter().map(|(signature, row)| Signed { signature: *signature, row: row.clone() })).unwrap();
        path
    }

    #[test]
    fn every_row_is_in_the_output_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
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
    fn a_contradiction_names_the_cell_and_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let won = Some(Winner::First);
        let a = database(path("a"), &[(7, row(1, 10, won))]);
        let b = database(path("b"), &[(7, row(0, 10, won)), (7, row(1, 11, won))]);
        let error = merge(&[a.clone(), b.clone()], &path("c")).unwrap_err().to_string();
        assert!(error.contains("seed=1") && error.contains("10 nodes") && error.contains("11 nodes"), "{error}");
        assert!(!path("c").exists());
        let error = merge(std::slice::from_ref(&a), &b).unwrap_err().to_string();
        assert!(error.contains("seed=1"), "{error}");
        assert_eq!(Store::open(&b).unwrap().unwrap().all().unwrap().len(), 2);
    }

    #[test]
    fn an_input_is_never_the_output() {
        let folder = tempfile::tempdir().unwrap();
        let a = database(folder.path().join("a"), &[]);
        let (also_a, hard) = (folder.path().join("./a"), folder.path().join("hard"));
        std::fs::hard_link(&a, &hard).unwrap();
        for output in [also_a, hard] {
            let error = merge(std::slice::from_ref(&a), &output).unwrap_err().to_string();
            assert!(error.ends_with("this command reads it; choose another with -o"), "{error}");
        }
        let missing = merge(&[folder.path().join("b")], &a).unwrap_err().to_string();
        assert!(missing.contains("no such database"), "{missing}");
    }
}
