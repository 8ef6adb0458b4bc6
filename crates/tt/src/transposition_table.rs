//! The table whose scheme is selected at run time.

use std::fmt;

use zobrist::Key;

use crate::layouts::Thesis;
use crate::{
    Buckets, Found, Identity, Inspect, Layout, Maintain, Pages, Payload, Record, Resident, Scheme, Size, Stored, Table,
    TableError,
};

/// A transposition table whose [`Scheme`] is selected at run time.
///
/// It calls the table through a pointer, which costs a few instructions per probe and per store. If the scheme is known
/// when the program is compiled, use [`Buckets`] or one of its [names](crate#tables).
///
/// ```
/// use tt::{Bound, Key, Record, Scheme, Table, TranspositionTable};
///
/// for &scheme in Scheme::ALL {
///     let mut table = TranspositionTable::<u16>::new("64K".parse()?, scheme)?;
///     let record = Record { payload: 0x0c1c, score: 30, bound: Bound::Exact, depth: 5, nodes: 812 };
///     table.store(Key::mixed(1), record);
///     assert_eq!(table.probe(Key::mixed(1)), Some(record));
/// }
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct TranspositionTable<P> {
    table: Box<dyn AnyTable<P>>,
    scheme: Scheme,
}

impl<P: Payload + 'static> TranspositionTable<P> {
    /// Creates an empty table with the layout [`Thesis`].
    ///
    /// # Errors
    ///
    /// Returns an error if the number of buckets is not a power of two, or if memory allocation fails.
    pub fn new(size: Size, scheme: Scheme) -> Result<Self, TableError> {
        Self::with_pages(size, scheme, Pages::Default)
    }

    /// Creates an empty table in memory pages of the given kind.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_pages(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        Self::with_layout::<Thesis<P>>(size, scheme, pages)
    }

    /// Creates an empty table with a layout of your choice.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn with_layout<L>(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError>
    where
        L: Layout<Record = Record<P>> + 'static,
    {
        let table = match scheme.width() {
            1 => boxed::<P, L, 1>(size, scheme, pages),
            2 => boxed::<P, L, 2>(size, scheme, pages),
            3 => boxed::<P, L, 3>(size, scheme, pages),
            4 => boxed::<P, L, 4>(size, scheme, pages),
            8 => boxed::<P, L, 8>(size, scheme, pages),
            width => Err(TableError::Width { width }),
        }?;
        Ok(Self { table, scheme })
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns all stored positions, bucket by bucket.
    #[must_use]
    pub fn residents(&self) -> Vec<Resident<Record<P>>> {
        self.table.all_residents()
    }
}

fn boxed<P, L, const W: usize>(size: Size, scheme: Scheme, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    Ok(Box::new(Buckets::<L, Scheme, W>::with_pages(size, scheme, pages)?))
}

/// A table without its generics.
trait AnyTable<P>: Table<Payload = P> + Maintain + Inspect + Send + Sync {
    fn all_residents(&self) -> Vec<Resident<Record<P>>>;
}

impl<P: Payload, L: Layout<Record = Record<P>>, const W: usize> AnyTable<P> for Buckets<L, Scheme, W> {
    fn all_residents(&self) -> Vec<Resident<Record<P>>> {
        self.residents().collect()
    }
}

impl<P: Payload> Table for TranspositionTable<P> {
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.table.probe(key)
    }

    #[inline]
    fn probe_both(&self, key: Key) -> Option<Found<P>> {
        self.table.probe_both(key)
    }

    #[inline]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        self.table.store(key, record)
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    #[inline]
    fn hit(&mut self, key: Key) {
        self.table.hit(key);
    }
}

impl<P> Maintain for TranspositionTable<P> {
    fn stamp(&mut self) {
        self.table.stamp();
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

impl<P> Inspect for TranspositionTable<P> {
    fn capacity(&self) -> u64 {
        self.table.capacity()
    }

    fn fill(&self) -> u64 {
        self.table.fill()
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    fn identity(&self, key: Key) -> Identity {
        self.table.identity(key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        self.table.identities()
    }
}

impl<P> fmt::Debug for TranspositionTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}
