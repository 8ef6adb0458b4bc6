//! Solving an empty board of domineering with several threads, which the caller starts.

use ::domineering::{BoardSize, Domi, Player, Solution, Winner};
use search::{Parallel, Plain, SearchOptions, Seeded, Team};
use tt::{Inspect, Pages, Positions, Scheme, Statistics, TableError, TranspositionTable};

use crate::limit::Limited;
use crate::watched::Progress;
use crate::{NodeLimit, Nodes};

/// A board that threads solve together by DOMI, with one table.
///
/// ```
/// use programs::{NodeLimit, Nodes, Together};
/// use search::{Parallel, Plain, SearchOptions};
/// use tt::Scheme;
///
/// let (board, first) = ("5x6".parse()?, domineering::Player::Vertical);
/// let (plain, size) = (SearchOptions::PLAIN, "64K".parse()?);
/// let together = Together::new(board, first, 1970, Scheme::TwoBig1, size, plain, Parallel::Lazy)?;
/// let (limit, nodes) = (NodeLimit::new(u64::MAX), Nodes::default());
/// let shares = std::thread::scope(|scope| {
///     let run = |number| {
///         let (together, limit, nodes) = (&together, &limit, &nodes);
///         move || together.run(number, limit, nodes)
///     };
///     let threads = [0, 1].map(|number| scope.spawn(run(number)));
///     threads.map(|thread| thread.join().unwrap())
/// });
/// let winner = shares.iter().find_map(|share| share.winner);
/// assert_eq!(winner, Some(domineering::Winner::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Together {
    domi: Domi,
    options: Seeded,
    table: TranspositionTable<()>,
    team: Team,
}

/// What one thread did.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The winner; `None` if the thread was stopped, because another one found the winner or because it visited its
    /// nodes.
    pub winner: Option<Winner>,
    /// The nodes that the thread visited.
    pub nodes: u64,
    /// What the thread did with the table.
    pub statistics: Statistics,
}

impl Together {
    /// Prepares a board, with an empty table.
    ///
    /// # Errors
    ///
    /// The table cannot be allocated, or threads cannot share it.
    pub fn new(
        board: BoardSize,
        first: Player,
        seed: u64,
        scheme: Scheme,
        positions: Positions,
        options: SearchOptions,
        parallel: Parallel,
    ) -> Result<Self, TableError> {
        let domi = Domi { seed, hit_size: scheme.into(), ..Domi::new(board, first) };
        let table = TranspositionTable::shared(positions.into(), scheme, Pages::Huge)?;
        // Positions near the end of the game take less time than to tell the others.
        let team = Team::new(parallel, board.depth() / 4 * 3);
        Ok(Self { domi, options: Seeded { options, key_seed: seed }, table, team })
    }

    /// Solves the board in thread `number`, and stops the others when it is solved. Stops before the threads visit more
    /// nodes than `limit` together. The nodes are added to `nodes` on the way.
    ///
    /// # Panics
    ///
    /// Never: the table is shared.
    #[must_use]
    pub fn run(&self, number: u32, limit: &NodeLimit, nodes: &Nodes) -> Share {
        let mut statistics = Statistics::default();
        let watch = (&mut statistics, (Progress::new(nodes), Limited::new(limit, None)));
        let table = self.table.handle().expect("the table is shared");
        let Solution { winner, nodes, .. } = if self.options.options.is_plain() {
            self.domi.solve_with(table, watch, self.team.member(number, Plain))
        } else {
            self.domi.solve_with(table, watch, self.team.member(number, self.options))
        };
        if winner.is_some() {
            self.team.stop();
        }
        Share { winner, nodes, statistics }
    }

    /// Returns the number of positions in the table, and that of its slots.
    #[must_use]
    pub fn fill_and_capacity(&self) -> (u64, u64) {
        (self.table.fill(), self.table.capacity())
    }
}
