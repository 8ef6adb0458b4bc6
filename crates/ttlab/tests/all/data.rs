//! The examples of `docs/src/data.md` for other programs print what the page says.
//!
//! The tests are weekly: `cargo test -p ttlab --test all data:: -- --include-ignored`.

use std::fs;
use std::path::Path;

use crate::lab::{Lab, Printed};
use crate::python::{can_import, is_there, python};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns a directory with the recorded results, as the page assumes.
fn recorded() -> Lab {
    let lab = Lab::new();
    let recorded = Path::new(ROOT).join("testsets/recorded/full.rows");
    experiments::merge::merge(&[recorded], &lab.path("full.sqlite")).unwrap();
    lab
}

/// Returns the language and the text of each block of the page.
fn blocks() -> Vec<(String, String)> {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/src/data.md")).unwrap();
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// Returns the output of a program, without blanks at the ends of lines.
fn printed(lab: &Lab, program: &str, arguments: &[&str]) -> String {
    let printed = Printed::from(lab.program(program, arguments).output().unwrap());
    assert_eq!(printed.code, Some(0), "{program}: {}", printed.err);
    trimmed(&printed.out)
}

fn trimmed(text: &str) -> String {
    text.trim().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Runs the Python block that names `module`, and compares it with the block after it.
fn runs(module: &str, recorded: &Lab) {
    let blocks = blocks();
    let at = blocks.iter().position(|(language, text)| language == "python" && text.contains(module)).unwrap();
    assert_eq!(printed(recorded, &python(), &["-c", &blocks[at].1]), trimmed(&blocks[at + 1].1));
}

#[test]
#[ignore = "weekly"]
fn sqlite_and_pandas() {
    let recorded = recorded();
    if is_there("sqlite3", &["--version"], "sqlite3") {
        let blocks = blocks();
        let (_, block) = blocks.iter().find(|(_, text)| text.starts_with("$ sqlite3")).unwrap();
        let (command, output) = block.split_once("nodes\"\n").unwrap();
        let command = format!("{}nodes\"", command.strip_prefix("$ ").unwrap());
        assert_eq!(printed(&recorded, "sh", &["-c", &command]), trimmed(output));
    }
    if can_import("pandas") {
        runs("import pandas", &recorded);
    }
}

#[test]
#[ignore = "weekly"]
fn duckdb() {
    let load = "import duckdb; duckdb.sql('LOAD sqlite')";
    if is_there(&python(), &["-c", load], "DuckDB with its extension for SQLite") {
        runs("import duckdb", &recorded());
    }
}
