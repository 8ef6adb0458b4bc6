//! The table whose scheme is selected at run time.

use std::fmt;
use std::fs::File;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;

use tt::{Contents, FileError, Layout, Pages, Payload, Record, Resident, Size, TableError};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::false_hits::Misled;
use crate::handle::{self, Place};
use crate::replay::replay;
use crate::scheme_table::{build, with_layout};
use crate::wrapper::{Wrapper, wrap_contents, wrap_table};
use crate::{FalseHits, Found, Replayed, Request, Scheme, Section, UsedSlot, unfit};

/// A transposition table whose [`Scheme`] is selected at run time.
///
/// It calls the table through a pointer, which costs a few instructions per probe and per store. If the scheme is known
/// when the program is compiled, use [`Buckets`](tt::Buckets) or one of its [names](tt#tables).
///
/// The table stores payloads as an `N`. Payloads of up to 16 bits are stored as numbers, so that tables of all kinds
/// are compiled once, and not for each type of payload: [`Payload::keeping`] is that of numbers, whatever `P` says. A
/// table [with a layout](Self::with_layout) of your choice stores what the layout does.
///
/// A search is compiled once for each type of its table, and each takes seconds. Behind a pointer, tables of every
/// scheme, masked, audited and custom ones share one search. On 6x7 domineering, whose nodes are cheap and have four
/// keys each, the pointer costs 14.1 % more instructions than the type, and a choice by an enum 0.5 % more (`cargo
/// build --release -p measurements --bin dispatch`, and `valgrind --tool=callgrind target/release/dispatch TABLE`). So
/// the crate `programs` compiles the searches with the built-in schemes for one and for two slots without it.
///
/// ```
/// use schemes::{Scheme, TranspositionTable};
/// use tt::{Bound, Key, Record, Table};
///
/// for &scheme in Scheme::ALL {
///     let mut table = TranspositionTable::<u16>::new("64K".parse()?, scheme)?;
///     let record = Record { payload: 0x0c1c, bound: Bound::Exact, depth: 5, nodes: 812, ..Record::default() };
///     table.store(Key::mixed(1), record);
///     assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// }
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct TranspositionTable<P, N = u16> {
    table: Box<dyn AnyTable<N>>,
    scheme: Scheme,
    /// What the table returns, so that a search need not call it for each store.
    reads_move_index: bool,
    payload: PhantomData<fn() -> P>,
}

impl<P: Payload> TranspositionTable<P> {
    /// Creates an empty table. A technique may have its own layout; every other scheme has the layout
    /// [`Thesis`](tt::layouts::Thesis).
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme does not support the size, which must be a power of two for most schemes, or if
    /// memory allocation fails.
    pub fn new(size: Size, scheme: Scheme) -> Result<Self, TableError> {
        Self::with_pages(size, scheme, Pages::Default)
    }

    /// Creates an empty table of the scheme `unbounded`, which loses no position.
    #[must_use]
    pub fn unbounded() -> Self {
        let scheme = "unbounded".parse().expect("the name of a scheme");
        Self::new(Size::Positions(1), scheme).expect("the scheme ignores the size")
    }

    /// Creates an empty table in memory pages of the given kind. Tables that do not consist of buckets use ordinary
    /// memory.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_pages(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs `with_layout`") };
        Ok(Self::of(build(size, scheme, pages)?, scheme))
    }

    /// Creates an empty table that several threads use: give each another [handle](Self::handle).
    ///
    /// ```
    /// use schemes::{Scheme, TranspositionTable};
    /// use tt::{Bound, Inspect, Key, Pages, Record, Table};
    ///
    /// let table = TranspositionTable::<u16>::shared("64K".parse()?, Scheme::TwoBig1, Pages::Default)?;
    /// let record = Record { payload: 0x0c1c, bound: Bound::Exact, depth: 5, nodes: 812, ..Record::default() };
    /// std::thread::scope(|scope| {
    ///     for key in [1, 2] {
    ///         let mut table = table.handle().expect("the table is shared");
    ///         scope.spawn(move || table.store(Key::mixed(key), record));
    ///     }
    /// });
    /// assert_eq!((table.probe(Key::mixed(2)), table.fill()), (Some(record), 2));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); and if the table of the scheme cannot be shared, as most tables that do not consist
    /// of buckets ([`TableError::Unfit`]).
    pub fn shared(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        Self::shared_in(Place::Memory(pages), size, scheme)
    }

    /// Creates a table like [`shared`](Self::shared), but does not write to its memory: several threads do this sooner,
    /// by [`clear_part`](Self::clear_part), before they search. Otherwise the search is slow, as
    /// [`Shared::unwritten`](tt::Shared::unwritten) says.
    ///
    /// # Errors
    ///
    /// As for [`shared`](Self::shared).
    pub fn shared_unwritten(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        Self::shared_in(Place::Unwritten(pages), size, scheme)
    }

    fn shared_in(memory: Place<'_>, size: Size, scheme: Scheme) -> Result<Self, TableError> {
        const { assert!(P::BITS <= 16, "a shared table has payloads of at most 16 bits") };
        match handle::build(size, scheme, memory) {
            Ok(table) => Ok(Self::of(table, scheme)),
            Err(FileError::Table(error)) => Err(error),
            Err(error) => unreachable!("there is no file: {error}"),
        }
    }

    /// Uses a file as the memory of a table that several threads use, like [`Shared::in_file`](tt::Shared::in_file).
    ///
    /// # Errors
    ///
    /// As for [`shared`](Self::shared) and [`Shared::in_file`](tt::Shared::in_file).
    pub fn in_file(file: File, contents: Contents<'_>, size: Size, scheme: Scheme) -> Result<Self, FileError> {
        const { assert!(P::BITS <= 16, "a shared table has payloads of at most 16 bits") };
        Ok(Self::of(handle::build(size, scheme, Place::File(file, contents))?, scheme))
    }
}

