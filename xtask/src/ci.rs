//! Every check that a change must pass: the same steps on a laptop and on a server.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{Usage, book, lab, pages, portable, python, repo, say, tidy};

type Step = fn() -> Result<Outcome>;

/// The steps and their names in order, the cheap ones first.
const STEPS: &[(&str, Step)] = &[
    ("fmt", fmt),
    ("clippy", clippy),
    ("clippy-tests", clippy_tests),
    ("package", package),
    ("semver", semver),
    ("alone", alone),
    ("fuzz", fuzz),
    ("tidy", invariants),
    ("licences", licences),
    ("unused", unused),
    ("links", links),
    ("workflows", workflows),
    ("portable", portable),
    ("i686", i686),
    ("test", test),
    ("python", python_package),
    ("doc", doc),
    ("bench", bench),
    ("pages", pages),
    ("book", book),
    ("cluster", cluster),
];

/// How links are checked. The script of a trace moves to a step, which is not a fragment of the page.
const LINKS: &[&str] = &["--offline", "--no-progress", "--include-fragments", "--exclude", "#(step|game)="];

/// The committed signature of the node counts.
const SIGNATURE: &str = "testsets/bench-signature.txt";

/// The commit with whose interfaces `semver` compares.
const BASELINE: &str = ".ci/semver-baseline";

/// The test of the scripts for clusters, and its exit code if this machine lacks a program that it needs.
const CLUSTER: &str = "cluster/test/run";
const LACKING: i32 = 77;

/// Runs the named steps, or all of them. Continues after a failure unless `--fail-fast` is given, so that one run shows
/// every failure.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    let (options, names): (Vec<_>, Vec<_>) =
        args.iter().map(|arg| arg.to_string_lossy()).partition(|arg| arg.starts_with('-'));
    if let Some(unknown) = options.iter().find(|option| *option != "--fail-fast") {
        return Err(Usage::error(format!("unknown option `{unknown}` of `ci`: expected --fail-fast")));
    }
    let known: Vec<&str> = STEPS.iter().map(|(step, _)| *step).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_ref())) {
        return Err(Usage::error(match nearest(unknown, &known) {
            Some(nearest) => format!("unknown step `{unknown}`\nhelp: did you mean `{nearest}`?"),
            None => format!("unknown step `{unknown}`: expected one of {}", known.join(", ")),
        }));
    }

    let mut summary = Vec::new();
    let mut tests = None;
    let mut failed = false;
    for (name, step) in STEPS.iter().filter(|(step, _)| names.is_empty() || names.iter().any(|name| name == step)) {
        say(format_args!("\n=== {name}"))?;
        let start = Instant::now();
        let outcome = step().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        let (verdict, note) = match outcome {
            Outcome::Passed => ("ok", String::new()),
            Outcome::Skipped(why) => ("skipped", why),
            Outcome::Failed(why) => ("FAILED", why),
            Outcome::Tested(totals) => {
                tests = Some(totals);
                (if totals.success { "ok" } else { "FAILED" }, String::new())
            }
        };
        let line = format!("{name:<12} {verdict:<8} {:>6.1} s  {note}", start.elapsed().as_secs_f64());
        say(line.trim_end())?;
        summary.push(line);
        failed |= verdict == "FAILED";
        if failed && !options.is_empty() {
            break;
        }
    }

    say("\n=== summary")?;
    for line in summary {
        say(line.trim_end())?;
    }
    if let Some(Totals { passed, failed, ignored, .. }) = tests {
        say(format_args!("tests: {passed} passed, {failed} failed, {ignored} skipped"))?;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The result of a step. An error counts as a failure.
enum Outcome {
    Passed,
    Skipped(String),
    Failed(String),
    Tested(Totals),
}

fn fmt() -> Result<Outcome> {
    passes(repo::cargo().args(["fmt", "--all", "--check"]))
}

/// Lints libraries and programs.
fn clippy() -> Result<Outcome> {
    lint(&[])
}

/// Lints tests, benches and examples, too, for which nearly everything is checked once more.
fn clippy_tests() -> Result<Outcome> {
    lint(&["--all-targets"])
}

fn lint(targets: &[&str]) -> Result<Outcome> {
    let mut cargo = repo::cargo();
    passes(cargo.args(["clippy", "--workspace", "--locked"]).args(targets).args(["--", "-D", "warnings"]))
}

/// Packages every crate that is published, and builds each package without the files beside it. Nothing is uploaded.
fn package() -> Result<Outcome> {
    // Cargo unpacks packages that others depend on in a directory without a host in its name, and uses them again as
    // long as their versions are the same.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let unpacked = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    for entry in unpacked.into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(b"-") {
            let path = entry.path();
            fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    passes(repo::cargo().args(["publish", "--workspace", "--dry-run", "--allow-dirty", "--locked"]))
}

/// Compares the interfaces of the published crates with those of a commit. It compiles their documentation twice.
fn semver() -> Result<Outcome> {
    if !repo::has("cargo-semver-checks") {
        let why = "cargo-semver-checks is not installed: `cargo install --locked cargo-semver-checks`";
        return Ok(lacks(why.to_owned()));
    }
    let path = repo::root().join(BASELINE);
    let baseline = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    passes(repo::cargo().args(["semver-checks", "--workspace", "--baseline-rev", baseline.trim()]))
}

/// Checks the libraries for engines by themselves, with each of their features, and that they depend on nothing without
/// them. The other steps build the whole workspace, which enables features that these crates do without.
fn alone() -> Result<Outcome> {
    portable::dependencies()?;
    for (library, features) in [("tt", ["", "mmap", "files"]), ("zobrist", ["", "numbers", "collisions"])] {
        for features in features {
            repo::run(portable::cargo("check", library).args(["--features", features]))?;
        }
    }
    Ok(Outcome::Passed)
}

/// Builds the same libraries for other machines, and runs them in WebAssembly.
fn portable() -> Result<Outcome> {
    match portable::lacking()? {
        Some(why) => Ok(lacks(why)),
        None => portable::check().map(|()| Outcome::Passed),
    }
}

/// Runs the tests of the same libraries with addresses of 32 bits. Most of its time is compiling them again.
fn i686() -> Result<Outcome> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(Outcome::Skipped("Linux on x86-64 runs programs for i686".to_owned()));
    }
    match portable::lacking_for_i686()? {
        Some(why) => Ok(lacks(why)),
        None => portable::test_on_i686().map(|()| Outcome::Passed),
    }
}

