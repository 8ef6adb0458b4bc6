//! A cell of domineering: an empty board, solved by DOMI.

use std::time::Instant;

use domineering::{BoardSize, Player, Solution, solve_seeded};
use tt::Table;

use super::{Found, Job, Watch};

/// Solves the empty `board` with `first` to move.
pub(super) struct Empty {
    pub(super) board: BoardSize,
    pub(super) first: Player,
    pub(super) seed: u64,
}

impl Job for Empty {
    type Payload = ();

    fn run<T: Table<Payload = ()>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found {
        let started = Instant::now();
        let Solution { winner, nodes } = solve_seeded(self.board, self.first, table, watch, max_nodes, self.seed);
        Found { nodes, winner, searches: Vec::new(), seconds: started.elapsed().as_secs_f64() }
    }
}
