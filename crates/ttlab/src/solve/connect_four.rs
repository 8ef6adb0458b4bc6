//! Solving Connect Four: one position, or a test set with its scores.

pub(crate) mod output;
mod solver;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use connect_four::{Analysis, BoardSize, Position};
use schemars::JsonSchema;
use schemes::{Positions, Scheme};
use serde::Serialize;

use self::output::{Checked, LabSearch, SolvedPosition};
use self::solver::{ChosenSolver, FoundSolution, analyse, solver};
use super::{Shares, before_text};
use experiments::cell::{SearchOptions, scheme_name};
use experiments::connect_four_set::{ConnectFourSet, SetLine, standard};
use experiments::help::with_help;
use experiments::parallel::Threads;
use experiments::published::Tutorial;
use experiments::run::Nodes;
use experiments::text::{self, counted, grouped};

/// A program that solves Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ConnectFourProgram {
    /// The fastest solver, with the fewest nodes
    Best,
    /// The solver of part 7 of the tutorial, with the same node counts
    Historic,
    /// The generic search of the laboratory, with any table
    Lab,
}

/// How to solve positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectFourTask {
    /// The board.
    pub(crate) board: BoardSize<u128>,
    /// The program.
    pub(crate) program: ConnectFourProgram,
    /// Whether only the winner is wanted, the sign of the score.
    pub(crate) weak: bool,
    /// The replacement scheme of the program `lab`; `None` for no table.
    pub(crate) scheme: Option<Scheme>,
    /// The size of the table of the program `lab`.
    pub(crate) positions: Positions,
    /// The seed of the keys of the program `lab`.
    pub(crate) seed: u64,
    /// The options of the search of the program `lab`.
    pub(crate) search: SearchOptions,
    /// Whether the program `lab` tries columns from the centre and ignores mirrored positions, as the tutorial does.
    pub(crate) plain: bool,
    /// The node limit of each search.
    pub(crate) max_nodes: u64,
    /// The threads of the best program.
    pub(crate) threads: Threads,
}

impl ConnectFourTask {
    fn lab_search(&self) -> LabSearch {
        let Self { search, scheme, positions, seed, .. } = *self;
        let is_lab = self.program == ConnectFourProgram::Lab;
        LabSearch {
            search: is_lab.then(|| search.to_string()),
            scheme: is_lab.then(|| scheme_name(scheme)),
            positions: scheme.filter(|_| is_lab).map(|_| positions),
            seed: is_lab.then_some(seed),
        }
    }
}

/// Solves the position after `moves`, and finds the best columns with the best solver. The best solver can keep its
/// table in a file. `nodes` counts the search, here and below.
///
/// # Errors
///
/// The moves are illegal, there is not enough memory for the solver, or the file cannot be used.
pub(crate) fn solve(
    task: ConnectFourTask,
    moves: &str,
    table_file: Option<&Path>,
    nodes: &Nodes,
) -> Result<SolvedPosition> {
    let position = Position::read(task.board, moves)?;
    let mut solver = match table_file {
        None => solver(task, nodes)?,
        Some(path) => ChosenSolver::in_file(task, moves, path, nodes)?,
    };
    let file = table_file.map(Path::to_owned).zip(solver.nodes_so_far());
    let (FoundSolution { solution, shares }, seconds) = timed(&mut solver, moves)?;
    if let ChosenSolver::Together(..) = solver {
        solver.prepare()?;
    }
    let started = Instant::now();
    let columns = match solver {
        ChosenSolver::Together(together, threads) => analyse(&together, threads, moves)?,
        ChosenSolver::Alone(alone) => {
            // The analysis has a table of its own.
            drop(alone);
            programs::connect_four::analyse(task.board, moves, task.weak, task.max_nodes, nodes)?
        }
    };
    let columns_seconds = started.elapsed().as_secs_f64();
    let (table_file, nodes_before) = file.map(|(path, nodes)| (path.display().to_string(), nodes)).unzip();
    let best = columns.as_ref().map(|analysis| analysis.best().map(|column| column + 1).collect());
    let (columns, columns_nodes) = columns.map(|Analysis { scores, nodes }| (scores, nodes)).unzip();
    Ok(SolvedPosition {
        game: "connect-four",
        board: task.board.to_string(),
        moves: moves.to_owned(),
        picture: position.to_string(),
        free: position.free(),
        program: task.program,
        weak: task.weak,
        score: solution.score,
        columns,
        columns_nodes,
        columns_seconds,
        best,
        nodes: solution.nodes,
        seconds,
        nodes_per_second: speed(solution.nodes, seconds),
        lab: task.lab_search(),
        table_file,
        nodes_before,
        shares: Shares::of(shares, task.threads),
    })
}

/// Easy positions that are solved before the measurement.
const WARM_UP: usize = 300;

/// With fewer nodes the speed is not printed.
const ENOUGH_NODES: u64 = 100_000;

/// Solves the position after `moves`, and returns the seconds too.
fn timed(solver: &mut ChosenSolver, moves: &str) -> Result<(FoundSolution, f64)> {
    solver.prepare()?;
    let started = Instant::now();
    let solution = solver.solve(moves)?;
    Ok((solution, started.elapsed().as_secs_f64()))
}

