//! The table whose scheme is selected at run time.

use std::fmt;

use zobrist::Key;

use crate::any_table::AnyTable;
use crate::false_hits::Misled;
use crate::layouts::{Compact, LogNodes, Thesis, TwoBounds, WithComponents};
use crate::schemes::Concept;
use crate::table::inspect_field;
use crate::tables::{Chained, Overflow, Probing, Queues, TwoTables, Unbounded};
use crate::technique::{AnyIndex, AnyLayout, AnyPolicy, Kind, Structure};
use crate::{
    Buckets, Components, FalseHits, Found, Index, Inspect, Layout, Maintain, Pages, Payload, Policy, Record, Resident,
    Scheme, Size, Stored, Table, TableError,
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
    /// What the table returns, so that a search need not call it for each store.
    uses_hints: bool,
}

impl<P: Payload> TranspositionTable<P> {
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
        match scheme {
            Scheme::Technique(technique) => Ok(Self::of(build(technique.kind(), size, pages)?, scheme)),
            _ => Self::with_layout::<Thesis<P>>(size, scheme, pages),
        }
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
        let table = match (scheme, scheme.width()) {
            (Scheme::Technique(technique), _) => Err(TableError::Layout { name: technique.name() }),
            (_, 1) => boxed::<P, L, 1>(size, scheme, pages),
            (_, 2) => boxed::<P, L, 2>(size, scheme, pages),
            (_, 3) => boxed::<P, L, 3>(size, scheme, pages),
            (_, 4) => boxed::<P, L, 4>(size, scheme, pages),
            (_, 8) => boxed::<P, L, 8>(size, scheme, pages),
            (_, width) => Err(TableError::Width { width }),
        }?;
        Ok(Self::of(table, scheme))
    }

    fn of(table: Box<dyn AnyTable<P>>, scheme: Scheme) -> Self {
        Self { uses_hints: table.uses_hints(), table, scheme }
    }

    /// Adds false hits: some probes of positions that are not in the table find another position of their bucket.
    ///
    /// Only a table that consists of buckets has false hits.
    ///
    /// ```
    /// use tt::{FalseHits, Inspect, Scheme, TranspositionTable};
    ///
    /// let rule = FalseHits::one_in(1_000, 1970);
    /// let table = TranspositionTable::<()>::new("64".parse()?, Scheme::TwoBig1)?.with_false_hits(&rule);
    /// assert_eq!((table.capacity(), rule.count()), (64, 0));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn with_false_hits(self, rule: &FalseHits) -> Self {
        Self { table: Box::new(Misled::new(self.table, rule.clone())), ..self }
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns all stored positions, bucket by bucket; none if the table does not consist of buckets.
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

