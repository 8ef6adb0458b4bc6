//! `ttlab uci`, driven as by a chess program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use chess::{Colour, Position};
use schemes::Scheme;

use crate::lab::TTLAB;
use crate::python::played;

/// Much longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Engine {
    pub(crate) child: Child,
    /// `None` after its end.
    pub(crate) input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut command = Command::new(TTLAB);
        command.arg("uci");
        Self::of(command)
    }

    pub(crate) fn of(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { input: child.stdin.take(), child, lines }
    }

    /// Reads up to the answer. Returns the first move of the last `pv`, and the best move.
    pub(crate) fn best_move(&self) -> (Option<String>, String) {
        let mut first = None;
        loop {
            let line = self.wait_for("");
            if let Some((_, line)) = line.split_once(" pv ") {
                first = line.split(' ').next().map(ToOwned::to_owned);
            }
            if let Some(answer) = line.strip_prefix("bestmove ") {
                return (first, answer.split(' ').next().unwrap().to_owned());
            }
        }
    }

    /// Sends `go` and returns the best move, which must be the first move of the last `pv`.
    fn go(&mut self, limits: &str) -> String {
        self.send(format!("go {limits}").as_bytes());
        let (first, best) = self.best_move();
        assert_eq!(first.as_ref(), Some(&best), "go {limits}");
        best
    }

    /// Returns the lines until the engine is ready.
    pub(crate) fn until_ready(&mut self) -> Vec<String> {
        self.send(b"isready");
        std::iter::from_fn(|| Some(self.wait_for(""))).take_while(|line| line != "readyok").collect()
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Returns the line of the next complete iteration of `depth` plies. The line of one that was interrupted, because
    /// another thread had completed it, may have no score.
    fn wait_for_depth(&self, depth: u8) -> String {
        let start = format!("info depth {depth} ");
        std::iter::repeat_with(|| self.wait_for(&start)).find(|line| line.contains(" score ")).unwrap()
    }

    /// Returns the next line that begins with `start`.
    pub(crate) fn wait_for(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line begins with {start}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

/// Waits until a program has ended, and returns whether it was successful.
pub(crate) fn ends_well(child: &mut Child) -> bool {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        assert!(begun.elapsed() < PATIENCE, "the program does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn threads_search_together() {
    let mut engine = Engine::start();
    engine.send(b"setoption name Threads value 3");
    for (position, best) in [
        ("fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "bestmove d1d8"),
        ("fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "bestmove h5f7"),
    ] {
        engine.send(format!("position {position}").as_bytes());
        engine.send(b"go depth 6");
        let info = engine.wait_for_depth(6);
        assert!(info.contains(" mate 1 "), "{info}");
        assert_eq!(engine.wait_for("bestmove "), best);
    }
    engine.send(b"position startpos");
    // The limit is that of all threads together.
    for limit in [1, 10, 1_000, 20_000] {
        engine.send(format!("go nodes {limit}").as_bytes());
        let lines = std::iter::from_fn(|| Some(engine.wait_for(""))).take_while(|line| !line.starts_with("bestmove "));
        let nodes = lines.filter_map(|line| line.split_once(" nodes ")?.1.split(' ').next()?.parse::<u64>().ok());
        assert!(nodes.max().is_none_or(|most| most <= limit), "go nodes {limit}");
    }
    for clears in ["ucinewgame", "setoption name Clear Hash", "setoption name Hash value 1"] {
        let hashfull = [("", 14), (clears, 1)].map(|(before, depth)| {
            engine.send(format!("{before}\ngo depth {depth}").as_bytes());
            let info = engine.wait_for_depth(depth);
            engine.wait_for("bestmove ");
            info.split_once(" hashfull ").unwrap().1.split(' ').next().unwrap().parse::<u32>().unwrap()
        });
        assert!(hashfull[0] > 10 && hashfull[1] < 5, "{clears}: {hashfull:?}");
    }
    engine.send(b"go infinite");
    engine.wait_for("info depth 5");
    engine.send(b"stop");
    engine.wait_for("bestmove ");
    // Without a table, there is nothing to share.
    engine.send(b"setoption name Scheme value none");
    engine.send(b"go depth 3");
    engine.wait_for("bestmove ");
    // The table of one thread is another.
    engine.send(b"setoption name Scheme value deep");
    engine.send(b"setoption name Threads value 1");
    engine.send(b"go depth 4");
    engine.wait_for("bestmove ");
    engine.send(b"quit");
}

#[test]
fn an_engine_announces_its_options_and_plays() {
    let mut engine = Engine::start();
    engine.send(b"uci");
    assert!(engine.wait_for("option name Hash").contains("type spin"));
    engine.wait_for("uciok");
    engine.send(b"setoption name Hash value 2");
    engine.send(b"uci");
    assert!(engine.wait_for("option name Hash").contains("default 16 "), "the default does not change");
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
fn no_command_crashes_the_engine() {
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
    // Stalemate: there is no legal move.
    while engine.wait_for("bestmove ") != "bestmove 0000" {}
    engine.send(b"position startpos");
    engine.send(b"go nodes 100");
    assert!(engine.wait_for("bestmove ").len() >= "bestmove e2e4".len());
}

#[test]
fn stop_ends_a_search() {
    let mut engine = Engine::start();
    engine.send(b"go infinite");
    engine.wait_for("info depth 3");
    engine.send(b"stop");
    engine.wait_for("bestmove ");
    // A mate is found at once, but printed only after `stop`.
    engine.send(b"position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    engine.send(b"go infinite");
    engine.wait_for("info depth 2");
    engine.send(b"isready");
    engine.wait_for("readyok");
    engine.send(b"stop");
    assert_eq!(engine.wait_for("bestmove "), "bestmove a1a8");
}

/// Positions with their only good move, if there is one, which a search of three plies finds.
const POSITIONS: [(&str, Option<&str>); 6] = [
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", Some("f3f7")),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some("a1a6")),
    ("q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", Some("b5c7")),
    ("8/P1k5/8/8/8/8/8/K7 w - - 0 1", Some("a7a8q")),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    // [Fine 1941, no. 70]: the table matters more than in the other positions.
    ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", None),
];

/// Returns the limits for a program: the strong one prunes the sacrifice of the second position, unless it has to find
/// every mate.
fn limits_for<'a>(program: &str, fen: &str, limits: &'a str) -> &'a str {
    if program == "engine" && fen == POSITIONS[1].0 { "mate 2" } else { limits }
}

#[test]
fn the_best_move_is_played_again_and_again() {
    let mut engine = Engine::start();
    // The strong program prunes, and needs more depth.
    let of_engine = ["depth 12", "depth 12", "depth 11", "nodes 100000", "nodes 50000 movetime 60000"].as_slice();
    let of_alibaba = &["depth 5", "depth 5", "depth 3", "depth 1", "nodes 20000", "nodes 3000 movetime 60000"];
    for (program, all) in [("engine", of_engine), ("alibaba", of_alibaba)] {
        engine.send(format!("setoption name Program value {program}").as_bytes());
        for (fen, best) in POSITIONS {
            engine.send(format!("position fen {fen}").as_bytes());
            for limits in all {
                let played = engine.go(limits_for(program, fen, limits));
                assert!(best.is_none_or(|best| best == played), "{program}, {fen}, go {limits}: {played}");
            }
        }
    }
}

#[test]
fn the_best_move_is_played_with_every_scheme_and_every_part_of_the_table() {
    let mut engine = Engine::start();
    engine.send(b"setoption name Hash value 1");
    engine.send(b"uci");
    let values = |line: String| line.split(" var ").skip(1).map(ToOwned::to_owned).collect::<Vec<_>>();
    let default = engine.wait_for("option name Scheme").rsplit(' ').next().unwrap().to_owned();
    let thesis = Scheme::ALL.iter().map(|scheme| scheme.name().to_owned());
    let schemes: Vec<String> = [default, "none".to_owned()].into_iter().chain(thesis).collect();
    let parts = values(engine.wait_for("option name Parts"));
    assert_eq!((schemes.len(), parts.len()), (9, 8));
    for (program, all) in [("engine", ["depth 9", "depth 10"]), ("alibaba", ["depth 3", "depth 4"])] {
        engine.send(format!("setoption name Program value {program}").as_bytes());
        let pairs = schemes.iter().flat_map(|scheme| parts.iter().map(move |parts| (scheme, parts)));
        // Not every pair of the strong program, whose searches are longer.
        let is_tried = |&(scheme, part): &_| program == "alibaba" || scheme == &schemes[0] || part == &parts[0];
        for (scheme, parts) in pairs.filter(is_tried) {
            let options = format!("setoption name Scheme value {scheme}\nsetoption name Parts value {parts}");
            engine.send(options.as_bytes());
            for (fen, best) in POSITIONS {
                engine.send(format!("position fen {fen}").as_bytes());
                for limits in [all[0], all[0], all[1], all[0]] {
                    let played = engine.go(limits_for(program, fen, limits));
                    assert!(best.is_none_or(|best| best == played), "{program}, {options}, {fen}, {limits}: {played}");
                }
            }
        }
    }
}

#[test]
fn commands_of_a_script_are_executed_in_order() {
    let script = "position fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1\n\
        go depth 5\nposition fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 3\n\
        go perft 2\ngo infinite\ngo depth 2\n";
    let mut child = Command::new(TTLAB).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let printed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let results: Vec<&str> =
        printed.lines().filter(|line| line.contains("bestmove") || line.contains("Nodes")).collect();
    assert_eq!(results[..3], ["bestmove f3f7", "bestmove a1a8", "Nodes searched: 26"], "{printed}");
    // The fifth command stops the fourth, perhaps before it has begun.
    assert!(results.len() == 5 && results[4] == "bestmove a1a8", "{printed}");
    // `quit` may arrive before the search has begun.
    let mut engine = Engine::start();
    engine.send(b"go depth 1\nquit");
    engine.wait_for("bestmove ");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn a_new_seed_keeps_the_game() {
    let mut engine = Engine::start();
    // White loses unless the knight repeats the position for the third time.
    let moves = ["b1c3 h8g8 c3b1 g8h8"; 2].join(" ");
    engine.send(format!("position fen 1q5k/8/8/8/8/8/8/1N5K w - - 0 1 moves {moves}").as_bytes());
    for seed in [1970, 7] {
        engine.send(format!("setoption name Seed value {seed}").as_bytes());
        engine.send(b"go depth 3");
        let info = engine.wait_for("info depth 3");
        assert!(info.contains(" score cp 0 ") && info.contains(" pv b1c3"), "seed {seed}: {info}");
        engine.wait_for("bestmove b1c3");
    }
}

#[test]
fn a_mate_search_ends() {
    let mut engine = Engine::start();
    engine.send(b"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(engine.go("mate 2"), "a1a6");
    engine.send(b"setoption name Program value alibaba");
    engine.send(b"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(engine.go("mate 2"), "a1a6");
    engine.send(b"go mate 90");
    assert!(engine.wait_for("info depth 1 ").contains("score cp 29997"), "the table knows it, the search does not");
    assert!(engine.wait_for("info depth 3 ").contains("score mate 2"));
    engine.wait_for("bestmove a1a6");
    engine.send(b"position startpos");
    engine.go("mate 1");
    // On a clock, the search ends when it has found the shortest mate.
    engine.send(b"position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(engine.go("wtime 10000000 btime 10000000"), "a1a8");
}

#[test]
fn searchmoves_restricts_the_search() {
    let mut engine = Engine::start();
    engine.send(b"position fen q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
    assert_eq!(engine.go("depth 3"), "b5c7");
    let played = engine.go("searchmoves e1e2 e1d1 depth 3");
    assert!(["e1e2", "e1d1"].contains(&played.as_str()), "{played}");
    engine.send(b"go searchmoves e1e8 depth 3");
    assert!(engine.wait_for("info string").contains("e1e8"));
    assert_eq!(engine.best_move().1, "b5c7");
}

#[test]
fn several_lines_are_printed_in_order() {
    let mut engine = Engine::start();
    engine.send(b"setoption name MultiPV value 4");
    engine.send(b"position fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    engine.send(b"go depth 3");
    let field = |info: &str, name: &str| info.split_once(name).unwrap().1.split(' ').next().unwrap().to_owned();
    let lines: Vec<String> =
        (1..=4).map(|number| engine.wait_for(&format!("info depth 3 multipv {number} "))).collect();
    assert!(lines[0].contains("score mate 1"), "{lines:?}");
    let scores: Vec<i32> = lines[1..].iter().map(|info| field(info, " cp ").parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|first, second| first >= second), "{scores:?}");
    let mut moves: Vec<String> = lines.iter().map(|info| field(info, " pv ")).collect();
    assert_eq!(engine.best_move().1, moves[0]);
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 4);
    // There are only three legal moves.
    engine.send(b"position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 2");
    engine.wait_for("info depth 2 multipv 3 ");
    assert!(!engine.wait_for("").contains("multipv 4"));
}

#[test]
fn a_pondering_engine_answers_after_ponderhit_or_stop() {
    let mut engine = Engine::start();
    engine.send(b"setoption name Ponder value true");
    for (limits, signal) in [("wtime 400 btime 400", "ponderhit"), ("depth 2", "ponderhit"), ("depth 2", "stop")] {
        engine.send(format!("position startpos moves e2e4\ngo ponder {limits}").as_bytes());
        engine.wait_for("info depth 2");
        thread::sleep(Duration::from_millis(30));
        let before = engine.until_ready();
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
        engine.send(signal.as_bytes());
        let answer = engine.wait_for("bestmove ");
        let words: Vec<&str> = answer.split(' ').collect();
        let mut position = Position::start();
        for mv in ["e2e4", words[1], words[3]] {
            let mv = position.parse_uci(mv).unwrap_or_else(|error| panic!("{answer}: {error}"));
            position.play(mv);
        }
        assert_eq!(words[2], "ponder");
    }
    assert!(engine.until_ready().is_empty());
}

#[test]
fn leaves_are_counted_by_move() {
    let mut engine = Engine::start();
    engine.send(b"go perft 3");
    assert_eq!(engine.wait_for("e2e4: "), "e2e4: 600");
    assert_eq!(engine.wait_for("Nodes searched"), "Nodes searched: 8902");
    engine.send(b"position startpos moves e2e5\ngo perft 1");
    assert!(engine.until_ready().iter().all(|line| !line.starts_with("bestmove")), "it is not a search");
    engine.send(b"position startpos\ngo perft\nd");
    assert!(engine.wait_for("info string").contains("perft"));
    assert_eq!(engine.wait_for("Fen: "), format!("Fen: {}", Position::START));
}

#[test]
fn messages_name_invalid_words() {
    let mut engine = Engine::start();
    for (line, named) in [
        ("go depth 1 quickly", "quickly"),
        ("setoption name Hash value 65537", "65536"),
        ("setoption name MultiPV value 0", "MultiPV"),
        ("position startpos e2e4", "e2e4"),
        ("hello", "hello"),
    ] {
        engine.send(line.as_bytes());
        let message = engine.wait_for("info string");
        assert!(message.contains(named), "{line}: {message}");
    }
}

/// The stronger engine wins all games.
#[test]
fn a_table_and_more_nodes_win_a_match() {
    let (mut strong, mut weak) = (Engine::start(), Engine::start());
    strong.send(b"setoption name Hash value 1");
    weak.send(b"setoption name Scheme value none");
    let mut halves = 0;
    for game in 0..8_u64 {
        let mut dice = game / 2 * 2 + 1;
        let mut position = Position::start();
        let mut moves = String::new();
        strong.send(b"ucinewgame");
        let strong_side = if game % 2 == 0 { Colour::White } else { Colour::Black };
        for ply in 0..200 {
            let legal = position.legal_moves();
            let drawn =
                position.is_threefold_repetition() || position.is_fifty_moves() || position.is_insufficient_material();
            if legal.is_empty() || drawn {
                break;
            }
            let mv = if ply < 6 {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                legal[(dice >> 33) as usize % legal.len()]
            } else {
                let (engine, nodes) =
                    if position.to_move() == strong_side { (&mut strong, 3000) } else { (&mut weak, 1000) };
                engine.send(format!("position startpos moves{moves}\ngo nodes {nodes}").as_bytes());
                let (_, best) = engine.best_move();
                position.parse_uci(&best).unwrap()
            };
            position.play(mv);
            moves += &format!(" {mv}");
        }
        halves += match position.is_checkmate() {
            true if position.to_move() == strong_side => 0,
            true => 2,
            false => 1,
        };
    }
    assert!(halves >= 12, "{}.{} of 8", halves / 2, halves % 2 * 5);
}

#[test]
fn python_chess_plays_full_games_and_a_match() {
    let last = played("play.py", &[]);
    assert!(last.is_none_or(|last| last.starts_with("4 games, ")));
    let arguments = ["Threads=2,Hash=1", "Threads=1", "--games", "2", "--movetime", "0.01", "--longest", "30"];
    let last = played("match.py", &arguments);
    assert!(last.is_none_or(|last| last.starts_with("A scores ") && last.contains(" of 2: ")));
}
