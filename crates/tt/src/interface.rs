//! The interface that private and shared tables have in common, written once.
//!
//! A table has `index`, `policy` and `buckets`, and these methods: `generation`, `read` a bucket, `find` the words of a
//! position, `put_with`, and `change` the slots of a bucket.

use alloc::string::String;
use core::ops::Range;

use zobrist::Key;

use crate::admit::after_hit;
use crate::{Decision, Identity, Index, Layout, OnHit, Policy, Same, Size, TableError, Worth};

/// The number of slots from which [`hashfull`](crate::Inspect::hashfull) is estimated.
pub(crate) const SAMPLE: usize = 1000;

/// A policy that always stores the candidate: in its old slot, where the other policy stores it, or else in the last
/// slot.
#[derive(Clone, Copy)]
pub(crate) struct Always<R>(pub(crate) R);

impl<R: Policy<W>, const W: usize> Policy<W> for Always<R> {
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        match self.0.victim(residents, candidate) {
            Decision::Keep => Decision::Replace(W - 1),
            decision => decision,
        }
    }

    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.0.place(residents, candidate)
    }

    fn same(self, _: Worth, _: Worth) -> Same {
        Same::OverwriteKeepingPayload
    }

    fn on_hit(self) -> OnHit {
        self.0.on_hit()
    }
}

/// Makes the position with this check one of the present search, and returns which slots changed and its record.
pub(crate) fn refresh<L: Layout, const W: usize>(
    slots: &mut [L::Words; W],
    check: u64,
    generation: u8,
) -> (Range<usize>, Option<L::Record>) {
    let changed = after_hit::<L, W>(slots, check, OnHit::Refresh, generation);
    let record = slots.get(changed.start).filter(|_| !changed.is_empty()).map(L::record);
    (changed, record)
}

/// Returns what a table knows of a key.
pub(crate) fn identity<L: Layout, I: Index>(index: I, key: Key) -> Identity {
    let (bucket, check) = index.locate(key);
    Identity { bucket, check: check & (!0 << (64 - L::KEY_BITS)) }
}

/// Returns the error for memory that cannot be allocated for this reason.
pub(crate) fn out_of_memory(index: impl Index, width: usize, bytes: usize, reason: String) -> TableError {
    TableError::OutOfMemory {
        size: Size::Positions(index.buckets().saturating_mul(width as u64)),
        bytes: u128::from(index.buckets()) * bytes as u128,
        reason,
    }
}

/// Returns the buckets of one of `parts` parts of a table, numbered from 0.
pub(crate) fn part_of(buckets: usize, part: usize, parts: usize) -> Range<usize> {
    assert!(part < parts, "there is no part {part} of {parts}");
    let bound = |part: usize| (buckets as u128 * part as u128 / parts as u128) as usize;
    bound(part)..bound(part + 1)
}

/// Returns the next of a sequence of pseudo-random numbers (`SplitMix64`).
pub(crate) fn roll(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    Key::mixed(*state).0 >> 32
}

