//! Rows as columns, for data frames.

use ::experiments::Definition;
use ::experiments::cell::SearchOptions;
use ::experiments::row::Row;
use ::experiments::sweep::{Provenance, Results};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use report::Report;
use report::pages::csv::{ColumnType, column_type, columns, values};
use report::show::compare::{Contender, TwoSides};

use crate::call::{self, raised};

/// The experiment that rows are of.
pub(crate) struct Source {
    pub(crate) definition: Definition,
    pub(crate) provenance: Provenance,
    pub(crate) missing: usize,
}

/// Rows, which :class:`ttlab.Rows` wraps.
#[pyclass(frozen, module = "ttlab", name = "NativeRows")]
pub(crate) struct NativeRows {
    rows: Vec<(Option<u64>, Row)>,
    source: Option<Source>,
}

/// The nodes of ``one`` divided by those of ``other``.
///
/// ``interval`` is the confidence interval of ``ratio`` and ``p_value`` that of equality; both are ``None`` if a
/// single run has no interval. Of ``searches`` pairs, ``fewer`` need fewer nodes with ``one``, and ``equal`` as many.
#[pyclass(frozen, get_all, module = "ttlab")]
#[derive(Debug)]
pub(crate) struct Comparison {
    one: String,
    other: String,
    ratio: f64,
    interval: Option<(f64, f64)>,
    p_value: Option<f64>,
    searches: usize,
    fewer: usize,
    equal: usize,
}

#[pymethods]
impl Comparison {
    fn __repr__(&self) -> String {
        let Self { one, other, ratio, interval, searches, .. } = self;
        let interval = interval.map_or_else(|| "None".to_owned(), |(low, high)| format!("({low:.3}, {high:.3})"));
        format!("Comparison(one='{one}', other='{other}', ratio={ratio:.3}, interval={interval}, searches={searches})")
    }
}

/// The columns before those of a CSV file.
const KEY: [(&str, ColumnType); 2] = [("cell", ColumnType::Text), ("signature", ColumnType::Unsigned)];

/// The columns of the searches.
const SEARCHES: [(&str, ColumnType); 6] = [
    ("row", ColumnType::Integer),
    ("position", ColumnType::Integer),
    ("depth", ColumnType::Integer),
    ("nodes", ColumnType::Integer),
    ("score", ColumnType::Integer),
    ("best", ColumnType::Text),
];

/// Returns the name of a type, as pandas and Arrow have it.
fn type_name(of: ColumnType) -> &'static str {
    match of {
        ColumnType::Text => "string",
        ColumnType::Integer => "int64",
        ColumnType::Unsigned => "uint64",
        ColumnType::Float => "float64",
        ColumnType::Bool => "bool",
    }
}

impl NativeRows {
    pub(crate) fn new(rows: Vec<(Option<u64>, Row)>, source: Option<Source>) -> Self {
        Self { rows, source }
    }

    fn source(&self) -> PyResult<&Source> {
        self.source.as_ref().ok_or_else(|| {
            call::invalid("the rows are not those of an experiment", "name one: read_rows(path, \"thesis-fig-2.8\")")
        })
    }

    fn rows(&self) -> Vec<Row> {
        self.rows.iter().map(|(_, row)| row.clone()).collect()
    }
}

/// Appends a value of a CSV file as a Python object.
fn append(list: &Bound<'_, PyList>, of: ColumnType, value: &str) -> PyResult<()> {
    let invalid = || PyValueError::new_err(format!("invalid number `{value}`"));
    match of {
        _ if value.is_empty() => list.append(list.py().None()),
        ColumnType::Text => list.append(value),
        ColumnType::Integer => list.append(value.parse::<i64>().map_err(|_| invalid())?),
        ColumnType::Unsigned => list.append(value.parse::<u64>().map_err(|_| invalid())?),
        ColumnType::Float => list.append(value.parse::<f64>().map_err(|_| invalid())?),
        ColumnType::Bool => list.append(value == "true"),
    }
}

#[pymethods]
impl NativeRows {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns the name of the experiment and the number of its cells without a row.
    fn experiment(&self) -> Option<(String, usize)> {
        self.source.as_ref().map(|source| (source.definition.name.clone(), source.missing))
    }

