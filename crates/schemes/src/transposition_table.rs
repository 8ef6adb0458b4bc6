//! The table whose scheme is selected at run time.

use std::fmt;
use std::fs::File;
use std::sync::atomic::AtomicU64;

use tt::layouts::Thesis;
use tt::{
    Buckets, Contents, FileError, Found, Inspect, Layout, Maintain, Pages, Payload, Record, Resident, Size, Stored,
    Table, TableError,
};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::false_hits::Misled;
use crate::handle::{self, Place};
use crate::replay::replay;
use crate::technique_table::build;
use crate::unfit;
use crate::{FalseHits, Replayed, Request, Scheme, Section, UsedSlot};

/// A transposition table whose [`Scheme`] is selected at run time.
///
/// It calls the table through a pointer, which costs a few instructions per probe and per store. If the scheme is known
/// when the program is compiled, use [`Buckets`] or one of its [names](crate#tables).
///
/// Payloads of up to 16 bits are stored as numbers: [`Payload::keeping`] is that of numbers, whatever `P` says.
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
pub struct TranspositionTable<P> {
    table: Erased<P>,
    scheme: Scheme,
    /// What the table returns, so that a search need not call it for each store.
    reads_move_index: bool,
}

/// A table behind a pointer.
enum Erased<P> {
    /// A table of 16-bit payloads. Tables of all kinds are compiled once for them, not for each type of payload.
    Narrow(Box<dyn AnyTable<u16>>),
    /// A table with a layout of the user's choice.
    Own(Box<dyn AnyTable<P>>),
}

/// Calls the same method of the table behind the pointer.
macro_rules! call {
    ($table:expr, $method:ident($($argument:expr),*)) => {
        match $table {
            Erased::Narrow(table) => table.$method($($argument),*),
            Erased::Own(table) => table.$method($($argument),*),
        }
    };
}

impl<P: Payload> Erased<P> {
    #[inline(always)]
    fn narrow(value: P) -> u16 {
        // The payload that means no data is 0.
        (tt::bits(value) ^ P::NONE.to_bits()) as u16
    }

    #[inline(always)]
    fn wide(payload: u16) -> P {
        P::from_bits(u128::from(payload) ^ P::NONE.to_bits())
    }

    #[inline(always)]
    fn to_narrow(record: &Record<P>) -> Record<u16> {
        record.with_payload(Self::narrow(record.payload))
    }

    #[inline(always)]
    fn to_wide(record: &Record<u16>) -> Record<P> {
        record.with_payload(Self::wide(record.payload))
    }

    #[inline(always)]
    fn found((first, second): Found<u16>) -> Found<P> {
        (Self::to_wide(&first), second.map(|second| Self::to_wide(&second)))
    }
}

impl<P> Erased<P> {
    fn maintain(&mut self) -> &mut dyn Maintain {
        match self {
            Self::Narrow(table) => &mut **table,
            Self::Own(table) => &mut **table,
        }
    }

    fn inspect(&self) -> &dyn Inspect {
        match self {
            Self::Narrow(table) => &**table,
            Self::Own(table) => &**table,
        }
    }
}

impl<P: Payload> TranspositionTable<P> {
    /// Creates an empty table. A technique may have its own layout; every other scheme has the layout [`Thesis`].
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme does not support the size, which must be a power of two for most schemes, or if
    /// memory allocation fails.
    pub fn new(size: Size, scheme: Scheme) -> Result<Self, TableError> {
        Self::with_pages(size, scheme, Pages::Default)
    }

