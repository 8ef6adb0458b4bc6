//! Tic-tac-toe on square boards, an example of a game for the search.
//!
//! The book's page "Add a game" explains this example.

mod game;

use search::conformance::{self, Subject};
use search::{BestMove, Game, PackedMoves, Score, Search, Statistics};
use tt::{Table, TableError, TwoBig1};

use game::{DRAW, Square, TicTacToe};

// ANCHOR: table
/// Creates a table that stores the best move of each position.
fn table(positions: &str) -> Result<TwoBig1<BestMove<Square>>, TableError> {
    TwoBig1::new(positions.parse()?)
}
// ANCHOR_END: table

// ANCHOR: check
fn check() {
    conformance::check(&TicTacToe::<3>::new(), 200, 1);
    conformance::check(&TicTacToe::<4>::new(), 50, 2);
}
// ANCHOR_END: check

// ANCHOR: oracle
/// Returns the value of a position, by exhaustive search.
fn value(game: &mut TicTacToe<3>) -> Score {
    if game.is_lost() {
        return TicTacToe::<3>::LOWEST;
    }
    let values = game.legal_moves().into_iter().map(|square| {
        game.play(square);
        let value = -value(game);
        game.undo(square, ());
        value
    });
    values.max().unwrap_or(DRAW)
}

/// Checks that the search agrees with the exhaustive search in every position after two moves.
fn compare() -> Result<(), TableError> {
    let mut table = table("1K")?;
    for (first, second) in (0..9).flat_map(|first| (0..9).map(move |second| (first, second))) {
        let mut game = TicTacToe::<3>::new();
        game.play(first);
        if game.is_legal(second) {
            game.play(second);
            assert_eq!(Search::new(&mut game, &mut table).run(9).score, value(&mut game), "after {first} and {second}");
        }
    }
    Ok(())
}
// ANCHOR_END: oracle

// ANCHOR: play
/// Plays for the side to move against every reply, with one table for all searches, and returns the worst score.
fn worst(game: &mut TicTacToe<3>, table: &mut impl Table<Payload: PackedMoves<Square>>) -> Score {
    // The depth must be the maximum remaining length of the game, because the table prefers deeper searches.
    let depth = game.legal_moves().len() as u8;
    let Some(best) = Search::new(game, &mut *table).run(depth).best else {
        return if game.is_lost() { TicTacToe::<3>::LOWEST } else { DRAW };
    };
    game.play(best);
    let scores = game.legal_moves().into_iter().map(|reply| {
        game.play(reply);
        let score = worst(game, table);
        game.undo(reply, ());
        score
    });
    // If there is no reply, the game is over.
    let score = scores.min();
    let score = score.unwrap_or(if game.is_lost() { TicTacToe::<3>::HIGHEST } else { DRAW });
    game.undo(best, ());
    score
}

/// Checks that no reply beats the search, whether it moves first or second.
fn play() -> Result<(), TableError> {
    let mut table = table("1K")?;
    let mut game = TicTacToe::<3>::new();
    assert_eq!(worst(&mut game, &mut table), DRAW);
    for first in 0..9 {
        game.play(first);
        assert_eq!(worst(&mut game, &mut table), DRAW, "after {first}");
        game.undo(first, ());
    }
    Ok(())
}
// ANCHOR_END: play

// ANCHOR: solve
fn solve<const SIDE: usize>(table: &mut impl Table<Payload: PackedMoves<Square>>) -> Statistics {
    let mut statistics = Statistics::default();
    let mut game = TicTacToe::<SIDE>::new();
    // A game has at most as many moves as the board has squares.
    let outcome = Search::new(&mut game, table).observed_by(&mut statistics).run((SIDE * SIDE) as u8);
    assert_eq!(outcome.score, DRAW);
    let Statistics { look_ups, hits, cutoffs, .. } = statistics;
    assert_eq!(outcome.nodes, look_ups);
    println!("{SIDE}x{SIDE} is a draw: {look_ups:>7} nodes, {hits:>6} found, {cutoffs:>6} cut off");
    statistics
}

fn main() -> Result<(), TableError> {
    check();
    compare()?;
    play()?;
    let without = solve::<3>(&mut ());
    let with = solve::<3>(&mut table("1K")?);
    assert!(with.look_ups < without.look_ups);
    solve::<4>(&mut table("64K")?);
    Ok(())
}
// ANCHOR_END: solve
