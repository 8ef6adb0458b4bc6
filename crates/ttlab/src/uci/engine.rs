//! The loop of the engine: executes commands and decides when to quit.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use chess::{Keys, Position};
use experiments::help::{ErrorWithHelp, with_help};

use super::clock::Clock;
use super::command::{Command, split_word};
use super::described::{Described, picture};
use super::go::{self, Go, GoLimits};
use super::hash_file;
use super::options::{OptionEffect, Settings};
use super::output::{note, say};
use super::running::{Finished, Kind, Running, Stage, UNATTENDED, Work};
use super::think::{Control, UciSearch};
use crate::broken_pipe::wait_until_gone;
use programs::chess::{Player, STACK, first_ranked};

/// How long `quit` waits for a search with a depth, node or mate limit. Scripts send `quit` right after `go`.
const GRACE: Duration = Duration::from_secs(1);

/// A search of less time uses one thread: on busy cores, the others take longer to start and to stop.
const LONG_ENOUGH: Duration = Duration::from_millis(25);

/// What the loop waits for.
enum Event {
    /// A line of the input, and when it arrived.
    Line(String, Instant),
    /// The input has ended, with or without an error.
    End(Option<io::Error>),
    /// The thread of the search has ended.
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

struct Engine {
    settings: Settings,
    keys: Keys,
    described: Described,
    /// The file of `SaveHash` and `LoadHash`.
    hash_file: Option<PathBuf>,
    position: Position,
    /// Whether the last `position` command was invalid; then `go` does not search.
    refused: bool,
    /// `None` while a search uses it, and before the first search.
    player: Option<Box<Player>>,
    running: Option<Running>,
    /// When the last search answered.
    answered: Instant,
    /// The clock of each player.
    clocks: [Clock; 2],
    /// Commands that wait for the end of the search.
    waiting: VecDeque<Command>,
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
        hash_file: None,
        refused: false,
        player: None,
        running: None,
        answered: Instant::now(),
        clocks: [Clock::default(); 2],
        waiting: VecDeque::new(),
        leaving: Leaving::No,
        events,
    };
    let done = engine.run(&inbox);
    if let Some(Running { control, stage: Stage::Searching(thread), .. }) = engine.running.take() {
        control.stop();
        // Its result is no longer needed.
        let _ = thread.join();
    }
    done
}

