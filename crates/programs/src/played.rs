//! The results of games between two sides, and what the sides have searched.

use std::ops::AddAssign;

/// What a side has searched.
///
/// ```
/// use programs::Work;
///
/// let mut work = Work { moves: 1, nodes: 900, depths: 5 };
/// work += Work { moves: 1, nodes: 1_000, depths: 6 };
/// assert_eq!((work.nodes_per_move(), work.depth_per_move()), (950.0, 5.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The number of searches.
    pub moves: u64,
    /// Their nodes.
    pub nodes: u64,
    /// The sum of the depths of their last complete iterations.
    pub depths: u64,
}

impl Work {
    /// Returns the mean number of nodes of a move, or 0 without a move.
    #[must_use]
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }

    /// Returns the mean depth of a move, or 0 without a move.
    #[must_use]
    pub fn depth_per_move(&self) -> f64 {
        self.depths as f64 / self.moves.max(1) as f64
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depths += other.depths;
    }
}

/// The results of pairs of games. Both games of a pair start from the same opening, with colours reversed.
///
/// ```
/// use programs::PlayedPairs;
///
/// let mut all = PlayedPairs { counts: [0, 1, 7, 2, 0], ..PlayedPairs::default() };
/// all += PlayedPairs { counts: [1, 0, 8, 0, 1], ..PlayedPairs::default() };
/// assert_eq!(all.counts, [1, 1, 15, 2, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayedPairs {
    /// The pairs in which the first side has scored 0, 1/2, 1, 1 1/2 and 2 points.
    pub counts: [u64; 5],
    /// What both sides have searched.
    pub work: [Work; 2],
}

impl AddAssign for PlayedPairs {
    fn add_assign(&mut self, other: Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
        self.work.iter_mut().zip(other.work).for_each(|(sum, work)| *sum += work);
    }
}
