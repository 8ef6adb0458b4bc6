//! `SaveHash` and `LoadHash` of `ttlab uci`: a table outlives its program, and other files are refused.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::lab::TTLAB;
use crate::table_file::with_header;
use crate::uci::{Engine, ends_well};

const POSITION: &str = "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

impl Engine {
    /// Sends options, one a line, and returns what the engine says about them.
    fn set(&mut self, options: &str) -> Vec<String> {
        for option in options.lines() {
            self.send(format!("setoption name {option}").as_bytes());
        }
        self.until_ready()
    }

    /// Sets the file and presses a button, and returns the only line that is printed.
    fn press(&mut self, button: &str, file: &Path) -> String {
        let said = self.set(&format!("HashFile value {}\n{button}", file.display()));
        assert_eq!(said.len(), 1, "{said:?}");
        said[0].clone()
    }

    #[track_caller]
    fn saves(&mut self, file: &Path) {
        assert_eq!(self.press("SaveHash", file), format!("info string saved the table to {}", file.display()));
    }

    #[track_caller]
    fn loads(&mut self, file: &Path) {
        assert_eq!(self.press("LoadHash", file), format!("info string loaded the table from {}", file.display()));
    }

    /// Searches, and returns the nodes of the last iteration and all before it.
    fn nodes(&mut self, depth: u8) -> u64 {
        self.send(format!("{POSITION}\ngo depth {depth}").as_bytes());
        let lines = std::iter::from_fn(|| Some(self.wait_for(""))).take_while(|line| !line.starts_with("bestmove "));
        lines.filter_map(|line| line.split_once(" nodes ")?.1.split(' ').next()?.parse().ok()).last().unwrap()
    }
}

fn names(directory: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_table_of_any_scheme_of_buckets_outlives_the_engine() {
    let directory = tempfile::tempdir().unwrap();
    let [file, copy] = ["a table", "copy"].map(|name| directory.path().join(name));
    for options in [
        "Hash value 1",
        "Threads value 2",
        "Scheme value two-big1\nHash value 1",
        "Scheme value size-4",
        "Scheme value depth-4+age-8\nParts value move",
        "Program value alibaba\nSeed value 5",
        "Program value alibaba\nScheme value new\nThreads value 2",
    ] {
        let depth = if options.contains("alibaba") { 5 } else { 9 };
        let mut first = Engine::start();
        assert!(first.set(options).is_empty(), "{options}");
        let fresh = first.nodes(depth);
        first.saves(&file);
        // The table is in use as before, and the file replaces an older one.
        first.nodes(depth);
        first.saves(&file);
        drop(first);

        let mut second = Engine::start();
        second.set(options);
        second.loads(&file);
        second.saves(&copy);
        assert!(fs::read(&copy).unwrap() == fs::read(&file).unwrap(), "{options}");
        // The nodes of several threads vary.
        if options.contains("Threads") {
            continue;
        }
        let again = second.nodes(depth);
        let most = if options.contains("move") { fresh } else { fresh / 2 };
        assert!(again < most, "{options}: {again} nodes after {fresh}");
        second.send(b"ucinewgame");
        assert_eq!(second.nodes(depth), fresh, "{options}: cleared");
    }
    assert_eq!(names(&directory), ["a table", "copy"], "no temporary file is left");
}

#[test]
fn other_files_are_refused_and_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let file = path("table");
    let mut engine = Engine::start();
    engine.set("Hash value 1");
    engine.nodes(8);
    engine.saves(&file);
    let bytes = fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    damaged[500_000] ^= 1;
    let header = String::from_utf8_lossy(&bytes[..1_000]).into_owned();
    let version = header.lines().find(|line| line.starts_with("version: ")).unwrap();
    let other_version = with_header(&bytes, version, "version: 0123456789abcdef");
    for (name, content) in [
        ("damaged", &damaged[..]),
        ("short", &bytes[..bytes.len() - 100]),
        ("long", &[&bytes[..], b"x"].concat()),
        ("version", &other_version),
        ("notes", b"these are my notes"),
        ("empty", b""),
    ] {
        fs::write(path(name), content).unwrap();
    }
    fs::create_dir(path("directory")).unwrap();
    let again = engine.nodes(8);

    // The same searches, with refused files between them.
    let mut engine = Engine::start();
    engine.set("Hash value 1");
    engine.nodes(8);
    for (name, reason) in [
        ("damaged", "damaged: a checksum is wrong; delete it, or choose another file"),
        ("short", "truncated: "),
        ("long", "damaged: "),
        ("version", "written by another version of the program: expected version `"),
        ("notes", "not a transposition table; choose another file"),
        ("empty", "not a transposition table; choose another file"),
        ("directory", "it is a directory; choose a file in it"),
        ("nothing", "no such file or directory; check its path"),
    ] {
        let said = engine.press("LoadHash", &path(name));
        let start = format!("info string error: cannot load the table from {}: {reason}", path(name).display());
        assert!(said.starts_with(&start), "{name}: {said}");
    }
    let no_file = engine.set("HashFile value <empty>\nLoadHash\nSaveHash");
    assert_eq!(no_file, ["info string error: HashFile is not set; set it to the path of a file"; 2]);
    assert_eq!(engine.nodes(8), again, "a file that is refused changes nothing");

    // What is not a table is not replaced, and neither is a table by an empty one.
    for (name, reason) in [
        ("notes", "not a transposition table"),
        ("directory", "it is a directory"),
        ("no/directory", "no such file or directory"),
    ] {
        let said = engine.press("SaveHash", &path(name));
        assert!(said.contains(&format!(": cannot save the table to {}: {reason}", path(name).display())), "{said}");
    }
    assert_eq!(fs::read(path("notes")).unwrap(), b"these are my notes");
    #[cfg(target_os = "linux")]
    assert!(engine.press("SaveHash", Path::new("/dev/full")).ends_with("choose an ordinary file"));
    engine.send(b"ucinewgame");
    assert!(engine.press("SaveHash", &file).contains("error: cannot save the table: it is empty; search"));

    for (options, reason) in [
        ("Hash value 2", "expected positions `"),
        ("Scheme value deep", "expected contents `chess program=engine scheme=deep parts=all seed="),
        ("Parts value score", "expected contents `chess program=engine scheme=depth-3+age-8+packed parts=score"),
        ("Seed value 3", "expected contents `chess program=engine scheme=depth-3+age-8+packed parts=all seed=3`"),
        ("Program value alibaba", "expected contents `chess program=alibaba "),
        ("Threads value 2", "expected guard `"),
        ("Scheme value none", "error: the scheme none has no table to save or load; set Scheme"),
        ("Scheme value chained-big1", "does not support threads or table files; choose another scheme"),
    ] {
        let mut engine = Engine::start();
        let said = engine.set(&format!("Hash value 1\n{options}"));
        assert!(said.is_empty(), "{said:?}");
        let said = engine.press("LoadHash", &file);
        assert!(said.contains(reason), "{options}: {said}");
    }
    assert!(fs::read(&file).unwrap() == bytes);
}

