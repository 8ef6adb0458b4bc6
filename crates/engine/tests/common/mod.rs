//! Positions for the tests.

use chess::{Position, pgn};

const GAMES: &str = include_str!("../../../../testsets/middlegame/sampled-middle-games.pgn");

/// Returns positions of the games, evenly spread.
pub(crate) fn positions(number: usize) -> Vec<Position> {
    let games = pgn::read(GAMES).unwrap();
    let all = games.iter().flat_map(|game| game.positions().skip(20)).map(|(one, _)| one);
    let all: Vec<Position> = all.filter(Position::has_legal_move).collect();
    (0..number).map(|index| all[index * all.len() / number].clone()).collect()
}
