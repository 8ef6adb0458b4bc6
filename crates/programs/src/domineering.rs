//! Domineering: solving an empty board by DOMI or by the best solver, and searching a position for a move.

use domineering::best::BestSolver;
use domineering::{Bitboard, BoardSize, Domi, Move, Player, Position, Solution, Winner};
use search::{ChosenOptions, Outcome, Search};
use tt::layouts::Thesis;
use tt::{Maintain, Pages, Positions, Scheme, Table, TranspositionTable, TwoBig1};

use crate::limit::{Limited, NodeLimit};
use crate::watched::{Found, Limits, Searches, Watcher};
use crate::{Error, Nodes};

/// Solves the empty `board` with `first` to move.
pub(crate) struct Empty {
    pub(crate) board: BoardSize,
    pub(crate) first: Player,
    pub(crate) seed: u64,
}

impl Searches for Empty {
    type Payload = ();
    type Layout = Thesis<()>;

    fn search(
        &self,
        table: impl Table<Payload = ()> + Maintain,
        limits: Limits,
        options: impl ChosenOptions,
        mut watcher: impl Watcher,
    ) -> Found {
        let &Self { board, first, seed } = self;
        let domi = Domi { board, first, seed, max_nodes: limits.nodes, hit_size: limits.hit_size };
        let Solution { winner, nodes, best } = domi.solve_with(table, &mut watcher, options);
        if let Some(winner) = winner.filter(|_| watcher.is_recording()) {
            let score = if winner == Winner::First { 1 } else { -1 };
            watcher.searched(0, 0, score, best.map(|Move(square)| square.to_string()));
        }
        Found { nodes, ending: winner.into() }
    }
}

/// Solves an empty board by the best solver, with a table of this scheme and size, or without a table. Adds the nodes
/// to `nodes` from time to time.
///
/// # Errors
///
/// Returns an error if the scheme does not support the size, or if memory allocation fails.
///
/// ```
/// use domineering::{Player, Winner, best::BestSolver};
/// use tt::Scheme;
///
/// let solver = BestSolver::new("6x6".parse()?, Player::Vertical);
/// let table = Some((Scheme::Deep, "8K".parse()?));
/// let solution = programs::domineering::solve_best(solver, table, &programs::Nodes::default())?;
/// assert_eq!(solution.winner, Some(Winner::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_best(solver: BestSolver, table: Option<(Scheme, Positions)>, nodes: &Nodes) -> Result<Solution, Error> {
    let limit = NodeLimit::new(solver.max_nodes);
    let observer = Limited::new(&limit, Some(nodes));
    let Some((scheme, positions)) = table else { return Ok(solver.solve((), observer)) };
    let table = TranspositionTable::with_pages(positions.into(), scheme, Pages::Huge)?;
    Ok(solver.solve(table, observer))
}

/// A set of squares whose positions can be searched for a move.
pub trait Playable: Bitboard {
    /// Searches a position to `depth` plies, and stops before it visits more than `max_nodes` nodes.
    fn search(position: &mut Position<Self>, table: &mut PlayerTable, depth: u8, max_nodes: u64) -> Outcome<Move>;
}

/// The table of a player.
pub type PlayerTable = TwoBig1<()>;

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
