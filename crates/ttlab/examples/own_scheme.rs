//! Compares a custom replacement scheme with Breuker's schemes: alone, on a board of domineering, and in a game of
//! chess.
//!
//! The book's page "Add a scheme" explains this example.

use anyhow::Result;
use chess::alibaba::{self, Alibaba, Best};
use domineering::{Player, Winner};
use experiments::position_set::PositionSet;
use tt::{Bound, Decision, Key, Record, Replacement, Statistics, Table, TranspositionTable, Worth};

// ANCHOR: scheme
/// A scheme with four positions per entry, as in many engines. It replaces the position with the lowest depth, after
/// subtracting two plies for each search since the position was stored.
#[derive(Clone, Copy, Debug, Default)]
struct Aging;

impl Replacement for Aging {
    fn width(self) -> usize {
        4
    }

    fn decide(self, residents: &[Worth], _: Worth) -> Decision {
        if residents.len() < self.width() {
            return Decision::Replace(residents.len());
        }
        let value = |worth: Worth| i32::from(worth.depth) - 2 * i32::from(worth.age);
        let victim = (0..residents.len()).min_by_key(|&place| value(residents[place]));
        victim.map_or(Decision::Keep, Decision::Replace)
    }
}
// ANCHOR_END: scheme

// ANCHOR: alone
/// Stores five positions in an entry of four, and returns the depths of those that remain.
fn left_of_five() -> Result<Vec<u8>> {
    let mut table = TranspositionTable::<_, u16>::new("4".parse()?, Aging)?;
    let key = |depth: u8| Key::mixed(u64::from(depth));
    for depth in [3, 9, 5, 7, 1] {
        table.store(key(depth), Record { payload: 0, score: 0, bound: Bound::EXACT, depth, nodes: 1 });
    }
    Ok([1, 3, 5, 7, 9].into_iter().filter(|&depth| table.probe(key(depth)).is_some()).collect())
}
// ANCHOR_END: alone

// ANCHOR: domineering
/// Solves 7x7 domineering with a table of 4K positions, and returns the nodes and the statistics of the table.
fn on_a_board(scheme: impl Replacement) -> Result<(u64, Statistics)> {
    let mut table = TranspositionTable::<_, ()>::new("4K".parse()?, scheme)?;
    let mut statistics = Statistics::default();
    let solution = domineering::solve("7x7".parse()?, Player::Vertical, &mut table, &mut statistics, u64::MAX);
    assert_eq!(solution.winner, Some(Winner::First), "a scheme changes the nodes, and never the winner");
    Ok((solution.nodes, statistics))
}
// ANCHOR_END: domineering

// ANCHOR: chess
/// Searches 18 positions of a game of chess to 4 plies, one after another, with a table of 1K positions, and returns
/// the nodes.
fn in_a_game(scheme: impl Replacement) -> Result<u64> {
    let set: PositionSet = "vsb-1994".parse()?;
    let mut table = TranspositionTable::<_, Best>::new("1K".parse()?, scheme)?;
    let mut nodes = 0;
    for fen in &set.games()[1] {
        let mut game = Alibaba::new(chess::Position::from_fen(fen)?);
        alibaba::search(&mut game, &mut table, (), 4, u64::MAX, |iteration, _| nodes += iteration.outcome.nodes);
        // From now on these positions are older than those of the next search.
        table.stamp();
    }
    Ok(nodes)
}
// ANCHOR_END: chess

// ANCHOR: main
fn main() -> Result<()> {
    let left = left_of_five()?;
    assert_eq!(left, [1, 5, 7, 9]);
    println!("left of five positions in an entry of four: depths {left:?}");

    println!("scheme      7x7, nodes     hits  collisions  chess, nodes");
    row("Deep", tt::Deep::default())?;
    row("TwoDeep", tt::TwoDeep::default())?;
    row("TwoBig1", tt::TwoBig1::default())?;
    row("Aging", Aging)
}

fn row(name: &str, scheme: impl Replacement) -> Result<()> {
    let (nodes, Statistics { hits, collisions, .. }) = on_a_board(scheme)?;
    println!("{name:<8} {nodes:>13} {hits:>8} {collisions:>11} {:>13}", in_a_game(scheme)?);
    Ok(())
}
// ANCHOR_END: main
