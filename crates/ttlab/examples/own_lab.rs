//! `ttlab` with a custom replacement scheme: every command and every experiment accept the scheme `aging`.
//!
//! The example uses only the public interfaces of `tt`, `experiments` and `ttlab`, so a program outside this workspace
//! can look the same. The page "Add a scheme" of the book explains it.

use std::process::ExitCode;

use anyhow::{Context, Result};
use tt::{Decision, Replacement, Worth};

// ANCHOR: lab
/// Four positions in an entry. The position with the least value is replaced: its depth, less `weight` plies for each
/// search since it was stored.
#[derive(Clone, Copy, Debug)]
struct Aging {
    weight: i32,
}

impl Replacement for Aging {
    fn width(self) -> usize {
        4
    }

    fn decide(self, residents: &[Worth], _: Worth) -> Decision {
        if residents.len() < self.width() {
            return Decision::Replace(residents.len());
        }
        let value = |worth: Worth| i32::from(worth.depth) - self.weight * i32::from(worth.age);
        let victim = (0..residents.len()).min_by_key(|&place| value(residents[place]));
        victim.map_or(Decision::Keep, Decision::Replace)
    }
}

fn main() -> Result<ExitCode> {
    // One build can try several weights.
    let weight = match std::env::var("WEIGHT") {
        Ok(weight) => weight.parse().context("invalid weight of `aging` in the variable WEIGHT")?,
        Err(_) => 2,
    };
    experiments::schemes::register("aging", Aging { weight })?;
    Ok(ttlab::run())
}
// ANCHOR_END: lab
