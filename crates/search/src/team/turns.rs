//! The order in which a thread of a team searches the children of a node.

/// The numbers of the children of a node, in the order in which a thread searches them: those that another thread is
/// searching last, unless it is the first child (ABDADA, `[Weill 1996]`).
///
/// ```
/// use search::Turns;
///
/// let mut turns = Turns::new(4);
/// let order: Vec<usize> = std::iter::from_fn(|| turns.next(|child| child < 2)).collect();
/// assert_eq!(order, [0, 2, 3, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    next: u32,
    children: u32,
    /// The children that were put off.
    deferred: u128,
}

impl Turns {
    /// Creates the order of this many children.
    ///
    /// # Panics
    ///
    /// Panics if there are more than 128.
    #[inline]
    #[must_use]
    pub fn new(children: usize) -> Self {
        assert!(children <= 128, "at most 128 children");
        Self { next: 0, children: children as u32, deferred: 0 }
    }

    /// Returns the number of the next child, from 0. A child that `is_searched` by another thread is put off once.
    #[inline]
    pub fn next(&mut self, mut is_searched: impl FnMut(usize) -> bool) -> Option<usize> {
        while self.next < self.children {
            let child = self.next;
            self.next += 1;
            if child == 0 || !is_searched(child as usize) {
                return Some(child as usize);
            }
            self.deferred |= 1 << child;
        }
        let child = (self.deferred != 0).then(|| self.deferred.trailing_zeros() as usize)?;
        self.deferred &= self.deferred - 1;
        Some(child)
    }
}
