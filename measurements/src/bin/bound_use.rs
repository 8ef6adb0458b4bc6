//! Measures how often a root score changes if bounds narrow windows, as printed, instead of only causing cut-offs.
//!
//! Searches the positions of two suites by iterative deepening, each with an empty table of 64K positions, once for
//! each [`BoundUse`], and compares the results of the iterations. Everything else is the same.
//!
//!     cargo run --release -p measurements --bin bound_use -- 6

#![forbid(unsafe_code)]

use alibaba::{ASPIRATION, Alibaba, Best};
use chess::{Epd, Move, Position};
use schemes::{Scheme, TranspositionTable};
use search::{Aspiration, BoundUse, Iteration, Search, Window, iterate};
use tt::{Maintain, TableError};

const SUITES: [(&str, &str); 2] = [
    ("Bratko-Kopec", include_str!("../../../testsets/suites/bratko-kopec.epd")),
    ("Win at Chess", include_str!("../../../testsets/suites/wacnew.epd")),
];

fn main() -> Result<(), TableError> {
    let depth =
        std::env::args().nth(1).map_or(5, |depth| depth.parse().expect("invalid depth: expected a number of plies"));
    let mut table = TranspositionTable::<Best>::new("64K".parse()?, Scheme::TwoBig1)?;
    println!("suite         depth  positions  other score  other move  nodes, narrow / cut-off");
    for (name, suite) in SUITES {
        let mut rows = vec![Row::default(); usize::from(depth)];
        for line in suite.lines().filter(|line| !line.trim().is_empty()) {
            let position = Epd::read(line).expect("the suite is valid").position;
            let [cut_off, narrow] = [BoundUse::CutOff, BoundUse::Narrow].map(|bound_use| {
                table.clear();
                iterations(&position, &mut table, depth, bound_use)
            });
            for (row, (cut_off, narrow)) in rows.iter_mut().zip(cut_off.iter().zip(&narrow)) {
                row.positions += 1;
                row.scores += u32::from(cut_off.outcome.score != narrow.outcome.score);
                row.moves += u32::from(cut_off.outcome.best != narrow.outcome.best);
                row.nodes[0] += cut_off.outcome.nodes;
                row.nodes[1] += narrow.outcome.nodes;
            }
        }
        for (depth, Row { positions, scores, moves, nodes }) in (1..).zip(rows) {
            let ratio = nodes[1] as f64 / nodes[0] as f64;
            println!("{name:<13} {depth:>5}  {positions:>9}  {scores:>11}  {moves:>10}  {ratio:>23.3}");
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Row {
    positions: u32,
    scores: u32,
    moves: u32,
    nodes: [u64; 2],
}

fn iterations(
    position: &Position,
    table: &mut TranspositionTable<Best>,
    depth: u8,
    bound_use: BoundUse,
) -> Vec<Iteration<Move>> {
    let mut iterations = Vec::new();
    let mut game = Alibaba::new(position.clone());
    let mut search = Search::new(&mut game, table).as_printed().window(Window::Minimal).bound_use(bound_use);
    iterate(&mut search, depth, Aspiration::Printed(ASPIRATION), |iteration, _| iterations.push(*iteration));
    iterations
}
