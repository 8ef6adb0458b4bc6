//! The best solver that we know how to make.
//!
//! Use it to solve positions. It is of no use to compare table sizes or replacement schemes with what was printed:
//! [`lab`](crate::lab) is for that.
//!
//! What it does beside alpha-beta, and where that is from:
//!
//! - Only moves that do not lose at once are tried; a forced reply is the only one (`[Pons, part 9]`). Moves are
//!   ordered by the threats they make, and from the centre (`[Pons, parts 5 and 10]`), those that spoil an own threat
//!   later.
//! - The score is bracketed by searches of minimal windows, fast wins and losses first (`[Pons, part 8]`).
//! - The table keeps both bounds of a score, and one entry for a position and its mirror image (`best/table.rs`).
//! - While a node is expanded, the table is asked for every child, and so is a theory of what can be claimed without
//!   search (`best/claim.rs`): one child that is bad enough for the opponent spares the search of all others (enhanced
//!   transposition cut-off, `[Plaat 1996]`). What is decided this way is never entered and counts no node.

mod claim;
mod table;

use crate::position::{non_losing, threats};
use crate::{Analysis, Position, Shape, Solution, SolverError, Standard};
use table::{Bounds, Table};

/// Nodes with no more free squares than this do not ask the table for their children: it would take longer than to
/// enter them.
const FEW_FREE: i32 = 18;

/// A solver with its table.
///
/// Every position is solved with an empty table, so that the number of nodes depends on nothing else.
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
/// let analysis = solver.analyse(&position).expect("there is no limit of nodes");
/// assert_eq!(analysis.scores.iter().flatten().max(), Some(&-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<S = Standard> {
    shape: S,
    /// The columns in the order in which they are tried.
    columns: Box<[u64]>,
    table: Table,
    /// The children of all nodes on the way to the present one.
    children: Vec<Node<S>>,
    /// Whether a position below the root can be the mirror image of another.
    symmetric: bool,
    nodes: u64,
    max_nodes: u64,
    stopped: bool,
}

/// A position to search: nobody has won, the player to move cannot win at once, and some move does not lose at once.
#[derive(Clone, Copy)]
struct Node<S> {
    position: Position<S>,
    /// The squares that complete four for the player to move, and those for the opponent.
    own_threats: u64,
    their_threats: u64,
    /// The moves to try.
    moves: u64,
    key: u64,
    /// A bound of the score, known without search.
    highest: i32,
    /// How early to try the move that leads here.
    rank: i32,
}

impl Solver {
    /// The default size of a table, for [`new`](Self::new): 2^21 buckets or 128 MiB.
    pub const LOG2_BUCKETS: u32 = 21;

    /// A solver for the standard board, with a table of 2^`log2_buckets` buckets of 64 bytes and eight positions each.
    ///
    /// # Errors
    ///
    /// There are fewer than 2^3 or more than 2^31 buckets, or the system does not give the memory.
    pub fn new(log2_buckets: u32) -> Result<Self, SolverError> {
        Self::for_board(Standard::default(), log2_buckets)
    }
}

impl<S: Shape> Solver<S> {
    /// A solver for a board of another shape. A table that is larger than can be filled is made smaller.
    ///
    /// # Errors
    ///
    /// The buckets are too few for the length of the board's keys, or more than 2^31, or the system does not give the
    /// memory.
    pub fn for_board(shape: S, log2_buckets: u32) -> Result<Self, SolverError> {
        Ok(Self {
            shape,
            columns: shape.centre_first().map(|column| shape.column(column)).collect(),
            table: Table::new(log2_buckets, shape.bits())?,
            children: Vec::with_capacity((shape.squares() * shape.columns()) as usize),
            symmetric: false,
            nodes: 0,
            max_nodes: u64::MAX,
            stopped: false,
        })
    }

    /// Gives up before more than `nodes` nodes are visited, for each position anew.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// The score of a position.
    ///
    /// # Panics
    ///
    /// Panics, as all that solve, if the position is one of another board.
    pub fn solve(&mut self, position: &Position<S>) -> Solution {
        self.run(position, i32::MIN, i32::MAX)
    }

    /// The sign of the score: who wins.
    pub fn solve_weak(&mut self, position: &Position<S>) -> Solution {
        self.run(position, -1, 1)
    }

    /// The score of every move, all with one table; `None` if the limit of nodes is reached.
    pub fn analyse(&mut self, position: &Position<S>) -> Option<Analysis> {
        self.analyse_within(position, i32::MIN, i32::MAX)
    }

    /// The sign of the score of every move.
    pub fn analyse_weak(&mut self, position: &Position<S>) -> Option<Analysis> {
        self.analyse_within(position, -1, 1)
    }

