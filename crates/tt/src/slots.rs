//! Zeroed memory that can be cleared quickly if little was written to it.
//!
//! Experiments clear the table before each search, so that node counts do not depend on earlier searches. Easy
//! positions are solved in microseconds, but zeroing a whole table takes milliseconds. Therefore the memory tracks
//! which slots were written to, up to 1/32 of all groups.

use std::io;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;

use crate::{Memory, Pages};

/// A fixed number of zeroed slots, in groups that are cleared together: [`Memory`] with a fast [`clear`](Self::clear).
///
/// ```
/// use tt::{Pages, Slots};
///
/// let mut slots = Slots::<u64>::new(1024, 1, Pages::Default).expect("8 KiB can be allocated");
/// *slots.write(77, |&slot| slot == 0) = 5;
/// assert_eq!(slots[77], 5);
/// slots.clear();
/// assert_eq!(slots[77], 0);
/// ```
pub struct Slots<T> {
    memory: Memory<T>,
    group: usize,
    written: Written,
}

impl<T: Zeroable + Clone> Slots<T> {
    /// Allocates `len` values with all bits zero, in groups of `group`.
    ///
    /// # Errors
    ///
    /// Returns an error if the allocation fails, like [`Memory::zeroed`].
    ///
    /// # Panics
    ///
    /// Panics if `group` is zero.
    pub fn new(len: usize, group: usize, pages: Pages) -> io::Result<Self> {
        let memory = Memory::zeroed(len, pages)?;
        let mut written = Vec::new();
        written.try_reserve_exact(len / group / Written::FEW)?;
        Ok(Self { memory, group, written: Written(written) })
    }

    /// Returns a slot for writing, which must be the first slot of its group. If `is_free` returns true for the slot,
    /// the caller must write to it.
    #[inline]
    pub fn write(&mut self, index: usize, is_free: impl FnOnce(&T) -> bool) -> &mut T {
        let slot = &mut self.memory[index];
        if is_free(slot) {
            self.written.mark(index);
        }
        slot
    }

    /// Marks a group as written to, given the index of its first slot. [`clear`](Self::clear) may miss groups that were
    /// written to without calling this method or [`write`](Self::write).
    #[inline]
    pub fn mark_written(&mut self, index: usize) {
        self.written.mark(index);
    }

    /// Prefetches slot `index`, like [`Memory::prefetch`].
    #[inline]
    pub fn prefetch(&self, index: usize) {
        self.memory.prefetch(index);
    }

    /// Sets all slots to zero.
    pub fn clear(&mut self) {
        match self.written.all() {
            Some(written) => written.iter().for_each(|&first| self.memory[first..][..self.group].fill(T::zeroed())),
            None => self.memory.fill(T::zeroed()),
        }
        self.written.0.clear();
    }
}

/// The indices of the first slots of the groups written to. The list is incomplete once its capacity is reached.
struct Written(Vec<usize>);

impl Written {
    /// If more than one in `FEW` groups was written to, zeroing the whole memory is as fast as zeroing the groups.
    const FEW: usize = 32;

    #[inline]
    fn mark(&mut self, index: usize) {
        if self.0.len() < self.0.capacity() {
            self.0.push(index);
        }
    }

    /// Returns all groups written to, or `None` if the list is incomplete.
    fn all(&self) -> Option<&[usize]> {
        (self.0.len() < self.0.capacity()).then_some(&self.0)
    }
}

impl<T> Deref for Slots<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.memory
    }
}

impl<T> DerefMut for Slots<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_was_written_is_cleared() {
        for (len, group) in [(1, 1), (31, 1), (5000, 1), (2, 2), (4096, 2), (4096, 8)] {
            let mut slots = Slots::<[u64; 2]>::new(len, group, Pages::Default).unwrap();
            for many in [1, len / group / 40, len / group / 2, len / group, 2] {
                for first in (0..many.min(len / group)).map(|index| index * group) {
                    assert_eq!(slots[first], [0, 0]);
                    *slots.write(first, |slot| slot[0] == 0) = [7, 8];
                    slots[first + group - 1][1] = 9;
                    assert_eq!(slots[first], [7, if group == 1 { 9 } else { 8 }]);
                }
                slots.clear();
                assert!((0..len).all(|index| slots[index] == [0, 0]));
            }
        }
    }

    #[test]
    fn groups_that_are_marked_are_cleared() {
        let mut slots = Slots::<u64>::new(4096, 4, Pages::Default).unwrap();
        slots[8..12].fill(7);
        slots.mark_written(8);
        slots.clear();
        assert!(slots.iter().all(|&slot| slot == 0));
    }
}
