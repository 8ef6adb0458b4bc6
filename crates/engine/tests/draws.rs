//! Checks that a table that is kept from search to search brings no score that the halfmove clock or the game rules
//! out.

use chess::{Move, Position};
use engine::{ChessMemory, ChessSearch};
use tt::{Key, MoveAndEvaluation, PrivateEngineTable, Size};

const MATE: i32 = chess::MATE as i32;

type Table = PrivateEngineTable<MoveAndEvaluation>;

fn table() -> Table {
    Table::new(Size::mib(1)).unwrap()
}

/// Returns the score of a search to `depth` plies of some moves of the root.
fn score(position: &Position, table: &mut Table, depth: u8, moves: Option<Vec<Move>>) -> i32 {
    let mut memory = ChessMemory::new(position);
    let mut search = ChessSearch::new(position, &mut memory, table);
    search.set_root_moves(moves);
    search.deepen(depth, |_, _, _| {}).score.into()
}

fn at_clock(fen: &str, clock: u32) -> Position {
    Position::from_fen(&format!("{fen} {clock} 90")).unwrap()
}

#[test]
fn a_mate_is_announced_only_if_the_clock_leaves_time_for_it() {
    let mut table = table();
    let mut mates = 0;
    for fen in ["7k/8/5K2/8/8/8/8/R7 w - -", "6k1/8/5K2/8/8/8/8/7Q w - -", "8/8/8/8/8/1k6/8/KR5r b - -"] {
        for clock in (80..=99).chain((0..100).rev().step_by(7)) {
            let score = score(&at_clock(fen, clock), &mut table, 9, None);
            if score.abs() > MATE - 1_000 {
                mates += 1;
                assert!(clock as i32 + MATE - score.abs() <= 100, "{fen} at clock {clock}: {score}");
            }
        }
    }
    assert!(mates > 40, "{mates}");
}

#[test]
fn scores_of_another_clock_or_game_are_not_used() {
    let mut table = table();
    let mate = |score: i32| score > MATE - 1_000;
    for (clock, expected) in [(0, true), (98, false), (97, true), (99, false), (0, true)] {
        let score = score(&at_clock("7k/8/5K2/8/8/8/8/R7 w - -", clock), &mut table, 12, None);
        assert_eq!(mate(score), expected, "clock {clock}: {score}");
    }

    let mut position = Position::from_fen("5R2/1k6/8/8/8/8/8/1K6 w - - 0 1").unwrap();
    assert!(score(&position, &mut table, 6, None) > 100);
    for text in ["f8g8", "b7a7", "g8f8", "a7b7", "f8g8", "b7a7"] {
        position.play(position.parse_uci(text).unwrap());
    }
    let mv = position.parse_uci("g8f8").unwrap();
    assert_eq!(score(&position, &mut table, 5, Some(vec![mv])), 0);
    assert!(score(&position, &mut table, 5, None) > 100);
}

/// Both sides go to and fro, with detours; the table knows the positions without their game.
#[test]
fn a_move_after_which_the_opponent_can_repeat_for_the_third_time_does_not_win() {
    let mut number = 0_u64;
    let mut below = |limit: usize| {
        number += 1;
        (Key::mixed(number).0 % limit as u64) as usize
    };
    let mut table = table();
    let mut drawn = 0;
    for fen in ["5R2/1k6/8/8/8/8/8/1K6 w - - 0 1", "8/1k6/8/8/8/4Q3/8/1K6 b - - 0 1", "8/8/3k4/8/8/3K4/8/R7 w - - 0 1"]
        .repeat(6)
    {
        let mut position = Position::from_fen(fen).unwrap();
        score(&position, &mut table, 6, None);
        let mut game: Vec<Move> = Vec::new();
        for _ in 0..14 {
            let back = game.len().checked_sub(2).and_then(|before| {
                let (from, to) = (game[before].from(), game[before].to());
                position.legal_moves().into_iter().find(|mv| mv.from() == to && mv.to() == from)
            });
            let moves = position.legal_moves();
            let mv = back.filter(|_| below(8) > 0).unwrap_or_else(|| moves[below(moves.len())]);
            position.play(mv);
            game.push(mv);
            if !position.has_legal_move() || position.is_insufficient_material() {
                break;
            }
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play(mv);
                let can_repeat = after.legal_moves().into_iter().any(|reply| {
                    let undo = after.play(reply);
                    let repeats = after.is_threefold_repetition();
                    after.undo(reply, undo);
                    repeats
                });
                if can_repeat {
                    drawn += 1;
                    let found = score(&position, &mut table, 4, Some(vec![mv]));
                    assert!(found <= 0, "{mv} in {} after {game:?}: {found}", position.to_fen());
                }
            }
        }
    }
    assert!(drawn > 30, "{drawn}");
}

#[test]
fn insufficient_material_is_a_draw() {
    for (fen, is_draw) in [
        ("8/8/8/8/8/8/8/K6k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KN5k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KB1b3k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KB2b2k w - - 0 1", false),
        ("8/8/8/8/8/8/P7/K6k w - - 0 1", false),
        // The king takes the last pawn.
        ("8/8/8/8/8/8/1p6/K1B4k w - - 0 1", true),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(score(&position, &mut table(), 6, None) == 0, is_draw, "{fen}");
    }
}
