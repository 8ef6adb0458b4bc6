//! The protocol of `ttlab uci`: which command is answered when, and what ends the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chess::Position;

use crate::lab::TTLAB;
use crate::python::played;
use crate::uci::{Engine, ends_well};

/// A search that takes longer than any test waits.
const LONG: &str = "go movetime 600000";
/// Mate in one. The first move in the search order is another.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// Started as chess programs start an engine, and driven by python-chess.
#[test]
fn a_bare_program_follows_the_protocol() {
    let last = played("compliance.py", &[]);
    assert!(last.is_none_or(|last| last.ends_with(" cases")));
}

fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove ")
}

#[test]
fn the_engine_is_ready_whatever_runs_or_waits() {
    let waiting = ["", "setoption name MultiPV value 2", "ucinewgame", MATE, "go depth 90", "d"];
    for search in [LONG, "go depth 90", "go mate 50", "go infinite", "go ponder wtime 1 btime 1", "go perft 30"] {
        for queued in waiting {
            let mut engine = Engine::start();
            engine.send(format!("{search}\nwhatever\n{queued}").as_bytes());
            let before = engine.until_ready();
            let is_withheld = !["go infinite", "go ponder wtime 1 btime 1"].contains(&search) || queued.is_empty();
            assert!(!is_withheld || !before.iter().any(|line| is_answer(line)), "{search}, {queued}: {before:?}");
            engine.send(b"uci");
            engine.wait_for("uciok");
        }
    }
}

#[test]
fn queued_commands_are_executed_in_order_when_the_search_ends() {
    let mut engine = Engine::start();
    engine.send(format!("{LONG}\nsetoption name MultiPV value 2\n{MATE}\ngo depth 3").as_bytes());
    engine.until_ready();
    // It stops the queued search, too.
    engine.send(b"stop");
    engine.wait_for("bestmove ");
    engine.wait_for("bestmove ");
    engine.send(b"go depth 3");
    engine.wait_for("info depth 3 multipv 2 ");
    assert_eq!(engine.best_move().1, "d1d8");
    // A search that is over has no effect on what follows its answer.
    for _ in 0..50 {
        engine.send(b"go depth 1");
        engine.wait_for("bestmove ");
        engine.send(b"setoption name Hash value 0");
        assert!(engine.until_ready().iter().any(|line| line.contains("Hash: expected")));
    }
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut engine = Engine::start();
    for (line, answer) in [
        ("joho uci", "uciok"),
        ("  joho \t hello isready", "readyok"),
        ("\u{2654} go depth 1", "bestmove "),
        ("what is d", "Fen: "),
        ("hello", "info string unknown command `hello`"),
        ("hello world", "info string unknown command `hello`"),
    ] {
        engine.send(line.as_bytes());
        engine.wait_for(answer);
    }
    // The words of a command are not commands.
    engine.send(b"position quit");
    engine.wait_for("info string position: ");
    engine.send(b"joho quit");
    assert!(ends_well(&mut engine.child));
}

#[test]
fn chess960_is_refused() {
    let mut engine = Engine::start();
    for line in [
        "setoption name UCI_Chess960 value true",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ] {
        engine.send(line.as_bytes());
        let message = engine.wait_for("info string");
        assert!(message.contains("Chess960") && message.contains("not supported"), "{message}");
    }
    engine.send(b"go depth 1");
    engine.wait_for("bestmove 0000");
}

/// What the engine may be doing when it has to end. In the last cases, it withholds an answer.
const STATES: [&str; 12] = [
    "",
    "hello",
    LONG,
    "go infinite",
    "go perft 30",
    "go infinite\nposition startpos moves e2e4\ngo infinite\nsetoption name Hash value 2\ngo infinite",
    "go movetime 600000\ngo movetime 600000\ngo movetime 600000\nstop",
    "go wtime 6000000\nstop\nstop\nposition fen x\ngo infinite\nponderhit",
    "go ponder depth 90",
    "go ponder wtime 60000 btime 60000\nponderhit\nposition startpos\ngo ponder",
    "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo infinite",
    "go ponder depth 1",
];

#[test]
fn quit_ends_the_engine_in_every_state() {
    for state in STATES.into_iter().chain(["go depth 90\ngo depth 90\ngo perft 30\ngo mate 50\ngo nodes 999999999999"])
    {
        let mut engine = Engine::start();
        engine.send(format!("{state}\nquit\nisready\ngo infinite").as_bytes());
        assert!(ends_well(&mut engine.child), "{state}");
    }
}

