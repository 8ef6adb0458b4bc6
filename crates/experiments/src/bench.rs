//! The bench: one number that changes when node counts do.
//!
//! It is the total of the nodes of a fixed list of cells: every board shape that the program treats separately, every
//! scheme and every use of the table, with tables so small that positions collide. A total shows at a glance whether a
//! change made the searches larger or smaller, which a hash would not. The rows of a database carry
//! [signatures](crate::signature) instead, one for each solver and scheme.

use std::time::Instant;

use anyhow::Result;

use crate::games::GameKind;
use crate::parallel;
use crate::run::{self, Nodes};

/// The result of a run of the bench.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The nodes of every game.
    pub games: Vec<(GameKind, u64)>,
    /// How long it took, on all cores together.
    pub seconds: f64,
}

impl Bench {
    /// Returns the nodes of all games together.
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
    let games = GameKind::ALL.iter().map(|&game| Ok((game, signature(game)?))).collect::<Result<_>>()?;
    Ok(Bench { games, seconds: started.elapsed().as_secs_f64() })
}

/// Returns the nodes of one game.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn signature(game: GameKind) -> Result<u64> {
    let cells = (game.profile().bench_cells)()?;
    let nodes = Nodes::default();
    parallel::map(&cells, |cell| Ok(run::run(cell, u64::MAX, &nodes)?.nodes)).into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bench_is_a_total_over_games() {
        let bench = bench().unwrap();
        let of = |game| signature(game).unwrap();
        assert_eq!(bench.signature(), GameKind::ALL.map(of).iter().sum::<u64>());
        assert!(bench.signature() > 100_000);
    }
}
