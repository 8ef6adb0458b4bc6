//! Counts the instructions of a probe, by the slots of a bucket.
//!
//! `cargo run --release -p measurements --bin probe -- 4x16 1000000` fills a table of 64K positions, looks up a million
//! of them, and prints a sum of what it has found. The first argument is the number of slots of a bucket and the bytes
//! of a slot: `1x16`, `2x16`, `4x16`, `1x8`, `4x8`, `8x8` or `3x10`. Run the program under `valgrind --tool=callgrind`
//! with a million probes and with none: the difference is what the probes take.

#![forbid(unsafe_code)]

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::policies::LeastRecentlyUsed;
use tt::policies::{Big, OneLevel, TwoLevel, Weighted};
use tt::{Bound, Buckets, Key, Record, Size, Table, TableError};

const SIZE: Size = Size::Positions(64 << 10);

/// Looks up the positions of a full table in a random order.
fn probes(mut table: impl Table<Payload = u16>, count: u64) -> u64 {
    for number in 0..64 << 10 {
        let record =
            Record { payload: 7, score: number as i16, bound: Bound::Exact, depth: 3, nodes: 9, ..Record::default() };
        table.store(Key::mixed(number), record);
    }
    let mut number = 1_u64;
    let mut sum = 0;
    for _ in 0..count {
        number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
        let found = table.probe(Key::mixed(number >> 48));
        sum += found.map_or(0, |record| record.score as u64);
    }
    sum
}

fn main() -> Result<(), TableError> {
    let mut arguments = std::env::args().skip(1);
    let (bucket, count) = (arguments.next(), arguments.next().and_then(|count| count.parse().ok()));
    let (Some(bucket), Some(count)) = (bucket, count) else {
        eprintln!("error: missing argument: expected a bucket and a number of probes, such as `4x16 1000000`");
        std::process::exit(2);
    };
    let sum = match bucket.as_str() {
        "1x16" => probes(Buckets::<Thesis<u16>, OneLevel<Big>, 1>::new(SIZE)?, count),
        "2x16" => probes(Buckets::<Thesis<u16>, TwoLevel<Big>, 2>::new(SIZE)?, count),
        "4x16" => probes(Buckets::<Thesis<u16>, LeastRecentlyUsed, 4>::new(SIZE)?, count),
        "1x8" => probes(Buckets::<Compact<u16>, LeastRecentlyUsed, 1>::new(SIZE)?, count),
        "4x8" => probes(Buckets::<Compact<u16>, LeastRecentlyUsed, 4>::new(SIZE)?, count),
        "8x8" => probes(Buckets::<Compact<u16>, LeastRecentlyUsed, 8>::new(SIZE)?, count),
        "3x10" => probes(Buckets::<TenBytes<u16>, Weighted, 3>::new(Size::mib(1))?, count),
        _ => {
            eprintln!("error: invalid bucket `{bucket}`: expected 1x16, 2x16, 4x16, 1x8, 4x8, 8x8 or 3x10");
            std::process::exit(2);
        }
    };
    println!("{sum}");
    Ok(())
}
