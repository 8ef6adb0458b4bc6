//! Measures the cost of choosing a replacement scheme at run time. The same search runs with the scheme as a type, as a
//! value with a known width of buckets, and as a table behind a pointer.
//!
//! `cargo run --release -p domineering --example dispatch -- type` (or `enum`, `pointer`) prints the number of nodes,
//! which is the same for all three. An optional second argument sets the board (default: 6x7). Run the example under
//! `valgrind --tool=callgrind` to count instructions.

use domineering::{Player, solve};
use tt::layouts::Thesis;
use tt::{Buckets, Scheme, Size, Table, TableError, TranspositionTable, TwoBig1};

fn nodes(table: impl Table<Payload = ()>) -> u64 {
    let board = std::env::args().nth(2).map_or("6x7".parse(), |board| board.parse()).expect("a valid board size");
    solve(board, Player::Vertical, table, (), u64::MAX).nodes
}

fn main() -> Result<(), TableError> {
    let size = Size::Positions(16 << 10);
    // `black_box` hides the scheme from the compiler.
    let scheme = std::hint::black_box(Scheme::TwoBig1);
    let nodes = match std::env::args().nth(1).as_deref() {
        Some("type") => nodes(TwoBig1::new(size)?),
        Some("enum") => nodes(Buckets::<Thesis<()>, _, 2>::with_policy(size, scheme)?),
        Some("pointer") => nodes(TranspositionTable::new(size, scheme)?),
        _ => {
            eprintln!("error: invalid argument: expected type, enum or pointer");
            std::process::exit(2);
        }
    };
    println!("{nodes}");
    Ok(())
}