    #[staticmethod]
    fn types() -> Vec<(&'static str, &'static str)> {
        let all = columns();
        let named = all[1..].iter().map(|&column| (column, column_type(column)));
        KEY.into_iter().chain(named).map(|(name, of)| (name, type_name(of))).collect()
    }

    #[staticmethod]
    fn search_types() -> Vec<(&'static str, &'static str)> {
        SEARCHES.map(|(name, of)| (name, type_name(of))).into()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = &columns()[1..];
        let types: Vec<ColumnType> = names.iter().map(|column| column_type(column)).collect();
        let (keys, lists) = ([PyList::empty(py), PyList::empty(py)], names.iter().map(|_| PyList::empty(py)));
        let lists: Vec<Bound<'_, PyList>> = lists.collect();
        for (signature, row) in &self.rows {
            keys[0].append(row.cell.to_string())?;
            keys[1].append(*signature)?;
            for ((list, &of), value) in lists.iter().zip(&types).zip(values(names, "", row)) {
                append(list, of, &value)?;
            }
        }
        let dict = PyDict::new(py);
        for ((name, _), list) in KEY.iter().zip(keys) {
            dict.set_item(name, list)?;
        }
        for (name, list) in names.iter().zip(lists) {
            dict.set_item(name, list)?;
        }
        Ok(dict)
    }

    fn searches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = || self.rows.iter().enumerate().flat_map(|(n, (_, row))| row.searches().iter().map(move |s| (n, s)));
        let dict = PyDict::new(py);
        dict.set_item("row", PyList::new(py, all().map(|(row, _)| row).collect::<Vec<_>>())?)?;
        dict.set_item("position", PyList::new(py, all().map(|(_, one)| one.position).collect::<Vec<_>>())?)?;
        dict.set_item("depth", PyList::new(py, all().map(|(_, one)| one.depth).collect::<Vec<_>>())?)?;
        dict.set_item("nodes", PyList::new(py, all().map(|(_, one)| one.nodes).collect::<Vec<_>>())?)?;
        dict.set_item("score", PyList::new(py, all().map(|(_, one)| one.score).collect::<Vec<_>>())?)?;
        let best = all().map(|(_, one)| one.best.map(|best| best.to_string())).collect::<Vec<_>>();
        dict.set_item("best", PyList::new(py, best)?)?;
        Ok(dict)
    }

    /// Returns the file names, the captions and the SVG of the pictures.
    fn pictures(&self) -> PyResult<Vec<(String, String, String)>> {
        let Source { definition, provenance, missing } = self.source()?;
        let (provenance, missing) = (provenance.clone(), *missing);
        let results = Results { definition, rows: self.rows(), missing, provenance };
        let report = Report::of(results, &|_| Vec::new()).map_err(|error| raised(&error))?;
        Ok(report.pictures.into_iter().map(|picture| (picture.stem, picture.caption, picture.svg)).collect())
    }

    #[pyo3(signature = (one, other, *, level = 0.95))]
    fn compare(&self, one: &str, other: &str, level: f64) -> PyResult<Comparison> {
        if !(0.5..=0.9999).contains(&level) {
            return Err(PyValueError::new_err(format!("invalid level {level}: expected a number from 0.5 to 0.9999")));
        }
        let definition = &self.source()?.definition;
        let side = |name| Ok(Contender { scheme: call::scheme(Some(name))?, search: SearchOptions::PLAIN });
        let (one, other): (PyResult<Contender>, PyResult<Contender>) = (side(one), side(other));
        let (one, other, rows) = (one?, other?, self.rows());
        let sides = TwoSides::of(definition, (&rows, one), (&rows, other)).ok_or_else(|| {
            let what = format_args!("nothing was searched with both {} and {}", one.label(), other.label());
            call::invalid(what, "run the experiment with both schemes")
        })?;
        let interval = sides.mean.interval_at(level).map(|interval| (interval.low, interval.high));
        Ok(Comparison {
            one: one.label(),
            other: other.label(),
            ratio: sides.mean.mean,
            interval,
            p_value: sides.mean.p_value(1.0),
            searches: sides.searches,
            fewer: sides.fewer,
            equal: sides.equal,
        })
    }
}
