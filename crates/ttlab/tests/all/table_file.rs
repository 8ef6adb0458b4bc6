//! A table in a file: a search that was killed resumes, and other files are rejected and not changed.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tt::Key;

use crate::lab::{Lab, Printed, TTLAB};

/// Solves a board of domineering, such as `8x8`, or the position after moves of Connect Four, such as `4445`.
fn solve<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let game = if arguments[0].contains('x') { "domineering" } else { "connect-four" };
    [&["solve", game], arguments].concat()
}

/// Returns the nodes of a run and of the earlier ones, and those for the columns of Connect Four.
fn all_nodes(solved: &Value) -> u64 {
    ["nodes", "columns_nodes", "nodes_before"].iter().filter_map(|name| solved[name].as_u64()).sum()
}

impl Lab {
    fn remove(&self) {
        fs::remove_file(self.path("t.tt")).unwrap();
    }

    /// Starts a search and kills it after some time.
    fn kill(&self, arguments: &[&str], after: Duration) {
        let mut command = self.command(&solve(arguments));
        let mut killed = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(after);
        killed.kill().unwrap();
        killed.wait().unwrap();
    }

    #[track_caller]
    fn solved(&self, arguments: &[&str]) -> Value {
        self.json(&solve(arguments))
    }

    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let Printed { code, err, .. } = self.print(&solve(arguments));
        assert!(code.is_some_and(|code| code == 1 || code == 2), "{arguments:?}: {err}");
        err
    }
}

#[test]
fn a_search_that_was_killed_goes_on() {
    let lab = Lab::new();
    let board = ["6x7", "--first", "h", "--positions", "64K"];
    let alone = lab.solved(&board);
    let nodes = alone["nodes"].as_u64().unwrap();
    let file = [&board[..], &["--table-file", "t.tt"]].concat();
    let whole = lab.solved(&file);
    assert_eq!((&whole["nodes"], &whole["table"]), (&alone["nodes"], &alone["table"]), "as without a file");
    let again = lab.solved(&file);
    assert_eq!((&again["winner"], again["nodes_before"].as_u64()), (&alone["winner"], Some(nodes)));
    assert!(again["nodes"].as_u64().unwrap() < 100, "the table knows the result: {again}");

    for threads in ["1", "2"] {
        for milliseconds in [0, 5, 20, 60, 150, 300] {
            lab.remove();
            let file = [&file[..], &["--threads", threads]].concat();
            lab.kill(&file, Duration::from_millis(milliseconds));
            let resumed = lab.solved(&file);
            assert_eq!(resumed["winner"], alone["winner"]);
            if threads == "1" {
                let all = all_nodes(&resumed);
                assert!(all * 10 <= nodes * 11, "killed after {milliseconds} ms: {all} nodes instead of {nodes}");
            }
        }
    }
}

/// The moves of a position of Connect Four.
const MOVES: &str = "5731547433";

#[test]
fn a_position_of_connect_four_that_was_killed_goes_on() {
    let lab = Lab::new();
    let file = [MOVES, "--table-file", "t.tt"];
    let alone = lab.solved(&[MOVES]);
    let started = Instant::now();
    let whole = lab.solved(&file);
    let time = started.elapsed();
    assert_eq!((&whole["nodes"], &whole["columns"]), (&alone["nodes"], &alone["columns"]), "as without a file");
    assert_eq!((whole["nodes_before"].as_u64(), &whole["table_file"]), (Some(0), &"t.tt".into()));
    let again = lab.solved(&file);
    assert_eq!((&again["score"], again["nodes_before"].as_u64()), (&alone["score"], Some(all_nodes(&whole))));
    assert!(again["nodes"].as_u64().unwrap() < 100, "the table knows the result: {again}");
    for (threads, share) in [("1", 0.0), ("1", 0.3), ("1", 0.6), ("2", 0.4)] {
        lab.remove();
        let file = [&file[..], &["--threads", threads]].concat();
        lab.kill(&file, time.mul_f64(share));
        let resumed = lab.solved(&file);
        assert_eq!((&resumed["score"], &resumed["columns"]), (&alone["score"], &alone["columns"]));
        if threads == "1" {
            let (all, nodes) = (all_nodes(&resumed), all_nodes(&whole));
            assert!(all * 10 <= nodes * 11, "killed after {share} of the time: {all} nodes instead of {nodes}");
        }
    }
    for (arguments, message) in [
        (&["27443", "--table-file", "t.tt"][..], "found `connect-four-best board=6x7 moves="),
        (&[MOVES, "--weak", "--table-file", "t.tt"], "belongs to another table: expected contents"),
        (&[MOVES, "--program", "lab", "--table-file", "t.tt"], "--table-file requires --program best"),
        (&["--file", "positions", "--table-file", "t.tt"], "--table-file cannot be used with --file"),
        (&["--table-file", "."], "cannot use . as the table: it is a directory"),
    ] {
        let text = lab.refused(arguments);
        assert!(text.contains(message) && text.contains("\nhelp: "), "{arguments:?}: {text}");
    }
}

