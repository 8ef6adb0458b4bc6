//! Counts the instructions that a search takes per node: a measure of speed that is the same on a busy machine.
//!
//! It uses the portable build, because valgrind does not support every instruction of the real CPU.

mod shares;

use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::lab::{self, Cpu};
use crate::{Usage, repo, say};

/// The searches that are measured by default.
const STANDARD: &[&[&str]] = &[
    &["solve", "domineering", "6x7", "--first", "v", "--positions", "16K"],
    &["solve", "domineering", "6x7", "--first", "h", "--positions", "16K"],
    &["analyse", MIDDLE_GAME, "--program", "historic", "--depth", "6", "--positions", "64K"],
    &["solve", "connect-four", "--file", LINES, "--first", "3", "--program", "historic"],
    &["solve", "connect-four", "--file", LINES, "--first", "3", "--program", "lab", "--plain", "--scheme", "new"],
    &[
        "solve",
        "connect-four",
        "--file",
        LINES,
        "--first",
        "30",
        "--program",
        "lab",
        "--scheme",
        "new",
        "--positions",
        "64K",
    ],
    &["solve", "connect-four", "--file", LINES, "--first", "100", "--program", "best"],
];

/// What the command printed when the counts were recorded.
const RECORDED: &str = "testsets/instructions.txt";

/// How far the instructions per node may be from the recorded ones: other versions of the compiler move them by less.
const TOLERANCE: f64 = 0.02;

/// Files with less than one in this many instructions are not listed.
const LEAST_SHARE: u64 = 100;

/// Middle-Medium.
const LINES: &str = "testsets/connect-four/Test_L2_R2";

/// The first of the article's positions: Kasparov-Short, Amsterdam 1994, move 15.
const MIDDLE_GAME: &str = "r1bq1rk1/3n1ppp/p3p3/3pP3/Np1b1P1P/7R/PPPQ2P1/2KR1B2 w - - 0 15";

/// Runs `ttlab` under callgrind, with the given arguments or with each of the standard searches. With `--shares` before
/// the arguments, also prints in which files the instructions are spent. With `--check`, compares the standard searches
/// with the recorded counts.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    let (shares, args) = match args {
        [first, rest @ ..] if first == "--shares" => (true, rest),
        _ => (false, args),
    };
    let (recorded, args) = match args {
        [first] if first == "--check" && !shares => {
            let path = repo::root().join(RECORDED);
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            (Some(text), &args[1..])
        }
        [first, ..] if first == "--check" => {
            return Err(Usage::error("`--check` of `instructions` takes no other argument"));
        }
        _ => (None, args),
    };
    let mut changes = Vec::new();
    if !repo::has("valgrind") {
        bail!("valgrind is not installed; it counts the instructions (`apt-get install valgrind`)");
    }
    let searches: Vec<Vec<OsString>> = if args.is_empty() {
        STANDARD.iter().map(|search| search.iter().map(OsString::from).collect()).collect()
    } else {
        vec![args.to_vec()]
    };

    // The shares of files need the lines of the source.
    let ttlab = lab::build_as(Cpu::Any, if shares { "profiling" } else { "release" })?;
    let profile = repo::target()?.join("callgrind.out");
    say(format_args!("{:>12}  {:>16}  {:>8}  search", "nodes", "instructions", "per node"))?;
    for search in searches {
        let mut valgrind = Command::new("valgrind");
        valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", profile.display()));
        valgrind.args(if shares { shares::OPTIONS } else { &[] });
        valgrind.arg(&ttlab).args(&search).args(["--format", "json"]);
        let output = valgrind.output().context("cannot start valgrind")?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            // Of all that valgrind says, the line of `ttlab`.
            let told = messages.lines().find(|line| line.starts_with("error: ")).or(messages.lines().last());
            bail!("`ttlab` under valgrind failed: {}: {}", output.status, told.unwrap_or_default());
        }
        let nodes = nodes(&output.stdout)
            .context("`ttlab … --format json` printed no `nodes`: give it `solve` or `analyse` and their arguments")?;
        let instructions = collected(&messages).context("callgrind printed no line `Collected`")?;
        let per_node = instructions as f64 / nodes as f64;
        let search = search.join(" ".as_ref());
        say(format_args!("{nodes:>12}  {instructions:>16}  {per_node:>8.1}  {}", search.display()))?;
        if let Some(recorded) = &recorded {
            changes.extend(change(&search.to_string_lossy(), per_node, recorded));
        }
        if shares {
            let profile = fs::read_to_string(&profile).with_context(|| format!("cannot read {}", profile.display()))?;
            let line = |name: &str, part: u64| {
                let (share, per_node) = (100.0 * part as f64 / instructions as f64, part as f64 / nodes as f64);
                say(format_args!("{:>12}  {share:>14.1} %  {per_node:>8.1}    {name}", ""))
            };
            let mut rest = instructions;
            for (file, part) in shares::shares(&profile, &ttlab)? {
                if part >= instructions / LEAST_SHARE {
                    line(&file, part)?;
                    rest = rest.saturating_sub(part);
                }
            }
            line("elsewhere", rest)?;
        }
    }
    if !changes.is_empty() {
        bail!(
            "the instructions per node changed by more than {:.0} %:\n{}\nIf the change is intended, run `cargo xtask \
             instructions > {RECORDED}`",
            100.0 * TOLERANCE,
            changes.join("\n"),
        );
    }
    if !shares {
        eprintln!("where the last search spent them: callgrind_annotate {}", profile.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Says how the instructions per node of `search` differ from the recorded ones, if they do.
fn change(search: &str, per_node: f64, recorded: &str) -> Option<String> {
    let line = recorded.lines().find_map(|line| line.strip_suffix(search)?.strip_suffix("  "));
    let Some(before) = line.and_then(|line| line.split_whitespace().last()?.parse::<f64>().ok()) else {
        return Some(format!("{search}: not in {RECORDED}"));
    };
    let ratio = per_node / before;
    ((ratio - 1.0).abs() > TOLERANCE).then(|| format!("{search}: {ratio:.3} times {before} of {RECORDED}"))
}

/// Returns the nodes of a search from the output of `ttlab`.
fn nodes(json: &[u8]) -> Option<u64> {
    serde_json::from_slice::<Value>(json).ok()?["nodes"].as_u64()
}

/// Returns the instructions of a run from the output of callgrind: `==4711== Collected : 123456`.
fn collected(messages: &str) -> Option<u64> {
    let (_, count) = messages.lines().find(|line| line.contains("Collected"))?.rsplit_once(':')?;
    count.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_beyond_the_tolerance_is_named() {
        let recorded =
            "       nodes      instructions  per node  search\n         100             20000     200.0  solve a\n";
        assert_eq!(change("solve a", 203.9, recorded), None);
        assert_eq!(change("solve a", 195.0, recorded).unwrap(), format!("solve a: 0.975 times 200 of {RECORDED}"));
        assert!(change("solve b", 200.0, recorded).unwrap().contains("not in"));
    }

    #[test]
    fn both_reports_are_read() {
        assert_eq!(nodes(br#"{"result":"1","nodes":4711}"#), Some(4711));
        assert_eq!(nodes(b"4711 nodes"), None);
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 235711\n==7==\n"), Some(235_711));
        assert_eq!(collected("==7== Events    : Ir\n"), None);
    }
}
