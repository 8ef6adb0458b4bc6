//! The recommended table as an engine uses it: mate scores, age, threads, the option `Hash`, and lines of moves.

use std::thread;

use tt::{Bound, EngineTable, Key, MoveAndEvaluation, Pages, Record, Score, Size, TableError};

/// A player who is mated `n` plies from the root has the score `n - MATE`.
pub const MATE: Score = 30_000;

/// What an engine stores of a position: move, evaluation, score, bound, depth, and whether it is a PV node.
pub type Known = Record<MoveAndEvaluation>;

/// The table. All threads of a search use the same reference to it.
pub struct Hash(EngineTable<MoveAndEvaluation>);

impl Hash {
    /// Creates the table of `size`, such as `Size::mib(16)`.
    pub fn new(size: Size) -> Result<Self, TableError> {
        EngineTable::new(size).map(Self)
    }

    /// For `setoption name Hash`. Frees the old memory first. Wait until no thread is searching.
    pub fn resize(&mut self, size: Size, threads: usize) -> Result<(), TableError> {
        self.0.resize(size, Pages::Huge)?;
        self.clear(threads);
        Ok(())
    }

    /// For `ucinewgame`. Each thread clears a part of the memory.
    pub fn clear(&self, threads: usize) {
        thread::scope(|scope| {
            for part in 0..threads {
                scope.spawn(move || self.0.clear_part(part, threads));
            }
        });
    }

    /// For `go`. Positions of earlier searches are still found, but are replaced sooner.
    pub fn start_search(&self) {
        self.0.stamp();
    }

    /// Loads the bucket of a position into the cache. Call it as soon as the key is known.
    pub fn prefetch(&self, key: u64) {
        self.0.prefetch(Key(key));
    }

    /// Looks up a position that is `ply` plies from the root.
    pub fn probe(&self, key: u64, ply: Score) -> Option<Known> {
        self.0.get(Key(key)).map(|known| Known { score: moved(known.score, -ply), ..known })
    }

    /// Stores a position. If the record has no move, the table keeps the old move.
    pub fn store(&self, key: u64, ply: Score, known: Known) {
        self.0.put(Key(key), &Known { score: moved(known.score, ply), ..known });
    }

    /// Returns the best moves from `root` on. `play` returns the next position and its key if the move is legal.
    pub fn line<P>(&self, root: (P, u64), most: usize, play: impl Fn(&P, u16) -> Option<(P, u64)>) -> Vec<u16> {
        let (mut line, (mut position, mut key)) = (Vec::new(), root);
        while let Some(best) = self.0.get(Key(key)).map(|known| known.payload.best_move).filter(|_| line.len() < most) {
            let Some(next) = play(&position, best) else { break };
            line.push(best);
            (position, key) = next;
        }
        line
    }
}

/// Moves a mate `plies` plies further from the root. In the table, mates are counted from the position itself.
fn moved(score: Score, plies: Score) -> Score {
    if score.abs() > MATE - 1_000 { score + plies * score.signum() } else { score }
}

fn main() -> Result<(), TableError> {
    let mut hash = Hash::new(Size::mib(16))?;
    hash.resize(Size::mib(64), 2)?;
    hash.start_search();
    // A thread stores a position that is 2 plies from the root. The player to move mates 3 plies later.
    let key = 0x9d39_247e_3377_6d41;
    let payload = MoveAndEvaluation { best_move: 796, evaluation: 35 };
    let known = Known { payload, score: MATE - 5, bound: Bound::Exact, depth: 3, ..Record::default() };
    thread::scope(|scope| drop(scope.spawn(|| hash.store(key, 2, known))));
    // On another path, the same position is 4 plies from the root.
    let found = hash.probe(key, 4).expect("it was just stored");
    assert_eq!((found.score, found.payload), (MATE - 7, payload));
    let line = hash.line(((), key), 10, |(), best| (best == 796).then_some(((), 1)));
    println!("score {}, line {line:?}", found.score);
    Ok(())
}
