//! The table of the best solver: buckets of one cache line, two bounds for each position, and no type-1 errors.
//!
//! [`Multiply`] scrambles a key reversibly, and the layout stores all bits that do not select the bucket. Two positions
//! are therefore never confused, whatever the size of the table, as with the remainders by two coprime numbers of
//! `[Pons, part 11]`, but without a division.

use std::fs::File;
use std::io::{self, ErrorKind};

use tt::{
    Bound, Buckets, Contents, Decision, FileError, Key, Layout, MAX_NODES, Multiply, Pages, Policy, Shared, SingleWord,
    Size, TableError, Worth,
};

use super::dead;
use crate::{Position, Shape, SolverError};

/// The known bounds of a position's score, and the number of nodes that they took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lowest: i32,
    pub(super) highest: i32,
    pub(super) nodes: u64,
}

pub(super) type Table = Buckets<TwoBounds, LeastWork, 8, Multiply>;
pub(super) type SharedTable = Shared<TwoBounds, LeastWork, 8, Multiply, SingleWord>;

/// A position in 8 bytes.
///
/// ```text
/// bits 17..64  the bits of the scrambled key that do not select the bucket
///      12..17  work: one plus the binary logarithm of the nodes of the subtree; 0 if the slot is free
///       6..12  upper bound of the score, plus 32
///       0..6   lower bound of the score, plus 32
/// ```
pub(super) struct TwoBounds;

/// The offset that is added to a score to store it as a 6-bit number.
const ZERO: i32 = 32;
const WORK_SHIFT: u32 = 12;
const WORK: u64 = 31;
const CHECK_SHIFT: u32 = 17;
/// The number of bits of the key that a slot stores.
const KEY_BITS: u32 = 64 - CHECK_SHIFT;

impl TwoBounds {
    fn work(nodes: u64) -> u64 {
        u64::from(1 + nodes.max(1).ilog2()).min(WORK)
    }
}

/// Returns both bounds of a score in 12 bits.
#[inline]
pub(super) fn packed(lowest: i32, highest: i32) -> u64 {
    ((highest + ZERO) as u64) << 6 | (lowest + ZERO) as u64
}

/// Returns the lower and the upper bound that [`packed`] has packed. Higher bits are ignored.
#[inline]
pub(super) fn unpacked(bits: u64) -> (i32, i32) {
    let bound = |shift: u32| (bits >> shift & 63) as i32 - ZERO;
    (bound(0), bound(6))
}

impl Layout for TwoBounds {
    type Record = Bounds;
    type Words = u64;
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, bounds: &Bounds, _: u8) -> u64 {
        debug_assert!(bounds.lowest <= bounds.highest);
        let work = Self::work(bounds.nodes);
        check & !0 << CHECK_SHIFT | work << WORK_SHIFT | packed(bounds.lowest, bounds.highest)
    }

    #[inline]
    fn is_free(&word: &u64) -> bool {
        word == 0
    }

    #[inline]
    fn check(word: &u64) -> u64 {
        word & !0 << CHECK_SHIFT
    }

    #[inline]
    fn record(&word: &u64) -> Bounds {
        let (lowest, highest) = unpacked(word);
        Bounds { lowest, highest, nodes: (1 << (word >> WORK_SHIFT & WORK)) >> 1 }
    }

    #[inline]
    fn worth(word: &u64, _: u8) -> Worth {
        // Only the order matters to the policy.
        Worth { depth: 0, nodes: (word >> WORK_SHIFT & WORK) as u32, age: 0, bound: Bound::Exact, ..Worth::default() }
    }

    #[inline]
    fn worth_of(bounds: &Bounds) -> Worth {
        Worth {
            depth: 0,
            nodes: (Self::work(bounds.nodes) as u32).min(MAX_NODES),
            age: 0,
            bound: Bound::Exact,
            ..Worth::default()
        }
    }
}

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

/// Creates a table of 2^`log2_buckets` buckets for keys of `bits` bits. A bucket takes 64 bytes and stores eight
/// positions.
pub(super) fn new(log2_buckets: u32, bits: u32) -> Result<Table, SolverError> {
    let size = size(log2_buckets, bits)?;
    Table::with_pages(size, LeastWork, Pages::Huge).map_err(|error| out_of_memory(error, size))
}