/// Implements the common interface for `$table`, and [`Table`](crate::Table) and [`Maintain`](crate::Maintain) for
/// `$searched`, which is the table or a reference to it.
macro_rules! interface {
    ($table:ident $(, $guard:ident)?; $searched:ty) => {
        impl<L: Layout, R: Policy<W> + Default, const W: usize, I: Index $(, $guard: Guard)?>
            $table<L, R, W, I $(, $guard)?>
        {
            /// Creates an empty table.
            ///
            /// # Errors
            ///
            /// Returns an error if the index does not allow the size, if it is smaller than a bucket, or if memory
            /// allocation fails.
            pub fn new(size: Size) -> Result<Self, TableError> {
                Self::with_policy(size, R::default())
            }
        }

        impl<L: Layout, R: Policy<W>, const W: usize, I: Index $(, $guard: Guard)?> $table<L, R, W, I $(, $guard)?> {
            /// Creates an empty table whose policy has parameters.
            ///
            /// # Errors
            ///
            /// As for [`new`](Self::new).
            pub fn with_policy(size: Size, policy: R) -> Result<Self, TableError> {
                Self::with_pages(size, policy, Pages::Default)
            }

            /// Creates an empty table in memory pages of the given kind.
            ///
            /// Huge pages make random accesses to tables of many MiB faster, but the first access to each of them
            /// slower.
            ///
            /// # Errors
            ///
            /// As for [`new`](Self::new).
            pub fn with_pages(size: Size, policy: R, pages: Pages) -> Result<Self, TableError> {
                Self::with_index(Self::index_for(size, I::at_most)?, policy, pages)
            }

            /// Returns the index of a table of this size, as `index` makes it: see [`Size::index`].
            ///
            /// # Errors
            ///
            /// As for [`Size::index`].
            pub fn index_for(size: Size, index: impl FnOnce(u64) -> I) -> Result<I, TableError> {
                size.index(W, Self::BUCKET_BYTES as u64, index)
            }

            /// Returns the index.
            #[must_use]
            pub fn index(&self) -> I {
                self.index
            }

            /// Returns the policy.
            #[must_use]
            pub fn policy(&self) -> R {
                self.policy
            }

            /// Returns the addresses of the table's memory, to ask the operating system about its pages.
            #[must_use]
            pub fn addresses(&self) -> Range<usize> {
                let range = self.buckets.as_ptr_range();
                range.start.addr()..range.end.addr()
            }

            /// Returns the number of slots, which is the maximum number of positions.
            #[must_use]
            pub fn capacity(&self) -> u64 {
                self.buckets.len() as u64 * W as u64
            }

            /// Returns the number of stored positions. This takes time proportional to the size of the table.
            #[must_use]
            pub fn fill(&self) -> u64 {
                self.count(self.buckets.len(), false)
            }

            /// Returns the permille of slots that contain positions of the current search, that is, since the last
            /// stamp. UCI calls this number `hashfull`.
            ///
            /// The result is an estimate from the first 1,000 slots.
            #[must_use]
            pub fn hashfull(&self) -> u32 {
                let buckets = (SAMPLE / W).clamp(1, self.buckets.len());
                (self.count(buckets, true) * 1000 / (buckets * W) as u64) as u32
            }

            /// Returns the number of positions in the first buckets, or of those of the current search only. Two copies
            /// of the loop in each table would take long to compile.
            #[inline(never)]
            fn count(&self, buckets: usize, only_current: bool) -> u64 {
                let (generation, mut positions) = (self.generation(), 0);
                for bucket in 0..buckets {
                    for words in &self.read(bucket) {
                        let is_counted = !only_current || L::worth(words, generation).age == 0;
                        positions += u64::from(is_counted && !L::is_free(words));
                    }
                }
                positions
            }

            /// Returns all stored positions, bucket by bucket. Positions that other threads store meanwhile may be
            /// missing.
            pub fn residents(&self) -> impl Iterator<Item = Resident<L::Record>> + '_ {
                (0..self.buckets.len() as u64).flat_map(|bucket| self.residents_of(bucket))
            }

            /// Returns the stored positions of a bucket.
            ///
            /// # Panics
            ///
            /// Panics if there is no such bucket.
            pub fn residents_of(&self, bucket: u64) -> impl Iterator<Item = Resident<L::Record>> + '_ {
                let slots = self.read(bucket as usize).into_iter().enumerate();
                let (used, generation) = (slots.filter(|(_, words)| !L::is_free(words)), self.generation());
                used.map(move |(slot, words)| Resident::of::<L>(bucket, slot, &words, generation))
            }

            /// Returns what the table knows of a key.
            #[must_use]
            pub fn identity(&self, key: Key) -> Identity {
                identity::<L, I>(self.index, key)
            }

            /// Returns the record of the position with this key, or of another position that the table cannot
            /// distinguish.
            #[inline]
            pub fn get(&self, key: Key) -> Option<L::Record> {
                self.find(key).map(|words| L::record(&words))
            }

            /// Returns the words of the position with this key and what identifies it besides.
            #[inline(always)]
            fn find_with(&self, key: Key, extra: &L::Extra) -> Option<L::Words> {
                if size_of::<L::Extra>() == 0 {
                    return self.find(key);
                }
                let (bucket, check) = self.index.locate(key);
                self.read(bucket as usize).into_iter().find(|words| Sought::<L> { check, extra }.is_in(words))
            }

            /// Prefetches the bucket of a key, as a hint that it will be used soon. Does nothing on processors other
            /// than x86-64 and 64-bit ARM.
            #[inline]
            pub fn prefetch(&self, key: Key) {
                self.buckets.prefetch(self.index.locate(key).0 as usize);
            }
        }

        impl<P, L, R, const W: usize, I $(, $guard)?> Table for $searched
        where
            P: Payload,
            L: Layout<Record = Record<P>>,
            R: Policy<W>,
            I: Index,
            $($guard: Guard,)?
        {
            type Payload = P;

            #[inline]
            fn probe(&self, key: Key) -> Option<Record<P>> {
                self.find_with(key, &self.extra()).map(|words| L::record(&words))
            }

            #[inline(always)]
            fn probe_both(&self, key: Key) -> Option<(Record<P>, Option<Record<P>>)> {
                self.find_with(key, &self.extra()).map(|words| (L::record(&words), L::second(&words)))
            }

            #[inline(always)]
            fn store(&mut self, key: Key, record: Record<P>) -> Stored {
                self.put_with(key, &record, &self.extra(), self.policy)
            }

            #[inline(always)]
            fn prefetch(&self, key: Key) {
                $table::prefetch(self, key);
            }

            #[inline(always)]
            fn hit(&mut self, key: Key) {
                let (on_hit, generation) = (self.policy.on_hit(), self.generation());
                if on_hit != OnHit::Nothing {
                    self.change(key, |slots, check| (after_hit::<L, W>(slots, check, on_hit, generation), ()));
                }
            }

            #[inline(always)]
            fn reads_move_index(&self) -> bool {
                L::STORES_USER && self.policy.reads_move_index()
            }

            fn identify(&mut self, encoding: &[u8]) {
                self.set_extra(L::extra(encoding));
            }
        }

        impl<L: Layout, R: Policy<W>, const W: usize, I: Index $(, $guard: Guard)?> Maintain for $searched {
            fn stamp(&mut self) {
                $table::stamp(self);
            }

            fn clear(&mut self) {
                $table::clear(self);
            }
        }

        impl<L: Layout, R: Policy<W>, const W: usize, I: Index + 'static $(, $guard: Guard)?> Inspect
            for $table<L, R, W, I $(, $guard)?>
        {
            fn capacity(&self) -> u64 {
                self.capacity()
            }

            fn fill(&self) -> u64 {
                self.fill()
            }

            fn hashfull(&self) -> u32 {
                self.hashfull()
            }

            fn identity(&self, key: Key) -> Identity {
                self.identity(key)
            }

            fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
                let index = self.index;
                Box::new(move |key| identity::<L, I>(index, key))
            }
        }

        impl<L: Layout, R: fmt::Debug, const W: usize, I: fmt::Debug $(, $guard: Guard)?> fmt::Debug
            for $table<L, R, W, I $(, $guard)?>
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($table))
                    $(.field("guard", &$guard::default()))?
                    .field("policy", &self.policy)
                    .field("index", &self.index)
                    .field("generation", &self.generation)
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use interface;
