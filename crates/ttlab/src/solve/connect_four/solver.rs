//! The solvers of Connect Four, of one or more threads.

use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Result, anyhow};
use connect_four::{Analysis, Solution, SolverError};
use experiments::help::with_help;
use experiments::parallel::Threads;
use experiments::run::Nodes;
use experiments::signature;
use experiments::table_file::open_with;
use programs::Error as ProgramError;
use programs::connect_four::{AnySolver, SolverProgram, TeamSolver};

use super::{ConnectFourProgram, ConnectFourTask};

/// A solver, of one or more threads.
pub(super) enum ChosenSolver {
    Alone(AnySolver),
    Together(TeamSolver, Threads),
}

/// What all threads found, and the nodes of each if there are several.
pub(super) struct FoundSolution {
    pub(super) solution: Solution,
    pub(super) shares: Vec<u64>,
}

impl ChosenSolver {
    /// Returns the best solver, of one or more threads, with a table in a file that belongs to the position after
    /// `moves`.
    ///
    /// # Errors
    ///
    /// The file cannot be used, or belongs to another position or version of the solver.
    pub(super) fn in_file(task: ConnectFourTask, moves: &str, path: &Path, nodes: &Nodes) -> Result<Self> {
        let ConnectFourTask { board, weak, max_nodes, threads, .. } = task;
        let after = if moves.is_empty() { "none" } else { moves };
        let contents = format!("connect-four-best board={board} moves={after} weak={weak}");
        let version = signature::of_best_connect_four()?;
        let mut together = open_with(path, |file| {
            TeamSolver::in_file(board, threads.parallel, weak, max_nodes, file, &contents, version)
        })?;
        together.report_to(nodes);
        Ok(Self::Together(together, threads))
    }

    /// Returns the number that is kept in the file of the table, if it has one: the nodes of all runs so far.
    pub(super) fn nodes_so_far(&self) -> Option<u64> {
        match self {
            Self::Alone(_) => None,
            Self::Together(together, _) => Some(together.tally()?.load(Ordering::Relaxed)),
        }
    }

    /// Clears the table, unless it is in a file. Solvers of one thread clear theirs themselves, except for the generic
    /// search.
    pub(super) fn prepare(&mut self) -> Result<()> {
        match self {
            Self::Alone(solver) => solver.prepare(),
            Self::Together(together, threads) => {
                threads.run(|number| together.clear_part(number as usize, threads.number as usize))?;
                together.prepare();
            }
        }
        Ok(())
    }

    pub(super) fn solve(&mut self, moves: &str) -> Result<FoundSolution> {
        match self {
            Self::Alone(solver) => Ok(FoundSolution { solution: solver.solve(moves)?, shares: Vec::new() }),
            Self::Together(together, threads) => {
                let solutions = threads.run(|number| together.solve(number, moves))?;
                let solutions = solutions.into_iter().collect::<Result<Vec<_>, _>>()?;
                let mut shares: Vec<u64> = solutions.iter().map(|solution| solution.nodes).collect();
                let score = solutions.iter().find_map(|solution| solution.score);
                let nodes = shares.iter().sum();
                if threads.number == 1 {
                    shares.clear();
                }
                Ok(FoundSolution { solution: Solution { score, nodes }, shares })
            }
        }
    }
}

/// Returns the scores of the columns, with the nodes of all threads.
pub(super) fn analyse(together: &TeamSolver, threads: Threads, moves: &str) -> Result<Option<Analysis>> {
    let found = threads.run(|number| together.analyse(number, moves))?;
    let found = found.into_iter().filter_map(Result::transpose).collect::<Result<Vec<_>, _>>()?;
    let nodes = found.iter().map(|analysis| analysis.nodes).sum();
    Ok(found.into_iter().next().map(|first| Analysis { nodes, ..first }))
}

/// Returns the solver of a task, which adds its nodes to `nodes` while it searches.
pub(super) fn solver(task: ConnectFourTask, nodes: &Nodes) -> Result<ChosenSolver> {
    let ConnectFourTask { board, program, weak, scheme, positions, seed, search, plain, max_nodes, threads } = task;
    if threads.number > 1 {
        let mut together = TeamSolver::new(board, threads.parallel, weak, max_nodes)?;
        together.report_to(nodes);
        return Ok(ChosenSolver::Together(together, threads));
    }
    let program = match program {
        ConnectFourProgram::Historic => SolverProgram::Tutorial,
        ConnectFourProgram::Best => SolverProgram::Best,
        ConnectFourProgram::Lab => {
            let table = scheme.map(|scheme| (scheme, positions));
            SolverProgram::Lab { table, seed, plain, options: search }
        }
    };
    match AnySolver::new(program, board, weak, max_nodes, nodes) {
        Ok(solver) => Ok(ChosenSolver::Alone(solver)),
        // The parser of boards only accepts what the other solvers can store.
        Err(ProgramError::Solver(error @ SolverError::KeyBits { .. })) => {
            Err(anyhow!(with_help(error, "use --program best, which solves larger boards")))
        }
        Err(error) => Err(error.into()),
    }
}
