//! Tables of any replacement scheme.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ::experiments::scheme_list;
use ::schemes::{Positions, TranspositionTable};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tt::{Bound, Inspect as _, Key, Maintain as _, Stored, Table as _};

use crate::call::{self, parse, raised};

/// What a table stores about a position.
///
/// ``score`` is for the player to move, ``bound`` says whether it is exact, ``depth`` is in plies, ``nodes`` is the
/// size of the subtree, and ``payload`` a number of 16 bits of your own, such as a move.
#[pyclass(frozen, get_all, eq, module = "ttlab")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    score: i16,
    bound: &'static str,
    depth: u8,
    nodes: u32,
    payload: u16,
}

#[pymethods]
impl Record {
    fn __repr__(&self) -> String {
        let Self { score, bound, depth, nodes, payload } = self;
        format!("Record(score={score}, bound='{bound}', depth={depth}, nodes={nodes}, payload={payload})")
    }
}

/// The names of the bounds, in the order of their numbers.
const BOUNDS: [&str; 4] = ["none", "lower", "upper", "exact"];

fn bound(name: &str) -> PyResult<Bound> {
    let found = BOUNDS.into_iter().zip(Bound::ALL).find(|(known, _)| *known == name);
    found
        .map(|(_, bound)| bound)
        .ok_or_else(|| PyValueError::new_err(format!("invalid bound `{name}`: expected none, lower, upper or exact")))
}

fn stored(stored: Stored) -> &'static str {
    match stored {
        Stored::Fresh => "fresh",
        Stored::Same { .. } => "same",
        Stored::Replaced => "replaced",
        Stored::Kept => "kept",
        Stored::Demoted { .. } => "demoted",
        Stored::Ignored => "ignored",
    }
}

/// A transposition table of any replacement scheme, of a size in positions.
///
/// Keys are numbers of 64 bits, and must be distributed over all of them: use Zobrist keys or :func:`mixed_key`.
///
/// >>> table = Table("two-big1", "8K")
/// >>> table.store(mixed_key(1), score=30, depth=5, nodes=812)
/// 'fresh'
/// >>> table.probe(mixed_key(1))
/// Record(score=30, bound='exact', depth=5, nodes=812, payload=0)
/// >>> len(table), mixed_key(2) in table
/// (1, False)
#[pyclass(frozen, module = "ttlab")]
pub(crate) struct Table(Mutex<TranspositionTable<u16>>);

impl Table {
    fn get(&self) -> MutexGuard<'_, TranspositionTable<u16>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (scheme = "two-big1", positions = "64K"))]
    fn new(scheme: &str, positions: &str) -> PyResult<Self> {
        let positions: Positions = parse("positions", positions)?;
        let scheme = call::scheme(Some(scheme))?;
        let scheme = scheme.ok_or_else(|| PyValueError::new_err("invalid scheme `none`: a table needs a scheme"))?;
        let table = TranspositionTable::new(positions.into(), scheme).map_err(|error| raised(&error.into()))?;
        Ok(Self(Mutex::new(table)))
    }

    /// Return what the table has of this key.
    fn probe(&self, key: u64) -> Option<Record> {
        let tt::Record { payload, score, bound, depth, nodes, .. } = self.get().probe(Key(key))?;
        Some(Record { score, bound: BOUNDS[usize::from(bound.number())], depth, nodes, payload })
    }

    /// Offer a record, and return what the table did with it.
    #[pyo3(signature = (key, *, score = 0, bound = "exact", depth = 0, nodes = 1, payload = 0))]
    fn store(&self, key: u64, score: i16, bound: &str, depth: u8, nodes: u32, payload: u16) -> PyResult<&'static str> {
        let bound = self::bound(bound)?;
        let record = tt::Record { payload, score, bound, depth, nodes, ..tt::Record::default() };
        Ok(stored(self.get().store(Key(key), record)))
    }

    /// Mark the stored positions as those of an earlier search.
    fn stamp(&self) {
        self.get().stamp();
    }

    /// Remove all positions.
    fn clear(&self) {
        self.get().clear();
    }

    /// The name of the replacement scheme.
    #[getter]
    fn scheme(&self) -> &'static str {
        self.get().scheme().name()
    }

    /// The number of positions that fit into the table.
    #[getter]
    fn capacity(&self) -> u64 {
        self.get().capacity()
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.get().fill()).unwrap_or(usize::MAX)
    }

    fn __contains__(&self, key: u64) -> bool {
        self.get().probe(Key(key)).is_some()
    }

    fn __repr__(&self) -> String {
        format!("Table('{}', '{}')", self.scheme(), self.capacity())
    }
}

/// Return a well-distributed key of 64 bits for a number of 64 bits. Different numbers have different keys.
#[pyfunction]
pub(crate) fn mixed_key(number: u64) -> u64 {
    Key::mixed(number).0
}

/// Return the names of the replacement schemes. Some of them can have options, such as ``"two-big1+mul-high"``.
///
/// >>> {"two-big1", "deep", "new"} <= set(schemes())
/// True
#[pyfunction]
pub(crate) fn schemes() -> Vec<&'static str> {
    scheme_list::every().iter().map(|scheme| scheme.name()).collect()
}
