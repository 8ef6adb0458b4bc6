//! Experiments: running their cells, and reading rows.

use std::path::{Path, PathBuf};

use ::experiments::cell::read_search;
use ::experiments::plan::{Filter, Options};
use ::experiments::run::run;
use ::experiments::store::{Store, no_database};
use ::experiments::sweep::Sweep;
use ::experiments::view::{View, Wanted};
use ::experiments::{Cell, Definition};
use anyhow::{Context as _, Result, anyhow};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::call::{self, parse, raised};
use crate::rows::{NativeRows, Source};

#[pyfunction]
pub(crate) fn experiments() -> PyResult<Vec<(String, String, String)>> {
    let all = Definition::all().map_err(|error| raised(&error))?;
    Ok(all.into_iter().map(|one| (one.name.clone(), one.title.clone(), one.citation())).collect())
}

#[pyfunction]
#[pyo3(signature = (cell, *, max_nodes = None))]
pub(crate) fn run_cell(py: Python<'_>, cell: &str, max_nodes: Option<u64>) -> PyResult<NativeRows> {
    let cell: Cell = cell.parse().map_err(|error| raised(&error))?;
    let row = call::search(py, move |nodes| run(&cell, max_nodes.unwrap_or(u64::MAX), nodes))?;
    Ok(NativeRows::new(vec![(None, row)], None))
}

#[pyfunction]
#[pyo3(signature = (
    name, *, full, schemes, positions, depths, searches, seeds, max_nodes, jobs, db
))]
#[expect(clippy::too_many_arguments, reason = "most have a name in Python")]
pub(crate) fn run_experiment(
    py: Python<'_>,
    name: &str,
    full: bool,
    schemes: Vec<String>,
    positions: Vec<String>,
    depths: Vec<u8>,
    searches: Vec<String>,
    seeds: u64,
    max_nodes: Option<u64>,
    jobs: Option<usize>,
    db: Option<PathBuf>,
) -> PyResult<NativeRows> {
    if name.ends_with(".toml") {
        call::readable(Path::new(name))?;
    }
    if seeds == 0 || jobs == Some(0) {
        return Err(PyValueError::new_err("invalid seeds or jobs 0: expected at least 1"));
    }
    let definition = Definition::find(name).map_err(|error| raised(&error))?;
    let schemes = schemes.iter().map(|name| call::scheme(Some(name))).collect::<PyResult<_>>()?;
    let searches = searches.iter().map(|name| read_search(name)).collect::<Result<_>>();
    let filter = Filter {
        schemes,
        searches: searches.map_err(|error| raised(&error))?,
        positions: positions.iter().map(|size| parse("positions", size)).collect::<PyResult<_>>()?,
        depths,
        ..Filter::default()
    };
    call::search(py, move |nodes| {
        let definition = definition.with_depths(&filter.depths);
        let directory = tempfile::tempdir().context("cannot create a temporary directory")?;
        let db = db.unwrap_or_else(|| directory.path().join("rows.sqlite"));
        let options = Options {
            full,
            filter,
            seeds,
            max_nodes: max_nodes.unwrap_or(u64::MAX),
            jobs,
            nodes: nodes.clone(),
            ..Options::of(vec![definition.clone()], db)
        };
        let mut done = Sweep::new(&options)?.run(&|_| ())?;
        if let Some(failed) = done.failed.first() {
            return Err(anyhow!(failed.error.clone()));
        }
        let results = done.results.remove(0);
        let rows = results.rows.into_iter().map(|row| (None, row)).collect();
        Ok(NativeRows::new(rows, Some(Source { definition, provenance: results.provenance, missing: results.missing })))
    })
}

#[pyfunction]
#[pyo3(signature = (path, experiment = None, *, full = None))]
pub(crate) fn read_rows(
    py: Python<'_>,
    path: PathBuf,
    experiment: Option<&str>,
    full: Option<bool>,
) -> PyResult<NativeRows> {
    call::readable(&path)?;
    let definition = experiment.map(Definition::find).transpose().map_err(|error| raised(&error))?;
    let read = move || match definition {
        None => all(&path),
        Some(definition) => of_experiment(&path, definition, full),
    };
    call::run(py, || (), read)?.map_err(|error| raised(&error))
}

fn all(path: &Path) -> Result<NativeRows> {
    let store = Store::open(path)?.ok_or_else(|| no_database(path, ""))?;
    let rows = store.all()?.into_iter().map(|signed| (Some(signed.signature), signed.row)).collect();
    Ok(NativeRows::new(rows, None))
}

fn of_experiment(path: &Path, definition: Definition, full: Option<bool>) -> Result<NativeRows> {
    let view = View::open(path, vec![definition.clone()], Wanted { full, ..Wanted::default() })?;
    let results = view.results(&definition);
    let rows = results.rows.into_iter().map(|row| (None, row)).collect();
    let (provenance, missing) = (results.provenance, results.missing);
    Ok(NativeRows::new(rows, Some(Source { definition, provenance, missing })))
}
