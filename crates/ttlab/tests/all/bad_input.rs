//! Failures that need more than a command line: full disks, closed pipes, permissions, colours. The table of other
//! errors is in `messages.rs`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const FAILED: i32 = 1;
const USAGE: i32 = 2;

fn directory() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn ttlab(directory: &Path) -> Command {
    let mut command = Command::cargo_bin("ttlab").unwrap();
    command.current_dir(directory).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs `ttlab`, which has to fail with this exit code, and returns its message.
#[track_caller]
fn complaint(directory: &Path, arguments: &[&str], code: i32) -> String {
    let output = ttlab(directory).args(arguments).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert!(message.starts_with("error: "), "{message}");
    message
}

#[test]
fn colours_are_as_wanted() {
    let directory = directory();
    for (variables, coloured) in [
        (&[][..], false),
        (&["CLICOLOR_FORCE"], true),
        (&["NO_COLOR"], false),
        (&["NO_COLOR", "CLICOLOR_FORCE"], false),
    ] {
        for arguments in [&["--help"][..], &["sweep", "nope"], &["swep"], &["doctor"], &["-v", "perft", "--depth", "1"]]
        {
            // It measures the machine for more than a second.
            if arguments == ["doctor"] && variables.contains(&"NO_COLOR") {
                continue;
            }
            let mut command = ttlab(directory.path());
            let output = command.args(arguments).envs(variables.iter().map(|name| (*name, "1"))).output().unwrap();
            let all = [output.stdout, output.stderr].concat();
            let expected = coloured && arguments[0] != "-v";
            assert_eq!(all.contains(&0x1b), expected, "{variables:?} {arguments:?}: {}", String::from_utf8_lossy(&all));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_pipes() {
    use std::process::Stdio;

    let directory = directory();
    let path = directory.path();
    fs::write(path.join("small.toml"), include_str!("small.toml")).unwrap();
    let sweep = ["sweep", "small.toml", "--full", "--db", "x.sqlite", "-q"];
    for arguments in [
        &["--help"][..],
        &["sweep", "--list"],
        &["sweep", "--list", "--format", "json"],
        &sweep,
        &["solve", "domineering", "4x4"],
        &["analyse", "--depth", "2"],
        &["perft", "--depth", "2", "--divide"],
        &["completions", "bash"],
        &["man"],
        &["uci"],
    ] {
        let run = |out: Stdio| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ttlab"));
            let input = if arguments == ["uci"] { "uci" } else { "" };
            fs::write(path.join("input"), input).unwrap();
            command.current_dir(path).args(arguments).stdout(out).stdin(fs::File::open(path.join("input")).unwrap());
            let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (code, message) = run(full.into());
        assert_eq!(code, Some(FAILED), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains("output"), "{message}");
        assert_eq!(message.matches("\nhelp: ").count(), 1, "{message}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(writer.into()), (Some(0), String::new()), "{arguments:?}");
    }
    assert!(complaint(path, &["sweep", "small.toml", "--db", "/dev/full"], FAILED).contains("/dev/full"));
    fs::write(path.join("mine.pgn"), "1. e4 e5 *").unwrap();
    assert!(complaint(path, &["testset", "mine.pgn", "-o", "/dev/full"], FAILED).contains("/dev/full"));
    // If the message cannot be written, the exit code is still right.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ttlab")).arg("swep").stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(USAGE));
}

#[cfg(unix)]
#[test]
fn directories_that_cannot_be_made() {
    let directory = directory();
    for option in [["--db", "/dev/null/x/y.sqlite"], ["--out", "/dev/null/x"]] {
        let message = complaint(directory.path(), &[&["sweep"], &option[..]].concat(), FAILED);
        assert!(message.contains("/dev/null/x"), "{message}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is left behind");
    }
}

/// Root may write anywhere, so nothing is tested then.
#[cfg(unix)]
#[test]
fn a_read_only_directory() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(directory.path().join("probe"), "").is_ok() {
        return;
    }
    let message = complaint(directory.path(), &["sweep", "--db", "x.sqlite"], FAILED);
    assert!(message.contains("x.sqlite") || message.contains("results"), "{message}");
}

/// Root may read anything, so nothing is tested then.
#[cfg(unix)]
#[test]
fn a_database_without_permission() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory();
    for name in ["x.sqlite", "x.sqlite.gz"] {
        let path = directory.path().join(name);
        fs::write(&path, "secret").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        if fs::read(&path).is_ok() {
            return;
        }
        let message = complaint(directory.path(), &["claims", "--db", name], FAILED);
        assert!(message.contains(name) && message.contains("permission"), "{message}");
    }
}

/// The positions of this game have a history of two hundred million keys in all, which once took 1.6 GB.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_needs_little_memory() {
    let directory = directory();
    let path = directory.path();
    fs::write(path.join("long.pgn"), "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5_000)).unwrap();
    let limited = "ulimit -v 400000 && exec \"$0\" testset long.pgn -q -o long.csv";
    let mut command = Command::new("sh");
    command.current_dir(path).args(["-c", limited, env!("CARGO_BIN_EXE_ttlab")]).assert().success();
    assert_eq!(fs::read_to_string(path.join("long.csv")).unwrap().lines().count(), 20_001);
}
