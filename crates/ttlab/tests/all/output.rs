//! JSON output: every object is valid by `docs/src/ttlab-output.schema.json`.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::Command;
use serde_json::Value;

use crate::lab::{Lab, Printed, SMALL};
use crate::python::{can_import, python};

const SCHEMA_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/ttlab-output.schema.json");
const PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";

const ROWS_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/ttlab-rows.schema.json");

/// Validates lines of the standard input, each a definition of the schema, a tab, and an object.
const VALIDATE: &str = r##"
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
del schema["anyOf"]
jsonschema.Draft202012Validator.check_schema(schema)
problems = []
for line in sys.stdin:
    definition, output = line.split("\t", 1)
    validator = jsonschema.Draft202012Validator({**schema, "$ref": "#/$defs/" + definition})
    errors = validator.iter_errors(json.loads(output))
    problems += (f"{definition}: {error.json_path}: {error.message}" for error in errors)
sys.exit("\n".join(problems) or 0)
"##;

/// Commands, run in this order in one directory, each with the definition of its output. Those without a definition
/// only prepare others.
const COMMANDS: &[(&str, &str)] = &[
    ("schemes", "schemes"),
    ("questions", "readings"),
    ("questions", "readings depth domi-1998"),
    ("", "sweep thesis-fig-2.12 --board 6x7 --positions 1K,2K --seeds 2"),
    ("compare", "compare two-big1 deep"),
    ("compare", "compare two-big1 deep --by-position"),
    ("compare", "compare two-big1 deep thesis-fig-2.12 --level 0.9 --seeds 1"),
    ("fit", "fit forensics-table-2 --depth 3 --reading alibaba-1994 --scheme none"),
    ("sweep", "sweep thesis-fig-2.12 --until-decided --within 50% --seeds 4 --board 6x7 --positions 1K"),
    ("sweep", "sweep SMALL --board 6x6 --scheme new --max-nodes 1K"),
    // A built-in experiment with claims.
    ("sweep", "sweep thesis-table-2.1 --board 2x2,2x3"),
    ("sweep-dry-run", "sweep SMALL --dry-run"),
    ("sweep-dry-run", "sweep SMALL --board 6x6 --scheme new --max-nodes 1K --dry-run"),
    ("sweep-verify", "sweep SMALL --max-nodes 1K --verify 1"),
    ("sweep-list", "sweep --list"),
    ("bench-rows", "bench --rows"),
    ("sweep-dry-run", "scan depth-4+age-8 --weight 0,8 --depth 2 --positions 64 --dry-run"),
    ("scan", "scan depth-4+age-8 --weight 0,8 --depth 2 --positions 64 --seeds 2"),
    ("scan", "scan depth-4+age-8 --weight 0 --margin 0..2 --in chess-endgame --depth 2 --positions 64 --seeds 2"),
    ("merge", "merge results/ttlab.sqlite -o b.sqlite"),
    ("report", "report"),
    ("claims", "claims"),
    ("testset", "testset mine.pgn"),
    ("testset", "testset mine.pgn -o m.csv"),
    ("solve-domineering", "solve domineering 3x4 --first both --audit"),
    ("solve-domineering", "solve domineering 4x5 --program best"),
    ("solve-domineering", "solve domineering 4x5 --program best --first both --without packing,etc"),
    ("solve-domineering", "solve domineering 4x5 --program best --scheme none"),
    ("solve-domineering", "solve domineering 4x5 --program best --first h --without packing,bands --max-nodes 10"),
    ("solve-domineering-classes", "solve domineering --classes 2..3x2..7 --max-nodes 5"),
    ("solve-connect-four", "solve connect-four 52753311433677442422121"),
    ("solve-connect-four", "solve connect-four 4 --max-nodes 10"),
    ("solve-connect-four-file", "solve connect-four --file lines --program historic"),
    ("book-connect-four", "book connect-four --board 4x4 --plies 3 --verify 2"),
    ("book-connect-four", "book connect-four --board 4x4 --plies 3"),
    ("analyse", "analyse --depth 2"),
    ("analyse", "analyse --depth 4 --threads 2"),
    ("analyse", "analyse --depth 4 --threads 2 --max-nodes 500"),
    ("analyse", "analyse --depth 2 --without iir --with pv-cutoffs --scheme none"),
    ("analyse", "analyse --program historic --depth 4 --threads 2 --max-nodes 500"),
    ("analyse", "analyse --program historic --depth 2 --search pawn-table+evaluation-table"),
    ("match", "match --scheme deep --against none --nodes 100 --pairs 2"),
    ("match", "match --program historic --nodes 100 --pairs 2 --sprt -5,5 --search-against mtd"),
    ("match", "match --scheme none --movetime 1ms --pairs 1 --openings drawn.epd"),
    ("perft", "perft --depth 2"),
    ("bench", "bench"),
    ("trace", "trace domineering 4x4 --scheme two-deep --positions 16"),
    ("trace", "trace connect-four --board 4x4 --scheme deep --depth 5 --events 100"),
    ("trace", "trace tic-tac-toe --scheme none"),
    ("", "trace-record chess --depth 5 -o t.trace"),
    ("replay", "replay t.trace"),
    ("replay", "replay t.trace --scheme two-big1,new,deep,big1,chained-deep --positions 16,64 --real"),
    ("replay-means", "replay t.trace t.trace --scheme two-big1,new"),
    ("doctor", "doctor thesis-table-2.1 --db none.sqlite"),
];

