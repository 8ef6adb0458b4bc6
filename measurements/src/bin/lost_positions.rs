//! Asks how the table of DOMI can have lost positions while it was nearly empty.
//!
//! With the rules of `domi-1998`, a table that loses nothing needs fewer nodes on some boards than Table 2.1 prints.
//! Each explanation is a table, or a generator of the random numbers whose low-order bits are the index (`[Breuker
//! 1998, 2.4]`: "the n low-order bits of the hash value are used as a *hash index*"). All tables tell positions apart
//! by the whole position, so that they lose positions and never mistake one for another. Prints for each board the
//! fewest and the most nodes above those of a table that loses nothing, with so many seeds; a star marks the ranges
//! that contain the published number.
//!
//!     cargo run --release -p measurements --bin lost_positions -- 20

#![forbid(unsafe_code)]

use std::collections::HashMap;

use domineering::options::DomiOptions;
use domineering::{BoardSize, Domi, Move, Player};
use search::PackedMoves;
use tt::{Key, Record, Stored, Table};

/// The boards on which a table that loses nothing needs fewer nodes than were published, and the published nodes.
const BOARDS: [(&str, u64); 6] =
    [("4x8", 12_024), ("4x9", 45_314), ("5x7", 13_584), ("5x9", 177_324), ("6x7", 302_259), ("7x7", 408_260)];

/// The rules of `domi-1998`.
const RULES: &str = "whole-positions+no-safe-moves+by-columns+other-first-on-squares";

/// The positions of a table of 2048K.
const BITS: u32 = 21;

/// How many slots an index has, and what is done with them.
#[derive(Clone, Copy, PartialEq)]
enum Slots {
    /// One slot, which keeps the bigger subtree.
    Big,
    /// One slot, which keeps the newer position.
    New,
    /// Two levels; the second keeps what the first loses.
    Two,
    /// Two levels, but only the first is probed.
    FirstOnly,
}

impl Slots {
    fn is_one_level(self) -> bool {
        matches!(self, Self::Big | Self::New)
    }
}

/// A generator of the numbers of the squares, of which the low-order bits are the index.
#[derive(Clone, Copy)]
enum Generator {
    /// Independent bits.
    Independent,
    /// A linear congruential generator modulo a power of two, with this multiplier and increment; a number takes this
    /// many calls and as many bits of each, after a shift to the right.
    Congruential { multiplier: u64, increment: u64, modulus: u32, shift: u32, bits: u32 },
}

/// `rand` of the C standard's example, of which 15 bits are used, several calls side by side.
const ANSI_15: Generator =
    Generator::Congruential { multiplier: 1_103_515_245, increment: 12_345, modulus: 32, shift: 16, bits: 15 };

/// The same generator with all 31 low-order bits, as in old Unix libraries.
const UNIX_31: Generator =
    Generator::Congruential { multiplier: 1_103_515_245, increment: 12_345, modulus: 31, shift: 0, bits: 31 };

/// `rand` of Microsoft's library.
const MICROSOFT_15: Generator =
    Generator::Congruential { multiplier: 214_013, increment: 2_531_011, modulus: 32, shift: 16, bits: 15 };

/// `rand` of Borland's library.
const BORLAND_15: Generator =
    Generator::Congruential { multiplier: 22_695_477, increment: 1, modulus: 32, shift: 16, bits: 15 };

/// 32 low-order bits of a generator modulo 2^32, from Numerical Recipes.
const QUICK_32: Generator =
    Generator::Congruential { multiplier: 1_664_525, increment: 1_013_904_223, modulus: 32, shift: 0, bits: 32 };

/// `lrand48`: 31 high-order bits of 48.
const LRAND_48: Generator =
    Generator::Congruential { multiplier: 0x5_DEEC_E66D, increment: 0xB, modulus: 48, shift: 17, bits: 31 };

impl Generator {
    /// Returns the numbers of the squares.
    fn numbers(self, seed: u64, count: usize) -> Vec<u64> {
        match self {
            Self::Independent => (0..count as u64).map(|square| Key::mixed(seed << 32 | square).0).collect(),
            Self::Congruential { multiplier, increment, modulus, shift, bits } => {
                let mut state = seed;
                let mut call = || {
                    state = state.wrapping_mul(multiplier).wrapping_add(increment) & ((1 << modulus) - 1);
                    state >> shift & ((1 << bits) - 1)
                };
                let calls = 64_u32.div_ceil(bits);
                (0..count).map(|_| (0..calls).fold(0_u64, |number, _| number << bits | call())).collect()
            }
        }
    }
}

/// A position that is stored: its encoding and its record.
type Slot<P> = Option<(Vec<u8>, Record<P>)>;

