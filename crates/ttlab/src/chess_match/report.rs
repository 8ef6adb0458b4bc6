//! What is printed about a match.

use std::fmt::Write as _;

use engine::Techniques;
use experiments::cell::{Between, scheme_name};
use experiments::text::{counted, elo_text, grouped};
use programs::chess::playing;
use programs::chess::versus::{MatchSide, SideProgram};
use programs::{SearchOptions, Work, options};
use schemars::JsonSchema;
use serde::Serialize;
use stats::{EloModel, Sprt, SprtVerdict};
use tt::Size;

use super::{Match, Played};
use crate::chess_program::ChessProgram;

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
            let _ = write!(name, ", {}{cleared}", side.size);
        }
        let _ = match self.time {
            Some(time) => write!(name, ", {} ms a move", time.as_millis()),
            None => write!(name, ", {} a move", counted(side.nodes, "node")),
        };
        match side.program {
            SideProgram::Engine(techniques) => {
                let (without, with) = (Techniques::STANDARD - techniques, techniques - Techniques::STANDARD);
                for (word, changed) in [("without", without), ("with", with)] {
                    if !changed.is_empty() {
                        let _ = write!(name, ", {word} {changed}");
                    }
                }
            }
            SideProgram::Alibaba(search) => {
                name += ", historic";
                let options = search.difference(playing(SearchOptions::PLAIN));
                if !options.is_plain() {
                    let _ = write!(name, ", search {options}");
                }
                if !search.contains(options::DEAD_DRAWS) {
                    name += ", printed draws";
                }
            }
        }
        name
    }

    /// Returns the score so far.
    pub(super) fn score_line(&self, played: &Played) -> String {
        let [lost, drawn, won] = played.games;
        let mut line = format!("{}: +{won} -{lost} ={drawn}", self.pairs_text(played));
        let (elo, interval) = (played.pairs.elo(), played.pairs.elo_interval());
        if let Some((elo, interval)) = elo.zip(interval) {
            let _ = write!(line, ", Elo {} ({} to {})", elo_text(elo), elo_text(interval.low), elo_text(interval.high));
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
            Some(interval) => format!(", 95 % interval {} to {}", elo_text(interval.low), elo_text(interval.high)),
            None if played.pairs.pairs() == 0 => String::new(),
            None => ", no interval: all pairs have the same score".to_owned(),
        };
        line("Elo", &format!("{}{interval}", played.pairs.elo().map_or_else(|| "-".to_owned(), elo_text)));
        if let Some(elo) = played.pairs.normalized_elo() {
            line("normalized Elo", &elo_text(elo));
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

    /// Returns the result for JSON output.
    #[must_use]
    pub(crate) fn output(&self, played: &Played) -> MatchResult {
        let [losses, draws, wins] = played.games;
        let interval = played.pairs.elo_interval();
        let side = |(side, work): (&MatchSide, Work)| SideResult {
            scheme: scheme_name(side.scheme),
            positions: match side.size {
                Size::Positions(positions) => side.scheme.map(|_| positions),
                Size::Bytes(_) => None,
            },
            between: side.scheme.map(|_| if side.forgets { Between::Clear } else { Between::Stamp }.name()),
            program: side.program.into(),
            max_nodes: self.time.is_none().then_some(side.nodes),
            moves: work.moves,
            nodes: work.nodes,
            nodes_per_move: work.nodes_per_move(),
            depth_per_move: work.depth_per_move(),
        };
        MatchResult {
            sides: self.sides.iter().zip(played.work).map(side).collect(),
            milliseconds: self.time.map(|time| time.as_millis() as u64),
            seed: self.seed,
            interrupted: played.is_interrupted,
            wins,
            draws,
            losses,
            pairs: played.pairs.0,
            elo: played.pairs.elo(),
            elo_low: interval.map(|interval| interval.low),
            elo_high: interval.map(|interval| interval.high),
            normalized_elo: played.pairs.normalized_elo(),
            sprt: self.test.map(|test| SprtResult::of(test, played)),
        }
    }
}

/// Output of `ttlab match`. Results are those of side A, the first one.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchResult {
    /// Sides A and B.
    sides: Vec<SideResult>,
    /// Time of a move, in milliseconds. null with node limits.
    milliseconds: Option<u64>,
    /// Seed of the random openings and of the keys.
    seed: u64,
    /// Whether a signal ended the match before its last pair.
    interrupted: bool,
    /// Games that side A has won.
    wins: u64,
    /// Games that were drawn.
    draws: u64,
    /// Games that side A has lost.
    losses: u64,
    /// Pairs of games in which side A has scored 0, 1/2, 1, 1 1/2 and 2 points.
    pairs: [u64; 5],
    /// Difference in Elo. null if one side has every point.
    elo: Option<f64>,
    /// Lower end of the 95 % interval of `elo`. null if it is infinite, or if there is no interval.
    elo_low: Option<f64>,
    /// Upper end of the 95 % interval of `elo`. null if it is infinite, or if there is no interval.
    elo_high: Option<f64>,
    /// Difference in normalized Elo. null if all pairs have the same score.
    normalized_elo: Option<f64>,
    /// The sequential test. null without `--sprt`.
    sprt: Option<SprtResult>,
}

/// A side of a match.
#[derive(Serialize, JsonSchema)]
struct SideResult {
    /// Replacement scheme; `none` without a table.
    scheme: &'static str,
    /// Table size in positions. null without a table.
    positions: Option<u64>,
    /// What happens to the table between two moves: `clear` or `stamp`. null without a table.
    #[schemars(extend("enum" = ["clear", "stamp", null]))]
    between: Option<&'static str>,
    #[serde(flatten)]
    program: ChessProgram,
    /// Node limit of a move. null with `--movetime`.
    max_nodes: Option<u64>,
    /// Moves that were searched, in all games.
    moves: u64,
    /// Nodes of all moves.
    nodes: u64,
    /// Mean number of nodes of a move.
    nodes_per_move: f64,
    /// Mean depth of the last complete iteration of a move, in plies.
    depth_per_move: f64,
}

/// The sequential test of a match.
#[derive(Serialize, JsonSchema)]
struct SprtResult {
    /// The difference of the first hypothesis.
    elo0: f64,
    /// The difference of the second hypothesis.
    elo1: f64,
    /// The unit of both differences.
    #[schemars(extend("enum" = ["normalized", "logistic"]))]
    model: &'static str,
    /// Probability of `h1` although `elo0` is true.
    alpha: f64,
    /// Probability of `h0` although `elo1` is true.
    beta: f64,
    /// Log-likelihood ratio of the two hypotheses.
    llr: f64,
    /// The first hypothesis is accepted at this ratio.
    lower_bound: f64,
    /// The second hypothesis is accepted at this ratio.
    upper_bound: f64,
    /// The accepted hypothesis. null if undecided.
    #[schemars(extend("enum" = ["h0", "h1", null]))]
    verdict: Option<&'static str>,
}

impl SprtResult {
    fn of(test: Sprt, played: &Played) -> Self {
        let (lower_bound, upper_bound) = test.bounds();
        let verdict = test.verdict(&played.pairs).map(|verdict| match verdict {
            SprtVerdict::First => "h0",
            SprtVerdict::Second => "h1",
        });
        let model = match test.model {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        };
        let Sprt { elo0, elo1, alpha, beta, .. } = test;
        Self { elo0, elo1, model, alpha, beta, llr: test.llr(&played.pairs), lower_bound, upper_bound, verdict }
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