/// Kills each of 100 searches once, at a random moment, and prints how many nodes it takes with its resumption,
/// relative to a search that is not killed: at most a tenth more.
///
///     cargo test -p ttlab --release --test all table_file:: -- --ignored --nocapture
#[test]
#[ignore = "it takes fifteen minutes in a release build"]
fn a_hundred_searches_are_killed() {
    for arguments in [
        &["7x8"][..],
        &["7x8", "--threads", "2"],
        &["7x7", "--positions", "16K"],
        &["7x7", "--positions", "16K", "--scheme", "new"],
        &["7x7", "--positions", "16K", "--scheme", "new+protect-1K"],
        &[MOVES],
        &[MOVES, "--threads", "2"],
    ] {
        let lab = Lab::new();
        let file = [arguments, &["--table-file", "t.tt"]].concat();
        let started = Instant::now();
        let alone = lab.solved(&file);
        let (nodes, time) = (all_nodes(&alone), started.elapsed());
        let killed = (0..100_u64).map(|number| {
            lab.remove();
            let share = f64::from((Key::mixed(number).0 >> 32) as u32) / f64::from(u32::MAX);
            lab.kill(&file, time.mul_f64(share));
            let resumed = lab.solved(&file);
            assert_eq!((&resumed["winner"], &resumed["score"]), (&alone["winner"], &alone["score"]));
            assert_eq!(resumed["columns"], alone["columns"]);
            all_nodes(&resumed) as f64 / nodes as f64
        });
        let mut killed: Vec<f64> = killed.collect();
        killed.sort_by(f64::total_cmp);
        println!("{:45} median {:.3}, most {:.3} times {nodes} nodes", arguments.join(" "), killed[50], killed[99]);
        // The nodes of two threads vary, and the scheme New overwrites the results of large subtrees.
        let checked = if arguments.contains(&"2") { killed[50] } else { killed[99] };
        assert!(checked <= 1.1 || arguments.contains(&"new"), "{arguments:?}: {killed:?}");
    }
}

#[test]
fn a_limited_search_goes_on() {
    let lab = Lab::new();
    let run = |more: &[&str]| {
        let file = ["6x6", "--positions", "64K", "--table-file", "t.tt"];
        lab.solved(&[&file[..], more].concat())
    };
    let mut before = 0;
    for _ in 0..3 {
        let part = run(&["--max-nodes", "2K"]);
        assert_eq!((&part["complete"], part["nodes_before"].as_u64()), (&false.into(), Some(before)));
        before += part["nodes"].as_u64().unwrap();
    }
    let whole = run(&[]);
    assert_eq!((&whole["winner"], &whole["complete"]), (&"vertical".into(), &true.into()));
    assert_eq!(whole["nodes_before"].as_u64(), Some(before));
    let text = lab.run(&solve(&["6x6", "--positions", "64K", "--table-file", "t.tt"]));
    assert!(text.contains("\n  file      t.tt, after "), "{text}");
}

/// Changes the header of a table file, whose checksum stays right.
pub(crate) fn with_header(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    const TEXT: usize = 4024;
    let text = String::from_utf8(bytes[..TEXT].to_vec()).unwrap();
    assert_eq!((text.matches(from).count(), from.len()), (1, to.len()), "{text}");
    let text = text.replacen(from, to, 1);
    let sum = u64::from(crc32fast::hash(text.as_bytes()));
    [text.as_bytes(), &sum.to_le_bytes(), &bytes[TEXT + 8..]].concat()
}

