//! Creates the table of a scheme: the table of its structure, with its layout, policy and index.

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::{Buckets, Layout, Pages, Payload, Record, Size, TableError};

use crate::any_table::AnyTable;
use crate::layouts::{Integrated, LogNodes, TwoBounds, WithComponents, WithPosition};
use crate::policies::{AnyPolicy, BuiltIn};
use crate::tables::{Chained, Overflow, Probing, Queues, Structured, TwoTables, Unbounded, Written};
use crate::technique::{AnyIndex, AnyLayout, IndexKind, Kind, Structure};
use crate::{Scheme, unfit};

/// Creates the table of a scheme.
pub(crate) fn build(size: Size, scheme: Scheme, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError> {
    match scheme.built_in() {
        Some(policy) => of_thesis::<_, Thesis<u16>>(size, policy, pages),
        None => of_kind(scheme.kind(), size, pages),
    }
}

/// Creates the table of a scheme that is not a technique, with a layout of the caller's choice.
pub(crate) fn with_layout<P, L>(size: Size, scheme: Scheme, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    match (scheme, scheme.built_in()) {
        (Scheme::Technique(technique), _) => Err(unfit::one_move(technique)),
        (_, Some(policy)) => of_thesis::<P, L>(size, policy, pages),
        (_, None) => of_width::<P, L>(scheme.kind(), size, pages),
    }
}

fn of_thesis<P, L>(size: Size, policy: BuiltIn, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    Ok(match policy {
        BuiltIn::One(policy) => Box::new(Buckets::<L, _, 1>::with_pages(size, policy, pages)?),
        BuiltIn::Two(policy) => Box::new(Buckets::<L, _, 2>::with_pages(size, policy, pages)?),
    })
}

fn of_kind(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError> {
    let size = kind.size(size);
    if kind.per_side {
        let kind = Kind { per_side: false, is_memory: false, ..kind };
        let half = half(size, kind.index == IndexKind::LowBits)?;
        let tables = [of_kind(kind, half, pages)?, of_kind(kind, half, pages)?];
        return Ok(Box::new(TwoTables::new(tables, Written::OfSide)));
    }
    let (preference, same) = (kind.policy.preference(), kind.policy.same);
    Ok(match kind.structure {
        Structure::Buckets => return of_buckets(kind, size, pages),
        Structure::TwoTables(written) => {
            let half = half(size, kind.index == IndexKind::LowBits)?;
            let preferred = buckets::<Thesis<u16>, 1>(kind, half, pages)?;
            let always = buckets::<Thesis<u16>, 1>(Kind { policy: kind.policy.always(), ..kind }, half, pages)?;
            Box::new(TwoTables::new([preferred, always], written))
        }
        Structure::Chained => Box::new(Structured::new(Chained::new(size, preference)?, same)),
        Structure::Overflow(area) => Box::new(Structured::new(Overflow::new(size, preference, area)?, same)),
        Structure::Probing if kind.width == 2 => Box::new(Structured::new(Probing::<2>::new(size)?, same)),
        Structure::Probing => Box::new(Structured::new(Probing::<4>::new(size)?, same)),
        Structure::Queues(eviction) => Box::new(Structured::new(Queues::new(size, kind.width, eviction)?, same)),
        Structure::Unbounded => Box::new(Structured::new(Unbounded::default(), same)),
    })
}

/// Returns the size of each of two tables.
fn half(size: Size, is_power_of_two: bool) -> Result<Size, TableError> {
    let bytes = 2 * Size::OF_POSITION;
    if matches!(size, Size::Positions(_)) && size.units(2, bytes)? == 0 {
        return Err(TableError::SmallerThanABucket { size, width: 2, bytes });
    }
    if is_power_of_two {
        size.power_of_two()?;
    }
    Ok(match size {
        Size::Positions(positions) => Size::Positions(positions / 2),
        Size::Bytes(bytes) => Size::Bytes(bytes / 2),
    })
}

fn of_buckets(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError> {
    match kind.layout {
        AnyLayout::Thesis => of_width::<_, Thesis<u16>>(kind, size, pages),
        AnyLayout::LogNodes => of_width::<_, LogNodes<u16>>(kind, size, pages),
        AnyLayout::Integrated => of_width::<_, Integrated<u16>>(kind, size, pages),
        AnyLayout::TwoBounds => of_width::<_, TwoBounds<u16>>(kind, size, pages),
        AnyLayout::Compact => of_width::<_, Compact<u16>>(kind, size, pages),
        AnyLayout::WithComponents => of_width::<_, WithComponents<u16>>(kind, size, pages),
        AnyLayout::WithPosition => of_width::<_, WithPosition<u16>>(kind, size, pages),
        AnyLayout::Packed => Ok(Box::new(buckets::<TenBytes<u16>, 3>(kind, size, pages)?)),
    }
}

pub(crate) fn of_width<P, L>(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<P>>, TableError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
{
    Ok(match kind.width {
        1 => Box::new(buckets::<L, 1>(kind, size, pages)?),
        2 => Box::new(buckets::<L, 2>(kind, size, pages)?),
        3 => Box::new(buckets::<L, 3>(kind, size, pages)?),
        4 => Box::new(buckets::<L, 4>(kind, size, pages)?),
        8 => Box::new(buckets::<L, 8>(kind, size, pages)?),
        width => return Err(unfit::no_width(width)),
    })
}

pub(crate) fn buckets<L: Layout, const W: usize>(
    kind: Kind,
    size: Size,
    pages: Pages,
) -> Result<Buckets<L, AnyPolicy, W, AnyIndex>, TableError> {
    let index = |buckets| AnyIndex::new(kind.index, kind.key_bits, buckets);
    let index = Buckets::<L, AnyPolicy, W, AnyIndex>::index_for(size, index)?;
    Buckets::with_index(index, kind.policy, pages)
}
