//! JSON output: every object is valid by `docs/src/ttlab-output.schema.json`.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::python::{can_import, python};

const SCHEMA: &str = include_str!("../../../../docs/src/ttlab-output.schema.json");
const SCHEMA_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/ttlab-output.schema.json");
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/small.toml");
const PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";

/// Validates each line of the standard input by a definition of the schema.
const VALIDATE: &str = r##"
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
del schema["anyOf"]
schema["$ref"] = "#/$defs/" + sys.argv[2]
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
outputs = map(json.loads, sys.stdin)
problems = [(number, error) for number, output in enumerate(outputs, 1) for error in validator.iter_errors(output)]
sys.exit("\n".join(f"command {number}: {error.json_path}: {error.message}" for number, error in problems) or 0)
"##;

static HAS_VALIDATOR: LazyLock<bool> = LazyLock::new(|| can_import("jsonschema"));

fn run(directory: &Path, arguments: &[&str]) -> String {
    let output = Command::cargo_bin("ttlab").unwrap().current_dir(directory).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that each of these commands prints one line that is valid by a definition of the schema.
#[track_caller]
fn agrees(definition: &str, directory: &Path, commands: &[&[&str]]) {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    assert!(schema["$defs"][definition].is_object(), "the schema has no definition `{definition}`");
    let printed = commands.iter().map(|command| {
        let text = run(directory, &[command, &["--format", "json"][..]].concat());
        assert_eq!(text.lines().count(), 1, "{text}");
        text.trim_end().to_owned() + "\n"
    });
    let printed: String = printed.collect();
    if *HAS_VALIDATOR {
        let arguments = ["-c", VALIDATE, SCHEMA_FILE, definition];
        Command::new(python()).args(arguments).write_stdin(printed).assert().success();
    }
}

/// A reference to nothing would only be noticed where it is followed.
#[test]
fn every_reference_of_the_schema_has_a_definition() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let definitions = schema["$defs"].as_object().unwrap();
    let references: Vec<&str> = SCHEMA.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(references.len() > 20);
    let missing: Vec<_> = references.into_iter().filter(|&name| !definitions.contains_key(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn directory() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn readings_and_comparisons() {
    let directory = directory();
    let path = directory.path();
    agrees("schemes", path, &[&["schemes"]]);
    agrees("questions", path, &[&["readings"], &["readings", "depth", "domi-1998"]]);
    run(path, &["sweep", "thesis-fig-2.12", "--board", "6x7", "--positions", "1K,2K", "--seeds", "2", "-q"]);
    let two = ["compare", "two-big1", "deep"];
    let of_positions = [&two[..], &["--by-position"]].concat();
    let one_seed = [&two[..], &["thesis-fig-2.12", "--level", "0.9", "--seeds", "1"]].concat();
    agrees("compare", path, &[&two, &of_positions, &one_seed]);
    let fit = ["fit", "forensics-table-2", "--depth", "3", "--reading", "alibaba-1994", "--scheme", "none"];
    agrees("fit", path, &[&fit]);
    let decided = ["--until-decided", "--within", "50%", "--seeds", "4", "--board", "6x7", "--positions", "1K"];
    let sweep = [&["sweep", "thesis-fig-2.12"][..], &decided].concat();
    let text = run(path, &sweep);
    assert!(text.contains("Deep / TwoBig1") && text.contains("decided"), "{text}");
    agrees("sweep", path, &[&sweep]);
    let object: Value = serde_json::from_str(&run(path, &[&sweep[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!(object["decisions"]["comparisons"].as_array().unwrap().len(), 4);
}

#[test]
fn sweeps() {
    let directory = directory();
    let path = directory.path();
    let limited = ["sweep", SMALL, "--board", "6x6", "--scheme", "new", "--max-nodes", "1K"];
    // A built-in experiment with claims.
    let few = ["sweep", "thesis-table-2.1", "--board", "2x2,2x3"];
    agrees("sweep", path, &[&limited, &few]);
    agrees("sweep-dry-run", path, &[&["sweep", SMALL, "--dry-run"], &[&limited[..], &["--dry-run"]].concat()]);
    agrees("sweep-verify", path, &[&["sweep", SMALL, "--max-nodes", "1K", "--verify", "1"]]);
    agrees("bench-rows", path, &[&["bench", "--rows"]]);
    agrees("sweep-list", path, &[&["sweep", "--list"]]);

    let object: Value = serde_json::from_str(&run(path, &[&few[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!((object["cells_run"].as_u64(), object["cells_reused"].as_u64()), (Some(0), Some(3)));
    let experiment = &object["experiments"][0];
    assert_eq!((experiment["rows"].as_u64(), experiment["missing"].as_u64()), (Some(3), Some(0)));
    for file in object["files"].as_array().unwrap() {
        assert!(path.join(file.as_str().unwrap()).exists(), "{file}");
    }
}

#[test]
fn scans() {
    let directory = directory();
    let path = directory.path();
    let scan = ["scan", "depth-4+age-8", "--weight", "0,8", "--depth", "2", "--positions", "64", "--seeds", "2"];
    agrees("sweep-dry-run", path, &[&[&scan[..], &["--dry-run"]].concat()]);
    let text = run(path, &scan);
    assert!(text.contains("nodes relative to depth-4+age-8") && text.contains("default: weight 8"), "{text}");
    let grid = [&scan[..], &["--margin", "0..2", "--in", "chess-endgame"]].concat();
    agrees("scan", path, &[&scan, &grid]);
    let object: Value = serde_json::from_str(&run(path, &[&scan[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!((object["cells_run"].as_u64(), object["cells_taken"].as_u64()), (Some(0), Some(12)), "it is resumed");
    assert_eq!(object["points"][1]["ratio"].as_f64(), Some(1.0), "the default");
    for file in object["files"].as_array().unwrap() {
        assert!(path.join(file.as_str().unwrap()).exists(), "{file}");
    }
    let csv = fs::read_to_string(path.join("results/scan-chess-depth-4+age-8-age.csv")).unwrap();
    assert!(csv.starts_with("scheme,weight,ratio,low,high,may_be_best\ndepth-4,0,"), "{csv}");
}

#[test]
fn databases_and_test_sets() {
    let directory = directory();
    let path = directory.path();
    run(path, &["sweep", SMALL, "--full", "--db", "a.sqlite"]);
    agrees("merge", path, &[&["merge", "a.sqlite", "-o", "b.sqlite"]]);
    run(path, &["sweep", "thesis-table-2.1", "--board", "2x2", "--db", "c.sqlite"]);
    agrees("report", path, &[&["report", "--db", "c.sqlite"]]);
    agrees("claims", path, &[&["claims", "--db", "c.sqlite"]]);
    fs::write(path.join("mine.pgn"), PGN).unwrap();
    agrees("testset", path, &[&["testset", "mine.pgn"], &["testset", "mine.pgn", "-o", "m.csv"]]);
    assert_eq!(fs::read_to_string(path.join("m.csv")).unwrap(), run(path, &["testset", "mine.pgn"]));
}

#[test]
fn single_searches() {
    let directory = directory();
    let path = directory.path();
    let best = ["solve", "domineering", "4x5", "--mode", "best"];
    let with = |options: &[&'static str]| [&best[..], options].concat();
    let (both, none) = (with(&["--first", "both", "--without", "packing,etc"]), with(&["--scheme", "none"]));
    let stopped = with(&["--first", "h", "--without", "packing,bands", "--max-nodes", "10"]);
    let audited = ["solve", "domineering", "3x4", "--first", "both", "--audit"];
    agrees("solve-domineering", path, &[&audited, &best, &both, &none, &stopped]);
    agrees(
        "solve-connect-four",
        path,
        &[&["solve", "connect-four", "52753311433677442422121"], &["solve", "connect-four", "4", "--max-nodes", "10"]],
    );
    fs::write(path.join("lines"), "52753311433677442422121 8\n").unwrap();
    agrees("solve-connect-four-file", path, &[&["solve", "connect-four", "--file", "lines", "--mode", "tutorial"]]);
    let two = ["analyse", "--depth", "4", "--threads", "2"];
    let tables = ["analyse", "--depth", "2", "--search", "pawn-table+evaluation-table"];
    let limited = [&two[..], &["--max-nodes", "500"]].concat();
    agrees("analyse", path, &[&["analyse", "--depth", "2"], &two, &limited, &tables]);
    let short = ["match", "--scheme", "deep", "--against", "none", "--nodes", "100", "--pairs", "2"];
    let tested = [&short[..], &["--sprt", "-5,5", "--elo-model", "logistic", "--search-against", "mtd"]].concat();
    let timed = ["match", "--scheme", "none", "--movetime", "1ms", "--pairs", "1", "--openings", "drawn.epd"];
    fs::write(path.join("drawn.epd"), "8/8/4k3/8/8/4K3/4P3/8 w - - hmvc 90;\n").unwrap();
    agrees("match", path, &[&short, &tested, &timed]);
    agrees("perft", path, &[&["perft", "--depth", "2"]]);
    agrees("bench", path, &[&["bench"]]);
}

#[test]
fn traces() {
    let directory = directory();
    let small = ["trace", "domineering", "4x4", "--scheme", "two-deep", "--positions", "16"];
    let short = ["trace", "connect-four", "--board", "4x4", "--scheme", "deep", "--depth", "5", "--events", "100"];
    agrees("trace", directory.path(), &[&small, &short, &["trace", "tic-tac-toe", "--scheme", "none"]]);
}

#[test]
fn replays() {
    let directory = directory();
    let path = directory.path();
    for search in ["chess --depth 5", "domineering 5x5 --first h", "connect-four 52753311433677442422121"] {
        let arguments = search.split(' ').chain(["-q", "-o", "t.trace"]);
        run(path, &["trace-record"].into_iter().chain(arguments).collect::<Vec<_>>());
        let some = ["replay", "t.trace", "--scheme", "two-big1,new,deep,big1,chained-deep", "--positions", "16,64"];
        agrees("replay-means", path, &[&["replay", "t.trace", "t.trace", "--scheme", "two-big1,new"]]);
        agrees("replay", path, &[&["replay", "t.trace"], &some, &[&some[..], &["--real"]].concat()]);
        let text = run(path, &[&some[..], &["--real"]].concat());
        assert_eq!(text.matches("rank correlation").count(), 2, "{text}");
        assert!(["exact", "PFOO-L", "\ntwo-big1", "load"].iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn threads_analyse_a_position_together() {
    let directory = directory();
    let analysed = |arguments: &[&str]| -> Value {
        let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
        let all = [&["analyse", mate, "--format", "json", "--positions", "8K"], arguments].concat();
        serde_json::from_str(&run(directory.path(), &all)).unwrap()
    };
    let counts = |analysis: &Value| {
        let depths = analysis["depths"].as_array().unwrap().iter().map(|depth| depth["nodes"].clone());
        (depths.collect::<Vec<_>>(), analysis["nodes"].clone(), analysis["table"].clone())
    };
    let alone = analysed(&["--depth", "6"]);
    let one = analysed(&["--depth", "6", "--threads", "1", "--parallel", "lazy"]);
    assert_eq!(counts(&one), counts(&alone));
    assert!(one.get("parallel").is_none() && one.get("nodes_of_threads").is_none());
    assert!(one.get("evaluation_tables").is_none());
    let tables = analysed(&["--depth", "3", "--search", "pawn-table"]);
    let usage = &tables["evaluation_tables"]["pawn-table"];
    assert!(usage["hits"].as_u64().unwrap() < usage["look_ups"].as_u64().unwrap(), "{tables}");
    let text = run(directory.path(), &["analyse", "--depth", "3", "--threads", "2"]);
    assert!(text.contains("\nthreads: ") && text.contains(" nodes (abdada)\n"), "{text}");
    let shares = |analysis: &Value| -> Vec<u64> {
        let shares = analysis["nodes_of_threads"].as_array().unwrap();
        shares.iter().map(|nodes| nodes.as_u64().unwrap()).collect()
    };
    for (threads, parallel) in [("2", "lazy"), ("2", "abdada"), ("3", "lazy"), ("3", "abdada")] {
        let some = analysed(&["--depth", "6", "--threads", threads, "--parallel", parallel]);
        assert_eq!(some["parallel"], parallel);
        assert_eq!(shares(&some).len().to_string(), threads);
        let last = |analysis: &Value| analysis["depths"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last(&some)["score"], &last(&some)["depth"]), (&last(&alone)["score"], &last(&alone)["depth"]));
        assert_eq!(last(&some)["score"], "mate 3");
        let nodes = some["nodes"].as_u64().unwrap();
        assert_eq!(shares(&some).iter().sum::<u64>(), nodes);
        // A repeated position is not looked up.
        let look_ups = some["table"]["look_ups"].as_u64().unwrap();
        assert!((nodes / 2..=nodes).contains(&look_ups), "the look-ups of all threads: {some}");
        assert!(last(&some)["nodes"].as_u64().unwrap() <= nodes);
        let limited = analysed(&["--depth", "20", "--max-nodes", "3K", "--threads", threads, "--parallel", parallel]);
        let nodes = shares(&limited).iter().sum::<u64>();
        assert!(limited["stopped"] == true && (1..=3_000).contains(&nodes), "{limited}");
    }
}

#[test]
fn a_check_up() {
    let directory = directory();
    let path = directory.path();
    let none = ["doctor", "thesis-table-2.1", "--db", "none.sqlite"];
    run(path, &["sweep", SMALL, "--full", "--db", "small.sqlite"]);
    let some = ["doctor", "article-table-2", "--full", "--db", "small.sqlite"];
    agrees("doctor", path, &[&none, &some]);
    assert!(!path.join("none.sqlite").exists());

    let text = run(path, &["doctor", SMALL, "--full", "--db", "small.sqlite"]);
    let line = |name: &str| {
        let is_it = |line: &&str| line.split_whitespace().nth(1) == Some(name);
        text.lines().find(is_it).unwrap_or_else(|| panic!("{name}: {text}")).to_owned()
    };
    assert!(["small.sqlite", "1 row "].iter().all(|fact| line("database").contains(fact)), "{text}");
    assert!(line("sweep").contains("1 cell, 0 "), "{text}");
    assert!(line("signature").starts_with("ok "), "{text}");
    assert!(text.lines().all(|line| ["ok", "note"].contains(&line.split(' ').next().unwrap())), "{text}");
}

#[test]
fn a_check_up_that_finds_a_problem() {
    let directory = directory();
    let path = directory.path().join("x.sqlite");
    fs::write(&path, "This is not a database. ".repeat(100)).unwrap();
    for format in ["text", "json"] {
        let mut command = Command::cargo_bin("ttlab").unwrap();
        let output = command.args(["doctor", "--format", format, "--db"]).arg(&path).output().unwrap();
        let (out, message) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.starts_with("error: ") && message.contains("1 problem"), "{message}");
        assert!(out.contains(&path.display().to_string()), "{out}");
        assert_eq!(format == "json", serde_json::from_str::<Value>(&out).is_ok_and(|found| found["problems"] == 1));
    }
}

#[test]
fn quiet_is_quiet() {
    let directory = directory();
    fs::write(directory.path().join("mine.pgn"), PGN).unwrap();
    for arguments in [
        &["sweep", SMALL, "--full", "--db", "x.sqlite"][..],
        &["sweep", SMALL, "--db", "x.sqlite", "--shard", "1/9"],
        &["testset", "mine.pgn", "-o", "mine.csv"],
        &["solve", "domineering", "4x4"],
    ] {
        let run = |quiet: &[&str]| {
            let arguments = [arguments, quiet].concat();
            let mut command = Command::cargo_bin("ttlab").unwrap();
            let output = command.current_dir(directory.path()).args(&arguments).output().unwrap();
            assert!(output.status.success(), "{arguments:?}");
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
        };
        let (quiet_out, quiet_notes) = run(&["--quiet"]);
        assert!(quiet_notes.is_empty(), "{arguments:?}: {quiet_notes}");
        let (out, notes) = run(&[]);
        let is_timed = arguments[0] == "solve";
        assert!(is_timed || out == quiet_out, "{arguments:?}: the output is the same");
        assert_eq!(arguments[0] == "sweep", notes.contains("written:"), "{notes}");
        assert_eq!(is_timed, notes.is_empty(), "{notes}");
    }
}
