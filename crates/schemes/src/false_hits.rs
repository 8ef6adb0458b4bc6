//! Injected type-1 errors: some probes of positions that are not in the table find another position.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tt::{Contents, FileError, Payload, Record, Resident};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::slot_view::Slotted;
use crate::wrapper::{Found, Wrapper, wrap_contents, wrap_table};

/// A rule that makes a table answer some probes with the record of another position, as if the keys of both were equal
/// in all verified bits (a *type-1 error*, `[Breuker 1998, 2.4.2]`).
///
/// Every probe of a position that is not in the table, and whose bucket holds other positions, is answered with a
/// probability of 1 in `one_in` by one of these positions. The probes are selected by a pseudo-random sequence, so that
/// the same searches with the same seed have the same errors. See
/// [`TranspositionTable::with_false_hits`](crate::TranspositionTable::with_false_hits).
///
/// Copies of a rule have a common count.
///
/// ```
/// use schemes::{FalseHits, Scheme, TranspositionTable};
/// use tt::{Bound, Key, Record, Table};
///
/// let rule = FalseHits::one_in(1, 0);
/// let mut table = TranspositionTable::<()>::new("1".parse()?, Scheme::New)?.with_false_hits(&rule);
/// let record = Record { payload: (), score: 7, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// assert_eq!(table.probe(Key::mixed(2)), None, "there is no other position yet");
/// table.store(Key::mixed(1), record);
/// assert_eq!((table.probe(Key::mixed(1)), rule.count()), (Some(record), 0));
/// assert_eq!((table.probe(Key::mixed(2)), rule.count()), (Some(record), 1));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FalseHits {
    one_in: u64,
    seed: u64,
    count: Arc<AtomicU64>,
}

impl FalseHits {
    /// Returns the rule that answers one in `one_in` of these probes on average, or none if `one_in` is 0.
    #[must_use]
    pub fn one_in(one_in: u64, seed: u64) -> Self {
        Self { one_in, seed, count: Arc::default() }
    }

    /// Returns how many probes were answered with the record of another position.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }
}

/// A table with false hits.
pub(crate) struct Misled<P> {
    table: Box<dyn AnyTable<P>>,
    rule: FalseHits,
    /// The probes that could have been answered falsely. It is atomic only because a probe does not change the table.
    probes: AtomicU64,
}

impl<P: Payload> Misled<P> {
    pub(crate) fn new(table: Box<dyn AnyTable<P>>, rule: FalseHits) -> Self {
        Self { table, rule, probes: AtomicU64::new(0) }
    }

    /// Returns the record of another position if the rule selects this probe.
    fn mislead(&self, key: Key) -> Option<Record<P>> {
        let any = self.table.other_resident(key, 0)?;
        let probe = self.probes.fetch_add(1, Ordering::Relaxed);
        let random = Key::mixed(Key::mixed(self.rule.seed).0.wrapping_add(probe)).0;
        if self.rule.one_in == 0 || !random.is_multiple_of(self.rule.one_in) {
            return None;
        }
        self.rule.count.fetch_add(1, Ordering::Relaxed);
        Some(self.table.other_resident(key, random >> 32).unwrap_or(any))
    }
}

impl<P: Payload> AnyTable<P> for Misled<P> {
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<P>>)) {
        self.table.visit(visit);
    }

    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        self.table.save(contents, to)
    }

    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        self.table.restore(contents, from)
    }

    fn other_resident(&self, key: Key, number: u64) -> Option<Record<P>> {
        self.table.other_resident(key, number)
    }
}

impl<P: Payload> Slotted<P> for Misled<P> {
    fn within(&self) -> Option<&dyn Slotted<P>> {
        Some(&*self.table)
    }
}

impl<P: Payload> Wrapper<P, P> for Misled<P> {
    fn offered(&self, record: Record<P>) -> Option<Record<P>> {
        Some(record)
    }

    fn found(&self, key: Key, found: Option<Found<P>>) -> Option<Found<P>> {
        found.or_else(|| self.mislead(key).map(|record| (record, None)))
    }
}

wrap_table!(self => self.table; Misled<P>, P where P: Payload);
wrap_contents!(table of Misled<P> where (P));
