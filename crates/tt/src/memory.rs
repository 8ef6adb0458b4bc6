//! Memory of a table: zeroed when first touched, aligned to cache lines, in huge pages on request.
//!
//! All `unsafe` of this crate stands here.

#![allow(unsafe_code)]

use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Zeroable;

use crate::entry::Entry;

/// Bytes of a cache line.
pub(crate) const CACHE_LINE: usize = 64;

/// The size of the pages that a table lies in.
///
/// A table looks up positions all over its memory, so most look-ups also miss the TLB, the processor's cache of page
/// addresses. Huge pages avoid most of these misses.
///
/// ```
/// use tt::{Deep, Pages, TranspositionTable};
///
/// let table = TranspositionTable::<_, u16>::with_pages("64K".parse()?, Deep::default(), Pages::Huge)?;
/// assert_eq!(table.capacity(), 65_536);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    /// As the system is set up.
    #[default]
    Default,
    /// Huge pages where the system gives them (Linux: `madvise`); elsewhere as [`Default`](Self::Default).
    Huge,
}

/// A slice of zeroed memory from the system: the pages cost nothing until they are touched.
///
/// It begins at a cache line. It is for whoever builds a table of another kind: a [`TranspositionTable`] has its own.
///
/// [`TranspositionTable`]: crate::TranspositionTable
///
/// ```
/// use tt::{Memory, Pages};
///
/// let mut memory = Memory::<[u64; 8]>::zeroed(1024, Pages::Huge).expect("64 KiB can be allocated");
/// memory.prefetch(77);
/// memory[77][3] = 5;
/// assert_eq!(memory[77], [0, 0, 0, 5, 0, 0, 0, 0]);
/// ```
pub struct Memory<T> {
    start: NonNull<T>,
    len: usize,
    /// Owns what `start` points to.
    _source: Source,
}

#[cfg(not(miri))]
type Source = memmap2::MmapMut;

#[cfg(miri)]
type Source = Vec<Line>;

#[cfg(miri)]
#[derive(Clone)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [u8; CACHE_LINE]);

impl<T: Zeroable> Memory<T> {
    /// Allocates `len` values, all bits zero.
    ///
    /// # Errors
    ///
    /// Returns the reason of the system if the allocation fails, or an error of the kind
    /// [`OutOfMemory`](io::ErrorKind::OutOfMemory) if the address space is too small. Success is no promise: many
    /// systems overcommit, which means that they find out whether there is memory when a page is first touched.
    pub fn zeroed(len: usize, pages: Pages) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= CACHE_LINE && size_of::<T>() > 0) };
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let (start, source) = allocate(bytes.ok_or_else(too_large)?, pages)?;
        debug_assert!(start.addr().get().is_multiple_of(CACHE_LINE));
        Ok(Self { start: start.cast(), len, _source: source })
    }
}

/// The reason when no address can reach so many bytes.
pub(crate) fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "more than the address space holds")
}

#[cfg(not(miri))]
fn allocate(bytes: usize, pages: Pages) -> io::Result<(NonNull<u8>, Source)> {
    let mut map = memmap2::MmapMut::map_anon(bytes.max(1))?;
    #[cfg(target_os = "linux")]
    if pages == Pages::Huge {
        // A system without huge pages refuses; the table works without them.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    let _ = pages;
    Ok((NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?, map))
}

#[cfg(miri)]
fn allocate(bytes: usize, _: Pages) -> io::Result<(NonNull<u8>, Source)> {
    let mut lines = vec![Line([0; CACHE_LINE]); bytes.div_ceil(CACHE_LINE).max(1)];
    Ok((NonNull::new(lines.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?.cast(), lines))
}

impl<T> Memory<T> {
    /// Asks the processor to fetch the cache line of value `index`; does nothing where that is not supported.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        debug_assert!(index < self.len);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.start.as_ptr().wrapping_add(index);
            // SAFETY: prefetching is a hint and reads nothing, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = index;
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` values in memory that `_source` owns and nothing else reaches; it is aligned
        // to at least a cache line, and all-zero bits are a valid `T`, as `zeroed` required.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

// SAFETY: the memory is owned, not shared; sending it sends values of `T`.
unsafe impl<T: Send> Send for Memory<T> {}

// SAFETY: a shared `Memory` gives shared values of `T` only.
unsafe impl<T: Sync> Sync for Memory<T> {}

// SAFETY: integers and a zeroable payload; all-zero bits are the free place.
unsafe impl<P: Zeroable> Zeroable for Entry<P> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_zeroed_aligned_and_writable() {
        for pages in [Pages::Default, Pages::Huge] {
            for len in [0, 1, 3, 4096] {
                let mut memory = Memory::<u64>::zeroed(len, pages).unwrap();
                assert_eq!(memory.len(), len);
                assert!(memory.iter().all(|&word| word == 0));
                assert!(memory.as_ptr().addr().is_multiple_of(CACHE_LINE));
                memory.fill(7);
                assert!(memory.iter().all(|&word| word == 7));
                (0..len).for_each(|index| memory.prefetch(index));
            }
        }
    }

    #[test]
    fn too_much_memory_is_refused() {
        let error = |len| Memory::<u64>::zeroed(len, Pages::Default).err().expect("too much");
        assert_eq!(error(usize::MAX / 4).to_string(), "more than the address space holds");
        // The system's own words.
        #[cfg(all(target_os = "linux", not(miri)))]
        assert_eq!(error(isize::MAX as usize / 8).raw_os_error(), Some(12), "ENOMEM");
    }
}
