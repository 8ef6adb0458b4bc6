//! The program `ttlab` with a custom replacement scheme, `aging`, which every command and every experiment can use.
//!
//! The example uses only the public interfaces of `tt`, `experiments` and `ttlab`, so it also works outside this
//! workspace. The book's page "Add a scheme" explains it.

use std::process::ExitCode;

use anyhow::{Context, Result};
use tt::{Decision, Replacement, Worth};

// ANCHOR: lab
/// A scheme with four positions per entry. It replaces the position with the lowest depth, after subtracting `weight`
/// plies for each search since the position was stored.
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
    // Read the weight at run time, so that one build can try several weights.
    let weight = match std::env::var("WEIGHT") {
        Ok(weight) => weight.parse().context("the weight of `aging`, in the variable WEIGHT")?,
        Err(_) => 2,
    };
    experiments::schemes::register("aging", Aging { weight })?;
    Ok(ttlab::run())
}
// ANCHOR_END: lab
