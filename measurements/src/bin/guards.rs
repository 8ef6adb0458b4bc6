//! Measures the cost of each guard of a shared table, with one thread and with several.
//!
//! `cargo run --release -p measurements --bin guards` prints the nanoseconds that a thread takes for a node: with a
//! private table for each thread, and with one table that is guarded by `Xor` or by `Checksum`; and the same with a
//! layout of one word, private and guarded by `SingleWord`. Optional arguments set the board (default: 7x7), the number
//! of threads (2) and of runs (5). Each run solves the board with every table, by one thread and by all.
//!
//! All searches are those of a lazy team, so they differ only in the table. The nodes of several threads differ from
//! run to run; the time for a node is comparable.

#![forbid(unsafe_code)]

use std::thread;
use std::time::Instant;

use domineering::{BoardSize, Domi, Player, Solution};
use schemes::policies::LeastRecentlyUsed;
use search::{Parallel, Plain, Team};
use tt::layouts::{Compact, Thesis};
use tt::policies::{Big, TwoLevel};
use tt::{Buckets, Checksum, Guard, Layout, LowBits, Policy, Record, Shared, SingleWord, Size, Table, TableError, Xor};

const POSITIONS: Size = Size::Positions(256 << 10);

/// Measures one search of a board by so many threads.
type Measure = fn(BoardSize, u32) -> Result<f64, TableError>;

const TABLES: [(&str, Measure); 5] = [
    ("private", private::<Thesis<()>, TwoLevel<Big>, 2>),
    ("Xor", shared::<Thesis<()>, TwoLevel<Big>, 2, Xor>),
    ("Checksum", shared::<Thesis<()>, TwoLevel<Big>, 2, Checksum>),
    ("private, one word", private::<Compact<()>, LeastRecentlyUsed, 8>),
    ("SingleWord", shared::<Compact<()>, LeastRecentlyUsed, 8, SingleWord>),
];

/// Each thread solves the board by itself.
fn private<L: Layout<Record = Record<()>>, R: Policy<W> + Default + Send, const W: usize>(
    board: BoardSize,
    threads: u32,
) -> Result<f64, TableError> {
    let tables = (0..threads).map(|_| Buckets::<L, R, W>::new(POSITIONS)).collect::<Result<Vec<_>, _>>()?;
    let runs = tables.into_iter().map(|mut table| {
        move || {
            let team = Team::new(Parallel::Lazy, least_depth(board));
            solve(board, &mut table, &team, 0).nodes
        }
    });
    Ok(nanoseconds(runs.collect()))
}

/// All threads solve the board together.
fn shared<L: Layout<Record = Record<()>>, R: Policy<W> + Default + Send + Sync, const W: usize, G: Guard>(
    board: BoardSize,
    threads: u32,
) -> Result<f64, TableError> {
    let table = &Shared::<L, R, W, LowBits, G>::new(POSITIONS)?;
    let team = &Team::new(Parallel::Lazy, least_depth(board));
    let runs = (0..threads).map(|number| {
        move || {
            let nodes = solve(board, table, team, number).nodes;
            team.stop();
            nodes
        }
    });
    Ok(nanoseconds(runs.collect()))
}

fn least_depth(board: BoardSize) -> u8 {
    board.depth() / 4 * 3
}

fn solve(board: BoardSize, table: impl Table<Payload = ()>, team: &Team, number: u32) -> Solution {
    Domi::new(board, Player::Vertical).solve_with(table, (), team.member(number, Plain))
}

/// Calls each function, which returns a number of nodes, in a thread of its own. Returns the nanoseconds of a thread
/// for each node.
fn nanoseconds(runs: Vec<impl FnOnce() -> u64 + Send>) -> f64 {
    let threads = runs.len() as f64;
    let started = Instant::now();
    let nodes: u64 = thread::scope(|scope| {
        let started: Vec<_> = runs.into_iter().map(|run| scope.spawn(run)).collect();
        started.into_iter().map(|thread| thread.join().expect("a search does not panic")).sum()
    });
    started.elapsed().as_secs_f64() * 1e9 * threads / nodes as f64
}

fn argument<T: std::str::FromStr>(number: usize, default: T) -> T {
    std::env::args().nth(number).map_or(default, |text| {
        text.parse().unwrap_or_else(|_| {
            eprintln!("error: invalid argument `{text}`: expected a board, the number of threads, and that of runs");
            std::process::exit(2);
        })
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = argument(1, "7x7".parse::<BoardSize>()?);
    let (together, runs) = (argument(2, 2_u32).max(1), argument(3, 5_usize).max(1));
    let mut times = vec![Vec::new(); 2 * TABLES.len()];
    for _ in 0..runs {
        for (number, (_, measure)) in TABLES.iter().enumerate() {
            for (place, threads) in [1, together].into_iter().enumerate() {
                times[2 * number + place].push(measure(board, threads)?);
            }
        }
    }
    println!("nanoseconds per node of {board}: median of {runs} runs (least to most)");
    println!("{:18} {:>22} {:>22}", "", "1 thread", format!("{together} threads"));
    for ((name, _), times) in TABLES.iter().zip(times.chunks_mut(2)) {
        let [alone, together] = [0, 1].map(|place| {
            times[place].sort_by(f64::total_cmp);
            let median = f64::midpoint(times[place][(runs - 1) / 2], times[place][runs / 2]);
            let (least, most) = (times[place][0], times[place][runs - 1]);
            format!("{median:.1} ({least:.1} to {most:.1})")
        });
        println!("{name:18} {alone:>22} {together:>22}");
    }
    Ok(())
}
