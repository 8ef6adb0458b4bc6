//! `ttlab book`: computing an opening book of Connect Four in as many runs as it takes, and checking it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use connect_four::book::{Book, openings};
use connect_four::{BoardSize, Position};
use experiments::help::with_help;
use experiments::run::Nodes;
use experiments::text::{counted, grouped};
use experiments::{files, parallel};
use indicatif::HumanDuration;
use programs::Parallel;
use programs::connect_four::TeamSolver;
use schemars::JsonSchema;
use serde::Serialize;

use crate::interrupt;

/// A book to compute or to check.
#[derive(Clone, Debug)]
pub(crate) struct BookTask {
    /// The board.
    pub(crate) board: BoardSize,
    /// The stones of the positions that are solved.
    pub(crate) stones: u32,
    /// The file of the book. What is solved before it is complete is in a file beside it.
    pub(crate) path: PathBuf,
    /// How many positions are solved at the same time.
    pub(crate) jobs: usize,
    /// The binary logarithm of the number of buckets of the table.
    pub(crate) log2_buckets: u32,
    /// How many positions of the finished book are solved again.
    pub(crate) verify: usize,
}

/// How far the work is.
#[derive(Debug, Default)]
pub(crate) struct OpeningProgress {
    before: AtomicUsize,
    done: AtomicUsize,
    all: AtomicUsize,
    nodes: Nodes,
}

impl OpeningProgress {
    /// Describes how far the work is.
    pub(crate) fn state(&self, elapsed: Duration) -> String {
        let [before, done, all] = [&self.before, &self.done, &self.all].map(|count| count.load(Ordering::Relaxed));
        let solved = done.saturating_sub(before);
        let left = if solved == 0 {
            "time left unknown".to_owned()
        } else {
            let seconds = elapsed.as_secs_f64() / solved as f64 * all.saturating_sub(done) as f64;
            format!("about {:#} left", HumanDuration(Duration::from_secs_f64(seconds)))
        };
        let nodes = self.nodes.so_far();
        format!("{} of {}, {} nodes, {left}", grouped(done as u64), counted(all, "opening"), grouped(nodes))
    }
}

/// Output of `ttlab book connect-four`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FinishedBook {
    /// The game.
    #[schemars(extend("const" = "connect-four"))]
    game: &'static str,
    /// Rows x columns.
    board: String,
    /// The largest number of stones of a position in the book.
    stones: u32,
    /// The positions of the book; a mirrored pair counts once.
    positions: usize,
    /// The file of the book.
    file: String,
    /// The size of the file in bytes.
    bytes: usize,
    /// Positions that were solved in this run.
    solved: usize,
    /// Nodes of this run.
    nodes: u64,
    /// Wall-clock time of this run, in seconds.
    seconds: f64,
    /// Positions of the book that were solved again, with a table of their own, and have the same score.
    verified: usize,
}

impl FinishedBook {
    /// Returns lines of text.
    pub(crate) fn to_text(&self) -> String {
        let Self { board, stones, positions, file, bytes, solved, nodes, seconds, verified, .. } = self;
        let mut text = format!(
            "board     {board}\n\
             book      {file}, {}\n\
             positions {} with at most {}, a mirrored pair once\n",
            counted(*bytes, "byte"),
            grouped(*positions as u64),
            counted(*stones, "stone"),
        );
        if *solved > 0 {
            text += &format!("solved    {} in this run\n", counted(*solved, "opening"));
        }
        if *verified > 0 {
            text += &format!("verified  {}, solved again\n", counted(*verified, "position"));
        }
        if *nodes > 0 {
            text += &format!("nodes     {} in {seconds:.1} s\n", grouped(*nodes));
        }
        text
    }
}

/// What to do if a book cannot be written.
const OTHER: &str = "choose another file with --out";

/// Computes the book, unless its file exists, and checks it.
///
/// # Errors
///
/// A file cannot be read or written, there is not enough memory for the table, or a score is wrong.
pub(crate) fn run(task: &BookTask, progress: &OpeningProgress) -> Result<FinishedBook> {
    let started = Instant::now();
    let (book, solved) = if task.path.exists() { (read(&task.path)?, 0) } else { compute(task, progress)? };
    if (book.board(), book.stones()) != (task.board, task.stones) {
        bail!(with_help(
            format!("{} is a book of {} with {}", task.path.display(), book.board(), counted(book.stones(), "stone")),
            OTHER
        ));
    }
    let verified = verify(task, &book, progress)?;
    Ok(FinishedBook {
        game: "connect-four",
        board: task.board.to_string(),
        stones: task.stones,
        positions: book.positions(),
        file: task.path.display().to_string(),
        bytes: book.to_bytes().len(),
        solved,
        nodes: progress.nodes.so_far(),
        seconds: started.elapsed().as_secs_f64(),
        verified,
    })
}

/// Reads a book.
///
/// # Errors
///
/// The file cannot be read, or is no book.
pub(crate) fn read(path: &Path) -> Result<Book> {
    Book::read(&files::read(path)?).with_context(|| path.display().to_string())
}

