//! The fastest solver.
//!
//! Use this module to solve positions. To compare table sizes or replacement schemes with published results, use
//! [`lab`](crate::lab).
//!
//! The solver adds the following techniques to alpha-beta:
//!
//! - Only moves that do not lose at once are tried; if the opponent threatens to win, only the forced reply is tried
//!   (`[Pons, part 9]`). Moves are ordered by the number of threats they make, and from the centre outwards (`[Pons,
//!   parts 5 and 10]`). Moves that give up one of the player's own threats are ranked lower.
//! - Forced moves are played when a node is expanded: a child is the position in which a player has a choice again. A
//!   child that is won or lost by then needs no search.
//! - The score is found by a series of minimal-window searches (`[Pons, part 8]`). The first ones rule out fast wins
//!   and losses; as soon as the score is known to be near a draw, the next one decides who wins.
//! - The table stores both bounds of a score (`best/table.rs`). If more than 15 squares are free, a position shares its
//!   record with its mirror image and with all positions that differ only in the owners of dead stones
//!   (`best/dead.rs`).
//! - Before a child is entered, it is checked by a follow-up strategy that proves bounds without search
//!   (`best/claim.rs`); a child with more than 15 free squares is also probed in the table. If one child is good
//!   enough, the node is decided (enhanced transposition cut-off, `[Plaat 1996]`); a child that is known not to be good
//!   enough is dropped. Children decided in this way are not entered and do not count as nodes.
//!
//! Several threads solve a position together in a [`SolverTeam`].

#![allow(private_bounds, reason = "a private trait seals the resources of a `Solver`")]

mod bounds;
mod claim;
mod dead;
#[cfg(test)]
mod exhaustive;
mod node;
mod resources;
mod search;
mod table;
mod team;

use ::search::HitSize;
use num_traits::Zero as _;
use tt::{Maintain, Table};

use crate::budget::{Budget, NodeListener};
use crate::{Analysis, Player, Position, Shape, Solution, SolverError, Standard};
use node::Node;
use resources::{GivenTable, OwnTable, Resources, Single};
use table::GrowingTable;

pub use bounds::Proved;
pub use team::SolverTeam;

/// The fastest solver, with its table.
///
/// The table is cleared before each position, so the number of nodes does not depend on the positions solved before.
///
/// ```
/// use connect_four::{Position, best::Solver};
///
/// let mut solver = Solver::new(12)?;
/// let position: Position = "1233722555341451114725221333".parse()?;
/// let solution = solver.solve(&position);
/// assert_eq!(solution.score, Some(-1));
/// assert_eq!(solver.solve_weak(&position).score, Some(-1));
///
/// let analysis = solver.analyse(&position).expect("there is no node limit");
/// assert_eq!(analysis.scores.iter().flatten().max(), Some(&-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<S: Shape = Standard, R = OwnTable<<S as Shape>::Bits>> {
    shape: S,
    /// The columns in the order in which they are tried.
    columns: Box<[S::Bits]>,
    resources: R,
    /// The number of the root that is searched, and the threshold of its minimal window, for the other threads.
    root: (usize, i32),
    /// The children of all nodes on the path from the root to the current node.
    children: Vec<Node<S>>,
    /// Whether a position below the root can be the mirror image of another one.
    symmetric: bool,
    nodes: u64,
    /// The nodes after which the resources are asked for more.
    max_nodes: u64,
    stopped: bool,
}

impl Solver {
    /// The default table size for [`new`](Self::new), as a binary logarithm: 2^21 buckets, which take 128 MiB, or
    /// 256 MiB if the board has more than 64 bits.
    pub const LOG2_BUCKETS: u32 = 21;

    /// Creates a solver for the standard board, with a table of 2^`log2_buckets` buckets. A bucket takes 64 bytes and
    /// stores eight positions. Each search starts in smaller tables, of up to 10.5 MiB together, so that easy positions
    /// stay in the caches of the processor; the number of nodes is that of the full table.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has fewer than 2^3 or more than 2^31 buckets, or if memory allocation fails.
    pub fn new(log2_buckets: u32) -> Result<Self, SolverError> {
        Self::for_board(Standard::default(), log2_buckets)
    }
}

