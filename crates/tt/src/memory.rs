//! The memory of a table: zeroed on first access, aligned to cache lines, and in huge pages on request; or a file.
//!
//! This file contains all unsafe code of the crate.
//!
//! Memory is an anonymous mapping (crate `memmap2`): the system provides each page, filled with zeroes, when it is
//! first accessed. The allocator of the standard library zeroes over-aligned memory in a pass over all of it, which
//! takes a large part of a second for 1 GiB. Without the feature `mmap`, under Miri and on WebAssembly, which has no
//! mappings, memory comes from a vector.
//!
//! A refused mapping is an error with the reason of the system: out of memory, or a limit of the process (`ulimit -v`).
//! But a mapping that succeeds may have no memory behind it. Most
//! systems *overcommit*: they detect the lack of memory only when a page is first accessed, and then kill the process
//! without an error. Linux refuses only a mapping that is larger than all memory and swap space together, and ignores
//! the limit of a control group. So choose a table that fits into the free memory, which `ttlab doctor` prints.

#![allow(unsafe_code)]

#[cfg(feature = "files")]
use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

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
    /// Huge pages if the operating system supports them (Linux: `madvise`), otherwise the same as
    /// [`Default`](Self::Default).
    Huge,
}

/// A slice of zeroed memory, whose pages the operating system allocates on first access.
///
/// The slice is aligned to a cache line.
pub(crate) struct Memory<T> {
    start: NonNull<T>,
    len: usize,
    /// The owner of the memory to which `start` points.
    _source: Source,
}

#[cfg(all(feature = "mmap", not(any(miri, target_family = "wasm"))))]
type Source = memmap2::MmapMut;

#[cfg(not(all(feature = "mmap", not(any(miri, target_family = "wasm")))))]
type Source = Vec<Line>;

#[cfg(not(all(feature = "mmap", not(any(miri, target_family = "wasm")))))]
#[derive(Clone)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [u8; CACHE_LINE]);

impl<T: Zeroed> Memory<T> {
    /// Allocates `len` values with all bits zero.
    ///
    /// # Errors
    ///
    /// Returns the error of the operating system if the allocation fails, or an error of the kind
    /// [`OutOfMemory`](io::ErrorKind::OutOfMemory) if the address space is too small. Success does not guarantee that
    /// enough memory is available: many systems overcommit and detect a lack of memory only when a page is first
    /// accessed.
    pub(crate) fn zeroed(len: usize, pages: Pages) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= CACHE_LINE && size_of::<T>() > 0) };
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let (start, source) = allocate(bytes.ok_or_else(too_large)?, pages)?;
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
    /// Returns the error of the operating system.
    pub(crate) fn of_file(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= CACHE_LINE && size_of::<T>() > 0) };
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(too_large)?;
        let (start, source) = map(file, offset, bytes)?;
        debug_assert!(start.addr().get().is_multiple_of(CACHE_LINE));
        Ok(Self { start: start.cast(), len, _source: source })
    }
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
        let len = bytes.try_into().map_err(|_| too_large())?;
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

/// Returns the error for a size that exceeds the address space.
pub(crate) fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "the size exceeds the address space")
}

#[cfg(all(feature = "mmap", not(any(miri, target_family = "wasm"))))]
fn allocate(bytes: usize, pages: Pages) -> io::Result<(NonNull<u8>, Source)> {
    let mut map = memmap2::MmapMut::map_anon(bytes.max(1))?;
    #[cfg(target_os = "linux")]
    if pages == Pages::Huge {
        // The call fails on a system without huge pages; the table works without them.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    let _ = pages;
    Ok((NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?, map))
}

/// Maps a part of a file. The memory may only be used as atomic integers.
#[cfg(all(feature = "files", not(any(miri, target_family = "wasm"))))]
fn map(file: &File, offset: u64, bytes: usize) -> io::Result<(NonNull<u8>, Source)> {
    // SAFETY: another program that writes to the file does the same as a thread that writes to atomic integers, all
    // bits of which are valid.
    let mut map = unsafe { memmap2::MmapOptions::new().offset(offset).len(bytes).map_mut(file)? };
    Ok((NonNull::new(map.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?, map))
}

#[cfg(all(feature = "files", any(miri, target_family = "wasm")))]
fn map(_: &File, _: u64, _: usize) -> io::Result<(NonNull<u8>, Source)> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(all(feature = "mmap", not(any(miri, target_family = "wasm")))))]
fn allocate(bytes: usize, _: Pages) -> io::Result<(NonNull<u8>, Source)> {
    let lines = bytes.div_ceil(CACHE_LINE).max(1);
    let mut source = Vec::new();
    source.try_reserve_exact(lines).map_err(|_| io::ErrorKind::OutOfMemory)?;
    source.resize(lines, Line([0; CACHE_LINE]));
    Ok((NonNull::new(source.as_mut_ptr()).ok_or(io::ErrorKind::OutOfMemory)?.cast(), source))
}

impl<T> Memory<T> {
    /// Prefetches the cache line of value `index`. Does nothing on processors other than x86-64 and 64-bit ARM: stable
    /// Rust has no portable prefetch.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        debug_assert!(index < self.len);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address = self.start.as_ptr().wrapping_add(index);
            // SAFETY: prefetching is a hint that does not access memory, so any address is valid.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
        }
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        {
            let address = self.start.as_ptr().wrapping_add(index);
            // SAFETY: as above, prefetching accesses no memory; the instruction changes no register.
            unsafe {
                std::arch::asm!(
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
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

/// Atomic integers are not `Copy`, so memory that a file or another thread shares is never borrowed mutably.
impl<T: Copy> DerefMut for Memory<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as for `deref`. The memory is not that of a file, whose values are atomic, so nothing else can access
        // it, and `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
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

    #[test]
    fn excessive_sizes_are_rejected() {
        let error = |len| Memory::<u64>::zeroed(len, Pages::Default).err().expect("the size is too large");
        assert_eq!(error(usize::MAX / 4).to_string(), "the size exceeds the address space");
        // The error of the operating system.
        #[cfg(all(target_os = "linux", not(miri)))]
        assert_eq!(error(isize::MAX as usize / 8).raw_os_error(), Some(12), "ENOMEM");
    }
}
