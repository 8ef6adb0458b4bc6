//! Solves test sets and says what it took: the figures of the tutorial's tables.
//!
//! `cargo run --release -p connect-four --example sets -- [--lines N] [SOLVER...] FILE...`, a solver being one of
//! `tutorial-strong`, `tutorial-weak`, `best-strong` and `best-weak`; without one, all four. Times are those of solving
//! alone, on a machine that should have nothing else to do.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use connect_four::{Position, Solution, best, tutorial};

const SOLVERS: [&str; 4] = ["tutorial-strong", "tutorial-weak", "best-strong", "best-weak"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines = usize::MAX;
    let (mut solvers, mut files) = (Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--lines" {
            lines = arguments.next().ok_or("--lines: how many?")?.parse()?;
        } else if SOLVERS.contains(&argument.as_str()) {
            solvers.push(argument);
        } else {
            files.push(argument);
        }
    }
    if solvers.is_empty() {
        solvers.extend(SOLVERS.map(str::to_owned));
    }

    println!(
        "{:<16} {:<12} {:>5} {:>17} {:>14} {:>8}",
        "solver", "set", "lines", "mean positions", "mean time", "K pos/s"
    );
    let mut tutorial = tutorial::Solver::new()?;
    let mut best = best::Solver::new(best::Solver::LOG2_BUCKETS)?;
    for solver in &solvers {
        for file in &files {
            run(solver, Path::new(file), lines, |position| match solver.as_str() {
                "tutorial-strong" => tutorial.solve(position),
                "tutorial-weak" => tutorial.solve_weak(position),
                "best-strong" => best.solve(position),
                _ => best.solve_weak(position),
            })?;
        }
    }
    Ok(())
}

fn run(
    solver: &str,
    file: &Path,
    lines: usize,
    mut solve: impl FnMut(&Position) -> Solution,
) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (mut solved, mut nodes, mut time) = (0_u32, 0, Duration::ZERO);
    for text in text.lines().take(lines) {
        let (line, score) = text.split_once(' ').ok_or("a line of a set is moves and a score")?;
        let (position, score): (Position, i32) = (line.parse()?, score.trim().parse()?);
        let start = Instant::now();
        let solution = solve(&position);
        time += start.elapsed();
        let expected = if solver.ends_with("weak") { score.signum() } else { score };
        if solution.score != Some(expected) {
            return Err(format!("{line}: {expected} in the set, {:?} found", solution.score).into());
        }
        nodes += solution.nodes;
        solved += 1;
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mean = nodes as f64 / f64::from(solved.max(1));
    let speed = nodes as f64 / time.as_secs_f64() / 1000.0;
    println!("{solver:<16} {name:<12} {solved:>5} {mean:>17.2} {:>14.3?} {speed:>8.0}", time / solved.max(1));
    Ok(())
}
