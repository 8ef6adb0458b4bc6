//! Tables beside [`Buckets`](tt::Buckets): two tables side by side, and the data structures of `[Breuker 1998, 2.4.1]`.
//!
//! They are made for comparisons: each keeps records in ordinary memory, without a layout, and is slower than
//! [`Buckets`](tt::Buckets).

mod chained;
mod overflow;
mod probing;
mod queues;
mod structured;
mod tree;
mod two_tables;
mod unbounded;

pub(crate) use chained::Chained;
pub(crate) use overflow::{Area, Overflow};
pub(crate) use probing::Probing;
pub(crate) use queues::{Eviction, Queues};
pub(crate) use structured::Structured;
pub(crate) use two_tables::{TwoTables, Written};
pub(crate) use unbounded::Unbounded;

use tt::{Size, TableError};
use zobrist::Key;

/// Returns the number of positions of a table whose slots are values of type `T`: the largest multiple of `unit` that
/// fits.
fn positions<T>(size: Size, unit: u64) -> Result<usize, TableError> {
    positions_of(size_of::<T>() as u64, size, unit)
}

/// Returns the number of positions of a table if a position takes this number of bytes: the largest multiple of `unit`
/// that fits.
fn positions_of(bytes: u64, size: Size, unit: u64) -> Result<usize, TableError> {
    let positions = size.units(1, bytes)?;
    if positions < unit {
        return Err(TableError::SmallerThanABucket { size, width: unit as usize, bytes: bytes * unit });
    }
    let positions = positions - positions % unit;
    // Links and indices have 32 bits.
    const MOST: u64 = 1 << 31;
    if positions > MOST {
        let reason = "this kind of table has at most 2048M positions".to_owned();
        return Err(TableError::OutOfMemory { size, bytes: u128::from(positions) * u128::from(bytes), reason });
    }
    Ok(positions as usize)
}

/// Returns the remainder of a key by `len`, which selects one of so many places.
///
/// If `len` is a power of two, these are the low bits of the key.
fn place(key: Key, len: usize) -> usize {
    (key.0 % len as u64) as usize
}

/// Returns `len` copies of a value in ordinary memory.
fn filled<T: Clone>(size: Size, value: T, len: usize) -> Result<Vec<T>, TableError> {
    let mut values = reserved(size, len)?;
    values.resize(len, value);
    Ok(values)
}

/// Returns an empty vector with ordinary memory for `len` values.
fn reserved<T>(size: Size, len: usize) -> Result<Vec<T>, TableError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|error| TableError::OutOfMemory {
        size,
        bytes: len as u128 * size_of::<T>() as u128,
        reason: error.to_string(),
    })?;
    Ok(values)
}
