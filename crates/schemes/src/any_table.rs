//! The interface of every table whose scheme is selected at run time.

use std::fs::File;
use std::sync::atomic::AtomicU64;

use tt::{Buckets, Contents, FileError, Index, Inspect, Layout, Maintain, Payload, Policy, Record, Resident, Table};
use zobrist::Key;

use crate::in_buckets::{other, visit_all};
use crate::slot_view::Slotted;

/// A table without its generics.
pub(crate) trait AnyTable<P>: Table<Payload = P> + Maintain + Inspect + Slotted<P> + Send + Sync {
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

    /// Writes the table to a file, like [`Buckets::save`], if it consists of buckets.
    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        let _ = (contents, to);
        None
    }

    /// Reads what [`save`](Self::save) has written, like [`Buckets::restore`], if the table consists of buckets.
    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        let _ = (contents, from);
        None
    }

    /// Returns the record of a position in the bucket of `key`, if there is one with another key. `number` selects one
    /// of several.
    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        let _ = (key, number);
        None
    }
}

impl<P, L, R, const W: usize, I> AnyTable<P> for Buckets<L, R, W, I>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W> + Send + Sync,
    I: Index + Send + Sync + 'static,
{
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        visit_all(self, visit);
    }

    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        Some(self.save(contents, to))
    }

    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        Some(self.restore(contents, from))
    }

    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        other(self, self.identity(key), number)
    }
}

impl<P> Slotted<P> for Box<dyn AnyTable<P>> {
    fn within(&self) -> Option<&dyn Slotted<P>> {
        Some(&**self)
    }
}

/// Every method has to be forwarded, because a call of a box finds this implementation first.
impl<P: Payload> AnyTable<P> for Box<dyn AnyTable<P>> {
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        (**self).visit(visit);
    }

    fn another(&self) -> Option<Box<dyn AnyTable<P>>> {
        (**self).another()
    }

    fn clear_part(&self, part: usize, parts: usize) -> bool {
        (**self).clear_part(part, parts)
    }

    fn tally(&self) -> Option<&AtomicU64> {
        (**self).tally()
    }

    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        (**self).save(contents, to)
    }

    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        (**self).restore(contents, from)
    }

    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        (**self).other_resident(key, number)
    }
}
