//! Creates the table of a technique: the table of its structure, with its layout, policy and index.

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::{Buckets, Layout, Pages, Record, Size, TableError};

use crate::any_table::AnyTable;
use crate::layouts::{Integrated, LogNodes, TwoBounds, WithComponents, WithPosition};
use crate::tables::{Chained, Overflow, Probing, Queues, Sides, TwoTables, Unbounded};
use crate::technique::{AnyIndex, AnyLayout, AnyPolicy, IndexKind, Kind, Structure};

/// Creates the table of a technique.
pub(crate) fn build(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError> {
    let size = kind.size(size);
    if kind.per_side {
        let kind = Kind { per_side: false, is_memory: false, ..kind };
        let half = half(size, kind.index == IndexKind::LowBits)?;
        return Ok(Box::new(Sides::new(build(kind, half, pages)?, build(kind, half, pages)?)));
    }
    let (concept, same) = (kind.policy.concept(), kind.policy.same_rule());
    Ok(match kind.structure {
        Structure::Buckets => return with_layout(kind, size, pages),
        Structure::TwoTables(written) => {
            let half = half(size, kind.index == IndexKind::LowBits)?;
            let preferred = buckets::<Thesis<u16>, 1>(kind, half, pages)?;
            let always = buckets::<Thesis<u16>, 1>(Kind { policy: kind.policy.always(), ..kind }, half, pages)?;
            Box::new(TwoTables::new(preferred, always, written))
        }
        Structure::Chained => Box::new(Chained::<u16, _>::new(size, concept)?.with_same(same)),
        Structure::Overflow(area) => Box::new(Overflow::<u16, _>::new(size, concept, area)?.with_same(same)),
        Structure::Probing if kind.width == 2 => Box::new(Probing::<u16, _, 2>::new(size, kind.policy)?),
        Structure::Probing => Box::new(Probing::<u16, _, 4>::new(size, kind.policy)?),
        Structure::Queues(eviction) => Box::new(Queues::<u16>::new(size, kind.width, eviction)?),
        Structure::Unbounded => Box::new(Unbounded::<u16>::new().with_same(same)),
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

fn with_layout(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError> {
    fn of_width<L>(kind: Kind, size: Size, pages: Pages) -> Result<Box<dyn AnyTable<u16>>, TableError>
    where
        L: Layout<Record = Record<u16>> + 'static,
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
        AnyLayout::Thesis => of_width::<Thesis<u16>>(kind, size, pages),
        AnyLayout::LogNodes => of_width::<LogNodes<u16>>(kind, size, pages),
        AnyLayout::Integrated => of_width::<Integrated<u16>>(kind, size, pages),
        AnyLayout::TwoBounds => of_width::<TwoBounds<u16>>(kind, size, pages),
        AnyLayout::Compact => of_width::<Compact<u16>>(kind, size, pages),
        AnyLayout::WithComponents => of_width::<WithComponents<u16>>(kind, size, pages),
        AnyLayout::WithPosition => of_width::<WithPosition<u16>>(kind, size, pages),
        AnyLayout::Packed => Ok(Box::new(buckets::<TenBytes<u16>, 3>(kind, size, pages)?)),
    }
}

fn buckets<L: Layout, const W: usize>(
    kind: Kind,
    size: Size,
    pages: Pages,
) -> Result<Buckets<L, AnyPolicy, W, AnyIndex>, TableError> {
    let index = |buckets| AnyIndex::new(kind.index, kind.key_bits, buckets);
    let index = Buckets::<L, AnyPolicy, W, AnyIndex>::index_for(size, index)?;
    Buckets::with_index(index, kind.policy, pages)
}
