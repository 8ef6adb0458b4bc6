//! The solver of the tutorial's part 7, node for node (`[Pons, part 7]`).
//!
//! Use this solver to compare with the published results. To solve positions use [`best`](crate::best), which visits a
//! small fraction of the nodes.
//!
//! The solver is an alpha-beta search on scores. Every call counts as a node. A win with the next move and a full board
//! are detected when a position is entered. Columns are tried from the centre outwards. The table stores only upper
//! bounds, always replaces the old record, and is cleared before each position. Where the text gives no details, the
//! solver follows the tutorial's program: the table has 8,388,593 slots of 8 bytes (the tutorial: entries), 15 fewer
//! than fit into 64 MB, and the index of a slot is the key modulo the number of slots.
//!
//! The tutorial says that lower bounds would bring little. [`TutorialSolver::stores`] turns them on: a slot then keeps
//! the newest bound of its position, of either kind, as in the last part of the tutorial.

use num_traits::Zero as _;
use tt::policies::{New, OneLevel};
use tt::{Bound, Buckets, Index, Key, Layout, Pages, Size, Worth};

use crate::budget::{Budget, NodeListener};
use crate::{Analysis, Bits, Position, Shape, Solution, SolverError, Standard};

/// The number of slots of the table, which the tutorial calls entries: the largest prime for which slots of 8 bytes fit
/// into 64 MB.
pub const ENTRIES: u64 = 8_388_593;

/// The bounds that the table of the tutorial's solver stores.
///
/// ```
/// use connect_four::tutorial::StoredBounds;
///
/// assert_eq!(StoredBounds::default(), StoredBounds::Upper);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoredBounds {
    /// Upper bounds only, as in the tutorial's part 7.
    #[default]
    Upper,
    /// Upper and lower bounds: the newest bound of a position is kept.
    Both,
}

/// The tutorial's solver, with its table.
///
/// ```
/// use connect_four::{Position, tutorial::TutorialSolver};
///
/// let mut solver = TutorialSolver::new()?;
/// let position: Position = "2252576253462244111563365343671351441".parse()?;
/// assert_eq!(solver.solve(&position).score, Some(-1));
/// assert_eq!(solver.solve_weak(&position).score, Some(-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TutorialSolver<S: Shape = Standard> {
    shape: S,
    order: Box<[S::Bits]>,
    table: Table,
    bounds: StoredBounds,
    nodes: u64,
    /// The nodes after which the budget is asked for more.
    max_nodes: u64,
    budget: Budget,
    stopped: bool,
}

impl TutorialSolver {
    /// Creates a solver for the standard board.
    ///
    /// # Errors
    ///
    /// Returns an error if 64 MB of memory cannot be allocated.
    pub fn new() -> Result<Self, SolverError> {
        Self::for_board(Standard::default())
    }
}

impl<S: Shape> TutorialSolver<S> {
    /// Creates a solver for a board of any size.
    ///
    /// # Errors
    ///
    /// Returns an error if the keys of the board do not fit into 56 bits, or if 64 MB of memory cannot be allocated.
    pub fn for_board(shape: S) -> Result<Self, SolverError> {
        if shape.bits() > KeyAndValue::KEY_BITS {
            return Err(SolverError::KeyBits { bits: shape.bits(), max: KeyAndValue::KEY_BITS });
        }
        let order = shape.centre_first().map(|column| shape.column(column)).collect();
        let (table, bounds) = (table()?, StoredBounds::default());
        Ok(Self { shape, order, table, bounds, nodes: 0, max_nodes: 0, budget: Budget::default(), stopped: false })
    }

    /// Sets which bounds the table stores. The default is that of the tutorial's part 7.
    #[must_use]
    pub fn stores(mut self, bounds: StoredBounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// Sets the node limit for each position. The default is no limit.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.budget.limit = nodes;
        self
    }

    /// Sets a function that is called every 65,536 nodes, and at the end, with the number of nodes since its last call.
    pub fn hear(&mut self, hear: impl Fn(u64) + Send + Sync + 'static) {
        self.budget.hear = Some(NodeListener::new(hear));
    }

    /// Computes the score of a position: the *strong* solver.
    ///
    /// # Panics
    ///
    /// Panics if the position and the solver have different board sizes, like all methods that solve.
    pub fn solve(&mut self, position: &Position<S>) -> Solution {
        let highest = self.shape.squares() as i32 / 2;
        self.run(position, -highest, highest)
    }

    /// Computes the sign of the score, which tells who wins, with a search window from -1 to 1: the *weak* solver.
    pub fn solve_weak(&mut self, position: &Position<S>) -> Solution {
        self.run(position, -1, 1)
    }

    /// Computes the score of every move, using one table for all moves. Returns `None` if the node limit is reached.
    pub fn analyse(&mut self, position: &Position<S>) -> Option<Analysis> {
        self.start(position);
        let highest = self.shape.squares() as i32 / 2;
        let mut scores = vec![None; self.shape.columns() as usize];
        for (column, score) in (0..).zip(&mut scores).filter(|(column, _)| position.can_play(*column)) {
            *score = Some(if position.is_winning_move(column) {
                position.win_score()
            } else {
                -self.negamax(&position.after(column), -highest, highest)
            });
        }
        self.budget.report(self.nodes);
        (!self.stopped).then_some(Analysis { scores, nodes: self.nodes })
    }

