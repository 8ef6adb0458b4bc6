//! Changes one rule of the search of domineering that the thesis describes, and counts the nodes.
//!
//! The program shares nothing with the search of the library, so that each checks the other: `cargo test -p
//! ttlab-domineering --test all rules::`.
//! `docs/src/forensics-3x8.md` has its tables and facts:
//!
//! ```text
//! cargo run --release -p measurements --bin domineering_rules                   # the table of the rules
//! cargo run --release -p measurements --bin domineering_rules -- larger         # some rules on larger boards
//! cargo run --release -p measurements --bin domineering_rules -- tree           # the tree of 3x8
//! cargo run --release -p measurements --bin domineering_rules -- combinations   # up to three changes at once on 3x8
//! ```

#![forbid(unsafe_code)]

pub(crate) mod board;
mod combinations;
mod exhaustive;
mod rows;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod table;
mod tree;

fn main() -> Result<(), String> {
    let text = match std::env::args().nth(1).as_deref() {
        None => table::rules(&table::BOARDS),
        Some("larger") => table::larger_boards(),
        Some("tree") => tree::facts(),
        Some("combinations") => combinations::found(),
        Some(other) => return Err(format!("unknown argument `{other}`: expected larger, tree or combinations")),
    };
    print!("{text}");
    Ok(())
}
