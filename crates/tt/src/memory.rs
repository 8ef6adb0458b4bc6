//! The memory of a table: zeroed on first access, aligned to cache lines, and in huge pages on request; or a file.
//!
//! This file contains all unsafe code of the crate.
//!
//! With the feature `mmap`, memory is an anonymous mapping (crate `memmap2`): the system provides each page, filled
//! with zeroes, when it is first accessed. Otherwise memory comes from the allocator, which obtains a large block in
//! the same way: the module `heap` says how.
//!
//! Refused memory is an error with the reason of the system: out of memory, or a limit of the process (`ulimit -v`).
//! But memory that is granted may not exist. Most systems *overcommit*: they detect the lack of memory only when a page
//! is first accessed, and then kill the process without an error. Linux refuses only what is larger than all memory and
//! swap space together, and ignores the limit of a control group. So choose a table that fits into the free memory,
//! which `ttlab doctor` prints.

#![allow(unsafe_code)]

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;
#[cfg(feature = "files")]
use std::{fs::File, io};

#[cfg(not(all(feature = "mmap", any(unix, windows), not(miri))))]
use heap as source;
#[cfg(all(feature = "mmap", any(unix, windows), not(miri)))]
use map as source;

/// The size of a cache line in bytes.
pub(crate) const CACHE_LINE: usize = 64;

/// The size of the memory pages of a table.
///
/// Probes access random locations in memory, so most of them also miss the TLB, the processor's cache of page
/// addresses. Huge pages avoid most of these misses.
///
/// ```
/// use tt::policies::TwoLevel;
/// use tt::{Pages, TwoBig1};
///
/// let table = TwoBig1::<u16>::with_pages("64K".parse()?, TwoLevel::default(), Pages::Huge)?;
/// assert_eq!(table.capacity(), 65_536);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pages {
    /// The default of the operating system.
    #[default]
    Default,
    /// Huge pages if the operating system supports them (Linux: `madvise`) and the feature `mmap` is enabled, otherwise
    /// the same as [`Default`](Self::Default).
    Huge,
}

/// A slice of zeroed memory, whose pages the operating system allocates on first access.
///
/// The slice is aligned to a cache line.
pub(crate) struct Memory<T> {
    start: NonNull<T>,
    len: usize,
    /// The owner of the memory to which `start` points.
    _source: source::Source,
}

impl<T: Zeroed> Memory<T> {
    /// Allocates `len` values with all bits zero.
    ///
    /// # Errors
    ///
    /// Returns the reason if the allocation fails. Success does not guarantee that enough memory is available: many
    /// systems overcommit and detect a lack of memory only when a page is first accessed.
    pub(crate) fn zeroed(len: usize, pages: Pages) -> Result<Self, String> {
        let (start, source) = source::allocate(bytes::<T>(len).ok_or_else(too_large)?, pages)?;
        debug_assert!(start.addr().get().is_multiple_of(CACHE_LINE));
        Ok(Self { start: start.cast(), len, _source: source })
    }
}

#[cfg(feature = "files")]
impl<T: Atomic> Memory<T> {
    /// Maps `len` values of a file that begin at `offset`, a multiple of 64. What is written to them is written to the
    /// file by the operating system, also if the program is killed. The file must contain all of them, and no program
    /// may shorten it meanwhile: the operating system would end this program.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system, or that it cannot map files.
    pub(crate) fn of_file(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        let (start, source) = source::of_file(file, offset, bytes::<T>(len).ok_or_else(file_too_large)?)?;
        debug_assert!(start.addr().get().is_multiple_of(CACHE_LINE));
        Ok(Self { start: start.cast(), len, _source: source })
    }
}

/// Returns the size of `len` values in bytes, or `None` if the address space is too small.
fn bytes<T>(len: usize) -> Option<usize> {
    const { assert!(align_of::<T>() <= CACHE_LINE && size_of::<T>() > 0) };
    len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize)
}

/// Allocates the first bytes of a file on its device, as if they were written. Accessing memory of a file that is not
/// allocated ends the program if the device is full. Returns whether the system can do it.
///
/// # Errors
///
/// Returns the error of the operating system, such as that the device is full.
#[cfg(feature = "files")]
pub(crate) fn allocate_file(file: &File, bytes: u64) -> io::Result<bool> {
    #[cfg(all(target_os = "linux", not(miri)))]
    loop {
        use std::os::fd::AsRawFd;
        let len = bytes.try_into().map_err(|_| file_too_large())?;
        // SAFETY: the call accesses no memory of the program, and the file is open.
        return match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, len) } {
            0 => Ok(true),
            libc::EINTR => continue,
            libc::EINVAL | libc::ENOSYS | libc::EOPNOTSUPP => Ok(false),
            error => Err(io::Error::from_raw_os_error(error)),
        };
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    {
        let _ = (file, bytes);
        Ok(false)
    }
}

