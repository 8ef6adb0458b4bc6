//! Searching one chess position, depth by depth.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow};
use chess::mate_in;
use chess::{Move, Position};
use programs::NodeLimit;
use programs::chess::versus::SideProgram;
use programs::chess::{Analysed, Analyser, AnalyserSettings, EvaluationUsage, Hear, TeamAnalysis, legal_line};
use schemars::JsonSchema;
use schemes::{Positions, Scheme};
use search::{Outcome, Statistics};
use serde::{Serialize, Serializer};

use crate::chess_program::ChessProgram;
use crate::solve::{Shares, TableStatistics};
use experiments::cell::scheme_name;
use experiments::help::with_help;
use experiments::parallel::{FEWER_THREADS, Threads, with_helpers};
use experiments::text::{counted, grouped, speed};

/// A position to search, and the table.
#[derive(Clone, Debug)]
pub(crate) struct ChessTask {
    /// The position.
    pub(crate) position: Position,
    /// Plies.
    pub(crate) depth: u8,
    /// The program, with how it searches.
    pub(crate) program: SideProgram,
    /// The replacement scheme; `None` searches without a table.
    pub(crate) scheme: Option<Scheme>,
    /// The size of the table.
    pub(crate) positions: Positions,
    /// The seed of keys that options of ALIBABA compute.
    pub(crate) seed: u64,
    /// The node limit of all threads together.
    pub(crate) max_nodes: u64,
    /// The threads that search.
    pub(crate) threads: Threads,
}

/// A completed depth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Depth {
    /// Depth of the search, in plies.
    pub(crate) depth: u8,
    /// Score for the side to move: pawns (`+0.25`), or moves to mate (`mate 3`).
    pub(crate) score: String,
    /// Nodes of this depth and of the depths before it, of all threads.
    pub(crate) nodes: u64,
    /// Wall-clock time since the search began, in seconds.
    pub(crate) seconds: f64,
    /// The principal variation in standard algebraic notation.
    pub(crate) line: Vec<String>,
}

/// Output of `ttlab analyse`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ChessAnalysis {
    /// The position in Forsyth-Edwards Notation.
    pub(crate) fen: String,
    /// The completed depths, in order.
    pub(crate) depths: Vec<Depth>,
    /// Nodes of the whole search, of all threads, including a depth that was not completed.
    pub(crate) nodes: u64,
    #[serde(flatten)]
    pub(crate) shares: Option<Shares>,
    /// Whether the search stopped at the node limit or was interrupted.
    pub(crate) stopped: bool,
    /// Whether it was interrupted.
    #[serde(skip)]
    pub(crate) is_interrupted: bool,
    #[serde(flatten)]
    pub(crate) program: ChessProgram,
    /// Replacement scheme; `none` without a table.
    pub(crate) scheme: &'static str,
    /// Positions that the table has room for. null without a table.
    pub(crate) positions: Option<u64>,
    /// Seed of the keys.
    pub(crate) seed: u64,
    #[serde(rename = "table", with = "TableStatistics")]
    pub(crate) statistics: Statistics,
    /// Only with one thread and the search options `pawn-table`, `material-table` or `evaluation-table`: how often each
    /// of these tables was used.
    #[serde(rename = "evaluation_tables", serialize_with = "by_name", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "BTreeMap<String, EvaluationUse>")]
    pub(crate) evaluations: Vec<EvaluationUsage>,
    /// Wall-clock time of the whole search, in seconds.
    pub(crate) seconds: f64,
}

/// How often a table for evaluations was used.
#[derive(Serialize, JsonSchema)]
struct EvaluationUse {
    /// Values that were looked up.
    look_ups: u64,
    /// Values that were found.
    hits: u64,
}

fn by_name<S: Serializer>(all: &[EvaluationUsage], serializer: S) -> Result<S::Ok, S::Error> {
    let used = all.iter().map(|(name, usage)| (name, EvaluationUse { look_ups: usage.look_ups, hits: usage.hits }));
    serializer.collect_map(used)
}

/// The header of [`Depth::to_text`].
pub(crate) const HEADER: &str = "\ndepth      score           nodes  seconds  line\n";

/// A program that is ready to search.
pub(crate) enum Prepared {
    /// For one thread.
    Alone(Box<Analyser>),
    /// For several threads, with the search that they share.
    Together(Box<TeamAnalysis>),
}

/// Returns the program with an empty table.
///
/// # Errors
///
/// There is not enough memory for the table, or threads cannot share it.
pub(crate) fn prepare(task: &ChessTask) -> Result<Prepared> {
    let ChessTask { depth, program, scheme, positions, threads, .. } = *task;
    let settings = AnalyserSettings { program, scheme, size: positions.into(), key_seed: task.seed };
    Ok(if threads.number > 1 && scheme.is_some() {
        let analysis = TeamAnalysis::new(task.position.clone(), depth, settings, threads.parallel)?;
        Prepared::Together(Box::new(analysis))
    } else {
        Prepared::Alone(Box::new(Analyser::new(settings)?))
    })
}