    /// Creates an empty table in memory pages of the given kind. Tables that do not consist of buckets use ordinary
    /// memory.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_pages(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs `with_layout`") };
        let table = match scheme {
            Scheme::Technique(technique) => build(technique.kind(), size, pages)?,
            _ => of_scheme::<u16, Thesis<u16>>(size, scheme, pages)?,
        };
        Ok(Self { reads_move_index: table.reads_move_index(), table: Erased::Narrow(table), scheme })
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
    /// [`Shared::with_policy`](tt::Shared::with_policy) says.
    ///
    /// ```
    /// use schemes::{Scheme, TranspositionTable};
    /// use tt::{Inspect, Pages};
    ///
    /// let table = TranspositionTable::<u16>::shared_unwritten("64K".parse()?, Scheme::TwoBig1, Pages::Default)?;
    /// std::thread::scope(|scope| {
    ///     for part in 0..2 {
    ///         let table = &table;
    ///         scope.spawn(move || assert!(table.clear_part(part, 2)));
    ///     }
    /// });
    /// assert_eq!((table.fill(), table.capacity()), (0, 65_536));
    /// # Ok::<(), tt::TableError>(())
    /// ```
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
            Ok(table) => Ok(Self { reads_move_index: table.reads_move_index(), table: Erased::Narrow(table), scheme }),
            Err(FileError::Table(error)) => Err(error),
            Err(error) => unreachable!("there is no file: {error}"),
        }
    }

    /// Removes the positions of one of `parts` parts of a [shared](Self::shared) table, numbered from 0, so that each
    /// thread can remove a part, like [`Shared::clear_part`](tt::Shared::clear_part). Does nothing and returns false
    /// if the table is private, which only [`clear`](Maintain::clear) empties.
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    #[must_use]
    pub fn clear_part(&self, part: usize, parts: usize) -> bool {
        match &self.table {
            Erased::Narrow(table) => table.clear_part(part, parts),
            Erased::Own(table) => table.clear_part(part, parts),
        }
    }

    /// Uses a file as the memory of a table that several threads use, like [`Shared::in_file`](tt::Shared::in_file).
    ///
    /// # Errors
    ///
    /// As for [`shared`](Self::shared) and [`Shared::in_file`](tt::Shared::in_file).
    pub fn in_file(file: File, contents: Contents<'_>, size: Size, scheme: Scheme) -> Result<Self, FileError> {
        const { assert!(P::BITS <= 16, "a shared table has payloads of at most 16 bits") };
        let table = handle::build(size, scheme, Place::File(file, contents))?;
        Ok(Self { reads_move_index: table.reads_move_index(), table: Erased::Narrow(table), scheme })
    }

    /// Returns the number that is kept in the file of the table, like [`Shared::tally`](tt::Shared::tally).
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        call!(&self.table, tally())
    }

    /// Returns the same table for another thread, if it was created by [`shared`](Self::shared).
    #[must_use]
    pub fn handle(&self) -> Option<Self> {
        let table = match &self.table {
            Erased::Narrow(table) => Erased::Narrow(table.another()?),
            Erased::Own(table) => Erased::Own(table.another()?),
        };
        Some(Self { table, ..*self })
    }

    /// Creates an empty table with a layout of your choice, such as one for a payload of more than 16 bits.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); and if the scheme is a [`Technique`](crate::Technique), which has its own layout.
    pub fn with_layout<L>(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError>
    where
        L: Layout<Record = Record<P>> + 'static,
    {
        let table = of_scheme::<P, L>(size, scheme, pages)?;
        Ok(Self { reads_move_index: table.reads_move_index(), table: Erased::Own(table), scheme })
    }

    /// Adds false hits: some probes of positions that are not in the table find another position of their bucket.
    ///
    /// Only a table that consists of buckets has false hits.
    ///
    /// ```
    /// use schemes::{FalseHits, Scheme, TranspositionTable};
    /// use tt::Inspect;
    ///
    /// let rule = FalseHits::one_in(1_000, 1970);
    /// let table = TranspositionTable::<()>::new("64".parse()?, Scheme::TwoBig1)?.with_false_hits(&rule);
    /// assert_eq!((table.capacity(), rule.count()), (64, 0));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn with_false_hits(self, rule: &FalseHits) -> Self {
        let table = match self.table {
            Erased::Narrow(table) => Erased::Narrow(Box::new(Misled::new(table, rule.clone()))),
            Erased::Own(table) => Erased::Own(Box::new(Misled::new(table, rule.clone()))),
        };
        Self { table, ..self }
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
        match &self.table {
            Erased::Narrow(table) => table.visit(&mut |Resident { identity, slot, age, record, second }| {
                let second = second.map(|second| Erased::to_wide(&second));
                residents.push(Resident { identity, slot, age, record: Erased::to_wide(&record), second });
            }),
            Erased::Own(table) => table.visit(&mut |resident| residents.push(resident)),
        }
        residents
    }

    /// Returns the sections of the table, in the order of their slots; none if several threads use it.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        call!(&self.table, sections())
    }

    /// Returns the number of slots of each group, such as the width of a bucket.
    #[must_use]
    pub fn slots_per_group(&self) -> usize {
        call!(&self.table, slots_per_group())
    }

    /// Returns the slots in use, in their order; none if several threads use the table.
    #[must_use]
    pub fn used_slots(&self) -> Vec<UsedSlot<Record<P>>> {
        let mut used = Vec::new();
        match &self.table {
            Erased::Narrow(table) => table.visit_slots(&mut |UsedSlot { slot, identity, record, second, note }| {
                let (record, second) = (Erased::to_wide(&record), second.map(|second| Erased::to_wide(&second)));
                used.push(UsedSlot { slot, identity, record, second, note });
            }),
            Erased::Own(table) => table.visit_slots(&mut |slot| used.push(slot)),
        }
        used
    }

    /// Returns the slots in which the table looks for a position, in this order. Some of them may be free.
    #[must_use]
    pub fn slots_of(&self, key: Key) -> Vec<usize> {
        call!(&self.table, slots_of(key))
    }
}

