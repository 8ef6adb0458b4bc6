//! Solving boards and positions: a file for each game, and what the results of both have in common.

pub(crate) mod classes;
pub(crate) mod connect_four;
pub(crate) mod domineering;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use search::{Parallel, Statistics};
use serde::Serialize;

use experiments::parallel::Threads;
use experiments::text::{counted, grouped};

/// Says how many nodes the earlier runs with a file visited.
pub(crate) fn before_text(nodes: u64) -> String {
    match nodes {
        0 => "new".to_owned(),
        nodes => format!("after {} of earlier runs", counted(nodes, "node")),
    }
}

/// How several threads searched.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Shares {
    /// Only with `--threads` above 1: how the threads share the work.
    #[schemars(schema_with = "ways")]
    parallel: &'static str,
    /// Only with `--threads` above 1: the nodes of each thread.
    pub(crate) nodes_of_threads: Vec<u64>,
}

impl Shares {
    /// Returns the nodes of each thread; `None` if there is one.
    pub(crate) fn of(nodes_of_threads: Vec<u64>, threads: Threads) -> Option<Self> {
        let parallel = parallel_name(threads.parallel);
        (threads.number > 1 && !nodes_of_threads.is_empty()).then_some(Self { parallel, nodes_of_threads })
    }

    /// Returns the nodes of each thread, and how they share the work.
    pub(crate) fn to_text(&self) -> String {
        let shares: Vec<String> = self.nodes_of_threads.iter().map(|&nodes| grouped(nodes)).collect();
        format!("{} nodes ({})", shares.join(" + "), self.parallel)
    }
}

/// Returns the name of a way to search in parallel, as on the command line.
fn parallel_name(parallel: Parallel) -> &'static str {
    match parallel {
        Parallel::Lazy => "lazy",
        Parallel::Abdada => "abdada",
    }
}

fn ways(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ([Parallel::Lazy, Parallel::Abdada].map(parallel_name)) })
}

/// What happened to a transposition table in a search. All numbers are 0 without a table, except `look_ups`.
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Statistics")]
pub(crate) struct TableStatistics {
    /// Positions that were looked up.
    look_ups: u64,
    /// Look-ups that found the position.
    hits: u64,
    /// Hits that ended the search of their node.
    cutoffs: u64,
    /// Positions that were stored in an empty slot.
    fresh: u64,
    /// Positions that were stored over an older record of the same position.
    same: u64,
    /// Positions that were stored over another position.
    replaced: u64,
    /// Positions that were not stored: the table kept what it had.
    kept: u64,
    /// Positions that were stored in the first slot of an entry, moving its old occupant to the second.
    demoted: u64,
    /// Positions to be stored that found another position in their slot.
    collisions: u64,
    /// Positions in the table at the end.
    fill: u64,
}
