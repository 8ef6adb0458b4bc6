//! A match between two chess searches: pairs of games from the same openings.

pub(crate) mod report;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::iter::repeat_n;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use chess::pgn::PgnGame;
use chess::{Colour, Epd, Keys};
use experiments::help::with_help;
use experiments::parallel::with_helpers;
use programs::Work;
use programs::chess::versus::{GameEnd, MatchSide, Opening, PlayedGame, Referee, play};
use programs::chess::{keys_of_pair, opening_of_pair};
use stats::{Pentanomial, Sprt};
use tt::TableError;

use crate::progress::SearchProgress;

/// How often the progress is shown.
const TICK: Duration = Duration::from_millis(200);

/// A match to play.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    /// Both sides. The results are those of the first one.
    pub(crate) sides: [MatchSide; 2],
    /// The time of a move, instead of the node limits of the sides.
    pub(crate) time: Option<Duration>,
    /// Positions as EPD, one for each pair. Without any, the openings are random.
    pub(crate) openings: Vec<String>,
    /// The seed of the random openings and of the keys.
    pub(crate) seed: u64,
    /// The most pairs to play.
    pub(crate) pairs: u64,
    /// The test that may end the match earlier.
    pub(crate) test: Option<Sprt>,
    /// The number of games that are played at the same time.
    pub(crate) jobs: usize,
}

/// The result of a match.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// The results of the pairs, for the first side.
    pub(crate) pairs: Pentanomial,
    /// The games that the first side has lost, drawn and won.
    pub(crate) games: [u64; 3],
    /// What the sides have searched.
    pub(crate) work: [Work; 2],
    /// Whether the match was interrupted.
    pub(crate) is_interrupted: bool,
    /// Why the match ended, if a game could not be kept.
    pub(crate) failed: Option<anyhow::Error>,
}

/// Keeps a game.
pub(crate) type KeepGame<'a> = &'a mut dyn FnMut(&PgnGame) -> Result<()>;

/// A pair of games. The first side has White in the first one.
type Pair = [(Opening, PlayedGame); 2];

/// The number of a pair with the pair; `None` if the match was over before the pair was.
type Finished = (u64, Result<Option<Pair>, TableError>);

/// Ends searches after the time of a move, and games after the end of the match.
struct Clock<'a> {
    time: Option<Duration>,
    started: Instant,
    is_over: &'a AtomicBool,
}

impl Referee for Clock<'_> {
    fn begins_move(&mut self) -> bool {
        self.started = Instant::now();
        !self.is_over.load(Ordering::Relaxed)
    }

    fn is_time_up(&mut self) -> bool {
        self.time.is_some_and(|time| self.started.elapsed() >= time) || self.is_over.load(Ordering::Relaxed)
    }
}

