//! Signals: every long command ends with what it has, and nothing is left half-written.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chess::pgn;
use serde_json::Value;

use crate::lab::{Lab, Printed, TTLAB};

/// The signals with the exit statuses of interrupted commands.
const SIGNALS: [(&str, i32); 3] = [("HUP", 129), ("INT", 130), ("TERM", 143)];

/// Searches that take hours.
const ENDLESS: &[&str] = &[
    "solve domineering 9x9",
    "solve domineering 9x9 --format json",
    "solve domineering 9x9 --threads 2",
    "solve connect-four --program historic",
    "solve connect-four --table-file c4.tt --board 8x8",
    "perft --depth 12 --divide",
    "perft --depth 12 --format json",
    "trace domineering 8x8 --max-nodes 100G --depth 60 --events 10 --out x.html",
    "trace domineering 8x8 --max-nodes 100G --depth 60 --events 10 --format json",
    "trace-record domineering 9x9 --out x.trace",
    "analyse --depth 60",
    "analyse --depth 60 --threads 2 --format json",
    "match --nodes 10G --pairs 1000 --format json",
    "bench threads --work domineering7x8 --runs 1000",
    "sweep thesis-fig-2.12 --full --db x.sqlite --out out",
    "scan depth-4 --weight 0..255/2 --full --seeds 1000 --db x.sqlite --out out",
    "fit thesis-table-2.1 --full --db x.sqlite",
];

/// Commands that wait for their input.
const WAITING: &[&str] = &[
    "export --db fifo.gz -o out.csv",
    "claims --db fifo.gz --format json",
    "compare two-big1 deep --db fifo.gz",
    "report --db fifo.gz --out out.html",
    "merge fifo.gz -o out.sqlite",
    "testset fifo.gz -o out.csv",
    "sweep --pgn fifo.gz --db out.sqlite --out out",
    "match --openings fifo.gz --pgn out.pgn",
];

fn start(lab: &Lab, command: &str) -> Child {
    let mut ttlab = lab.command(&command.split(' ').collect::<Vec<_>>());
    ttlab.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the program handles a signal: it blocks it, and a thread waits for it.
fn wait_until_ready(child: &mut Child, signal: &str) {
    let number = SIGNALS.iter().find(|(name, _)| *name == signal).unwrap().1 - 128;
    let status = format!("/proc/{}/status", child.id());
    loop {
        assert!(child.try_wait().unwrap().is_none(), "the command has ended");
        let status = fs::read_to_string(&status).unwrap();
        let blocked = status.lines().find_map(|line| line.strip_prefix("SigBlk:")).unwrap();
        if u64::from_str_radix(blocked.trim(), 16).unwrap() & (1 << (number - 1)) != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success());
}

/// Returns whether this test was started with SIGHUP ignored, as by `nohup`.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 != 0
}

fn signals() -> Vec<(&'static str, i32)> {
    SIGNALS.into_iter().filter(|(name, _)| *name != "HUP" || !ignores_hangup()).collect()
}

/// Starts a command, sends the signal when it is handled, and returns what was printed.
fn interrupted(lab: &Lab, command: &str, signal: &str) -> Printed {
    let mut child = start(lab, command);
    wait_until_ready(&mut child, signal);
    send(&child, signal);
    child.wait_with_output().unwrap().into()
}

