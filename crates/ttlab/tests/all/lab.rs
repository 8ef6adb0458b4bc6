//! A directory in which `ttlab` runs.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use experiments::store::{Signed, Store};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const TTLAB: &str = env!("CARGO_BIN_EXE_ttlab");

/// An experiment whose full part is one cell.
pub(crate) const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/small.toml");

/// The commit that runs of these tests record.
pub(crate) const COMMIT: &str = "abc123";

pub(crate) struct Lab(TempDir);

/// What a command printed.
pub(crate) struct Printed {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Compresses as gzip does.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Returns the definition of [`SMALL`], whose full part is its quick part, too.
pub(crate) fn quick_twice() -> String {
    let (quick, _) = include_str!("small.toml").split_once("[full]").unwrap();
    let (_, part) = quick.split_once("[quick]").unwrap();
    format!("{quick}[full]{part}")
}

impl From<Output> for Printed {
    fn from(output: Output) -> Self {
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Self { code: output.status.code(), out, err }
    }
}

impl Lab {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Returns the rows of a database.
    pub(crate) fn rows(&self, db: &str) -> Vec<Signed> {
        Store::open(&self.path(db)).unwrap().unwrap().all().unwrap()
    }

    /// Returns a command in the directory.
    pub(crate) fn program(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        for variable in ["NO_COLOR", "CLICOLOR_FORCE", "TTLAB_PROGRAM"] {
            command.env_remove(variable);
        }
        command.current_dir(self.0.path()).args(arguments).env("TTLAB_COMMIT", COMMIT);
        command
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.program(TTLAB, arguments)
    }

    /// Runs a command of the shell, in which `ttlab` is `$0`, with so many kilobytes of memory.
    pub(crate) fn limited(&self, kilobytes: u32, command: &str, arguments: &[&str]) -> Printed {
        let script = format!("ulimit -v {kilobytes} && exec {command}");
        let mut shell = self.program("sh", &["-c", &script, TTLAB]);
        shell.args(arguments).env("MALLOC_ARENA_MAX", "1").output().unwrap().into()
    }

    /// Runs a command, whatever comes of it.
    pub(crate) fn print(&self, arguments: &[&str]) -> Printed {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command, which has to succeed, and returns its output.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        self.run_with_notes(arguments).0
    }

    /// Runs a command, which has to succeed, and returns its output and its notes.
    #[track_caller]
    pub(crate) fn run_with_notes(&self, arguments: &[&str]) -> (String, String) {
        let Printed { code, out, err } = self.print(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        (out, err)
    }

    /// Runs a command, which has to succeed, and returns its JSON object.
    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.run(&[arguments, &["--format", "json"]].concat())).unwrap()
    }

    /// Runs a command, which has to fail with this exit code, and returns its message.
    #[track_caller]
    pub(crate) fn complaint(&self, arguments: &[&str], code: i32) -> String {
        let printed = self.print(arguments);
        assert_eq!(printed.code, Some(code), "{arguments:?}: {}", printed.err);
        assert!(printed.err.starts_with("error: "), "{arguments:?}: {}", printed.err);
        printed.err
    }
}
