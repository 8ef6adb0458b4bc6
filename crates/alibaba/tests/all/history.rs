//! Scores that depend on the path to a position: what the game tells the search, and endgames in which a table changes
//! the score.

use alibaba::options::AlibabaOptions;
use alibaba::{Alibaba, Best};
use chess::Position;
use schemes::{Masked, Parts};
use search::{Aspects, Game, Score, Search};
use tt::Table;

use crate::common::table;

fn played(moves: &[&str], options: &str) -> Alibaba<AlibabaOptions> {
    let mut position = Position::start();
    for mv in moves {
        position.play(position.parse_san(mv).unwrap());
    }
    Alibaba::new(position).with_options(AlibabaOptions::find(options).unwrap())
}

#[test]
fn a_repetition_counts_once_or_twice_and_reaches_back_to_the_first_occurrence() {
    let back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let twice = [back, back].concat();
    let outcome = |moves: &[&str], options: &str| {
        let game = played(moves, options);
        game.outcome(1).map(|score| (score, game.outcome_span()))
    };
    assert_eq!(outcome(&back, "plain"), None);
    assert_eq!(outcome(&back, "repeat-once"), Some((0, 4)));
    assert_eq!(outcome(&twice, "plain"), Some((0, 8)));
    assert_eq!(outcome(&twice, "repeat-once"), Some((0, 8)));
    assert_eq!(outcome(&back[..3], "repeat-once"), None);
    // The root itself may have occurred before.
    assert_eq!(played(&back, "repeat-once").outcome(0), None);
}

#[test]
fn the_fifty_move_rule_reaches_back_to_the_last_capture() {
    let position = Position::from_fen("7k/8/8/8/8/8/R7/K7 w - - 99 90").unwrap();
    let mut game = Alibaba::new(position);
    let mv = game.position().clone().parse_san("Rb2").unwrap();
    game.play(mv);
    assert_eq!((game.outcome(1), game.outcome_span(), game.clock()), (Some(0), 100, 100));
}

#[test]
fn the_path_is_that_since_the_last_irreversible_move() {
    let path = |moves: &[&str]| {
        let game = played(moves, "plain");
        (game.keys()[0], game.path())
    };
    // The same position by different moves.
    let (first, second) = (path(&["Nf3", "Nf6", "Nc3", "Nc6"]), path(&["Nc3", "Nf6", "Nf3", "Nc6"]));
    assert!(first.0 == second.0 && first.1 != second.1);
    let (first, second) = (path(&["Nf3", "Nf6", "Nc3", "Nc6", "e4"]), path(&["Nc3", "Nf6", "Nf3", "Nc6", "e4"]));
    assert_eq!(first, second, "no earlier position can recur");
    assert_eq!(played(&["Nf3", "Nf6", "Nc3"], "plain").clock(), 3);
    assert_eq!(played(&["Nf3", "Nf6", "e4"], "plain").clock(), 0);
}

/// Returns the scores of iterations to this depth.
fn scores<T: Table<Payload = Best>>(fen: &str, depth: u8, options: &str, table: T) -> Vec<Score> {
    let options = AlibabaOptions::find(&format!("{options}quiescence-full")).expect("a valid name");
    let mut game = Alibaba::new(Position::from_fen(fen).unwrap()).with_options(options);
    let mut scores = Vec::new();
    let search = Search::new(&mut game, table).with_options(options);
    alibaba::deepen(search, depth, |iteration, _| scores.push(iteration.outcome.score));
    scores
}

fn with_table(fen: &str, depth: u8, options: &str) -> Vec<Score> {
    scores(fen, depth, &format!("cut-off-only+{options}"), table("two-big1", "64K"))
}

/// Searches without a table that scores could depend on: no score of a record is used.
fn without_table(fen: &str, depth: u8) -> Vec<Score> {
    scores(fen, depth, "cut-off-only+repeat-once+", Masked::new(table("two-big1", "64K"), Parts::MOVE))
}

#[test]
fn deeper_records_change_the_score_of_a_queen_ending() {
    let fen = "8/2PQ1p1k/6p1/1pq5/7p/4KP1P/6P1/8 w - - 11 49";
    let expected = without_table(fen, 5);
    assert_ne!(with_table(fen, 5, "repeat-once+"), expected);
    assert_eq!(with_table(fen, 5, "repeat-once+exact-depth+"), expected);
    assert_eq!(with_table(fen, 5, "repeat-once+exact-depth+path-keys+"), expected);
    assert_eq!(with_table(fen, 5, "repeat-once+exact-depth+simulate-paths+"), expected);
}

#[test]
fn repetitions_change_the_score_of_a_queen_ending() {
    let fen = "1Q6/5p1k/2p3p1/2P4p/1P6/5P1P/6P1/1q5K w - - 0 37";
    let expected = without_table(fen, 6);
    assert_ne!(with_table(fen, 6, "repeat-once+exact-depth+"), expected);
    assert_eq!(with_table(fen, 6, "repeat-once+exact-depth+no-path-scores+"), expected);
    assert_eq!(with_table(fen, 6, "repeat-once+exact-depth+path-keys+"), expected);
    assert_eq!(with_table(fen, 6, "repeat-once+exact-depth+simulate-paths+"), expected);
}