fn names(lab: &Lab) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(lab.path(".")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn make_fifo(lab: &Lab) {
    assert!(Command::new("mkfifo").arg(lab.path("fifo.gz")).status().unwrap().success());
}

#[test]
fn every_long_command_ends_with_a_status_and_a_message() {
    for (number, command) in ENDLESS.iter().enumerate() {
        let lab = Lab::new();
        // Each command gets one of the signals.
        let (signal, status) = signals()[number % signals().len()];
        let Printed { code, out: stdout, err: stderr } = interrupted(&lab, command, signal);
        assert_eq!(code, Some(status), "{command}: {stderr}");
        let last = stderr.lines().rfind(|line| !line.starts_with("help: ")).unwrap_or_default();
        assert!(last.starts_with("interrupted"), "{command}: {stderr}");
        if command.contains("json") && !stdout.is_empty() {
            serde_json::from_str::<Value>(&stdout).unwrap_or_else(|error| panic!("{command}: {error}: {stdout}"));
        }
        let names = names(&lab);
        assert!(
            !names.iter().any(|name| name.ends_with(".part") || name.ends_with("-journal")),
            "{command}: {names:?}"
        );
        assert!(!lab.path("x.trace").exists(), "a part of a trace cannot be replayed");
    }
}

#[test]
fn every_signal_ends_a_command_that_writes_once_without_a_file() {
    for command in WAITING {
        for (signal, status) in signals() {
            let lab = Lab::new();
            make_fifo(&lab);
            let Printed { code, out, err } = interrupted(&lab, command, signal);
            assert_eq!((code, out.as_str()), (Some(status), ""), "{command}");
            // Which of the two depends on whether the command was about to open the file.
            let is_said = ["interrupted\n", "interrupted: no position was written\n"].contains(&err.as_str());
            assert!(is_said, "{command}: {err}");
            assert_eq!(names(&lab), ["fifo.gz"], "{command}");
        }
    }
}

/// Starts a match, and waits for its first game.
fn started_match(lab: &Lab) -> Child {
    let child = start(lab, "match --nodes 200 --pairs 10000000 --against deep --pgn x.pgn --format json");
    while pgn_text(lab).matches("[Event ").count() < 2 {
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn pgn_text(lab: &Lab) -> String {
    fs::read_to_string(lab.path("x.pgn")).unwrap_or_default()
}

#[test]
fn an_interrupted_match_prints_its_result_and_keeps_its_games() {
    for (signal, status) in signals() {
        let lab = Lab::new();
        lab.write("x.pgn", "old");
        let child = started_match(&lab);
        send(&child, signal);
        let Printed { code, out, err: stderr } = child.wait_with_output().unwrap().into();
        assert_eq!(code, Some(status));
        let result: Value = serde_json::from_str(&out).unwrap();
        let pairs: u64 = result["pairs"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).sum();
        assert_eq!(result["interrupted"], true);
        let games = pgn::read(&pgn_text(&lab)).unwrap();
        assert_eq!(games.len() as u64, 2 * pairs);
        assert_eq!(games.last().unwrap().tag("Round").unwrap(), format!("{pairs}.2"));
        assert!(stderr.contains(&format!("interrupted: {pairs} of 10,000,000 pairs are complete")), "{stderr}");
    }
}

#[test]
fn a_killed_match_leaves_its_games() {
    let lab = Lab::new();
    let child = started_match(&lab);
    send(&child, "KILL");
    child.wait_with_output().unwrap();
    let text = pgn_text(&lab);
    let (complete, _) = text.rsplit_once("[Event ").unwrap();
    assert!(!pgn::read(complete).unwrap().is_empty());
    assert_eq!(names(&lab), ["x.pgn"]);
}

#[test]
fn a_match_that_cannot_write_prints_its_result() {
    let Printed { code, out: stdout, err: stderr } =
        Lab::new().print(&["match", "--nodes", "200", "--pairs", "10000000", "--pgn", "/dev/full"]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("result of A     2 games"), "{stdout}");
    assert!(stderr.contains("\nerror: cannot write /dev/full: no space left on the device\nhelp: "), "{stderr}");
}

#[test]
fn a_second_signal_ends_a_command_at_once() {
    let lab = Lab::new();
    make_fifo(&lab);
    let mut child = start(&lab, "replay fifo.gz");
    wait_until_ready(&mut child, "INT");
    // The replay waits in the middle of its input.
    let _writer = OpenOptions::new().write(true).open(lab.path("fifo.gz")).unwrap();
    send(&child, "INT");
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert!(line.contains("Ctrl-C again"), "{line}");
    send(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130), "the status of the first signal");
}

#[test]
fn a_command_under_nohup_survives_the_terminal() {
    let lab = Lab::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" solve domineering 9x9", TTLAB]);
    let mut child = shell.current_dir(lab.path(".")).stderr(Stdio::piped()).spawn().unwrap();
    wait_until_ready(&mut child, "TERM");
    send(&child, "HUP");
    send(&child, "TERM");
    let printed = Printed::from(child.wait_with_output().unwrap());
    assert_eq!(printed.code, Some(143), "{}", printed.err);
}

