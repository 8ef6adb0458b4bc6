//! Runs what the fuzz targets of files check on their seeds and on mutations of them. A fuzzer finds more, but needs
//! nightly Rust.

use std::fs;
use std::path::{Path, PathBuf};

use tt::Key;

#[allow(unreachable_pub)] // It is a library there.
#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

/// Reads bytes, or rejects them.
type Check = fn(&[u8]);

/// The targets, by the directories of their seeds.
const TARGETS: [(&str, Check); 4] = [
    ("table_file", targets::table_file),
    ("request_trace", targets::request_trace),
    ("definition", targets::definition),
    ("connect_four_set", targets::connect_four_set),
];

fn directory(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target)
}

fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory(target)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    /// Returns a number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 += 1;
        (Key::mixed(self.0).0 % limit as u64) as usize
    }

    /// Changes some bytes: one bit, one byte, a part that is cut out, repeated or taken from another seed, or the end.
    fn mutate(&mut self, bytes: &mut Vec<u8>, others: &[(PathBuf, Vec<u8>)]) {
        for _ in 0..=self.below(3) {
            let len = bytes.len().max(1);
            let (at, to) = (self.below(len).min(bytes.len()), self.below(len).min(bytes.len()));
            let part = at.min(to)..at.max(to).min(at.min(to) + 40);
            match self.below(7) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = [0, 0xff, b'\n', b'9', b'-', b'=', b' '][self.below(7)],
                2 => drop(bytes.drain(part)),
                3 => {
                    let copy = bytes[part].to_vec();
                    bytes.splice(at..at, copy);
                }
                4 => bytes.truncate(at),
                5 => {
                    let other = &others[self.below(others.len())].1;
                    let start = self.below(other.len().max(1)).min(other.len());
                    bytes.splice(at..at, other[start..].iter().copied().take(40));
                }
                _ => bytes.push(b'0'),
            }
        }
    }
}

#[test]
fn no_mutation_of_a_seed_is_read_wrongly() {
    for (target, check) in TARGETS {
        let seeds = seeds(target);
        assert!(seeds.len() > 1, "{target}");
        check(b"");
        let mut numbers = Numbers(0);
        for (path, seed) in &seeds {
            check(seed);
            for mutation in 0..300 {
                let mut bytes = seed.clone();
                numbers.mutate(&mut bytes, &seeds);
                let result = std::panic::catch_unwind(|| check(&bytes));
                assert!(result.is_ok(), "mutation {mutation} of {}: {}", path.display(), bytes.escape_ascii());
            }
        }
    }
}

#[test]
fn the_seeds_are_of_this_version() {
    let seeds: Vec<Vec<u8>> = seeds("table_file").into_iter().map(|(_, bytes)| bytes).collect();
    assert_eq!(seeds, targets::table_seeds().unwrap(), "cargo test -p ttlab --test all fuzz -- --ignored");
    for (path, seed) in self::seeds("request_trace") {
        assert!(replay::RequestTrace::from_bytes(&seed).is_ok(), "{}", path.display());
    }
    for (path, seed) in self::seeds("definition") {
        let text = str::from_utf8(&seed).unwrap();
        assert!(experiments::Definition::read("seed", "seed.toml", text).is_ok(), "{}", path.display());
    }
    for (path, seed) in self::seeds("connect_four_set") {
        assert!(experiments::connect_four_set::read(str::from_utf8(&seed).unwrap()).is_ok(), "{}", path.display());
    }
}

#[test]
#[ignore = "it writes the seeds"]
fn write_table_seeds() {
    for (name, seed) in ["1-two", "2-compact", "3-private"].iter().zip(targets::table_seeds().unwrap()) {
        fs::write(directory("table_file").join(name), seed).unwrap();
    }
}
