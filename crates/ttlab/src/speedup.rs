//! How much faster several threads are than one, to the same depth or to the solution.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ::domineering::Player;
use anyhow::{Context, Result, ensure};
use chess::Position;
use engine::Techniques;
use experiments::Usage;
use experiments::cell::SearchOptions;
use experiments::connect_four_set::{ConnectFourSet, standard};
use experiments::definition::First;
use experiments::help::with_help;
use experiments::parallel::Threads;
use experiments::position_set::PositionSet;
use experiments::run::Nodes;
use experiments::text::counted;
use programs::Parallel;
use programs::chess::Program;
use programs::chess::versus::SideProgram;
use report::show::block::TextTable;
use schemes::Scheme;

use crate::analyse;
use crate::solve::connect_four::{self, ConnectFourProgram};
use crate::solve::domineering::{self, DomineeringSolver};

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Workload {
    /// Middle-game positions of vsb-1994, with a table of 1024K positions: 40, to 14 plies; or 24, to 9 plies, by the
    /// historic program
    Chess,
    /// The first 20 positions of Begin-Hard, by the best solver
    ConnectFour,
    /// The empty 8x8 board, Vertical first, with 2048K positions
    Domineering,
    /// The empty 7x8 board, Vertical first, with 2048K positions
    Domineering7x8,
}

/// One search, which is run with different numbers of threads.
#[derive(Clone, Debug)]
enum Task {
    Chess(Program, Position),
    ConnectFour(usize),
    Domineering(Program, ::domineering::BoardSize),
}

/// The time and the nodes of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Took {
    seconds: f64,
    pub(crate) nodes: u64,
}

/// The ways to search, the first one with one thread.
const WAYS: [(&str, Option<Parallel>); 3] =
    [("one thread", None), ("lazy", Some(Parallel::Lazy)), ("abdada", Some(Parallel::Abdada))];

/// What each search of a run took: by task, for each way.
type Run = Vec<[Took; WAYS.len()]>;

impl Workload {
    /// All work of the command, unless it is chosen.
    pub(crate) const ALL: [Self; 3] = [Self::Chess, Self::ConnectFour, Self::Domineering];

    /// Returns the program: the one that is chosen, or the default one.
    fn program(self, chosen: Option<Program>) -> Result<Program> {
        match self {
            Self::Chess => Ok(chosen.unwrap_or(Program::Best)),
            Self::Domineering | Self::Domineering7x8 => Ok(chosen.unwrap_or(Program::Historic)),
            Self::ConnectFour if chosen == Some(Program::Historic) => Err(Usage::error(with_help(
                "--program historic cannot be used with Connect Four: that program has one thread",
                "remove connect-four from --work, or remove --program",
            ))),
            Self::ConnectFour => Ok(Program::Best),
        }
    }

    /// Returns the first searches, at most `first`.
    fn tasks(self, program: Option<Program>, first: Option<usize>) -> Result<Vec<Task>> {
        let program = self.program(program)?;
        let mut tasks = match self {
            Self::Chess => {
                let set: PositionSet = "vsb-1994".parse()?;
                let games: Vec<String> = set.games().collect();
                let (step, most) = match program {
                    Program::Best => (2, 40),
                    Program::Historic => (4, 24),
                };
                let fens = games.iter().flat_map(|game| game.lines()).step_by(step).take(most);
                fens.map(|fen| Ok(Task::Chess(program, Position::from_fen(fen)?))).collect::<Result<_>>()?
            }
            Self::ConnectFour => {
                (0..first.unwrap_or(20).min(ConnectFourSet::LEN.into())).map(Task::ConnectFour).collect()
            }
            Self::Domineering => vec![Task::Domineering(program, "8x8".parse()?)],
            Self::Domineering7x8 => vec![Task::Domineering(program, "7x8".parse()?)],
        };
        tasks.truncate(first.unwrap_or(usize::MAX));
        Ok(tasks)
    }

    fn caption(self, program: Program, positions: usize) -> String {
        let positions = counted(positions as u64, "position");
        let what = match self {
            Self::Chess => format!("chess, {positions} to {} plies", depth(program)),
            Self::ConnectFour => format!("Connect Four, the first {positions} of Begin-Hard"),
            Self::Domineering => "domineering, 8x8".to_owned(),
            Self::Domineering7x8 => "domineering, 7x8".to_owned(),
        };
        format!("{what}, {program} program")
    }

    /// Returns the number of searches of a run.
    pub(crate) fn searches(self, program: Option<Program>, first: Option<usize>) -> Result<usize> {
        Ok(self.tasks(program, first)?.len() * WAYS.len())
    }

