//! Bad input: one clear line, the right exit code, and nothing lost.

use std::fs;
use std::io::Write;
use std::path::Path;

use assert_cmd::Command;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

const FAILED: i32 = 1;
const USAGE: i32 = 2;
const SMALL: &str = include_str!("small.toml");

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn ttlab(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("ttlab").unwrap();
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("RUST_LOG");
    command
}

/// Runs `ttlab` in `folder`, and returns the one line that it says.
fn complaint(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = ttlab(folder).args(arguments).output().unwrap();
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
fn commands_and_options() {
    says(&["swep"], USAGE, "unrecognized subcommand 'swep'; a similar subcommand exists: 'sweep'");
    says(&["solve", "domino", "4x4"], USAGE, "a similar subcommand exists: 'domineering'");
    says(&["sweep", "--ful"], USAGE, "unexpected argument '--ful' found; a similar argument exists: '--full'");
    says(&["bench", "extra"], USAGE, "unexpected argument 'extra' found; see `ttlab bench --help`");
    says(&["solve", "domineering"], USAGE, "not provided: <BOARD>; see `ttlab solve domineering --help`");
    says(&["merge"], USAGE, "not provided: --output <FILE>, <FILE>...; see `ttlab merge --help`");
    says(&["sweep", "--format", "xml"], USAGE, "[possible values: text, json]");
    says(&["sweep", "--db", ""], USAGE, "a value is required for '--db <FILE>' but none was supplied");
    says(
        &["sweep", "--list", "--dry-run"],
        USAGE,
        "'--list' cannot be used with '--dry-run'; see `ttlab sweep --help`",
    );
    for order in [["-q", "sweep", "-v"], ["-v", "sweep", "-q"], ["sweep", "-q", "-v"]] {
        says(&order, USAGE, "--quiet and --verbose exclude each other");
    }
    says(&["sweep", "--pgn", "x.pgn", "--full"], USAGE, "'--pgn <FILE>' cannot be used with '--full'");
    says(&["completions", "tcsh"], USAGE, "a similar value exists: 'zsh'");
    says(&["man", "swep"], USAGE, "no command is called `swep`; did you mean sweep?");
    says(&["man", "uci", "x"], USAGE, "no command is called `x`; leave it out");
    let folder = folder();
    let output = ttlab(folder.path()).args(["sweep", "--list"]).env("RUST_LOG", "a=b=c").output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("error: RUST_LOG is `a=b=c`") && told.ends_with("; write it like `info`\n"), "{told}");
    assert_eq!((output.status.code(), told.lines().count()), (Some(USAGE), 1));
}

#[test]
fn numbers() {
    says(
        &["sweep", "--seeds", "0"],
        USAGE,
        "invalid value '0' for '--seeds <N>': write a whole number from 1 to 10000",
    );
    says(&["sweep", "--jobs", "-1"], USAGE, "write a whole number from 1 to 4096");
    says(&["sweep", "--depth", "3,x"], USAGE, "invalid value 'x' for '--depth <PLIES>': write a whole number from 1");
    says(&["claims", "--seeds", "-3"], USAGE, "write a whole number from 1 to 10000");
    says(&["perft", "--depth", "21"], USAGE, "write a whole number from 1 to 20");
    says(&["solve", "domineering", "4x4", "--seed", "99999999999999999999"], USAGE, "from 0 to 18446744073709551615");
    says(&["sweep", "--max-nodes", "1e6"], USAGE, "write a number of nodes like 500000, 500K or 10M");
    says(&["sweep", "--pgn", "x.pgn", "--games", "1,0"], USAGE, "invalid value '0' for '--games <N>'");
}

#[test]
fn positions() {
    says(
        &["solve", "connect-four", "48"],
        USAGE,
        "invalid move `8` (character 2): the board has columns 1 to 7; write",
    );
    says(&["solve", "connect-four", "4444444"], USAGE, "the column is full; take this move out, or play another");
    says(&["solve", "connect-four", "44444444"], USAGE, "`4` (character 7): the column is full; take this move out");
    says(&["solve", "connect-four", "1212121"], USAGE, "which ends the game; end the moves before it");
    says(&["play", "connect-four", "x"], USAGE, "`x` (character 1)");
    says(&["solve", "connect-four", "4", "--scheme", "deep"], USAGE, "only --mode lab has --scheme");
    says(&["solve", "connect-four", "--board", "9x9"], USAGE, "at most 64 are supported");
    says(&["perft", "--fen", ""], USAGE, "missing piece placement; write one like 'rnbqkbnr/");
    says(&["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"], USAGE, "White has no king");
}

