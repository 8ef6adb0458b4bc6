//! Observation of a search.

use tt::{Statistics, Stored};

/// An observer that is notified of the steps of a search. By default, every method does nothing and has no cost.
///
/// The type `()` ignores all events, and `tt::Statistics` counts table operations.
///
/// ```
/// use search::Observer;
///
/// /// Records the maximum distance from the root.
/// #[derive(Default)]
/// struct Deepest(u32);
///
/// impl Observer for Deepest {
///     fn node(&mut self, ply: u32) {
///         self.0 = self.0.max(ply);
///     }
/// }
/// ```
pub trait Observer {
    /// Called when the search enters a node at distance `ply` from the root.
    #[inline]
    fn node(&mut self, ply: u32) {
        let _ = ply;
    }

    /// Called after the search has probed the table for a position. `found` is the index of the key under which the
    /// position was found, or `None`.
    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        let _ = found;
    }

    /// Called when a score from the table causes a cut-off.
    #[inline]
    fn cutoff(&mut self) {}

    /// Called when a position is not in the table and its first move comes from the stored line of an ancestor.
    #[inline]
    fn guided(&mut self) {}

    /// Returns whether to stop the search. The search calls it at every node.
    #[inline]
    fn wants_stop(&mut self) -> bool {
        false
    }

    /// Called after a position was offered to the table.
    #[inline]
    fn store(&mut self, stored: Stored) {
        let _ = stored;
    }
}

impl Observer for () {}

impl Observer for Statistics {
    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        self.look_ups += 1;
        self.hits += u64::from(found.is_some());
    }

    #[inline]
    fn cutoff(&mut self) {
        self.cutoffs += 1;
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        self.add_store(stored);
    }
}

impl<O: Observer> Observer for &mut O {
    #[inline]
    fn node(&mut self, ply: u32) {
        O::node(self, ply);
    }

    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        O::look_up(self, found);
    }

    #[inline]
    fn cutoff(&mut self) {
        O::cutoff(self);
    }

    #[inline]
    fn guided(&mut self) {
        O::guided(self);
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        O::wants_stop(self)
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        O::store(self, stored);
    }
}
