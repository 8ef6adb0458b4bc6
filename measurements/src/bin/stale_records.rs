//! Searches the two positions in which deep old records stalled a search of Stockfish (issue 5023), with and without
//! secondary ageing.
//!
//! A record that is much deeper than the search needs, and whose bound does not end the node, is in the way: the rule
//! of Stockfish for the same position keeps it, and the result of the search of the node is lost each time. Secondary
//! ageing takes one ply off the stored depth whenever a new record is refused. The second position is searched after
//! the first one with the same table. Prints the depth that is reached within a number of nodes, and the nodes to some
//! depths.
//!
//!     cargo run --release -p measurements --bin stale_records -- 2000000

#![forbid(unsafe_code)]

use alibaba::options::AlibabaOptions;
use alibaba::{ASPIRATION, Alibaba, Best};
use chess::Position;
use schemes::{Scheme, TranspositionTable};
use search::{Aspiration, BoundUse, Search, Window, iterate};
use tt::{Bound, Key, Maintain, Record, Stored, Table};

/// The positions, the second of which can follow from the first.
const POSITIONS: [&str; 2] = ["1k6/8/P7/8/K7/4B3/8/8 w - - 0 1", "8/Pk6/8/8/8/3K4/5B2/8 w - - 1 14"];

/// The depths whose nodes are printed.
const DEPTHS: [u8; 4] = [8, 12, 16, 20];

/// A table with secondary ageing. The rule of its scheme must let a record of the same position overwrite one that is
/// a ply deeper.
struct Ageing {
    table: TranspositionTable<Best>,
    is_ageing: bool,
    aged: u64,
}

impl Table for Ageing {
    type Payload = Best;

    fn probe(&self, key: Key) -> Option<Record<Best>> {
        self.table.probe(key)
    }

    fn store(&mut self, key: Key, record: Record<Best>) -> Stored {
        let stored = self.table.store(key, record);
        if self.is_ageing
            && stored == (Stored::Same { updated: false })
            && let Some(old) = self.table.probe(key)
            && old.depth >= 5
            && old.bound != Bound::Exact
        {
            self.aged += 1;
            self.table.store(key, Record { depth: old.depth - 1, ..old });
        }
        stored
    }
}

/// Scheme, whether it ages, and the options of the search.
const WAYS: [(&str, &str, bool, &str); 9] = [
    ("every record overwrites", "stockfish-16+same-overwrite", false, "repeat-once"),
    ("Stockfish 16", "stockfish-16", false, "repeat-once"),
    ("with secondary ageing", "stockfish-16", true, "repeat-once"),
    ("with the clock in the key", "stockfish-16", false, "repeat-once+clock-keys"),
    ("with both", "stockfish-16", true, "repeat-once+clock-keys"),
    ("without scores of paths", "stockfish-16", false, "repeat-once+no-path-scores"),
    ("with simulated paths", "stockfish-16", false, "repeat-once+simulate-paths"),
    ("the deeper record stays", "stockfish-16+same-deeper", false, "repeat-once"),
    ("the same, no scores of paths", "stockfish-16+same-deeper", false, "repeat-once+no-path-scores"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limit = std::env::args().nth(1).map_or(Ok(500_000), |limit| limit.parse())?;
    let heads = DEPTHS.map(|depth| format!("{:>10}", format!("{depth} ply"))).concat();
    println!("                                     depth     score   records aged  nodes to{heads}");
    for (number, fen) in POSITIONS.iter().enumerate() {
        println!("{fen}, at most {limit} nodes");
        for (says, scheme, is_ageing, options) in WAYS {
            let scheme: Scheme = scheme.parse()?;
            let table = TranspositionTable::new("1024K".parse()?, scheme)?;
            let mut table = Ageing { table, is_ageing, aged: 0 };
            let options = AlibabaOptions::find(options).ok_or("unknown option of the search")?;
            let mut reached = Reached::default();
            for before in &POSITIONS[..=number] {
                table.table.stamp();
                table.aged = 0;
                reached = searched(&Position::from_fen(before)?, &mut table, options, limit);
            }
            let nodes = reached.nodes.map(|nodes| nodes.map_or("-".to_owned(), |nodes| nodes.to_string()));
            let nodes = nodes.map(|nodes| format!("{nodes:>10}")).concat();
            println!("  {says:<32} {:>7}  {:>8}  {:>13}          {nodes}", reached.depth, reached.score, table.aged);
        }
    }
    Ok(())
}

#[derive(Default)]
struct Reached {
    depth: u8,
    score: i16,
    nodes: [Option<u64>; DEPTHS.len()],
}

fn searched(position: &Position, table: &mut Ageing, options: AlibabaOptions, limit: u64) -> Reached {
    let mut game = Alibaba::new(position.clone()).with_options(options);
    let search = Search::new(&mut game, table).with_options(options).window(Window::Minimal);
    let mut search = search.bound_use(BoundUse::CutOff).max_nodes(limit);
    let (mut reached, mut nodes) = (Reached::default(), 0);
    iterate(&mut search, 64, Aspiration::Inclusive(ASPIRATION), |iteration, _| {
        nodes += iteration.outcome.nodes;
        (reached.depth, reached.score) = (iteration.depth, iteration.outcome.score);
        if let Some(column) = DEPTHS.iter().position(|&depth| depth == iteration.depth) {
            reached.nodes[column] = Some(nodes);
        }
    });
    reached
}
