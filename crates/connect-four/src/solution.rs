//! What solving a position gives, and why a solver cannot be had.

/// What a solver found out about a position.
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
    /// The score for the player to move, or its sign if no more was asked for; `None` if the solver gave up at its
    /// limit of nodes.
    pub score: Option<i32>,
    /// Nodes visited.
    pub nodes: u64,
}

/// What a solver found out about each move of a position.
///
/// ```
/// use connect_four::{Position, best};
///
/// let position: Position = "2252576253462244111563365343671351441".parse()?;
/// let analysis = best::Solver::new(12)?.analyse(&position).expect("there is no limit of nodes");
/// assert_eq!(analysis.scores.len(), 7);
/// assert!(analysis.scores[0].is_none(), "the first column is full");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The score of each column, for the player who would move there; `None` if it is full.
    pub scores: Vec<Option<i32>>,
    /// Nodes visited.
    pub nodes: u64,
}

impl Analysis {
    /// The columns with the highest score, counted from 0; none if the board is full.
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

/// Why a solver cannot be made, and what to ask for instead.
///
/// ```
/// let error = connect_four::best::Solver::new(63).err().expect("no computer has so much memory");
/// assert!(error.to_string().starts_with("2^63 buckets; a table for this board has 2^"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The keys of the board are too long for the entries of the table.
    #[error("the keys of this board take {bits} bits; the table keeps {max}")]
    KeyBits {
        /// Bits of a key.
        bits: u32,
        /// Bits that there is room for.
        max: u32,
    },
    /// The table has too few buckets to verify keys of this length, or too many to count.
    #[error("2^{asked} buckets; a table for this board has 2^{min} to 2^{max}")]
    Buckets {
        /// Logarithm of the number of buckets asked for.
        asked: u32,
        /// The lowest possible.
        min: u32,
        /// The highest possible.
        max: u32,
    },
    /// The memory of the table cannot be allocated.
    #[error("cannot allocate {} MiB: {reason}", bytes >> 20)]
    OutOfMemory {
        /// Bytes that the table takes.
        bytes: u64,
        /// The system's reason.
        reason: String,
    },
}