    /// Runs every search, but at most the `first` ones, `runs` times with one thread and `number` threads, alternately,
    /// and calls `progress` after each. If it breaks, the result is that of the complete runs, if there are any.
    ///
    /// # Errors
    ///
    /// A search fails; or the winner of a board, or the score of a Connect Four position, is another one with several
    /// threads.
    pub(crate) fn measure(
        self,
        program: Option<Program>,
        first: Option<usize>,
        runs: u32,
        number: u32,
        mut progress: impl FnMut(Took) -> ControlFlow<()>,
    ) -> Result<Option<TextTable>> {
        let tasks = self.tasks(program, first)?;
        let all = complete_runs(&tasks, runs, number, Task::run, &mut progress)?;
        let program = self.program(program)?;
        Ok((!all.is_empty()).then(|| self.table(program, &all, number)))
    }

    fn table(self, program: Program, runs: &[Run], number: u32) -> TextTable {
        let row = |(way, (name, parallel)): (usize, (&str, Option<Parallel>))| {
            let mean = |of: fn(Took) -> f64| {
                let took = runs.iter().flatten().map(|took| of(took[way]));
                took.sum::<f64>() / runs.len() as f64
            };
            let name = if parallel.is_some() { format!("{number} threads, {name}") } else { name.to_owned() };
            let mut row =
                vec![name, format!("{:.2}", mean(|took| took.seconds)), millions(mean(|took| took.nodes as f64))];
            let speedups = runs.iter().map(|run| median(run.iter().map(|took| took[0].seconds / took[way].seconds)));
            let mut speedups: Vec<f64> = speedups.collect();
            speedups.sort_by(f64::total_cmp);
            let ratio = |value: Option<&f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
            row.push(format!("{:.2}", median(speedups.iter().copied())));
            row.extend([ratio(speedups.first()), ratio(speedups.last())]);
            row
        };
        let positions = runs.first().map_or(0, Vec::len);
        let head = ["", "seconds", "million nodes", "speedup", "min", "max"];
        TextTable {
            caption: format!(
                "{}: mean seconds and nodes, and median speedup of the positions, in {}",
                self.caption(program, positions),
                counted(runs.len() as u64, "run")
            ),
            head: head.map(str::to_owned).to_vec(),
            rows: WAYS.into_iter().enumerate().map(row).collect(),
        }
    }
}

/// Runs every task `runs` times in every way, and returns the complete runs.
fn complete_runs<T: Debug>(
    tasks: &[T],
    runs: u32,
    number: u32,
    search: impl Fn(&T, Threads) -> Result<(Took, Option<Player>)>,
    progress: &mut impl FnMut(Took) -> ControlFlow<()>,
) -> Result<Vec<Run>> {
    let mut all: Vec<Run> = Vec::new();
    let mut interrupted = false;
    for _ in 0..runs {
        let mut run = Run::new();
        for task in tasks {
            let (mut took, mut winners) = ([Took::default(); WAYS.len()], Vec::new());
            for (took, (_, parallel)) in took.iter_mut().zip(WAYS) {
                if interrupted {
                    return Ok(all);
                }
                let threads = match parallel {
                    None => Threads { number: 1, parallel: Parallel::Lazy },
                    Some(parallel) => Threads { number, parallel },
                };
                let (found, winner) = search(task, threads)?;
                winners.push(winner);
                ensure!(winner == winners[0], "{task:?}: several threads found another winner than one thread");
                interrupted = progress(found).is_break();
                *took = found;
            }
            run.push(took);
        }
        all.push(run);
    }
    Ok(all)
}

/// Returns the depth of the searches of chess.
fn depth(program: Program) -> u8 {
    match program {
        Program::Best => 14,
        Program::Historic => 9,
    }
}

fn millions(nodes: f64) -> String {
    format!("{:.2}", nodes / 1e6)
}

/// Returns the median, or 0 if there are no values.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        len if len % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

