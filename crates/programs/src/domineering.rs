//! Domineering: solving an empty board by DOMI, and searching a position for a move.

use domineering::{Bitboard, BoardSize, Move, Player, Position, Solution, solve_seeded};
use search::{Outcome, Search};
use tt::{Scheme, Table, TranspositionTable};

use crate::watched::{Found, Searches, Watch};

/// Solves the empty `board` with `first` to move.
pub(crate) struct Empty {
    pub(crate) board: BoardSize,
    pub(crate) first: Player,
    pub(crate) seed: u64,
}

impl Searches for Empty {
    type Payload = ();

    fn search<T: Table<Payload = ()>>(&self, table: &mut T, max_nodes: u64, watch: &mut Watch<'_>) -> Found {
        let Solution { winner, nodes } = solve_seeded(self.board, self.first, table, watch, max_nodes, self.seed);
        Found { nodes, ending: winner.into() }
    }
}

/// A set of squares whose positions can be searched for a move.
pub trait Playable: Bitboard {
    /// Searches a position to `depth` plies, and stops before it visits more than `max_nodes` nodes.
    fn search(position: &mut Position<Self>, table: &mut PlayerTable, depth: u8, max_nodes: u64) -> Outcome<Move>;
}

/// The table of a player.
pub type PlayerTable = TranspositionTable<Scheme, ()>;

macro_rules! playable {
    ($($squares:ty),*) => {$(
        impl Playable for $squares {
            fn search(
                position: &mut Position<Self>,
                table: &mut PlayerTable,
                depth: u8,
                max_nodes: u64,
            ) -> Outcome<Move> {
                Search::new(position, table).max_nodes(max_nodes).run(depth)
            }
        }
    )*};
}

playable!(u64, u128);
