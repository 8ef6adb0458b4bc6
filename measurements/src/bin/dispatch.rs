//! Measures the cost of choosing a replacement scheme at run time, and of sharing a table. The same search runs
//! with the scheme as a type, as a value with a known width of buckets, and as a table behind a pointer; with a
//! table that threads could share, guarded by `Xor` (`shared`) or by `Checksum`; and as the only member of a
//! team.
//!
//! `cargo run --release -p measurements --bin dispatch -- type` (or `enum`, `pointer`, `shared`, `checksum`,
//! `team`) prints the number of nodes, which is the same for all. An optional second argument sets the board
//! (default: 6x7). Run the program under `valgrind --tool=callgrind` to count instructions.

#![forbid(unsafe_code)]

use domineering::{BoardSize, Domi, Player, solve};
use schemes::policies::{AnyConcept, AnyTwoLevel};
use schemes::{Scheme, TranspositionTable};
use search::{Parallel, Plain, Team};
use tt::layouts::Thesis;
use tt::policies::{Big, TwoLevel};
use tt::{Buckets, Checksum, LowBits, Shared, Size, Table, TableError, TwoBig1};

fn board() -> BoardSize {
    std::env::args().nth(2).map_or("6x7".parse(), |board| board.parse()).expect("a valid board size")
}

fn nodes(table: impl Table<Payload = ()>) -> u64 {
    solve(board(), Player::Vertical, table, (), u64::MAX).nodes
}

fn main() -> Result<(), TableError> {
    let size = Size::Positions(16 << 10);
    // `black_box` hides the scheme and its concept from the compiler.
    let scheme = std::hint::black_box(Scheme::TwoBig1);
    let concept = std::hint::black_box(AnyConcept::Big);
    let nodes = match std::env::args().nth(1).as_deref() {
        Some("type") => nodes(TwoBig1::new(size)?),
        Some("enum") => nodes(Buckets::<Thesis<()>, _, 2>::with_policy(size, AnyTwoLevel(concept))?),
        Some("pointer") => nodes(TranspositionTable::new(size, scheme)?),
        Some("shared") => nodes(&Shared::<Thesis<()>, TwoLevel<Big>, 2>::new(size)?),
        Some("checksum") => nodes(&Shared::<Thesis<()>, TwoLevel<Big>, 2, LowBits, Checksum>::new(size)?),
        Some("team") => {
            let team = Team::new(Parallel::Lazy, board().depth() / 4 * 3);
            let table = Shared::<Thesis<()>, TwoLevel<Big>, 2>::new(size)?;
            Domi::new(board(), Player::Vertical).solve_with(&table, (), team.member(0, Plain)).nodes
        }
        _ => {
            eprintln!("error: invalid argument: expected type, enum, pointer, shared, checksum or team");
            std::process::exit(2);
        }
    };
    println!("{nodes}");
    Ok(())
}
