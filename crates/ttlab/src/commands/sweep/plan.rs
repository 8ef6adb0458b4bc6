//! What a sweep would do: the experiments, their cells, and how long they would take.

use std::fmt::Write as _;

use experiments::Definition;
use experiments::plan::{Plan, Planned, State};
use experiments::text::counted;
use serde_json::{Value, json};

/// Two lines for each experiment.
pub(super) fn list(definitions: &[Definition]) -> String {
    let mut text = String::new();
    for Definition { name, title, cites, quick, full, .. } in definitions {
        let (quick, full) = (quick.cells(1).len(), full.cells(1).len());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<18} {quick:>4} cells quick, {full:>4} full   {title}");
        let _ = writeln!(text, "{:<18} {cites}", "");
    }
    text
}

/// The experiments as a JSON object.
pub(super) fn list_json(definitions: &[Definition]) -> Value {
    let experiment = |definition: &Definition| {
        let Definition { name, title, cites, question, game, quick, full, claims, .. } = definition;
        json!({
            "name": name,
            "title": title,
            "cites": cites,
            "question": question,
            "game": game.name(),
            "quick_cells": quick.cells(1).len(),
            "full_cells": full.cells(1).len(),
            "claims": claims.iter().map(|claim| &claim.says).collect::<Vec<_>>(),
        })
    };
    json!({ "experiments": definitions.iter().map(experiment).collect::<Vec<_>>() })
}

/// A line for each cell, and a total.
pub(super) fn text(plan: &Plan) -> String {
    let mut text = String::new();
    for Planned { cell, seeds, step, state, estimate, nodes, is_complete } in &plan.cells {
        let shown = match (nodes, estimate) {
            (Some(nodes), _) if *is_complete => nodes.to_string(),
            (Some(nodes), None) => format!("> {nodes}"),
            (_, Some(estimate)) => format!("~ {estimate}"),
            (None, None) => "unknown".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{:<8} {shown:>14}  {cell}", state.name());
        let _ = match (seeds, step) {
            (1, _) => writeln!(text),
            (_, 1) => writeln!(text, " and {}", counted(seeds - 1, "further seed")),
            _ => writeln!(text, " and {}, {step} apart", counted(seeds - 1, "further seed")),
        };
    }
    let [done, partial, missing] = plan.counts();
    let to_go = plan.expected().map_or("an unknown number of".to_owned(), |nodes| format!("about {nodes}"));
    let cells = counted(plan.count(|_| true), "cell");
    let again = match plan.count(|state| state == State::Again) {
        0 => String::new(),
        again => format!(", {again} again"),
    };
    let _ = writeln!(text, "{cells}: {done} done, {partial} partial, {missing} missing{again}; {to_go} nodes to go");
    text
}

/// The same as a JSON object.
pub(super) fn json(plan: &Plan) -> Value {
    let cell = |planned: &Planned| {
        let Planned { cell, seeds, step, state, estimate, nodes, is_complete } = planned;
        json!({
            "cell": cell.to_string(), "seeds": seeds, "seed_step": step, "state": state.name(), "nodes": nodes,
            "complete": is_complete, "estimate": estimate,
        })
    };
    let [done, partial, missing] = plan.counts();
    json!({
        "cells": plan.cells.iter().map(cell).collect::<Vec<_>>(),
        "done": done,
        "partial": partial,
        "missing": missing,
        "again": plan.count(|state| state == State::Again),
        "nodes_to_go": plan.expected(),
        "largest_table_bytes": plan.largest_table(),
    })
}
