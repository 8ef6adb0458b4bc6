//! What is printed about a match.

use std::fmt::Write as _;

use experiments::cell::{Between, scheme_name};
use experiments::text::{counted, grouped};
use programs::chess::playing;
use programs::{SearchOptions, options};
use serde_json::{Value, json};
use stats::{EloModel, Sprt, SprtVerdict};

use super::{Match, Played};

/// The names of the sides.
const LETTERS: [char; 2] = ['A', 'B'];

impl Match {
    /// Returns the name of a side.
    pub(super) fn name(&self, index: usize) -> String {
        let side = &self.sides[index];
        let mut name = format!("{}: {}", LETTERS[index], scheme_name(side.scheme));
        // Writing to a string cannot fail.
        if side.scheme.is_some() {
            let cleared = if side.forgets { ", cleared before each move" } else { "" };
            let _ = write!(name, ", {} positions{cleared}", side.positions);
        }
        let _ = match self.time {
            Some(time) => write!(name, ", {} ms a move", time.as_millis()),
            None => write!(name, ", {} a move", counted(side.nodes, "node")),
        };
        let search = side.search.difference(playing(SearchOptions::PLAIN));
        if !search.is_plain() {
            let _ = write!(name, ", search {search}");
        }
        if !side.search.contains(options::DEAD_DRAWS) {
            name += ", printed draws";
        }
        name
    }

    /// Returns the score so far.
    pub(super) fn score_line(&self, played: &Played) -> String {
        let [lost, drawn, won] = played.games;
        let mut line = format!("{}: +{won} -{lost} ={drawn}", self.pairs_text(played));
        let (elo, interval) = (played.pairs.elo(), played.pairs.elo_interval());
        if let Some((elo, interval)) = elo.zip(interval) {
            let _ = write!(line, ", Elo {} ({} to {})", signed(elo), signed(interval.low), signed(interval.high));
        }
        if let Some(test) = self.test {
            let (low, high) = test.bounds();
            let _ = write!(line, ", LLR {:.2} ({low:.2} to {high:.2})", test.llr(&played.pairs));
        }
        line
    }

    /// Returns how many pairs were played.
    #[must_use]
    pub(crate) fn pairs_text(&self, played: &Played) -> String {
        format!("{} of {}", grouped(played.pairs.pairs()), counted(self.pairs, "pair"))
    }

    /// Returns the result as text.
    #[must_use]
    pub(crate) fn to_text(&self, played: &Played) -> String {
        let [lost, drawn, won] = played.games;
        let mut text = format!("{}\n{}\n\n", self.name(0), self.name(1));
        let mut line = |name: &str, value: &str| _ = writeln!(text, "{name:<16}{value}");
        if played.is_interrupted {
            line("interrupted", &format!("after {}", self.pairs_text(played)));
        }
        let games = counted(lost + drawn + won, "game");
        line("result of A", &format!("{games}: {won} won, {lost} lost, {drawn} drawn"));
        let pairs = played.pairs.0.map(grouped).join(", ");
        line("pairs", &format!("{pairs} with 0, 1/2, 1, 1 1/2 and 2 points for A"));
        let interval = match played.pairs.elo_interval() {
            Some(interval) => format!(", 95 % interval {} to {}", signed(interval.low), signed(interval.high)),
            None if played.pairs.pairs() == 0 => String::new(),
            None => ", no interval: all pairs have the same score".to_owned(),
        };
        line("Elo", &format!("{}{interval}", played.pairs.elo().map_or_else(|| "-".to_owned(), signed)));
        if let Some(elo) = played.pairs.normalized_elo() {
            line("normalized Elo", &signed(elo));
        }
        if let Some(test) = self.test {
            line("SPRT", &test_text(test, played));
        }
        let _ = writeln!(text, "\n{:<16}{:>10}{:>14}{:>14}", "", "moves", "nodes/move", "depth/move");
        for (letter, work) in LETTERS.iter().zip(played.work) {
            let (nodes, depth) = (work.nodes_per_move().round() as u64, work.depth_per_move());
            let _ = writeln!(text, "{letter:<16}{:>10}{:>14}{depth:>14.2}", grouped(work.moves), grouped(nodes));
        }
        text
    }

    /// Returns the result as a JSON object.
    #[must_use]
    pub(crate) fn to_json(&self, played: &Played) -> Value {
        let [lost, drawn, won] = played.games;
        let interval = played.pairs.elo_interval();
        let sides: Vec<Value> = self
            .sides
            .iter()
            .zip(played.work)
            .map(|(side, work)| {
                json!({
                    "scheme": scheme_name(side.scheme), "positions": side.scheme.map(|_| side.positions.get()),
                    "between": side.scheme.map(|_| if side.forgets { Between::Clear } else { Between::Stamp }.name()),
                    "search": side.search.to_string(), "max_nodes": self.time.is_none().then_some(side.nodes),
                    "moves": work.moves, "nodes": work.nodes, "nodes_per_move": work.nodes_per_move(),
                    "depth_per_move": work.depth_per_move(),
                })
            })
            .collect();
        json!({
            "sides": sides,
            "milliseconds": self.time.map(|time| time.as_millis() as u64),
            "seed": self.seed,
            "interrupted": played.is_interrupted,
            "wins": won, "draws": drawn, "losses": lost,
            "pairs": played.pairs.0,
            "elo": played.pairs.elo(),
            "elo_low": interval.map(|interval| interval.low),
            "elo_high": interval.map(|interval| interval.high),
            "normalized_elo": played.pairs.normalized_elo(),
            "sprt": self.test.map(|test| test_json(test, played)),
        })
    }
}

/// Formats Elo with a sign.
fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        if elo > 0.0 { "+infinity" } else { "-infinity" }.to_owned()
    } else {
        // Zero has no negative sign.
        format!("{:+.1}", if elo.abs() < 0.05 { 0.0 } else { elo })
    }
}

fn unit(test: Sprt) -> &'static str {
    match test.model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    }
}

fn test_text(test: Sprt, played: &Played) -> String {
    let ((low, high), llr, unit) = (test.bounds(), test.llr(&played.pairs), unit(test));
    let Sprt { elo0, elo1, .. } = test;
    let verdict = match test.verdict(&played.pairs) {
        Some(SprtVerdict::First) => format!("H0 accepted: the difference is {elo0} {unit} rather than {elo1}"),
        Some(SprtVerdict::Second) => format!("H1 accepted: the difference is {elo1} {unit} rather than {elo0}"),
        None => {
            let pairs = counted(played.pairs.pairs(), "pair");
            format!("undecided between {elo0} and {elo1} {unit} after {pairs}")
        }
    };
    format!("{verdict}; LLR {llr:.2}, bounds {low:.2} and {high:.2}")
}

fn test_json(test: Sprt, played: &Played) -> Value {
    let (low, high) = test.bounds();
    let verdict = test.verdict(&played.pairs).map(|verdict| match verdict {
        SprtVerdict::First => "h0",
        SprtVerdict::Second => "h1",
    });
    let model = match test.model {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalized",
    };
    json!({
        "elo0": test.elo0, "elo1": test.elo1, "model": model, "alpha": test.alpha, "beta": test.beta,
        "llr": test.llr(&played.pairs), "lower_bound": low, "upper_bound": high, "verdict": verdict,
    })
}
