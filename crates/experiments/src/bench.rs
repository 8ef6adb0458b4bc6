//! The bench: one number that changes when node counts do.
//!
//! It is the total of the nodes of a fixed list of cells: every board shape that the program treats separately, every
//! scheme and every use of the table, with tables so small that positions collide. It includes searches by the programs
//! that no cell has. A total shows at a glance whether a change made the searches larger or smaller, which a hash would
//! not. The rows of a database carry [signatures](crate::signature) instead, one for each solver and scheme.

use std::time::Instant;

use anyhow::Result;

use crate::games::{GameKind, PROGRAMS_WITHOUT_CELLS};
use crate::run::{self, Nodes};

/// The result of a run of the bench.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The nodes of every game, and of every program that no cell has, by name.
    pub programs: Vec<(&'static str, u64)>,
    /// How long it took, in one thread: what engine authors call nodes per second is that of one.
    pub seconds: f64,
}

impl Bench {
    /// Returns all nodes together.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.programs.iter().map(|(_, nodes)| nodes).sum()
    }
}

/// Runs the bench.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn bench() -> Result<Bench> {
    let started = Instant::now();
    let games = GameKind::ALL.into_iter().map(|game| Ok((game.name(), signature(game)?)));
    let others = PROGRAMS_WITHOUT_CELLS.into_iter().map(|(name, nodes)| Ok((name, nodes()?)));
    let programs = games.chain(others).collect::<Result<_>>()?;
    Ok(Bench { programs, seconds: started.elapsed().as_secs_f64() })
}

/// Returns the nodes of the cells of one game.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn signature(game: GameKind) -> Result<u64> {
    let cells = (game.profile().bench_cells)()?;
    let nodes = Nodes::default();
    cells.iter().map(|cell| Ok(run::run(cell, u64::MAX, &nodes)?.nodes)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bench_is_a_total_over_games_and_programs() {
        let bench = bench().unwrap();
        let games: u64 = GameKind::ALL.map(|game| signature(game).unwrap()).iter().sum();
        let others: u64 = PROGRAMS_WITHOUT_CELLS.map(|(_, nodes)| nodes().unwrap()).iter().sum();
        assert_eq!(bench.signature(), games + others);
        assert!(games > 100_000 && others > 100_000, "{bench:?}");
    }
}
