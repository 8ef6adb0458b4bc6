//! The program `ttlab` with a custom replacement scheme, `aging`, which every command and every experiment can use.
//!
//! The example uses only the public interfaces of `tt`, `experiments` and `ttlab`, so it also works outside this
//! workspace. The book's page "Add a scheme" explains it.

use std::process::ExitCode;

use anyhow::{Context, Result};
use tt::{Decision, Policy, Worth};

// ANCHOR: lab
/// A scheme with four positions per bucket. It replaces the position with the lowest depth, after subtracting `weight`
/// plies for each search since the position was stored.
#[derive(Clone, Copy, Debug)]
struct Aging {
    weight: i32,
}

impl Policy<4> for Aging {
    fn victim(self, residents: &[Worth; 4], _: Worth) -> Decision {
        let value = |worth: Worth| i32::from(worth.depth) - self.weight * i32::from(worth.age);
        let victim = (0..4).min_by_key(|&slot| value(residents[slot]));
        victim.map_or(Decision::Keep, Decision::Replace)
    }
}

fn main() -> Result<ExitCode> {
    // Read the weight at run time, so that one build can try several weights.
    let weight = match std::env::var("WEIGHT") {
        Ok(weight) => weight.parse().context("invalid weight of `aging` in the variable WEIGHT")?,
        Err(_) => 2,
    };
    experiments::scheme_list::register("aging", Aging { weight })?;
    Ok(ttlab::run())
}
// ANCHOR_END: lab
