//! The loop of the engine: executes commands and decides when to quit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use chess::{Keys, Move, Piece, Position, Square};
use experiments::text::with_help;

use super::go::{self, Go, GoLimits};
use super::options::{OptionEffect, Settings};
use super::output::{note, say};
use super::think::{Control, UciSearch, divide, first_ranked, think};
use crate::broken_pipe::wait_until_gone;
use programs::chess::{EngineTable, STACK, engine_game};

/// How long `quit` waits for a search with a depth, node or mate limit. Scripts send `quit` right after `go`.
const GRACE: Duration = Duration::from_secs(1);

/// What the loop waits for.
enum Event {
    Line(String),
    /// The input has ended, with or without an error.
    End(Option<io::Error>),
    /// The search has ended.
    Done,
    /// Standard output is closed.
    Closed(io::Error),
}

/// Whether the engine is about to quit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    No,
    /// The input has ended: quit when searches with a limit are finished.
    WhenDone,
    /// After `quit`: quit when scripted searches are finished, at this time at the latest.
    By(Instant),
}

/// A search that runs in its own thread.
struct Running {
    control: Arc<Control>,
    /// Returns the table.
    thread: JoinHandle<Option<EngineTable>>,
    kind: Kind,
}

/// How a search ends.
#[derive(Clone, Copy)]
struct Kind {
    /// Only after `stop` or `ponderhit`.
    waits: bool,
    /// By itself, unless it waits.
    limited: bool,
    /// At a depth, node or mate limit, not by the clock.
    scripted: bool,
    /// With a best move.
    answers: bool,
}

impl Running {
    fn stop(&self) {
        self.control.stop();
        self.thread.thread().unpark();
    }
}

/// A position as sent by the client, to set it up again with other keys.
#[derive(Clone, Default)]
struct Described {
    /// `None` is the start of a game.
    fen: Option<String>,
    moves: Vec<Move>,
}

impl Described {
    fn set_up(&self, keys: &Keys) -> Result<Position, String> {
        let mut position = match &self.fen {
            None => Position::start_with(keys.clone()),
            Some(fen) => {
                Position::from_fen_with(fen, keys.clone()).map_err(|error| format!("position fen: {error}"))?
            }
        };
        for &mv in &self.moves {
            position.play(mv);
        }
        Ok(position)
    }
}

struct Engine {
    settings: Settings,
    keys: Keys,
    described: Described,
    position: Position,
    /// Whether the last `position` command was invalid; then `go` does not search.
    refused: bool,
    /// `None` while a search uses it, and before the first search.
    table: Option<EngineTable>,
    running: Option<Running>,
    /// Commands that wait for the end of the search.
    waiting: VecDeque<String>,
    leaving: Leaving,
    events: Sender<Event>,
}

/// Runs the engine on standard input and output until `quit`, the end of the input or the closing of the output.
///
/// # Errors
///
/// Returns an error if the input cannot be read, the output cannot be written, or the thread that reads cannot be
/// started.
pub(crate) fn run() -> Result<()> {
    let (events, inbox) = mpsc::channel();
    let reader = events.clone();
    let spawned = thread::Builder::new().name("reader".to_owned()).spawn(move || read_lines(&reader));
    spawned.map_err(|error| {
        let what = format!("cannot start a thread to read commands: {error}");
        anyhow!(with_help(what, "raise the thread limit of this user"))
    })?;
    let watcher = events.clone();
    // Without this thread, a closed output is noticed when the next line is written.
    let _ = thread::Builder::new().name("watcher".to_owned()).spawn(move || {
        if wait_until_gone() {
            let _ = watcher.send(Event::Closed(io::ErrorKind::BrokenPipe.into()));
        }
    });
    let settings = Settings::default();
    let keys = Keys::new(settings.seed);
    let mut engine = Engine {
        settings,
        position: Position::start_with(keys.clone()),
        keys,
        described: Described::default(),
        refused: false,
        table: None,
        running: None,
        waiting: VecDeque::new(),
        leaving: Leaving::No,
        events,
    };
    let done = engine.run(&inbox);
    if let Some(running) = engine.running.take() {
        running.stop();
        // Its result is no longer needed.
        let _ = running.thread.join();
    }
    done
}

/// Sends every line of standard input, and its end.
fn read_lines(events: &Sender<Event>) {
    for line in BufReader::new(io::stdin()).split(b'\n') {
        let event = match line {
            Ok(line) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned()),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
    // If sending fails, the engine has already quit.
    let _ = events.send(Event::End(None));
}

/// Sends an event when the search thread ends, even by a panic.
struct AtEnd(Sender<Event>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Done);
    }
}

