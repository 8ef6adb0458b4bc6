//! Counts wrong scores that a table causes in games whose positions recur.
//!
//! Searches random graphs by iterative deepening, in which a repeated position is a draw. Compares the value of each
//! iteration with the value by definition, and with that of a search without a table, and prints how many differ and
//! how many nodes were searched. The arguments are the number of graphs and the depth.
//!
//!     cargo run --release -p game-search --example repetitions -- 1000 12

mod graph {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/graph.rs.inc"));
}

use graph::Graph;
use schemes::{Scheme, TranspositionTable};
use search::{Aspiration, BestMove, CoreOptions, Score, Search, iterate};
use tt::Maintain;

/// The number of positions of a graph.
const POSITIONS: u8 = 24;

const WAYS: [(&str, &str); 10] = [
    ("the table as it is", "plain"),
    ("records of the same depth", "exact-depth"),
    ("the path in the key", "path-keys"),
    ("the clock in the key", "clock-keys"),
    ("no scores of paths", "no-path-scores"),
    ("simulated paths", "simulate-paths"),
    ("same depth, clock", "exact-depth+clock-keys"),
    ("same depth, no scores", "exact-depth+no-path-scores"),
    ("same depth, simulated paths", "exact-depth+simulate-paths"),
    ("same depth, path", "exact-depth+path-keys"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let graphs: u64 = arguments.next().map_or(Ok(300), |graphs| graphs.parse())?;
    let depth: u8 = arguments.next().map_or(Ok(10), |depth| depth.parse())?;
    println!("{graphs} graphs of {POSITIONS} positions, values at 1 to {depth} plies");
    println!("                             wrong values, %   wrong moves, %   nodes / no table");

    let mut right = Vec::new();
    let mut nodes_without = 0;
    for seed in 0..graphs {
        let mut game = Graph::new(POSITIONS, seed);
        let mut of_graph = Vec::new();
        nodes_without += iterate(&mut Search::new(&mut game, ()), depth, Aspiration::Off, |iteration, _| {
            of_graph.push((iteration.outcome.score, iteration.outcome.best));
        })
        .nodes;
        right.push(of_graph);
    }
    // By definition, for a part of them: it takes much longer.
    for (seed, of_graph) in (0..graphs).zip(&right).step_by(10) {
        let values = (1..=depth.min(8)).map(|depth| Graph::new(POSITIONS, seed).value(depth));
        let searched = of_graph.iter().map(|&(score, _)| score);
        let both: Vec<(Score, Score)> = values.zip(searched).collect();
        if both.iter().any(|(value, searched)| value != searched) {
            return Err(format!("graph {seed}: {both:?}").into());
        }
    }

    let scheme: Scheme = "two-big1".parse()?;
    let mut table = TranspositionTable::<BestMove<u8>>::new("16K".parse()?, scheme)?;
    let count = (graphs * u64::from(depth)) as f64;
    for (says, options) in WAYS {
        let options = CoreOptions::find(options).ok_or("unknown option of the search")?;
        let (mut nodes, mut values, mut moves) = (0, 0_u32, 0_u32);
        for (seed, right) in (0..graphs).zip(&right) {
            table.clear();
            let mut game = Graph::new(POSITIONS, seed);
            let mut of_graph = right.iter();
            let mut search = Search::new(&mut game, &mut table).with_options(options);
            nodes += iterate(&mut search, depth, Aspiration::Off, |iteration, _| {
                let &(score, _) = of_graph.next().expect("an iteration for each depth");
                values += u32::from(iteration.outcome.score != score);
                // A move is wrong if it does not have the value of the position.
                if let Some(best) = iteration.outcome.best {
                    moves += u32::from(!is_best(seed, best, iteration.depth, score));
                }
            })
            .nodes;
        }
        let [values, moves] = [values, moves].map(|wrong| 100.0 * f64::from(wrong) / count);
        println!("{says:<27}  {values:>15.2}  {moves:>15.2}  {:>17.3}", nodes as f64 / nodes_without as f64);
    }
    Ok(())
}

/// Whether a move leads to the value, searched without a table.
fn is_best(seed: u64, mv: u8, depth: u8, value: Score) -> bool {
    let mut game = Graph::new(POSITIONS, seed);
    let mut search = Search::new(&mut game, ());
    search.set_root_moves(Some(vec![mv]));
    // A window that asks only whether the value is reached.
    search.run_within(depth, value - 1, value).score >= value
}
