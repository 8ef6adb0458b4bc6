//! Solving boards and positions: a file for each game, and what the results of both have in common.

pub(crate) mod connect_four;
pub(crate) mod domineering;

use search::Parallel;
use serde_json::{Value, json};

use experiments::parallel::Threads;
use experiments::text::{counted, grouped};

/// Says how many nodes the earlier runs with a file visited.
pub(crate) fn before_text(nodes: u64) -> String {
    match nodes {
        0 => "new".to_owned(),
        nodes => format!("after {} of earlier runs", counted(nodes, "node")),
    }
}

/// Returns the nodes of each thread, and how they share the work.
pub(crate) fn shares_text(shares: &[u64], threads: Threads) -> String {
    let shares: Vec<String> = shares.iter().map(|&nodes| grouped(nodes)).collect();
    format!("{} nodes ({})", shares.join(" + "), parallel_name(threads.parallel))
}

/// Returns the name of a way to search in parallel, as on the command line.
pub(crate) fn parallel_name(parallel: Parallel) -> &'static str {
    match parallel {
        Parallel::Lazy => "lazy",
        Parallel::Abdada => "abdada",
    }
}

/// Adds the members of one JSON object to another.
pub(crate) fn merge(object: &mut Value, others: &Value) {
    if let (Some(object), Some(others)) = (object.as_object_mut(), others.as_object()) {
        object.extend(others.clone());
    }
}

/// Returns the statistics of a table as a JSON object.
pub(crate) fn statistics_json(statistics: &tt::Statistics) -> Value {
    let tt::Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } =
        *statistics;
    json!({
        "look_ups": look_ups,
        "hits": hits,
        "cutoffs": cutoffs,
        "fresh": fresh,
        "same": same,
        "replaced": replaced,
        "kept": kept,
        "demoted": demoted,
        "collisions": collisions,
        "fill": fill,
    })
}