impl Engine {
    fn run(&mut self, inbox: &Receiver<Event>) -> Result<()> {
        loop {
            self.execute_waiting()?;
            self.hurry();
            if self.leaving != Leaving::No && self.running.is_none() {
                return Ok(());
            }
            let event = match self.leaving {
                Leaving::By(time) if time > Instant::now() => match inbox.recv_timeout(time - Instant::now()) {
                    Err(RecvTimeoutError::Timeout) => continue,
                    event => event.ok(),
                },
                _ => inbox.recv().ok(),
            };
            // The engine keeps a sender, so the channel is never closed.
            match event.unwrap_or(Event::End(None)) {
                Event::Line(line) if self.leaving == Leaving::No => self.receive(line)?,
                Event::Line(_) => {}
                Event::End(Some(error)) => return Err(error.into()),
                Event::End(None) if self.leaving == Leaving::No => self.leaving = Leaving::WhenDone,
                Event::End(None) => {}
                Event::Done => self.finish()?,
                Event::Closed(error) => return Err(error.into()),
            }
        }
    }

    /// Executes a line, or queues it until the search has ended.
    fn receive(&mut self, line: String) -> Result<()> {
        let busy = self.running.is_some() || !self.waiting.is_empty();
        match line.split_whitespace().next() {
            Some("quit") => self.leaving = Leaving::By(Instant::now() + GRACE),
            Some("stop") => {
                self.stop();
                // It stops queued searches too.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(line);
                }
            }
            // These refer to commands sent before.
            Some("ponderhit" | "isready") if !self.waiting.is_empty() => self.waiting.push_back(line),
            Some(command) if busy && has_to_wait(command) => self.waiting.push_back(line),
            _ => self.execute(&line)?,
        }
        Ok(())
    }

    /// Executes queued commands until one has to wait for a search.
    fn execute_waiting(&mut self) -> Result<()> {
        while let Some(line) = self.waiting.front() {
            if let Some(running) = &self.running
                && line.split_whitespace().next().is_some_and(has_to_wait)
            {
                // Another command ends a search that waits for `stop`. Other searches reach their limits.
                if running.kind.waits {
                    running.stop();
                }
                return Ok(());
            }
            let line = self.waiting.pop_front().unwrap_or_default();
            self.execute(&line)?;
        }
        Ok(())
    }

    /// Stops a search that the engine does not wait for when it quits.
    fn hurry(&self) {
        let Some(running) = &self.running else { return };
        let stop = match self.leaving {
            Leaving::No => false,
            Leaving::WhenDone => running.kind.waits,
            Leaving::By(time) => !running.kind.scripted || Instant::now() >= time,
        };
        if stop {
            running.stop();
        }
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    /// Takes the table from a finished search.
    fn finish(&mut self) -> Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        match running.thread.join() {
            Ok(table) => self.table = table.or(self.table.take()),
            Err(_) => {
                note("the search failed; please report the position and the options as a bug")?;
                if running.kind.answers {
                    self.answer_at_once(None)?;
                }
            }
        }
        Ok(())
    }

    fn execute(&mut self, line: &str) -> Result<()> {
        let (command, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => {
                say(&format!("id name ALIBABA {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the authors of ttlab, after Breuker, Uiterwijk and van den Herik")?;
                say(&Settings::default().announce())?;
                say("uciok")?;
            }
            "isready" => say("readyok")?,
            "ucinewgame" => self.clear(),
            "position" => {
                let set = self.set_position(words);
                self.refused = set.is_err();
                if let Err(message) = set {
                    note(&message)?;
                }
            }
            "setoption" => {
                if let Err(message) = self.set_option(words) {
                    note(&message)?;
                }
            }
            "go" => self.go(words)?,
            "stop" => self.stop(),
            "ponderhit" => {
                if let Some(running) = &mut self.running {
                    running.control.ponder_hit();
                    running.kind.waits &= !running.kind.limited;
                    running.thread.thread().unpark();
                }
            }
            "d" => say(&picture(&self.position))?,
            "" | "debug" | "register" => {}
            _ => note(&format!("unknown command `{command}`"))?,
        }
        Ok(())
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            self.settings.clear(table);
        }
    }

    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let before = self.settings;
        match self.settings.set(words.split_whitespace())? {
            OptionEffect::None => {}
            OptionEffect::Clear => self.clear(),
            change @ (OptionEffect::Table | OptionEffect::Keys) => {
                // Free the old table first: there may not be memory for both.
                self.table = None;
                match self.settings.table() {
                    Ok(table) => self.table = Some(table),
                    Err(error) => {
                        self.settings = before;
                        return Err(format!("{error:#}; no option was changed"));
                    }
                }
                if change == OptionEffect::Keys {
                    self.keys = Keys::new(self.settings.seed);
                    self.position = self.described.set_up(&self.keys)?;
                }
            }
        }
        Ok(())
    }

    /// Sets up the position of a `position` command. An invalid command changes nothing.
    fn set_position(&mut self, words: &str) -> Result<(), String> {
        let mut words = words.split_whitespace();
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.clone().next().filter(|&field| field != "moves") {
                    fields.push(field);
                    words.next();
                }
                Some(fields.join(" "))
            }
            _ => return Err("position: expected startpos, or fen and its fields".to_owned()),
        };
        let mut described = Described { fen, moves: Vec::new() };
        let mut position = described.set_up(&self.keys)?;
        if let Some(word) = words.next().filter(|&word| word != "moves") {
            return Err(format!("position: expected moves, found `{word}`"));
        }
        for word in words {
            let mv = position.parse_uci(word).map_err(|error| format!("position moves: {error}"))?;
            position.play(mv);
            described.moves.push(mv);
        }
        (self.described, self.position) = (described, position);
        Ok(())
    }

    fn go(&mut self, words: &str) -> Result<()> {
        let started = Instant::now();
        if self.refused {
            note("no search: the last position was invalid")?;
            let answers = words.split_whitespace().all(|word| word != "perft");
            return if answers { Ok(say("bestmove 0000")?) } else { Ok(()) };
        }
        let (go, invalid) = go::read(words, &self.position, self.settings.overhead);
        for message in &invalid {
            note(message)?;
        }
        match go {
            Go::Perft(0) => Ok(note("go perft: the depth must be at least 1")?),
            Go::Perft(depth) => {
                let position = self.position.clone();
                let work = move |control: &Control| (divide(position, depth, control), None);
                let kind = Kind { waits: false, limited: true, scripted: true, answers: false };
                self.start(kind, work)
            }
            Go::Search(limits) => self.search(limits, started),
        }
    }

    fn search(&mut self, limits: GoLimits, started: Instant) -> Result<()> {
        let table = self.table.take().map_or_else(|| self.settings.table(), Ok);
        let mut table = match table {
            Ok(table) => table,
            Err(error) => {
                note(&format!("{error:#}"))?;
                return self.answer_at_once(limits.moves.as_deref());
            }
        };
        let waits = limits.infinite || limits.ponder;
        let (limited, scripted) = (limits.is_limited(), limits.time.is_none() && !waits);
        let kind = Kind { waits, limited, scripted, answers: true };
        let job = UciSearch {
            position: self.position.clone(),
            limits,
            lines: self.settings.multi_pv,
            has_table: self.settings.scheme.is_some(),
            threads: self.settings.threads,
            started,
        };
        self.start(kind, move |control| {
            let said = think(&job, &mut table, control);
            (said, Some(table))
        })
    }

    /// Starts work in a new thread.
    fn start(
        &mut self,
        kind: Kind,
        work: impl FnOnce(&Control) -> (io::Result<()>, Option<EngineTable>) + Send + 'static,
    ) -> Result<()> {
        let control = Arc::new(Control::default());
        let (shared, events) = (Arc::clone(&control), self.events.clone());
        let spawned = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(move || {
            let at_end = AtEnd(events);
            let (said, table) = work(&shared);
            if let Err(error) = said {
                // If sending fails, the engine has already quit.
                let _ = at_end.0.send(Event::Closed(error));
            }
            table
        });
        match spawned {
            Ok(thread) => {
                self.running = Some(Running { control, thread, kind });
                Ok(())
            }
            Err(error) => {
                note(&format!("cannot start a thread for the search: {error}"))?;
                if kind.answers { self.answer_at_once(None) } else { Ok(()) }
            }
        }
    }

    /// Prints the first move in the search order as the best move, without a search.
    fn answer_at_once(&self, moves: Option<&[Move]>) -> Result<()> {
        let legal = self.position.legal_moves();
        let moves = moves.unwrap_or(&legal);
        if moves.is_empty() {
            return Ok(say("bestmove 0000")?);
        }
        let best = first_ranked(&mut engine_game(self.position.clone()), moves);
        Ok(say(&format!("bestmove {best}"))?)
    }
}

/// Returns whether a command has to wait for the end of a search.
fn has_to_wait(command: &str) -> bool {
    matches!(command, "position" | "setoption" | "ucinewgame" | "go" | "d")
}

/// Returns the board, the FEN and the key.
fn picture(position: &Position) -> String {
    let rule = " +---+---+---+---+---+---+---+---+\n";
    let mut text = format!("\n{rule}");
    for rank in (0..8).rev() {
        for file in 0..8 {
            let piece = Square::at(file, rank).and_then(|square| position.piece_on(square));
            text += &format!(" | {}", piece.map_or(' ', Piece::letter));
        }
        text += &format!(" | {}\n{rule}", rank + 1);
    }
    let files: String = ('a'..='h').map(|file| format!("   {file}")).collect();
    format!("{text}{files}\n\nFen: {}\nKey: {:016X}", position.to_fen(), position.key().0)
}
