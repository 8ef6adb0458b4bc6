//! Counts of table operations.

use tt::{Key, Record, Stored};

use crate::{Hit, ObservedPosition, Observer};

/// Counts of the table operations of a search.
///
/// Tables do not count operations, because that would slow down every search. The caller of [`Table::store`] adds up
/// the returned [`Stored`] values.
///
/// [`Table::store`]: tt::Table::store
///
/// ```
/// use search::Statistics;
/// use tt::Stored;
///
/// let mut statistics = Statistics::default();
/// statistics.add_store(Stored::Fresh);
/// statistics.add_store(Stored::Kept);
/// assert_eq!((statistics.fresh, statistics.collisions), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions looked up. A position counts once, even if several reflections of it were probed.
    pub look_ups: u64,
    /// Positions found.
    pub hits: u64,
    /// Positions found whose score caused a cut-off.
    pub cutoffs: u64,
    /// Stores into a free slot.
    pub fresh: u64,
    /// Stores of a position that was already in the table.
    pub same: u64,
    /// Stores that replaced another position.
    pub replaced: u64,
    /// Stores rejected in favour of the residents.
    pub kept: u64,
    /// Stores into the first slot that moved the residents down.
    pub demoted: u64,
    /// Stores that lost a position, resident or candidate.
    pub collisions: u64,
    /// Positions in the table at the end of the search.
    pub fill: u64,
}

impl Statistics {
    /// Counts a store.
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

    /// Adds the counts of another search, except for [`fill`](Self::fill), of which the larger one is kept.
    pub fn add(&mut self, other: &Self) {
        let Self { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } = *other;
        self.look_ups += look_ups;
        self.hits += hits;
        self.cutoffs += cutoffs;
        self.fresh += fresh;
        self.same += same;
        self.replaced += replaced;
        self.kept += kept;
        self.demoted += demoted;
        self.collisions += collisions;
        self.fill = self.fill.max(fill);
    }

    /// Returns the number of stores, excluding ignored ones.
    #[must_use]
    pub fn stores(&self) -> u64 {
        self.fresh + self.same + self.replaced + self.kept + self.demoted
    }
}

impl Observer for Statistics {
    #[inline]
    fn look_up<P: ObservedPosition>(&mut self, _: &P, _: &[Key], found: Option<&Hit>) {
        self.look_ups += 1;
        self.hits += u64::from(found.is_some());
    }

    #[inline]
    fn cutoff(&mut self) {
        self.cutoffs += 1;
    }

    #[inline]
    fn store<P: ObservedPosition>(&mut self, _: &P, _: Key, _: &Record<()>, stored: Stored) {
        self.add_store(stored);
    }
}
