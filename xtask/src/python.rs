//! The Python package, put together in the target directory, and its tests.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{repo, say};

/// The sources of the package, and its tests.
const PACKAGE: &str = "python/ttlab";
const TESTS: &str = "python/tests";

/// The name of the native library as cargo knows it.
const LIBRARY: &str = "ttlab_native";

/// Builds the native library as the tests of the workspace do, and runs the tests of the package: its files at the same
/// time, because each of them uses one core most of the time.
///
/// # Errors
///
/// The library does not build, or a test fails.
pub(crate) fn test() -> Result<()> {
    let package = put_together()?;
    let python = env::var_os("PYTHON").unwrap_or_else(|| OsString::from("python3"));
    let files = repo::files_below(&repo::root().join(TESTS))?;
    let files: Vec<_> = files.iter().filter(|file| file.to_string_lossy().ends_with(".py")).collect();
    thread::scope(|scope| {
        let test = |file: &Path| {
            let mut command = repo::tool(&python);
            command.args(["-m", "unittest", "discover", "--start-directory", TESTS, "--pattern"]).arg(file);
            repo::messages(command.env("PYTHONPATH", &package))
        };
        let started: Vec<_> = files.iter().map(|file| scope.spawn(move || test(file))).collect();
        let ended: Vec<_> = started.into_iter().map(ScopedJoinHandle::join).collect();
        let mut failed = 0;
        for (file, ended) in files.iter().zip(ended) {
            let messages = ended.unwrap_or_else(|panic| resume_unwind(panic));
            failed += usize::from(messages.is_err());
            let messages = messages.unwrap_or_else(|error| format!("{error:#}"));
            say(format_args!("{}: {}", file.display(), messages.trim()))?;
        }
        ensure!(failed == 0, "{failed} files of tests failed");
        Ok(())
    })
}

/// Puts the package and its library into a directory, and returns it.
fn put_together() -> Result<PathBuf> {
    let mut cargo = repo::cargo();
    // With the examples, dependencies have the features of the tests, so that nothing is built twice.
    cargo.args(["build", "--workspace", "--locked", "--lib", "--examples"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let library = library(&repo::output(&mut cargo)?).context("cargo built no library of the Python package")?;
    let directory = repo::target()?.join("python");
    let package = directory.join("ttlab");
    if package.exists() {
        fs::remove_dir_all(&package).with_context(|| format!("cannot remove {}", package.display()))?;
    }
    let source = repo::root().join(PACKAGE);
    for file in repo::files_below(&source)?.iter().filter(|file| !file.starts_with("__pycache__")) {
        copy(&source.join(file), &package.join(file))?;
    }
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    copy(&library, &package.join(format!("_native.{ending}")))?;
    Ok(directory)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let directory = to.parent().context("a file without a directory")?;
    let copied = fs::create_dir_all(directory).and_then(|()| fs::copy(from, to));
    copied.map(drop).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

/// Returns the path of the library from the messages of `cargo build`.
fn library(messages: &str) -> Option<PathBuf> {
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let built = messages.find(|message| {
        message["reason"] == "compiler-artifact"
            && message["target"]["name"] == LIBRARY
            && message["target"]["kind"][0] == "cdylib"
    })?;
    let files = built["filenames"].as_array()?.iter().filter_map(Value::as_str);
    // On Windows, there is an import library, too.
    let mut libraries = files.filter(|file| [".so", ".dylib", ".dll"].iter().any(|ending| file.ends_with(ending)));
    libraries.next().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_found_among_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"t"},"filenames":["/a"]}
{"reason":"compiler-artifact","target":{"kind":["cdylib"],"name":"ttlab_native"},"filenames":["/t/a.lib","/t/a.dll"]}"#;
        assert_eq!(library(messages), Some(PathBuf::from("/t/a.dll")));
        assert_eq!(library("{}"), None);
    }
}
