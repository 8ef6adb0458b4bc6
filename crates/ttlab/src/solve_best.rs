//! Solving a domineering board by the best solver.

use std::fmt::Write as _;
use std::time::Instant;

use anyhow::Result;
use domineering::best::{BestSolver, Techniques};
use domineering::{BoardSize, Class, Move, Player, Solution, Winner};
use serde_json::{Value, json};
use tt::{Positions, Scheme};

use experiments::cell::{player_name, scheme_name};
use experiments::definition::First;
use experiments::run::Nodes;
use experiments::text::{counted, grouped};

/// A board to solve, and how to solve it.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The board.
    pub(crate) board: BoardSize,
    /// Who moves first.
    pub(crate) first: First,
    /// The replacement scheme; `None` for no table.
    pub(crate) scheme: Option<Scheme>,
    /// The size of the table, if there is one.
    pub(crate) positions: Positions,
    /// The seed of the keys.
    pub(crate) seed: u64,
    /// The node limit of each search.
    pub(crate) max_nodes: u64,
    /// The techniques that are switched off.
    pub(crate) without: Techniques,
}

/// A solved board, with one run for each first player.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    task: Task,
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    first: Player,
    solution: Solution,
    seconds: f64,
}

/// Solves the board, with one search after the other.
///
/// # Errors
///
/// There is not enough memory for the table.
pub(crate) fn solve(task: Task, nodes: &Nodes) -> Result<Solved> {
    let mut runs = Vec::new();
    for &first in task.first.players(task.board) {
        let solver = BestSolver {
            board: task.board,
            first,
            seed: task.seed,
            max_nodes: task.max_nodes,
            techniques: Techniques::all() - task.without,
        };
        let table = task.scheme.map(|scheme| (scheme, task.positions));
        let started = Instant::now();
        let solution = programs::domineering::solve_best(solver, table, nodes)?;
        runs.push(Run { first, solution, seconds: started.elapsed().as_secs_f64() });
    }
    Ok(Solved { task, runs })
}

impl Run {
    fn winner(&self) -> Option<Player> {
        self.solution.winner.map(|winner| match winner {
            Winner::First => self.first,
            Winner::Second => self.first.opponent(),
        })
    }

    /// Returns the row and the column of the first square of the best move, from 1.
    fn best(&self, board: BoardSize) -> Option<[u32; 2]> {
        let Move(square) = self.solution.best?;
        Some([u32::from(square) / board.columns() + 1, u32::from(square) % board.columns() + 1])
    }
}

impl Solved {
    /// Returns the class of the board, if both players were to move first and every search ended.
    fn class(&self) -> Option<Class> {
        match self.runs[..] {
            _ if self.task.first != First::Both => None,
            // Turning a square board by 90 degrees exchanges the players.
            [run] => run.solution.winner.map(|winner| Class::of(winner, winner)),
            [vertical, horizontal] => Some(Class::of(vertical.solution.winner?, horizontal.solution.winner?)),
            _ => None,
        }
    }

    fn nodes(&self) -> u64 {
        self.runs.iter().map(|run| run.solution.nodes).sum()
    }

    fn seconds(&self) -> f64 {
        self.runs.iter().map(|run| run.seconds).sum()
    }

    fn speed(&self) -> u64 {
        if self.seconds() > 0.0 { (self.nodes() as f64 / self.seconds()) as u64 } else { 0 }
    }

    /// Returns a JSON object. It has `result`, the class (1, 2, V, H), if both players were to move first, and
    /// otherwise `winner`. Either is null if a search stopped at the node limit.
    #[must_use]
    pub(crate) fn to_json(&self) -> Value {
        let Task { board, first, scheme, positions, seed, without, .. } = self.task;
        let searches = self.runs.iter().map(|run| {
            json!({
                "first": player_name(run.first),
                "winner": run.winner().map(player_name),
                "best": run.best(board),
                "nodes": run.solution.nodes,
                "seconds": run.seconds,
            })
        });
        let mut object = json!({
            "game": "domineering",
            "mode": "best",
            "board": board.to_string(),
            "first": match first {
                First::Vertical => "vertical",
                First::Horizontal => "horizontal",
                First::Both => "both",
            },
            "nodes": self.nodes(),
            "seconds": self.seconds(),
            "nodes_per_second": self.speed(),
            "complete": self.runs.iter().all(|run| run.solution.winner.is_some()),
            "without": without.to_string(),
            "scheme": scheme_name(scheme),
            "positions": scheme.map(|_| positions.get()),
            "seed": seed,
            "searches": searches.collect::<Vec<_>>(),
        });
        match &self.runs[..] {
            [run] if first != First::Both => object["winner"] = run.winner().map(player_name).into(),
            _ => object["result"] = self.class().map(|class| class.to_string()).into(),
        }
        object
    }

    /// Returns lines of text.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let Task { board, scheme, positions, seed, without, .. } = self.task;
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<12}{value}");
        };
        line("board", board.to_string());
        let all = without.is_empty();
        line("mode", if all { "best".to_owned() } else { format!("best, without {without}") });
        line(
            "table",
            match scheme {
                Some(scheme) if !scheme.has_size() => format!("{scheme}, without a limit, seed {seed}"),
                Some(scheme) => format!("{scheme}, {positions} positions, seed {seed}"),
                None => "no table".to_owned(),
            },
        );
        for run in &self.runs {
            let outcome = match run.winner() {
                Some(winner) => format!("{winner} wins"),
                None => "not solved: stopped at the node limit".to_owned(),
            };
            let nodes = counted(run.solution.nodes, "node");
            line("first", format!("{}: {outcome}; {nodes} in {:.2} s", run.first, run.seconds));
            if let Some([row, column]) = run.best(board).filter(|_| run.solution.winner == Some(Winner::First)) {
                line("  best", format!("row {row}, column {column}"));
            }
        }
        if let Some(class) = self.class() {
            line("result", class_text(class, board));
        }
        line("nodes", grouped(self.nodes()));
        line("speed", format!("{:.1} million nodes/s", self.speed() as f64 / 1e6));
        text
    }
}

/// Explains the class of a board.
pub(crate) fn class_text(class: Class, board: BoardSize) -> String {
    let meaning = match class {
        Class::First => "the first player wins",
        Class::Second => "the second player wins",
        Class::Vertical => "Vertical always wins",
        Class::Horizontal => "Horizontal always wins",
    };
    let once = if board.is_square() { "; solved once, as Horizontal first is the same by symmetry" } else { "" };
    format!("{class}: {meaning}{once}")
}
