//! Counts the instructions that a search spends in each source file.
//!
//! Nearly everything in a search is inlined into one function, so a profile by function says little. Here every
//! instruction belongs to the innermost file of the repository that it comes from, inlined or not: instructions of the
//! standard library count for the file that calls it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::repo;

/// The options with which callgrind writes a profile that [`shares`] can read: by address, and not compressed.
pub(super) const OPTIONS: &[&str] =
    &["--dump-instr=yes", "--dump-line=no", "--compress-strings=no", "--compress-pos=no"];

/// Returns the files of the repository and their instructions, the largest number first.
pub(super) fn shares(profile: &str, program: &Path) -> Result<Vec<(String, u64)>> {
    // Callgrind names the file that a link leads to.
    let program = &program.canonicalize().with_context(|| format!("cannot find {}", program.display()))?;
    let costs = costs(profile, &program.to_string_lossy());
    let root = format!("{}/", repo::root().display());
    let mut shares = BTreeMap::new();
    for (address, file) in files(&addr2line(program, costs.keys().copied())?, &root) {
        if let Some(file) = file {
            *shares.entry(file).or_default() += costs.get(&address).copied().unwrap_or(0);
        }
    }
    let mut shares: Vec<(String, u64)> = shares.into_iter().collect();
    shares.sort_by_key(|&(_, instructions)| std::cmp::Reverse(instructions));
    Ok(shares)
}

/// Returns the number of instructions executed at each address of the program.
fn costs(profile: &str, program: &str) -> BTreeMap<u64, u64> {
    let mut costs = BTreeMap::new();
    let (mut ours, mut of_call) = (false, false);
    for line in profile.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            ours = object == program;
        } else if line.starts_with("calls=") {
            // The next line is what the function that is called cost.
            of_call = true;
        } else if let Some((address, cost)) = line.strip_prefix("0x").and_then(|line| line.split_once(' ')) {
            let parsed = (u64::from_str_radix(address, 16), cost.trim().parse::<u64>());
            if let (true, false, (Ok(address), Ok(cost))) = (ours, of_call, parsed) {
                *costs.entry(address).or_default() += cost;
            }
            of_call = false;
        }
    }
    costs
}

/// Runs `addr2line`, which prints each address and then its source positions, the innermost first.
fn addr2line(program: &Path, addresses: impl Iterator<Item = u64>) -> Result<String> {
    if !repo::has("addr2line") {
        bail!("addr2line is not installed; it says which file an instruction comes from (`apt-get install binutils`)");
    }
    let mut command = Command::new("addr2line");
    command.arg("--inlines").arg("--addresses").arg("--exe").arg(program);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot start `addr2line`")?;
    let mut input = child.stdin.take().context("addr2line has no input")?;
    let addresses: String = addresses.map(|address| format!("{address:#x}\n")).collect();
    // It answers while it reads.
    let writer = thread::spawn(move || input.write_all(addresses.as_bytes()));
    let output = child.wait_with_output().context("cannot read what `addr2line` prints")?;
    if writer.join().is_err() || !output.status.success() {
        bail!("`addr2line` failed: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the file under `root` that each address comes from, if there is one.
fn files(places: &str, root: &str) -> Vec<(u64, Option<String>)> {
    let mut files: Vec<(u64, Option<String>)> = Vec::new();
    for line in places.lines() {
        if let Some(address) = line.strip_prefix("0x").and_then(|address| u64::from_str_radix(address, 16).ok()) {
            files.push((address, None));
        } else if let (Some((_, file @ None)), Some(place)) = (files.last_mut(), line.strip_prefix(root)) {
            *file = place.split(':').next().map(str::to_owned);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_other_objects_are_left_out() {
        let profile = "positions: instr\nevents: Ir\n\nob=/lib/libc.so\nfn=free\n0x10 5\n\nob=/t/ttlab\nfn=main\n\
                       0x10 3\n0x1a 4\ncob=/lib/libc.so\ncfn=free\ncalls=1 0x10\n0x1a 5\n0x10 2\n";
        assert_eq!(costs(profile, "/t/ttlab"), BTreeMap::from([(0x10, 5), (0x1a, 4)]));
    }

    #[test]
    fn an_instruction_is_of_the_innermost_file_of_ours() {
        let places = "0x10\n/rustc/library/core/src/cmp.rs:1037\n/r/crates/tt/src/entry.rs:7 (discriminator 2)\n\
                      /r/crates/search/src/lib.rs:1\n0x1a\n??:0\n";
        assert_eq!(files(places, "/r/"), [(0x10, Some("crates/tt/src/entry.rs".to_owned())), (0x1a, None)]);
    }
}
