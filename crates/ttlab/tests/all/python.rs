//! The Python that tests use, and what it needs. The variable `PYTHON` names another one.

use std::env;
use std::process::{Command, Output};

use crate::lab::TTLAB;

pub(crate) fn python() -> String {
    env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Runs a script that plays games through a widely used client, python-chess, and returns its last line. `None`
/// without Python or its package `chess`.
#[track_caller]
pub(crate) fn played(script: &str, arguments: &[&str]) -> Option<String> {
    if !can_import("chess.engine") {
        return None;
    }
    let script = format!("{}/tests/all/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python()).args([&script, TTLAB]).args(arguments).output();
    let Output { status, stdout, stderr } = output.unwrap();
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{out}{err}");
    out.lines().last().map(ToOwned::to_owned)
}

/// Returns whether Python has a module. In CI it must.
#[track_caller]
pub(crate) fn can_import(module: &str) -> bool {
    is_there(&python(), &["-c", &format!("import {module}")], &format!("the Python module {module}"))
}

/// Returns whether the program runs with these arguments. In CI it must.
#[track_caller]
pub(crate) fn is_there(program: &str, arguments: &[&str], what: &str) -> bool {
    let there = Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success());
    assert!(there || env::var_os("CI").is_none(), "{what} is missing: install it, or set PYTHON");
    if !there {
        eprintln!("skipped: {what} is missing");
    }
    there
}
