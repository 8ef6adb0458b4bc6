//! A shared table whose scheme is selected at run time. Each of its users owns a handle.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tt::layouts::{Compact, TenBytes, Thesis};
use tt::{
    Checksum, Contents, FileError, Guard, Index, Layout, LowBits, Pages, Payload, Policy, Record, Resident, Shared,
    SingleWord, Size, SpareBits, Stored, Table, Xor,
};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::in_buckets::visit_all;
use crate::layouts::{LogNodes, TwoBounds, WithComponents, WithPosition};
use crate::policies::BuiltIn;
use crate::slot_view::Slotted;
use crate::technique::{AnyIndex, AnyLayout, Kind, Structure};
use crate::wrapper::wrap_contents;
use crate::{Found, Scheme, unfit};

/// Where a table is.
pub(crate) enum Place<'c> {
    /// In memory.
    Memory(Pages),
    /// In memory that is not yet written to.
    Unwritten(Pages),
    /// In a file, which is open for reading and writing.
    File(File, Contents<'c>),
}

impl Place<'_> {
    /// Creates a table with the index that `index` returns for the largest number of buckets that fit.
    fn table<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard>(
        self,
        size: Size,
        policy: R,
        index: impl FnOnce(u64) -> I,
    ) -> Result<Shared<L, R, W, I, G>, FileError> {
        let index = Shared::<L, R, W, I, G>::index_for(size, index)?;
        match self {
            Self::Memory(pages) => Ok(Shared::with_index(index, policy, pages)?),
            Self::Unwritten(pages) => Ok(Shared::unwritten(index, policy, pages)?),
            Self::File(file, contents) => Shared::in_file_with_index(file, contents, index, policy),
        }
    }
}

pub(crate) fn of_kind<P, L, G, const W: usize>(
    kind: Kind,
    size: Size,
    place: Place<'_>,
) -> Result<Box<dyn AnyTable<P>>, FileError>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
    G: Guard,
{
    let index = |buckets| AnyIndex::new(kind.index, kind.key_bits, buckets);
    Ok(Handle::boxed(place.table::<L, _, W, _, G>(size, kind.policy, index)?))
}

/// Creates a table of one or two slots in each bucket.
fn narrow<P, L, G>(kind: Kind, size: Size, place: Place<'_>) -> Option<Result<Box<dyn AnyTable<P>>, FileError>>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
    G: Guard,
{
    Some(match kind.width {
        1 => of_kind::<P, L, G, 1>(kind, size, place),
        2 => of_kind::<P, L, G, 2>(kind, size, place),
        _ => return None,
    })
}

pub(crate) fn of_width<P, L, G>(
    kind: Kind,
    size: Size,
    place: Place<'_>,
) -> Option<Result<Box<dyn AnyTable<P>>, FileError>>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
    G: Guard,
{
    Some(match kind.width {
        3 => of_kind::<P, L, G, 3>(kind, size, place),
        4 => of_kind::<P, L, G, 4>(kind, size, place),
        8 => of_kind::<P, L, G, 8>(kind, size, place),
        _ => return narrow::<P, L, G>(kind, size, place),
    })
}

/// Creates a table that threads share, whose scheme is selected at run time.
pub(crate) fn build(size: Size, scheme: Scheme, place: Place<'_>) -> Result<Box<dyn AnyTable<u16>>, FileError> {
    match scheme.built_in() {
        Some(BuiltIn::One(policy)) => {
            return Ok(Handle::boxed(place.table::<Thesis<u16>, _, 1, _, Xor>(size, policy, LowBits::at_most)?));
        }
        Some(BuiltIn::Two(policy)) => {
            return Ok(Handle::boxed(place.table::<Thesis<u16>, _, 2, _, Xor>(size, policy, LowBits::at_most)?));
        }
        None => {}
    }
    let kind = scheme.kind();
    let size = kind.size(size);
    let table = match kind.layout {
        _ if kind.per_side || kind.structure != Structure::Buckets => None,
        AnyLayout::Thesis => of_width::<_, Thesis<u16>, Xor>(kind, size, place),
        AnyLayout::Compact => of_width::<_, Compact<u16>, SingleWord>(kind, size, place),
        AnyLayout::TwoBounds => narrow::<_, TwoBounds<u16>, Xor>(kind, size, place),
        AnyLayout::LogNodes => narrow::<_, LogNodes<u16>, Xor>(kind, size, place),
        // They verify fewer bits of the key, or have many words.
        AnyLayout::WithComponents => narrow::<_, WithComponents<u16>, Checksum>(kind, size, place),
        AnyLayout::WithPosition => narrow::<_, WithPosition<u16>, Checksum>(kind, size, place),
        AnyLayout::Packed => Some(of_kind::<_, TenBytes<u16>, SpareBits, 3>(kind, size, place)),
        AnyLayout::Integrated => None,
    };
    table.unwrap_or_else(|| Err(unfit::private(scheme).into()))
}

/// A shared table, which is freed with its last handle.
pub(crate) struct Handle<L: Layout, R, const W: usize, I, G: Guard> {
    table: Arc<Shared<L, R, W, I, G>>,
    /// What identifies the position of the next operation of this thread besides its key.
    extra: L::Extra,
}

impl<L: Layout, R: Policy<W>, const W: usize, I: Index, G: Guard> Handle<L, R, W, I, G> {
    /// Returns the first handle of a table.
    fn boxed(table: Shared<L, R, W, I, G>) -> Box<Self> {
        Box::new(Self { table: Arc::new(table), extra: L::Extra::default() })
    }
}

impl<P, L, R, const W: usize, I, G> Table for Handle<L, R, W, I, G>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
    G: Guard,
{
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.probe_both(key).map(|(record, _)| record)
    }

    #[inline]
    fn probe_both(&self, key: Key) -> Option<Found<P>> {
        self.table.get_with(key, &self.extra)
    }

    #[inline]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        self.table.put_with(key, &record, &self.extra, self.table.policy())
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    #[inline]
    fn hit(&mut self, key: Key) {
        (&*self.table).hit(key);
    }

    #[inline]
    fn reads_move_index(&self) -> bool {
        (&*self.table).reads_move_index()
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.extra = L::extra(encoding);
    }
}

wrap_contents!(
    table of Handle<L, R, W, I, G> where (L: Layout, R: Policy<W>, const W: usize, I: Index + 'static, G: Guard)
);

/// Other threads change the slots at any time, so none are shown.
impl<P, L: Layout, R, const W: usize, I, G: Guard> Slotted<P> for Handle<L, R, W, I, G> {}

impl<P, L, R, const W: usize, I, G> AnyTable<P> for Handle<L, R, W, I, G>
where
    P: Payload,
    L: Layout<Record = Record<P>> + 'static,
    R: Policy<W> + Send + Sync + 'static,
    I: Index + Send + Sync + 'static,
    G: Guard,
{
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        visit_all(&*self.table, visit);
    }

    fn clear_part(&self, part: usize, parts: usize) -> bool {
        self.table.clear_part(part, parts);
        true
    }

    fn tally(&self) -> Option<&AtomicU64> {
        self.table.tally()
    }

    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        Some(self.table.save(contents, to))
    }

    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        Some(self.table.restore(contents, from))
    }

    fn another(&self) -> Option<Box<dyn AnyTable<P>>> {
        Some(Box::new(Self { table: Arc::clone(&self.table), extra: self.extra }))
    }
}
