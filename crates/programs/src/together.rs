//! Solving an empty board of domineering with several threads, which the caller starts.

use ::domineering::{Domi, Solution, Winner};
use search::{Parallel, Plain, SearchOptions, Seeded, Team};
use tt::{Statistics, TranspositionTable};

use crate::limit::Limited;
use crate::watched::Progress;
use crate::{NodeLimit, Nodes};

/// A board that threads solve together by DOMI, with one table.
///
/// ```
/// use domineering::{Domi, Player};
/// use programs::{NodeLimit, Nodes, Together};
/// use search::{Parallel, Plain, SearchOptions};
/// use tt::{Pages, Scheme, TranspositionTable};
///
/// let domi = Domi::new("5x6".parse()?, Player::Vertical);
/// let table = TranspositionTable::shared("64K".parse()?, Scheme::TwoBig1, Pages::Huge)?;
/// let together = Together::new(domi, table, SearchOptions::PLAIN, Parallel::Lazy);
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
    /// Prepares a board, with a [shared](TranspositionTable::shared) table. If it contains positions of an earlier
    /// search of this board, the threads go on from there.
    #[must_use]
    pub fn new(domi: Domi, table: TranspositionTable<()>, options: SearchOptions, parallel: Parallel) -> Self {
        let domi = Domi { hit_size: table.scheme().into(), ..domi };
        // Positions near the end of the game take less time than to tell the others.
        let team = Team::new(parallel, domi.board.depth() / 4 * 3);
        Self { domi, options: Seeded { options, key_seed: domi.seed }, table, team }
    }

    /// Solves the board in thread `number`, and stops the others when it is solved. Stops before the threads visit more
    /// nodes than `limit` together. The nodes are added to `nodes` and to the table's
    /// [tally](TranspositionTable::tally) on the way.
    ///
    /// # Panics
    ///
    /// Panics if the table is private.
    #[must_use]
    pub fn run(&self, number: u32, limit: &NodeLimit, nodes: &Nodes) -> Share {
        let mut statistics = Statistics::default();
        let watch = (&mut statistics, (Progress::new(nodes).tallied(self.table.tally()), Limited::new(limit, None)));
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

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &TranspositionTable<()> {
        &self.table
    }
}