impl<S: Shape> Solver<S> {
    /// Creates a solver for a board of any size. If the table is so large that it could never be filled, its size is
    /// reduced. If the bitboards have 128 bits, a bucket takes 128 bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has too few buckets for the length of the board's keys, or more than 2^31
    /// buckets, or if memory allocation fails.
    pub fn for_board(shape: S, log2_buckets: u32) -> Result<Self, SolverError> {
        let table = GrowingTable::new(log2_buckets, shape.bits())?;
        Ok(Self::with(shape, OwnTable { table, budget: Budget::default() }))
    }
}

impl<S: Shape, R: Single<S::Bits>> Solver<S, R> {
    /// Sets the node limit for each position. The default is no limit.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.resources.budget().limit = nodes;
        self
    }

    /// Sets a function that is called every 65,536 nodes, and at the end, with the number of nodes since its last call.
    pub fn hear(&mut self, hear: impl Fn(u64) + Send + Sync + 'static) {
        self.resources.budget().hear = Some(NodeListener::new(hear));
    }
}

impl<S: Shape<Bits = u64>, T: Table<Payload = u16> + Maintain> Solver<S, GivenTable<T>> {
    /// Creates a solver that uses this table, with keys of this seed. It visits more nodes than a solver with its own
    /// table of the same size: this is the solver for comparisons of replacement schemes. The board has at most 64
    /// bits.
    ///
    /// The payload of a record contains both bounds of the score.
    pub fn with_table(shape: S, table: T, seed: u64) -> Self {
        let budget = Budget::default();
        Self::with(shape, GivenTable { table, budget, seed, hit_size: HitSize::One, cut_offs: 0, added: 0 })
    }

    /// Sets what a cut-off by the table adds to the sizes of subtrees, which some replacement schemes compare.
    #[must_use]
    pub fn hit_size(mut self, hit_size: HitSize) -> Self {
        self.resources.hit_size = hit_size;
        self
    }

    /// Returns the table.
    pub fn table(&self) -> &T {
        &self.resources.table
    }

    /// Returns how many positions were decided by their stored bounds, in all positions solved so far.
    pub fn cut_offs(&self) -> u64 {
        self.resources.cut_offs
    }
}

impl<S: Shape, R: Resources<S::Bits>> Solver<S, R> {
    fn with(shape: S, resources: R) -> Self {
        Self {
            shape,
            columns: shape.centre_first().map(|column| shape.column(column)).collect(),
            resources,
            root: (0, 0),
            children: Vec::with_capacity((shape.squares() * shape.columns()) as usize),
            symmetric: false,
            nodes: 0,
            max_nodes: 0,
            stopped: false,
        }
    }

    /// Computes the score of a position.
    ///
    /// # Panics
    ///
    /// Panics if the position and the solver have different board sizes, like all methods that solve.
    pub fn solve(&mut self, position: &Position<S>) -> Solution {
        self.run(position, i32::MIN, i32::MAX)
    }

    /// Computes the sign of the score, which tells who wins.
    pub fn solve_weak(&mut self, position: &Position<S>) -> Solution {
        self.run(position, -1, 1)
    }

    /// Computes the score of every move, using one table for all moves. Returns `None` if the node limit is reached.
    pub fn analyse(&mut self, position: &Position<S>) -> Option<Analysis> {
        self.analyse_within(position, i32::MIN, i32::MAX)
    }

    /// Computes the sign of the score of every move. Returns `None` if the node limit is reached.
    pub fn analyse_weak(&mut self, position: &Position<S>) -> Option<Analysis> {
        self.analyse_within(position, -1, 1)
    }