/// Solves `lines` of the standard board and checks their scores.
///
/// # Errors
///
/// A score is wrong: the error names the line, from 1. Or the node limit was reached, or there is not enough memory.
pub(crate) fn check(task: ConnectFourTask, name: &str, lines: &[SetLine], reported: &Nodes) -> Result<Checked> {
    if task.board != standard() {
        bail!("test sets are for the board {}, not {}", standard(), task.board);
    }
    let mut solver = solver(task, reported)?;
    // The first access to a page of the table takes longer than the search of an easy position. A shared table is
    // written completely when it is created.
    if let ChosenSolver::Alone(_) = solver {
        for line in &ConnectFourSet::EndEasy.read()[..WARM_UP] {
            timed(&mut solver, &line.moves)?;
        }
    }
    let (mut nodes, mut seconds) = (0, 0.0);
    for line in lines {
        let number = line.number;
        let (FoundSolution { solution, .. }, took) =
            timed(&mut solver, &line.moves).with_context(|| format!("line {number}"))?;
        let expected = if task.weak { line.score.signum() } else { line.score };
        match solution.score {
            Some(score) if score == expected => {}
            Some(score) => bail!(with_help(
                format!("{name}: line {number}: {}: expected score {expected}, got {score}", line.moves),
                "solve it with another --program; if that agrees, correct the file"
            )),
            None => bail!(with_help(
                format!("{name}: line {number}: {}: not solved within {}", line.moves, counted(task.max_nodes, "node")),
                "increase --max-nodes"
            )),
        }
        nodes += solution.nodes;
        seconds += took;
    }
    let set = ConnectFourSet::of(lines);
    Ok(Checked {
        game: "connect-four",
        file: name.to_owned(),
        test_set: set.map(ConnectFourSet::title),
        program: task.program,
        weak: task.weak,
        lines: lines.len(),
        nodes,
        mean_positions: nodes as f64 / lines.len() as f64,
        printed_mean_positions: set.and_then(|set| printed(set, task, lines.len())),
        mean_seconds: seconds / lines.len() as f64,
        positions_per_second: speed(nodes, seconds),
        lab: task.lab_search(),
    })
}

/// Returns the mean that the tutorial prints, if this is one of its sets, solved as it does.
fn printed(set: ConnectFourSet, task: ConnectFourTask, lines: usize) -> Option<f64> {
    let is_whole = task.program == ConnectFourProgram::Historic && lines == usize::from(ConnectFourSet::LEN);
    if is_whole { Tutorial::read().ok()?.mean_positions(set.title(), task.weak) } else { None }
}

/// Returns the number of moves of both players until a game with this score ends.
fn plies(free: u32, score: i32) -> u32 {
    let own = free.div_ceil(2);
    let theirs = free / 2;
    match score {
        0 => free,
        1.. => 2 * (own + 1 - score.unsigned_abs()) - 1,
        _ => 2 * (theirs + 1 - score.unsigned_abs()),
    }
}

impl SolvedPosition {
    /// Returns lines of text.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.picture);
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<12}{value}");
        };
        let verdict = match self.score {
            None => "not solved: stopped at the node limit".to_owned(),
            Some(score) if self.weak => match score {
                1 => "the player to move wins".to_owned(),
                0 => "a draw".to_owned(),
                _ => "the player to move loses".to_owned(),
            },
            Some(0) => "0: a draw".to_owned(),
            Some(score) => {
                let how = if score > 0 { "wins" } else { "loses" };
                format!("{score:+}: the player to move {how} after {} more moves", plies(self.free, score))
            }
        };
        line("score", verdict);
        if let (Some(best), Some(columns), Some(nodes)) = (&self.best, &self.columns, self.columns_nodes)
            && !best.is_empty()
        {
            let list = |columns: Vec<String>| columns.join(" ");
            let signed = |score| if score == 0 { "0".to_owned() } else { format!("{score:+}") };
            let shown = columns.iter().map(|score| score.map_or("full".to_owned(), signed));
            let cost = format!("({} in {:.3} s)", counted(nodes, "node"), self.columns_seconds);
            line("columns", format!("{}   {cost}", list(shown.collect())));
            line("best", list(best.iter().map(u32::to_string).collect()));
        }
        let LabSearch { search, scheme, positions, seed } = &self.lab;
        if let Some(search) = search.as_ref().filter(|search| *search != "plain") {
            line("search", search.clone());
        }
        if let (Some(scheme), Some(seed)) = (scheme, seed) {
            let table = positions.map(|positions| format!("{scheme}, {positions} positions, seed {seed}"));
            line("table", table.unwrap_or_else(|| "no table".to_owned()));
        }
        if let Some((path, nodes_before)) = self.table_file.as_ref().zip(self.nodes_before) {
            line("file", format!("{path}, {}", before_text(nodes_before)));
        }
        line("nodes", format!("{} in {:.3} s", grouped(self.nodes), self.seconds));
        if let Some(shares) = &self.shares {
            line("  threads", shares.to_text());
        }
        if self.nodes >= ENOUGH_NODES {
            line("speed", text::speed(self.nodes_per_second as f64));
        }
        text
    }
}

