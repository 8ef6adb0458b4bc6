//! Measures the cost of choosing a replacement scheme at run time. The same search runs with the scheme as a type, as a
//! value of the enum, as a value of the enum with a known width, and as a trait object.
//!
//! `cargo run --release -p domineering --example dispatch -- type` (or `enum`, `enum-of-width`, `dyn`) prints the
//! number of nodes, which is the same for all four. An optional second argument sets the board (default: 6x7). Run the
//! example under `valgrind --tool=callgrind` to count instructions.

use domineering::{Player, solve};
use tt::{Decision, OfWidth, Replacement, Scheme, TranspositionTable, TwoBig1, Worth};

/// The methods of [`Replacement`], as a trait that can be used as a trait object.
trait Object {
    fn width(&self) -> usize;
    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision;
    fn update(&self, resident: Worth, candidate: Worth) -> bool;
    fn hit_size(&self, stored: u32) -> u32;
}

impl<R: Replacement> Object for R {
    fn width(&self) -> usize {
        Replacement::width(*self)
    }

    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision {
        Replacement::decide(*self, residents, candidate)
    }

    fn update(&self, resident: Worth, candidate: Worth) -> bool {
        Replacement::update(*self, resident, candidate)
    }

    fn hit_size(&self, stored: u32) -> u32 {
        Replacement::hit_size(*self, stored)
    }
}

#[derive(Clone, Copy)]
struct Dynamic<'a>(&'a dyn Object);

impl Replacement for Dynamic<'_> {
    fn width(self) -> usize {
        self.0.width()
    }

    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.0.decide(residents, candidate)
    }

    fn update(self, resident: Worth, candidate: Worth) -> bool {
        self.0.update(resident, candidate)
    }

    fn hit_size(self, stored: u32) -> u32 {
        self.0.hit_size(stored)
    }
}

fn nodes(scheme: impl Replacement) -> u64 {
    let board = std::env::args().nth(2).map_or("6x7".parse(), |board| board.parse()).expect("a valid board size");
    let mut table = TranspositionTable::<_, ()>::new("16K".parse().expect("a valid table size"), scheme)
        .expect("memory for a small table");
    solve(board, Player::Vertical, &mut table, (), u64::MAX).nodes
}

fn main() {
    let nodes = match std::env::args().nth(1).as_deref() {
        Some("type") => nodes(TwoBig1::default()),
        // `black_box` hides the scheme from the compiler.
        Some("enum") => nodes(std::hint::black_box(Scheme::TwoBig1)),
        Some("enum-of-width") => {
            nodes(OfWidth::<2, _>::new(std::hint::black_box(Scheme::TwoBig1)).expect("two positions per entry"))
        }
        Some("dyn") => nodes(Dynamic(std::hint::black_box(&TwoBig1::default()))),
        _ => {
            eprintln!("error: invalid argument: expected type, enum, enum-of-width or dyn");
            std::process::exit(2);
        }
    };
    println!("{nodes}");
}
