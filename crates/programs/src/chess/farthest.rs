//! The deepest search of a team, whichever of its threads completed it.

use std::sync::{Mutex, PoisonError};

use chess::Move;
use search::Outcome;

/// What the helpers of a team found at the greatest depth that one of them completed.
///
/// ```
/// use programs::chess::{Completed, Farthest};
/// use search::Outcome;
///
/// let (farthest, outcome) = (Farthest::default(), Outcome { score: 30, best: None, nodes: 1, stopped: false });
/// farthest.add(Completed { depth: 5, outcome, line: Vec::new() });
/// farthest.add(Completed { depth: 4, outcome, line: Vec::new() });
/// assert_eq!(farthest.beyond(4).map(|completed| completed.depth), Some(5));
/// assert!(farthest.beyond(5).is_none());
/// ```
#[derive(Debug, Default)]
pub struct Farthest(Mutex<Option<Completed>>);

/// A completed search to a depth: see [`Farthest`].
#[derive(Clone, Debug)]
pub struct Completed {
    /// Plies.
    pub depth: u8,
    /// The outcome.
    pub outcome: Outcome<Move>,
    /// The principal variation.
    pub line: Vec<Move>,
}

impl Farthest {
    /// Adds a search, which is kept if it is deeper than all others.
    pub fn add(&self, completed: Completed) {
        let mut farthest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if farthest.as_ref().is_none_or(|farthest| farthest.depth < completed.depth) {
            *farthest = Some(completed);
        }
    }

    /// Returns the deepest search if it is deeper than this.
    #[must_use]
    pub fn beyond(&self, depth: u8) -> Option<Completed> {
        let farthest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        farthest.clone().filter(|farthest| farthest.depth > depth)
    }
}
