//! Options and rows for the tests of sweeps.

use programs::Winner;
use tt::Statistics;

use crate::plan::Options;
use crate::{Cell, Row};

/// Options that select nothing.
pub(crate) fn options() -> Options {
    Options { jobs: Some(2), ..Options::of(Vec::new(), "a.sqlite".into()) }
}

/// Returns a row that was never searched.
pub(crate) fn row(cell: &Cell, nodes: u64, winner: Option<Winner>) -> Row {
    let (cell, statistics) = (cell.clone(), Statistics::default());
    let (interior, examined) = (None, Vec::new());
    Row { cell, nodes, ending: winner.into(), statistics, guided: 0, interior, examined, seconds: 0.0 }
}
