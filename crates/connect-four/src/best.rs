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
//! - The score is found by a series of minimal-window searches, starting with fast wins and losses (`[Pons, part 8]`).
//! - The table stores both bounds of a score, and one record for a position and its mirror image (`best/table.rs`).
//! - When a node is expanded, all children are probed in the table and checked by a follow-up strategy that proves
//!   bounds without search (`best/claim.rs`). If one child has a bound that is bad enough for the opponent, the node is
//!   decided (enhanced transposition cut-off, `[Plaat 1996]`). Children decided in this way are not entered and do not
//!   count as nodes.
//!
//! Several threads solve a position together in a [`SolverTeam`].

// There are only the two kinds of company of this module.
#![allow(private_bounds)]

mod claim;
mod company;
mod table;
mod team;

use crate::position::{non_losing, threats};
use crate::{Analysis, Position, Shape, Solution, SolverError, Standard};
use company::Company;
use table::Bounds;
use tt::Key;

pub use company::{Alone, InTeam};
pub use team::SolverTeam;

/// Nodes with at most this many free squares do not probe the table for their children, because entering the children
/// is faster.
const FEW_FREE: i32 = 18;

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
pub struct Solver<S = Standard, C = Alone> {
    shape: S,
    /// The columns in the order in which they are tried.
    columns: Box<[u64]>,
    company: C,
    /// The number of the root that is searched, and the threshold of its minimal window, for the other threads.
    root: (usize, i32),
    /// The children of all nodes on the path from the root to the current node.
    children: Vec<Node<S>>,
    /// Whether a position below the root can be the mirror image of another one.
    symmetric: bool,
    nodes: u64,
    max_nodes: u64,
    stopped: bool,
}

/// A position to search: the game is not over, the player to move cannot win at once, and at least one move does not
/// lose at once.
#[derive(Clone, Copy)]
struct Node<S> {
    position: Position<S>,
    /// The squares that complete four in a row for the player to move.
    own_threats: u64,
    /// The squares that complete four in a row for the opponent.
    their_threats: u64,
    /// The moves to try.
    moves: u64,
    key: Key,
    /// An upper bound of the score, known without search.
    highest: i32,
    /// The priority of the move that leads to this position; higher ranks are tried first.
    rank: i32,
}

impl Solver {
    /// The default table size for [`new`](Self::new), as a binary logarithm: 2^21 buckets, which take 128 MiB.
    pub const LOG2_BUCKETS: u32 = 21;

    /// Creates a solver for the standard board, with a table of 2^`log2_buckets` buckets. A bucket takes 64 bytes and
    /// stores eight positions.
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
    /// reduced.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has too few buckets for the length of the board's keys, or more than 2^31 buckets,
    /// or if memory allocation fails.
    pub fn for_board(shape: S, log2_buckets: u32) -> Result<Self, SolverError> {
        Ok(Self::with(shape, Alone(table::new(log2_buckets, shape.bits())?)))
    }
}

impl<S: Shape, C: Company> Solver<S, C> {
    fn with(shape: S, company: C) -> Self {
        Self {
            shape,
            columns: shape.centre_first().map(|column| shape.column(column)).collect(),
            company,
            root: (0, 0),
            children: Vec::with_capacity((shape.squares() * shape.columns()) as usize),
            symmetric: false,
            nodes: 0,
            max_nodes: u64::MAX,
            stopped: false,
        }
    }

