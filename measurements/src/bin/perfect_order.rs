//! Compares the nodes of the chess program with those of alpha-beta that knows the best move of every position.
//!
//! Searches the 18 positions of the article by iterative deepening, with TwoBig1 and 256K positions that are cleared
//! between searches. Each is then searched again and again with a large table of moves alone, in which the moves of the
//! last search to the same depth are tried first, until the nodes of the last iteration do not decrease any more: that
//! is an alpha-beta search with good moves nearly everywhere, and without transpositions.
//!
//!     cargo run --release -p measurements --bin perfect_order -- 6

#![forbid(unsafe_code)]

use alibaba::{ASPIRATION, Alibaba, Best};
use chess::Position;
use schemes::{Masked, Parts, Scheme, TranspositionTable};
use search::{Aspiration, Search, Window, iterate};
use tt::{Maintain, Table, TableError};

const POSITIONS: &str = include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv");

/// The rounds after which the nodes of the ordered search are taken as they are.
const ROUNDS: u32 = 8;

fn main() -> Result<(), TableError> {
    let most: u8 =
        std::env::args().nth(1).map_or(5, |depth| depth.parse().expect("invalid depth: expected a number of plies"));
    let of_article = POSITIONS.lines().filter(|line| line.starts_with("euwe94.g2,"));
    let fen = |line: &'static str| line.split(',').nth(3).expect("a FEN");
    let positions: Vec<Position> =
        of_article.map(|line| Position::from_fen(fen(line)).expect("the set is valid")).collect();
    let mut table = TranspositionTable::<Best>::new("256K".parse()?, Scheme::TwoBig1)?;
    let mut moves = Masked::new(TranspositionTable::<Best>::new("4M".parse()?, Scheme::TwoBig1)?, Parts::MOVE);
    println!("depth     iterations  last iteration   ordered search   iterations / ordered   last / ordered");
    for depth in 3..=most {
        let (mut all, mut last, mut ordered) = (0, 0, 0);
        for position in &positions {
            table.clear();
            let [of_all, of_last] = nodes(position, &mut table, depth);
            (all, last) = (all + of_all, last + of_last);
            moves.clear();
            let mut fewest = u64::MAX;
            for _ in 0..ROUNDS {
                let [_, now] = nodes(position, &mut moves, depth);
                if now >= fewest {
                    break;
                }
                fewest = now;
            }
            ordered += fewest;
        }
        let ratio = |nodes: u64| nodes as f64 / ordered as f64;
        println!("{depth:>5} {all:>14} {last:>15} {ordered:>16} {:>22.2} {:>16.2}", ratio(all), ratio(last));
    }
    Ok(())
}

/// Returns the nodes of all iterations, and of the last one.
fn nodes<T>(position: &Position, table: &mut T, depth: u8) -> [u64; 2]
where
    T: Table<Payload = Best>,
{
    let mut game = Alibaba::new(position.clone());
    let mut search = Search::new(&mut game, table).as_printed().window(Window::Minimal);
    let (mut before, mut all) = (0, 0);
    iterate(&mut search, depth, Aspiration::Printed(ASPIRATION), |iteration, _| {
        (before, all) = (all, all + iteration.outcome.nodes);
    });
    [all, all - before]
}
