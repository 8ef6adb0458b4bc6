//! Memory that is quick to empty when little was written to it.
//!
//! Many searches begin with an empty table each, so that their node counts depend on nothing else. Easy positions are
//! solved in microseconds, and zeroing a table takes milliseconds: so the memory remembers which of its slots were
//! written to, until they are many.

use std::io;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;

use crate::{Memory, Pages};

/// A fixed number of slots, all zero at first, in groups that are emptied together: [`Memory`] that can be cleared.
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
    /// Allocates `len` values in groups of `group`, all bits zero.
    ///
    /// # Errors
    ///
    /// Returns the reason if the allocation fails, as [`Memory::zeroed`] does.
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

    /// The slot to write to, the first of its group. If it `is_free`, it must not be left so.
    #[inline]
    pub fn write(&mut self, index: usize, is_free: impl FnOnce(&T) -> bool) -> &mut T {
        let slot = &mut self.memory[index];
        if is_free(slot) {
            self.written.note(index);
        }
        slot
    }

    /// Notes that the first slot of a free group is written to. [`clear`](Self::clear) may leave alone what was written
    /// to without [`write`](Self::write) or this.
    #[inline]
    pub fn note(&mut self, index: usize) {
        self.written.note(index);
    }

    /// Asks the processor to fetch slot `index`, as [`Memory::prefetch`] does.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        self.memory.prefetch(index);
    }

    /// Makes everything zero again.
    pub fn clear(&mut self) {
        match self.written.all() {
            Some(written) => written.iter().for_each(|&first| self.memory[first..][..self.group].fill(T::zeroed())),
            None => self.memory.fill(T::zeroed()),
        }
        self.written.0.clear();
    }
}

/// The first slots of the groups written to, until the list is as long as it may be.
struct Written(Vec<usize>);

impl Written {
    /// If more than one group of so many is written to, zeroing all is as quick as zeroing one after the other.
    const FEW: usize = 32;

    #[inline]
    fn note(&mut self, index: usize) {
        if self.0.len() < self.0.capacity() {
            self.0.push(index);
        }
    }

    /// All groups, unless they are many.
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
    fn groups_that_are_noted_are_cleared() {
        let mut slots = Slots::<u64>::new(4096, 4, Pages::Default).unwrap();
        slots[8..12].fill(7);
        slots.note(8);
        slots.clear();
        assert!(slots.iter().all(|&slot| slot == 0));
    }
}
