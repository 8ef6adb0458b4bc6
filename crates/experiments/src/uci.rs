//! ALIBABA as an engine that any chess program can talk to: the Universal Chess Interface.
//!
//! One thread reads commands, another one searches; `stop` reaches a search within a node. What makes no sense is
//! answered with an `info string`, and nothing that is sent ends the engine but `quit` or the end of the input.

use std::io::{BufRead, Write};
use std::str::SplitWhitespace;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;
use chess::alibaba::{self, Alibaba, mate_in};
use chess::{Keys, Move, Position};
use search::Observer;
use tt::{Parts, Positions, Scheme, Stored, Table};

use crate::analyse::{self, EngineTable};
use crate::cell::{parts_name, read_parts, read_scheme, scheme_name};

/// Bytes of a position in the table.
const POSITION: u64 = 16;
/// The greatest table, in MiB.
const MOST_HASH: u64 = 65_536;
/// As deep as a search goes when nothing else ends it.
const DEEPEST: u8 = 100;
/// What a clock is read late by, and an answer takes to be sent.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Nodes between two looks at the clock.
const CLOCK_STEP: u64 = 1024;

/// How long `quit` waits for a search that depth or nodes limit: scripts send it right after `go`.
const GRACE: Duration = Duration::from_secs(1);

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    hash: u64,
    scheme: Option<Scheme>,
    parts: Parts,
    seed: u64,
}

impl Settings {
    /// As many positions as there is room for, rounded down to a power of two.
    fn positions(self) -> Result<Positions> {
        let positions = ((self.hash << 20) / POSITION).max(2);
        Ok(Positions::new(1 << positions.ilog2())?)
    }

    fn table(self) -> Result<EngineTable> {
        analyse::table(self.scheme, self.positions()?, self.parts)
    }
}

/// When a search has to end.
#[derive(Clone, Copy, Debug)]
struct Limits {
    depth: u8,
    nodes: u64,
    /// No search goes on after this long.
    most: Option<Duration>,
    /// No iteration begins after this long.
    enough: Option<Duration>,
    /// The move is told when it is asked for, and not before.
    infinite: bool,
}

/// Stops a search when it is told to or its time is over.
struct Watch<'a> {
    stop: &'a AtomicBool,
    /// What the report after an iteration and the watch at each node tell each other.
    shared: &'a Shared,
    started: Instant,
    most: Option<Duration>,
    max_nodes: u64,
    nodes: u64,
    over: bool,
}

#[derive(Default)]
struct Shared {
    /// The first iteration is complete: there is a move to play that was searched. Before that nothing ends a search.
    begun: AtomicBool,
    /// No other iteration is to begin.
    enough: AtomicBool,
    /// Places of the table that were filled in this search.
    filled: AtomicU64,
}

impl Observer for Watch<'_> {
    #[inline]
    fn node(&mut self, _: u32) {
        self.nodes += 1;
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        if self.nodes.is_multiple_of(CLOCK_STEP) {
            self.over |= self.most.is_some_and(|most| self.started.elapsed() >= most);
        }
        self.shared.begun.load(Ordering::Relaxed)
            && (self.over
                || self.nodes > self.max_nodes
                || self.stop.load(Ordering::Relaxed)
                || self.shared.enough.load(Ordering::Relaxed))
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        if matches!(stored, Stored::Fresh | Stored::Demoted { lost: false }) {
            // One thread writes.
            self.shared.filled.store(self.shared.filled.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
    }
}

/// A search that goes on in its own thread.
struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    infinite: bool,
    /// Neither a clock nor `stop` was to end it.
    bounded: bool,
}

struct Engine<W> {
    out: Arc<Mutex<W>>,
    settings: Settings,
    keys: Keys,
    position: Position,
    /// Whether the last position that was sent made no sense: then there is nothing to search.
    refused: bool,
    /// `None` while a search has it, or until it is needed.
    table: Arc<Mutex<Option<EngineTable>>>,
    running: Option<Running>,
}

