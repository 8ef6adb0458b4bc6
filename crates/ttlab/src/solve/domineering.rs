//! Solving a domineering board.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use domineering::best::Techniques;
use domineering::{BoardSize, Class, Player, Winner};
use programs::Audit;
use schemars::JsonSchema;
use schemes::{Parts, Positions, Scheme};
use serde::Serialize;

use experiments::cell::{SearchOptions, options, player_name, scheme_name};
use experiments::definition::First;
use experiments::games::{DomineeringCell, SolverMode};
use experiments::parallel::Threads;
use experiments::run::{self, MeasuredCell, Nodes};
use experiments::signature;
use experiments::table_file::TableFile;
use experiments::text::{self, counted, grouped};
use experiments::{Cell, Row, together};

use super::{Shares, TableStatistics, before_text};

/// The solver of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DomineeringSolver {
    /// DOMI.
    Domi,
    /// The best solver, without some of its techniques.
    Best {
        /// The techniques that are switched off.
        without: Techniques,
    },
}

/// A board to solve, and how to solve it.
#[derive(Clone, Debug)]
pub(crate) struct DomineeringTask {
    /// The solver.
    pub(crate) solver: DomineeringSolver,
    /// The board.
    pub(crate) board: BoardSize,
    /// Who moves first.
    pub(crate) first: First,
    /// The replacement scheme; `None` for no table.
    pub(crate) scheme: Option<Scheme>,
    /// The options of the search.
    pub(crate) search: SearchOptions,
    /// The size of the table, if there is one.
    pub(crate) positions: Positions,
    /// The seed of the keys.
    pub(crate) seed: u64,
    /// The node limit of each search.
    pub(crate) max_nodes: u64,
    /// Whether hits are compared with full positions.
    pub(crate) audit: bool,
    /// The threads that solve the board.
    pub(crate) threads: Threads,
    /// The file of the table; `None` for a table in memory.
    pub(crate) table_file: Option<PathBuf>,
}

/// A solved board, with one row for each first player.
#[derive(Clone, Debug)]
pub(crate) struct SolvedBoard {
    task: DomineeringTask,
    runs: Vec<(Player, MeasuredCell)>,
    /// The nodes of each thread, of each run; empty if there is one thread.
    shares: Vec<Shares>,
    /// The nodes of the earlier runs that used the file of the table, if it has one.
    nodes_before: Option<u64>,
}

/// Solves the board, with one search after the other.
///
/// # Errors
///
/// There is not enough memory for the table.
pub(crate) fn solve(task: DomineeringTask, nodes: &Nodes) -> Result<SolvedBoard> {
    let players = task.first.players(task.board);
    let (mut runs, mut shares, mut nodes_before) = (Vec::new(), Vec::new(), None);
    for &first in players {
        let (mode, without) = match task.solver {
            DomineeringSolver::Domi => (SolverMode::Lab, Techniques::empty()),
            DomineeringSolver::Best { without } => (SolverMode::Best, without),
        };
        let cell = Cell {
            game: DomineeringCell { mode, board: task.board, first, without }.into(),
            search: task.search,
            scheme: task.scheme,
            positions: task.scheme.map(|_| task.positions),
            parts: Parts::all(),
            seed: task.seed,
        };
        let with_version = |path| -> Result<_> { Ok(TableFile { path, version: signature::of_cell(&cell)? }) };
        let file = task.table_file.as_deref().map(with_version).transpose()?;
        if task.threads.number > 1 || file.is_some() {
            let solved = together::solve_together(&cell, task.threads, task.max_nodes, file, nodes)?;
            runs.push((first, solved.measured));
            shares.extend(Shares::of(solved.shares, task.threads));
            nodes_before = solved.nodes_before;
        } else {
            runs.push((first, run::run_with(&cell, task.max_nodes, nodes, task.audit)?));
        }
    }
    Ok(SolvedBoard { task, runs, shares, nodes_before })
}

/// Returns the winner of a search, if it ended.
pub(super) fn winner(first: Player, row: &Row) -> Option<Player> {
    row.winner().map(|winner| match winner {
        Winner::First => first,
        Winner::Second => first.opponent(),
    })
}

/// With fewer nodes the speed is not printed.
const ENOUGH_NODES: u64 = 1_000;

