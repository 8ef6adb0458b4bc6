//! Scores of the engine near the fifty-move rule, after repetitions and with insufficient material.

use crate::python::played;
use crate::uci::Engine;

/// Returns the score of the last line that a search prints.
fn score_of(engine: &mut Engine, position: &str, limits: &str) -> String {
    engine.send(format!("position {position}").as_bytes());
    engine.send(format!("go {limits}").as_bytes());
    let mut score = String::new();
    loop {
        let line = engine.wait_for("");
        if let Some((_, rest)) = line.split_once(" score ") {
            score = rest.split(' ').take(2).collect::<Vec<_>>().join(" ");
        } else if line.starts_with("bestmove") {
            return score;
        }
    }
}

/// A kept table must not bring the score of another halfmove clock or of another game.
#[test]
fn scores_respect_the_clock_the_game_and_the_material() {
    let mut engine = Engine::start();
    for limits in ["depth 7", "mate 4"] {
        for clock in [98, 0, 97, 98, 99, 0] {
            let position = format!("fen 7k/8/5K2/8/8/8/8/R7 w - - {clock} 90");
            let expected = if clock < 98 { "mate 2" } else { "cp 0" };
            assert_eq!(score_of(&mut engine, &position, limits), expected, "clock {clock}, {limits}");
        }
    }

    let start = "fen 5R2/1k6/8/8/8/8/8/1K6 w - - 0 1";
    let repeated = format!("{start} moves f8g8 b7a7 g8f8 a7b7 f8g8 b7a7");
    let wins = |score: &str| score.strip_prefix("cp ").is_some_and(|score| score.parse::<i32>().unwrap() > 200);
    for _ in 0..2 {
        assert!(wins(&score_of(&mut engine, start, "depth 6")));
        assert_eq!(score_of(&mut engine, &repeated, "depth 5 searchmoves g8f8"), "cp 0");
        assert!(wins(&score_of(&mut engine, &repeated, "depth 5")));
    }
    assert_eq!(score_of(&mut engine, "fen 8/8/8/8/8/8/8/KN5k w - - 0 1", "depth 4"), "cp 0");
}

#[test]
fn every_mate_that_is_announced_is_delivered() {
    for engines in ["1", "2"] {
        let arguments = ["--clocks", "80", "97", "--limit", "depth=5", "--engines", engines];
        let last = played("mates.py", &arguments);
        assert!(last.is_none_or(|last| last == "0 mates were not delivered, 0 came later than announced"));
    }
}
