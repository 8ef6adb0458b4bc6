//! Searches by ALIBABA with additional components of the table: what each option changes.

use alibaba::Best;
use chess::mate_in;
use chess::{Move, Position};
use schemes::TranspositionTable;
use search::Outcome;
use tt::{Components, Key, Table};

use crate::common::{search, table};

const MIDDLE_GAME: &str = "r4k1r/p1ppqp1p/b1p2Np1/4P3/2P5/bP4P1/P3QP1P/R3KB1R w KQ - 4 15";

fn components_of(table: &TranspositionTable<Best>, key: Key) -> Option<Components> {
    table.probe(key).and_then(|record| Components::of(record.user))
}

fn outcome(fen: &str, depth: u8, options: &str) -> Outcome<Move> {
    search(fen, depth, options, table("two-big1+components", "64K")).0
}

#[test]
fn components_change_no_result_of_a_table_that_ignores_them() {
    for (scheme, options) in [("two-big1", "components"), ("two-big1+components", "components")] {
        let plain = search(MIDDLE_GAME, 4, "plain", table("two-big1", "64K")).0;
        assert_eq!(search(MIDDLE_GAME, 4, options, table(scheme, "64K")).0, plain, "{scheme}");
    }
}

#[test]
fn the_principal_variation_is_marked_and_distances_are_stored() {
    let mut table = table("two-big1+principal", "64K");
    let (_, line) = search(MIDDLE_GAME, 4, "components", &mut table);
    assert_eq!(line.len(), 4);
    let mut position: Position = Position::from_fen(MIDDLE_GAME).unwrap();
    let mut components = Vec::new();
    for mv in line {
        components.push(components_of(&table, position.key()));
        position.play(mv);
    }
    let at = |from_root, principal| Some(Components { from_root, principal, ..Components::default() });
    assert_eq!(components, [at(0, false), at(1, true), at(2, true), at(3, true)]);
    assert_eq!(components_of(&table, Key::mixed(1)), None);
}

#[test]
fn an_extension_sees_a_mate_by_checks_earlier() {
    // 1.Qg8+ Rxg8 2.Nf7 mate: every move of White gives check.
    let smothered = "r6k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1";
    let first = |options: &str| {
        let found = |depth: &u8| mate_in(outcome(smothered, *depth, options).score) == Some(2);
        (1..6_u8).find(found).expect("a mate in 2")
    };
    assert!(first("extend-checks") < first("plain"), "{} {}", first("extend-checks"), first("plain"));
}

#[test]
fn extensions_end() {
    // Both sides can check for ever.
    let checks = "7k/8/8/3Q4/3q4/8/8/7K w - - 0 1";
    for options in ["extend-checks", "extend-checks-in-window", "extend-checks+extension-flag"] {
        assert!(!outcome(checks, 4, options).stopped, "{options}");
    }
}

#[test]
fn the_flag_repeats_the_decision_about_an_extension() {
    let mut table = table("two-big1+components", "64K");
    let (_, line) = search(MIDDLE_GAME, 5, "extend-checks+extension-flag", &mut table);
    let mut position: Position = Position::from_fen(MIDDLE_GAME).unwrap();
    for mv in line {
        if let Some(known) = components_of(&table, position.key()).filter(|known| known.from_root > 0) {
            assert_eq!(known.extended, position.in_check(), "{position}");
        }
        position.play(mv);
    }
    // Without a window, the criterion does not vary, so that the flag changes nothing.
    let with = outcome(MIDDLE_GAME, 5, "extend-checks+extension-flag");
    assert_eq!(with, outcome(MIDDLE_GAME, 5, "extend-checks"));
    assert_ne!(
        outcome(MIDDLE_GAME, 5, "extend-checks-in-window").nodes,
        outcome(MIDDLE_GAME, 5, "extend-checks").nodes,
        "the window matters"
    );
}

#[test]
fn a_balanced_position_is_not_a_draw() {
    let balanced = "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1";
    let drawn = |options: &str| outcome("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 1, options).score;
    // 1.Kxe2 and a stalemate: the first has an evaluation, the second is a draw.
    assert_eq!((drawn("plain"), drawn("proved-draws")), (0, 0), "stalemate");
    let score = |options: &str| outcome(balanced, 1, options).score;
    assert_eq!(score("plain") == 0, score("proved-draws") == 1);
}

#[test]
fn the_refutation_table_orders_moves() {
    // A large table has the moves of the refutation table, too.
    let outcome = |options: &str| search(MIDDLE_GAME, 4, options, table("new", "16")).0;
    let (with, without) = (outcome("plain"), outcome("no-refutations"));
    assert_eq!(with.score, without.score);
    assert_ne!(with.nodes, without.nodes);
}
