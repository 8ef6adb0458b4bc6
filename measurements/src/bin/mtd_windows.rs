//! Measures how the nodes of MTD(f) depend on the number of its windows.
//!
//! Searches the middle-game positions of the article of 1994 by iterative deepening, each with an empty table of 256K
//! positions, by the plain search and by MTD(f). Groups them by the number of zero-width searches that MTD(f) needs in
//! all iterations together, and prints the nodes of MTD(f) divided by those of the plain search.
//!
//!     cargo run --release -p measurements --bin mtd_windows -- 4

#![forbid(unsafe_code)]

use alibaba::{ASPIRATION, Alibaba, Best};
use chess::Position;
use schemes::{Scheme, TranspositionTable};
use search::{Aspiration, CoreOptions, Search, Window, iterate};
use tt::Maintain;

const POSITIONS: &str = include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv");

/// The most windows of a position of each group.
const GROUPS: [u32; 6] = [8, 12, 16, 24, 32, u32::MAX];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(4), |depth| depth.parse())?;
    let options = |name| CoreOptions::find(name).ok_or("unknown option of the search");
    let (plain, mtd) = (options("plain")?, options("mtd")?);
    let schemes: [Scheme; 2] = ["two-big1".parse()?, "two-big1+two-bounds".parse()?];
    println!("depth {depth}          two-big1               two-big1+two-bounds");
    println!("windows    positions  mtd / plain    positions  mtd / plain");
    let mut columns = Vec::new();
    for scheme in schemes {
        let mut table = TranspositionTable::<Best>::new("256K".parse()?, scheme)?;
        let mut found = Vec::new();
        for line in POSITIONS.lines().skip(1) {
            let fen = line.split(',').nth(3).ok_or("a line without a position")?;
            let position = Position::from_fen(fen)?;
            let (of_plain, _) = nodes_and_windows(&position, &mut table, depth, plain);
            let (of_mtd, windows) = nodes_and_windows(&position, &mut table, depth, mtd);
            found.push((windows, of_mtd as f64 / of_plain as f64));
        }
        columns.push(found);
    }
    let mean = |ratios: &[f64]| {
        let sum: f64 = ratios.iter().map(|&ratio| libm::log(ratio)).sum();
        libm::exp(sum / ratios.len() as f64)
    };
    let mut least = 0;
    for most in GROUPS {
        let name = if most == u32::MAX { format!("{least} and more") } else { format!("{least} to {most}") };
        print!("{name:<12}");
        for column in &columns {
            let group = column.iter().filter(|(windows, _)| (least..=most).contains(windows));
            let ratios: Vec<f64> = group.map(|(_, ratio)| *ratio).collect();
            let mean = if ratios.is_empty() { String::new() } else { format!("{:.2}", mean(&ratios)) };
            print!("{:>8}  {mean:>11}    ", ratios.len());
        }
        println!();
        least = most.saturating_add(1);
    }
    print!("{:<12}", "all");
    for column in &columns {
        let ratios: Vec<f64> = column.iter().map(|(_, ratio)| *ratio).collect();
        print!("{:>8}  {:>11.2}    ", ratios.len(), mean(&ratios));
    }
    println!();
    Ok(())
}

/// Returns the nodes of all iterations, and the number of searches from the root.
fn nodes_and_windows(
    position: &Position,
    table: &mut TranspositionTable<Best>,
    depth: u8,
    options: CoreOptions,
) -> (u64, u32) {
    table.clear();
    let mut game = Alibaba::new(position.clone());
    let mut search = Search::new(&mut game, table).as_printed().window(Window::Minimal).with_options(options);
    let mut windows = 0;
    let outcome = iterate(&mut search, depth, Aspiration::Printed(ASPIRATION), |iteration, _| {
        windows += iteration.failures + 1;
    });
    (outcome.nodes, windows)
}