/// Speaks UCI until `quit` or the end of `input`; a search that will end by itself is waited for then.
///
/// # Errors
///
/// `input` cannot be read, or `out` takes no more.
pub fn run<W: Write + Send + 'static>(input: impl BufRead, out: W) -> Result<()> {
    let keys = Keys::new(zobrist::DEFAULT_SEED);
    let settings =
        Settings { hash: 16, scheme: Some(Scheme::TwoBig1), parts: Parts::all(), seed: zobrist::DEFAULT_SEED };
    let mut engine = Engine {
        out: Arc::new(Mutex::new(out)),
        settings,
        position: Position::start_with(keys.clone()),
        keys,
        refused: false,
        table: Arc::default(),
        running: None,
    };
    for line in input.split(b'\n') {
        let line = line?;
        if !engine.command(String::from_utf8_lossy(&line).trim())? {
            engine.await_bounded();
            return engine.finish(true);
        }
    }
    let infinite = engine.running.as_ref().is_some_and(|running| running.infinite);
    engine.finish(infinite)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say<W: Write>(out: &Mutex<W>, line: &str) -> Result<()> {
    let mut out = lock(out);
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

impl<W: Write + Send + 'static> Engine<W> {
    fn say(&self, line: &str) -> Result<()> {
        say(&self.out, line)
    }

    /// Gives a search that depth or nodes limit a little time to end by itself.
    fn await_bounded(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.bounded) {
            let asked = Instant::now();
            while !running.thread.is_finished() && asked.elapsed() < GRACE {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Ends the search, at once if `stop`.
    fn finish(&mut self, stop: bool) -> Result<()> {
        if let Some(running) = self.running.take() {
            if stop {
                running.stop.store(true, Ordering::Relaxed);
            }
            if running.thread.join().is_err() {
                self.say("info string the search failed")?;
            }
        }
        Ok(())
    }

    /// Does what a line says; returns whether to go on.
    fn command(&mut self, line: &str) -> Result<bool> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(true) };
        match command {
            "uci" => self.introduce()?,
            "isready" => self.say("readyok")?,
            "ucinewgame" => {
                self.finish(true)?;
                if let Some(table) = &mut *lock(&self.table) {
                    table.clear();
                }
            }
            "position" => {
                self.finish(true)?;
                let set = self.set_position(words);
                self.refused = set.is_err();
                if let Err(what) = set {
                    self.say(&format!("info string {what}"))?;
                }
            }
            "setoption" => {
                self.finish(true)?;
                if let Err(what) = self.set_option(line) {
                    self.say(&format!("info string {what}"))?;
                }
            }
            "go" => {
                self.finish(true)?;
                self.go(words)?;
            }
            // It does not ponder: whoever asks for it all the same wants the move now.
            "stop" | "ponderhit" => self.finish(true)?,
            "quit" => return Ok(false),
            "debug" | "register" => {}
            _ => self.say(&format!("info string unknown command {command}"))?,
        }
        Ok(true)
    }

    fn introduce(&self) -> Result<()> {
        let schemes: String =
            Scheme::ALL.iter().map(|scheme| scheme.name()).chain(["none"]).map(|name| format!(" var {name}")).collect();
        let parts: String = [Parts::all(), Parts::SCORE, Parts::MOVE, Parts::EXACT, Parts::BOUNDS]
            .map(|parts| format!(" var {}", parts_name(parts)))
            .concat();
        let Settings { hash, scheme, parts: used, seed } = self.settings;
        self.say(&format!("id name ALIBABA {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the founders of this laboratory, after Breuker, Uiterwijk and van den Herik")?;
        self.say(&format!("option name Hash type spin default {hash} min 1 max {MOST_HASH}"))?;
        self.say("option name Clear Hash type button")?;
        self.say(&format!("option name Scheme type combo default {}{schemes}", scheme_name(scheme)))?;
        self.say(&format!("option name Parts type combo default {}{parts}", parts_name(used)))?;
        self.say(&format!("option name Seed type spin default {seed} min 0 max 2147483647"))?;
        self.say("uciok")
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let rest = line.split_once("name").map_or("", |(_, rest)| rest);
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        let before = self.settings;
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash: u64 = value.parse().map_err(|_| format!("Hash takes a number of MiB, not `{value}`"))?;
                self.settings.hash = hash.clamp(1, MOST_HASH);
            }
            "clear hash" => *lock(&self.table) = None,
            "scheme" => self.settings.scheme = read_scheme(value).map_err(|error| error.to_string())?,
            "parts" => self.settings.parts = read_parts(value).map_err(|error| error.to_string())?,
            "seed" => {
                let seed = value.parse().map_err(|_| format!("Seed takes a number, not `{value}`"))?;
                self.settings.seed = seed;
                self.keys = Keys::new(seed);
                let fen = self.position.to_fen();
                self.position = Position::from_fen_with(&fen, self.keys.clone()).map_err(|error| error.to_string())?;
            }
            _ => return Err(format!("there is no option `{name}`")),
        }
        if self.settings != before {
            // Another table is made when it is needed; one that cannot be had is refused now.
            *lock(&self.table) = None;
            match self.settings.table() {
                Ok(table) => *lock(&self.table) = Some(table),
                Err(error) => {
                    self.settings = before;
                    return Err(format!("{error:#}; nothing was changed"));
                }
            }
        }
        Ok(())
    }

    fn set_position(&mut self, mut words: SplitWhitespace<'_>) -> Result<(), String> {
        let mut position = match words.next() {
            Some("startpos") => Position::start_with(self.keys.clone()),
            Some("fen") => {
                let fields: Vec<&str> = words.clone().take_while(|word| *word != "moves").collect();
                for _ in &fields {
                    words.next();
                }
                Position::from_fen_with(&fields.join(" "), self.keys.clone())
                    .map_err(|error| format!("the FEN: {error}"))?
            }
            _ => return Err("a position is `startpos` or `fen` and the fields of one".to_owned()),
        };
        let mut refused = None;
        if words.next() == Some("moves") {
            for word in words {
                match position.read_uci(word) {
                    Ok(mv) => _ = position.play(mv),
                    Err(error) => {
                        refused = Some(error.to_string());
                        break;
                    }
                }
            }
        }
        match refused {
            // As far as the moves made sense would be another position than the one that was meant.
            Some(what) => Err(what),
            None => {
                self.position = position;
                Ok(())
            }
        }
    }

    fn go(&mut self, words: SplitWhitespace<'_>) -> Result<()> {
        if self.refused {
            self.say("info string the position that was sent makes no sense; send another one")?;
            return self.say("bestmove 0000");
        }
        let limits = read_limits(words, &self.position);
        let held = lock(&self.table).take();
        let mut table = match held.map_or_else(|| self.settings.table(), Ok) {
            Ok(table) => table,
            Err(error) => {
                self.say(&format!("info string {error:#}"))?;
                return self.answer_at_once();
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (out, home, position) = (Arc::clone(&self.out), Arc::clone(&self.table), self.position.clone());
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let best = think(&position, &mut table, limits, &stopped, &out);
            // What was found stays for the next search, stamped.
            table.stamp();
            *lock(&home) = Some(table);
            while limits.infinite && !stopped.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = say(&out, &format!("bestmove {}", best.map_or("0000".to_owned(), |mv| mv.to_string())));
        });
        let bounded = limits.most.is_none() && !limits.infinite && (limits.depth < DEEPEST || limits.nodes < u64::MAX);
        self.running = Some(Running { stop, thread, infinite: limits.infinite, bounded });
        Ok(())
    }

    fn answer_at_once(&self) -> Result<()> {
        let best = self.position.legal_moves().first().map_or("0000".to_owned(), ToString::to_string);
        self.say(&format!("bestmove {best}"))
    }
}

