//! The results of solving a position, and the errors of creating a solver.

/// The result of solving a position.
///
/// ```
/// use connect_four::{Position, best};
///
/// let position: Position = "2252576253462244111563365343671351441".parse()?;
/// let solution = best::Solver::new(12)?.solve(&position);
/// assert_eq!(solution.score, Some(-1), "the opponent wins with the last stone");
/// assert!(solution.nodes > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the player to move, or only its sign if the position was solved weakly. `None` if the solver
    /// reached its node limit.
    pub score: Option<i32>,
    /// The number of nodes visited.
    pub nodes: u64,
}

/// The result of solving each move of a position.
///
/// ```
/// use connect_four::{Position, best};
///
/// let position: Position = "2252576253462244111563365343671351441".parse()?;
/// let analysis = best::Solver::new(12)?.analyse(&position).expect("there is no node limit");
/// assert_eq!(analysis.scores.len(), 7);
/// assert!(analysis.scores[0].is_none(), "the first column is full");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The score of a move in each column, for the player who makes the move; `None` if the column is full.
    pub scores: Vec<Option<i32>>,
    /// The number of nodes visited.
    pub nodes: u64,
}

impl Analysis {
    /// Returns the columns with the highest score, counted from 0. There are none if the board is full.
    ///
    /// ```
    /// use connect_four::Analysis;
    ///
    /// let analysis = Analysis { scores: vec![Some(-2), None, Some(1), Some(1)], nodes: 0 };
    /// assert!(analysis.best().eq([2, 3]));
    /// ```
    pub fn best(&self) -> impl Iterator<Item = u32> {
        let highest = self.scores.iter().flatten().max();
        (0..).zip(&self.scores).filter(move |(_, score)| score.is_some() && score.as_ref() == highest).map(|(i, _)| i)
    }
}

/// An error of creating a solver.
///
/// ```
/// let error = connect_four::best::Solver::new(63).err().expect("the table is too large");
/// assert!(error.to_string().starts_with("invalid table size of 2^63 buckets: expected 2^"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The keys of the board are too long for the slots of the table.
    #[error("the board is too large: its keys have {bits} bits, the table stores at most {max}")]
    KeyBits {
        /// The number of bits of a key.
        bits: u32,
        /// The maximum number of bits.
        max: u32,
    },
    /// The table has too few buckets to verify keys of this length, or too many buckets.
    #[error("invalid table size of 2^{requested} buckets: expected 2^{min} to 2^{max} for this board")]
    Buckets {
        /// The binary logarithm of the requested number of buckets.
        requested: u32,
        /// The minimum for this board.
        min: u32,
        /// The maximum.
        max: u32,
    },
    /// The memory of the table cannot be allocated.
    #[error("cannot allocate {} MiB: {reason}", bytes >> 20)]
    OutOfMemory {
        /// The size of the table in bytes.
        bytes: u64,
        /// The reason that the operating system gives.
        reason: String,
    },
}
