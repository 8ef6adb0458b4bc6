//! The table of the best solver: buckets of one cache line, or of two on boards of more than 64 bits, two bounds for
//! each position, and no type-1 errors.
//!
//! [`Multiply`] scrambles a key reversibly, and the layout stores all bits that do not select the bucket. Two positions
//! are therefore never confused, whatever the size of the table, as with the remainders by two coprime numbers of
//! `[Pons, part 11]`, but without a division. Only if threads share slots of two words, a slot that two of them write
//! at once can be taken for another position, as for every table with [`tt::Xor`].

use std::fs::File;
use std::io::{self, ErrorKind};
use std::mem;

use tt::{
    Buckets, Contents, Decision, FileError, Index as _, Key, Layout, Multiply, Pages, Policy, Shared, Size, Stored,
    TableError, Worth,
};

use super::dead;
use crate::slot::{KeyedBounds, LongKey, Storable};
use crate::{Position, Shape, SolverError};

pub(super) type Table<B> = Buckets<<B as Storable>::Layout, LeastWork, 8, Multiply>;
pub(super) type SharedTable<B> = Shared<<B as Storable>::Layout, LeastWork, 8, Multiply, <B as Storable>::Guard>;

/// The key of a position on a board of this shape.
pub(super) type PositionKey<S> = LongKey<<<S as Shape>::Bits as Storable>::Rest>;

/// The sizes of a growing table before the full one, as binary logarithms of the number of buckets.
const SMALL: [u32; 3] = [13, 15, 17];

/// Replaces the position with the least work.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeastWork {
    /// Whether a full bucket keeps its positions instead, because the table can grow.
    grows: bool,
}

impl<const W: usize> Policy<W> for LeastWork {
    #[inline]
    fn victim(self, residents: &[Worth; W], _: Worth) -> Decision {
        if self.grows {
            return Decision::Keep;
        }
        let mut victim = 0;
        for slot in 1..W {
            if residents[slot].nodes < residents[victim].nodes {
                victim = slot;
            }
        }
        Decision::Replace(victim)
    }
}

/// A table that starts small, so that searches of easy positions stay in the caches of the processor. As soon as a
/// bucket is full, all positions move to a larger table. The high bits of the scrambled key select the bucket, so that
/// all positions of a bucket come from one bucket of the smaller table, in the same order: the table always contains
/// the positions that one of full size would contain.
#[derive(Debug)]
pub(super) struct GrowingTable<B: Storable> {
    table: Table<B>,
    /// The tables of the other sizes, which are empty, from small to large.
    others: Vec<Table<B>>,
    /// How many of them are smaller.
    smaller: usize,
}

impl<B: Storable> GrowingTable<B> {
    /// Creates a table that grows up to 2^`log2_buckets` buckets.
    pub(super) fn new(log2_buckets: u32, bits: u32) -> Result<Self, SolverError> {
        Self::starting(SMALL, log2_buckets, bits)
    }

    fn starting(small: impl IntoIterator<Item = u32>, log2_buckets: u32, bits: u32) -> Result<Self, SolverError> {
        let full = new::<B>(log2_buckets, bits, LeastWork::default())?;
        let sizes = least::<B>(bits)..full.index().buckets().ilog2();
        let small = small.into_iter().filter(|small| sizes.contains(small));
        let small = small.map(|log2| new::<B>(log2, bits, LeastWork { grows: true }));
        let mut others = small.chain([Ok(full)]).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { table: others.remove(0), others, smaller: 0 })
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<KeyedBounds<B::Rest>> {
        self.table.get(key)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: Key, record: &KeyedBounds<B::Rest>) {
        while self.table.put(key, record) == Stored::Kept {
            self.grow();
        }
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    #[cold]
    fn grow(&mut self) {
        let larger = &mut self.others[self.smaller];
        let index = self.table.index();
        for resident in self.table.residents() {
            larger.put(index.key(resident.identity), &resident.record);
        }
        self.table.clear();
        mem::swap(&mut self.table, larger);
        self.smaller += 1;
    }

    /// Removes all positions, and makes the table small again.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        while self.smaller > 0 {
            self.smaller -= 1;
            mem::swap(&mut self.table, &mut self.others[self.smaller]);
        }
    }
}

/// Creates a table of 2^`log2_buckets` buckets for keys of `bits` bits. A bucket stores eight positions.
fn new<B: Storable>(log2_buckets: u32, bits: u32, policy: LeastWork) -> Result<Table<B>, SolverError> {
    let size = size::<B>(log2_buckets, bits)?;
    Table::<B>::with_pages(size, policy, Pages::Huge).map_err(|error| out_of_memory(error, size))
}

