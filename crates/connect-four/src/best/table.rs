//! The table of the best solver: buckets of one cache line, or of two on boards of more than 64 bits, two bounds for
//! each position, and no type-1 errors.
//!
//! [`Multiply`] scrambles a key reversibly, and the layout stores all bits that do not select the bucket. Two positions
//! are therefore never confused, whatever the size of the table, as with the remainders by two coprime numbers of
//! `[Pons, part 11]`, but without a division. Only if threads share slots of two words, a slot that two of them write
//! at once can be taken for another position, as for every table with [`tt::Xor`].

use std::fs::File;
use std::io::{self, ErrorKind};

use tt::{Buckets, Contents, Decision, FileError, Layout, Multiply, Pages, Policy, Shared, Size, TableError, Worth};

use super::dead;
use crate::slot::{LongKey, Storable};
use crate::{Position, Shape, SolverError};

pub(super) type Table<B> = Buckets<<B as Storable>::Layout, LeastWork, 8, Multiply>;
pub(super) type SharedTable<B> = Shared<<B as Storable>::Layout, LeastWork, 8, Multiply, <B as Storable>::Guard>;

/// The key of a position on a board of this shape.
pub(super) type PositionKey<S> = LongKey<<<S as Shape>::Bits as Storable>::Rest>;

/// Replaces the position with the least work.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeastWork;

impl<const W: usize> Policy<W> for LeastWork {
    #[inline]
    fn victim(self, residents: &[Worth; W], _: Worth) -> Decision {
        let mut victim = 0;
        for slot in 1..W {
            if residents[slot].nodes < residents[victim].nodes {
                victim = slot;
            }
        }
        Decision::Replace(victim)
    }
}

/// Creates a table of 2^`log2_buckets` buckets for keys of `bits` bits. A bucket stores eight positions.
pub(super) fn new<B: Storable>(log2_buckets: u32, bits: u32) -> Result<Table<B>, SolverError> {
    let size = size::<B>(log2_buckets, bits)?;
    Table::<B>::with_pages(size, LeastWork, Pages::Huge).map_err(|error| out_of_memory(error, size))
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
    SharedTable::<S::Bits>::in_file(file, Contents { text, keys, version }, size, LeastWork)
}

/// Creates a table that threads share, like [`new`].
pub(super) fn shared<B: Storable>(log2_buckets: u32, bits: u32) -> Result<SharedTable<B>, SolverError> {
    let size = size::<B>(log2_buckets, bits)?;
    SharedTable::<B>::with_pages(size, LeastWork, Pages::Huge).map_err(|error| out_of_memory(error, size))
}

fn size<B: Storable>(log2_buckets: u32, bits: u32) -> Result<Size, SolverError> {
    let min = bits.min(64).saturating_sub(B::Layout::KEY_BITS);
    let max = 31;
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
    use std::collections::HashSet;

    use tt::Index;

    use super::*;
    use crate::Bits;
    use crate::rules::bits::low;
    use crate::slot::{Bounds, KeyedBounds};

    const BOUNDS: Bounds = Bounds { lowest: -18, highest: 21, nodes: 1 };

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
            let table = new::<B>(log2_buckets, 12).unwrap();
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
        let mut table = new::<B>(log2_buckets, bits).unwrap();
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
        assert!(matches!(new::<u64>(16, 64), Err(SolverError::Buckets { requested: 16, min: 17, max: 31 })));
        assert!(new::<u64>(33, 49).is_err() && new::<u128>(0, 104).is_ok());
    }

    /// A key of 64 bits does not say which of these positions it is.
    #[test]
    fn a_record_with_another_rest_is_that_of_another_position() {
        let mut table = new::<u128>(3, 72).unwrap();
        let code = 12_345_u128;
        let LongKey { key, rest } = code.key(72);
        table.put(key, &KeyedBounds { bounds: BOUNDS, rest: rest ^ 1 });
        assert_eq!(found(&table, code, 72), None);
        put(&mut table, code, 72, Bounds { lowest: -50, highest: 50, nodes: u64::MAX });
        assert_eq!(found(&table, code, 72), Some((-50, 50)));
    }

    fn replaces_the_least_work<B: Bits>() {
        let code = |code: u32| num_traits::cast::<_, B>(code).unwrap();
        let mut table = new::<B>(0, 12).unwrap();
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
}
