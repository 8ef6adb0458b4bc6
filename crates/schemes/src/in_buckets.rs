//! What is done with the buckets of any table: compiled once, and not for each of the many types of tables.

use tt::{Buckets, Guard, Identity, Index, Layout, Policy, Record, Resident, Shared};

/// A table of buckets without its generics.
pub(crate) trait InBuckets<P> {
    /// Returns the number of buckets.
    fn buckets(&self) -> u64;

    /// Calls `visit` for each position of a bucket.
    fn visit_bucket(&self, bucket: u64, visit: &mut dyn FnMut(Resident<Record<P>>));
}

impl<P, L, R, const W: usize, I> InBuckets<P> for Buckets<L, R, W, I>
where
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
{
    fn buckets(&self) -> u64 {
        self.index().buckets()
    }

    fn visit_bucket(&self, bucket: u64, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        self.residents_of(bucket).for_each(visit);
    }
}

impl<P, L, R, const W: usize, I, G> InBuckets<P> for Shared<L, R, W, I, G>
where
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
    G: Guard,
{
    fn buckets(&self) -> u64 {
        self.index().buckets()
    }

    fn visit_bucket(&self, bucket: u64, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        self.residents_of(bucket).for_each(visit);
    }
}

/// Calls `visit` for each position, bucket by bucket.
pub(crate) fn visit_all<P>(table: &dyn InBuckets<P>, visit: &mut dyn FnMut(Resident<Record<P>>)) {
    (0..table.buckets()).for_each(|bucket| table.visit_bucket(bucket, visit));
}

/// Returns one of the records of a bucket that have another key.
pub(crate) fn other<P>(table: &dyn InBuckets<P>, of: Identity, number: u64) -> Option<Record<P>> {
    let mut others = 0;
    table.visit_bucket(of.bucket, &mut |resident| others += u64::from(resident.identity != of));
    let wanted = number.checked_rem(others)?;
    let (mut seen, mut found) = (0, None);
    table.visit_bucket(of.bucket, &mut |resident| {
        if resident.identity != of {
            if seen == wanted {
                found = Some(resident.record);
            }
            seen += 1;
        }
    });
    found
}