/// A later version of the search may have repaired a bug that left wrong results in a table.
#[test]
fn a_file_of_another_version_of_the_search_is_refused_and_stays_as_it_is() {
    let lab = Lab::new();
    let path = lab.path("t.tt");
    for (arguments, name) in [
        (&["4x4", "--positions", "1K"][..], "domineering"),
        (&["4x4", "--positions", "1K", "--search", "mtd", "--scheme", "deep"], "domineering"),
        (&["5x6", "--positions", "1K", "--program", "best"], "domineering-best"),
        (&["52753311433677442422121"], "connect-four-best"),
        (&["52753311433677442422121", "--weak"], "connect-four-best"),
        (&["1212", "--board", "4x5"], "connect-four-best"),
    ] {
        let arguments = [arguments, &["--table-file", "t.tt"]].concat();
        let alone = lab.solved(&arguments);
        let bytes = fs::read(&path).unwrap();
        let header = String::from_utf8(bytes[..1_000].to_vec()).unwrap();
        assert!(header.contains(&format!("\ncontents: {name} ")), "{header}");
        let version = header.lines().find(|line| line.starts_with("version: ")).unwrap();
        let other = format!("version: {:016x}", u64::from_str_radix(&version[9..], 16).unwrap() ^ 1);
        for (from, to, message) in [
            (version, other.as_str(), format!("expected {}", version.replace(": ", " `"))),
            ("version 2\n", "version 1\n", "expected format 2, found format 1".to_owned()),
        ] {
            let changed = with_header(&bytes, from, to);
            fs::write(&path, &changed).unwrap();
            let text = lab.refused(&arguments);
            let parts = ["written by another version of the program", message.as_str(), "\nhelp: delete it"];
            assert!(parts.iter().all(|part| text.contains(part)), "{arguments:?}: {text}");
            assert!(fs::read(&path).unwrap() == changed, "{arguments:?}: a file that is refused does not change");
        }
        // The same version again.
        fs::write(&path, &bytes).unwrap();
        let again = lab.solved(&arguments);
        assert_eq!((&again["winner"], &again["score"]), (&alone["winner"], &alone["score"]));
        fs::remove_file(&path).unwrap();
    }
}

/// A table that cannot be created leaves nothing behind.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_does_not_fit_is_removed() {
    let lab = Lab::new();
    // The limit is far below the size of the table.
    let script = r#"ulimit -f 64; exec "$0" solve domineering 4x4 --positions 64K --table-file t.tt"#;
    let printed = Printed::from(lab.program("sh", &["-c", script, TTLAB]).output().unwrap());
    let message = printed.err;
    assert_eq!(printed.code, Some(1), "{message}");
    assert!(message.starts_with("error: cannot use t.tt as the table: ") && message.contains("\nhelp: "), "{message}");
    assert_eq!(fs::read_dir(lab.path(".")).unwrap().count(), 0);
}

#[test]
fn other_files_are_refused_and_stay_as_they_are() {
    let lab = Lab::new();
    lab.solved(&["4x4", "--positions", "1K", "--table-file", "t.tt"]);
    lab.write("notes.txt", "these are my notes");
    let mut bytes = fs::read(lab.path("t.tt")).unwrap();
    lab.write("short.tt", &bytes[..9_000]);
    bytes[5_000] ^= 4;
    lab.write("damaged.tt", &bytes);
    let files = ["t.tt", "notes.txt", "short.tt", "damaged.tt"];
    let contents = || files.map(|name| fs::read(lab.path(name)).unwrap());
    let before = contents();
    for (arguments, message) in [
        (&["4x5", "--positions", "1K", "--table-file", "t.tt"][..], "found `domineering board=4x4"),
        (&["4x4", "--positions", "2K", "--table-file", "t.tt"], "belongs to another table: expected contents"),
        (
            &["4x4", "--positions", "1K", "--seed", "3", "--table-file", "t.tt"],
            "belongs to another table: expected contents",
        ),
        (&["4x4", "--positions", "1K", "--table-file", "notes.txt"], "not a transposition table"),
        (&["4x4", "--positions", "1K", "--table-file", "short.tt"], "truncated: 9000 bytes instead of 20480"),
        (&["4x4", "--positions", "1K", "--table-file", "damaged.tt"], "damaged: a checksum is wrong"),
        (&["4x4", "--table-file", "."], "cannot use . as the table: it is a directory"),
        (&["4x4", "--table-file", "no/t.tt"], "cannot use no/t.tt as the table: no such file or directory"),
        (&["4x5", "--first", "both", "--table-file", "t.tt"], "--table-file cannot be used with --first both"),
        (&["4x4", "--scheme", "none", "--table-file", "t.tt"], "--table-file cannot be used with --scheme none"),
        (&["4x4", "--audit", "--table-file", "t.tt"], "--table-file cannot be used with an audit"),
        (
            &["4x4", "--scheme", "unbounded", "--table-file", "u.tt"],
            "the table of the scheme unbounded does not support threads or table files",
        ),
    ] {
        let text = lab.refused(arguments);
        assert!(text.contains(message), "{arguments:?}: {text}");
        assert!(text.contains("\nhelp: "), "{arguments:?}: {text}");
    }
    assert!(before == contents());
    assert!(!lab.path("u.tt").exists() && !lab.path("no").exists());
}
