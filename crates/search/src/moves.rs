//! The list of children that a game hands to the search.

use smallvec::SmallVec;

/// A move and how early to try it.
///
/// ```
/// use search::{Moves, Ranked};
///
/// let mut moves = Moves::new();
/// moves.push('a', 7);
/// assert_eq!(moves[0], Ranked { mv: 'a', rank: 7 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// The higher, the earlier.
    pub rank: i32,
}

/// The children of a position with their ranks.
///
/// ```
/// let mut moves = search::Moves::new();
/// moves.push('a', 1);
/// moves.push('b', 3);
/// moves.push('c', 3);
/// moves.sort();
/// assert!(moves.iter().map(|child| child.mv).eq(['b', 'c', 'a']));
/// ```
#[derive(Clone, Debug)]
pub struct Moves<M> {
    children: SmallVec<[Ranked<M>; 32]>,
    /// The lowest rank so far, if they came in order.
    lowest: i32,
    in_order: bool,
}

impl<M: Copy> Moves<M> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { children: SmallVec::new(), lowest: i32::MAX, in_order: true }
    }

    /// Appends a child.
    #[inline]
    pub fn push(&mut self, mv: M, rank: i32) {
        self.in_order &= rank <= self.lowest;
        self.lowest = rank;
        self.children.push(Ranked { mv, rank });
    }

    /// Sorts by descending rank; children of equal rank keep their order.
    #[inline]
    pub fn sort(&mut self) {
        if !self.in_order {
            self.children.sort_by_key(|child| std::cmp::Reverse(child.rank));
        }
    }
}

impl<M: Copy> Default for Moves<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> std::ops::Deref for Moves<M> {
    type Target = [Ranked<M>];

    #[inline]
    fn deref(&self) -> &[Ranked<M>] {
        &self.children
    }
}