/// Searches, and calls `report` after each depth, which may end the search. The search also ends when `stop` is set.
///
/// # Errors
///
/// A thread cannot be started.
pub(crate) fn analyse(
    task: &ChessTask,
    mut prepared: Prepared,
    stop: &AtomicBool,
    mut report: impl FnMut(&Depth) -> ControlFlow<()>,
) -> Result<ChessAnalysis> {
    let started = Instant::now();
    let mut depths = Vec::new();
    let mut hear = |depth: u8, score: tt::Score, line: &[Move], nodes: u64| {
        let depth = Depth {
            depth,
            score: score_text(score),
            nodes,
            seconds: started.elapsed().as_secs_f64(),
            line: sans(&task.position, line),
        };
        let is_over = report(&depth).is_break();
        depths.push(depth);
        is_over
    };
    let found = match &mut prepared {
        Prepared::Alone(analyser) => search_alone(task, analyser, stop, &mut hear),
        Prepared::Together(analysis) => search_together(task, analysis, stop, &mut hear)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    let Found { analysis: Analysed { outcome, statistics, evaluations }, capacity, shares } = found;
    Ok(ChessAnalysis {
        fen: task.position.to_fen(),
        depths,
        nodes: outcome.nodes,
        shares: Shares::of(shares, task.threads),
        stopped: outcome.stopped,
        is_interrupted: outcome.stopped && stop.load(Ordering::Relaxed),
        program: task.program.into(),
        scheme: scheme_name(task.scheme),
        positions: task.scheme.map(|_| capacity),
        seed: task.seed,
        statistics,
        evaluations,
        seconds,
    })
}

/// What all threads found.
struct Found {
    /// The outcome of the thread that reports, with the nodes and the statistics of all.
    analysis: Analysed,
    /// The positions that the table has room for.
    capacity: u64,
    /// The nodes of each thread; empty if there is one thread.
    shares: Vec<u64>,
}

fn search_alone(task: &ChessTask, analyser: &mut Analyser, stop: &AtomicBool, hear: Hear<'_>) -> Found {
    let analysis = analyser.analyse(&task.position, task.depth, task.max_nodes, stop, hear);
    Found { analysis, capacity: analyser.fill_and_capacity().1, shares: Vec::new() }
}

fn search_together(task: &ChessTask, analysis: &TeamAnalysis, stop: &AtomicBool, hear: Hear<'_>) -> Result<Found> {
    let limit = NodeLimit::new(task.max_nodes);
    let lead = |started: io::Result<()>| -> Result<_> {
        started.map_err(|error| anyhow!(with_help(error, FEWER_THREADS)))?;
        Ok(analysis.lead(&limit, stop, hear))
    };
    let helpers = 1..task.threads.number;
    let (led, helped) = with_helpers(helpers, |number| analysis.help(number, &limit), || analysis.stop(), lead);
    let Analysed { outcome, mut statistics, .. } = led?;
    helped.iter().for_each(|of_helper| statistics.add(&of_helper.statistics));
    let helped = helped.iter().map(|of_helper| of_helper.outcome.nodes);
    let shares: Vec<u64> = [outcome.nodes].into_iter().chain(helped).collect();
    let (fill, capacity) = analysis.fill_and_capacity();
    statistics.fill = fill;
    let outcome = Outcome { nodes: shares.iter().sum(), ..outcome };
    // Each thread has tables for evaluations of its own, which nothing adds up.
    Ok(Found { analysis: Analysed { outcome, statistics, evaluations: Vec::new() }, capacity, shares })
}

fn score_text(score: tt::Score) -> String {
    match mate_in(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

fn sans(start: &Position, line: &[Move]) -> Vec<String> {
    legal_line(start, line).map(|(before, mv)| before.to_san(mv)).collect()
}

impl Depth {
    /// Returns a line of a table.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let Self { depth, score, nodes, seconds, line } = self;
        format!("{depth:>5} {score:>10} {:>15} {seconds:>8.2}  {}", grouped(*nodes), line.join(" "))
    }
}

impl ChessAnalysis {
    /// Returns the lines below the table.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let Statistics { look_ups, hits, cutoffs, .. } = self.statistics;
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let stopped = match (self.stopped, self.is_interrupted) {
            (false, _) => "",
            (true, false) => ", stopped at the node limit",
            (true, true) => ", interrupted",
        };
        let speed = speed(self.nodes as f64 / self.seconds.max(1e-9));
        let threads =
            self.shares.as_ref().map_or_else(String::new, |shares| format!("threads: {}\n", shares.to_text()));
        let evaluations: String = self
            .evaluations
            .iter()
            .map(|(name, usage)| {
                format!("\n{name}: {} look-ups, {:.1} % hits", grouped(usage.look_ups), 100.0 * usage.hit_rate())
            })
            .collect();
        format!(
            "\n{} in {:.2} s{stopped}: {speed}\n{threads}\
             table: {} look-ups, {:.1} % hits, of which {:.1} % cut off{evaluations}",
            counted(self.nodes, "node"),
            self.seconds,
            grouped(look_ups),
            percent(hits, look_ups),
            percent(cutoffs, hits),
        )
    }
}
