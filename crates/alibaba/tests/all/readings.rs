//! Checks the readings of what the sources leave open about ALIBABA.

use alibaba::Alibaba;
use alibaba::options::AlibabaOptions;
use chess::{Move, Position};
use search::{Outcome, Search};

use crate::common::{self, table};

const POSITIONS: [&str; 3] = [
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 4 12",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
];

/// Readings that change the order of moves, or what is searched again: the value without a table stays.
const OF_ORDER: [&str; 18] = [
    "history-none",
    "history-per-iteration",
    "history-kept",
    "history-weight-1",
    "history-weight-square",
    "history-weight-power",
    "history-above-alpha",
    "history-quiet",
    "history-by-piece",
    "history-shared",
    "refutation-killers",
    "refutation-second",
    "re-search-from-alpha",
    "aspiration-inclusive",
    "captures-by-value",
    "root-by-score",
    "root-by-size",
    "horizon-twice",
];

/// Readings that change values, or the use of the table.
const OF_VALUES: [&str; 9] = [
    "old-alpha-printed",
    "quiescence-table-evaluates",
    "quiescence-full",
    "quiescence-by-move",
    "refutation-whole",
    "squares-0",
    "squares-2",
    "squares-4",
    "squares-of-root",
];

fn search(position: &str, depth: u8, options: &str, has_table: bool) -> Outcome<Move> {
    if has_table {
        common::search(position, depth, options, table("two-big1", "64K")).0
    } else {
        common::search(position, depth, options, ()).0
    }
}

#[test]
fn the_order_of_moves_does_not_change_the_value() {
    for position in POSITIONS {
        let plain = search(position, 3, "plain", false).score;
        for options in OF_ORDER {
            assert_eq!(search(position, 3, options, false).score, plain, "{options}: {position}");
        }
    }
}

#[test]
fn every_reading_changes_the_nodes() {
    let nodes = |options: &str| POSITIONS.map(|position| search(position, 5, options, true).nodes);
    let plain = nodes("plain");
    // A single position has no previous one whose history it could keep.
    let all = OF_ORDER.into_iter().chain(OF_VALUES).filter(|&options| options != "history-kept");
    let unchanged: Vec<_> = all.filter(|options| nodes(options) == plain).collect();
    assert_eq!(
        unchanged,
        ["aspiration-inclusive", "old-alpha-printed", "quiescence-table-evaluates", "refutation-whole"]
    );
    // The first of them matters where the table has many hits. The others need a value at the limit of a window, a
    // position of quiescence that another path reaches at more depth, and a table without moves.
    let fine_70 = |options: &str| search("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 14, options, true).nodes;
    let plain = fine_70("plain");
    let unchanged: Vec<_> = unchanged.into_iter().filter(|options| fine_70(options) == plain).collect();
    assert_eq!(unchanged, ["aspiration-inclusive", "quiescence-table-evaluates", "refutation-whole"]);
}

#[test]
fn a_node_at_the_horizon_counts_twice() {
    let once = search(POSITIONS[0], 1, "plain", false).nodes;
    let twice = search(POSITIONS[0], 1, "horizon-twice", false).nodes;
    let moves = Position::from_fen(POSITIONS[0]).expect("a valid position").legal_moves().len() as u64;
    // Each move of the root is searched once, and may be searched again.
    assert!((once + moves..2 * once).contains(&twice), "{once}, {twice}, {moves} moves");
}

#[test]
fn the_history_of_the_previous_position_is_kept_on_request() {
    let nodes = |options: &str| {
        let options = AlibabaOptions::find(options).expect("a valid name");
        let [first, _, second] = POSITIONS.map(|position| Position::from_fen(position).expect("a valid position"));
        let mut game = Alibaba::new(first).with_options(options);
        alibaba::deepen(Search::new(&mut game, ()).with_options(options), 4, |_, _| {});
        game.turn_to(second);
        alibaba::deepen(Search::new(&mut game, ()).with_options(options), 4, |_, _| {}).nodes
    };
    assert_eq!(nodes("history-weight-1"), search(POSITIONS[2], 4, "history-weight-1", false).nodes);
    assert_ne!(nodes("history-kept"), search(POSITIONS[2], 4, "plain", false).nodes);
}
