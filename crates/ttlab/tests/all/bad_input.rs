//! Failures that need more than a command line: full disks, closed pipes, permissions, colours. The table of other
//! errors is in `messages.rs`.

use std::fs;

use crate::lab::{Lab, Printed};

const FAILED: i32 = 1;
const USAGE: i32 = 2;

#[test]
fn colours_are_as_wanted() {
    let lab = Lab::new();
    for (variables, coloured) in [
        (&[][..], false),
        (&["CLICOLOR_FORCE"], true),
        (&["NO_COLOR"], false),
        (&["NO_COLOR", "CLICOLOR_FORCE"], false),
    ] {
        for arguments in [&["--help"][..], &["sweep", "nope"], &["swep"], &["doctor"], &["-v", "perft", "--depth", "1"]]
        {
            // It measures the machine for more than a second. Other tests read what it prints without colours.
            if arguments == ["doctor"] && !coloured {
                continue;
            }
            let mut command = lab.command(arguments);
            let printed = Printed::from(command.envs(variables.iter().map(|name| (*name, "1"))).output().unwrap());
            let all = printed.out + &printed.err;
            let expected = coloured && arguments[0] != "-v";
            assert_eq!(all.contains('\u{1b}'), expected, "{variables:?} {arguments:?}: {all}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_pipes() {
    use std::process::Stdio;

    let lab = Lab::new();
    lab.write("small.toml", include_str!("small.toml"));
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
            let mut command = lab.command(arguments);
            let input = if arguments == ["uci"] { "uci" } else { "" };
            lab.write("input", input);
            command.stdout(out).stdin(fs::File::open(lab.path("input")).unwrap());
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
    assert!(lab.complaint(&["sweep", "small.toml", "--db", "/dev/full"], FAILED).contains("/dev/full"));
    lab.write("mine.pgn", "1. e4 e5 *");
    assert!(lab.complaint(&["testset", "mine.pgn", "-o", "/dev/full"], FAILED).contains("/dev/full"));
    // If the message cannot be written, the exit code is still right.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = lab.command(&["swep"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(USAGE));
}

#[cfg(unix)]
#[test]
fn directories_that_cannot_be_made() {
    let lab = Lab::new();
    for option in [["--db", "/dev/null/x/y.sqlite"], ["--out", "/dev/null/x"]] {
        let message = lab.complaint(&[&["sweep"], &option[..]].concat(), FAILED);
        assert!(message.contains("/dev/null/x"), "{message}");
        assert_eq!(fs::read_dir(lab.path(".")).unwrap().count(), 0, "nothing is left behind");
    }
}

/// Root may write anywhere, so nothing is tested then.
#[cfg(unix)]
#[test]
fn a_read_only_directory() {
    use std::os::unix::fs::PermissionsExt;

    let lab = Lab::new();
    fs::set_permissions(lab.path("."), fs::Permissions::from_mode(0o500)).unwrap();
    if fs::write(lab.path("probe"), "").is_ok() {
        return;
    }
    let message = lab.complaint(&["sweep", "--db", "x.sqlite"], FAILED);
    assert!(message.contains("x.sqlite") || message.contains("results"), "{message}");
}

/// Root may read anything, so nothing is tested then.
#[cfg(unix)]
#[test]
fn a_database_without_permission() {
    use std::os::unix::fs::PermissionsExt;

    let lab = Lab::new();
    for name in ["x.sqlite", "x.sqlite.gz"] {
        let path = lab.path(name);
        fs::write(&path, "secret").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        if fs::read(&path).is_ok() {
            return;
        }
        let message = lab.complaint(&["claims", "--db", name], FAILED);
        assert!(message.contains(name) && message.contains("permission"), "{message}");
    }
}

/// The positions of this game have a history of two hundred million keys in all, which once took 1.6 GB.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_needs_little_memory() {
    let lab = Lab::new();
    lab.write("long.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5_000));
    let printed = lab.limited(400_000, "\"$0\" testset long.pgn -q -o long.csv", &[]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    assert_eq!(lab.read("long.csv").lines().count(), 20_001);
}
