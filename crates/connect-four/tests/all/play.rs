//! Checks that the generic search plays Connect Four perfectly against every reply, whatever the table contains.

use std::collections::HashSet;

use connect_four::lab::{Keyed, Square};
use connect_four::{BoardSize, Position, Shape};
use schemes::{Scheme, TranspositionTable};
use search::{Game, Search};
use tt::Score;
use zobrist::DEFAULT_SEED;

type Table = TranspositionTable<Square>;

/// Plays on against every reply and returns the number of searches. The side to move plays the move that the search
/// returns, and must score at least `value`. The table is kept between moves.
fn play(position: Position<BoardSize>, value: Score, plain: bool, table: &mut Table, seen: &mut HashSet<u64>) -> u32 {
    if let Some(score) = position.final_score() {
        assert!(score as Score >= value, "expected a score of at least {value}:\n{position}");
        return 0;
    }
    let keyed = Keyed::new(position, DEFAULT_SEED);
    let mut game = if plain { keyed.plain() } else { keyed };
    let depth = game.depth();
    let outcome = Search::new(&mut game, &mut *table).run(depth);
    assert!(outcome.score >= value, "expected a score of at least {value}, got {}:\n{position}", outcome.score);
    let best = outcome.best.expect("there is a legal move");
    assert_ne!(position.possible() & best.bit::<u64>(), 0, "{best:?}:\n{position}");
    game.play(best);
    let after = *game.position();
    let mut searches = 1;
    if let Some(score) = after.final_score() {
        assert_eq!(-score as Score, outcome.score, "{position}");
    } else if seen.insert(after.key()) {
        for reply in (0..after.shape().columns()).filter(|&column| after.can_play(column)) {
            searches += play(after.after(reply), outcome.score, plain, table, seen);
        }
    }
    searches
}

/// Plays from the empty board, and after each first move of the opponent.
fn play_all(board: &str, scheme: Scheme, size: &str, plain: bool) -> u32 {
    let start = Position::new(board.parse::<BoardSize>().unwrap());
    let mut table = Table::new(size.parse().unwrap(), scheme).unwrap();
    let worst = -(start.free() as Score);
    let first = play(start, worst, plain, &mut table, &mut HashSet::new());
    let replies = (0..start.shape().columns()).map(|column| start.after(column));
    let mut seen = HashSet::new();
    first + replies.map(|after| play(after, worst, plain, &mut table, &mut seen)).sum::<u32>()
}

#[test]
fn no_reply_refutes_the_search_on_small_boards() {
    for (board, plain) in [("4x4", false), ("4x4", true), ("4x5", false)] {
        assert!(play_all(board, Scheme::TwoBig1, "64K", plain) > 100, "{board}");
    }
}

#[test]
fn no_reply_refutes_any_scheme() {
    for (&scheme, size) in Scheme::ALL.iter().flat_map(|scheme| ["64", "16K"].map(|size| (scheme, size))) {
        assert!(play_all("4x4", scheme, size, false) > 100, "{scheme}");
    }
}
