//! The interface of every table whose scheme is selected at run time.

use std::sync::atomic::AtomicU64;

use zobrist::Key;

use crate::{Inspect, Maintain, Record, Resident, Table};

/// A table without its generics.
pub(crate) trait AnyTable<P>: Table<Payload = P> + Maintain + Inspect + Send + Sync {
    /// Calls `visit` for each position, bucket by bucket, if the table consists of buckets.
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        let _ = visit;
    }

    /// Returns the same table for another thread, if it is shared.
    fn another(&self) -> Option<Box<dyn AnyTable<P>>> {
        None
    }

    /// Removes the positions of one of `parts` parts of the table, if it is shared, and returns whether it is.
    fn clear_part(&self, part: usize, parts: usize) -> bool {
        let _ = (part, parts);
        false
    }

    /// Returns the number that is kept in the file of the table, if it has one.
    fn tally(&self) -> Option<&AtomicU64> {
        None
    }

    /// Returns the record of a position in the bucket of `key`, if there is one with another key. `number` selects one
    /// of several.
    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        let _ = (key, number);
        None
    }
}
