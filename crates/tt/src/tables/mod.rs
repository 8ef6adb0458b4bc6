//! Tables that are not built of buckets: two tables side by side, and the data structures of `[Breuker 1998, 2.4.1]`.
//!
//! They are made for comparisons: each keeps records in ordinary memory, without a layout, and is slower than
//! [`Buckets`](crate::Buckets).

mod chained;
mod overflow;
mod probing;
mod two_tables;
mod unbounded;

pub use chained::Chained;
pub use overflow::{Area, Overflow};
pub use probing::Probing;
pub use two_tables::{TwoTables, Written};
pub use unbounded::Unbounded;

use zobrist::Key;

use crate::layouts::worth_of;
use crate::{Record, Size, TableError, Worth};

/// A position with its whole key.
#[derive(Clone, Copy, Debug)]
struct Held<P> {
    key: Key,
    record: Record<P>,
    generation: u8,
}

impl<P: Copy> Held<P> {
    fn new(key: Key, record: Record<P>, generation: u8) -> Self {
        Self { key, record: Record { nodes: worth_of(&record).nodes, ..record }, generation }
    }

    fn worth(&self, generation: u8) -> Worth {
        Worth { age: generation.wrapping_sub(self.generation), ..worth_of(&self.record) }
    }
}

/// Returns the number of positions of a table whose slots are values of type `T`.
fn positions<T>(size: Size, least: u64) -> Result<usize, TableError> {
    let bytes = size_of::<T>() as u64;
    let positions = match size {
        Size::Positions(positions) if positions.is_power_of_two() || positions < least => positions,
        Size::Positions(positions) => {
            let below = 1 << positions.ilog2();
            return Err(TableError::Unsupported { size, below, above: below.saturating_mul(2) });
        }
        Size::Bytes(memory) => (memory / bytes).checked_ilog2().map_or(0, |log| 1 << log),
    };
    if positions < least {
        return Err(TableError::SmallerThanABucket { size, width: least as usize, bytes: bytes * least });
    }
    // Ordinary memory is allocated and written at once, so its amount is checked before.
    const MOST: u64 = 1 << 31;
    if positions > MOST {
        return Err(TableError::OutOfMemory {
            size,
            bytes: u128::from(positions) * u128::from(bytes),
            reason: "this kind of table has at most 2048M positions".to_owned(),
        });
    }
    Ok(positions as usize)
}