fn speed(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}

impl Checked {
    /// The header of [`to_text`](Self::to_text).
    pub(crate) const HEADER: &str =
        "test set            lines   mean positions   as published      mean time      positions/s";

    /// Returns a line of a table.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let name = self.test_set.unwrap_or(&self.file);
        let time = match self.mean_seconds {
            time if time < 1e-3 => format!("{:.3} µs", time * 1e6),
            time if time < 1.0 => format!("{:.3} ms", time * 1e3),
            time => format!("{time:.3} s"),
        };
        let printed = self.printed_mean_positions.map_or_else(String::new, mean_text);
        let speed = format!("{} thousand", grouped(self.positions_per_second / 1000));
        let mean = mean_text(self.mean_positions);
        format!("{name:<18}  {:>5}  {mean:>15}  {printed:>11}  {time:>13}  {speed:>15}", self.lines)
    }
}

/// Returns a mean with decimals if it is small.
fn mean_text(mean: f64) -> String {
    if mean < 10_000.0 { format!("{mean:.2}") } else { grouped(mean.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(program: ConnectFourProgram, weak: bool) -> ConnectFourTask {
        ConnectFourTask {
            board: standard(),
            program,
            weak,
            scheme: Some(Scheme::TwoBig1),
            positions: "8K".parse().unwrap(),
            search: SearchOptions::PLAIN,
            seed: zobrist::DEFAULT_SEED,
            plain: false,
            max_nodes: u64::MAX,
            threads: Threads { number: 1, parallel: programs::Parallel::Abdada },
        }
    }

    const ALL: [ConnectFourProgram; 3] =
        [ConnectFourProgram::Historic, ConnectFourProgram::Lab, ConnectFourProgram::Best];

    #[test]
    fn every_program_finds_the_scores_of_a_set() {
        let lines = &ConnectFourSet::EndEasy.read()[..60];
        for program in ALL {
            for weak in [false, true] {
                let nodes = Nodes::default();
                let checked = check(task(program, weak), "x", lines, &nodes).unwrap();
                assert_eq!((checked.lines, checked.test_set), (60, Some("End-Easy")));
                // The generic search reports after some hundred nodes.
                assert!(nodes.so_far() >= checked.nodes || program == ConnectFourProgram::Lab);
                assert!(checked.to_text().starts_with("End-Easy"));
            }
        }
    }

    #[test]
    fn the_printed_means() {
        for (weak, mean) in [(false, "92.84"), (true, "68.69")] {
            let checked = check(
                task(ConnectFourProgram::Historic, weak),
                "x",
                &ConnectFourSet::EndEasy.read(),
                &Nodes::default(),
            )
            .unwrap();
            assert_eq!(mean_text(checked.mean_positions), mean);
            assert_eq!(checked.printed_mean_positions.map(mean_text).as_deref(), Some(mean));
        }
    }

    #[test]
    fn a_score_is_explained_in_words() {
        let text = |moves: &str, weak| {
            solve(task(ConnectFourProgram::Best, weak), moves, None, &Nodes::default()).unwrap().to_text()
        };
        let won = text("52753311433677442422121", false);
        assert!(won.contains("+8: the player to move wins after 5 more moves"), "{won}");
        assert!(text("52753311433677442422121", true).contains("the player to move wins"));
        assert!(text("23163416124767223154467471272416755633", false).contains("0: a draw"));
        let task = task(ConnectFourProgram::Historic, false);
        let solved = solve(task, "2252576253462244111563365343671351441", None, &Nodes::default()).unwrap();
        let json = serde_json::to_value(&solved).unwrap();
        assert_eq!((json["score"].as_i64(), json["program"].as_str()), (Some(-1), Some("historic")));
        let best = json["best"].as_array().unwrap();
        assert!(
            !best.is_empty() && best.iter().all(|column| json["columns"][column.as_u64().unwrap() as usize - 1] == -1)
        );
    }

    #[test]
    fn the_plain_lab_finds_the_same_scores() {
        let plain = ConnectFourTask { plain: true, ..task(ConnectFourProgram::Lab, false) };
        let lines = &ConnectFourSet::EndEasy.read()[..100];
        let nodes = |task| check(task, "x", lines, &Nodes::default()).unwrap().nodes;
        assert!(nodes(plain) > nodes(task(ConnectFourProgram::Lab, false)));
    }

    #[test]
    fn other_boards_are_solved() {
        for program in ALL {
            let task = ConnectFourTask { board: "4x4".parse().unwrap(), ..task(program, false) };
            let solved = solve(task, "", None, &Nodes::default()).unwrap();
            assert_eq!(solved.score, Some(0), "{program:?}");
        }
    }

    #[test]
    fn scores_count_the_moves_to_the_end() {
        // Two free squares: the player to move has one stone left, and wins with it, or the other does.
        assert_eq!((plies(2, 1), plies(2, -1), plies(2, 0)), (1, 2, 2));
        assert_eq!((plies(42, 21), plies(41, 21), plies(41, -20)), (1, 1, 2));
    }
}