/// Creates the table of a scheme that is not a technique.
fn of_scheme<P, L>(size: Size, scheme: Scheme, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    match (scheme, scheme.width()) {
        (Scheme::Technique(technique), _) => Err(unfit::one_move(technique)),
        (_, 1) => boxed::<P, L, 1>(size, scheme, pages),
        (_, 2) => boxed::<P, L, 2>(size, scheme, pages),
        (_, 3) => boxed::<P, L, 3>(size, scheme, pages),
        (_, 4) => boxed::<P, L, 4>(size, scheme, pages),
        (_, 8) => boxed::<P, L, 8>(size, scheme, pages),
        (_, width) => Err(unfit::no_width(width)),
    }
}

fn boxed<P, L, const W: usize>(size: Size, scheme: Scheme, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    Ok(Box::new(Buckets::<L, Scheme, W>::with_pages(size, scheme, pages)?))
}

impl<P: Payload> Table for TranspositionTable<P> {
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        match &self.table {
            Erased::Narrow(table) => table.probe(key).map(|record| Erased::to_wide(&record)),
            Erased::Own(table) => table.probe(key),
        }
    }

    #[inline(always)]
    fn probe_both(&self, key: Key) -> Option<Found<P>> {
        match &self.table {
            Erased::Narrow(table) => table.probe_both(key).map(Erased::found),
            Erased::Own(table) => table.probe_both(key),
        }
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        match &mut self.table {
            Erased::Narrow(table) => table.store(key, Erased::to_narrow(&record)),
            Erased::Own(table) => table.store(key, record),
        }
    }

    #[inline]
    fn reads_move_index(&self) -> bool {
        self.reads_move_index
    }

    fn identify(&mut self, encoding: &[u8]) {
        call!(&mut self.table, identify(encoding));
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        call!(&self.table, prefetch(key));
    }

    #[inline]
    fn hit(&mut self, key: Key) {
        call!(&mut self.table, hit(key));
    }
}

impl<P> Maintain for TranspositionTable<P> {
    fn stamp(&mut self) {
        self.table.maintain().stamp();
    }

    fn clear(&mut self) {
        self.table.maintain().clear();
    }
}

tt::inspect_field!(table.inspect() of TranspositionTable<P> where P);

impl<P> fmt::Debug for TranspositionTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}
