//! A table in a file: a search that was killed resumes, and other files are rejected and not changed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use tt::Key;

/// Solves a board of domineering, such as `8x8`, or the position after moves of Connect Four, such as `4445`.
fn ttlab(directory: &Path, arguments: &[&str]) -> Command {
    let game = if arguments[0].contains('x') { "domineering" } else { "connect-four" };
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttlab"));
    command.current_dir(directory).args(["solve", game]).args(arguments).env_remove("CLICOLOR_FORCE");
    command
}

/// Returns the nodes of a run and of the earlier ones, and those for the columns of Connect Four.
fn all_nodes(solved: &Value) -> u64 {
    ["nodes", "columns_nodes", "nodes_before"].iter().filter_map(|name| solved[name].as_u64()).sum()
}

fn remove(directory: &Path) {
    fs::remove_file(directory.join("t.tt")).unwrap();
}

/// Starts a search and kills it after some time.
fn kill(directory: &Path, arguments: &[&str], after: Duration) {
    let mut killed = ttlab(directory, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(after);
    killed.kill().unwrap();
    killed.wait().unwrap();
}

#[track_caller]
fn solved(directory: &Path, arguments: &[&str]) -> Value {
    let output = ttlab(directory, arguments).args(["--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = ttlab(directory, arguments).output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert!(status.code().is_some_and(|code| code == 1 || code == 2), "{arguments:?}: {message}");
    message
}

#[test]
fn a_search_that_was_killed_goes_on() {
    let directory = TempDir::new().unwrap();
    let board = ["6x7", "--first", "h", "--positions", "64K"];
    let alone = solved(directory.path(), &board);
    let nodes = alone["nodes"].as_u64().unwrap();
    let file = [&board[..], &["--table-file", "t.tt"]].concat();
    let whole = solved(directory.path(), &file);
    assert_eq!((&whole["nodes"], &whole["table"]), (&alone["nodes"], &alone["table"]), "as without a file");
    let again = solved(directory.path(), &file);
    assert_eq!((&again["winner"], again["nodes_before"].as_u64()), (&alone["winner"], Some(nodes)));
    assert!(again["nodes"].as_u64().unwrap() < 100, "the table knows the result: {again}");

    for threads in ["1", "2"] {
        for milliseconds in [0, 5, 20, 60, 150, 300] {
            remove(directory.path());
            let file = [&file[..], &["--threads", threads]].concat();
            kill(directory.path(), &file, Duration::from_millis(milliseconds));
            let resumed = solved(directory.path(), &file);
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
    let directory = TempDir::new().unwrap();
    let file = [MOVES, "--table-file", "t.tt"];
    let alone = solved(directory.path(), &[MOVES]);
    let started = Instant::now();
    let whole = solved(directory.path(), &file);
    let time = started.elapsed();
    assert_eq!((&whole["nodes"], &whole["columns"]), (&alone["nodes"], &alone["columns"]), "as without a file");
    assert_eq!((whole["nodes_before"].as_u64(), &whole["table_file"]), (Some(0), &"t.tt".into()));
    let again = solved(directory.path(), &file);
    assert_eq!((&again["score"], again["nodes_before"].as_u64()), (&alone["score"], Some(all_nodes(&whole))));
    assert!(again["nodes"].as_u64().unwrap() < 100, "the table knows the result: {again}");
    for (threads, share) in [("1", 0.0), ("1", 0.3), ("1", 0.6), ("2", 0.4)] {
        remove(directory.path());
        let file = [&file[..], &["--threads", threads]].concat();
        kill(directory.path(), &file, time.mul_f64(share));
        let resumed = solved(directory.path(), &file);
        assert_eq!((&resumed["score"], &resumed["columns"]), (&alone["score"], &alone["columns"]));
        if threads == "1" {
            let (all, nodes) = (all_nodes(&resumed), all_nodes(&whole));
            assert!(all * 10 <= nodes * 11, "killed after {share} of the time: {all} nodes instead of {nodes}");
        }
    }
    for (arguments, message) in [
        (&["27443", "--table-file", "t.tt"][..], "found `connect-four-best board=6x7 moves="),
        (&[MOVES, "--weak", "--table-file", "t.tt"], "belongs to another table: expected contents"),
        (&[MOVES, "--mode", "lab", "--table-file", "t.tt"], "--table-file requires --mode best"),
        (&["--file", "positions", "--table-file", "t.tt"], "--table-file cannot be used with --file"),
        (&["--table-file", "."], "cannot use . as the table: it is a directory"),
    ] {
        let text = refused(directory.path(), arguments);
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
        let directory = TempDir::new().unwrap();
        let file = [arguments, &["--table-file", "t.tt"]].concat();
        let started = Instant::now();
        let alone = solved(directory.path(), &file);
        let (nodes, time) = (all_nodes(&alone), started.elapsed());
        let killed = (0..100_u64).map(|number| {
            remove(directory.path());
            let share = f64::from((Key::mixed(number).0 >> 32) as u32) / f64::from(u32::MAX);
            kill(directory.path(), &file, time.mul_f64(share));
            let resumed = solved(directory.path(), &file);
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
    let directory = TempDir::new().unwrap();
    let run = |more: &[&str]| {
        let file = ["6x6", "--positions", "64K", "--table-file", "t.tt"];
        solved(directory.path(), &[&file[..], more].concat())
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
    let text = String::from_utf8(
        ttlab(directory.path(), &["6x6", "--positions", "64K", "--table-file", "t.tt"]).output().unwrap().stdout,
    )
    .unwrap();
    assert!(text.contains("\n  file      t.tt, after "), "{text}");
}

/// Changes the header of a table file, whose checksum stays right.
fn with_header(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
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
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.tt");
    for (arguments, name) in [
        (&["4x4", "--positions", "1K"][..], "domineering"),
        (&["4x4", "--positions", "1K", "--search", "mtd", "--scheme", "deep"], "domineering"),
        (&["5x6", "--positions", "1K", "--mode", "best"], "domineering-best"),
        (&["52753311433677442422121"], "connect-four-best"),
        (&["52753311433677442422121", "--weak"], "connect-four-best"),
        (&["1212", "--board", "4x5"], "connect-four-best"),
    ] {
        let arguments = [arguments, &["--table-file", "t.tt"]].concat();
        let alone = solved(directory.path(), &arguments);
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
            let text = refused(directory.path(), &arguments);
            let parts = ["written by another version of the program", message.as_str(), "\nhelp: delete it"];
            assert!(parts.iter().all(|part| text.contains(part)), "{arguments:?}: {text}");
            assert!(fs::read(&path).unwrap() == changed, "{arguments:?}: a file that is refused does not change");
        }
        // The same version again.
        fs::write(&path, &bytes).unwrap();
        let again = solved(directory.path(), &arguments);
        assert_eq!((&again["winner"], &again["score"]), (&alone["winner"], &alone["score"]));
        fs::remove_file(&path).unwrap();
    }
}

/// A table that cannot be created leaves nothing behind.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_does_not_fit_is_removed() {
    let directory = TempDir::new().unwrap();
    // The limit is far below the size of the table.
    let script = r#"ulimit -f 64; exec "$0" solve domineering 4x4 --positions 64K --table-file t.tt"#;
    let mut command = Command::new("sh");
    command.current_dir(directory.path()).args(["-c", script, env!("CARGO_BIN_EXE_ttlab")]);
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.starts_with("error: cannot use t.tt as the table: ") && message.contains("\nhelp: "), "{message}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn other_files_are_refused_and_stay_as_they_are() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    solved(path, &["4x4", "--positions", "1K", "--table-file", "t.tt"]);
    fs::write(path.join("notes.txt"), "these are my notes").unwrap();
    let mut bytes = fs::read(path.join("t.tt")).unwrap();
    fs::write(path.join("short.tt"), &bytes[..9_000]).unwrap();
    bytes[5_000] ^= 4;
    fs::write(path.join("damaged.tt"), &bytes).unwrap();
    let files = ["t.tt", "notes.txt", "short.tt", "damaged.tt"];
    let contents = || files.map(|name| fs::read(path.join(name)).unwrap());
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
        let text = refused(path, arguments);
        assert!(text.contains(message), "{arguments:?}: {text}");
        assert!(text.contains("\nhelp: "), "{arguments:?}: {text}");
    }
    assert!(before == contents());
    assert!(!path.join("u.tt").exists() && !path.join("no").exists());
}