#[test]
fn files() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("dir")).unwrap();
    fs::write(path.join("empty"), "").unwrap();
    fs::write(path.join("bytes"), [0xff, 0xfe, 0]).unwrap();
    fs::write(path.join("bytes.toml"), [0xff, 0xfe, 0]).unwrap();
    fs::write(path.join("lines"), "44455 -3\nxx\n").unwrap();
    fs::write(path.join("wrong"), "52753311433677442422121 7\n").unwrap();
    fs::write(path.join("mine.pgn"), "1. e4 e5 *").unwrap();
    fs::write(path.join("readme.md"), "# Transposition tables\n").unwrap();
    for (arguments, expected) in [
        (&["sweep", "./dir"][..], "cannot read ./dir: it is a folder; name a file in it"),
        (&["sweep", "dir/"], "cannot read dir/: it is a folder; name a file in it"),
        (&["sweep", "bytes.toml"], "cannot read bytes.toml: it is no text in UTF-8; name another file"),
        (&["sweep", "empty/x.toml"], "a part of its path is no folder; check its path"),
        (&["sweep", "--pgn", "dir"], "cannot read dir: it is a folder; name a file in it"),
        (&["sweep", "--pgn", "empty"], "empty: there is no game in it; name a PGN file"),
        (&["testset", "none.pgn"], "cannot read none.pgn: there is no such file or folder; check its path"),
        (&["testset", "mine.pgn", "-o", "dir"], "cannot write dir: it is a folder; choose another file with -o"),
        (&["testset", "mine.pgn", "-o", "none/x.csv"], "there is no such file or folder; choose another file with -o"),
        (&["solve", "connect-four", "--file", "none"], "cannot read none: there is no such file"),
        (&["solve", "connect-four", "--file", "empty"], "there is no line of moves; write lines like `44455 -3`"),
        (&["solve", "connect-four", "--file", "bytes"], "it is no text in UTF-8; name another file"),
        (&["solve", "connect-four", "--file", "lines"], "lines: line 2: write moves, a blank and the score"),
        (
            &["solve", "connect-four", "--file", "readme.md"],
            "readme.md: line 1: `tables` is no score; write moves, a blank and the score, like `44455 -3`\n",
        ),
        (&["solve", "connect-four", "--file", "wrong"], "wrong: line 1, 52753311433677442422121: the score is 8, and"),
        (&["sweep", "thesis-fig-2.6", "--db", "dir"], "dir is a folder; name a file in it"),
        (&["report", "--db", "none.sqlite"], "there is no database none.sqlite: run `cargo xtask sweep`, or name"),
        (&["claims", "--db", "bytes"], "bytes is no database; it was left as it is: move it away, or choose"),
        (&["export", "--db", "dir"], "dir is a folder; name a file in it"),
        (&["merge", "dir", "-o", "x"], "dir is a folder; name a file in it"),
        (&["merge", "empty", "-o", "x"], "empty: there is no such database, or it is empty; check its path"),
        (&["man", "--out", "empty"], "cannot make the folder empty: a file has this name; choose another with --out"),
    ] {
        let told = complaint(path, arguments, FAILED);
        assert!(told.contains(expected), "{told}");
    }
    assert_eq!(fs::read_dir(path).unwrap().count(), 8, "nothing is left behind");
}

#[test]
fn colours_are_as_asked_for() {
    let folder = folder();
    for (variables, coloured) in [
        (&[][..], false),
        (&["CLICOLOR_FORCE"], true),
        (&["NO_COLOR"], false),
        (&["NO_COLOR", "CLICOLOR_FORCE"], false),
    ] {
        for arguments in [&["--help"][..], &["sweep", "nope"], &["swep"], &["doctor"], &["-v", "perft", "--depth", "1"]]
        {
            let mut command = ttlab(folder.path());
            let output = command.args(arguments).envs(variables.iter().map(|name| (*name, "1"))).output().unwrap();
            let all = [output.stdout, output.stderr].concat();
            let expected = coloured && arguments[0] != "-v";
            assert_eq!(all.contains(&0x1b), expected, "{variables:?} {arguments:?}: {}", String::from_utf8_lossy(&all));
        }
    }
}

