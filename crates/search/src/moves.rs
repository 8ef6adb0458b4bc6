//! The list of children that a game passes to the search.

/// A move with its rank.
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
    /// The priority of the move. Moves with higher ranks are searched earlier.
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
    /// The children of all positions on the current path, in one vector to avoid an allocation for each position.
    children: Vec<Ranked<M>>,
    /// The index of the first child of the current position.
    first: usize,
}

impl<M: Copy> Moves<M> {
    /// Creates an empty list.
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

    /// Sorts the children by descending rank. Children of equal rank keep their order.
    #[inline]
    pub fn sort(&mut self) {
        if self.lead() < self.children.len() {
            self.sort_from(self.first + 1);
        }
    }

    /// Moves the child of the highest rank to the front, and returns the index up to which the list is sorted.
    ///
    /// Most nodes have a cut-off at their first child, so sorting the other children would be wasted.
    #[inline]
    pub(crate) fn lead(&mut self) -> usize {
        if self.is_sorted_by(|a, b| a.rank >= b.rank) {
            return self.children.len();
        }
        let list = &mut self.children[self.first..];
        // `max_by_key` returns the last maximum, which is the first one in reverse order.
        let best = (0..list.len()).rev().max_by_key(|&index| list[index].rank).unwrap_or(0);
        list[..=best].rotate_right(1);
        self.first + 1
    }

    /// Sorts the children of the current position from `index` on.
    #[inline]
    pub(crate) fn sort_from(&mut self, index: usize) {
        sort_by_rank(&mut self.children[index..]);
    }

    /// Returns the children of the current position from `index` on.
    #[inline]
    pub(crate) fn from(&mut self, index: usize) -> &mut [Ranked<M>] {
        &mut self.children[index..]
    }

    /// Moves a child to the front, if it is listed.
    pub(crate) fn bring_forward(&mut self, mv: M)
    where
        M: PartialEq,
    {
        let list = &mut self.children[self.first..];
        if let Some(index) = list.iter().position(|child| child.mv == mv) {
            list[..=index].rotate_right(1);
        }
    }

    /// Starts the list of the next position on the path, and returns the index of its first child.
    #[inline]
    pub(crate) fn begin(&mut self) -> usize {
        self.first = self.children.len();
        self.first
    }

    /// Returns the index after the last child.
    #[inline]
    pub(crate) fn last(&self) -> usize {
        self.children.len()
    }

    /// Returns the child at an index, in the list of any position on the path.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> Option<Ranked<M>> {
        self.children.get(index).copied()
    }

    /// Removes the list that starts at index `first`, and all lists after it.
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

/// Sorts children by descending rank. Children of equal rank keep their order. A method of a search would be compiled
/// for every type of search.
pub(crate) fn sort_by_rank<M>(children: &mut [Ranked<M>]) {
    children.sort_by_key(|child| std::cmp::Reverse(child.rank));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_stably_without_changing_earlier_lists() {
        for number in 0..4_u32.pow(6) {
            let list: Vec<_> = (0..6).map(|mv| Ranked { mv, rank: (number >> (2 * mv) & 3) as i32 }).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|child| -child.rank);

            let mut moves = Moves::new();
            moves.push(9, -1);
            let first = moves.begin();
            list.iter().for_each(|child| moves.push(child.mv, child.rank));
            let mut led = moves.clone();
            let in_order = led.lead();
            assert_eq!(led[..in_order - first], expected[..in_order - first], "{list:?}");
            moves.sort();
            assert_eq!(*moves, expected[..], "{list:?}");
            moves.end(first);
            assert_eq!(moves.at(0), Some(Ranked { mv: 9, rank: -1 }));
            assert_eq!((moves.at(1), moves.last()), (None, 1));
        }
    }
}