/// Searches until a limit is reached, and tells what it finds; the move to play, if there is one.
fn think<W: Write>(
    position: &Position,
    table: &mut EngineTable,
    limits: Limits,
    stop: &AtomicBool,
    out: &Mutex<W>,
) -> Option<Move> {
    let started = Instant::now();
    let mut game = Alibaba::new(position.clone());
    let shared = Shared::default();
    let (most, max_nodes) = (limits.most, limits.nodes);
    let mut watch = Watch { stop, shared: &shared, started, most, max_nodes, nodes: 0, over: false };
    let mut best = position.legal_moves().first().copied();
    if best.is_none() {
        let score = if position.in_check() { "mate 0" } else { "cp 0" };
        let _ = say(out, &format!("info depth 0 score {score}"));
    }
    best?;
    let mut nodes = 0;
    let capacity = table.get_ref().capacity() as f64;
    let fill_before = f64::from(table.get_ref().hashfull()) / 1000.0;
    let outcome = alibaba::search(&mut game, table, &mut watch, limits.depth, u64::MAX, |iteration, line| {
        shared.begun.store(true, Ordering::Relaxed);
        let outcome = iteration.outcome;
        nodes += outcome.nodes;
        best = outcome.best.or(best);
        let seconds = started.elapsed().as_secs_f64();
        let score = match mate_in(outcome.score) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", outcome.score),
        };
        let pv: String = line.iter().map(|mv| format!(" {mv}")).collect();
        let fill = fill_before + shared.filled.load(Ordering::Relaxed) as f64 / capacity;
        let info = format!(
            "info depth {} score {score} nodes {nodes} nps {} hashfull {} time {} pv{pv}",
            iteration.depth,
            (nodes as f64 / seconds.max(1e-6)) as u64,
            (fill.min(1.0) * 1000.0) as u64,
            (seconds * 1000.0) as u64,
        );
        // Whoever does not listen any more is told nothing.
        let _ = say(out, &info);
        if limits.enough.is_some_and(|enough| started.elapsed() >= enough) {
            shared.enough.store(true, Ordering::Relaxed);
        }
    });
    outcome.best.or(best)
}

