//! Counts of what happened to a table.

use crate::Stored;

/// What a search asked of a table and what became of it.
///
/// The table counts nothing itself, for that would cost every search; whoever calls it adds up.
///
/// ```
/// use tt::{Statistics, Stored};
///
/// let mut statistics = Statistics::default();
/// statistics.add_store(Stored::Fresh);
/// statistics.add_store(Stored::Kept);
/// assert_eq!((statistics.fresh, statistics.collisions), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions looked up, however many reflections of each were tried.
    pub look_ups: u64,
    /// Positions found.
    pub hits: u64,
    /// Positions found whose score ended the search of the node.
    pub cutoffs: u64,
    /// Stores into a free place.
    pub fresh: u64,
    /// Stores of a position that was there already.
    pub same: u64,
    /// Stores that overwrote another position.
    pub replaced: u64,
    /// Stores refused in favour of the residents.
    pub kept: u64,
    /// Stores that took the first place and moved a resident down.
    pub demoted: u64,
    /// Stores by which a position was lost, resident or candidate.
    pub collisions: u64,
    /// Positions in the table at the end.
    pub fill: u64,
}

impl Statistics {
    /// Counts a store by its kind.
    #[inline]
    pub fn add_store(&mut self, stored: Stored) {
        self.collisions += u64::from(stored.is_collision());
        match stored {
            Stored::Fresh => self.fresh += 1,
            Stored::Same { .. } => self.same += 1,
            Stored::Replaced => self.replaced += 1,
            Stored::Kept => self.kept += 1,
            Stored::Demoted { .. } => self.demoted += 1,
            Stored::Ignored => {}
        }
    }

    /// All positions offered to the table.
    #[must_use]
    pub fn stores(&self) -> u64 {
        self.fresh + self.same + self.replaced + self.kept + self.demoted
    }
}
