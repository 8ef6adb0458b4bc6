//! Checks that the generic search wins every won board against every reply, whatever the table contains.

use std::collections::HashSet;

use domineering::{BoardSize, Player, Position};
use schemes::{Scheme, TranspositionTable};
use search::conformance::Subject;
use search::{Game, Search};

/// Plays on against every reply and returns the number of searches.
///
/// The side to move has a won position and plays the move that the search returns. The table is kept between moves.
fn win(
    position: &mut Position<u64>,
    plies: u8,
    table: &mut TranspositionTable<()>,
    seen: &mut HashSet<Option<search::Whole>>,
) -> u32 {
    let depth = position.board().depth() - plies;
    let outcome = Search::new(position, &mut *table).run(depth);
    assert_eq!((outcome.score, outcome.stopped), (1, false), "the search lost a won position:\n{position:?}");
    let mut searches = 1;
    let best = outcome.best.expect("the side to move wins, so it has a legal move");
    assert!(position.legal_moves().contains(&best), "{best:?}:\n{position:?}");
    let undo = position.play(best);
    // The continuation does not depend on the order of the moves that led here.
    if seen.insert(position.whole(0)) {
        for reply in position.legal_moves() {
            let undo = position.play(reply);
            searches += win(position, plies + 2, table, seen);
            position.undo(reply, undo);
        }
    }
    position.undo(best, undo);
    searches
}

/// Uses one table for each first player.
fn win_all(board: BoardSize, first: Player, scheme: Scheme, size: &str) -> u32 {
    let mut table = TranspositionTable::new(size.parse().unwrap(), scheme).unwrap();
    let mut position = Position::<u64>::new(board, first, zobrist::DEFAULT_SEED);
    let before = position.clone();
    let value = Search::new(&mut position, &mut table).run(board.depth()).score;
    let mut searches = 0;
    if value > 0 {
        searches += win(&mut position, 0, &mut table, &mut HashSet::new());
    } else {
        // The second player wins after every first move.
        let mut seen = HashSet::new();
        for mv in position.legal_moves() {
            let undo = position.play(mv);
            searches += win(&mut position, 1, &mut table, &mut seen);
            position.undo(mv, undo);
        }
    }
    assert_eq!(position, before);
    searches
}

#[test]
fn every_won_board_is_won_against_every_reply() {
    let boards = (1..=4).flat_map(|rows| (1..=5).map(move |columns| BoardSize::new(rows, columns).unwrap()));
    let searches: u32 =
        boards.flat_map(|board| Player::BOTH.map(|first| win_all(board, first, Scheme::TwoBig1, "64K"))).sum();
    assert!(searches > 1_000, "{searches}");
}

#[test]
fn every_scheme_wins() {
    // The small tables are full after the first move.
    for (&scheme, size) in Scheme::ALL.iter().flat_map(|scheme| ["8", "1K"].map(|size| (scheme, size))) {
        for (board, first) in [("4x4", Player::Vertical), ("3x5", Player::Horizontal), ("5x3", Player::Horizontal)] {
            assert!(win_all(board.parse().unwrap(), first, scheme, size) > 10, "{board}, {scheme}");
        }
    }
}
