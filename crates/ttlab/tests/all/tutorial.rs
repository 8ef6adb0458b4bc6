//! The commands of the tutorial print what its pages say, and its code is that of examples that are run.
//!
//! If you intend to change output, run `TRYCMD=overwrite cargo test -p ttlab --test all tutorial::` to update the
//! pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use experiments::Definition;
use serde_json::Value;

use crate::lab::TTLAB;

/// How a block ends on a page, and how trycmd expects it to end.
const CLOSED: &str = "\n```\n";
const SPACED: &str = "\n\n```\n";

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const TUTORIAL: &str = "docs/src/tutorial";

/// The beginning of the block that shows the first sweep, which a test of its own runs, and of a block that is not run.
const WHOLE_SWEEP: [&str; 2] = ["```console\n$ ttlab sweep\n", "```text\n$ ttlab sweep\n"];

#[test]
fn the_commands_print_what_the_pages_say() {
    let directory = tempfile::tempdir().unwrap();
    let pages = pages();
    for page in &pages {
        let [whole, left_out] = WHOLE_SWEEP;
        let run = spaced(&page.with_commands(at_hand).replacen(whole, left_out, 1));
        fs::write(directory.path().join(&page.name), run).unwrap();
        // With a directory `.out`, trycmd runs a page in a copy of the directory `.in`.
        let [input, output] =
            ["in", "out"].map(|extension| directory.path().join(&page.name).with_extension(extension));
        fs::create_dir(output).unwrap();
        fs::create_dir(&input).unwrap();
        for file in beside_the_pages() {
            fs::copy(&file, input.join(file.file_name().unwrap())).unwrap();
        }
    }

    let cases = trycmd::TestCases::new();
    cases.register_bin("ttlab", Path::new(TTLAB)).env("TTLAB_PROGRAM", "cargo xtask");
    for example in pages.iter().flat_map(Page::commands).filter_map(example) {
        cases.register_bin(example, build(example).as_path());
    }
    cases.case(directory.path().join("*.md")).run();

    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for page in pages {
            let written = fs::read_to_string(directory.path().join(&page.name)).unwrap();
            let mut commands = page.commands();
            let [whole, left_out] = WHOLE_SWEEP;
            let written = written.replacen(left_out, whole, 1);
            let restored = Page { text: written, ..page.clone() }.with_commands(|_| commands.next().map(str::to_owned));
            fs::write(Path::new(ROOT).join(TUTORIAL).join(&page.name), restored.replace(SPACED, CLOSED)).unwrap();
        }
    }
}

#[test]
fn no_block_is_left_untested() {
    let pages = pages();
    let run: BTreeSet<&str> = pages.iter().flat_map(Page::commands).filter_map(example).collect();
    for page in &pages {
        for Block { line, language, text, above } in page.blocks() {
            let at = format!("{TUTORIAL}/{}:{line}", page.name);
            // `cargo xtask tidy` compares the block with the file that this marker names.
            let marker = above.strip_prefix("<!-- from ").and_then(|marker| marker.strip_suffix(" -->"));
            let source = marker.map(|marker| Path::new(marker.split(':').next().unwrap()));
            match language {
                "console" => {
                    assert!(text.starts_with("$ "), "{at}: a console block begins with a command");
                    for command in commands_of(text) {
                        assert!(at_hand(command).is_some(), "{at}: the test cannot run `{command}`");
                    }
                }
                "rust" => {
                    let path = source.unwrap_or_else(|| panic!("{at}: show the code of an example"));
                    // The compiler checks the code of the laboratory itself, and tidy that the page shows it.
                    let is_compiled = path.components().nth(2).is_some_and(|directory| directory.as_os_str() == "src");
                    if is_compiled && path.starts_with("crates") {
                        continue;
                    }
                    let name = path.iter().skip_while(|part| *part != "examples").nth(1);
                    let name = name.unwrap_or_else(|| panic!("{at}: no example"));
                    let example = Path::new(name).file_stem().unwrap().to_str().unwrap();
                    assert!(run.contains(example), "{at}: no page runs the example {example}");
                }
                "toml" => {
                    let file = source.and_then(|path| path.strip_prefix(TUTORIAL).ok()?.to_str());
                    let file = file.unwrap_or_else(|| panic!("{at}: show a file of {TUTORIAL}"));
                    let named = page.commands().any(|command| command.contains(file));
                    assert!(named && !file.contains('/'), "{at}: no command of this page reads {file}");
                }
                "text" => {
                    let is_command = |line: &&str| {
                        // `ttlab = ` is a line of a manifest.
                        let is_named = ["$ ", "cargo ", "ttlab "].iter().any(|word| line.starts_with(word));
                        is_named && !line.starts_with("ttlab = ")
                    };
                    assert_eq!(text.lines().find(is_command), None, "{at}: commands belong in console blocks");
                }
                _ => panic!("{at}: a block of `{language}`, which nothing tests"),
            }
        }
    }
}