/// Uses a file as the memory of a table that threads share. `text` says what was solved.
pub(super) fn in_file<S: Shape>(shape: S, log2_buckets: u32, file: File, text: &str) -> Result<SharedTable, FileError> {
    let size = size(log2_buckets, shape.bits()).map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
    // The stones in three columns, of both players.
    let position = [0, 1, 1, 2].into_iter().fold(Position::new(shape), |position, column| {
        if column < shape.columns() && position.can_play(column) { position.after(column) } else { position }
    });
    let keys = key(dead::recolour(&position) + position.occupied(), shape.bits());
    SharedTable::in_file(file, Contents { text, keys }, size, LeastWork)
}

/// Creates a table that threads share, like [`new`].
pub(super) fn shared(log2_buckets: u32, bits: u32) -> Result<SharedTable, SolverError> {
    let size = size(log2_buckets, bits)?;
    SharedTable::with_policy(size, LeastWork, Pages::Huge).map_err(|error| out_of_memory(error, size))
}

fn size(log2_buckets: u32, bits: u32) -> Result<Size, SolverError> {
    let min = bits.saturating_sub(KEY_BITS);
    let max = 31;
    if !(min..=max).contains(&log2_buckets) {
        return Err(SolverError::Buckets { requested: log2_buckets, min, max });
    }
    Ok(Size::Bytes(64 << log2_buckets.min(bits - 1)))
}

fn out_of_memory(error: TableError, size: Size) -> SolverError {
    match (error, size) {
        (TableError::OutOfMemory { bytes, reason, .. }, _) => SolverError::OutOfMemory { bytes: bytes as u64, reason },
        (other, Size::Bytes(bytes)) => SolverError::OutOfMemory { bytes, reason: other.to_string() },
        (other, _) => SolverError::OutOfMemory { bytes: 0, reason: other.to_string() },
    }
}

/// Returns the key of a position code of `bits` bits, whose highest bit becomes the highest of the key.
#[inline]
pub(super) fn key(code: u64, bits: u32) -> Key {
    Key(code << (64 - bits))
}

#[cfg(test)]
mod tests {
    use tt::{Index, Maintain};

    use super::*;

    const BOUNDS: Bounds = Bounds { lowest: -18, highest: 21, nodes: 1 };

    fn found(table: &Table, code: u64, bits: u32) -> Option<(i32, i32)> {
        table.get(key(code, bits)).map(|bounds| (bounds.lowest, bounds.highest))
    }

    #[test]
    fn different_keys_are_never_confused() {
        for log2_buckets in [0, 1, 5, 11] {
            let table = new(log2_buckets, 12).unwrap();
            assert_eq!(table.index().buckets(), 1 << log2_buckets);
            let mut identities: Vec<_> = (0..1 << 12).map(|code| table.identity(key(code, 12))).collect();
            identities.sort_unstable();
            identities.dedup();
            assert_eq!(identities.len(), 1 << 12);
        }
    }

    #[test]
    fn the_longest_keys_fit() {
        let mut table = new(17, 64).unwrap();
        for code in [0, 1, u64::MAX, u64::MAX - 1] {
            assert_eq!(found(&table, code, 64), None);
            table.put(key(code, 64), &BOUNDS);
            assert_eq!(found(&table, code, 64), Some((-18, 21)));
        }
        assert!(matches!(new(16, 64), Err(SolverError::Buckets { requested: 16, min: 17, max: 31 })));
        assert!(new(33, 49).is_err());
    }

    #[test]
    fn a_full_bucket_replaces_the_position_with_the_least_work() {
        let mut table = new(0, 12).unwrap();
        for code in 0..8 {
            table.put(key(code, 12), &Bounds { nodes: 100 << ((code + 3) % 8), ..BOUNDS });
        }
        table.put(key(8, 12), &BOUNDS);
        let kept: Vec<u64> = (0..9).filter(|&code| found(&table, code, 12).is_some()).collect();
        assert_eq!(kept, [0, 1, 2, 3, 4, 6, 7, 8]);
        table.put(key(6, 12), &Bounds { lowest: 0, highest: 1, nodes: 1 });
        assert_eq!(found(&table, 6, 12), Some((0, 1)));
        table.clear();
        assert!((0..9).all(|code| found(&table, code, 12).is_none()));
    }
}