#[test]
fn the_end_of_the_input_ends_a_search_without_a_limit() {
    for state in STATES.into_iter().filter(|state| !state.contains("000") && !state.contains("perft")) {
        let mut engine = Engine::start();
        engine.send(state.as_bytes());
        engine.input = None;
        assert!(ends_well(&mut engine.child), "{state}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_quits_when_its_output_is_closed() {
    // The last case prints nothing: the game is over, and there is no `stop`.
    let mated = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo infinite";
    for commands in ["position startpos\ngo depth 90", "go infinite", "go perft 30", mated] {
        let mut child = Command::new(TTLAB).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut input, mut out) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        writeln!(input, "{commands}\nisready").unwrap();
        out.read_line(&mut String::new()).unwrap();
        drop(out);
        ends_well(&mut child);
    }
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut child = Command::new(TTLAB).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"go depth 4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && printed.lines().last().unwrap().starts_with("bestmove "), "{printed}");
}

/// The bound is generous: what matters is that the time does not grow with the number of threads.
#[test]
fn the_clock_is_kept_with_the_most_threads() {
    let mut engine = Engine::start();
    engine.send(b"uci");
    let option = engine.wait_for("option name Threads ");
    let most: u32 = option.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(most >= 16, "{option}");
    engine.send(format!("setoption name Threads value {}", most + 1).as_bytes());
    assert!(engine.wait_for("info string").contains(&most.to_string()));
    engine.send(format!("setoption name Threads value {most}").as_bytes());
    engine.until_ready();
    for limits in ["movetime 300", "wtime 1000 btime 1000", "infinite\nstop"] {
        let asked = Instant::now();
        engine.send(format!("ucinewgame\ngo {limits}").as_bytes());
        engine.best_move();
        assert!(asked.elapsed() < Duration::from_secs(20), "{limits}: {:?}", asked.elapsed());
    }
}

/// With little address space, no thread gets the stack of a search. How little depends on the system, so several limits
/// are tried.
#[cfg(target_os = "linux")]
#[test]
fn without_a_thread_the_engine_searches_nevertheless() {
    let (mut alone, mut without_a_table) = (0, 0);
    for mib in (20..300).step_by(5) {
        let limited = format!("ulimit -v {} && exec \"$0\" uci", mib << 10);
        let script = format!("{MATE}\ngo depth 3\ngo infinite\nisready\nstop\ngo perft 3\nquit\n");
        let mut command = assert_cmd::Command::new("sh");
        let output = command.args(["-c", &limited, TTLAB]).write_stdin(script).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        // With less, the engine does not start, and with more, the search has a thread.
        if !output.status.success() || !printed.contains("cannot start a thread for the search") {
            continue;
        }
        let answers: Vec<&str> = printed.lines().filter(|line| is_answer(line)).collect();
        // Just above the limit, a thread may start sometimes. If it is stopped at once, its move is not searched.
        let alone_in = printed.matches("cannot start a thread for the search").count();
        let right = answers.iter().filter(|line| line.starts_with("bestmove d1d8")).count();
        assert!(answers.len() == 2 && right >= alone_in, "{mib}: {printed}");
        let of_perft = ["cannot start a thread for perft", "Nodes searched"];
        assert!(of_perft.iter().any(|line| printed.contains(line)), "{mib}: {printed}");
        alone += 1;
        without_a_table += usize::from(printed.contains("this search has no table"));
    }
    assert!(
        alone > without_a_table && without_a_table > 0,
        "{alone} limits without a thread, {without_a_table} without a table"
    );
}

/// With nine queens on each side, the first iteration takes very long.
#[test]
fn limits_hold_in_the_first_iteration() {
    const QUEENS: &str = "qQ4B1/1rRQ2Qq/1k3b1b/1q2Qq1Q/R2nNn2/1qq2BK1/2qqQQ1r/q1NQ1Q2 b - - 0 1";
    let mut engine = Engine::start();
    engine.send(format!("position fen {QUEENS}").as_bytes());
    engine.until_ready();
    for limits in ["movetime 100", "wtime 100 btime 100", "nodes 3000", "nodes 1", "infinite\nstop"] {
        let asked = Instant::now();
        engine.send(format!("go {limits}").as_bytes());
        let (_, best) = engine.best_move();
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
        Position::from_fen(QUEENS).unwrap().parse_uci(&best).unwrap();
    }
}

/// The strong program searches the best move of the last iteration first; ALIBABA ranks the moves anew.
#[test]
fn only_the_strong_program_plays_the_best_move_of_an_interrupted_iteration() {
    // From `testsets/suites/bratko-kopec.epd`, and a Sicilian.
    let positions = [
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    ];
    let mut engine = Engine::start();
    let mut interrupted = |program: &str| {
        engine.send(format!("setoption name Program value {program}").as_bytes());
        let mut found = 0;
        for (fen, limit) in positions.iter().flat_map(|fen| (1..=24_u64).map(move |step| (fen, 500 * step))) {
            engine.send(format!("ucinewgame\nposition fen {fen}\ngo nodes {limit}").as_bytes());
            let mut last = String::new();
            let best = loop {
                let line = engine.wait_for("");
                if let Some(best) = line.strip_prefix("bestmove ") {
                    break best.split(' ').next().unwrap().to_owned();
                }
                last = if line.contains(" pv ") { line } else { last };
            };
            // Match runners warn if the move is not that of the last line with a score.
            let is_announced = last.contains(&format!(" pv {best}")) && last.contains(" score ");
            assert!(is_announced, "{program}, {fen}, {limit} nodes: {last}");
            found += usize::from(last.contains(&format!(" nodes {limit} ")));
        }
        found
    };
    let (of_engine, of_alibaba) = (interrupted("engine"), interrupted("alibaba"));
    assert!(of_engine > 0 && of_alibaba == 0, "{of_engine}, {of_alibaba}");
}