impl Task {
    /// Returns what the search took, and the winner of a board of domineering.
    fn run(&self, threads: Threads) -> Result<(Took, Option<Player>)> {
        match self {
            Self::Chess(program, position) => {
                let task = analyse::ChessTask {
                    position: position.clone(),
                    depth: depth(*program),
                    program: match program {
                        Program::Best => SideProgram::Engine(Techniques::STANDARD),
                        Program::Historic => SideProgram::Alibaba(SearchOptions::PLAIN),
                    },
                    scheme: Some(program.scheme()),
                    positions: "1024K".parse()?,
                    seed: zobrist::DEFAULT_SEED,
                    max_nodes: u64::MAX,
                    threads,
                };
                let analysis = analyse::analyse(&task, analyse::prepare(&task)?, &AtomicBool::new(false), |_| {
                    ControlFlow::Continue(())
                })?;
                Ok((Took { seconds: analysis.seconds, nodes: analysis.nodes }, None))
            }
            Self::ConnectFour(number) => {
                let task = connect_four::ConnectFourTask {
                    board: standard(),
                    program: ConnectFourProgram::Best,
                    weak: false,
                    scheme: None,
                    positions: "1K".parse()?,
                    seed: zobrist::DEFAULT_SEED,
                    search: SearchOptions::PLAIN,
                    plain: false,
                    max_nodes: u64::MAX,
                    threads,
                };
                let lines = ConnectFourSet::BeginHard.read();
                let line = lines.get(*number..=*number).context("the set is shorter")?;
                let checked = connect_four::check(task, "Begin-Hard", line, &Nodes::default())?;
                Ok((Took { seconds: checked.mean_seconds, nodes: checked.nodes }, None))
            }
            Self::Domineering(program, board) => {
                let task = domineering::DomineeringTask {
                    solver: match program {
                        Program::Best => DomineeringSolver::Best { without: ::domineering::best::Techniques::empty() },
                        Program::Historic => DomineeringSolver::Domi,
                    },
                    board: *board,
                    first: First::Vertical,
                    scheme: Some(Scheme::TwoBig1),
                    search: SearchOptions::PLAIN,
                    positions: "2048K".parse()?,
                    seed: zobrist::DEFAULT_SEED,
                    max_nodes: u64::MAX,
                    audit: false,
                    threads,
                    table_file: None,
                };
                let solved = domineering::solve(task, &Nodes::default())?;
                Ok((Took { seconds: solved.seconds(), nodes: solved.nodes() }, solved.winner()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_medians_of_positions_and_the_spread_of_runs() {
        let took = |seconds| Took { seconds, nodes: 1_000_000 };
        let run = |times: [f64; 2]| -> Run {
            let of_task = |time: f64| [took(8.0), took(time), took(4.0)];
            times.map(of_task).to_vec()
        };
        let table =
            Workload::Domineering.table(Program::Historic, &[run([4.0, 8.0]), run([2.0, 4.0]), run([4.0, 4.0])], 2);
        assert_eq!(table.rows[0], ["one thread", "16.00", "2.00", "1.00", "1.00", "1.00"]);
        // Medians of 2 and 1, of 4 and 2, and of 2 and 2.
        assert_eq!(table.rows[1], ["2 threads, lazy", "8.67", "2.00", "2.00", "1.50", "3.00"]);
        assert_eq!(table.rows[2][3..], ["2.00", "2.00", "2.00"]);
    }

    #[test]
    fn an_interrupted_measurement_has_the_complete_runs() {
        let complete = |searches: usize| {
            let mut left = searches;
            let mut progress = |_| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let search = |_: &i32, _| Ok((Took::default(), None));
            complete_runs(&[1, 2], 5, 2, search, &mut progress).unwrap().len()
        };
        let searches = 2 * WAYS.len();
        assert_eq!([1, searches - 1, searches, searches + 1, 5 * searches].map(complete), [0, 0, 1, 1, 5]);
    }

    #[test]
    fn another_winner_is_an_error() {
        let search = |_: &i32, threads: Threads| {
            let winner = if threads.number == 1 { Player::Vertical } else { Player::Horizontal };
            Ok((Took::default(), Some(winner)))
        };
        let error = complete_runs(&[7], 1, 2, search, &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(error.to_string(), "7: several threads found another winner than one thread");
    }

    #[test]
    fn there_are_40_chess_positions_or_24() {
        let of = |program| Workload::Chess.searches(Some(program), None).unwrap();
        assert_eq!((of(Program::Best), of(Program::Historic)), (40 * 3, 24 * 3));
        assert_eq!(Workload::ConnectFour.searches(None, None).unwrap(), 20 * 3);
        let most = |work: Workload, first| work.searches(None, Some(first)).unwrap() / 3;
        assert_eq!((most(Workload::Chess, 3), most(Workload::Chess, 1_000_000)), (3, 40));
        assert_eq!((most(Workload::ConnectFour, 3), most(Workload::ConnectFour, 1_000_000)), (3, 1_000));
        assert_eq!(most(Workload::Domineering, 3), 1);
        assert_eq!(Workload::Chess.caption(Program::Historic, 1), "chess, 1 position to 9 plies, historic program");
    }
}
