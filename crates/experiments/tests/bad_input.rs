//! Bad input: one clear line, the right exit code, and nothing lost.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const FAILED: i32 = 1;
const USAGE: i32 = 2;
const SMALL: &str = include_str!("small.toml");

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs `ttlab` in `folder`, and returns the one line that it says.
fn complaint(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = Command::cargo_bin("ttlab").unwrap().current_dir(folder).args(arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert_eq!(told.trim_end().lines().count(), 1, "{arguments:?}: {told}");
    assert!(told.starts_with("error: "), "{told}");
    told
}

#[track_caller]
fn says(arguments: &[&str], code: i32, expected: &str) {
    let folder = folder();
    let told = complaint(folder.path(), arguments, code);
    assert!(told.contains(expected), "{told}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn boards() {
    says(&["solve", "domineering", "0x5"], USAGE, "at least one row and one column");
    says(&["solve", "domineering", "12x12"], USAGE, "144 squares; a board has at most 128");
    says(&["solve", "domineering", ""], USAGE, "write rows x columns");
}

#[test]
fn sizes() {
    says(&["solve", "domineering", "8x8", "--positions", "3K"], USAGE, "ask for 2K or 4K");
    says(&["sweep", "--positions", "8K,3K"], USAGE, "ask for 2K or 4K");
    says(&["solve", "domineering", "8x8", "--positions", "1"], FAILED, "ask for at least 2");
    says(&["solve", "domineering", "8x8", "--positions", "1048576G"], FAILED, "ask for fewer positions");
    says(&["solve", "domineering", "8x8", "--scheme", "none", "--positions", "8K"], USAGE, "has no table");
}

#[test]
fn names() {
    says(&["solve", "domineering", "8x8", "--scheme", "two-bg1"], USAGE, "did you mean two-big1?");
    says(&["sweep", "--scheme", "deep,oldd"], USAGE, "did you mean old?");
    says(&["sweep", "thesis-figg-2.12"], USAGE, "did you mean thesis-fig-2.12?");
}

#[test]
fn filters_that_leave_nothing() {
    says(
        &["sweep", "thesis-fig-2.12", "--scheme", "old"],
        USAGE,
        "no cell has the scheme old; there are big1, deep, new, two-big1, two-deep",
    );
    says(&["sweep", "--board", "9x9"], USAGE, "no cell has the board 9x9; there are 2x2");
    says(&["sweep", "--board", "9x9,4x4"], USAGE, "no cell has the board 9x9");
    says(&["sweep", "--board", "4x4", "--positions", "1K"], USAGE, "none has all of what they ask for");
    says(&["solve", "domineering", "4x4", "--scheme", "none", "--audit"], USAGE, "no table to audit");
    says(&["perft", "--fen", "8/8 w"], USAGE, "the FEN: column 4: there are only 2 ranks");
    says(&["sweep", "thesis-table-2.1", "--depth", "7"], USAGE, "none has all of what they ask for");
    says(&["sweep", "--from-move", "7"], USAGE, "give --pgn FILE");
    says(&["sweep", "--shard", "4/3"], USAGE, "like 2/3");
    says(&["sweep", "--max-nodes", "many"], USAGE, "like 500000, 500K or 10M");
}

#[test]
fn definitions() {
    let folder = folder();
    let complain = |text: &str| {
        fs::write(folder.path().join("mine.toml"), text).unwrap();
        complaint(folder.path(), &["sweep", "./mine.toml"], FAILED)
    };
    let line = SMALL.lines().position(|line| line.starts_with("schemes")).unwrap() + 1;
    let unknown = complain(&SMALL.replacen("\nschemes", "\nshemes", 1));
    assert!(unknown.contains(&format!("./mine.toml:{line}:1: unknown field `shemes`")), "{unknown}");
    assert!(unknown.contains("did you mean `schemes`?"), "{unknown}");
    assert!(complain("").contains("missing field `title`"));
    assert!(complain(&SMALL.replacen("256", "3K", 1)).contains("ask for 2K or 4K"));
    assert!(complain(&SMALL.replacen('=', "", 1)).contains("./mine.toml:2:"));
    assert!(!folder.path().join("results").exists());
    says(&["sweep", "nowhere.toml"], FAILED, "cannot read the definition nowhere.toml");
}

#[test]
fn games() {
    let folder = folder();
    let complain = |text: &str, rest: &[&str], code: i32| {
        fs::write(folder.path().join("mine.pgn"), text).unwrap();
        complaint(folder.path(), &[&["sweep", "--pgn", "mine.pgn"], rest].concat(), code)
    };
    assert!(complain("1. e4 e5 *", &["--from-move", "9"], FAILED).contains("the rule takes no position"));
    assert!(complain("1. e4 e5 *", &["--games", "2"], FAILED).contains("there is no game 2; there are 1"));
    assert!(complain("1. e4\ne7", &[], FAILED).contains("mine.pgn: line 2, column 1"));
    assert!(complain("1. e4 e5 *", &["--positions", "1"], FAILED).contains("fewer than an entry"));
    assert!(!folder.path().join("results").exists());
    says(&["sweep", "--pgn", "nowhere.pgn"], FAILED, "cannot read nowhere.pgn");
}

#[test]
fn databases() {
    let folder = folder();
    let path = folder.path().join("x.sqlite");
    let text = "this is no database, and it is somebody's work. ".repeat(100);
    fs::write(&path, &text).unwrap();
    for command in [&["sweep", "--db", "x.sqlite"][..], &["merge", "x.sqlite", "-o", "y.sqlite"]] {
        let told = complaint(folder.path(), command, FAILED);
        assert!(told.contains("x.sqlite is no database; it was left as it is"), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert!(!folder.path().join("y.sqlite").exists());
    says(&["merge", "a.sqlite", "-o", "b.sqlite"], FAILED, "a.sqlite: there is no such database");
}

#[test]
fn folders_that_cannot_be_written() {
    says(&["sweep", "--db", "/dev/null/x/y.sqlite"], FAILED, "cannot make the folder /dev/null/x");
    let folder = folder();
    let told = complaint(folder.path(), &["sweep", "--db", "x.sqlite", "--out", "/dev/null/x"], FAILED);
    assert!(told.contains("cannot make the folder /dev/null/x; choose another with --out"), "{told}");
}

/// Root may write anywhere, and then there is nothing to see.
#[cfg(unix)]
#[test]
fn a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(folder.path().join("probe"), "").is_ok() {
        return;
    }
    let told = complaint(folder.path(), &["sweep", "--db", "x.sqlite"], FAILED);
    assert!(told.contains("cannot open x.sqlite"), "{told}");
}