#[test]
fn the_schema_is_generated() {
    let help = "write it with `cargo xtask output-schema > docs/src/ttlab-output.schema.json`";
    assert!(Lab::new().run(&["output-schema"]) == fs::read_to_string(SCHEMA_FILE).unwrap(), "{help}");
    let help = "write it with `cargo xtask output-schema --rows > docs/src/ttlab-rows.schema.json`";
    assert!(Lab::new().run(&["output-schema", "--rows"]) == fs::read_to_string(ROWS_FILE).unwrap(), "{help}");
}

#[test]
fn every_output_is_valid() {
    let lab = Lab::new();
    lab.write("mine.pgn", PGN);
    lab.write("lines", "52753311433677442422121 8\n");
    lab.write("drawn.epd", "8/8/4k3/8/8/4K3/4P3/8 w - - hmvc 90;\n");
    let mut printed = String::new();
    for (definition, command) in COMMANDS {
        let words = command.split(' ').map(|word| if word == "SMALL" { SMALL } else { word });
        if definition.is_empty() {
            lab.run(&words.chain(["-q"]).collect::<Vec<_>>());
            continue;
        }
        let text = lab.run(&words.chain(["--format", "json"]).collect::<Vec<_>>());
        assert_eq!(text.lines().count(), 1, "{text}");
        let object: Value = serde_json::from_str(&text).unwrap();
        let files = object["files"].as_array().into_iter().flatten().filter_map(Value::as_str);
        files.for_each(|file| assert!(lab.path(file).exists(), "{command}: {file}"));
        printed += &format!("{definition}\t{}\n", text.trim_end());
    }
    assert!(!lab.path("none.sqlite").exists());
    let schema: Value = serde_json::from_str(&fs::read_to_string(SCHEMA_FILE).unwrap()).unwrap();
    let outputs =
        schema["anyOf"].as_array().unwrap().iter().filter_map(|one| one["$ref"].as_str()?.strip_prefix("#/$defs/"));
    let tried = COMMANDS.iter().map(|(definition, _)| *definition).filter(|definition| !definition.is_empty());
    assert_eq!(tried.collect::<BTreeSet<_>>(), outputs.collect::<BTreeSet<_>>());
    if can_import("jsonschema") {
        Command::new(python()).args(["-c", VALIDATE, SCHEMA_FILE]).write_stdin(printed).assert().success();
    }
}