impl Match {
    /// Plays pairs until the test decides, there are enough, or `stop` is set, and shows the progress meanwhile, if
    /// `is_shown`. Calls `keep` with each game that counts, in order; the match ends if that fails.
    ///
    /// Pairs count in the order of their numbers, and pairs after a decision do not count. So the result does not
    /// depend on the number of jobs, unless the time of a move is limited.
    ///
    /// # Errors
    ///
    /// A table cannot be allocated, or no thread can be started.
    pub(crate) fn play(&self, is_shown: bool, stop: &AtomicBool, keep: KeepGame<'_>) -> Result<Played> {
        let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        let jobs = self.jobs.min(usize::try_from(self.pairs).unwrap_or(usize::MAX));
        // Games that cannot be kept as fast as they are played do not fill the memory.
        let (sender, receiver) = mpsc::sync_channel(jobs);
        let senders: Vec<_> = repeat_n(sender, jobs).collect();
        let help = |sender: SyncSender<Finished>| {
            while !is_over.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.pairs || sender.send((number, self.pair(number, &is_over))).is_err() {
                    return;
                }
            }
        };
        // The receiver is dropped before the helpers are joined, so that none waits for it.
        let lead = move |started: io::Result<()>| {
            let played = self.collect(&receiver, is_shown, stop, keep);
            match (started, &played) {
                // Fewer threads take longer, and none plays nothing.
                (Err(error), Ok(played)) if played.pairs.pairs() == 0 && !played.is_interrupted => {
                    Err(anyhow!(with_help(error, "raise the thread limit of this user")))
                }
                _ => played,
            }
        };
        with_helpers(senders, help, || is_over.store(true, Ordering::Relaxed), lead).0
    }

    /// Plays a pair of games. Returns `None` if the match ends earlier.
    fn pair(&self, number: u64, is_over: &AtomicBool) -> Result<Option<Pair>, TableError> {
        let opening = self.opening(number)?;
        let [first, second] = &self.sides;
        let game = |sides: [&MatchSide; 2]| {
            let mut clock = Clock { time: self.time, started: Instant::now(), is_over };
            let game = play(&opening, sides, &mut clock)?;
            Ok(game.map(|game| (opening.clone(), game)))
        };
        let (Some(white), Some(black)) = (game([first, second])?, game([second, first])?) else { return Ok(None) };
        Ok(Some([white, black]))
    }

    /// Returns the opening of a pair, whose keys are those of the pair.
    fn opening(&self, number: u64) -> Result<Opening, TableError> {
        match usize::try_from(number).ok().and_then(|number| self.openings.get(number)) {
            Some(line) => {
                let start =
                    Epd::read_with(line, keys_of_pair(self.seed, number)).expect("the openings were checked").position;
                Ok(Opening { start, moves: Vec::new() })
            }
            None => opening_of_pair(self.seed, number),
        }
    }

    /// Counts pairs in order until the match is over.
    fn collect(
        &self,
        receiver: &Receiver<Finished>,
        is_shown: bool,
        stop: &AtomicBool,
        keep: KeepGame<'_>,
    ) -> Result<Played> {
        let mut played = Played::default();
        let mut waiting = BTreeMap::new();
        let mut progress = SearchProgress::new();
        while played.pairs.pairs() < self.pairs {
            match receiver.recv_timeout(TICK) {
                Ok((number, pair)) => _ = waiting.insert(number, pair?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(pair) = waiting.remove(&played.pairs.pairs()).flatten() {
                played.failed = self.count(pair, &mut played, keep).err();
                if played.failed.is_some() || self.test.is_some_and(|test| test.verdict(&played.pairs).is_some()) {
                    return Ok(played);
                }
            }
            if stop.load(Ordering::Relaxed) && played.pairs.pairs() < self.pairs {
                played.is_interrupted = true;
                break;
            }
            if is_shown {
                progress.show(|_| self.score_line(&played));
            }
        }
        Ok(played)
    }

    /// Counts a pair, and keeps its games.
    fn count(&self, pair: Pair, played: &mut Played, keep: KeepGame<'_>) -> Result<()> {
        let (mut half_points, mut kept) = (0, Ok(()));
        let number = played.pairs.pairs() + 1;
        for (index, (opening, game)) in pair.into_iter().enumerate() {
            let colours = if index == 0 { [Colour::White, Colour::Black] } else { [Colour::Black, Colour::White] };
            let points = game.end.half_points(colours[0]);
            half_points += points;
            played.games[points] += 1;
            for (work, colour) in played.work.iter_mut().zip(colours) {
                *work += game.work[colour as usize];
            }
            let names = if index == 0 { [0, 1] } else { [1, 0] }.map(|side| self.name(side));
            kept = kept.and_then(|()| keep(&pgn(opening, game, &format!("{number}.{}", index + 1), &names)));
        }
        played.pairs.add(half_points);
        kept
    }
}

/// Returns a game with the tags that other programs expect.
fn pgn(opening: Opening, game: PlayedGame, round: &str, names: &[String; 2]) -> PgnGame {
    let result = match game.end.half_points(Colour::White) {
        0 => "0-1",
        1 => "1/2-1/2",
        _ => "1-0",
    };
    let termination = if game.end == GameEnd::TooLong { "adjudication" } else { "normal" };
    let [white, black] = names;
    let tags = [
        ("Event", "ttlab match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", round),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("Termination", termination),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    PgnGame { tags, start: opening.start, moves: game.moves, result: result.to_owned(), line: 1 }
}

/// Reads the openings of a file, one to a line, as EPD or FEN. Empty lines, and lines that begin with `#`, are ignored.
///
/// Positions that differ only in the halfmove clock and the fullmove number are the same opening, because the games of
/// one are not independent of those of the other. Only the first one is used. Returns the numbers of the other lines
/// as well, each with that of the first one.
///
/// # Errors
///
/// A line is not a position, the game is over in a position, or there is no position.
pub(crate) fn read_openings(text: &str) -> Result<(Vec<String>, Vec<[usize; 2]>)> {
    let (mut openings, mut repeated) = (Vec::new(), Vec::new());
    let mut lines = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = Epd::read_with(line, Keys::new(0));
        let position = read.map_err(|error| anyhow!("line {number}: invalid position: {error}"))?.position;
        if GameEnd::of(&position, 0).is_some() {
            return Err(anyhow!("line {number}: the game is over in this position"));
        }
        match lines.entry(position.to_epd()) {
            Entry::Vacant(entry) => {
                entry.insert(number);
                openings.push(line.to_owned());
            }
            Entry::Occupied(first) => repeated.push([number, *first.get()]),
        }
    }
    if openings.is_empty() {
        return Err(anyhow!("no positions found"));
    }
    Ok((openings, repeated))
}

#[cfg(test)]
mod tests;