/// Checks the fuzz targets, which are a separate workspace, with stable Rust and without the fuzzer.
fn fuzz() -> Result<Outcome> {
    let mut cargo = repo::cargo();
    cargo.args(["check", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--no-default-features", "--locked"]);
    passes(cargo.arg("--target-dir").arg(repo::target()?))
}

fn invariants() -> Result<Outcome> {
    Ok(match tidy::report()? {
        0 => Outcome::Passed,
        problems => Outcome::Failed(format!("{problems} problems")),
    })
}

/// Checks that linked dependencies have a licence that deny.toml allows, are linked once and come from crates.io.
fn licences() -> Result<Outcome> {
    with_tool("cargo-deny", &["check", "licenses", "bans", "sources"])
}

/// Checks that every dependency in a manifest is used.
fn unused() -> Result<Outcome> {
    with_tool("cargo-shear", &["--deny-warnings"])
}

/// Checks that the links of Markdown files lead to files, and to headings that exist. The reports and the playground
/// are beside the book that is built, where the step `book` checks the links to them.
fn links() -> Result<Outcome> {
    let made = r"/docs/src/(report(-[a-z]+)?|playground)\.html";
    with_tool("lychee", &[LINKS, &["--exclude", made, "--extensions", "md", "."]].concat())
}

/// Checks the workflows of GitHub: actions are pinned to commits, and the files are valid.
fn workflows() -> Result<Outcome> {
    with_tool("zizmor", &["--offline", "--no-progress", "--strict-collection", ".github/workflows"])
}

/// Runs a tool of `.ci/tools.txt`.
fn with_tool(tool: &str, arguments: &[&str]) -> Result<Outcome> {
    if repo::has(tool) {
        return passes(repo::tool(tool).args(arguments));
    }
    Ok(lacks(format!("{tool} is not installed: `pip install --requirement .ci/tools.txt`")))
}

/// Returns the outcome of a step if a tool is missing. Outside of CI the step is skipped; in CI a skipped step would
/// hide a failure.
fn lacks(why: String) -> Outcome {
    if env::var_os("CI").is_some() { Outcome::Failed(why) } else { Outcome::Skipped(why) }
}

/// Runs the tests, prints their output as it arrives, and adds up their totals.
fn test() -> Result<Outcome> {
    let mut cargo = repo::cargo();
    cargo.args(["test", "--workspace", "--locked", "--no-fail-fast"]);
    // A snapshot that changed is to fail, not to be written anew.
    cargo.env("INSTA_UPDATE", "no").env_remove("INSTA_FORCE_PASS");
    let mut cargo = cargo.stdout(Stdio::piped()).spawn().context("cannot start `cargo test`")?;
    let stdout = cargo.stdout.take().context("`cargo test` has no standard output")?;
    let mut totals = Totals::default();
    for line in BufReader::new(stdout).split(b'\n') {
        let line = line.context("cannot read the output of `cargo test`")?;
        let line = String::from_utf8_lossy(&line);
        say(&line)?;
        totals.add(&line);
    }
    totals.success = cargo.wait().context("cannot wait for `cargo test`")?.success();
    Ok(Outcome::Tested(totals))
}

/// Builds the Python package and runs its tests, with its notebook.
fn python_package() -> Result<Outcome> {
    python::test().map(|()| Outcome::Passed)
}

fn doc() -> Result<Outcome> {
    passes(repo::cargo().args(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Builds the book with the reports that the step before made, and checks its links: those to reports exist only here.
fn book() -> Result<Outcome> {
    if let Outcome::Skipped(why) = with_tool("mdbook", &["--version"])? {
        return Ok(Outcome::Skipped(why));
    }
    let made = pages::directory()?;
    let has_all = pages::report_names().all(|name| made.join(name).exists());
    let reports = if has_all { made } else { pages::reports(&lab::build_for_tests()?)? };
    let book = book::build(&reports)?;
    let book = book.to_string_lossy();
    with_tool("lychee", &[LINKS, &["--extensions", "html", "--root-dir", &book, &book]].concat())
}

/// Compares the signature of the node counts with the committed one. Counts are the same in every profile, so this step
/// runs the program of the tests; `cargo xtask bench` runs an optimized build.
fn bench() -> Result<Outcome> {
    let path = repo::root().join(SIGNATURE);
    if !path.exists() {
        return Ok(Outcome::Failed(format!("{SIGNATURE} is missing; `cargo xtask bench` prints what belongs in it")));
    }
    let committed = fs::read_to_string(&path).with_context(|| format!("cannot read {SIGNATURE}"))?;
    let committed = signature(&committed).with_context(|| format!("{SIGNATURE} does not end in a number"))?;

    let printed = repo::output(Command::new(lab::build_for_tests()?).arg("bench"))?;
    say(printed.trim_end())?;
    let ours = printed.lines().find_map(|line| signature(line.strip_prefix("Bench: ")?));
    let ours = ours.context("the output of `ttlab bench` has no line `Bench: NUMBER`")?;
    Ok(if ours == committed {
        Outcome::Passed
    } else {
        Outcome::Failed(format!(
            "the node counts changed: {committed} became {ours}; if they should, write {ours} to {SIGNATURE} and \
             `Bench: {ours}` into the commit message"
        ))
    })
}

/// Checks that the pages of results are those generated from the recorded rows.
fn pages() -> Result<Outcome> {
    let stale = pages::stale(&lab::build_for_tests()?)?;
    stale.iter().try_for_each(say)?;
    Ok(match stale.len() {
        0 => Outcome::Passed,
        problems => Outcome::Failed(format!("{problems} pages")),
    })
}

/// Runs a job array of Slurm on this machine. Few machines have Slurm; the workflow on GitHub installs it. The rest of
/// the test runs every week.
fn cluster() -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("Slurm runs on Linux".to_owned()));
    }
    let script = repo::root().join(CLUSTER);
    // Asked before anything is built.
    let check = repo::tool(&script).arg("--check").output().with_context(|| format!("cannot start {CLUSTER}"))?;
    if check.status.code() == Some(LACKING) {
        return Ok(Outcome::Skipped(String::from_utf8_lossy(&check.stdout).trim_end().to_owned()));
    }
    passes(repo::tool(&script).arg(lab::build_for_tests()?).arg("--smoke"))
}

fn passes(command: &mut Command) -> Result<Outcome> {
    repo::run(command).map(|()| Outcome::Passed)
}

/// Returns the number at the end of a text.
fn signature(text: &str) -> Option<u64> {
    text.split_whitespace().last()?.parse().ok()
}

/// The totals of all test binaries. cargo prints one line for each, and the last one often has no tests.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Totals {
    success: bool,
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Totals {
    /// Adds the counts of a line such as `test result: ok. 12 passed; 0 failed; 1 ignored; …`, and ignores other lines.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|result| result.split_once(". ")) else {
            return;
        };
        for count in counts.split("; ") {
            match count.split_once(' ').map(|(number, what)| (number.parse().unwrap_or(0), what)) {
                Some((number, "passed")) => self.passed += number,
                Some((number, "failed")) => self.failed += number,
                Some((number, "ignored")) => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// Returns the most similar name.
fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let distance = |known: &&str| strsim::damerau_levenshtein(name, known);
    names.iter().copied().filter(|known| distance(known) <= known.len().div_ceil(3)).min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_the_steps() {
        let help = crate::HELP.split_whitespace().collect::<Vec<_>>().join(" ");
        let known: Vec<&str> = STEPS.iter().map(|(step, _)| *step).collect();
        assert!(help.contains(&known.join(", ")), "{help}");
    }

    #[test]
    fn totals_are_added_up() {
        let mut totals = Totals::default();
        for line in [
            "running 3 tests",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.21s",
            "test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        ] {
            totals.add(line);
        }
        assert_eq!(totals, Totals { success: false, passed: 16, failed: 2, ignored: 1 });
    }

    #[test]
    fn a_signature_ends_the_text() {
        assert_eq!(signature("a comment\n4711\n"), Some(4711));
        assert_eq!(signature("4711\n"), Some(4711));
        assert_eq!(signature(""), None);
        assert_eq!(signature("none"), None);
    }
}
