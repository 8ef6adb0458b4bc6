//! Searching one chess position, depth by depth.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, bail};
use chess::alibaba::mate_in;
use chess::{Move, Position};
use programs::chess::EngineTable;
use search::Iteration;
use serde_json::{Value, json};
use tt::{Parts, Positions, Scheme, Statistics};

use crate::solve::statistics_json;
use experiments::text::grouped;

/// What is searched, and with which table.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The position.
    pub(crate) position: Position,
    /// How many plies.
    pub(crate) depth: u8,
    /// The replacement scheme; `None` is a search without a table.
    pub(crate) scheme: Option<Scheme>,
    /// The size of the table.
    pub(crate) positions: Positions,
    /// The search gives up before it visits more nodes.
    pub(crate) max_nodes: u64,
}

/// What was found at one depth.
#[derive(Clone, Debug)]
pub(crate) struct Depth {
    /// Plies.
    pub(crate) depth: u8,
    /// The value for the player to move, in hundredths of a pawn or as moves until mate.
    pub(crate) score: String,
    /// Nodes of this depth and of those before.
    pub(crate) nodes: u64,
    /// Seconds since the search began.
    pub(crate) seconds: f64,
    /// The best line in algebraic notation.
    pub(crate) line: Vec<String>,
}

/// What was found, all depths together.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The position as FEN.
    pub(crate) fen: String,
    /// Depth by depth.
    pub(crate) depths: Vec<Depth>,
    /// All nodes, those of a depth that was given up included.
    pub(crate) nodes: u64,
    /// Whether the search gave up at its limit of nodes.
    pub(crate) stopped: bool,
    /// What happened to the table.
    pub(crate) statistics: Statistics,
    /// How long it took here.
    pub(crate) seconds: f64,
}

/// The names of the columns of [`Depth::to_text`].
pub(crate) const HEADER: &str = "\ndepth      score           nodes  seconds  line\n";

/// Searches, and calls `report` after each depth; the search ends where that says so.
///
/// # Errors
///
/// The table cannot be had.
pub(crate) fn analyse(task: &Task, mut report: impl FnMut(&Depth) -> ControlFlow<()>) -> Result<Analysis> {
    let mut table = table(task.scheme, task.positions, Parts::all())?;
    let started = Instant::now();
    let (mut depths, mut nodes) = (Vec::new(), 0);
    let mut hear = |iteration: &Iteration<Move>, line: &[Move]| {
        nodes += iteration.outcome.nodes;
        let depth = Depth {
            depth: iteration.depth,
            score: score_text(iteration.outcome.score),
            nodes,
            seconds: started.elapsed().as_secs_f64(),
            line: sans(&task.position, line),
        };
        let is_over = report(&depth).is_break();
        depths.push(depth);
        is_over
    };
    let (outcome, statistics) =
        programs::chess::analyse(&task.position, &mut table, task.depth, task.max_nodes, &mut hear);
    Ok(Analysis {
        fen: task.position.to_fen(),
        depths,
        nodes: outcome.nodes,
        stopped: outcome.stopped,
        statistics,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The table with these parts in use. A search without a table uses no part of a small one.
pub(crate) fn table(scheme: Option<Scheme>, positions: Positions, parts: Parts) -> Result<EngineTable> {
    let (scheme, positions, parts) = match scheme {
        Some(scheme) => (scheme, positions, parts),
        None => (Scheme::TwoBig1, Positions::new(2)?, Parts::empty()),
    };
    let Some(scheme) = scheme.built_in() else {
        bail!("the engine has no custom schemes: use `ttlab sweep` with the scheme {scheme}, or name another scheme");
    };
    Ok(programs::chess::table(scheme, positions, parts)?)
}

fn score_text(score: tt::Score) -> String {
    match mate_in(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

fn sans(start: &Position, line: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut sans = Vec::new();
    for &mv in line {
        // A line out of the table may end in another position, by a type-1 error.
        if !position.is_legal(mv) {
            break;
        }
        sans.push(position.to_san(mv));
        position.play(mv);
    }
    sans
}

impl Depth {
    /// One line of a table.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let Self { depth, score, nodes, seconds, line } = self;
        format!("{depth:>5} {score:>10} {:>15} {seconds:>8.2}  {}", grouped(*nodes), line.join(" "))
    }
}

impl Analysis {
    /// The last lines of a table.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let Statistics { look_ups, hits, cutoffs, .. } = self.statistics;
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let stopped = if self.stopped { ", stopped at the limit" } else { "" };
        let speed = self.nodes as f64 / self.seconds.max(1e-9) / 1e6;
        format!(
            "\n{} nodes in {:.2} s{stopped}: {speed:.1} million nodes/s\n\
             looked up {}, found {:.1} %, of these cut off {:.1} %",
            grouped(self.nodes),
            self.seconds,
            grouped(look_ups),
            percent(hits, look_ups),
            percent(cutoffs, hits),
        )
    }

    /// The same as a JSON object.
    #[must_use]
    pub(crate) fn to_json(&self) -> Value {
        let depths: Vec<Value> = self.depths.iter().map(Depth::to_json).collect();
        json!({
            "fen": self.fen, "depths": depths, "nodes": self.nodes, "stopped": self.stopped, "seconds": self.seconds,
            "table": statistics_json(&self.statistics),
        })
    }
}

impl Depth {
    fn to_json(&self) -> Value {
        let Self { depth, score, nodes, seconds, line } = self;
        json!({ "depth": depth, "score": score, "nodes": nodes, "seconds": seconds, "line": line })
    }
}