/// A table whose index is computed from the numbers of the squares.
struct Losing<P> {
    slots: Slots,
    numbers: Vec<u64>,
    /// Most of the table stays empty.
    entries: HashMap<u64, [Slot<P>; 2]>,
    here: Vec<u8>,
    index: u64,
}

impl<P: Copy> Losing<P> {
    fn new(slots: Slots, numbers: Vec<u64>) -> Self {
        Self { slots, numbers, entries: HashMap::new(), here: Vec::new(), index: 0 }
    }
}

impl<P: tt::Payload> Table for Losing<P> {
    type Payload = P;

    fn probe(&self, _: Key) -> Option<Record<P>> {
        let levels = if self.slots == Slots::FirstOnly { 1 } else { 2 };
        let found = self.entries.get(&self.index)?[..levels].iter().flatten().find(|(whole, _)| *whole == self.here);
        found.map(|(_, record)| *record)
    }

    fn store(&mut self, _: Key, record: Record<P>) -> Stored {
        let new = Some((self.here.clone(), record));
        let is_big = self.slots != Slots::New;
        let [first, second] = self.entries.entry(self.index).or_default();
        let is_here = |slot: &Slot<P>| slot.as_ref().is_some_and(|(whole, _)| *whole == self.here);
        if is_here(second) {
            *second = None;
        }
        match first {
            None => *first = new,
            Some(_) if is_here(first) => *first = new,
            Some((_, old)) => {
                let rejected = if is_big && old.nodes > record.nodes { new } else { std::mem::replace(first, new) };
                if !self.slots.is_one_level() {
                    *second = rejected;
                }
            }
        }
        Stored::Fresh
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.here.clear();
        self.here.extend_from_slice(encoding);
        let is_set = |square: usize| encoding.get(square / 8).is_some_and(|byte| byte >> (square % 8) & 1 != 0);
        let hash = (0..self.numbers.len())
            .filter(|&square| is_set(square))
            .fold(0, |hash, square| hash ^ self.numbers[square]);
        let bits = if self.slots.is_one_level() { BITS } else { BITS - 1 };
        self.index = hash & ((1 << bits) - 1);
    }
}

/// Returns the nodes of a board, of both first players unless it is square.
fn nodes<P: PackedMoves<Move>>(board: BoardSize, slots: Slots, generator: Generator, seed: u64) -> u64 {
    let options = DomiOptions::find(RULES).expect("the options exist");
    let firsts: &[Player] =
        if board.is_square() { &[Player::Vertical] } else { &[Player::Vertical, Player::Horizontal] };
    let of = |&first: &Player| {
        let mut table = Losing::<P>::new(slots, generator.numbers(seed, board.squares() as usize));
        Domi::new(board, first).solve_with(&mut table, (), options).nodes
    };
    firsts.iter().map(of).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seeds: u64 = std::env::args().nth(1).map_or(Ok(20), |seeds| seeds.parse())?;
    let ways = [
        ("independent bits", Generator::Independent),
        ("rand of 15 bits, ANSI C", ANSI_15),
        ("rand of 15 bits, Microsoft", MICROSOFT_15),
        ("rand of 15 bits, Borland", BORLAND_15),
        ("rand of 31 bits, Unix", UNIX_31),
        ("32 bits, Numerical Recipes", QUICK_32),
        ("lrand48", LRAND_48),
    ];
    let tables =
        [("TwoBig1", Slots::Two), ("first level", Slots::FirstOnly), ("Big1", Slots::Big), ("New", Slots::New)];
    let ways = tables.iter().flat_map(|table| ways.map(|way| (table.0, table.1, way.0, way.1)));
    let ways: Vec<_> = ways.collect();
    let boards: Vec<(BoardSize, i64, i64)> = BOARDS
        .iter()
        .map(|&(name, published)| {
            let board = name.parse()?;
            let least = nodes::<()>(board, Slots::Two, Generator::Independent, 0) as i64;
            Ok((board, least, published as i64 - least))
        })
        .collect::<Result<_, domineering::BoardError>>()?;
    print!("{:<40}", "nodes above a table that loses nothing");
    BOARDS.iter().for_each(|(name, _)| print!("{name:>14}"));
    print!("\n{:<40}", "published");
    boards.iter().for_each(|(.., more)| print!("{more:>14}"));
    println!();
    for (table, slots, way, generator) in ways {
        print!("{:<40}", format!("{table}, {way}"));
        for &(board, least, published) in &boards {
            let more = (1..=seeds).map(|seed| nodes::<()>(board, slots, generator, seed) as i64 - least);
            let more: Vec<i64> = more.collect();
            let [low, high] = [more.iter().min(), more.iter().max()].map(|end| end.copied().unwrap_or_default());
            let mark = if (low..=high).contains(&published) { "*" } else { " " };
            print!("{:>14}", format!("{low} to {high}{mark}"));
        }
        println!();
    }
    Ok(())
}
