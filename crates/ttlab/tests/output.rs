//! Output for programs: every JSON object has the fields that `docs/src/output.md` lists, of the types it says, and no
//! others.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

const PAGE: &str = include_str!("../../../docs/src/output.md");
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.toml");
const PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";

/// The fields of a section and their types, as far as the page lists them.
fn documented(section: &str) -> BTreeMap<String, String> {
    let (_, rest) = PAGE.split_once(&format!("\n## {section}\n")).unwrap_or_else(|| panic!("no section {section}"));
    let rows = rest.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
    let row = |row: &str| {
        let mut columns = row.split('|').map(str::trim);
        let name = columns.nth(1).unwrap().trim_matches('`').to_owned();
        (name, columns.next().unwrap().to_owned())
    };
    rows.map(row).collect()
}

/// The fields of an object with the types of their values. Objects whose fields are names of moves or games are listed
/// with a star.
fn fields(object: &Value, path: &str, found: &mut BTreeMap<String, Vec<&'static str>>) {
    let kind = match object {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        found.entry(path.to_owned()).or_default().push(kind);
    }
    match object {
        Value::Array(values) => values.iter().for_each(|value| {
            let path = format!("{path}[]");
            // A list of objects lists their fields, not the objects.
            fields(value, &path, found);
            if value.is_object() {
                found.remove(&path);
            }
        }),
        Value::Object(map) => {
            for (name, value) in map {
                let is_named = ["moves", "games", "checks[].facts.nodes_per_second"].contains(&path);
                let name = if is_named { "*" } else { name };
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                fields(value, &path, found);
            }
        }
        _ => {}
    }
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::cargo_bin("ttlab").unwrap().current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Compares what these commands print together with a section of the page.
#[track_caller]
fn agrees(section: &str, folder: &Path, commands: &[&[&str]]) {
    let mut found = BTreeMap::new();
    for command in commands {
        let text = run(folder, &[command, &["--format", "json"][..]].concat());
        assert_eq!(text.lines().count(), 1, "{text}");
        fields(&serde_json::from_str(&text).unwrap(), "", &mut found);
    }
    let mut expected = documented(section);
    // What counts on other processors is not listed.
    let is_listed = cfg!(target_arch = "x86_64");
    expected.retain(|name, _| is_listed || !name.starts_with("checks[].facts.features[]"));
    // Of sweeps in which a cell fails: sweeps.rs has one.
    expected.retain(|name, _| !name.starts_with("failed[]"));
    let table = documented("The table");
    for place in ["table", "searches[].table"] {
        if expected.contains_key(place) {
            expected.extend(table.iter().map(|(name, kind)| (format!("{place}.{name}"), kind.clone())));
        }
    }
    let names = |name: &String| name.clone();
    assert_eq!(
        found.keys().map(names).collect::<Vec<_>>(),
        expected.keys().map(names).collect::<Vec<_>>(),
        "the fields of {section}"
    );
    for (name, kinds) in found {
        let allowed: Vec<&str> = expected[&name].split(" or ").collect();
        assert!(kinds.iter().all(|kind| allowed.contains(kind)), "{section}: {name} is {kinds:?}, not {allowed:?}");
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn sweeps() {
    let folder = folder();
    let path = folder.path();
    let limited = ["sweep", SMALL, "--board", "6x6", "--scheme", "new", "--max-nodes", "1K"];
    // The claims of a known experiment, and nothing of another one, which has no rows in this share.
    let few = ["sweep", "thesis-table-2.1", "--board", "2x2,2x3"];
    agrees("`ttlab sweep --format json`", path, &[&limited, &few]);
    agrees(
        "`ttlab sweep --dry-run --format json`",
        path,
        &[&["sweep", SMALL, "--dry-run"], &[&limited[..], &["--dry-run"]].concat()],
    );
    agrees("`ttlab sweep --verify N --format json`", path, &[&["sweep", SMALL, "--max-nodes", "1K", "--verify", "1"]]);
    agrees("`ttlab bench --rows --format json`", path, &[&["bench", "--rows"]]);
    agrees("`ttlab sweep --list --format json`", path, &[&["sweep", "--list"]]);

    let object: Value = serde_json::from_str(&run(path, &[&few[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!((object["cells_run"].as_u64(), object["cells_taken"].as_u64()), (Some(0), Some(3)));
    let experiment = &object["experiments"][0];
    assert_eq!((experiment["rows"].as_u64(), experiment["missing"].as_u64()), (Some(3), Some(0)));
    for file in object["files"].as_array().unwrap() {
        assert!(path.join(file.as_str().unwrap()).exists(), "{file}");
    }
}

#[test]
fn databases_and_test_sets() {
    let folder = folder();
    let path = folder.path();
    run(path, &["sweep", SMALL, "--full", "--db", "a.sqlite"]);
    agrees("`ttlab merge --format json`", path, &[&["merge", "a.sqlite", "-o", "b.sqlite"]]);
    run(path, &["sweep", "thesis-table-2.1", "--board", "2x2", "--db", "c.sqlite"]);
    agrees("`ttlab report --format json`", path, &[&["report", "--db", "c.sqlite"]]);
    agrees("`ttlab claims --format json`", path, &[&["claims", "--db", "c.sqlite"]]);
    fs::write(path.join("mine.pgn"), PGN).unwrap();
    agrees("`ttlab testset --format json`", path, &[&["testset", "mine.pgn"], &["testset", "mine.pgn", "-o", "m.csv"]]);
    assert_eq!(fs::read_to_string(path.join("m.csv")).unwrap(), run(path, &["testset", "mine.pgn"]));
}

#[test]
fn single_searches() {
    let folder = folder();
    let path = folder.path();
    agrees(
        "`ttlab solve domineering --format json`",
        path,
        &[
            &["solve", "domineering", "3x4", "--first", "both", "--audit"],
            &["solve", "domineering", "6x6", "--scheme", "none", "--max-nodes", "10"],
        ],
    );
    agrees(
        "`ttlab solve connect-four --format json`",
        path,
        &[&["solve", "connect-four", "52753311433677442422121"], &["solve", "connect-four", "4", "--max-nodes", "10"]],
    );
    fs::write(path.join("lines"), "52753311433677442422121 8\n").unwrap();
    agrees(
        "`ttlab solve connect-four --file --format json`",
        path,
        &[&["solve", "connect-four", "--file", "lines", "--mode", "tutorial"]],
    );
    agrees("`ttlab analyse --format json`", path, &[&["analyse", "--depth", "2"]]);
    agrees("`ttlab perft --format json`", path, &[&["perft", "--depth", "2"]]);
    agrees("`ttlab bench --format json`", path, &[&["bench"]]);
}

#[test]
fn a_check_up() {
    let folder = folder();
    let path = folder.path();
    let none = ["doctor", "thesis-table-2.1", "--db", "none.sqlite"];
    run(path, &["sweep", SMALL, "--full", "--db", "small.sqlite"]);
    let some = ["doctor", "article-table-2", "--full", "--db", "small.sqlite"];
    agrees("`ttlab doctor --format json`", path, &[&none, &some]);
    assert!(!path.join("none.sqlite").exists());

    let text = run(path, &["doctor", SMALL, "--full", "--db", "small.sqlite"]);
    let line = |name: &str| {
        let is_it = |line: &&str| line.split_whitespace().nth(1) == Some(name);
        text.lines().find(is_it).unwrap_or_else(|| panic!("{name}: {text}")).to_owned()
    };
    assert!(line("database").contains("schema 1, 1 row of this version and 0 of others"), "{text}");
    assert!(line("sweep").contains("1 cell, 0 of them to run"), "{text}");
    assert!(line("signature").starts_with("ok "), "{text}");
    assert!(text.lines().all(|line| ["ok", "note"].contains(&line.split(' ').next().unwrap())), "{text}");
}

#[test]
fn a_check_up_that_finds_a_problem() {
    let folder = folder();
    let path = folder.path().join("x.sqlite");
    fs::write(&path, "this is no database. ".repeat(100)).unwrap();
    for format in ["text", "json"] {
        let mut command = Command::cargo_bin("ttlab").unwrap();
        let output = command.args(["doctor", "--format", format, "--db"]).arg(&path).output().unwrap();
        let (out, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.starts_with("error: there is a problem") && told.lines().count() == 1, "{told}");
        assert!(out.contains("is no database; it was left as it is: move it away, or"), "{out}");
        assert_eq!(format == "json", serde_json::from_str::<Value>(&out).is_ok_and(|found| found["problems"] == 1));
    }
}

#[test]
fn quiet_is_quiet() {
    let folder = folder();
    fs::write(folder.path().join("mine.pgn"), PGN).unwrap();
    for arguments in [
        &["sweep", SMALL, "--full", "--db", "x.sqlite"][..],
        &["sweep", SMALL, "--db", "x.sqlite", "--shard", "1/9"],
        &["testset", "mine.pgn", "-o", "mine.csv"],
        &["solve", "domineering", "4x4"],
    ] {
        let run = |quiet: &[&str]| {
            let arguments = [arguments, quiet].concat();
            let mut command = Command::cargo_bin("ttlab").unwrap();
            let output = command.current_dir(folder.path()).args(&arguments).env("RUST_LOG", "info").output().unwrap();
            assert!(output.status.success(), "{arguments:?}");
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
        };
        let (out, told) = run(&["--quiet"]);
        assert!(told.is_empty() && !out.contains("written:"), "{arguments:?}: {told}{out}");
        let (loud, told) = run(&[]);
        assert_eq!(arguments[0] == "sweep", loud.contains("written:"), "{loud}");
        assert_eq!(arguments[0] == "solve", told.is_empty(), "{told}");
    }
}