impl SolvedBoard {
    /// Returns the class of the board, if both players were to move first and every search ended.
    #[must_use]
    pub(crate) fn class(&self) -> Option<Class> {
        if self.task.first != First::Both {
            return None;
        }
        match &self.runs[..] {
            // Turning a square board by 90 degrees exchanges the players.
            [(_, run)] => run.row.winner().map(|winner| Class::of(winner, winner)),
            [(_, vertical), (_, horizontal)] => Some(Class::of(vertical.row.winner()?, horizontal.row.winner()?)),
            _ => None,
        }
    }

    /// Returns the winner of the first search, if it ended.
    #[must_use]
    pub(crate) fn winner(&self) -> Option<Player> {
        self.runs.first().and_then(|(first, run)| winner(*first, &run.row))
    }

    /// Returns the nodes of all searches.
    #[must_use]
    pub(crate) fn nodes(&self) -> u64 {
        self.runs.iter().map(|(_, run)| run.row.nodes).sum()
    }

    /// Returns the seconds of all searches.
    #[must_use]
    pub(crate) fn seconds(&self) -> f64 {
        self.runs.iter().map(|(_, run)| run.row.seconds).sum()
    }

    /// Returns the nodes per second, or 0 if it took no time.
    fn speed(&self) -> u64 {
        if self.seconds() > 0.0 { (self.nodes() as f64 / self.seconds()) as u64 } else { 0 }
    }

    /// Returns the positions that the table has room for: the most, if there are several searches.
    fn capacity(&self) -> u64 {
        self.runs.iter().map(|(_, run)| run.capacity).max().unwrap_or(0)
    }

    fn is_audited(&self) -> bool {
        self.task.audit || self.task.search.contains(options::AUDIT)
    }

    fn first_name(&self) -> &'static str {
        match self.task.first {
            First::Vertical => "vertical",
            First::Horizontal => "horizontal",
            First::Both => "both",
        }
    }

    /// Returns the result for JSON output.
    #[must_use]
    pub(crate) fn output(&self) -> BoardResult {
        let DomineeringTask { solver, board, first, scheme, search, seed, ref table_file, .. } = self.task;
        let class = || self.class().map(|class| class.to_string());
        BoardResult {
            game: "domineering",
            program: if solver == DomineeringSolver::Domi { "historic" } else { "best" },
            without: match solver {
                DomineeringSolver::Domi => None,
                DomineeringSolver::Best { without } => Some(without.to_string()),
            },
            board: board.to_string(),
            first: self.first_name(),
            result: (first == First::Both).then(class),
            winner: (first != First::Both).then(|| self.winner().map(player_name)),
            nodes: self.nodes(),
            seconds: self.seconds(),
            nodes_per_second: self.speed(),
            complete: self.runs.iter().all(|(_, run)| run.row.is_complete()),
            search: search.to_string(),
            scheme: scheme_name(scheme),
            positions: scheme.map(|_| self.capacity()),
            seed,
            table_file: table_file.as_ref().map(|path| path.display().to_string()),
            nodes_before: self.nodes_before.filter(|_| table_file.is_some()),
            parallel: self.shares.first().map(|shares| shares.parallel),
            searches: (0..self.runs.len()).map(|number| self.search_output(number)).collect(),
        }
    }

    fn search_output(&self, number: usize) -> SearchResult {
        let (first, MeasuredCell { row, audit, best, .. }) = &self.runs[number];
        let &Audit { type_1_errors, collisions, positions, .. } = audit;
        SearchResult {
            first: player_name(*first),
            winner: winner(*first, row).map(player_name),
            best: best.and_then(|best| DomineeringCell::place(self.task.board, best)).map(Into::into),
            nodes: row.nodes,
            seconds: row.seconds,
            nodes_of_threads: self.shares.get(number).map(|shares| shares.nodes_of_threads.clone()),
            table: row.statistics,
            audit: self.is_audited().then_some(AuditResult { type_1_errors, collisions, positions }),
            injected_false_hits: options::false_hits(self.task.search).map(|_| injected(row)),
        }
    }

    /// Returns lines of text.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let DomineeringTask { solver, board, scheme, search, seed, ref table_file, .. } = self.task;
        let mut text = String::new();
        let table = match scheme {
            Some(scheme) if !scheme.has_size() => format!("{scheme}, without a limit, seed {seed}"),
            Some(scheme) => format!("{scheme}, {}, seed {seed}", tt::Size::Positions(self.capacity())),
            None => "no table".to_owned(),
        };
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<12}{value}");
        };
        line("board", board.to_string());
        match solver {
            DomineeringSolver::Domi => {}
            DomineeringSolver::Best { without } if without.is_empty() => line("program", "best".to_owned()),
            DomineeringSolver::Best { without } => line("program", format!("best, without {without}")),
        }
        if !search.is_plain() {
            line("search", search.to_string());
        }
        line("table", table);
        if let Some(path) = table_file {
            let before = before_text(self.nodes_before.unwrap_or(0));
            line("  file", format!("{}, {before}", path.display()));
        }
        for (number, (first, MeasuredCell { row, capacity, audit, best })) in self.runs.iter().enumerate() {
            let outcome = match winner(*first, row) {
                Some(winner) => format!("{winner} wins"),
                None => "not solved: stopped at the node limit".to_owned(),
            };
            let is_proof = matches!(solver, DomineeringSolver::Best { .. }) && row.nodes == 1 && row.winner().is_some();
            let how = if is_proof { ", by a proof without search" } else { "" };
            let nodes = counted(row.nodes, "node");
            line("first", format!("{first}: {outcome}{how}; {nodes} in {:.2} s", row.seconds));
            if row.winner() == Some(Winner::First)
                && let Some((row, column)) = best.and_then(|best| DomineeringCell::place(board, best))
            {
                line("  best", format!("row {row}, column {column}"));
            }
            if let Some(shares) = self.shares.get(number) {
                line("  threads", shares.to_text());
            }
            if scheme.is_some() {
                let search::Statistics { look_ups, hits, cutoffs, collisions, fill, .. } = row.statistics;
                let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
                let found = share(hits, look_ups);
                line("  looked up", format!("{}, found {} ({found:.1} %)", grouped(look_ups), grouped(hits)));
                line("  cut off", grouped(cutoffs));
                line("  stored", format!("{}, collisions {}", grouped(row.statistics.stores()), grouped(collisions)));
                line("  stores", stores(row));
                line("  fill", format!("{} ({:.1} %)", grouped(fill), share(fill, *capacity)));
                if self.is_audited() {
                    let errors = counted(audit.type_1_errors, "type-1 error");
                    line("  audit", format!("{errors}; {} stored", counted(audit.positions, "position")));
                }
                if options::false_hits(search).is_some() {
                    line("  misled", format!("{} injected", counted(injected(row), "false hit")));
                }
            }
        }
        if let Some(class) = self.class() {
            line("result", class_text(class, board));
        }
        line("nodes", grouped(self.nodes()));
        if self.nodes() >= ENOUGH_NODES {
            line("speed", text::speed(self.speed() as f64));
        }
        text
    }
}