/// Uses a file as the memory of a table that threads share. `text` says what was solved, by this version of the solver.
pub(super) fn in_file<S: Shape>(
    shape: S,
    log2_buckets: u32,
    file: File,
    text: &str,
    version: u64,
) -> Result<SharedTable<S::Bits>, FileError> {
    let size =
        size::<S::Bits>(log2_buckets, shape.bits()).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
    // The stones in three columns, of both players.
    let position = [0, 1, 1, 2].into_iter().fold(Position::new(shape), |position, column| {
        if column < shape.columns() && position.can_play(column) { position.after(column) } else { position }
    });
    let keys = (dead::recolour(&position) + position.occupied()).key(shape.bits()).key;
    SharedTable::<S::Bits>::in_file(file, Contents { text, keys, version }, size, LeastWork::default())
}

/// Creates a table that threads share, like [`new`].
pub(super) fn shared<B: Storable>(log2_buckets: u32, bits: u32) -> Result<SharedTable<B>, SolverError> {
    let size = size::<B>(log2_buckets, bits)?;
    SharedTable::<B>::with_pages(size, LeastWork::default(), Pages::Huge).map_err(|error| out_of_memory(error, size))
}

/// Returns the least number of buckets for keys of `bits` bits, as a binary logarithm.
fn least<B: Storable>(bits: u32) -> u32 {
    bits.min(64).saturating_sub(B::Layout::KEY_BITS)
}

fn size<B: Storable>(log2_buckets: u32, bits: u32) -> Result<Size, SolverError> {
    let (min, max) = (least::<B>(bits), 31);
    if !(min..=max).contains(&log2_buckets) {
        return Err(SolverError::Buckets { requested: log2_buckets, min, max });
    }
    let bytes = 8 * size_of::<<B::Layout as Layout>::Words>() as u64;
    Ok(Size::Bytes(bytes << log2_buckets.min(bits - 1)))
}

