//! Whether `tt` and `zobrist` work on other machines: without an operating system, with addresses of 32 bits, and in
//! WebAssembly.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::repo;

/// A target without the standard library.
const BARE: &str = "x86_64-unknown-none";
/// A target with addresses of 32 bits, whose programs run here.
const NARROW: &str = "i686-unknown-linux-gnu";
const WASM: &str = "wasm32-unknown-unknown";

/// A program that uses the libraries, and is not in the workspace.
const PROGRAM: &str = "tt/portable";

/// Calls the main function of a program in WebAssembly.
const CALL: &str = "WebAssembly.instantiate(require('fs').readFileSync(process.argv[1])).then(
    ({ instance }) => process.exitCode = instance.exports.main(0, 0))";

/// Returns what [`check`] needs and is not installed, if anything.
pub(crate) fn lacking() -> Result<Option<String>> {
    if let Some(targets) = lacking_targets(&[BARE, NARROW, WASM])? {
        return Ok(Some(targets));
    }
    Ok((!repo::has("node")).then(|| "node is not installed: `apt-get install nodejs`".to_owned()))
}

/// Returns what [`test_on_i686`] needs and is not installed, if anything.
pub(crate) fn lacking_for_i686() -> Result<Option<String>> {
    if let Some(targets) = lacking_targets(&[NARROW])? {
        return Ok(Some(targets));
    }
    // The compiler prints a path if it finds the file, and otherwise its name.
    let start = repo::has("gcc").then(|| repo::output(repo::tool("gcc").args(["-m32", "-print-file-name=crt1.o"])));
    let links = start.transpose()?.is_some_and(|file| file.contains('/'));
    Ok((!links).then(|| "gcc cannot link for i686: `apt-get install gcc-multilib`".to_owned()))
}

/// Returns the command that installs the targets that are missing, if any.
fn lacking_targets(targets: &[&str]) -> Result<Option<String>> {
    let mut lacking = Vec::new();
    for target in targets {
        if !repo::has_target(target)? {
            lacking.push(*target);
        }
    }
    Ok((!lacking.is_empty()).then(|| format!("a target is not installed: `rustup target add {}`", lacking.join(" "))))
}

/// Runs the tests of the libraries with addresses of 32 bits.
pub(crate) fn test_on_i686() -> Result<()> {
    for (library, features) in [("tt", "files"), ("zobrist", "collisions,numbers")] {
        // Fewer cases of each property than in the tests of this machine.
        let mut test = cargo("test", library);
        test.args(["--lib", "--tests", "--target", NARROW, "--features", features]).env("PROPTEST_CASES", "16");
        repo::run(&mut test)?;
    }
    Ok(())
}

/// Checks that the libraries build without the standard library and for addresses of 32 bits, and that a program that
/// uses them runs here and in WebAssembly, with memory from the allocator.
pub(crate) fn check() -> Result<()> {
    for (target, of_tt) in [(BARE, ""), (NARROW, "files")] {
        for (library, features) in [("tt", of_tt), ("zobrist", "collisions,numbers")] {
            repo::run(cargo("check", library).args(["--target", target, "--features", features]))?;
        }
    }

    let target = repo::target()?;
    let program = target.join(WASM).join("debug/portable.wasm");
    for features in ["", "more"] {
        let cargo = |command| {
            let mut cargo = cargo(command, PROGRAM);
            cargo.args(["--features", features, "--target-dir"]).arg(&target);
            cargo
        };
        repo::run(&mut cargo("run"))?;
        repo::run(cargo("build").args(["--target", WASM]))?;
        repo::run(repo::tool("node").args(["--stack-trace-limit=40", "-e", CALL]).arg(&program))?;
    }
    Ok(())
}

/// Checks that the libraries depend on nothing from a registry, unless a feature is enabled.
pub(crate) fn dependencies() -> Result<()> {
    let own = format!("({}", repo::root().display());
    for library in ["tt", "zobrist"] {
        let mut tree = cargo("tree", library);
        let tree = repo::output(tree.args(["--edges", "normal", "--prefix", "none", "--target", "all"]))?;
        let foreign: Vec<&str> = tree.lines().filter(|line| !line.contains(&own)).collect();
        ensure!(foreign.is_empty(), "`{library}` depends by default on {}: make it optional", foreign.join(", "));
    }
    Ok(())
}

/// Returns a command of cargo for the package in a directory of `crates`. Paths do not change if a package is renamed.
pub(crate) fn cargo(command: &str, directory: &str) -> Command {
    let mut cargo = repo::cargo();
    cargo.args([command, "--locked", "--manifest-path", &format!("crates/{directory}/Cargo.toml")]);
    cargo
}
