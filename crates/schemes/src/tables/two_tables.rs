//! Thompson's two tables, as Moreland describes them.

use tt::{Found, Identity, Inspect, Maintain, Record, Stored, Table};
use zobrist::Key;

use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// Two tables side by side: one keeps deep positions, the other always replaces.
///
/// Both are probed, and the search uses the record that ends it, or else both moves. Moreland writes that "when
/// recording, you simply use the appropriate replacement scheme", which can mean that the position is offered to both
/// tables, or that the second one receives what the first one rejects: [`Written`] selects the reading.
///
/// A store returns what the first table did, or what the second one did if the first one kept its positions. The fill
/// counts a position twice if both tables contain it. With [`Written::One`], the second table can keep an older record
/// of a position that the first one takes later. A probe returns the older record once the first table has lost the
/// position.
///
/// ```
/// use schemes::tables::{TwoTables, Written};
/// use tt::{Bound, Deep, Key, New, Record, Table};
///
/// let (deep, new) = (Deep::<()>::new("1".parse()?)?, New::<()>::new("1".parse()?)?);
/// let mut table = TwoTables::new(deep, new, Written::Both);
/// let record = |depth| Record { payload: (), score: 0, bound: Bound::Exact, depth, ..Record::default() };
/// table.store(Key::mixed(1), record(9));
/// table.store(Key::mixed(2), record(3));
/// assert!(table.probe(Key::mixed(1)).is_some() && table.probe(Key::mixed(2)).is_some());
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoTables<A, B> {
    preferred: A,
    always: B,
    written: Written,
}

/// Which of two tables receives a position.
///
/// ```
/// use schemes::tables::{TwoTables, Written};
/// use tt::{Deep, Inspect, New, Table};
/// # use tt::{Bound, Key, Record};
///
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 9, ..Record::default() };
/// for (written, fill) in [(Written::Both, 2), (Written::One, 1)] {
///     let mut table = TwoTables::new(Deep::<()>::new("1".parse()?)?, New::<()>::new("1".parse()?)?, written);
///     table.store(Key::mixed(1), record);
///     assert_eq!(table.fill(), fill);
/// }
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Both tables.
    Both,
    /// The second one, if the first one keeps what it has.
    One,
}

impl<A, B> TwoTables<A, B> {
    /// Combines the table that decides with the one that always replaces.
    pub fn new(preferred: A, always: B, written: Written) -> Self {
        Self { preferred, always, written }
    }
}

impl<A: Table, B: Table<Payload = A::Payload>> Table for TwoTables<A, B> {
    type Payload = A::Payload;

    fn probe(&self, key: Key) -> Option<Record<A::Payload>> {
        self.preferred.probe(key).or_else(|| self.always.probe(key))
    }

    fn probe_both(&self, key: Key) -> Option<Found<A::Payload>> {
        match (self.preferred.probe(key), self.always.probe(key)) {
            (Some(first), second) => Some((first, second)),
            (None, second) => second.map(|record| (record, None)),
        }
    }

    fn store(&mut self, key: Key, record: Record<A::Payload>) -> Stored {
        let first = self.preferred.store(key, record);
        let is_kept = matches!(first, Stored::Kept | Stored::Same { updated: false });
        if self.written == Written::One && !is_kept {
            return first;
        }
        let second = self.always.store(key, record);
        if is_kept { second } else { first }
    }

    fn reads_move_index(&self) -> bool {
        self.preferred.reads_move_index() || self.always.reads_move_index()
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.preferred.identify(encoding);
        self.always.identify(encoding);
    }

    fn prefetch(&self, key: Key) {
        self.preferred.prefetch(key);
        self.always.prefetch(key);
    }

    fn hit(&mut self, key: Key) {
        self.preferred.hit(key);
        self.always.hit(key);
    }
}

impl<P, A, B> Slotted<P> for TwoTables<A, B>
where
    A: Slotted<P> + Inspect,
    B: Slotted<P> + Inspect,
{
    fn sections(&self) -> Vec<Section> {
        let named = |name: &'static str| move |section: Section| Section { unit: "slot", name: name.into(), ..section };
        let (first, second) = (self.preferred.sections(), self.always.sections());
        first.into_iter().map(named("table 1")).chain(second.into_iter().map(named("table 2"))).collect()
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        self.preferred.visit_slots(visit);
        let before = self.preferred.capacity() as usize;
        self.always.visit_slots(&mut |used| visit(UsedSlot { slot: before + used.slot, ..used }));
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        let before = self.preferred.capacity() as usize;
        let second = self.always.slots_of(key);
        self.preferred.slots_of(key).into_iter().chain(second.into_iter().map(|slot| before + slot)).collect()
    }
}

impl<A: Maintain, B: Maintain> Maintain for TwoTables<A, B> {
    fn stamp(&mut self) {
        self.preferred.stamp();
        self.always.stamp();
    }

    fn clear(&mut self) {
        self.preferred.clear();
        self.always.clear();
    }
}

impl<A: Inspect, B: Inspect> Inspect for TwoTables<A, B> {
    fn capacity(&self) -> u64 {
        self.preferred.capacity() + self.always.capacity()
    }

    fn fill(&self) -> u64 {
        self.preferred.fill() + self.always.fill()
    }

    fn hashfull(&self) -> u32 {
        u32::midpoint(self.preferred.hashfull(), self.always.hashfull())
    }

    /// That of the first table. Both tables distinguish the same keys if their layouts and sizes are the same.
    fn identity(&self, key: Key) -> Identity {
        self.preferred.identity(key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        self.preferred.identities()
    }
}