/// What `go` asks for; words that make no sense are passed over.
fn read_limits(mut words: SplitWhitespace<'_>, position: &Position) -> Limits {
    let mut limits = Limits { depth: DEEPEST, nodes: u64::MAX, most: None, enough: None, infinite: false };
    let (mut time, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
    let white = position.to_move() == chess::Colour::White;
    while let Some(word) = words.next() {
        // Clocks that have run over are sent as negative numbers.
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok()).map(|number| number.max(0) as u64);
        let milliseconds = Duration::from_millis;
        match word {
            "depth" => limits.depth = number().map_or(DEEPEST, |depth| depth.clamp(1, u64::from(DEEPEST)) as u8),
            "nodes" => limits.nodes = number().map_or(u64::MAX, |nodes| nodes.max(1)),
            "movetime" => limits.most = number().map(milliseconds),
            "wtime" if white => time = number().map(milliseconds),
            "btime" if !white => time = number().map(milliseconds),
            "winc" if white => increment = number().map(milliseconds).unwrap_or_default(),
            "binc" if !white => increment = number().map(milliseconds).unwrap_or_default(),
            "movestogo" => moves_to_go = number(),
            "infinite" | "ponder" => limits.infinite = true,
            _ => {}
        }
    }
    if let Some(time) = time {
        let time = time.saturating_sub(OVERHEAD);
        let share = u32::try_from(moves_to_go.unwrap_or(30).clamp(1, 30)).unwrap_or(30);
        let share = time / share + increment * 3 / 4;
        limits.most = Some((share * 2).min(time * 4 / 5));
        limits.enough = Some((share / 2).min(time * 4 / 5));
    } else if let Some(most) = limits.most {
        limits.most = Some(most.saturating_sub(OVERHEAD));
    }
    if limits.infinite {
        (limits.most, limits.enough) = (None, None);
    }
    limits
}
