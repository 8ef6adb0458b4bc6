//! The trace as text: a line for each event, indented by the depth of its node.

use std::fmt::Write;

use crate::sentences;
use crate::trace::{EventKind, Trace, TraceEvent};

impl Trace {
    /// Writes the trace as text: the events as an indented tree, the final counters, and the positions.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("a string takes everything");
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}, {}", self.game, self.table_name())?;
        if let Some(table) = &self.table {
            writeln!(text, "{} {}.", table.label, table.rule)?;
        }
        writeln!(text, "{}", self.search_line())?;
        writeln!(text, "Scores are for the player to move. {}.", self.scores)?;
        for notice in self.notices() {
            writeln!(text, "{notice}")?;
        }
        writeln!(text)?;
        for (step, event) in (1..).zip(&self.events) {
            self.write_event(text, step, event)?;
        }

        let rows: Vec<_> = std::iter::once(self.compared()).chain(self.comparison.iter().cloned()).collect();
        writeln!(text, "\nFinal counters\n")?;
        let width = rows.iter().map(|row| row.name.len()).max().unwrap_or_default();
        let names: Vec<_> = self.totals.all().map(|(name, _)| name).collect();
        writeln!(text, "{:width$}  {}", "", names.join("  "))?;
        for row in rows {
            let values: Vec<_> =
                row.totals.all().map(|(name, value)| format!("{value:>width$}", width = name.len())).collect();
            let stopped = row.stopped_at.map_or_else(String::new, |nodes| format!("  stopped at {nodes} nodes"));
            writeln!(text, "{:width$}  {}{stopped}", row.name, values.join("  "))?;
        }

        writeln!(text, "\nPositions, row by row from the top\n")?;
        for (number, board) in self.positions.iter().enumerate() {
            let cells: Vec<char> = board.cells.chars().collect();
            let rows: Vec<String> = cells.chunks(self.columns as usize).map(|row| row.iter().collect()).collect();
            writeln!(
                text,
                "{:<5} {}  {} to move",
                sentences::position(number),
                rows.join("/"),
                self.players[board.mover]
            )?;
        }
        Ok(())
    }

    fn write_event(&self, text: &mut String, step: usize, event: &TraceEvent) -> std::fmt::Result {
        let node = &self.nodes[event.node];
        let entered = if node.enter == step {
            format!(" Window {}, depth {}.", sentences::window(node.alpha, node.beta), node.depth)
        } else {
            String::new()
        };
        let indent = 2 * node.ply as usize;
        writeln!(text, "{step:>5}  {:indent$}[{}] {}{entered}", "", name(event.kind), event.text)
    }

    /// Returns a line with the searched position and the result.
    pub(crate) fn search_line(&self) -> String {
        let Some(score) = self.score else { return format!("A search to depth {}.", self.depth) };
        let best = self.best.as_ref().map_or_else(String::new, |best| format!(", best move {best}"));
        format!("A search to depth {}: value {}{best}.", self.depth, sentences::signed(score))
    }

    /// Returns notices about everything that the trace omits.
    pub(crate) fn notices(&self) -> Vec<String> {
        let cut = self.cut_at.map(|events| {
            format!("The trace is cut at {events} events. The final counters are those of the whole search.")
        });
        let stopped = self.stopped_at.map(|nodes| format!("The search was stopped at {nodes} nodes, before its end."));
        cut.into_iter().chain(stopped).collect()
    }
}

fn name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Enter => "node",
        EventKind::Miss => "miss",
        EventKind::LostHit => "lost hit",
        EventKind::Hit => "hit",
        EventKind::CutOff => "hit, cut-off",
        EventKind::Decided => "decided",
        EventKind::Over => "over",
        EventKind::Leaf => "leaf",
        EventKind::Value => "value",
        EventKind::Free => "store, free slot",
        EventKind::Same => "store, same position",
        EventKind::Replaced => "store, replacement",
        EventKind::Rejected => "not stored",
        EventKind::Demoted => "store, old one down",
    }
}
