//! `ttlab uci` as a chess program sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

const TTLAB: &str = env!("CARGO_BIN_EXE_ttlab");
/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(TTLAB).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take().unwrap(), child, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
    }

    /// The next line that begins so.
    fn wait_for(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line begins with {start}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_engine_introduces_itself_and_plays() {
    let mut engine = Engine::start();
    engine.send(b"uci");
    assert!(engine.wait_for("option name Hash").contains("type spin"));
    engine.wait_for("uciok");
    engine.send(b"isready");
    engine.wait_for("readyok");
    engine.send(b"position startpos moves e2e4 e7e5 g1f3");
    engine.send(b"go depth 4");
    let info = engine.wait_for("info depth 4");
    for field in [" score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
        assert!(info.contains(field), "{info}");
    }
    engine.wait_for("bestmove ");
    engine.send(b"quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn nothing_that_is_sent_ends_the_engine() {
    let mut engine = Engine::start();
    for line in [
        &b"position"[..],
        b"position fen",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        b"position startpos moves e2e5",
        b"position startpos moves e2e4 \xff\xfe",
        b"setoption",
        b"setoption name",
        b"setoption name Hash value -1",
        b"setoption name Hash value",
        b"setoption name Scheme value two-bg1",
        b"setoption name Parts value everything",
        b"setoption name Seed value x",
        b"setoption name \xe2\x99\x94 value 1",
        b"go depth x",
        b"go depth -5 nodes -1 movetime -1 wtime -1000 btime -1000 movestogo 0",
        b"go wtime 99999999999999999999",
        b"stop",
        b"stop",
        b"ponderhit",
        b"\x00\x01\x02",
        b"ucinewgame extra words",
    ] {
        engine.send(line);
    }
    engine.send(b"isready");
    engine.wait_for("readyok");
    engine.send(b"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.send(b"go depth 3");
    // Stalemate: there is no move to tell.
    while engine.wait_for("bestmove ") != "bestmove 0000" {}
    engine.send(b"position startpos");
    engine.send(b"go nodes 100");
    assert!(engine.wait_for("bestmove ").len() >= "bestmove e2e4".len());
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let mut engine = Engine::start();
    engine.send(b"go infinite");
    engine.wait_for("info depth 3");
    engine.send(b"stop");
    engine.wait_for("bestmove ");
    // A mate is found at once, and told only when asked for.
    engine.send(b"position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    engine.send(b"go infinite");
    engine.wait_for("info depth 2");
    engine.send(b"isready");
    engine.wait_for("readyok");
    engine.send(b"stop");
    assert_eq!(engine.wait_for("bestmove "), "bestmove a1a8");
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut child = Command::new(TTLAB).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"go depth 4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && told.lines().last().unwrap().starts_with("bestmove "), "{told}");
}

/// A client that many programs use. Without Python or its package `chess` there is nothing to drive the engine with.
#[test]
fn python_chess_plays_full_games() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_chess = Command::new(&python).args(["-c", "import chess.engine"]).output();
    if !has_chess.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "`{python}` has no python-chess: `pip install chess`");
        eprintln!("skipped: `{python}` has no python-chess; `pip install chess` brings it");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play.py");
    let output = Command::new(&python).args([script, TTLAB]).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(out.lines().count(), 4, "{out}");
}