/// Creates the table of a technique.
fn build<P: Payload>(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError> {
    let size = match size {
        Size::Positions(positions) if kind.is_memory => {
            Size::Bytes(kind.memory(positions.saturating_mul(Size::OF_POSITION)))
        }
        size => size,
    };
    let concept = kind.policy.concept();
    Ok(match kind.structure {
        Structure::Buckets => return with_layout::<P>(kind, size, pages),
        Structure::TwoTables(written) => {
            if matches!(size, Size::Positions(0..2)) {
                return Err(TableError::SmallerThanABucket { size, width: 2, bytes: 2 * Size::OF_POSITION });
            }
            size.power_of_two()?;
            let half = match size {
                Size::Positions(positions) => Size::Positions(positions / 2),
                Size::Bytes(bytes) => Size::Bytes(bytes / 2),
            };
            let preferred = buckets::<Thesis<P>, 1>(kind, half, pages)?;
            let always = buckets::<Thesis<P>, 1>(Kind { policy: kind.policy.always(), ..kind }, half, pages)?;
            Box::new(TwoTables::new(preferred, always, written))
        }
        Structure::Chained => Box::new(Chained::<P, _>::new(size, concept)?),
        Structure::Overflow(area) => Box::new(Overflow::<P, _>::new(size, concept, area)?),
        Structure::Probing if kind.width == 2 => Box::new(Probing::<P, _, 2>::new(size, kind.policy)?),
        Structure::Probing => Box::new(Probing::<P, _, 4>::new(size, kind.policy)?),
        Structure::Queues(eviction) => Box::new(Queues::<P>::new(size, kind.width, eviction)?),
        Structure::Unbounded => Box::new(Unbounded::<P>::new()),
    })
}

fn with_layout<P: Payload>(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError> {
    fn of_width<P, L>(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
    where
        P: Payload,
        L: Layout<Record = Record<P>> + 'static,
    {
        Ok(match kind.width {
            1 => Box::new(buckets::<L, 1>(kind, size, pages)?),
            2 => Box::new(buckets::<L, 2>(kind, size, pages)?),
            3 => Box::new(buckets::<L, 3>(kind, size, pages)?),
            4 => Box::new(buckets::<L, 4>(kind, size, pages)?),
            _ => Box::new(buckets::<L, 8>(kind, size, pages)?),
        })
    }
    match kind.layout {
        AnyLayout::Thesis => of_width::<P, Thesis<P>>(kind, size, pages),
        AnyLayout::LogNodes => of_width::<P, LogNodes<P>>(kind, size, pages),
        AnyLayout::TwoBounds => of_width::<P, TwoBounds<P>>(kind, size, pages),
        AnyLayout::Compact => of_width::<P, Compact<P>>(kind, size, pages),
        AnyLayout::WithComponents => of_width::<P, WithComponents<P>>(kind, size, pages),
    }
}

fn buckets<L: Layout, const W: usize>(
    kind: Kind,
    size: Size,
    pages: Pages,
) -> Result<Buckets<L, AnyPolicy, W, AnyIndex>, TableError> {
    Buckets::sized(size, kind.policy, pages, |buckets| AnyIndex::new(kind.index, kind.key_bits, buckets))
}

impl<P, L, R, const W: usize, I> AnyTable<P> for Buckets<L, R, W, I>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W> + Send + Sync,
    I: Index + Send + Sync + 'static,
{
    fn all_residents(&self) -> Vec<Resident<Record<P>>> {
        self.residents().collect()
    }

    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        self.other(key, number)
    }
}

impl<P, A, B> AnyTable<P> for TwoTables<A, B>
where
    P: Payload,
    A: Table<Payload = P> + Maintain + Inspect + Send + Sync,
    B: Table<Payload = P> + Maintain + Inspect + Send + Sync,
{
}

impl<P: Payload, C: Concept + Send + Sync> AnyTable<P> for Chained<P, C> {}
impl<P: Payload, C: Concept + Send + Sync> AnyTable<P> for Overflow<P, C> {}
impl<P: Payload, R: Policy<W> + Send + Sync, const W: usize> AnyTable<P> for Probing<P, R, W> {}
impl<P: Payload> AnyTable<P> for Queues<P> {}
impl<P: Payload> AnyTable<P> for Unbounded<P> {}

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

    fn store_with(&mut self, key: Key, record: Record<P>, components: Components) -> Stored {
        self.table.store_with(key, record, components)
    }

    fn components(&self, key: Key) -> Option<Components> {
        self.table.components(key)
    }

    fn mark_principal(&mut self, key: Key) {
        self.table.mark_principal(key);
    }

    #[inline]
    fn uses_hints(&self) -> bool {
        self.uses_hints
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

inspect_field!(table of TranspositionTable<P> where P);

impl<P> fmt::Debug for TranspositionTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_positions_is_exact_or_an_error() {
        let new = |positions, name: &str| {
            let scheme = name.parse().unwrap();
            TranspositionTable::<u16>::new(Size::Positions(positions), scheme).map(|table| table.capacity())
        };
        for name in ["depth-4", "two-deep+strict", "thompson", "chained-deep", "overflow-tree", "probing-4"] {
            assert_eq!(new(2048, name), Ok(2048), "{name}");
            let error = TableError::Unsupported { size: Size::Positions(3000), below: 2048, above: 4096 };
            assert_eq!(new(3000, name), Err(error), "{name}");
            assert!(matches!(new(u64::MAX, name), Err(TableError::Unsupported { .. })), "{name}");
        }
        assert_eq!(new(3000, "depth-4+modulo"), Ok(3000));
        assert_eq!(new(3000, "depth-3"), Ok(3000));
        for name in ["depth-4", "thompson", "overflow-table", "probing-2"] {
            let size = Size::Positions(1);
            assert!(
                matches!(new(1, name), Err(TableError::SmallerThanABucket { size: of, .. }) if of == size),
                "{name}"
            );
        }
    }
}
