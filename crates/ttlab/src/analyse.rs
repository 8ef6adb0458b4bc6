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
use programs::chess::{ChessTable, EvaluationUsage, Hear, TeamAnalysis};
use schemars::JsonSchema;
use schemes::{Parts, Positions, Scheme};
use search::{Iteration, Outcome, Seeded, Statistics};
use serde::{Serialize, Serializer};
use tt::{Inspect, Size};

use crate::solve::{Shares, TableStatistics};
use experiments::cell::{SearchOptions, scheme_name};
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
    /// The replacement scheme; `None` searches without a table.
    pub(crate) scheme: Option<Scheme>,
    /// The options of the search.
    pub(crate) search: SearchOptions,
    /// The size of the table.
    pub(crate) positions: Positions,
    /// The seed of keys that options of the search compute.
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
    /// Options of the search, joined by `+`; `plain` without options.
    pub(crate) search: String,
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

/// The table of a task.
pub(crate) enum Prepared {
    /// For one thread, or unused.
    Alone(ChessTable),
    /// For several threads, with the search that they share.
    Together(Box<TeamAnalysis>),
}

/// Returns an empty table for the search.
///
/// # Errors
///
/// There is not enough memory for the table, or threads cannot share it.
pub(crate) fn prepare(task: &ChessTask) -> Result<Prepared> {
    let ChessTask { depth, positions, threads, .. } = *task;
    Ok(match task.scheme.filter(|_| threads.number > 1) {
        None => Prepared::Alone(table(task.scheme, positions.into(), Parts::all())?),
        Some(scheme) => {
            let (position, options) = (task.position.clone(), options(task));
            let analysis = TeamAnalysis::new(position, depth, scheme, positions, options, threads.parallel)?;
            Prepared::Together(Box::new(analysis))
        }
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
    let mut hear = |iteration: &Iteration<Move>, line: &[Move], nodes: u64| {
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
    let found = match &mut prepared {
        Prepared::Alone(table) => search_alone(task, table, stop, &mut hear),
        Prepared::Together(analysis) => search_together(task, analysis, stop, &mut hear)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    let Found { outcome, statistics, evaluations, capacity, shares } = found;
    Ok(ChessAnalysis {
        fen: task.position.to_fen(),
        depths,
        nodes: outcome.nodes,
        shares: Shares::of(shares, task.threads),
        stopped: outcome.stopped,
        is_interrupted: outcome.stopped && stop.load(Ordering::Relaxed),
        search: task.search.to_string(),
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
    /// The outcome of the thread that reports, with the nodes of all.
    outcome: Outcome<Move>,
    statistics: Statistics,
    /// How often each table for evaluations was used.
    evaluations: Vec<EvaluationUsage>,
    /// The positions that the table has room for.
    capacity: u64,
    /// The nodes of each thread; empty if there is one thread.
    shares: Vec<u64>,
}

fn options(task: &ChessTask) -> Seeded<SearchOptions> {
    Seeded { options: task.search, key_seed: task.seed }
}

fn search_alone(task: &ChessTask, table: &mut ChessTable, stop: &AtomicBool, hear: Hear<'_>) -> Found {
    let mut nodes = 0;
    let mut hear = |iteration: &Iteration<Move>, line: &[Move]| {
        nodes += iteration.outcome.nodes;
        hear(iteration, line, nodes)
    };
    let ChessTask { position, depth, max_nodes, .. } = task;
    let (outcome, statistics, evaluations) =
        programs::chess::analyse(position, table, *depth, *max_nodes, options(task), stop, &mut hear);
    Found { outcome, statistics, evaluations, capacity: table.capacity(), shares: Vec::new() }
}

fn search_together(task: &ChessTask, analysis: &TeamAnalysis, stop: &AtomicBool, hear: Hear<'_>) -> Result<Found> {
    let limit = NodeLimit::new(task.max_nodes);
    let lead = |started: io::Result<()>| -> Result<_> {
        started.map_err(|error| anyhow!(with_help(error, FEWER_THREADS)))?;
        Ok(analysis.lead(&limit, stop, hear))
    };
    let helpers = 1..task.threads.number;
    let (led, helped) = with_helpers(helpers, |number| analysis.help(number, &limit), || analysis.stop(), lead);
    let (outcome, mut statistics) = led?;
    helped.iter().for_each(|(_, of_helper)| statistics.add(of_helper));
    let helped = helped.iter().map(|(of_helper, _)| of_helper.nodes);
    let shares: Vec<u64> = [outcome.nodes].into_iter().chain(helped).collect();
    let (fill, capacity) = analysis.fill_and_capacity();
    statistics.fill = fill;
    let outcome = Outcome { nodes: shares.iter().sum(), ..outcome };
    // Each thread has tables for evaluations of its own, which nothing adds up.
    Ok(Found { outcome, statistics, evaluations: Vec::new(), capacity, shares })
}

/// Returns a table that uses these parts. Without a scheme, it is a small table that uses no part.
pub(crate) fn table(scheme: Option<Scheme>, size: Size, parts: Parts) -> Result<ChessTable> {
    Ok(match scheme {
        Some(scheme) => programs::chess::table(scheme, size, parts)?,
        None => programs::chess::table(Scheme::TwoBig1, Size::Positions(2), Parts::empty())?,
    })
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
        // After a type-1 error, a line from the table may be illegal.
        if !position.is_legal(mv) {
            break;
        }
        sans.push(position.to_san(mv));
        position.play(mv);
    }
    sans
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