#[test]
fn a_repeated_command_takes_its_cells_from_the_database() {
    let lab = Lab::new();
    let scan = ["scan", "depth-4+age-8", "--weight", "0,8", "--depth", "2", "--positions", "64", "--seeds", "2"];
    let sweep = ["sweep", "thesis-table-2.1", "--board", "2x2,2x3"];
    let again = |command: &[&str]| -> Value {
        lab.run(command);
        lab.json(command)
    };
    let (scanned, swept) = (again(&scan), again(&sweep));
    assert_eq!((scanned["cells_run"].as_u64(), scanned["cells_taken"].as_u64()), (Some(0), Some(12)));
    assert_eq!(scanned["points"][1]["ratio"].as_f64(), Some(1.0), "the default");
    assert_eq!((swept["cells_run"].as_u64(), swept["cells_reused"].as_u64()), (Some(0), Some(3)));
    assert_eq!(
        (swept["experiments"][0]["rows"].as_u64(), swept["experiments"][0]["missing"].as_u64()),
        (Some(3), Some(0))
    );
    let csv = lab.read("results/scan-chess-depth-4+age-8-age.csv");
    assert!(csv.starts_with("scheme,weight,ratio,low,high,may_be_best\ndepth-4,0,"), "{csv}");
    lab.write("mine.pgn", PGN);
    lab.run(&["testset", "mine.pgn", "-o", "m.csv"]);
    assert_eq!(lab.read("m.csv"), lab.run(&["testset", "mine.pgn"]));
}

#[test]
fn threads_analyse_a_position_together() {
    let lab = Lab::new();
    let analysed = |arguments: &[&str]| -> Value {
        let mate = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
        lab.json(&[&["analyse", mate, "--positions", "8K"], arguments].concat())
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
    let tables = analysed(&["--program", "historic", "--depth", "3", "--search", "pawn-table"]);
    let usage = &tables["evaluation_tables"]["pawn-table"];
    assert!(usage["hits"].as_u64().unwrap() < usage["look_ups"].as_u64().unwrap(), "{tables}");
    let text = lab.run(&["analyse", "--depth", "3", "--threads", "2"]);
    assert!(text.contains("\nthreads: ") && text.contains(" nodes (lazy)\n"), "{text}");
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
    let lab = Lab::new();
    lab.run(&["sweep", SMALL, "--full", "--db", "small.sqlite"]);
    let text = lab.run(&["doctor", SMALL, "--full", "--db", "small.sqlite"]);
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
    let lab = Lab::new();
    lab.write("x.sqlite", "This is not a database. ".repeat(100));
    for format in ["text", "json"] {
        let Printed { code, out, err } = lab.print(&["doctor", "--format", format, "--db", "x.sqlite"]);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.starts_with("error: ") && err.contains("1 problem"), "{err}");
        assert!(out.contains("x.sqlite"), "{out}");
        assert_eq!(format == "json", serde_json::from_str::<Value>(&out).is_ok_and(|found| found["problems"] == 1));
    }
}

#[test]
fn quiet_is_quiet() {
    let lab = Lab::new();
    lab.write("mine.pgn", PGN);
    for arguments in [
        &["sweep", SMALL, "--full", "--db", "x.sqlite"][..],
        &["sweep", SMALL, "--db", "x.sqlite", "--shard", "1/9"],
        &["testset", "mine.pgn", "-o", "mine.csv"],
        &["solve", "domineering", "4x4"],
    ] {
        let run = |quiet: &[&str]| lab.run_with_notes(&[arguments, quiet].concat());
        let (quiet_out, quiet_notes) = run(&["--quiet"]);
        assert!(quiet_notes.is_empty(), "{arguments:?}: {quiet_notes}");
        let (out, notes) = run(&[]);
        let is_timed = arguments[0] == "solve";
        assert!(is_timed || out == quiet_out, "{arguments:?}: the output is the same");
        assert_eq!(arguments[0] == "sweep", notes.contains("written:"), "{notes}");
        assert_eq!(is_timed, notes.is_empty(), "{notes}");
    }
}