impl<P: Payload, N: Payload> TranspositionTable<P, N> {
    pub(crate) fn of(table: Box<dyn AnyTable<N>>, scheme: Scheme) -> Self {
        Self { reads_move_index: table.reads_move_index(), table, scheme, payload: PhantomData }
    }

    /// Creates an empty table with a layout of your choice, such as one for a payload of more than 16 bits.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); and if the scheme is a [`Technique`](crate::Technique), which has its own layout.
    pub fn with_layout<L>(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError>
    where
        L: Layout<Record = Record<N>> + 'static,
    {
        Ok(Self::of(with_layout::<N, L>(size, scheme, pages)?, scheme))
    }

    /// Removes the positions of one of `parts` parts of a [shared](Self::shared) table, numbered from 0, so that each
    /// thread can remove a part, like [`Shared::clear_part`](tt::Shared::clear_part). Does nothing and returns false
    /// if the table is private, which only [`clear`](tt::Maintain::clear) empties.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    #[must_use]
    pub fn clear_part(&self, part: usize, parts: usize) -> bool {
        self.table.clear_part(part, parts)
    }

    /// Returns the number that is kept in the file of the table, like [`Shared::tally`](tt::Shared::tally).
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        self.table.tally()
    }

    /// Writes the table to a file, from which [`restore`](Self::restore) reads it, like [`tt::Buckets::save`]. The
    /// file of a [shared](Self::shared) table differs from that of a private one.
    ///
    /// # Errors
    ///
    /// As for [`tt::Buckets::save`]; and if the table does not consist of buckets ([`TableError::Unfit`]).
    pub fn save(&self, contents: Contents<'_>, to: &File) -> Result<(), FileError> {
        self.table.save(contents, to).unwrap_or_else(|| Err(unfit::private(self.scheme).into()))
    }

    /// Replaces the content of the table by that of a file, like [`tt::Buckets::restore`].
    ///
    /// # Errors
    ///
    /// As for [`tt::Buckets::restore`]; and if the table does not consist of buckets ([`TableError::Unfit`]).
    pub fn restore(&mut self, contents: Contents<'_>, from: &File) -> Result<(), FileError> {
        self.table.restore(contents, from).unwrap_or_else(|| Err(unfit::private(self.scheme).into()))
    }

    /// Returns the same table for another thread, if it was created by [`shared`](Self::shared).
    #[must_use]
    pub fn handle(&self) -> Option<Self> {
        Some(Self { table: self.table.another()?, ..*self })
    }

    /// Adds false hits: some probes of positions that are not in the table find another position of their bucket.
    ///
    /// Only a table that consists of buckets has false hits.
    #[must_use]
    pub fn with_false_hits(self, rule: &FalseHits) -> Self {
        Self { table: Box::new(Misled::new(self.table, rule.clone())), ..self }
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Replays requests of a recorded search; see [`Replayed`]. A stream can be replayed in parts.
    pub fn replay(&mut self, requests: &[Request]) -> Replayed {
        replay(self, requests)
    }

    /// Returns all stored positions, bucket by bucket; none if the table does not consist of buckets.
    #[must_use]
    pub fn residents(&self) -> Vec<Resident<Record<P>>> {
        let mut residents = Vec::new();
        self.table.visit(&mut |Resident { identity, slot, age, record, second }| {
            let (record, second) = outer((record, second));
            residents.push(Resident { identity, slot, age, record, second });
        });
        residents
    }

    /// Returns the sections of the table, in the order of their slots; none if several threads use it.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        self.table.sections()
    }

    /// Returns the number of slots of each group, such as the width of a bucket.
    #[must_use]
    pub fn slots_per_group(&self) -> usize {
        self.table.slots_per_group()
    }

    /// Returns the slots in use, in their order; none if several threads use the table.
    #[must_use]
    pub fn used_slots(&self) -> Vec<UsedSlot<Record<P>>> {
        let mut used = Vec::new();
        self.table.visit_slots(&mut |UsedSlot { slot, identity, record, second, note }| {
            let (record, second) = outer((record, second));
            used.push(UsedSlot { slot, identity, record, second, note });
        });
        used
    }

    /// Returns the slots in which the table looks for a position, in this order. Some of them may be free.
    #[must_use]
    pub fn slots_of(&self, key: Key) -> Vec<usize> {
        self.table.slots_of(key)
    }
}

/// Returns a payload as another type, in which the payload that means no data is also that one.
#[inline(always)]
fn converted<A: Payload, B: Payload>(payload: A) -> B {
    B::from_bits(tt::bits(payload) ^ A::NONE.to_bits() ^ B::NONE.to_bits())
}

#[inline(always)]
fn outer<P: Payload, N: Payload>((first, second): Found<N>) -> Found<P> {
    let of = |record: Record<N>| record.with_payload(converted(record.payload));
    (of(first), second.map(of))
}

impl<P: Payload, N: Payload> Wrapper<P, N> for TranspositionTable<P, N> {
    #[inline(always)]
    fn offered(&self, record: Record<P>) -> Option<Record<N>> {
        Some(record.with_payload(converted(record.payload)))
    }

    #[inline(always)]
    fn found(&self, _: Key, found: Option<Found<N>>) -> Option<Found<P>> {
        found.map(outer)
    }
}

wrap_table!(self => self.table, self.reads_move_index; TranspositionTable<P, N>, P where P: Payload, N: Payload);
wrap_contents!(table of TranspositionTable<P, N> where (P, N));

impl<P, N> fmt::Debug for TranspositionTable<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}