/// Returns the reason for refusing a size that exceeds the address space.
pub(crate) fn too_large() -> String {
    "the size exceeds the address space".to_owned()
}

/// Returns the error for a file that exceeds the address space.
#[cfg(feature = "files")]
pub(crate) fn file_too_large() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, too_large())
}

/// Memory that the operating system maps.
#[cfg(all(feature = "mmap", any(unix, windows), not(miri)))]
mod map {
    use alloc::string::{String, ToString};
    use core::ptr::NonNull;

    use memmap2::{MmapMut, MmapRaw};

    use super::Pages;

    pub(super) type Source = MmapRaw;

    pub(super) fn allocate(bytes: usize, pages: Pages) -> Result<(NonNull<u8>, Source), String> {
        let map = MmapMut::map_anon(bytes.max(1)).map_err(|error| error.to_string())?;
        #[cfg(target_os = "linux")]
        if pages == Pages::Huge {
            // The call fails on a system without huge pages; the table works without them.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let _ = pages;
        of(map.into()).ok_or_else(|| "the mapping has no address".to_string())
    }

    /// Maps a part of a file. The memory may only be used as atomic integers: another program that writes to the file
    /// does the same as a thread that writes to them, and all their bits are valid.
    #[cfg(feature = "files")]
    pub(super) fn of_file(file: &std::fs::File, offset: u64, bytes: usize) -> std::io::Result<(NonNull<u8>, Source)> {
        let map = memmap2::MmapOptions::new().offset(offset).len(bytes).map_raw(file)?;
        of(map).ok_or_else(|| std::io::ErrorKind::OutOfMemory.into())
    }

    fn of(map: MmapRaw) -> Option<(NonNull<u8>, Source)> {
        Some((NonNull::new(map.as_mut_ptr())?, map))
    }
}

/// Memory of the allocator.
///
/// Allocators obtain a large block from the operating system when it is needed, and know that it is zeroed. The one of
/// the standard library does so only for the alignment of integers: it zeroes over-aligned memory in a pass over all of
/// it, which takes a large part of a second for 1 GiB. So a block has one cache line more, and the memory starts at the
/// first in it.
#[cfg(any(test, not(all(feature = "mmap", any(unix, windows), not(miri)))))]
mod heap {
    use alloc::alloc::{alloc_zeroed, dealloc};
    use alloc::borrow::ToOwned;
    use alloc::string::String;
    use core::alloc::Layout;
    use core::ptr::NonNull;

    use super::{CACHE_LINE, Pages, too_large};

    pub(super) struct Source {
        block: NonNull<u8>,
        layout: Layout,
    }

    pub(super) fn allocate(bytes: usize, _: Pages) -> Result<(NonNull<u8>, Source), String> {
        let layout = bytes.checked_add(CACHE_LINE).and_then(|bytes| Layout::from_size_align(bytes, 8).ok());
        let layout = layout.ok_or_else(too_large)?;
        // SAFETY: the size is not zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(|| "out of memory".to_owned())?;
        let skipped = block.addr().get().next_multiple_of(CACHE_LINE) - block.addr().get();
        // SAFETY: the block has `CACHE_LINE` bytes more than the memory, and fewer are skipped.
        Ok((unsafe { block.add(skipped) }, Source { block, layout }))
    }

    /// Without mappings, a file cannot be memory.
    #[cfg(feature = "files")]
    #[cfg_attr(test, allow(dead_code))]
    pub(super) fn of_file(_: &std::fs::File, _: u64, _: usize) -> std::io::Result<(NonNull<u8>, Source)> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    impl Drop for Source {
        fn drop(&mut self) {
            // SAFETY: `allocate` obtained the block with this layout, and nothing refers to it after the memory.
            unsafe { dealloc(self.block.as_ptr(), self.layout) };
        }
    }
}

impl<T> Memory<T> {
    /// Prefetches the cache line of value `index`. Does nothing on processors other than x86-64 and 64-bit ARM: stable
    /// Rust has no portable prefetch.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        debug_assert!(index < self.len);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.start.as_ptr().wrapping_add(index);
            // SAFETY: prefetching is a hint that does not access memory, so any address is valid.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        {
            let address = self.start.as_ptr().wrapping_add(index);
            // SAFETY: as above, prefetching accesses no memory; the instruction changes no register.
            unsafe {
                core::arch::asm!(
                    "prfm pldl1keep, [{address}]",
                    address = in(reg) address,
                    options(nostack, readonly, preserves_flags)
                );
            }
        }
        #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
        let _ = index;
    }
}

