//! Options for the tests of sweeps.

use crate::plan::{Filter, Options};
use crate::shard::Shard;

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
