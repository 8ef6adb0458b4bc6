//! What solving a position gives, and why a solver cannot be had.

/// What a solver found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the player to move, or its sign if no more was asked for; `None` if the solver gave up at its
    /// limit of nodes.
    pub score: Option<i32>,
    /// Nodes visited.
    pub nodes: u64,
}

/// What a solver found out about each move of a position.
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
    /// The system does not give the memory.
    #[error("the system does not give {} MiB of memory", bytes >> 20)]
    OutOfMemory {
        /// Bytes that the table takes.
        bytes: u64,
    },
}
