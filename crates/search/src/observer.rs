//! Watching a search.

use tt::{Statistics, Stored};

/// Sees what a search does. Every method does nothing by default, and then costs nothing.
///
/// `()` watches nothing, and `tt::Statistics` counts what concerns the table.
///
/// ```
/// use search::Observer;
///
/// /// The greatest distance from the root.
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
    /// A node is entered at distance `ply` from the root.
    #[inline]
    fn node(&mut self, ply: u32) {
        let _ = ply;
    }

    /// A position was looked up; it was found under key number `found`, or not at all.
    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        let _ = found;
    }

    /// The score found in the table ended the search of the node.
    #[inline]
    fn cutoff(&mut self) {}

    /// A position that was not found is searched first along a line that an ancestor was found with.
    #[inline]
    fn guided(&mut self) {}

    /// Whether the search is to stop now. Asked at every node.
    #[inline]
    fn wants_stop(&mut self) -> bool {
        false
    }

    /// A position was offered to the table.
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
