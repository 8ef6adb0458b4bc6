//! The list of children that a game hands to the search.

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
    /// The children of all positions on the way here, so that no list has to find room of its own.
    children: Vec<Ranked<M>>,
    /// Where those of the present position begin.
    first: usize,
}

impl<M: Copy> Moves<M> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { children: Vec::new(), first: 0 }
    }

    /// Appends a child.
    #[inline]
    pub fn push(&mut self, mv: M, rank: i32) {
        self.children.push(Ranked { mv, rank });
    }

    /// Sorts by descending rank; children of equal rank keep their order.
    #[inline]
    pub fn sort(&mut self) {
        if !self.is_sorted_by(|a, b| a.rank >= b.rank) {
            self.children[self.first..].sort_by_key(|child| std::cmp::Reverse(child.rank));
        }
    }

    /// Begins the list of the next position on the way, and says at which place.
    #[inline]
    pub(crate) fn begin(&mut self) -> usize {
        self.first = self.children.len();
        self.first
    }

    /// The child at a place of any list on the way.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Option<Ranked<M>> {
        self.children.get(place).copied()
    }

    /// Gives up the list that begins at a place, and all after it.
    #[inline]
    pub(crate) fn end(&mut self, first: usize) {
        self.children.truncate(first);
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
        &self.children[self.first..]
    }
}
