//! The path of the repository, and how to run its tools.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Returns the directory of the workspace's `Cargo.toml`.
pub(crate) fn root() -> PathBuf {
    // What cargo says when it runs us comes first: a binary built in another clone may serve this one too.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let mut root = PathBuf::from(xtask);
    root.pop();
    root
}

/// Returns a command for the cargo that runs this program, in the root directory.
pub(crate) fn cargo() -> Command {
    tool(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Returns a command for another program, in the root directory.
pub(crate) fn tool(program: impl Into<OsString>) -> Command {
    let mut command = Command::new(program.into());
    command.current_dir(root());
    command
}

/// Returns whether a program of this name can be started.
pub(crate) fn has(program: &str) -> bool {
    let quiet = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    !matches!(quiet, Err(error) if error.kind() == ErrorKind::NotFound)
}

/// Returns whether the Rust target is installed.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let mut rustc = tool(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let library = output(rustc.args(["--print", "target-libdir", "--target", target]))?;
    Ok(Path::new(library.trim()).exists())
}

/// Runs a command and prints its output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", name(command)))?;
    if !status.success() {
        bail!("{} failed: {status}", name(command));
    }
    Ok(())
}

/// Runs a command, prints its messages, and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {}", name(command)))?;
    if !output.status.success() {
        bail!("{} failed: {}", name(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("the output of {} is not UTF-8", name(command)))
}

/// Runs a command, and returns its messages, which are printed if it fails.
pub(crate) fn messages(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", name(command)))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        bail!("{} failed: {}\n{messages}", name(command), output.status);
    }
    Ok(messages)
}

/// Returns the commit that is checked out, with a suffix if files were changed; empty without git.
pub(crate) fn commit() -> String {
    let mut git = tool("git");
    let described = git.args(["describe", "--always", "--dirty", "--abbrev=12"]).stderr(Stdio::null()).output();
    let text = described.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    String::from_utf8_lossy(&text.unwrap_or_default()).trim().to_owned()
}

/// Returns cargo's metadata of the members of the workspace, without their dependencies.
pub(crate) fn metadata() -> Result<Value> {
    let json = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str(&json).context("cannot read the output of `cargo metadata`")
}

/// Returns the target directory of cargo.
pub(crate) fn target() -> Result<PathBuf> {
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().context("`cargo metadata` names no target directory")?;
    Ok(PathBuf::from(target))
}

/// Returns the relative paths of all files in `dir` and its subdirectories, in order.
pub(crate) fn files_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut directories = vec![PathBuf::new()];
    while let Some(directory) = directories.pop() {
        let path = dir.join(&directory);
        for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", path.display()))? {
            let entry = entry?;
            let of = if entry.file_type()?.is_dir() { &mut directories } else { &mut found };
            of.push(directory.join(entry.file_name()));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the program and its first argument, such as `cargo build`.
fn name(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let mut name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if let Some(first) = command.get_args().next() {
        name = format!("{name} {}", first.to_string_lossy());
    }
    format!("`{name}`")
}
