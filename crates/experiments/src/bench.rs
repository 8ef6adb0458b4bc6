//! The signature: one number that changes when node counts do.
//!
//! It is the total of the nodes of a fixed list of cells, over every board shape that the program treats apart, every
//! scheme and every mask, with tables so small that the schemes collide. A total says at a glance whether a change made
//! the searches larger or smaller, which a hash would not. Rows in a database carry the signature of their game alone,
//! so that a change of one game does not make the rows of another worthless.

use std::time::Instant;

use anyhow::Result;
use domineering::{BoardSize, Player};
use tt::{Parts, Positions, Scheme};

use crate::cell::{Between, Window};
use crate::connect_four_set::ConnectFourSet;
use crate::parallel;
use crate::position_set::PositionSet;
use crate::run::{self, Nodes};
use crate::{Cell, Game, GameCell};

/// What a run of the bench found.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The nodes of every game.
    pub games: Vec<(Game, u64)>,
    /// How long it took, on all cores together.
    pub seconds: f64,
}

impl Bench {
    /// The signature over all games: their nodes together.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.games.iter().map(|(_, nodes)| nodes).sum()
    }
}

/// Runs the bench over every game.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn bench() -> Result<Bench> {
    let started = Instant::now();
    let games = Game::ALL.iter().map(|&game| Ok((game, signature(game)?))).collect::<Result<_>>()?;
    Ok(Bench { games, seconds: started.elapsed().as_secs_f64() })
}

/// The signature of one game: its part of the bench.
///
/// ```
/// use experiments::{Game, bench};
///
/// assert_eq!(bench::signature(Game::Domineering)?, bench::signature(Game::Domineering)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn signature(game: Game) -> Result<u64> {
    let cells = match game {
        Game::Domineering => domineering()?,
        Game::Chess => chess()?,
        Game::ConnectFour => connect_four()?,
    };
    let nodes = Nodes::default();
    parallel::map(&cells, |cell| Ok(run::run(cell, u64::MAX, &nodes)?.nodes)).into_iter().sum()
}

/// A sweep computes this before it begins, so it has to take a fraction of a second even unoptimised.
fn domineering() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |board: &str, players: &[Player], scheme: Option<Scheme>, positions: &str, parts: Parts| {
        let board: BoardSize = board.parse()?;
        let positions = scheme.map(|_| positions.parse::<Positions>()).transpose()?;
        for &first in players {
            let game = GameCell::Domineering { board, first };
            cells.push(Cell { game, scheme, positions, parts, seed: zobrist::DEFAULT_SEED });
        }
        anyhow::Ok(())
    };
    let both = &Player::BOTH;
    for &scheme in Scheme::ALL {
        for board in ["5x6", "6x6"] {
            add(board, both, Some(scheme), "256", Parts::all())?;
            add(board, both, Some(scheme), "16K", Parts::all())?;
        }
        for parts in [Parts::EXACT, Parts::BOUNDS] {
            add("5x5", both, Some(scheme), "1K", parts)?;
        }
    }
    add("4x6", both, None, "", Parts::all())?;
    // More squares than a word has bits, and yet soon decided if Horizontal begins.
    add("3x22", &[Player::Horizontal], Some(Scheme::TwoBig1), "4K", Parts::all())?;
    Ok(cells)
}

/// The endgame of 21 positions, shallow: every scheme and every use of the table.
fn chess() -> Result<Vec<Cell>> {
    let set: PositionSet = "rabinovich-romanovsky".parse()?;
    let mut cells = Vec::new();
    let mut add = |scheme: Option<Scheme>, positions: &str, parts: Parts, between: Between, depth: u8, line: u8| {
        let positions = scheme.map(|_| positions.parse::<Positions>()).transpose()?;
        let game = GameCell::Chess { set: set.clone(), game: 1, depth, between, line };
        cells.push(Cell { game, scheme, positions, parts, seed: zobrist::DEFAULT_SEED });
        anyhow::Ok(())
    };
    for &scheme in Scheme::ALL {
        for between in [Between::Clear, Between::Stamp] {
            add(Some(scheme), "256", Parts::all(), between, 3, 1)?;
        }
    }
    for parts in [Parts::MOVE, Parts::SCORE, Parts::EXACT, Parts::BOUNDS] {
        add(Some(Scheme::TwoBig1), "1K", parts, Between::Stamp, 3, 1)?;
    }
    add(Some(Scheme::TwoBig1), "1K", Parts::all(), Between::Stamp, 4, 1)?;
    add(Some(Scheme::TwoBig1), "256", Parts::all(), Between::Stamp, 3, 5)?;
    add(None, "", Parts::all(), Between::Clear, 3, 1)?;
    Ok(cells)
}

/// Positions near the end of the game: every scheme and every use of the table.
fn connect_four() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |set: ConnectFourSet, sample: u16, scheme: Option<Scheme>, positions: &str, parts: Parts| {
        let positions = scheme.map(|_| positions.parse::<Positions>()).transpose()?;
        let game = GameCell::ConnectFour { set, sample };
        cells.push(Cell { game, scheme, positions, parts, seed: zobrist::DEFAULT_SEED });
        anyhow::Ok(())
    };
    for &scheme in Scheme::ALL {
        add(ConnectFourSet::EndEasy, 50, Some(scheme), "16", Parts::all())?;
        add(ConnectFourSet::MiddleEasy, 10, Some(scheme), "256", Parts::all())?;
    }
    for parts in [Parts::MOVE, Parts::SCORE, Parts::EXACT, Parts::BOUNDS] {
        add(ConnectFourSet::MiddleEasy, 10, Some(Scheme::TwoBig1), "1K", parts)?;
    }
    add(ConnectFourSet::EndEasy, 50, None, "", Parts::all())?;
    for window in [Window::Strong, Window::Weak] {
        let game = GameCell::Tutorial { set: ConnectFourSet::EndEasy, sample: 50, window };
        let (positions, parts, seed) = (None, Parts::all(), zobrist::DEFAULT_SEED);
        cells.push(Cell { game, scheme: None, positions, parts, seed });
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_a_total_over_games() {
        let bench = bench().unwrap();
        let of = |game| signature(game).unwrap();
        assert_eq!(bench.signature(), of(Game::Domineering) + of(Game::Chess) + of(Game::ConnectFour));
        assert!(bench.signature() > 100_000);
    }
}
