//! Measures what tables for pawns, material and evaluations save: the same search with and without each of them.
//!
//! Searches the positions of the Bratko-Kopec suite by iterative deepening, with an expensive evaluation and a
//! transposition table of 64K positions. The searches take turns, five times, and the fastest of each counts.
//!
//!     cargo run --release -p measurements --bin evaluation_tables -- 6
//!
//! With a name (`none`, `pawns`, `material`, `positions` or `all`), the program searches once with these tables, and
//! prints the nodes. Under `valgrind --tool=callgrind`, this counts the instructions.

#![forbid(unsafe_code)]

use std::time::{Duration, Instant};

use alibaba::structured_evaluation::{Evaluation, EvaluationTables, TableUsage};
use alibaba::{Alibaba, Best};
use chess::{Epd, Position};
use search::Search;
use tt::{TableError, TwoBig1};

const SUITE: &str = include_str!("../../../testsets/suites/bratko-kopec.epd");

const TABLES: [(&str, EvaluationTables); 5] = [
    ("none", EvaluationTables::empty()),
    ("pawns", EvaluationTables::PAWNS),
    ("material", EvaluationTables::MATERIAL),
    ("positions", EvaluationTables::POSITIONS),
    ("all", EvaluationTables::all()),
];

fn main() -> Result<(), TableError> {
    let depth =
        std::env::args().nth(1).map_or(5, |depth| depth.parse().expect("invalid depth: expected a number of plies"));
    let positions: Vec<_> = SUITE
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Epd::read(line).expect("the suite is valid").position)
        .collect();
    let mut table = TwoBig1::<Best>::new("64K".parse()?)?;
    if let Some(name) = std::env::args().nth(2) {
        let tables = TABLES.iter().find(|(known, _)| *known == name);
        let (_, tables) = tables.expect("invalid tables: expected none, pawns, material, positions or all");
        let mut row = Row::default();
        row.add(&positions, &mut table, depth, *tables)?;
        println!("{} nodes", row.nodes);
        return Ok(());
    }
    let mut rows = TABLES.map(|_| Row::default());
    for _ in 0..5 {
        for ((_, tables), row) in TABLES.iter().zip(&mut rows) {
            row.add(&positions, &mut table, depth, *tables)?;
        }
    }

    println!("tables     nodes       relative time  pawns found  material found  positions found");
    let [without, ..] = rows;
    for ((name, _), row) in TABLES.iter().zip(&rows) {
        let time = row.time.as_secs_f64() / without.time.as_secs_f64();
        let [pawns, material, whole] = row.usage.map(|usage| match usage.look_ups {
            0 => "-".to_owned(),
            _ => format!("{:.1} %", 100.0 * usage.hit_rate()),
        });
        println!("{name:<10} {:<11} {time:>13.2}  {pawns:>11}  {material:>14}  {whole:>15}", row.nodes);
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Row {
    nodes: u64,
    /// The shortest time so far.
    time: Duration,
    usage: [TableUsage; 3],
}

impl Row {
    /// Searches all positions, and keeps the time if it is the shortest.
    fn add(
        &mut self,
        positions: &[Position],
        table: &mut TwoBig1<Best>,
        depth: u8,
        tables: EvaluationTables,
    ) -> Result<(), TableError> {
        let mut run = Self::default();
        for position in positions {
            table.clear();
            let mut game = Alibaba::new(position.clone()).evaluated_by(Evaluation::new(tables)?);
            let start = Instant::now();
            run.nodes += alibaba::deepen(Search::new(&mut game, &mut *table), depth, |_, _| {}).nodes;
            run.time += start.elapsed();
            let evaluation = game.evaluation().expect("it was set");
            for (sum, table) in run.usage.iter_mut().zip(EvaluationTables::all().iter()) {
                let usage = evaluation.usage(table);
                sum.look_ups += usage.look_ups;
                sum.hits += usage.hits;
            }
        }
        if self.time.is_zero() || run.time < self.time {
            *self = run;
        }
        Ok(())
    }
}