    /// Sets the node limit for each position. The default is no limit.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
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
        let mut scores = vec![None; self.shape.columns() as usize];
        for (column, score) in (0..).zip(&mut scores).filter(|(column, _)| position.can_play(*column)) {
            *score = Some(-self.bracket(column as usize, &position.after(column), lowest, highest)?);
        }
        Some(Analysis { scores, nodes: self.nodes })
    }

    fn run(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Solution {
        self.start(position);
        let score = self.bracket(0, position, lowest, highest);
        Solution { score, nodes: self.nodes }
    }

    fn start(&mut self, position: &Position<S>) {
        assert!(position.shape() == self.shape, "the position and the solver have different board sizes");
        self.company.start();
        self.nodes = 0;
        self.stopped = false;
        // Once two mirrored squares hold stones of different players, no later position is the mirror image of another.
        self.symmetric = position.own() & self.shape.mirrored(position.theirs()) == 0;
    }

    /// Computes the score, clamped to the given bounds, by a series of minimal-window searches.
    ///
    /// The root has a `number`, by which threads that search the same positions tell each other its bounds.
    fn bracket(&mut self, number: usize, position: &Position<S>, lowest: i32, highest: i32) -> Option<i32> {
        let root = match self.root(position) {
            Ok(root) => root,
            Err(score) => return self.count().then_some(score.clamp(lowest, highest)),
        };
        let free = position.free() as i32;
        let mut low = lowest.max(-((free - 2) / 2));
        let mut high = highest.min(root.highest);
        // A position that needs no search still counts as a node.
        if low >= high && !self.count() {
            return None;
        }
        loop {
            if C::IN_TEAM {
                let (lowest, highest) = self.company.known(number);
                (low, high) = (low.max(lowest), high.min(highest));
            }
            if low >= high {
                break;
            }
            let threshold = next_window(low, high);
            self.root = (number, threshold);
            let score = self.search(&root, threshold);
            if self.stopped {
                self.children.clear();
                if self.is_decided() {
                    self.stopped = false;
                    continue;
                }
                return None;
            }
            self.company.tell(number, threshold, score);
            if score > threshold {
                low = low.max(score);
            } else {
                high = high.min(score);
            }
        }
        Some(low.clamp(lowest, highest))
    }

    /// Returns whether another thread has decided the minimal window of the root.
    #[inline]
    fn is_decided(&self) -> bool {
        let (number, threshold) = self.root;
        let (lowest, highest) = self.company.known(number);
        lowest > threshold || highest <= threshold
    }

    /// Counts a node and returns true, or returns false if the node limit is reached.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.max_nodes;
        self.nodes += u64::from(may);
        may
    }

    /// Returns the node to search, or the score if the position needs no search.
    fn root(&self, position: &Position<S>) -> Result<Node<S>, i32> {
        if let Some(score) = position.final_score() {
            return Err(score);
        }
        if position.can_win() {
            return Err(position.win_score());
        }
        let (their_threats, moves) = (position.their_threats(), position.non_losing());
        if moves == 0 {
            return Err(lost_score(position));
        }
        Ok(Node {
            position: *position,
            own_threats: position.own_threats(),
            their_threats,
            moves,
            key: self.key(position),
            highest: claim::highest(position, their_threats),
            rank: 0,
        })
    }

    /// Determines whether the score is higher than `threshold`. Returns a lower bound of the score if it is, and an
    /// upper bound otherwise.
    fn search(&mut self, node: &Node<S>, threshold: i32) -> i32 {
        if self.nodes == self.max_nodes || C::IN_TEAM && self.is_decided() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let free = node.position.free() as i32;

        // 1. Neither player wins with the next move, which bounds the score. The follow-up strategy may bound it
        //    further.
        let mut bounds = Bounds { lowest: -((free - 2) / 2), highest: node.highest, nodes: 0 };
        if bounds.lowest > threshold {
            return bounds.lowest;
        }
        if bounds.highest <= threshold {
            return bounds.highest;
        }

        // 2. Probe the table.
        if let Some(known) = self.company.get(node.key) {
            bounds.lowest = bounds.lowest.max(known.lowest);
            bounds.highest = bounds.highest.min(known.highest);
            if bounds.lowest > threshold {
                return bounds.lowest;
            }
            if bounds.highest <= threshold {
                return bounds.highest;
            }
        }

        // 3. Expand the node. A child that leaves the opponent without a non-losing reply is the fastest possible win;
        //    without such a child, a win takes at least two more moves.
        let nodes_before = self.nodes;
        let first = self.children.len();
        if !self.expand(node) {
            self.children.truncate(first);
            return (free - 1) / 2;
        }
        bounds.highest = bounds.highest.min((free - 3) / 2);
        if bounds.highest <= threshold {
            self.children.truncate(first);
            return bounds.highest;
        }

        // 4. Check whether a child is already known to be bad enough for the opponent.
        if let Some(score) = self.look_ahead(first, free, threshold) {
            self.children.truncate(first);
            return score;
        }

        // 5. Otherwise search the children one after the other.
        let best = if C::IN_TEAM { self.share(first, free, threshold) } else { self.search_children(first, threshold) };
        if self.stopped {
            return 0;
        }
        self.children.truncate(first);
        if best > threshold {
            bounds.lowest = bounds.lowest.max(best);
        } else {
            bounds.highest = bounds.highest.min(best);
        }
        bounds.nodes = self.nodes - nodes_before;
        self.company.put(node.key, &bounds);
        best
    }

    /// Searches children until one is better than `threshold`. Returns the highest score.
    #[inline(always)]
    fn search_children(&mut self, first: usize, threshold: i32) -> i32 {
        let mut best = i32::MIN;
        for i in first..self.children.len() {
            let child = self.children[i];
            best = best.max(-self.search(&child, -threshold - 1));
            if self.stopped || best > threshold {
                break;
            }
        }
        best
    }

    /// Does the same, but searches those that other threads are searching last.
    fn share(&mut self, first: usize, free: i32, threshold: i32) -> i32 {
        self.company.reorder(free, &mut self.children[first + 1..]);
        if !self.company.may_defer(free) {
            return self.search_children(first, threshold);
        }
        let mut best = i32::MIN;
        let last = self.children.len();
        // The places of the children that are put off. A board has fewer than 64 columns.
        let mut deferred = 0_u64;
        for pass in 0..2 {
            for i in first..last {
                let (child, place) = (self.children[i], 1 << (i - first));
                if pass == 0 && i > first && self.company.is_searched(child.key) {
                    deferred |= place;
                    continue;
                }
                if pass == 1 && deferred & place == 0 {
                    continue;
                }
                self.company.begin(child.key);
                best = best.max(-self.search(&child, -threshold - 1));
                self.company.end(child.key);
                if self.stopped || best > threshold {
                    return best;
                }
            }
        }
        best
    }

    /// Lists the children of a node by descending rank and prefetches their buckets.
    ///
    /// Stops and returns false at a child in which every reply of the opponent loses at once.
    #[inline]
    fn expand(&mut self, node: &Node<S>) -> bool {
        let first = self.children.len();
        for i in 0..self.columns.len() {
            let square = node.moves & self.columns[i];
            if square == 0 {
                continue;
            }
            let mut position = node.position;
            position.play_at(square);
            let made = threats(self.shape, position.theirs(), position.occupied());
            let moves = non_losing(position.possible(), made);
            if moves == 0 {
                return false;
            }
            let key = self.key(&position);
            self.company.prefetch(key);
            // A stone below an own threat allows the opponent to occupy the threat.
            let gives_up_threat = node.own_threats & square << 1 != 0;
            let child = Node {
                position,
                own_threats: node.their_threats & !square,
                their_threats: made,
                moves,
                key,
                highest: i32::MAX,
                rank: made.count_ones() as i32 - i32::from(gives_up_threat),
            };
            let mut index = self.children.len();
            self.children.push(child);
            while index > first && self.children[index - 1].rank < child.rank {
                self.children[index] = self.children[index - 1];
                index -= 1;
            }
            self.children[index] = child;
        }
        true
    }

    /// Searches for a child whose known bound gives the player to move more than `threshold`, and returns that bound.
    #[inline]
    fn look_ahead(&mut self, first: usize, free: i32, threshold: i32) -> Option<i32> {
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            child.highest = claim::highest(&child.position, child.their_threats);
            if -child.highest > threshold {
                return Some(-child.highest);
            }
            if free > FEW_FREE
                && let Some(known) = self.company.get(child.key)
                && -known.highest > threshold
            {
                return Some(-known.highest);
            }
        }
        None
    }

    #[inline]
    fn key(&self, position: &Position<S>) -> Key {
        let code = position.key();
        let code = if self.symmetric { code.min(position.mirrored_key()) } else { code };
        table::key(code, self.shape.bits())
    }
}

/// Returns the threshold of the next minimal-window search, given that the score is between `low` and `high`.
///
/// The larger the absolute value of a score, the sooner the game ends and the smaller the search that proves it. While
/// the winner is unknown, the outer end of the interval is reduced to five eighths at a time, until both ends are near
/// a draw.
fn next_window(low: i32, high: i32) -> i32 {
    if low >= 0 || high <= 0 {
        low + (high - low - i32::from(high <= 0)) / 2
    } else if -low >= high {
        low * 5 / 8
    } else {
        high * 5 / 8
    }
}

/// Returns the score if the opponent wins with the next move.
fn lost_score<S: Shape>(position: &Position<S>) -> i32 {
    -(position.free() as i32 / 2)
}
