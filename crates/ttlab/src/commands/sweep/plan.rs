//! The plan of a sweep: experiments, cells and estimates.

use std::fmt::Write as _;

use experiments::Definition;
use experiments::plan::{CellState, Plan, Planned};
use experiments::sweep::Verified;
use experiments::text::{counted, grouped, wrapped};

use crate::forecast::Forecast;

/// Returns two lines for each experiment.
pub(super) fn list(definitions: &[Definition]) -> String {
    let mut text = String::new();
    let width = definitions.iter().map(|definition| definition.name.len()).max().unwrap_or(0);
    for definition in definitions {
        let Definition { name, title, quick, full, .. } = definition;
        let (quick, full) = (quick.count_cells(1), full.count_cells(1));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<width$} {quick:>4} cells quick, {full:>4} full   {title}");
        let _ = writeln!(text, "{:<width$} {}", "", definition.citation());
    }
    text
}

/// Returns a paragraph about the experiments that a sweep without names does not run.
pub(super) fn groups() -> String {
    let names: Vec<&str> = Definition::groups().collect();
    let text = format!("Other experiments are in groups, which are named like experiments: {}", names.join(", "));
    format!("\n{}\n", wrapped(&text, LINE).join("\n"))
}

/// The width of a paragraph.
const LINE: usize = 80;

/// The most cells that are listed without being asked for.
const MOST_LISTED: usize = 200;

/// Says how many rows have the same counts.
pub(super) fn verified(Verified { rows, verified, nodes }: Verified) -> String {
    format!("verified: {verified} of {} have the same counts ({})\n", counted(rows, "row"), counted(nodes, "node"))
}

/// Returns a line for each cell, unless there are many, and a line with totals.
pub(super) fn text(plan: &Plan, forecast: &Forecast, is_verbose: bool) -> String {
    let mut text = String::new();
    let is_listed = is_verbose || plan.cells.len() <= MOST_LISTED;
    for planned in plan.cells.iter().filter(|_| is_listed) {
        let Planned { cell, seeds, step, state, estimate, nodes, is_complete, .. } = planned;
        let shown = match (nodes, estimate) {
            (Some(nodes), _) if *is_complete => grouped(*nodes),
            (Some(nodes), None) => format!("> {}", grouped(*nodes)),
            (_, Some(estimate)) => format!("~ {}", grouped(*estimate)),
            (None, None) => "unknown".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{:<8} {shown:>17}  {cell}", state.name());
        if !planned.other_games.is_empty() {
            let _ = write!(text, " and {}", counted(planned.other_games.len(), "more game"));
        }
        let _ = match (seeds, step) {
            (1, _) => writeln!(text),
            (_, 1) => writeln!(text, " and {}", counted(seeds - 1, "more seed")),
            _ => writeln!(text, " and {}, in steps of {step}", counted(seeds - 1, "more seed")),
        };
    }
    let [done, partial, missing] = plan.counts();
    let cells = counted(plan.count(|_| true), "cell");
    let again = match plan.count(|state| state == CellState::Again) {
        0 => String::new(),
        again => format!(", {again} to run again"),
    };
    let _ = writeln!(
        text,
        "{cells}: {done} done, {partial} partial, {missing} missing{again}; to run: {}",
        forecast.to_text()
    );
    if !is_listed {
        text.push_str("The option -v lists the cells.\n");
    }
    text
}