/// Returns the screen of the first sweep, which the page shows whole.
fn first_screen() -> Vec<String> {
    let first = pages().into_iter().find(|page| page.name == "first-sweep.md").unwrap();
    let block = first.blocks().find(|block| block.text.starts_with("$ cargo xtask sweep\n")).unwrap();
    block.text.lines().skip(1).skip_while(|line| *line == "...").map(str::to_owned).collect()
}

#[test]
#[ignore = "weekly"]
fn the_first_sweep_prints_the_screen_of_the_page() {
    let directory = tempfile::tempdir().unwrap();
    let mut ttlab = Command::new(TTLAB);
    let output = ttlab.arg("sweep").current_dir(directory.path()).env("TTLAB_PROGRAM", "cargo xtask").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let is_same = |(page, line): (&String, &str)| match page.split_once("[..]") {
        Some((start, end)) => line.starts_with(start) && line.ends_with(end),
        None => page == line,
    };
    let screen = first_screen();
    assert!(screen.len() == printed.lines().count() && screen.iter().zip(printed.lines()).all(is_same), "{printed}");
}

#[test]
fn the_first_screen_has_80_columns_and_40_lines() {
    let screen = first_screen();
    let too_wide: Vec<&String> = screen.iter().filter(|line| line.chars().count() > 80).collect();
    assert!(too_wide.is_empty(), "{too_wide:#?}");
    assert!(screen.len() <= 40 && screen.iter().all(|line| line != "..."), "{} lines", screen.len());
    assert!(screen.iter().any(|line| line.contains("results/report.html")), "it says what to look at next");
}

/// An error lists the known fields.
#[test]
fn every_field_of_an_experiment_is_listed() {
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    let (mine, page) = (read("docs/src/tutorial/mine.toml"), read("docs/src/experiments.md"));
    for (place, with_a_stranger) in [("title =", "stranger = 1\ntitle ="), ("[quick]\n", "[quick]\nstranger = 1\n")] {
        let text = mine.replacen(place, with_a_stranger, 1);
        let error = Definition::read("mine", "mine.toml", &text).unwrap_err().to_string();
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert!(known.len() >= 5, "{error}");
        for name in known {
            let listed = ["`N`", "`[N]`"].map(|form| form.replace('N', name));
            assert!(listed.iter().any(|form| page.contains(form)), "docs/src/experiments.md does not list `{name}`");
        }
    }
}

/// The pages say that a scheme takes fewer than 40 lines, and the file of a table in an engine 60.
#[test]
fn a_scheme_and_a_table_take_few_lines() {
    let number = |text: &str| {
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        text.lines().map(str::trim).filter(is_code).count()
    };
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).unwrap();

    let scheme = read("crates/ttlab/examples/own_scheme.rs");
    let scheme = scheme.split("ANCHOR: scheme").nth(1).and_then(|rest| rest.split("ANCHOR_END").next()).unwrap();
    let lines = number(scheme);
    assert!((5..40).contains(&lines), "{lines} lines of a scheme");

    assert_eq!(number(&read("crates/tt/examples/engine_hash.rs")), 60);
}

/// A page of the tutorial.
#[derive(Clone)]
struct Page {
    name: String,
    text: String,
}