/// A program that is killed while it saves leaves the old file, and the next one removes the part of the new file.
#[test]
fn a_killed_engine_leaves_the_old_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("table");
    let mut engine = Engine::start();
    engine.set("Hash value 32");
    engine.nodes(7);
    engine.saves(&file);
    let before = fs::read(&file).unwrap();
    let mut parts = 0;
    for try_number in 0..20 {
        let mut killed = Engine::start();
        killed.set("Hash value 32");
        killed.nodes(8);
        killed.send(format!("setoption name HashFile value {}\nsetoption name SaveHash", file.display()).as_bytes());
        let begun = Instant::now();
        while names(&directory).len() < 2 && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_micros(100));
        }
        thread::sleep(Duration::from_millis(try_number));
        killed.child.kill().unwrap();
        killed.child.wait().unwrap();
        if names(&directory).len() < 2 {
            // It was faster, and the whole new file is there.
            engine.saves(&file);
            continue;
        }
        assert!(fs::read(&file).unwrap() == before, "the old file does not change");
        parts += 1;
        if parts == 3 {
            break;
        }
    }
    assert!(parts > 0, "no engine was killed while it saved");
    let mut next = Engine::start();
    next.set("Hash value 32");
    next.loads(&file);
    next.nodes(7);
    next.saves(&file);
    assert_eq!(names(&directory), ["table"], "nothing is left of the killed engines");
}

/// A limit of the size of a file has the effect of a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_does_not_fit_leaves_the_old_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("table");
    let mut engine = Engine::start();
    engine.set("Hash value 1");
    engine.nodes(7);
    engine.saves(&file);
    let before = fs::read(&file).unwrap();
    // 512 KB. Without the signal, writing more is an error.
    let script = r#"trap '' XFSZ; ulimit -f 1000; exec "$0" uci"#;
    let mut command = Command::new("sh");
    command.args(["-c", script, TTLAB]);
    let mut limited = Engine::of(command);
    limited.set("Hash value 1");
    limited.nodes(8);
    let said = limited.press("SaveHash", &file);
    assert!(said.starts_with("info string error: cannot save the table to "), "{said}");
    assert!(fs::read(&file).unwrap() == before);
    assert_eq!(names(&directory), ["table"], "nothing is left of the new file");
    assert!(limited.nodes(9) > 0, "the engine goes on");
}

/// A script sends `quit` at once, and its search takes longer than the engine waits for it.
#[test]
fn a_table_is_saved_before_the_engine_quits() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("table");
    let mut engine = Engine::start();
    let file_name = file.display();
    let script =
        format!("go nodes 100000000\nsetoption name HashFile value {file_name}\nsetoption name SaveHash\nquit");
    engine.send(script.as_bytes());
    assert!(ends_well(&mut engine.child));
    let mut next = Engine::start();
    next.loads(&file);
}

#[test]
fn a_new_game_keeps_the_table_if_it_is_never_cleared() {
    let mut engine = Engine::start();
    let fresh = engine.nodes(9);
    engine.send(b"ucinewgame");
    assert_eq!(engine.nodes(9), fresh);
    engine.set("NeverClearHash value true");
    engine.send(b"ucinewgame");
    assert!(engine.nodes(9) < fresh / 2);
    engine.set("Clear Hash");
    engine.send(b"ucinewgame");
    assert_eq!(engine.nodes(9), fresh, "the button clears it nevertheless");
}