/// Output that cannot be written, and nobody who reads it.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_pipes() {
    use std::process::Stdio;

    let folder = folder();
    let path = folder.path();
    fs::write(path.join("small.toml"), SMALL).unwrap();
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
        let (code, told) = run(full.into());
        assert_eq!((code, told.lines().count()), (Some(FAILED), 1), "{arguments:?}: {told}");
        let hint =
            if arguments == ["uci"] { "check where they lead to" } else { "make room, or send it to another file" };
        assert!(told.starts_with("error: ") && told.trim_end().ends_with(hint), "{told}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(run(writer.into()), (Some(0), String::new()), "{arguments:?}");
    }
    let told = complaint(path, &["sweep", "small.toml", "--db", "/dev/full"], FAILED);
    assert!(told.contains("no space left for /dev/full"), "{told}");
    fs::write(path.join("mine.pgn"), "1. e4 e5 *").unwrap();
    let told = complaint(path, &["testset", "mine.pgn", "-o", "/dev/full"], FAILED);
    assert!(
        told.contains("cannot write /dev/full: no space is left; make room, or choose another file with -o"),
        "{told}"
    );
    // Where an error cannot be told, the code still says it.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_ttlab")).arg("swep").stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(USAGE));
}

#[test]
fn boards() {
    says(&["solve", "domineering", "0x5"], USAGE, "at least one row and one column");
    says(&["solve", "domineering", "8x88"], USAGE, "704 squares, at most 128 are supported");
    says(&["solve", "domineering", ""], USAGE, "expected ROWSxCOLUMNS");
}

#[test]
fn sizes() {
    says(&["solve", "domineering", "8x8", "--positions", "3K"], USAGE, "2K or 4K");
    says(&["sweep", "--positions", "8K,3K"], USAGE, "2K or 4K");
    says(&["solve", "domineering", "8x8", "--positions", "1"], FAILED, "at least 2");
    says(&["solve", "domineering", "8x8", "--positions", "1048576G"], FAILED, "cannot allocate");
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
    says(&["perft", "--fen", "8/8 w"], USAGE, "the FEN: column 4: expected 8 ranks, found 2");
    says(&["sweep", "thesis-table-2.1", "--depth", "7"], USAGE, "experiments has a depth; leave --depth out");
    says(&["sweep", "thesis-fig-2.12", "--depth", "3"], USAGE, "experiments has a depth; leave --depth out");
    says(&["sweep", "article-table-2", "--board", "6x7"], USAGE, "experiments has a board; leave --board out");
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
    assert!(complain(&SMALL.replacen("256", "3K", 1)).contains("2K or 4K"));
    assert!(complain(&SMALL.replacen('=', "", 1)).contains("./mine.toml:2:"));
    assert!(!folder.path().join("results").exists());
    says(&["sweep", "nowhere.toml"], FAILED, "cannot read nowhere.toml: there is no such file");
}

