//! Builds the laboratory, the binary `ttlab` of the package of the same name, and runs it.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::repo;

/// The processors that a build runs on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cpu {
    /// The processor of this machine, on which operations on bits are single instructions.
    Native,
    /// Every processor of this architecture.
    Any,
}

/// Builds `ttlab` and runs `command`, or the command in the arguments, in the user's directory.
pub(crate) fn run(cpu: Cpu, command: Option<&str>, args: &[OsString]) -> Result<ExitCode> {
    let mut ttlab = Command::new(build(cpu)?);
    ttlab.args(command).args(args).env("TTLAB_COMMIT", repo::commit()).env("TTLAB_PROGRAM", "cargo xtask");
    replace_us_by(ttlab)
}

/// Builds `ttlab` and returns its path: for this machine in the profile for daily work, which is quick to build again,
/// and otherwise as it is shipped. Prints cargo's messages, because a first build takes minutes.
pub(crate) fn build(cpu: Cpu) -> Result<PathBuf> {
    match cpu {
        Cpu::Native => build_as(cpu, "daily"),
        Cpu::Any => build_as(cpu, "release"),
    }
}

/// Builds `ttlab` with a profile of the workspace and returns its path.
pub(crate) fn build_as(cpu: Cpu, profile: &str) -> Result<PathBuf> {
    let mut cargo = repo::cargo();
    cargo.args(["build", "--profile", profile, "--package", "ttlab", "--bin", "ttlab"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    if cpu == Cpu::Native {
        // In one directory, builds with other flags would evict each other.
        cargo.arg("--target-dir").arg(repo::target()?.join("native"));
        let (variable, flags) = native(env::var_os("CARGO_ENCODED_RUSTFLAGS"), env::var_os("RUSTFLAGS"));
        cargo.env(variable, flags);
    }
    executable(&repo::output(&mut cargo)?).context("cargo built no binary `ttlab`")
}

/// Builds `ttlab` as the tests of the workspace do, and returns its path. After the tests, this builds nothing.
pub(crate) fn build_for_tests() -> Result<PathBuf> {
    let mut cargo = repo::cargo();
    // A test of the package needs the binary. `cargo build` would build some dependencies again, with fewer features.
    cargo.args(["test", "--workspace", "--locked", "--no-run", "--test", "all"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    executable(&repo::output(&mut cargo)?).context("cargo built no binary `ttlab`")
}

/// Returns the variable with the user's flags for rustc, and its value with ours in front, so that the user's flags
/// take precedence.
fn native(encoded: Option<OsString>, plain: Option<OsString>) -> (&'static str, OsString) {
    // Cargo reads the encoded variable first, and the plain one only without it.
    let (variable, separator, flags) = match encoded {
        Some(flags) => ("CARGO_ENCODED_RUSTFLAGS", "\x1f", flags),
        None => ("RUSTFLAGS", " ", plain.unwrap_or_default()),
    };
    let mut all = OsString::from("-Ctarget-cpu=native");
    if !flags.is_empty() {
        all.push(separator);
        all.push(flags);
    }
    (variable, all)
}

/// Returns the path of the binary from the messages of `cargo build`.
fn executable(messages: &str) -> Option<PathBuf> {
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let binary =
        messages.find(|message| message["target"]["kind"][0] == "bin" && message["target"]["name"] == "ttlab")?;
    binary["executable"].as_str().map(PathBuf::from)
}

/// Replaces this process, so that signals, the terminal and the exit code are those of `ttlab`.
#[cfg(unix)]
fn replace_us_by(mut program: Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(program.exec()).with_context(|| format!("cannot start {}", program.get_program().display()))
}

#[cfg(not(unix))]
fn replace_us_by(mut program: Command) -> Result<ExitCode> {
    let status = program.status().with_context(|| format!("cannot start {}", program.get_program().display()))?;
    std::process::exit(status.code().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_the_user_are_kept_and_come_last() {
        let set = |flags: &str| Some(OsString::from(flags));
        assert_eq!(native(None, None), ("RUSTFLAGS", "-Ctarget-cpu=native".into()));
        assert_eq!(native(None, set("-g")), ("RUSTFLAGS", "-Ctarget-cpu=native -g".into()));
        let encoded = native(set("-C\x1flto"), set("-g"));
        assert_eq!(encoded, ("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-cpu=native\x1f-C\x1flto".into()));
    }

    #[test]
    fn the_binary_is_found_among_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"ttlab"},"executable":null}
            {"reason":"compiler-artifact","target":{"kind":["test"],"name":"shell"},"executable":"/t/release/shell"}
            {"reason":"compiler-artifact","target":{"kind":["bin"],"name":"ttlab"},"executable":"/t/release/ttlab"}
            {"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/t/release/ttlab")));
        assert_eq!(executable("{}"), None);
    }
}