/// Returns how many false hits were injected.
fn injected(row: &Row) -> u64 {
    row.examined.iter().map(|one| one.injected).sum()
}

fn stores(row: &Row) -> String {
    let search::Statistics { fresh, same, replaced, kept, demoted, .. } = row.statistics;
    let [fresh, same, replaced, kept, demoted] = [fresh, same, replaced, kept, demoted].map(grouped);
    format!("{fresh} fresh, {same} same, {replaced} replaced, {kept} rejected, {demoted} demoted")
}

/// Explains the class of a board.
fn class_text(class: Class, board: BoardSize) -> String {
    let meaning = match class {
        Class::First => "the first player wins",
        Class::Second => "the second player wins",
        Class::Vertical => "Vertical always wins",
        Class::Horizontal => "Horizontal always wins",
    };
    let once = if board.is_square() { "; solved once, as Horizontal first is the same by symmetry" } else { "" };
    format!("{class}: {meaning}{once}")
}

/// Output of `ttlab solve domineering`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardResult {
    /// The game.
    #[schemars(extend("const" = "domineering"))]
    game: &'static str,
    /// The program: the solver with the fewest nodes, or DOMI.
    #[schemars(extend("enum" = ["best", "historic"]))]
    program: &'static str,
    /// Only for the best program: techniques that were switched off, joined by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<String>,
    /// Rows x columns, for example `6x7`.
    board: String,
    /// Value of `--first`: the player who moves first.
    #[schemars(extend("enum" = ["vertical", "horizontal", "both"]))]
    first: &'static str,
    /// Only with `--first both`: `1` the first player wins, `2` the second, `V` Vertical, `H` Horizontal, whoever moves
    /// first. null if a search stopped at the node limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["1", "2", "V", "H", null]))]
    result: Option<Option<String>>,
    /// Only without `--first both`: the winner. null if the search stopped at the node limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["vertical", "horizontal", null]))]
    winner: Option<Option<&'static str>>,
    /// Nodes of all searches.
    nodes: u64,
    /// Wall-clock time of all searches, in seconds.
    seconds: f64,
    /// Nodes per second. 0 if no time was measured.
    nodes_per_second: u64,
    /// Whether every search ended by itself, before the node limit.
    complete: bool,
    /// Options of the search, joined by `+`; `plain` without options.
    search: String,
    /// Replacement scheme; `none` without a table.
    scheme: &'static str,
    /// Positions that the table has room for. null without a table.
    positions: Option<u64>,
    /// Seed of the keys.
    seed: u64,
    /// Only with `--table-file`: the file of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    table_file: Option<String>,
    /// Only with `--table-file`: the nodes of earlier runs with this file. Up to 1,024 of each thread that was killed
    /// are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_before: Option<u64>,
    /// Only with `--threads` above 1: how the threads share the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "super::ways")]
    parallel: Option<&'static str>,
    /// The searches, one for each player who moved first.
    searches: Vec<SearchResult>,
}