/// A fenced block.
struct Block<'a> {
    line: usize,
    language: &'a str,
    text: &'a str,
    /// The line above the opening fence.
    above: &'a str,
}

impl Page {
    fn blocks(&self) -> impl Iterator<Item = Block<'_>> {
        let mut rest = self.text.as_str();
        std::iter::from_fn(move || {
            let start = if rest.starts_with("```") { 0 } else { rest.find("\n```")? + 1 };
            let (language, after) = rest[start + 3..].split_once('\n')?;
            let length = if after.starts_with("```") { 0 } else { after.find("\n```")? + 1 };
            let above = rest[..start].lines().next_back().unwrap_or_default();
            let line = self.text[..self.text.len() - after.len()].lines().count();
            rest = after[length..].split_once('\n').map_or("", |(_, rest)| rest);
            Some(Block { line, language, text: &after[..length], above })
        })
    }

    fn commands(&self) -> impl Iterator<Item = &str> {
        self.blocks().filter(|block| block.language == "console").flat_map(|block| commands_of(block.text))
    }

    /// Returns the page with other commands. A command stays if `other` returns `None`.
    fn with_commands(&self, mut other: impl FnMut(&str) -> Option<String>) -> String {
        let line = |line: &str| match line.strip_prefix("$ ").and_then(&mut other) {
            Some(command) => format!("$ {command}\n"),
            None => format!("{line}\n"),
        };
        self.text.lines().map(line).collect()
    }
}

fn pages() -> Vec<Page> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let pages: Vec<Page> = files()
        .filter(is_page)
        .map(|path| Page {
            name: path.file_name().unwrap().to_str().unwrap().to_owned(),
            text: fs::read_to_string(&path).unwrap(),
        })
        .collect();
    assert!(!pages.is_empty(), "no page in {TUTORIAL}");
    pages
}

/// Returns the files that the commands of the pages read.
fn beside_the_pages() -> impl Iterator<Item = PathBuf> {
    files().filter(|path| path.extension().is_none_or(|extension| extension != "md"))
}

fn files() -> impl Iterator<Item = PathBuf> {
    let directory = fs::read_dir(Path::new(ROOT).join(TUTORIAL)).unwrap();
    let mut files: Vec<PathBuf> = directory.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter()
}

fn commands_of(block: &str) -> impl Iterator<Item = &str> {
    block.lines().filter_map(|line| line.strip_prefix("$ "))
}

/// Returns a page with its console blocks as trycmd expects them.
fn spaced(page: &str) -> String {
    let mut parts = page.split("```console\n");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + "```console\n" + &part.replacen(CLOSED, SPACED, 1))
}

/// Returns the command that the test runs for a command of a page, with the binaries that it has built.
fn at_hand(command: &str) -> Option<String> {
    let is_known = |rest: &&str| ["sweep", "report", "claims"].iter().any(|name| rest.starts_with(name));
    let of_xtask = command.strip_prefix("cargo xtask ").filter(is_known);
    of_xtask
        .map(|rest| format!("ttlab {rest}"))
        .or_else(|| example(command).map(|name| [&[name], arguments(command).as_slice()].concat().join(" ")))
        .or_else(|| command.starts_with("ttlab ").then(|| command.to_owned()))
}

/// Returns the example that a command of a page runs.
fn example(command: &str) -> Option<&str> {
    let (_, name) = command.strip_prefix("cargo run --quiet --release -p ")?.split_once(" --example ")?;
    name.split(' ').next()
}

/// Returns the arguments of the example.
fn arguments(command: &str) -> Vec<&str> {
    command.split_once(" -- ").map(|(_, arguments)| arguments.split(' ').collect()).unwrap_or_default()
}

/// Builds an example in the profile of this test.
pub(crate) fn build(example: &str) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    // With the features of the whole workspace, nothing is built that a test of the workspace has not built.
    cargo.current_dir(ROOT).args(["build", "--workspace", "--example", example, "--message-format", "json"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output = cargo.stderr(Stdio::inherit()).output().unwrap();
    let messages = String::from_utf8(output.stdout).unwrap();
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let executable = messages.find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.unwrap_or_else(|| panic!("cargo built no example {example}"))
}
