//! Games of the program against itself.

use chess::{Colour, Position};
use engine::{ChessMemory, ChessSearch};
use tt::{MoveAndEvaluation, PrivateEngineTable, Size};

use crate::{RandomNumbers, TrainingSample};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The most nodes of a move.
    pub nodes: u64,
    /// The number of random moves at the beginning; every second game has one more.
    pub random: usize,
}

impl Default for Recipe {
    /// Returns the recipe of the weights in the repository.
    fn default() -> Self {
        Self { nodes: 5_000, random: 8 }
    }
}

/// Most games are won if the search says so by this score, four times in a row.
const WON: i16 = 1_500;
/// One in so many games is played to its end, so that there are positions in which little is left to be done.
const PLAYED_OUT: u64 = 8;
/// After the opening, a game is drawn if all scores are smaller than this, twelve times in a row.
const LEVEL: i16 = 8;
/// No opening has a greater advantage.
const MOST_ADVANTAGE: i16 = 250;
/// A game that is longer is a draw.
const MOST_PLIES: usize = 300;
/// A game with fewer moves is not yet drawn by its scores.
const OPENING_PLIES: usize = 80;

/// Returns the opening with this seed: random moves.
fn opening(random: &mut RandomNumbers, plies: usize) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    position.has_legal_move().then(|| position.without_history())
}

/// Plays the game with this seed, and returns its quiet positions.
///
/// # Panics
///
/// Panics if there is no memory for a table of 1 MiB.
#[must_use]
pub fn play(seed: u64, recipe: &Recipe) -> Vec<TrainingSample> {
    let mut random = RandomNumbers::new(seed);
    let mut table = PrivateEngineTable::<MoveAndEvaluation>::new(Size::mib(1)).expect("1 MiB of memory");
    let plies = recipe.random + (seed % 2) as usize;
    loop {
        let Some(position) = opening(&mut random, plies) else { continue };
        if let Some(samples) = play_from(position, &mut table, recipe, seed.is_multiple_of(PLAYED_OUT)) {
            return samples;
        }
    }
}

/// Plays a game from a position; `None` if the position is decided.
fn play_from(
    mut position: Position,
    table: &mut PrivateEngineTable<MoveAndEvaluation>,
    recipe: &Recipe,
    is_played_out: bool,
) -> Option<Vec<TrainingSample>> {
    let mut memory = ChessMemory::new(&position);
    table.clear();
    let mut quiet: Vec<(Position, i16)> = Vec::new();
    let (mut decided, mut level) = (0, 0);
    for plies in 0.. {
        let to_move = position.to_move();
        if !position.has_legal_move() {
            let half_points = if !position.in_check() {
                1
            } else if to_move == Colour::White {
                0
            } else {
                2
            };
            return Some(samples(&quiet, half_points));
        }
        let is_drawn = position.is_threefold_repetition()
            || position.is_fifty_moves()
            || position.is_insufficient_material()
            || plies >= MOST_PLIES
            || level >= 12 && plies >= OPENING_PLIES;
        if is_drawn {
            return Some(samples(&quiet, 1));
        }
        let search = ChessSearch::new(&position, &mut memory, &mut *table).max_nodes(recipe.nodes);
        let outcome = search.deepen(engine::MAX_DEPTH, |_, _, _| {});
        let Some(best) = outcome.best else { return Some(samples(&quiet, 1)) };
        let score = outcome.score;
        if plies == 0 && score.abs() > MOST_ADVANTAGE {
            return None;
        }
        decided = if score.abs() >= WON { decided + 1 } else { 0 };
        level = if score.abs() <= LEVEL { level + 1 } else { 0 };
        if decided >= 4 && !is_played_out {
            let is_white = (score > 0) == (to_move == Colour::White);
            return Some(samples(&quiet, if is_white { 2 } else { 0 }));
        }
        let is_noisy = position.piece_on(best.to()).is_some() || best.promotion().is_some() || best.is_en_passant();
        if !is_noisy && !position.in_check() && score.abs() < chess::MATES {
            quiet.push((position.without_history(), score));
        }
        position.play(best);
        table.stamp();
    }
    unreachable!("a game ends after {MOST_PLIES} plies")
}

/// Returns the samples of a game in which White won these half points.
fn samples(quiet: &[(Position, i16)], of_white: u8) -> Vec<TrainingSample> {
    let sample = |(position, score): &(Position, i16)| {
        let half_points = if position.to_move() == Colour::White { of_white } else { 2 - of_white };
        TrainingSample::new(position, *score, half_points)
    };
    quiet.iter().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_its_seed_alone() {
        let recipe = Recipe { nodes: 200, random: 8 };
        let games = [3, 3, 4].map(|seed| play(seed, &recipe));
        assert!(games[0] == games[1] && games[0] != games[2] && games[0].len() > 10);
    }
}