    fn analyse_within(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Option<Analysis> {
        self.start(position);
        let mut scores = vec![None; self.shape.columns() as usize];
        for (column, score) in (0..).zip(&mut scores).filter(|(column, _)| position.can_play(*column)) {
            *score = Some(-self.bracket(&position.after(column), lowest, highest)?);
        }
        Some(Analysis { scores, nodes: self.nodes })
    }

    fn run(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Solution {
        self.start(position);
        let score = self.bracket(position, lowest, highest);
        Solution { score, nodes: self.nodes }
    }

    fn start(&mut self, position: &Position<S>) {
        assert!(position.shape() == self.shape, "the position is one of another board");
        self.table.clear();
        self.nodes = 0;
        self.stopped = false;
        // Once two mirrored squares hold stones of different players, no successor is the mirror image of another.
        self.symmetric = position.own() & self.shape.mirrored(position.theirs()) == 0;
    }

    /// The score within the given bounds, by a series of minimal windows.
    fn bracket(&mut self, position: &Position<S>, lowest: i32, highest: i32) -> Option<i32> {
        let root = match self.root(position) {
            Ok(root) => root,
            Err(score) => return self.count().then_some(score.clamp(lowest, highest)),
        };
        let free = position.free() as i32;
        let mut low = lowest.max(-((free - 2) / 2));
        let mut high = highest.min(root.highest);
        // What needs no search is a node all the same.
        if low >= high && !self.count() {
            return None;
        }
        while low < high {
            let asked = next_window(low, high);
            let score = self.search(&root, asked);
            if self.stopped {
                self.children.clear();
                return None;
            }
            if score > asked {
                low = low.max(score);
            } else {
                high = high.min(score);
            }
        }
        Some(low.clamp(lowest, highest))
    }

    /// Counts a node, unless there are as many as are allowed.
    fn count(&mut self) -> bool {
        let may = self.nodes < self.max_nodes;
        self.nodes += u64::from(may);
        may
    }

    /// The node to search, or the score of a position that needs no search.
    fn root(&self, position: &Position<S>) -> Result<Node<S>, i32> {
        if let Some(score) = position.outcome() {
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

    /// Answers whether the score is higher than `asked`: with a lower bound of the score if so, else with an upper one.
    fn search(&mut self, node: &Node<S>, asked: i32) -> i32 {
        if self.nodes == self.max_nodes {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let free = node.position.free() as i32;

        // 1. Neither player wins with the next move, which bounds the score; then there is what can be claimed.
        let mut bounds = Bounds { lowest: -((free - 2) / 2), highest: node.highest };
        if bounds.lowest > asked {
            return bounds.lowest;
        }
        if bounds.highest <= asked {
            return bounds.highest;
        }

        // 2. What the table knows.
        if let Some(known) = self.table.probe(node.key) {
            bounds.lowest = bounds.lowest.max(known.lowest);
            bounds.highest = bounds.highest.min(known.highest);
            if bounds.lowest > asked {
                return bounds.lowest;
            }
            if bounds.highest <= asked {
                return bounds.highest;
            }
        }

        // 3. The children. One that leaves the opponent no good reply wins as soon as can be; without such a child a
        //    win takes two more moves.
        let nodes_before = self.nodes;
        let first = self.children.len();
        if !self.expand(node) {
            self.children.truncate(first);
            return (free - 1) / 2;
        }
        bounds.highest = bounds.highest.min((free - 3) / 2);
        if bounds.highest <= asked {
            self.children.truncate(first);
            return bounds.highest;
        }

        // 4. One may be known to be bad enough for the opponent.
        if let Some(score) = self.look_ahead(first, free, asked) {
            self.children.truncate(first);
            return score;
        }

        // 5. Or else they are searched one after the other.
        let mut best = i32::MIN;
        for i in first..self.children.len() {
            let child = self.children[i];
            best = best.max(-self.search(&child, -asked - 1));
            if self.stopped {
                return 0;
            }
            if best > asked {
                break;
            }
        }
        self.children.truncate(first);
        if best > asked {
            bounds.lowest = bounds.lowest.max(best);
        } else {
            bounds.highest = bounds.highest.min(best);
        }
        self.table.store(node.key, bounds, self.nodes - nodes_before);
        best
    }

    /// Lists the children of a node, best first as far as can be seen, and has the table fetch them.
    ///
    /// Gives up at a child that leaves the opponent no reply but to lose at once, and returns false.
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
            self.table.prefetch(key);
            // A stone below an own threat lets the opponent take it.
            let spoilt = node.own_threats & square << 1 != 0;
            let child = Node {
                position,
                own_threats: node.their_threats & !square,
                their_threats: made,
                moves,
                key,
                highest: i32::MAX,
                rank: made.count_ones() as i32 - i32::from(spoilt),
            };
            let mut place = self.children.len();
            self.children.push(child);
            while place > first && self.children[place - 1].rank < child.rank {
                self.children[place] = self.children[place - 1];
                place -= 1;
            }
            self.children[place] = child;
        }
        true
    }

    /// Looks for a child of which it is known that the player to move gets more than `asked`; returns that bound.
    #[inline]
    fn look_ahead(&mut self, first: usize, free: i32, asked: i32) -> Option<i32> {
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            child.highest = claim::highest(&child.position, child.their_threats);
            if -child.highest > asked {
                return Some(-child.highest);
            }
            if free > FEW_FREE
                && let Some(known) = self.table.probe(child.key)
                && -known.highest > asked
            {
                return Some(-known.highest);
            }
        }
        None
    }

    #[inline]
    fn key(&self, position: &Position<S>) -> u64 {
        let key = position.key();
        if self.symmetric { key.min(position.mirrored_key()) } else { key }
    }
}

/// Where to divide the scores from `low` to `high`.
///
/// The larger a score, the sooner the game ends and the smaller the search that decides it. So an unknown winner's
/// score is narrowed from outside, by five eighths at a time, until both ends are near a draw.
fn next_window(low: i32, high: i32) -> i32 {
    if low >= 0 || high <= 0 {
        low + (high - low - i32::from(high <= 0)) / 2
    } else if -low >= high {
        low * 5 / 8
    } else {
        high * 5 / 8
    }
}

/// The score of losing with the opponent's next move.
fn lost_score<S: Shape>(position: &Position<S>) -> i32 {
    -(position.free() as i32 / 2)
}
