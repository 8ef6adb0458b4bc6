//! Solving an empty board of domineering with several threads, which the caller starts.

use ::domineering::best::BestSolver;
use ::domineering::{Domi, Solution, Winner};
use search::{ChosenOptions, Counted, HitSize, Parallel, Plain, Seeded, Statistics, Team};
use tt::Table;

use super::{BoardSolver, text};
use crate::limit::Limited;
use crate::team_table::TeamTableKind;
use crate::watched::NodeProgress;
use crate::{MoveText, NodeLimit, Nodes, TeamTable};

/// A board that threads solve together, with one table.
#[derive(Debug)]
pub struct Together {
    solver: BoardSolver,
    table: TeamTable,
    team: Team,
}

/// What one thread did.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The winner; `None` if the thread was stopped, because another one found the winner or because it visited its
    /// nodes.
    pub winner: Option<Winner>,
    /// The best move, if it is known.
    pub best: Option<MoveText>,
    /// The nodes that the thread visited.
    pub nodes: u64,
    /// What the thread did with the table.
    pub statistics: Statistics,
}

impl Together {
    /// Prepares a board with a table. If it contains positions of an earlier search of this board, the threads continue
    /// from there.
    #[must_use]
    pub fn new(solver: impl Into<BoardSolver>, table: TeamTable, parallel: Parallel) -> Self {
        let hit_size = HitSize::counting(table.scheme().counts_stored_nodes());
        // Searching positions near the end of the game is faster than notifying the others. The best solver decides
        // these without a search.
        let (solver, least_depth) = match solver.into() {
            BoardSolver::Domi(domi) => (Domi { hit_size, ..domi }.into(), domi.board.depth() / 4 * 3),
            BoardSolver::Best(best) => (BestSolver { hit_size, ..best }.into(), best.board.depth() / 2),
        };
        Self { solver, table, team: Team::new(parallel, least_depth) }
    }

    /// Solves the board in thread `number`, and stops the others when it is solved. Stops before the threads visit more
    /// nodes than `limit` together. The nodes are added to `nodes` and to the table's [tally](TeamTable::tally) on the
    /// way.
    #[must_use]
    pub fn run(&self, number: u32, limit: &NodeLimit, nodes: &Nodes) -> Share {
        match &self.table.kind {
            TeamTableKind::One(table) => self.solve(table, Plain, number, limit, nodes),
            TeamTableKind::Two(table) => self.solve(table, Plain, number, limit, nodes),
            TeamTableKind::Any(table, options) => {
                let key_seed = match self.solver {
                    BoardSolver::Domi(domi) => domi.seed,
                    BoardSolver::Best(best) => best.seed,
                };
                let options = Seeded { options: *options, key_seed };
                self.solve(table.handle().expect("the table is shared"), options, number, limit, nodes)
            }
        }
    }

    fn solve(
        &self,
        table: impl Table<Payload = ()>,
        options: impl ChosenOptions,
        number: u32,
        limit: &NodeLimit,
        nodes: &Nodes,
    ) -> Share {
        let mut statistics = Statistics::default();
        let watch =
            (&mut statistics, (NodeProgress::new(nodes).tallied(self.table.tally()), Limited::new(limit, None)));
        let Solution { winner, nodes, best } = match self.solver {
            BoardSolver::Domi(domi) => domi.solve_with(table, watch, self.team.member(number, options)),
            BoardSolver::Best(best) => {
                let mut table = Counted::new(table);
                let solution = best.solve_with(&mut table, watch, self.team.member(number, Plain));
                statistics.add(&table.statistics());
                solution
            }
        };
        if winner.is_some() {
            self.team.stop();
        }
        Share { winner, best: text(best), nodes, statistics }
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &TeamTable {
        &self.table
    }
}
