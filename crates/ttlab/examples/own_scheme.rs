//! Compares a custom replacement scheme with Breuker's schemes: alone, on a board of domineering, and in a game of
//! chess.
//!
//! The book's page "Add a scheme" explains this example.

use alibaba::{Alibaba, Best};
use anyhow::Result;
use domineering::{Player, Winner};
use experiments::position_set::PositionSet;
use search::{Search, Statistics};
use tt::layouts::Thesis;
use tt::policies::{Big, Deep, OneLevel, TwoLevel};
use tt::{Bound, Buckets, Decision, Key, Policy, Record, Table, Worth};

// ANCHOR: scheme
/// A scheme with four positions per bucket, as in many engines. It replaces the position with the lowest depth, after
/// subtracting two plies for each search since the position was stored.
#[derive(Clone, Copy, Debug, Default)]
struct Aging;

impl Policy<4> for Aging {
    fn victim(self, residents: &[Worth; 4], _: Worth) -> Decision {
        let value = |worth: Worth| i32::from(worth.depth) - 2 * i32::from(worth.age);
        let victim = (0..4).min_by_key(|&slot| value(residents[slot]));
        victim.map_or(Decision::Keep, Decision::Replace)
    }
}
// ANCHOR_END: scheme

// ANCHOR: alone
/// Stores five positions in a bucket of four, and returns the depths of those that remain.
fn left_of_five() -> Result<Vec<u8>> {
    let mut table = Buckets::<Thesis<u16>, _, 4>::with_policy("4".parse()?, Aging)?;
    let key = |depth: u8| Key::mixed(u64::from(depth));
    for depth in [3, 9, 5, 7, 1] {
        table.store(key(depth), Record { payload: 0, bound: Bound::Exact, depth, ..Record::default() });
    }
    Ok([1, 3, 5, 7, 9].into_iter().filter(|&depth| table.probe(key(depth)).is_some()).collect())
}
// ANCHOR_END: alone

// ANCHOR: domineering
/// Solves 6x7 domineering with a table of 1K positions, and returns the nodes and the statistics of the table.
fn on_a_board<const W: usize>(policy: impl Policy<W>) -> Result<(u64, Statistics)> {
    let mut table = Buckets::<Thesis<()>, _, W>::with_policy("1K".parse()?, policy)?;
    let mut statistics = Statistics::default();
    let solution = domineering::solve("6x7".parse()?, Player::Vertical, &mut table, &mut statistics, u64::MAX);
    assert_eq!(solution.winner, Some(Winner::First), "a scheme changes the nodes, and never the winner");
    Ok((solution.nodes, statistics))
}
// ANCHOR_END: domineering

// ANCHOR: chess
/// Searches 18 positions of a game of chess to 4 plies, one after another, with a table of 1K positions, and returns
/// the nodes.
fn in_a_game<const W: usize>(policy: impl Policy<W>) -> Result<u64> {
    let set: PositionSet = "vsb-1994".parse()?;
    let mut table = Buckets::<Thesis<Best>, _, W>::with_policy("1K".parse()?, policy)?;
    let mut nodes = 0;
    for fen in set.game(2).expect("there are six games").lines() {
        let mut game = Alibaba::new(chess::Position::from_fen(fen)?);
        alibaba::deepen(Search::new(&mut game, &mut table), 4, |iteration, _| nodes += iteration.outcome.nodes);
        // These positions are now older than those of the next search.
        table.stamp();
    }
    Ok(nodes)
}
// ANCHOR_END: chess

// ANCHOR: main
fn main() -> Result<()> {
    let left = left_of_five()?;
    assert_eq!(left, [1, 5, 7, 9]);
    println!("left of five positions in a bucket of four: depths {left:?}");

    println!("scheme      6x7, nodes     hits  collisions  chess, nodes");
    row("Deep", OneLevel(Deep))?;
    row("TwoDeep", TwoLevel(Deep))?;
    row("TwoBig1", TwoLevel(Big))?;
    row("Aging", Aging)
}

fn row<const W: usize>(name: &str, policy: impl Policy<W>) -> Result<()> {
    let (nodes, Statistics { hits, collisions, .. }) = on_a_board(policy)?;
    println!("{name:<8} {nodes:>13} {hits:>8} {collisions:>11} {:>13}", in_a_game(policy)?);
    Ok(())
}
// ANCHOR_END: main
