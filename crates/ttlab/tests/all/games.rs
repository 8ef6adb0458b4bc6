//! Collections of games: they agree with python-chess, damaged games cost themselves alone, and memory is limited.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::lab::{Lab, Printed, TTLAB};
use crate::python::{can_import, python};

#[test]
fn python_chess_reads_the_same_positions() {
    if !can_import("chess.pgn") {
        return;
    }
    let script = format!("{}/tests/all/games.py", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python()).args([&script, TTLAB, "--games", "60"]).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains(" games, "), "{out}{err}");
}

/// Writes `games` games of eight moves; every 200th one is damaged, in one of several ways.
fn collection(path: &Path, games: usize) -> usize {
    let damages = ["Ke9", "--", "} e5", "(2. d4", "{ no end", "[Site x]"];
    let (mut text, mut damaged) = (String::new(), 0);
    for number in 1..=games {
        let second = if number % 200 == 0 { damages[number / 200 % damages.len()] } else { "Nc6" };
        damaged += usize::from(second != "Nc6");
        writeln!(text, "[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 {second} 3. Bb5 a6 4. Ba4 {{x}} Nf6 1-0\n").unwrap();
    }
    fs::write(path, text).unwrap();
    damaged
}

#[test]
fn damaged_games_cost_themselves_alone() {
    let lab = Lab::new();
    assert_eq!(collection(&lab.path("g.pgn"), 10_000), 50);
    let Printed { code, out, err } = lab.print(&["testset", "g.pgn"]);
    assert_eq!(code, Some(1));
    assert_eq!(out.lines().count(), 1 + 8 * 9_950);
    assert_eq!(err.lines().filter(|line| line.starts_with("g.pgn: line ") && line.contains("skipped")).count(), 50);
    assert!(err.contains("g.pgn: line 799, column 17: ") && err.contains("; game 200 skipped"), "{err}");
    assert!(err.contains("79,600 positions of 9,950 games; 50 games skipped\nerror: skipped 50 of 10,000 games"));
    // The file is complete, numbers are those in the file, and the error is not a note.
    let Printed { code, out, err: quiet } =
        lab.print(&["testset", "g.pgn", "--games", "1,200,201", "-q", "-o", "g.csv"]);
    assert_eq!((code, out.as_str(), quiet.lines().count()), (Some(1), "", 2), "{quiet}");
    let csv = lab.read("g.csv");
    let first = |line: &str| line.split(',').next().map(str::to_owned);
    let mut names: Vec<String> = csv.lines().skip(1).filter_map(first).collect();
    names.dedup();
    assert_eq!(names, ["g.g1", "g.g201"]);
    // Sampling reads the file twice, and notes each game once.
    let Printed { code, out, err } = lab.print(&["testset", "g.pgn", "--sample", "10", "--per-game", "1"]);
    assert_eq!((code, out.lines().count(), err.matches("; game ").count()), (Some(1), 11, 50));

    collection(&lab.path("few.pgn"), 201);
    let sweep = ["--pgn", "few.pgn", "--games", "1,201", "--db", "x.sqlite"];
    let options = ["--scheme", "deep", "--positions", "1K", "--depth", "1"];
    for arguments in [&[&["sweep"], &sweep[..], &options].concat()[..], &[&["report"], &sweep[..]].concat()] {
        let Printed { code, err, .. } = lab.print(arguments);
        assert!(code == Some(1) && err.contains("written: ") && err.contains("; game 200 skipped"), "{err}");
        assert!(err.contains("\nerror: skipped 1 of 201 games: few.pgn: line 799, "), "{err}");
    }
}

/// Ten times the games need no more memory, and neither do their positions.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "weekly"]
fn a_test_set_needs_no_memory_for_all_games() {
    let lab = Lab::new();
    collection(&lab.path("g.pgn"), 30_000);
    // The program takes 44 MB for any file, and the positions would take 20.
    for arguments in [&[][..], &["-o", "g.csv"], &["--sample", "9"], &["--format", "json"]] {
        let Printed { err, .. } = lab.limited(56_000, "\"$0\" testset g.pgn -q \"$@\" | wc -l", arguments);
        assert!(err.starts_with("error: skipped 150 of 30,000 games; ") && !err.contains("memory"), "{err}");
    }
}

/// A sweep keeps the positions as text, and does not list a cell for each game, scheme and size.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "weekly"]
fn the_plan_of_a_collection_needs_little_memory() {
    let lab = Lab::new();
    collection(&lab.path("g.pgn"), 32_500);
    // The file has 2.5 MB. Its positions have 16 as text, and a list of all cells would have 75.
    let Printed { out, err, .. } = lab.limited(70_000, "\"$0\" sweep --pgn g.pgn --dry-run --db x.sqlite -v", &[]);
    assert!(out.contains("\n679,098 cells: ") && out.lines().count() == 22, "{out}{err}");
    assert!(out.contains("scheme=two-big1 positions=512K parts=all seed=1970 and 32,337 more games\n"), "{out}");
}

/// A mark of a file in the middle of a text comes from files that were concatenated.
#[test]
fn every_reader_accepts_marks_of_files() {
    let lab = Lab::new();
    let twice = |text: &str| format!("\u{feff}{text}\u{1a}\u{feff}{text}\r\n\u{1a}").replace('\n', "\r\n");
    lab.write("g.pgn", twice("[Event \"1\"]\n\n1. e4 e5"));
    let Printed { code, out: set, .. } = lab.print(&["testset", "g.pgn"]);
    assert_eq!((code, set.lines().count()), (Some(0), 5));
    lab.write("set.csv", format!("\u{feff}{set}\u{1a}").replace('\n', "\r\n"));
    let definition =
        include_str!("../../../experiments/definitions/fine-70.toml").replace("\"fine-70\"", "\"./set.csv\"");
    lab.write("d.toml", format!("\u{feff}{definition}\u{1a}"));
    let Printed { code, err, .. } = lab.print(&["sweep", "./d.toml", "--dry-run", "--db", "x.sqlite"]);
    assert_eq!(code, Some(0), "{err}");
    lab.write("c4.txt", twice("52753311433677442422121 8"));
    let Printed { code, out, err } = lab.print(&["solve", "connect-four", "--file", "c4.txt"]);
    assert!(code == Some(0) && out.contains('2'), "{out}{err}");
    lab.write("o.epd", twice("8/8/4k3/8/8/4K3/4P3/8 w - - 98 7"));
    let Printed { code, err, .. } = lab.print(&["match", "--openings", "o.epd", "--nodes", "10"]);
    assert!(code == Some(0) && err.contains("line 2 repeats line 1"), "{err}");
}
