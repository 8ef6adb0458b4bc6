//! Memory of a table that is quick to empty when little was stored in it.
//!
//! A solver starts every position with an empty table, so that its node counts depend on the position alone. Most
//! positions of a test set are solved in microseconds, and zeroing 64 MB takes milliseconds: so the memory remembers
//! which of its lines were written to, until they are many.

use std::ops::Index;

use bytemuck::Zeroable;
use tt::{Memory, Pages};

/// A fixed number of lines of `N` words, all zero at first.
pub(crate) struct Slots<const N: usize> {
    memory: Memory<[u64; N]>,
    /// The lines written to. If it is as long as it may be, others may have been, too.
    written: Vec<u32>,
}

impl<const N: usize> Slots<N>
where
    [u64; N]: Zeroable,
{
    /// Lines written to, beyond which zeroing all of them is as quick as zeroing one after the other.
    fn many(len: usize) -> usize {
        len / 32
    }

    /// `None` if the system does not give the memory, or for more than 2^32 lines.
    pub(crate) fn new(len: usize) -> Option<Self> {
        u32::try_from(len).ok()?;
        Some(Self { memory: Memory::zeroed(len, Pages::Huge)?, written: Vec::with_capacity(Self::many(len)) })
    }

    /// The line to write to. Its first word must not be left zero.
    #[inline]
    pub(crate) fn write(&mut self, index: usize) -> &mut [u64; N] {
        let line = &mut self.memory[index];
        if line[0] == 0 && self.written.len() < self.written.capacity() {
            self.written.push(index as u32);
        }
        line
    }

    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        self.memory.prefetch(index);
    }

    /// Makes everything zero again.
    pub(crate) fn clear(&mut self) {
        if self.written.len() < self.written.capacity() {
            for &index in &self.written {
                self.memory[index as usize] = [0; N];
            }
        } else {
            self.memory.fill([0; N]);
        }
        self.written.clear();
    }
}

impl<const N: usize> Index<usize> for Slots<N> {
    type Output = [u64; N];

    #[inline]
    fn index(&self, index: usize) -> &[u64; N] {
        &self.memory[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_was_written_is_cleared() {
        for len in [1, 31, 5000] {
            let mut slots = Slots::<2>::new(len).unwrap();
            for many in [1, len / 40, len / 2, len, 2] {
                for index in 0..many.min(len) {
                    assert_eq!(slots[index], [0, 0]);
                    slots.write(index)[0] = 7;
                    slots.write(index)[1] = 8;
                    assert_eq!(slots[index], [7, 8]);
                }
                slots.clear();
                assert!((0..len).all(|index| slots[index] == [0, 0]));
            }
        }
    }
}