    fn analyse_within(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Option<Analysis> {
        self.start(position);
        let scores = self.scores(position, lowest, highest);
        self.end();
        Some(Analysis { scores: scores?, nodes: self.nodes })
    }

    fn scores(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Option<Vec<Option<i32>>> {
        let mut scores = vec![None; self.shape.columns() as usize];
        for (column, score) in (0..).zip(&mut scores).filter(|(column, _)| position.can_play(*column)) {
            *score = Some(-self.bracket(column as usize, &position.after(column), lowest, highest)?);
        }
        Some(scores)
    }

    fn run(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Solution {
        self.start(position);
        let score = self.bracket(0, position, lowest, highest);
        self.end();
        Solution { score, nodes: self.nodes }
    }

    fn start(&mut self, position: &Position<S>) {
        assert!(position.shape() == self.shape, "the position and the solver have different board sizes");
        self.max_nodes = self.resources.start();
        self.nodes = 0;
        self.stopped = false;
        // Once two mirrored squares hold stones of different players, no later position is the mirror image of another.
        self.symmetric = (position.own() & self.shape.mirrored(position.theirs())).is_zero();
    }

    fn end(&mut self) {
        self.resources.finish(self.nodes, self.max_nodes);
    }

    /// Computes the score, clamped to the given bounds; `None` if the node limit is reached.
    fn bracket(&mut self, number: usize, position: &Position<S>, lowest: i32, highest: i32) -> Option<i32> {
        let (low, _) = self.narrow(number, position, lowest, highest);
        (!self.stopped).then(|| low.clamp(lowest, highest))
    }

    /// Narrows the bounds of the score by a series of minimal-window searches, until they meet or the node limit is
    /// reached, and returns them. The score inside the given bounds is wanted.
    ///
    /// The root has a `number`, by which threads that search the same positions share its bounds.
    fn narrow(&mut self, number: usize, position: &Position<S>, lowest: i32, highest: i32) -> (i32, i32) {
        let root = match Node::new(position) {
            Ok(root) => Node { key: self.key(position), ..root },
            Err(score) => {
                self.stopped = !self.count();
                return (score, score);
            }
        };
        let free = position.free() as i32;
        let mut low = lowest.max(-((free - 2) / 2));
        let mut high = highest.min(root.highest);
        // A position that needs no search still counts as a node.
        if low >= high {
            self.stopped = !self.count();
            return (low, low);
        }
        loop {
            if R::IN_TEAM {
                let (lowest, highest) = self.resources.known(number);
                (low, high) = (low.max(lowest), high.min(highest));
            }
            if low >= high {
                break;
            }
            let threshold = self.next_window(low, high, position.to_move());
            self.root = (number, threshold);
            let score = self.search(&root, threshold);
            if self.stopped {
                self.children.clear();
                if self.is_decided() {
                    self.stopped = false;
                    continue;
                }
                return (low, high);
            }
            self.resources.publish(number, threshold, score);
            if score > threshold {
                low = low.max(score);
            } else {
                high = high.min(score);
            }
        }
        (low, low)
    }

    /// Returns the threshold of the next minimal-window search, given that the score is between `low` and `high`.
    ///
    /// The larger the absolute value of a score, the sooner the game ends and the smaller the search that proves it.
    /// While the winner is unknown, the outer end of the interval is reduced to five eighths at a time. The searches
    /// near a draw are the largest, so as soon as both ends are near one, the next search decides who wins. It tests
    /// whether the first player wins, who is more likely to. A short interval is then tested from a draw outwards.
    fn next_window(&self, low: i32, high: i32, player: Player) -> i32 {
        let near = self.shape.squares() as i32 / 7;
        if low >= 0 {
            if high - low <= 3 { low } else { low + (high - low) / 2 }
        } else if high <= 0 {
            if high - low <= 3 { high - 1 } else { low + (high - low - 1) / 2 }
        } else if -low <= near && high <= near {
            if player == Player::First { 0 } else { -1 }
        } else if -low >= high {
            low * 5 / 8
        } else {
            high * 5 / 8
        }
    }

    /// Returns whether another thread has decided the minimal window of the root.
    #[inline]
    fn is_decided(&self) -> bool {
        let (number, threshold) = self.root;
        let (lowest, highest) = self.resources.known(number);
        lowest > threshold || highest <= threshold
    }

    /// Counts a node and returns true, or returns false if the node limit is reached.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.max_nodes || self.take_more();
        self.nodes += u64::from(may);
        may
    }

    /// Returns whether the limit of the team allows more nodes than this solver had.
    #[cold]
    fn take_more(&mut self) -> bool {
        let more = self.resources.take(self.nodes);
        self.max_nodes += more;
        more > 0
    }
}
