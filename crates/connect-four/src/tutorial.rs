//! The solver of the tutorial's part 7, node for node (`[Pons, part 7]`).
//!
//! Use it to compare with what was printed. To solve positions use [`best`](crate::best), which needs a small part of
//! the nodes.
//!
//! Alpha-beta on scores; every call counts a node; a win with the next move and a full board are seen when the
//! position is entered; columns are tried from the centre. The table keeps upper bounds alone, always the newest, and
//! is emptied before each position. Where the text is silent, what its program does is followed: the table has
//! 8,388,593 entries of 8 bytes, 64 MB less 15 entries, and an entry is chosen by the key modulo that number.

use tt::{Pages, Slots};

use crate::{Analysis, Position, Shape, Solution, SolverError, Standard};

/// Entries of the table: the largest prime whose entries of 8 bytes take no more than 64 MB.
pub const ENTRIES: u64 = 8_388_593;

/// A solver with its table.
///
/// ```
/// use connect_four::{Position, tutorial::Solver};
///
/// let mut solver = Solver::new()?;
/// let position: Position = "2252576253462244111563365343671351441".parse()?;
/// assert_eq!(solver.solve(&position).score, Some(-1));
/// assert_eq!(solver.solve_weak(&position).score, Some(-1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<S = Standard> {
    shape: S,
    order: Box<[u64]>,
    table: Table,
    nodes: u64,
    max_nodes: u64,
    stopped: bool,
}

impl Solver {
    /// A solver for the standard board.
    ///
    /// # Errors
    ///
    /// 64 MB of memory cannot be allocated.
    pub fn new() -> Result<Self, SolverError> {
        Self::for_board(Standard::default())
    }
}

impl<S: Shape> Solver<S> {
    /// A solver for a board of another shape.
    ///
    /// # Errors
    ///
    /// The keys of the board do not fit 56 bits, or 64 MB of memory cannot be allocated.
    pub fn for_board(shape: S) -> Result<Self, SolverError> {
        if shape.bits() > Table::KEY_BITS {
            return Err(SolverError::KeyBits { bits: shape.bits(), max: Table::KEY_BITS });
        }
        let order = shape.centre_first().map(|column| shape.column(column)).collect();
        Ok(Self { shape, order, table: Table::new()?, nodes: 0, max_nodes: u64::MAX, stopped: false })
    }

    /// Gives up before more than `nodes` nodes are visited, for each position anew.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// The score of a position: the *strong* solver.
    ///
    /// # Panics
    ///
    /// Panics, as all that solve, if the position is one of another board.
    pub fn solve(&mut self, position: &Position<S>) -> Solution {
        let highest = self.shape.squares() as i32 / 2;
        self.run(position, -highest, highest)
    }

    /// The sign of the score, that is who wins, by searching the window from -1 to 1: the *weak* solver.
    pub fn solve_weak(&mut self, position: &Position<S>) -> Solution {
        self.run(position, -1, 1)
    }

    /// The score of every move, all with one table; `None` if the limit of nodes is reached.
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
        (!self.stopped).then_some(Analysis { scores, nodes: self.nodes })
    }

    fn run(&mut self, position: &Position<S>, alpha: i32, beta: i32) -> Solution {
        self.start(position);
        let score = match position.outcome() {
            Some(score) => score,
            None => self.negamax(position, alpha, beta),
        };
        Solution { score: (!self.stopped).then_some(score.clamp(alpha, beta)), nodes: self.nodes }
    }

    fn start(&mut self, position: &Position<S>) {
        assert!(position.shape() == self.shape, "the position is one of another board");
        self.table.clear();
        self.nodes = 0;
        self.stopped = false;
    }

    /// The score within `(alpha, beta)`, or a bound of it at either end.
    fn negamax(&mut self, position: &Position<S>, mut alpha: i32, mut beta: i32) -> i32 {
        if self.nodes == self.max_nodes {
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
        let key = position.key();
        let highest = match self.table.get(key) {
            0 => (position.free() as i32 - 1) / 2,
            value => i32::from(value) + self.lowest() - 1,
        };
        if beta > highest {
            beta = highest;
            if alpha >= beta {
                return beta;
            }
        }
        let possible = position.possible();
        for i in 0..self.order.len() {
            let square = possible & self.order[i];
            if square == 0 {
                continue;
            }
            let mut child = *position;
            child.play_at(square);
            let score = -self.negamax(&child, -beta, -alpha);
            if self.stopped {
                return 0;
            }
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
        self.table.put(key, (alpha - self.lowest() + 1) as u8);
        alpha
    }

    /// The lowest score of a game: the opponent wins with the fourth stone. On boards without room for four it is 0.
    #[inline]
    fn lowest(&self) -> i32 {
        (3 - self.shape.squares() as i32 / 2).min(0)
    }
}

/// Keys of 56 bits with values of 8; the value 0 means that nothing is known.
struct Table {
    slots: Slots<u64>,
}

impl Table {
    const KEY_BITS: u32 = 56;

    fn new() -> Result<Self, SolverError> {
        let slots = Slots::new(ENTRIES as usize, 1, Pages::Huge)
            .map_err(|error| SolverError::OutOfMemory { bytes: 8 * ENTRIES, reason: error.to_string() })?;
        Ok(Self { slots })
    }

    fn clear(&mut self) {
        self.slots.clear();
    }

    #[inline]
    fn get(&self, key: u64) -> u8 {
        let entry = self.slots[(key % ENTRIES) as usize];
        if entry >> 8 == key { entry as u8 } else { 0 }
    }

    #[inline]
    fn put(&mut self, key: u64, value: u8) {
        *self.slots.write((key % ENTRIES) as usize, |&entry| entry == 0) = key << 8 | u64::from(value);
    }
}