    fn run(&mut self, position: &Position<S>, alpha: i32, beta: i32) -> Solution {
        self.start(position);
        let score = match position.final_score() {
            Some(score) => score,
            None => self.negamax(position, alpha, beta),
        };
        self.budget.report(self.nodes);
        Solution { score: (!self.stopped).then_some(score.clamp(alpha, beta)), nodes: self.nodes }
    }

    fn start(&mut self, position: &Position<S>) {
        assert!(position.shape() == self.shape, "the position and the solver have different board sizes");
        self.table.clear();
        self.nodes = 0;
        self.max_nodes = self.budget.start();
        self.stopped = false;
    }

    /// Returns whether the node limit allows more nodes than were known to be allowed.
    #[cold]
    fn take_more(&mut self) -> bool {
        let before = std::mem::replace(&mut self.max_nodes, self.budget.until(self.nodes));
        self.max_nodes > before
    }

    /// Returns the score if it is inside `(alpha, beta)`, and a bound of the score otherwise.
    fn negamax(&mut self, position: &Position<S>, mut alpha: i32, mut beta: i32) -> i32 {
        if self.nodes == self.max_nodes && !self.take_more() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        if position.free() == 0 {
            return 0;
        }
        if position.can_win() {
            return position.win_score();
        }
        let key = key(position.key());
        let mut highest = (position.free() as i32 - 1) / 2;
        if let Some(value) = self.table.get(key).map(i32::from) {
            if value < self.first_lower() {
                highest = value + self.lowest() - 1;
            } else {
                alpha = alpha.max(value - self.first_lower() + self.lowest());
                if alpha >= beta {
                    return alpha;
                }
            }
        }
        if beta > highest {
            beta = highest;
            if alpha >= beta {
                return beta;
            }
        }
        let possible = position.possible();
        for i in 0..self.order.len() {
            let square = possible & self.order[i];
            if square.is_zero() {
                continue;
            }
            let mut child = *position;
            child.play_at(square);
            let score = -self.negamax(&child, -beta, -alpha);
            if self.stopped {
                return 0;
            }
            if score >= beta {
                if self.bounds == StoredBounds::Both {
                    self.table.put(key, &((score - self.lowest() + self.first_lower()) as u8));
                }
                return score;
            }
            alpha = alpha.max(score);
        }
        self.table.put(key, &((alpha - self.lowest() + 1) as u8));
        alpha
    }

    /// Returns the value in the table that means a lower bound of the lowest score. Smaller values are upper bounds: a
    /// score is at most one higher than the lowest score is low.
    #[inline]
    fn first_lower(&self) -> i32 {
        3 - 2 * self.lowest()
    }

    /// Returns the lowest possible score: the opponent wins with the fourth stone. It is 0 on boards without room for
    /// four stones.
    #[inline]
    fn lowest(&self) -> i32 {
        (3 - self.shape.squares() as i32 / 2).min(0)
    }
}

/// A table of 56-bit keys and 8-bit values, which keeps the newest position.
///
/// A key is the code of a position, shifted so that the layout stores all its bits. The shift does not change which
/// codes have the same remainder by an odd number.
type Table = Buckets<KeyAndValue, OneLevel<New>, 1, Remainder>;

/// The remainder of the key by the constant number of slots selects the bucket, which is faster than a division.
#[derive(Clone, Copy, Debug)]
struct Remainder;

impl Index for Remainder {
    const LEAST: u64 = ENTRIES;

    #[inline]
    fn at_most(_: u64) -> Self {
        Self
    }

    #[inline]
    fn buckets(self) -> u64 {
        ENTRIES
    }

    #[inline]
    fn locate(self, key: Key) -> (u64, u64) {
        (key.0 % ENTRIES, key.0)
    }
}

/// A position in 8 bytes: the key in the high 56 bits, and the value, which is not 0, in the others.
struct KeyAndValue;

impl Layout for KeyAndValue {
    type Record = u8;
    type Words = u64;
    type Extra = ();
    const KEY_BITS: u32 = 56;

    #[inline]
    fn pack(check: u64, &value: &u8, _: u8) -> u64 {
        check | u64::from(value)
    }

    #[inline]
    fn is_free(&word: &u64) -> bool {
        word == 0
    }

    #[inline]
    fn check(word: &u64) -> u64 {
        word & !0xff
    }

    #[inline]
    fn record(&word: &u64) -> u8 {
        word as u8
    }

    #[inline]
    fn worth(_: &u64, _: u8) -> Worth {
        NOTHING
    }

    #[inline]
    fn worth_of(_: &u8) -> Worth {
        NOTHING
    }
}

/// The table compares no positions.
const NOTHING: Worth = Worth { depth: 0, nodes: 1, age: 0, bound: Bound::Upper, is_pv: false, user: 0 };

fn table() -> Result<Table, SolverError> {
    let size = Size::Positions(ENTRIES);
    Table::with_pages(size, OneLevel(New), Pages::Huge)
        .map_err(|error| SolverError::OutOfMemory { bytes: 8 * ENTRIES, reason: error.to_string() })
}

/// Returns the key of a position code.
#[inline]
fn key(code: impl Bits) -> Key {
    let code = code.to_u64().expect("a solver is created only for short keys");
    Key(code << (64 - KeyAndValue::KEY_BITS))
}
