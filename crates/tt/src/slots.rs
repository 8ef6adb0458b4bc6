//! Zeroed memory that can be cleared quickly if little was written to it.
//!
//! Experiments clear the table before each search, so that node counts do not depend on earlier searches. Easy
//! positions are solved in microseconds, but zeroing a whole table takes milliseconds. Therefore the memory tracks
//! which buckets were written to, up to 1/32 of all.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::Pages;
use crate::memory::{Memory, Zeroed};

/// Zeroed memory for the buckets of a table, which can be cleared quickly.
pub(crate) struct Slots<T> {
    memory: Memory<T>,
    written: Written,
}

impl<T: Zeroed + Copy> Slots<T> {
    /// Allocates `len` buckets with all bits zero.
    ///
    /// # Errors
    ///
    /// Returns the reason if the allocation fails.
    pub(crate) fn new(len: usize, pages: Pages) -> Result<Self, String> {
        let memory = Memory::zeroed(len, pages)?;
        let mut written = Vec::new();
        written.try_reserve_exact(len / Written::FEW).map_err(|_| "out of memory".to_owned())?;
        Ok(Self { memory, written: Written(written) })
    }

    /// Marks a bucket as written to. [`clear`](Self::clear) may miss buckets that were written to and not marked.
    #[inline]
    pub(crate) fn mark_written(&mut self, index: usize) {
        self.written.mark(index);
    }

    /// Prefetches a bucket, like [`Memory::prefetch`].
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        self.memory.prefetch(index);
    }

    /// Sets all buckets to zero.
    pub(crate) fn clear(&mut self) {
        match self.written.all() {
            Some(written) => written.iter().for_each(|&index| self.memory[index] = T::ZERO),
            None => self.memory.fill(T::ZERO),
        }
        self.written.0.clear();
    }
}

/// The indices of the buckets written to. The list is incomplete once its capacity is reached.
struct Written(Vec<usize>);

impl Written {
    /// If more than one in `FEW` buckets was written to, zeroing the whole memory is as fast as zeroing the buckets.
    const FEW: usize = 32;

    #[inline]
    fn mark(&mut self, index: usize) {
        if self.0.len() < self.0.capacity() {
            self.0.push(index);
        }
    }

    /// Returns all buckets written to, or `None` if the list is incomplete.
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

impl<T: Copy> DerefMut for Slots<T> {
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
        for len in [1, 31, 2500, 4096] {
            let mut slots = Slots::<[u64; 2]>::new(len, Pages::Default).unwrap();
            for many in [1, len / 40, len / 2, len, 2] {
                for index in 0..many.min(len) {
                    assert_eq!(slots[index], [0, 0]);
                    slots[index] = [7, 8];
                    slots.mark_written(index);
                }
                slots.clear();
                assert!((0..len).all(|index| slots[index] == [0, 0]));
            }
        }
    }
}
