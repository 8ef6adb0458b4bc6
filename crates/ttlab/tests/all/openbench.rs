//! What OpenBench needs: a program that plays without arguments, a bench that its client reads, and a configuration.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::lab::{Lab, Printed};
use crate::uci::Engine;

fn repository(file: &str) -> String {
    fs::read_to_string(format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Runs `ttlab` without arguments.
fn bare(input: &[u8]) -> Printed {
    let lab = Lab::new();
    let mut command = lab.command(&[]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_program_without_arguments_plays_if_it_has_input() {
    let printed = bare(b"uci\nquit\n");
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    assert!(printed.out.starts_with("id name ttlab ") && printed.out.ends_with("\nuciok\n"), "{}", printed.out);
    let help = bare(b"");
    assert_eq!((help.code, help.out.as_str()), (Some(2), ""));
    assert!(help.err.contains("\nUsage: ttlab "), "{}", help.err);
}

/// The client searches the lines from the last one for `\d+\s+nodes` and `\d+\s+nps`.
#[test]
fn the_bench_ends_with_a_line_for_openbench() {
    let lab = Lab::new();
    let printed = lab.run(&["bench"]);
    let words: Vec<&str> = printed.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{printed}") };
    assert_eq!(nodes, repository("testsets/bench-signature.txt").trim());
    assert!(printed.contains(&format!("\nBench: {nodes}\n")) && speed.parse::<u64>().unwrap() > 0, "{printed}");
}

#[test]
fn the_configuration_of_the_page_is_valid() {
    let page = repository("docs/src/openbench.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let config: Value = serde_json::from_str(rest.split_once("```").unwrap().0).unwrap();
    let manifest = repository("Cargo.toml");
    let rust = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert_eq!(config["build"]["compilers"][0], format!("cargo>={rust}.0"));
    assert!(repository(&format!("{}makefile", config["build"]["path"].as_str().unwrap())).contains("$(EXE)"));
    let mut engine = Engine::start();
    let mut set = 0;
    for preset in config["test_presets"].as_object().unwrap().values() {
        for options in [&preset["dev_options"], &preset["base_options"]] {
            for option in options.as_str().into_iter().flat_map(str::split_whitespace) {
                let (name, value) = option.split_once('=').unwrap();
                engine.send(format!("setoption name {name} value {value}").as_bytes());
                assert!(engine.until_ready().is_empty(), "{option}");
                set += 1;
            }
        }
    }
    assert_eq!(set, 6);
}

/// A C compiler is passed on, and cargo is used where it is named.
#[test]
#[cfg(unix)]
fn the_makefile_takes_a_name_and_a_compiler() {
    let print = |arguments: &[&str]| -> Option<String> {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let output = Command::new("make").args(["--dry-run", "-C", directory]).args(arguments).output().ok()?;
        Some(String::from_utf8(output.stdout).unwrap())
    };
    for (arguments, expected) in [
        (&["EXE=name"][..], ["\ncargo build --profile daily ", "/ttlab name\n"]),
        (&["EXE=name", "CC=/opt/cargo/bin/gcc"], ["\ncargo build ", "/ttlab name\n"]),
        (&["CC=/opt/bin/cargo"], ["\n/opt/bin/cargo build ", "/ttlab ttlab\n"]),
    ] {
        let Some(printed) = print(arguments) else { return };
        assert!(expected.iter().all(|part| printed.contains(part)), "{arguments:?}: {printed}");
    }
}