impl<T> Deref for Memory<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` values in memory that `_source` owns. Nothing else can access it, or it
        // consists of atomic values. It is aligned to at least a cache line, and its bits are valid values, as `zeroed`
        // and `of_file` require.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

/// Atomic integers are not `Copy`, so memory that a file or another thread shares is never borrowed mutably.
impl<T: Copy> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`. The memory is not that of a file, whose values are atomic, so nothing else can access
        // it, and `&mut self` makes the access exclusive.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

// SAFETY: the memory is owned, not shared; sending it sends values of `T`.
unsafe impl<T: Send> Send for Memory<T> {}

// SAFETY: a shared `Memory` only provides shared access to values of `T`.
unsafe impl<T: Sync> Sync for Memory<T> {}

/// A type for which all-zero memory is a valid value.
///
/// # Safety
///
/// All bits zero must be a valid value.
pub unsafe trait Zeroed: Send + Sync {
    /// The value.
    const ZERO: Self;
}

// SAFETY: zero is an integer.
unsafe impl Zeroed for u64 {
    const ZERO: Self = 0;
}

// SAFETY: an atomic integer has the representation of an integer.
unsafe impl Zeroed for AtomicU64 {
    const ZERO: Self = Self::new(0);
}

/// Two values in this order, which files rely on. The order of the fields of a tuple is not specified.
///
/// ```text
/// Pair<[Atoms; 3], Atoms>    slot 0 | slot 1 | slot 2 | checksum
/// ```
#[repr(C)]
pub struct Pair<A, B>(pub A, pub B);

// SAFETY: both fields have all bits zero; padding may have any.
unsafe impl<A: Zeroed, B: Zeroed> Zeroed for Pair<A, B> {
    const ZERO: Self = Self(A::ZERO, B::ZERO);
}

// SAFETY: an array of values of all bits zero has all bits zero, since arrays have no padding.
unsafe impl<T: Zeroed, const N: usize> Zeroed for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

/// A type of atomic integers, for which every bit pattern is a valid value.
///
/// # Safety
///
/// It must consist of atomic integers only.
pub unsafe trait Atomic: Zeroed {}

// SAFETY: it is an atomic integer.
unsafe impl Atomic for AtomicU64 {}

// SAFETY: both consist of atomic integers.
unsafe impl<A: Atomic, B: Atomic> Atomic for Pair<A, B> {}

// SAFETY: all elements consist of atomic integers.
unsafe impl<T: Atomic, const N: usize> Atomic for [T; N] {}

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

    /// Blocks that were used before are zeroed again.
    #[test]
    fn memory_of_the_allocator_is_zeroed_and_aligned() {
        for bytes in [0, 8, 64, 100, 4096, 4096, 1 << 20] {
            let (start, source) = heap::allocate(bytes, Pages::Default).unwrap();
            assert!(start.addr().get().is_multiple_of(CACHE_LINE));
            // SAFETY: the memory has so many bytes, which `source` owns.
            let memory = unsafe { core::slice::from_raw_parts_mut(start.as_ptr(), bytes) };
            assert!(memory.iter().all(|&byte| byte == 0));
            memory.fill(7);
            drop(source);
        }
    }

    #[test]
    fn excessive_sizes_are_rejected() {
        let error = |len| Memory::<u64>::zeroed(len, Pages::Default).err().expect("the size is too large");
        assert_eq!(error(usize::MAX / 4), "the size exceeds the address space");
        assert_eq!(error(isize::MAX as usize / 8 + 1), "the size exceeds the address space");
        let refused = |bytes| heap::allocate(bytes, Pages::Default).err().expect("the size is too large");
        assert_eq!(refused(isize::MAX as usize), "the size exceeds the address space");
        #[cfg(all(target_pointer_width = "64", not(miri)))]
        {
            assert_eq!(refused(isize::MAX as usize / 2), "out of memory");
            // The error of the operating system.
            #[cfg(all(feature = "mmap", target_os = "linux"))]
            assert_eq!(error(isize::MAX as usize / 8), "Cannot allocate memory (os error 12)");
        }
    }
}
