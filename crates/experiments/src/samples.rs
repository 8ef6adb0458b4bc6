//! Options and rows for the tests of sweeps.

use programs::Winner;
use tt::Statistics;

use crate::plan::{Filter, Options};
use crate::shard::Shard;
use crate::{Cell, Row};

/// Options that select nothing.
pub(crate) fn options() -> Options {
    Options {
        subcommand: "sweep",
        definitions: Vec::new(),
        compared: Vec::new(),
        full: false,
        seeds: 1,
        filter: Filter::default(),
        shard: Shard::WHOLE,
        again: false,
        max_nodes: u64::MAX,
        jobs: Some(2),
        db: "a.sqlite".into(),
        commit: None,
    }
}

/// Returns a row that was never searched.
pub(crate) fn row(cell: &Cell, nodes: u64, winner: Option<Winner>) -> Row {
    let (cell, statistics) = (cell.clone(), Statistics::default());
    let (interior, examined) = (None, Vec::new());
    Row { cell, nodes, ending: winner.into(), statistics, guided: 0, interior, examined, seconds: 0.0 }
}