#[test]
fn games() {
    let folder = folder();
    let complain = |text: &str, rest: &[&str], code: i32| {
        fs::write(folder.path().join("mine.pgn"), text).unwrap();
        complaint(folder.path(), &[&["sweep", "--pgn", "mine.pgn"], rest].concat(), code)
    };
    assert!(complain("1. e4 e5 *", &["--from-move", "9"], FAILED).contains("the rule takes no position"));
    assert!(complain("1. e4 e5 *", &["--games", "2"], FAILED).contains("there is no game 2: 1 game in all"));
    assert!(complain("1. e4\ne7", &[], FAILED).contains("mine.pgn: line 2, column 1"));
    assert!(complain("1. e4 e5 *", &["--positions", "1"], FAILED).contains("fewer positions than an entry"));
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
    let made = folder.path().join("made.sqlite");
    ttlab(folder.path()).args(["sweep", "tutorial-table", "--max-nodes", "1", "--db", "made.sqlite"]).unwrap();
    let bytes = fs::read(&made).unwrap();
    let packed = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    let whole = packed(&bytes);
    for (arguments, expected) in [
        (
            &["report", "tutorial-table", "--full", "--db", "made.sqlite"][..],
            "made.sqlite has no rows of the full parts of these experiments, only of the quick ones: leave --full \
             out, or run `cargo xtask sweep tutorial-table --full --db made.sqlite`\n",
        ),
        (
            &["report", "thesis-fig-2.12", "--full", "--db", "made.sqlite"],
            "run `cargo xtask sweep --full --db made.sqlite` with their names\n",
        ),
    ] {
        let told = complaint(folder.path(), arguments, FAILED);
        assert!(told.ends_with(expected), "{told}");
    }
    fs::create_dir(folder.path().join("dir.gz")).unwrap();
    for (name, bytes) in [
        ("empty", &[][..]),
        ("empty.gz", &[]),
        ("nothing.gz", &packed(&[])),
        ("cut.gz", &whole[..whole.len() / 2]),
        ("text.gz", b"this is no database"),
        ("packed-text.gz", &packed(text.as_bytes())),
        ("cut.sqlite", &bytes[..bytes.len() / 2]),
        ("half.gz", &packed(&bytes[..bytes.len() / 2])),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let fetch = "fetch it again, or name another with --db\n";
    for (name, what, hint) in [
        ("empty", "nothing is in empty yet: ", "run `cargo xtask sweep`, or name another with --db\n"),
        ("empty.gz", "empty.gz is empty; ", fetch),
        ("nothing.gz", "there is nothing packed in nothing.gz; ", fetch),
        ("cut.gz", "cannot unpack cut.gz: it ends too early; ", fetch),
        ("text.gz", "text.gz is not packed by gzip; take the .gz off its name if it is a database, or ", fetch),
        ("packed-text.gz", "packed-text.gz is no database; ", "choose another file (a sweep takes --db)\n"),
        ("cut.sqlite", "cut.sqlite is damaged (", "restore it from a copy, or move it away and run again\n"),
        ("half.gz", "half.gz is damaged (", "restore it from a copy, or move it away and run again\n"),
        ("dir.gz", "dir.gz: it is a folder; ", "name a file in it\n"),
    ] {
        for command in ["report", "claims", "export"] {
            let told = complaint(folder.path(), &[command, "--db", name], FAILED);
            assert!(told.contains(what) && told.ends_with(hint), "{command} {name}: {told}");
        }
    }
    assert!(complaint(folder.path(), &["sweep", "--db", "dir.gz"], FAILED).contains("dir.gz is a folder; name a file"));
    says(&["merge", "a.sqlite", "-o", "b.sqlite"], FAILED, "a.sqlite: there is no such database");
}

#[test]
fn folders_that_cannot_be_written() {
    says(&["sweep", "--db", "/dev/null/x/y.sqlite"], FAILED, "cannot make the folder /dev/null/x: a part of its path");
    let folder = folder();
    let told = complaint(folder.path(), &["sweep", "--db", "x.sqlite", "--out", "/dev/null/x"], FAILED);
    let reason = "a part of its path is no folder; choose another with --out";
    assert!(told.contains(&format!("cannot make the folder /dev/null/x: {reason}")), "{told}");
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

/// Root may read anything, and then there is nothing to see.
#[cfg(unix)]
#[test]
fn a_database_of_somebody_else() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    for name in ["x.sqlite", "x.sqlite.gz"] {
        let path = folder.path().join(name);
        fs::write(&path, "secret").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        if fs::read(&path).is_ok() {
            return;
        }
        let told = complaint(folder.path(), &["claims", "--db", name], FAILED);
        assert!(
            told.ends_with(&format!("cannot read {name}: permission is denied; check who may read it\n")),
            "{told}"
        );
    }
}

/// Its positions together have a history of two hundred million keys, which took 1.6 GB.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_needs_little_memory() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("long.pgn"), "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5_000)).unwrap();
    let limited = "ulimit -v 400000 && exec \"$0\" testset long.pgn -q -o long.csv";
    let mut command = Command::new("sh");
    command.current_dir(path).args(["-c", limited, env!("CARGO_BIN_EXE_ttlab")]).assert().success();
    assert_eq!(fs::read_to_string(path.join("long.csv")).unwrap().lines().count(), 20_001);
}
