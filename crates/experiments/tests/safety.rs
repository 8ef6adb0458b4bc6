//! What others wrote, and slips of one's own, do no harm: no command overwrites what it reads.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const USAGE: i32 = 2;

/// The experiment that takes the least time.
const NAME: &str = "tutorial-table";

fn ttlab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttlab"));
    command.current_dir(folder).args(arguments).env_remove("RUST_LOG").env_remove("CLICOLOR_FORCE");
    command.output().unwrap()
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = ttlab(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says that fails with this code.
#[track_caller]
fn error(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = ttlab(folder, arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert_eq!(told.trim_end().lines().count(), 1, "{arguments:?}: {told}");
    told
}

/// A folder with a database that has the rows of an experiment.
fn lab() -> TempDir {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["sweep", NAME, "--max-nodes", "1", "--db", "x.sqlite", "--out", "out"]);
    folder
}

#[cfg(unix)]
#[test]
fn no_command_overwrites_its_own_input() {
    let folder = lab();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine.pgn"), "1. e4 e5 2. Nf3 Nc6 *").unwrap();
    fs::write(path("other.pgn"), "1. d4 d5 *").unwrap();
    let set = run(folder.path(), &["testset", "mine.pgn"]);
    fs::write(path("fig.csv"), set).unwrap();
    let chess = include_str!("../definitions/thesis-fig-2.8.toml").split_once("[[claims]]").unwrap().0;
    let fig = chess.replace("\"vsb-1994\"", "\"fig.csv\"").replace("games = [1, 2]", "games = [1]");
    fs::write(path("fig.toml"), fig).unwrap();
    fs::write(path("empty"), "").unwrap();
    fs::copy(path("x.sqlite"), path("tutorial-table.csv")).unwrap();
    fs::copy(path("x.sqlite"), path("claims.md")).unwrap();
    fs::hard_link(path("x.sqlite"), path("hard")).unwrap();
    std::os::unix::fs::symlink("x.sqlite", path("link")).unwrap();
    let files = || {
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            files.filter(|path| path.is_file()).map(|path| (fs::read(&path).unwrap(), path)).collect();
        files.sort();
        files
    };
    let before = files();
    for arguments in [
        &["export", "--db", "x.sqlite", "-o", "x.sqlite"][..],
        &["export", "--db", "x.sqlite", "-o", "out/../x.sqlite"],
        &["export", "--db", "link", "-o", "hard"],
        &["report", "--db", "x.sqlite", "--out", "./x.sqlite"],
        &["report", "--db", "x.sqlite", "--pictures", "out", "--out", "link"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--out", "fig.toml"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--out", "fig.csv"],
        &["report", "./fig.toml", "--db", "x.sqlite", "--pages", "."],
        &["report", "--pgn", "mine.pgn", "--db", "x.sqlite", "--out", "mine.pgn"],
        &["report", "--db", "tutorial-table.csv", "--pages", "."],
        &["report", "--db", "claims.md", "--pages", "out/.."],
        &["testset", "mine.pgn", "-o", "mine.pgn"],
        &["testset", "other.pgn", "mine.pgn", "-o", "./mine.pgn"],
        &["sweep", NAME, "--max-nodes", "1", "--db", "tutorial-table.csv", "--out", "."],
        // It does not exist yet.
        &["sweep", NAME, "--max-nodes", "1", "--db", "new/tutorial-table.md", "--out", "new"],
        &["sweep", "./fig.toml", "--db", "x.sqlite", "--out", "."],
        &["merge", "x.sqlite", "-o", "hard"],
    ] {
        let told = error(folder.path(), arguments, USAGE);
        assert!(told.starts_with("error: cannot write ") && told.contains(": this command reads it; choose"), "{told}");
        assert!(before == files(), "{arguments:?}");
    }
    assert!(!path("new").exists());
    run(folder.path(), &["export", "--db", "x.sqlite", "-o", "rows.csv"]);
    run(folder.path(), &["sweep", NAME, "--max-nodes", "1", "--db", "x.sqlite", "--out", "."]);
}
