//! A node limit that several threads share.

use std::sync::atomic::{AtomicU64, Ordering};

/// A node limit of several searches together.
///
/// A search takes a few nodes at a time, so that the searches never visit more than the limit and do not wait for each
/// other.
///
/// ```
/// let limit = search::NodeLimit::new(1_000);
/// let granted: Vec<u64> = std::iter::repeat_with(|| limit.take()).take_while(|&nodes| nodes > 0).collect();
/// assert_eq!((granted[0], granted.iter().sum()), (125, 1_000));
/// ```
#[derive(Debug)]
pub struct NodeLimit {
    left: AtomicU64,
}

impl NodeLimit {
    /// The most nodes that a search takes at a time.
    pub const STEP: u64 = 256;

    /// A search takes one of so many equal parts of what is left, so that all threads stop at about the same time.
    const PARTS: u64 = 8;

    /// Creates a limit. `u64::MAX` is no limit.
    #[must_use]
    pub fn new(nodes: u64) -> Self {
        Self { left: AtomicU64::new(nodes) }
    }

    /// Returns how many nodes a search may visit next: 0 at the limit.
    pub fn take(&self) -> u64 {
        let batch = |left: u64| (left / Self::PARTS).clamp(1, Self::STEP).min(left);
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - batch(left)));
        taken.map_or(0, batch)
    }
}