/// Sends every line of standard input, and its end.
fn read_lines(events: &Sender<Event>) {
    for line in BufReader::new(io::stdin()).split(b'\n') {
        let event = match line {
            Ok(line) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned(), Instant::now()),
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
            self.advance()?;
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
                Event::Line(line, arrived) if self.leaving == Leaving::No => self.receive(&line, arrived)?,
                Event::Line(..) => {}
                Event::End(Some(error)) => return Err(error.into()),
                Event::End(None) if self.leaving == Leaving::No => self.leaving = Leaving::WhenDone,
                Event::End(None) => {}
                Event::Done => self.finish()?,
                Event::Closed(error) => return Err(error.into()),
            }
        }
    }

    /// Executes a line, or queues it until the search has ended.
    fn receive(&mut self, line: &str, arrived: Instant) -> Result<()> {
        let Some(command) = Command::read(line, arrived) else {
            let message = format!("unknown command `{}`", split_word(line).0);
            return if line.is_empty() { Ok(()) } else { Ok(note(&message)?) };
        };
        let busy = self.running.is_some() || !self.waiting.is_empty();
        match command.word() {
            "quit" => self.leaving = Leaving::By(Instant::now() + GRACE),
            // These also refer to the commands sent before.
            "stop" | "ponderhit" if !self.waiting.is_empty() => {
                if command.word() == "stop" {
                    self.stop();
                }
                self.waiting.push_back(command);
            }
            _ if busy && command.has_to_wait() => self.waiting.push_back(command),
            _ => self.execute(&command)?,
        }
        Ok(())
    }

    /// Prints the answer if it is due, and executes queued commands until one has to wait for a search.
    fn advance(&mut self) -> Result<()> {
        loop {
            self.hurry();
            if let Some(Running { started, stage: Stage::Finished(answer), .. }) =
                self.running.take_if(|it| it.is_due())
            {
                self.answered = Instant::now();
                let spent = self.answered.saturating_duration_since(started);
                self.clocks[self.position.to_move() as usize].end(spent);
                answer.map_or(Ok(()), |answer| say(&answer))?;
            }
            let Some(next) = self.waiting.front() else { return Ok(()) };
            if let Some(running) = &self.running
                && next.has_to_wait()
            {
                // Another command ends a search that waits for `stop`. Other searches reach their limits.
                if !running.waits() || running.control.stopped() {
                    return Ok(());
                }
                running.control.stop();
            } else if let Some(next) = self.waiting.pop_front() {
                self.execute(&next)?;
            }
        }
    }

    /// Stops a search that the engine does not wait for when it quits.
    fn hurry(&mut self) {
        let is_late = matches!(self.leaving, Leaving::By(time) if Instant::now() >= time);
        if is_late {
            // A table that is to be saved must not be lost.
            self.waiting.retain(|command| command.word() == "setoption");
        }
        let Some(running) = &self.running else { return };
        let stops = match self.leaving {
            Leaving::No => false,
            Leaving::WhenDone => running.waits(),
            Leaving::By(_) => running.waits() || running.kind.timed || is_late,
        };
        if stops {
            running.control.stop();
        }
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Takes the table and the answer from a search whose thread has ended.
    fn finish(&mut self) -> Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let Stage::Searching(thread) = std::mem::replace(&mut running.stage, Stage::Finished(None)) else {
            return Ok(());
        };
        if let Ok(Some(finished)) = thread.join() {
            return self.keep(finished);
        }
        let answers = running.kind.answers;
        note("the search failed; please report the position and the options as a bug")?;
        let answer = answers.then(|| self.move_at_once());
        self.set_answer(answer);
        Ok(())
    }

    fn keep(&mut self, finished: Finished) -> Result<()> {
        self.player = finished.player.or(self.player.take());
        self.set_answer(Some(finished.answer?));
        Ok(())
    }

    fn set_answer(&mut self, answer: Option<String>) {
        if let Some(running) = &mut self.running {
            running.stage = Stage::Finished(answer);
        }
    }

    fn execute(&mut self, command: &Command) -> Result<()> {
        let (word, words) = split_word(&command.line);
        match word {
            "uci" => {
                say(&format!("id name ttlab {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the authors of ttlab")?;
                say(&Settings::default().announce())?;
                say("uciok")?;
            }
            "isready" => say("readyok")?,
            "ucinewgame" => {
                self.clocks = [Clock::default(); 2];
                if !self.settings.never_clear {
                    self.clear();
                }
                if let Some(player) = &mut self.player {
                    player.forget();
                }
            }
            "position" => {
                let set = Described::read(words, &self.keys);
                self.refused = set.is_err();
                match set {
                    Ok(set) => (self.described, self.position) = set,
                    Err(message) => note(&message)?,
                }
            }
            "setoption" => {
                if let Err(message) = self.set_option(words) {
                    note(&message)?;
                }
            }
            "go" => self.go(words, command.arrived)?,
            "stop" => self.stop(),
            "ponderhit" => {
                if let Some(running) = &mut self.running {
                    running.control.ponder_hit();
                    running.kind.ponders = false;
                }
            }
            "d" => say(&picture(&self.position))?,
            // `debug` and `register` have no effect, and no other word is known.
            _ => {}
        }
        Ok(())
    }

    fn clear(&mut self) {
        if let Some(player) = &mut self.player {
            self.settings.clear(player);
        }
    }

    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let before = self.settings;
        match self.settings.set(words)? {
            OptionEffect::None => {}
            OptionEffect::Clear => self.clear(),
            OptionEffect::HashFile(file) => self.hash_file = file,
            OptionEffect::SaveHash => self.use_hash_file("saved the table to", |path, settings, keys, player| {
                hash_file::save(path, settings, keys, player)
            })?,
            OptionEffect::LoadHash => self.use_hash_file("loaded the table from", hash_file::load)?,
            change @ (OptionEffect::Table | OptionEffect::Keys) => {
                let keys = self.keys.clone();
                if change == OptionEffect::Keys {
                    self.keys = Keys::new(self.settings.seed);
                    self.position = self.described.set_up(&self.keys)?;
                }
                // Free the old table first: there may not be memory for both.
                self.player = None;
                match self.settings.player(&self.position) {
                    Ok(player) => self.player = Some(Box::new(player)),
                    Err(error) => {
                        self.settings = before;
                        self.keys = keys;
                        self.position = self.described.set_up(&self.keys)?;
                        self.player = before.player(&self.position).ok().map(Box::new);
                        return Err(format!("{}; no option was changed", ErrorWithHelp::of(&error).on_one_line()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Saves or loads the table, and says so.
    fn use_hash_file(
        &mut self,
        done: &str,
        operation: impl FnOnce(&Path, Settings, &Keys, &mut Player) -> Result<()>,
    ) -> Result<(), String> {
        let result = self
            .hash_file
            .as_deref()
            .ok_or_else(|| anyhow!(with_help("HashFile is not set", "set it to the path of a file")));
        let result = result.and_then(|path| {
            let player = match self.player.take() {
                Some(player) => player,
                None => Box::new(self.settings.player(&self.position)?),
            };
            operation(path, self.settings, &self.keys, self.player.insert(player)).map(|()| path.display())
        });
        match result {
            Ok(path) => note(&format!("{done} {path}")).map_err(|error| error.to_string()),
            Err(error) => Err(format!("error: {}", ErrorWithHelp::of(&error).on_one_line())),
        }
    }

    fn go(&mut self, words: &str, arrived: Instant) -> Result<()> {
        if self.refused {
            note("no search: the last position was invalid")?;
            let answers = words.split_whitespace().all(|word| word != "perft");
            return if answers { Ok(say("bestmove 0000")?) } else { Ok(()) };
        }
        // The client's clock runs while earlier commands are executed, but not during an earlier search.
        let started = arrived.max(self.answered);
        let clock = &mut self.clocks[self.position.to_move() as usize];
        let (go, invalid) = go::read(words, &self.position, self.settings.overhead, clock);
        for message in &invalid {
            note(message)?;
        }
        match go {
            Go::Perft(0) => Ok(note("go perft: the depth must be at least 1")?),
            Go::Perft(depth) => {
                let kind = Kind { infinite: false, ponders: false, limited: true, timed: false, answers: false };
                self.start(kind, started, Work::Perft(self.position.clone(), depth))
            }
            Go::Search(limits) => self.search(limits, started),
        }
    }

    fn search(&mut self, limits: GoLimits, started: Instant) -> Result<()> {
        let kind = Kind {
            infinite: limits.infinite,
            ponders: limits.ponder,
            limited: limits.is_limited(),
            timed: limits.time.is_some(),
            answers: true,
        };
        let new = || self.settings.player(&self.position).map(Box::new);
        let (player, is_spare) = match self.player.take().map_or_else(new, Ok) {
            Ok(player) => (player, false),
            Err(error) => {
                note(&format!("{}; this search has no table", ErrorWithHelp::of(&error).on_one_line()))?;
                let mut settings = self.settings;
                settings.scheme = None;
                (Box::new(settings.player(&self.position)?), true)
            }
        };
        let is_short = limits.time.is_some_and(|time| time.most < LONG_ENOUGH);
        let job = UciSearch {
            position: self.position.clone(),
            limits,
            lines: self.settings.multi_pv,
            has_table: self.settings.scheme.is_some() && !is_spare,
            threads: if is_short { 1 } else { self.settings.threads },
            started,
        };
        self.start(kind, started, Work::Search { job: Box::new(job), player, is_spare })
    }

    /// Works in a new thread. Works in this one, which executes no commands meanwhile, if no thread can be started, or
    /// if starting one would take longer than the search.
    fn start(&mut self, kind: Kind, started: Instant, work: Work) -> Result<()> {
        let control = Arc::new(Control::default());
        let running = |stage| Running { control: Arc::clone(&control), kind, started, stage };
        let is_instant = matches!(&work, Work::Search { job, .. } if job.limits.is_instant());
        if !is_instant {
            let (sender, inbox) = mpsc::channel::<Work>();
            let (shared, events) = (Arc::clone(&control), self.events.clone());
            let spawned = thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(move || {
                let _at_end = AtEnd(events);
                Some(inbox.recv().ok()?.run(&shared))
            });
            match spawned {
                Ok(thread) => {
                    self.running = Some(running(Stage::Searching(thread)));
                    // If the thread has ended, the work has failed.
                    let _ = sender.send(work);
                    return Ok(());
                }
                Err(error) if matches!(work, Work::Perft(..)) => {
                    return Ok(note(&format!("cannot start a thread for perft: {error}"))?);
                }
                Err(error) => note(&format!(
                    "cannot start a thread for the search: {error}; the search visits at most {UNATTENDED} nodes, and \
                     the engine reads commands only after it"
                ))?,
            }
        }
        self.running = Some(running(Stage::Finished(None)));
        self.keep(work.bounded().run(&control))
    }

    /// Returns the first move in the search order as the best move.
    fn move_at_once(&self) -> String {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return "bestmove 0000".to_owned();
        }
        format!("bestmove {}", first_ranked(&self.position, &moves))
    }
}