/// Solves the openings that are not solved yet, and writes the book.
fn compute(task: &BookTask, progress: &OpeningProgress) -> Result<(Book, usize)> {
    interrupt::advise(interrupt::RESUME);
    let BookTask { board, stones, ref path, .. } = *task;
    files::make_directory_of(path, OTHER)?;
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let openings = openings(board, stones);
    progress.all.store(openings.len(), Ordering::Relaxed);
    let (file, before) = Solved::open(&part, &openings)?;
    progress.before.store(before.len(), Ordering::Relaxed);
    progress.done.store(before.len(), Ordering::Relaxed);

    let missing: Vec<&(String, Position<BoardSize>)> =
        openings.iter().filter(|(moves, _)| !before.contains_key(moves)).collect();
    let team = team(task)?;
    let solve = |(moves, _): &&(String, Position<BoardSize>)| -> Result<(String, i32)> {
        let score = team.solve_alone(moves, &progress.nodes)?.score.context("a search without a limit ends")?;
        file.add(moves, score).map_err(|error| files::unwritable(&part, &error, OTHER))?;
        progress.done.fetch_add(1, Ordering::Relaxed);
        Ok((moves.clone(), score))
    };
    let solved = parallel::map_with(task.jobs, &missing, solve).into_iter().collect::<Result<Vec<_>>>()?;
    let number = solved.len();
    let scores: BTreeMap<String, i32> = before.into_iter().chain(solved).collect();
    let of_openings = openings.iter().filter_map(|(moves, position)| Some((*position, *scores.get(moves)?)));
    let book = Book::new(board, stones, of_openings)?;
    files::write(path, &book.to_bytes(), OTHER)?;
    // What it contains is in the book now.
    std::fs::remove_file(&part).map_err(|error| files::unwritable(&part, &error, "remove it"))?;
    Ok((book, number))
}

fn team(task: &BookTask) -> Result<TeamSolver> {
    let board = task.board.to_string().parse()?;
    Ok(TeamSolver::with_buckets(board, task.log2_buckets, Parallel::Lazy, false, u64::MAX)?)
}

/// The file of the openings that are solved: a line for each, with its moves and its score, as in a test set.
struct Solved(Mutex<File>);

impl Solved {
    /// Opens the file, and returns the scores that it has.
    fn open(path: &Path, openings: &[(String, Position<BoardSize>)]) -> Result<(Self, BTreeMap<String, i32>)> {
        let failed = |error: io::Error| files::unwritable(path, &error, OTHER);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let what = format!("another program computes this book: {} is in use", path.display());
            bail!(with_help(what, "wait for it, or choose another file with --out"));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        // A run that was killed may have left the beginning of a line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let known: BTreeMap<&str, &Position<BoardSize>> =
            openings.iter().map(|(moves, position)| (moves.as_str(), position)).collect();
        let mut scores = BTreeMap::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let read = line.split_once(' ').and_then(|(moves, score)| Some((moves, score.parse::<i32>().ok()?)));
            match read.filter(|(moves, score)| known.get(moves).is_some_and(|at| score.unsigned_abs() <= at.free())) {
                Some((moves, score)) => _ = scores.insert(moves.to_owned(), score),
                None => bail!(with_help(
                    format!("{}: line {number}: `{line}` is not the score of an opening of this book", path.display()),
                    "remove the line, or choose another file with --out"
                )),
            }
        }
        Ok((Self(Mutex::new(file)), scores))
    }

    /// Adds a line, whole or not at all, unless the machine stops.
    fn add(&self, moves: &str, score: i32) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(format!("{moves} {score}\n").as_bytes())
    }
}

/// Solves some openings of the book again, each with an empty table, and returns how many.
fn verify(task: &BookTask, book: &Book, progress: &OpeningProgress) -> Result<usize> {
    if task.verify == 0 {
        return Ok(0);
    }
    let openings = openings(task.board, task.stones);
    // Evenly spread over the list, and the same in each run.
    let number = task.verify.min(openings.len());
    let sample: Vec<_> = (0..number).map(|one| &openings[one * openings.len() / number]).collect();
    progress.before.store(0, Ordering::Relaxed);
    progress.done.store(0, Ordering::Relaxed);
    progress.all.store(number, Ordering::Relaxed);
    let again = |(moves, position): &&(String, Position<BoardSize>)| -> Result<()> {
        let mut solver = connect_four::best::Solver::for_board(task.board, task.log2_buckets.min(18))?;
        let (solution, weak) = (solver.solve(position), solver.solve_weak(position));
        progress.nodes.add(solution.nodes + weak.nodes);
        progress.done.fetch_add(1, Ordering::Relaxed);
        let written = book.score(position);
        if written.is_none() || written != solution.score || written.map(i32::signum) != weak.score {
            bail!(with_help(
                format!("{}: {moves}: expected score {:?}, got {written:?}", task.path.display(), solution.score),
                "remove the book, and compute it again"
            ));
        }
        Ok(())
    };
    parallel::map_with(task.jobs, &sample, again).into_iter().collect::<Result<()>>()?;
    Ok(number)
}