fn out_of_memory(error: TableError, size: Size) -> SolverError {
    match (error, size) {
        (TableError::OutOfMemory { bytes, reason, .. }, _) => SolverError::OutOfMemory { bytes: bytes as u64, reason },
        (other, Size::Bytes(bytes)) => SolverError::OutOfMemory { bytes, reason: other.to_string() },
        (other, _) => SolverError::OutOfMemory { bytes: 0, reason: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;
    use crate::Bits;
    use crate::rules::bits::low;
    use crate::slot::Bounds;

    const BOUNDS: Bounds = Bounds { lowest: -18, highest: 21, nodes: 1 };

    fn full<B: Bits>(log2_buckets: u32, bits: u32) -> Result<Table<B>, SolverError> {
        new::<B>(log2_buckets, bits, LeastWork::default())
    }

    fn put<B: Bits>(table: &mut Table<B>, code: B, bits: u32, bounds: Bounds) {
        let LongKey { key, rest } = code.key(bits);
        table.put(key, &KeyedBounds { bounds, rest });
    }

    fn found<B: Bits>(table: &Table<B>, code: B, bits: u32) -> Option<(i32, i32)> {
        let key = code.key(bits);
        table.get(key.key)?.of(key).map(|bounds| (bounds.lowest, bounds.highest))
    }

    fn are_never_confused<B: Bits>() {
        for log2_buckets in [0, 1, 5, 11] {
            let table = full::<B>(log2_buckets, 12).unwrap();
            assert_eq!(table.index().buckets(), 1 << log2_buckets);
            let code = |code: u32| num_traits::cast::<_, B>(code).unwrap();
            let mut identities: Vec<_> = (0..1 << 12).map(|number| table.identity(code(number).key(12).key)).collect();
            identities.sort_unstable();
            identities.dedup();
            assert_eq!(identities.len(), 1 << 12);
        }
    }

    #[test]
    fn different_keys_are_never_confused() {
        are_never_confused::<u64>();
        are_never_confused::<u128>();
    }

    #[test]
    fn different_long_codes_have_different_keys() {
        for bits in [65, 72, 100, 104] {
            // Codes that differ in one of the lowest, middle and highest bits, and next to each other.
            let ends = (0..bits).map(|bit| 1_u128 << bit).chain((0..10_000).map(|code| code << (bits - 64)));
            let codes: HashSet<u128> = ends.chain(0..10_000).collect();
            let keys: HashSet<_> = codes.iter().map(|code| code.key(bits)).collect();
            assert_eq!(keys.len(), codes.len(), "{bits} bits");
            assert!(keys.iter().all(|key| key.rest >> (bits - 64) == 0));
            let places: HashSet<_> = (0..bits).map(|bit| (1_u128 << bit).key(bits).key).collect();
            assert_eq!(places.len(), bits as usize, "one bit changes the part that selects the bucket");
        }
    }

    fn fit<B: Bits>(log2_buckets: u32, bits: u32) {
        let mut table = full::<B>(log2_buckets, bits).unwrap();
        let highest = low::<B>(bits);
        for code in [B::zero(), B::one(), highest, highest - B::one()] {
            assert_eq!(found(&table, code, bits), None);
            put(&mut table, code, bits, BOUNDS);
            assert_eq!(found(&table, code, bits), Some((-18, 21)));
        }
    }

    #[test]
    fn the_longest_keys_fit() {
        fit::<u64>(17, 64);
        fit::<u128>(3, u128::MAX_BITS);
        assert!(matches!(full::<u64>(16, 64), Err(SolverError::Buckets { requested: 16, min: 17, max: 31 })));
        assert!(full::<u64>(33, 49).is_err() && full::<u128>(0, 104).is_ok());
    }

    /// A key of 64 bits does not say which of these positions it is.
    #[test]
    fn a_record_with_another_rest_is_that_of_another_position() {
        let mut table = full::<u128>(3, 72).unwrap();
        let code = 12_345_u128;
        let LongKey { key, rest } = code.key(72);
        table.put(key, &KeyedBounds { bounds: BOUNDS, rest: rest ^ 1 });
        assert_eq!(found(&table, code, 72), None);
        put(&mut table, code, 72, Bounds { lowest: -50, highest: 50, nodes: u64::MAX });
        assert_eq!(found(&table, code, 72), Some((-50, 50)));
    }

    fn replaces_the_least_work<B: Bits>() {
        let code = |code: u32| num_traits::cast::<_, B>(code).unwrap();
        let mut table = full::<B>(0, 12).unwrap();
        for number in 0..8 {
            put(&mut table, code(number), 12, Bounds { nodes: 100 << ((number + 3) % 8), ..BOUNDS });
        }
        put(&mut table, code(8), 12, BOUNDS);
        let kept: Vec<u32> = (0..9).filter(|&number| found(&table, code(number), 12).is_some()).collect();
        assert_eq!(kept, [0, 1, 2, 3, 4, 6, 7, 8]);
        put(&mut table, code(6), 12, Bounds { lowest: 0, highest: 1, nodes: 1 });
        assert_eq!(found(&table, code(6), 12), Some((0, 1)));
        table.clear();
        assert!((0..9).all(|number| found(&table, code(number), 12).is_none()));
    }

    #[test]
    fn a_full_bucket_replaces_the_position_with_the_least_work() {
        replaces_the_least_work::<u64>();
        replaces_the_least_work::<u128>();
    }

    /// Fills a growing table, and compares it with one that has the last size from the start.
    fn contains_what_a_full_table_contains<B: Bits>(bits: u32) {
        let mut growing = GrowingTable::<B>::starting([2, 5], 6, bits).unwrap();
        for (stored, sizes) in [(2_000, 3), (20, 1), (200, 2)] {
            let mut table = full::<B>(6, bits).unwrap();
            let mut seen = HashSet::new();
            for number in 0..stored {
                let code = num_traits::cast::<_, B>(number * 7 % (stored / 2)).unwrap() << (bits as usize - 12);
                let LongKey { key, rest } = code.key(bits);
                let record = KeyedBounds { bounds: Bounds { nodes: number % 1_000, ..BOUNDS }, rest };
                table.put(key, &record);
                growing.put(key, &record);
                seen.insert(growing.table.index().buckets());
            }
            assert_eq!(seen.len(), sizes, "{stored}");
            let positions = |table: &Table<B>| -> BTreeMap<_, _> {
                let key = |identity| table.index().key(identity);
                table.residents().map(|one| (key(one.identity), format!("{:?}", one.record))).collect()
            };
            assert_eq!(positions(&table), positions(&growing.table));
            growing.clear();
            assert_eq!((growing.table.fill(), growing.table.index().buckets()), (0, 4));
        }
    }

    #[test]
    fn a_growing_table_contains_what_one_of_full_size_contains() {
        contains_what_a_full_table_contains::<u64>(16);
        contains_what_a_full_table_contains::<u128>(72);
    }
}