/// The search of a board with one first player.
#[derive(Serialize, JsonSchema)]
struct SearchResult {
    /// The player who moved first.
    #[schemars(extend("enum" = ["vertical", "horizontal"]))]
    first: &'static str,
    /// The winner. null if the search stopped at the node limit.
    #[schemars(extend("enum" = ["vertical", "horizontal", null]))]
    winner: Option<&'static str>,
    /// Row and column, from 1, of the upper or left square of the best move that the search found. null if it found
    /// none.
    best: Option<[u32; 2]>,
    /// Nodes of this search.
    nodes: u64,
    /// Wall-clock time, in seconds.
    seconds: f64,
    /// Only with `--threads` above 1: the nodes of each thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_of_threads: Option<Vec<u64>>,
    #[serde(with = "TableStatistics")]
    table: search::Statistics,
    /// Only with `--audit` or the search option `audit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<AuditResult>,
    /// Only with a search option `false-hits-...`: the false hits that were injected.
    #[serde(skip_serializing_if = "Option::is_none")]
    injected_false_hits: Option<u64>,
}

/// How often the table confused two positions.
#[derive(Serialize, JsonSchema)]
struct AuditResult {
    /// Look-ups that found another position under the same key.
    type_1_errors: u64,
    /// Positions to be stored that found another position in their slot.
    collisions: u64,
    /// Positions that the search stored or tried to store.
    positions: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Parallel;

    fn solved(board: &str, first: First) -> SolvedBoard {
        solved_by(DomineeringSolver::Domi, board, first)
    }

    fn solved_by(solver: DomineeringSolver, board: &str, first: First) -> SolvedBoard {
        let task = DomineeringTask {
            solver,
            board: board.parse().unwrap(),
            first,
            scheme: Some(Scheme::TwoBig1),
            search: SearchOptions::PLAIN,
            positions: "2048K".parse().unwrap(),
            seed: zobrist::DEFAULT_SEED,
            max_nodes: u64::MAX,
            audit: solver == DomineeringSolver::Domi,
            threads: Threads { number: 1, parallel: Parallel::Lazy },
            table_file: None,
        };
        solve(task, &Nodes::default()).unwrap()
    }

    fn json(board: &SolvedBoard) -> serde_json::Value {
        serde_json::to_value(board.output()).unwrap()
    }

    #[test]
    fn nodes_of_both_first_players_are_added() {
        let both = solved("3x4", First::Both);
        assert_eq!(both.class(), Some(Class::Horizontal));
        assert_eq!(both.nodes(), 10, "as published");
        assert_eq!(both.runs.len(), 2);
        assert_eq!(json(&both)["result"], "H");
        assert!(both.to_text().contains("Horizontal always wins"));
        assert_eq!(json(&both)["searches"][1]["audit"]["type_1_errors"], 0);
    }

    #[test]
    fn one_first_player_has_a_winner() {
        let one = solved("3x4", First::Vertical);
        assert_eq!(one.class(), None);
        assert_eq!(json(&one)["winner"], "horizontal");
        assert!(json(&one).get("result").is_none());
    }

    #[test]
    fn a_square_board_is_solved_once() {
        let square = solved("4x4", First::Both);
        assert_eq!((square.class(), square.runs.len()), (Some(Class::First), 1));
        assert!(square.to_text().contains("by symmetry"));
    }

    #[test]
    fn a_proof_is_not_called_a_search() {
        let best = DomineeringSolver::Best { without: Techniques::empty() };
        let text = solved_by(best, "3x4", First::Vertical).to_text();
        assert!(
            text.contains("Horizontal wins, by a proof without search; 1 node") && !text.contains("speed"),
            "{text}"
        );
        assert!(!solved("3x4", First::Vertical).to_text().contains("proof"));
    }
}
