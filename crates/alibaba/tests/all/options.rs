//! Checks the options of the search that concern chess: lines, quiescence, and records of other positions.

use alibaba::Alibaba;
use alibaba::options::AlibabaOptions;
use chess::{Move, Position};
use search::Search;
use tt::{Bound, Score};

use crate::common::{self, table};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/3n1ppp/p3p3/3pP3/Np1b1P1P/7R/PPPQ2P1/2KR1B2 w - - 0 15",
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 4 12",
    "8/5pk1/6p1/3R4/r6P/5PK1/8/8 w - - 3 45",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
];

/// An endgame with many transpositions (`[Fine 1941]`, no. 70).
const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Searches with a table of this size, and returns the score, the nodes and the line.
fn search(fen: &str, depth: u8, positions: &str, options: &str) -> (Score, u64, Vec<Move>) {
    let (outcome, line) = common::search(fen, depth, options, table("two-big1", positions));
    (outcome.score, outcome.nodes, line)
}

/// The separate table keeps the line, which the transposition table loses with the positions that it replaces.
#[test]
fn a_table_of_the_principal_variation_completes_lines() {
    let (mut plain, mut with) = (0, 0);
    for fen in [POSITIONS[2], FINE_70] {
        for (depth, positions) in (6..=9).flat_map(|depth| ["256", "16K"].map(|positions| (depth, positions))) {
            plain += search(fen, depth, positions, "plain").2.len();
            let (_, _, line) = search(fen, depth, positions, "pv-table");
            let mut position = Position::from_fen(fen).unwrap();
            for &mv in &line {
                assert!(position.is_legal(mv), "{fen}: {mv} in {line:?}");
                position.play(mv);
            }
            with += line.len();
        }
    }
    assert!(with > plain, "{with} moves instead of {plain}");
}

#[test]
fn mtd_and_fail_hard_find_the_score_of_the_plain_search_without_a_table() {
    for fen in POSITIONS {
        for depth in 1..=3 {
            let score = |options: &str| common::search(fen, depth, options, ()).0.score;
            let plain = score("plain");
            for options in ["mtd", "fail-hard", "mtd+fail-hard", "moreland"] {
                assert_eq!(score(options), plain, "{fen}, {depth} ply, {options}");
            }
        }
    }
}

/// A record of depth 0 says what a quiescence search would find.
#[test]
fn stored_quiescence_keeps_the_score_and_saves_nodes() {
    let (mut nodes, mut nodes_with) = (0, 0);
    for fen in POSITIONS {
        let (score, plain, _) = search(fen, 4, "1024K", "cut-off-only");
        for options in ["cut-off-only+store-leaves", "cut-off-only+store-quiescence"] {
            let (with_score, with, _) = search(fen, 4, "1024K", options);
            assert_eq!(with_score, score, "{fen}, {options}");
            (nodes, nodes_with) = (nodes + plain, nodes_with + with);
        }
    }
    assert!(nodes_with < nodes, "{nodes_with} instead of {nodes}");
}

#[test]
fn only_the_options_for_leaves_store_leaves() {
    for (options, stores) in [("plain", false), ("store-leaves", true), ("store-quiescence", true)] {
        let mut table = table("new", "64K");
        let set = AlibabaOptions::find(options).unwrap();
        let mut game = Alibaba::new(Position::from_fen(POSITIONS[3]).unwrap()).with_options(set);
        let search = Search::new(&mut game, &mut table).with_options(set);
        let mut leaves = Leaves::default();
        alibaba::deepen(search.observed_by(&mut leaves), 3, |_, _| {});
        assert_eq!(leaves.stored > 0, stores, "{options}");
        assert_eq!(leaves.below_the_horizon > 0, options == "store-quiescence", "{options}");
        assert_eq!(leaves.bounds > 0, stores, "{options}");
    }
}

/// Counts the leaves that are stored, and those of them below the horizon.
#[derive(Default)]
struct Leaves {
    ply: u32,
    stored: u32,
    below_the_horizon: u32,
    bounds: u32,
}

impl search::Observer for Leaves {
    fn node(&mut self, ply: u32) {
        self.ply = ply;
    }

    fn store<G: search::ObservedPosition>(&mut self, _: &G, _: tt::Key, record: &tt::Record<()>, _: tt::Stored) {
        if record.depth == 0 {
            self.stored += 1;
            self.bounds += u32::from(record.bound != Bound::Exact);
            // The last node that was entered is the stored one, or below it.
            self.below_the_horizon += u32::from(self.ply > 3 && record.nodes == 1);
        }
    }
}