#[test]
fn the_next_command_removes_what_a_killed_one_has_left() {
    let lab = Lab::new();
    let stale = lab.path(".ttlab-a1B2c3.part");
    let used = lab.path(".ttlab-d4E5f6.part");
    fs::write(&stale, "x").unwrap();
    let owner = File::create(&used).unwrap();
    owner.lock().unwrap();
    lab.run(&["trace", "domineering", "3x3", "--out", "x.html", "-q"]);
    assert_eq!(names(&lab), [".ttlab-d4E5f6.part", "x.html"]);
    drop(owner);
}

/// The reader of the output takes a while, and the object arrives whole.
#[test]
fn an_interruption_does_not_cut_what_is_being_printed() {
    let lab = Lab::new();
    let mut child = start(&lab, "trace tic-tac-toe --format json --events 100000");
    let mut stdout = child.stdout.take().unwrap();
    let mut first = [0; 1];
    // The pipe is full, and the program waits for the reader.
    stdout.read_exact(&mut first).unwrap();
    send(&child, "TERM");
    std::thread::sleep(Duration::from_millis(300));
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    let object: Value = serde_json::from_slice(&[&first[..], &rest].concat()).unwrap();
    assert!(rest.len() > 100_000 && object.is_object(), "more than a pipe holds");
    child.wait().unwrap();
}

#[test]
fn an_interrupted_test_set_has_whole_lines_of_the_games_so_far() {
    let lab = Lab::new();
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n";
    lab.write("g.pgn", game.repeat(100_000));
    let mut child = start(&lab, "testset g.pgn");
    let mut rows = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    rows.read_line(&mut text).unwrap();
    send(&child, "INT");
    rows.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let columns = |line: &str| line.split(',').count();
    let first = text.lines().next().unwrap();
    assert!(text.ends_with('\n') && text.lines().all(|line| columns(line) == columns(first)), "a line was cut");
    let positions = (text.lines().count() - 1).to_string();
    let last = String::from_utf8(output.stderr).unwrap().replace(',', "");
    assert!(last.starts_with(&format!("interrupted: {positions} positions of the first ")), "{last}");
}

/// Rows that wait for another program are not said to be stored.
#[test]
fn an_interrupted_sweep_says_which_rows_are_lost() {
    let lab = Lab::new();
    let db = lab.path("x.sqlite");
    let mut child = start(&lab, "sweep article-table-2 --db x.sqlite --out out --jobs 1");
    let other = loop {
        let other = rusqlite::Connection::open(&db).unwrap();
        let has_rows = |count: i64| count > 0;
        if other.query_row("SELECT count(*) FROM results", [], |row| row.get(0)).is_ok_and(has_rows)
            && other.execute_batch("BEGIN IMMEDIATE").is_ok()
        {
            break other;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("kept in memory") {
        line.clear();
        assert!(errors.read_line(&mut line).unwrap() > 0, "the sweep has ended");
    }
    send(&child, "INT");
    line.clear();
    errors.read_to_string(&mut line).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let last =
        "not stored because another program uses x.sqlite; the others are stored\nhelp: run the same command again";
    assert!(line.contains("interrupted: ") && line.contains(last), "{line}");
    drop(other);
}
