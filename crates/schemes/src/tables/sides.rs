//! One table for each player.

use tt::{Found, Identity, Inspect, Maintain, Record, Stored, Table};
use zobrist::Key;

use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// Two tables of the same kind: the lowest bit of a key selects one.
///
/// If this bit says who is to move, each player has a table, which is one of the two ways of `[Breuker 1998, 2.4.1]` to
/// distinguish the players. In the other one, which is more common, a random number in the key of one shared table does
/// this.
///
/// ```
/// use schemes::tables::Sides;
/// use tt::{Bound, Deep, Key, Record, Table};
///
/// let mut table = Sides::new(Deep::<()>::new("1".parse()?)?, Deep::<()>::new("1".parse()?)?);
/// let record = |depth| Record { payload: (), score: 0, bound: Bound::Exact, depth, ..Record::default() };
/// let (white, black) = (Key(Key::mixed(1).0 & !1), Key(Key::mixed(2).0 | 1));
/// table.store(white, record(9));
/// table.store(black, record(3));
/// assert!(table.probe(white).is_some() && table.probe(black).is_some());
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sides<T>([T; 2]);

impl<T> Sides<T> {
    /// Combines the table of the keys whose lowest bit is 0 with that of the others.
    pub fn new(first: T, second: T) -> Self {
        Self([first, second])
    }

    /// Returns both tables.
    pub(crate) fn both(&self) -> &[T; 2] {
        &self.0
    }

    /// Returns the table of a key, and the key without the bit that selects it.
    pub(crate) fn of(&self, key: Key) -> (&T, Key) {
        let (side, key) = split(key);
        (&self.0[side], key)
    }

    /// As [`of`](Self::of), to change the table.
    fn of_mut(&mut self, key: Key) -> (&mut T, Key) {
        let (side, key) = split(key);
        (&mut self.0[side], key)
    }
}

/// Returns the lowest bit of a key, and the key in which the other bits select the bucket.
///
/// The lowest bit, which is the same in all keys of a table, is moved to bit 31: low bits select up to 2^31 buckets
/// without it, and the highest bits, which select the bucket of a product, stay where they are.
fn split(key: Key) -> (usize, Key) {
    let (high, low) = (key.0 >> 32 << 32, key.0 as u32);
    ((key.0 & 1) as usize, Key(high | u64::from(low.rotate_right(1))))
}

/// Returns an identity that differs from those in the other table.
pub(crate) fn of_side(side: usize, identity: Identity) -> Identity {
    Identity { bucket: identity.bucket << 1 | side as u64, ..identity }
}

impl<T: Table> Table for Sides<T> {
    type Payload = T::Payload;

    fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
        let (table, key) = self.of(key);
        table.probe(key)
    }

    fn probe_both(&self, key: Key) -> Option<Found<T::Payload>> {
        let (table, key) = self.of(key);
        table.probe_both(key)
    }

    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        let (table, key) = self.of_mut(key);
        table.store(key, record)
    }

    fn reads_move_index(&self) -> bool {
        self.0.iter().any(T::reads_move_index)
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.0.iter_mut().for_each(|table| table.identify(encoding));
    }

    fn prefetch(&self, key: Key) {
        let (table, key) = self.of(key);
        table.prefetch(key);
    }

    fn hit(&mut self, key: Key) {
        let (table, key) = self.of_mut(key);
        table.hit(key);
    }
}

impl<T: Maintain> Maintain for Sides<T> {
    fn stamp(&mut self) {
        self.0.iter_mut().for_each(T::stamp);
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(T::clear);
    }
}

impl<T: Inspect> Inspect for Sides<T> {
    fn capacity(&self) -> u64 {
        self.0.iter().map(T::capacity).sum()
    }

    fn fill(&self) -> u64 {
        self.0.iter().map(T::fill).sum()
    }

    fn hashfull(&self) -> u32 {
        u32::midpoint(self.0[0].hashfull(), self.0[1].hashfull())
    }

    fn identity(&self, key: Key) -> Identity {
        let (side, inner) = split(key);
        of_side(side, self.0[side].identity(inner))
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        let of_sides = [self.0[0].identities(), self.0[1].identities()];
        Box::new(move |key| {
            let (side, inner) = split(key);
            of_side(side, of_sides[side](inner))
        })
    }
}

impl<P, T: Slotted<P>> Slotted<P> for Sides<T> {
    fn sections(&self) -> Vec<Section> {
        let sides = self.0.iter().zip(["side 0", "side 1"]);
        let of_side = |(table, side): (&T, &'static str)| {
            let named = |section: Section| {
                let name =
                    if section.name.is_empty() { side.into() } else { format!("{} of {side}", section.name).into() };
                Section { name, ..section }
            };
            table.sections().into_iter().map(named).collect::<Vec<_>>()
        };
        sides.flat_map(of_side).collect()
    }

    fn slots_per_group(&self) -> usize {
        self.0[0].slots_per_group()
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        for (side, table) in self.0.iter().enumerate() {
            let before = slots_before(&self.0, side);
            table.visit_slots(&mut |used| {
                visit(UsedSlot { slot: before + used.slot, identity: of_side(side, used.identity), ..used });
            });
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        let (side, key) = split(key);
        let before = slots_before(&self.0, side);
        self.0[side].slots_of(key).into_iter().map(|slot| before + slot).collect()
    }
}

/// Returns the number of slots in the tables before that of `side`.
fn slots_before<P, T: Slotted<P>>(tables: &[T; 2], side: usize) -> usize {
    let groups = |table: &T| table.sections().iter().map(|section| section.groups).sum::<usize>();
    tables[..side].iter().map(|table| groups(table) * table.slots_per_group()).sum()
}
