//! Plays the games from which the evaluation of the crate `engine` is tuned:
//! `training_games FILE GAMES [NODES [FIRST]]`.
//!
//! The games have the seeds `FIRST` (0 unless given), the next one and so on, and are written in this order, so that
//! the file depends on these numbers alone. If the file exists, it is continued: stop the program at any time.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use training::{Recipe, TrainingSample, play, read_game, write_game};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let usage = "usage: training_games FILE GAMES [NODES [FIRST]]";
    let (path, games) = match &arguments[..] {
        [path, games, ..] => (path, games.parse::<u32>().expect(usage)),
        _ => panic!("{usage}"),
    };
    let nodes = arguments.get(2).map_or(Recipe::default().nodes, |nodes| nodes.parse().expect(usage));
    let first: u32 = arguments.get(3).map_or(0, |first| first.parse().expect(usage));
    let end = first.checked_add(games).expect("no seed is greater than 4,294,967,295");
    let recipe = Recipe { nodes, ..Recipe::default() };
    let (file, done, samples) = open(path, first)?;
    println!("{path}: {done} games with {samples} positions; {} games to play", games.saturating_sub(done));
    let (next, started) = (first + done, Instant::now());
    let writer = Mutex::new(Writer { file, next, end, waiting: BTreeMap::new(), samples, started });
    let next = AtomicU32::new(next);
    let failures: Vec<io::Error> = thread::scope(|scope| {
        let work = || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= end {
                    return Ok(());
                }
                let samples = play(seed.into(), &recipe);
                writer.lock().expect("no thread panics").add(seed, samples)?;
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().filter_map(|thread| thread.join().expect("no thread panics").err()).collect()
    });
    failures.into_iter().next().map_or(Ok(()), Err)
}

/// Opens the file behind its last complete game, and returns the numbers of games and positions.
fn open(path: &str, first: u32) -> io::Result<(File, u32, u64)> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let (mut games, mut samples, mut length) = (0, 0, 0);
    let mut reader = BufReader::new(&file);
    while let Some((seed, game)) = read_game(&mut reader)? {
        assert_eq!(seed, first + games, "the games of {path} are not in the order of their seeds");
        games += 1;
        samples += game.len() as u64;
        length += 8 + (game.len() * TrainingSample::BYTES) as u64;
    }
    file.set_len(length)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, games, samples))
}

/// Writes games in order, whatever the order in which they end.
struct Writer {
    file: File,
    next: u32,
    /// The seed behind the last one.
    end: u32,
    waiting: BTreeMap<u32, Vec<TrainingSample>>,
    samples: u64,
    started: Instant,
}

impl Writer {
    fn add(&mut self, seed: u32, samples: Vec<TrainingSample>) -> io::Result<()> {
        self.waiting.insert(seed, samples);
        while let Some(samples) = self.waiting.remove(&self.next) {
            write_game(&mut self.file, self.next, &samples)?;
            self.next += 1;
            self.samples += samples.len() as u64;
            if self.next.is_multiple_of(500) || self.next == self.end {
                println!("seed {}, {} positions, {:?}", self.next, self.samples, self.started.elapsed());
            }
        }
        Ok(())
    }
}
