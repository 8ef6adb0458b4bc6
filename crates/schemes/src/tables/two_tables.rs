//! Two tables side by side: Thompson's, as Moreland describes them, or one for each player.

use tt::{Identity, Inspect, Maintain, Record, Resident, Stored, Table};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::slot_view::Slotted;
use crate::{Found, Section, UsedSlot};

/// Two tables, of which one or both can hold a position.
///
/// If a position can be in both, both are probed, and the search uses the record that ends it, or else both moves. A
/// store returns what the first table did, or what the second one did if the first one kept its positions. The fill
/// counts a position twice if both tables contain it. With [`Written::One`], the second table can keep an older record
/// of a position that the first one takes later. A probe returns the older record once the first table has lost the
/// position.
pub(crate) struct TwoTables<T> {
    tables: [T; 2],
    written: Written,
}

/// Which of two tables receives a position.
///
/// Moreland writes that "when recording, you simply use the appropriate replacement scheme", which can mean that the
/// position is offered to both tables, or that the second one receives what the first one rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Both tables: the first one keeps deep positions, and the second one always replaces.
    Both,
    /// The second one, if the first one keeps what it has.
    One,
    /// That of the lowest bit of the key.
    ///
    /// If this bit says who is to move, each player has a table, which is one of the two ways of `[Breuker 1998,
    /// 2.4.1]` to distinguish the players. In the other one, which is more common, a random number in the key of one
    /// shared table does this.
    OfSide,
}

impl<T> TwoTables<T> {
    pub(crate) fn new(tables: [T; 2], written: Written) -> Self {
        Self { tables, written }
    }

    /// Returns the number of the only table that can hold a position, and the key that it uses; `None` if both can.
    #[inline(always)]
    fn side(&self, key: Key) -> Option<(usize, Key)> {
        (self.written == Written::OfSide).then(|| split(key))
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

/// Returns an identity that differs from those in the table of the other side.
fn of_side(side: usize, identity: Identity) -> Identity {
    Identity { bucket: identity.bucket << 1 | side as u64, ..identity }
}

impl<T: Table> Table for TwoTables<T> {
    type Payload = T::Payload;

    fn probe(&self, key: Key) -> Option<Record<T::Payload>> {
        self.probe_both(key).map(|(record, _)| record)
    }

    fn probe_both(&self, key: Key) -> Option<Found<T::Payload>> {
        match self.side(key) {
            Some((side, key)) => self.tables[side].probe_both(key),
            None => {
                let [preferred, always] = &self.tables;
                first_two(preferred.probe(key), always.probe(key))
            }
        }
    }

    fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        if let Some((side, key)) = self.side(key) {
            return self.tables[side].store(key, record);
        }
        let [preferred, always] = &mut self.tables;
        let first = preferred.store(key, record);
        let is_kept = matches!(first, Stored::Kept | Stored::Same { updated: false });
        if self.written == Written::One && !is_kept {
            return first;
        }
        let second = always.store(key, record);
        if is_kept { second } else { first }
    }

    fn reads_move_index(&self) -> bool {
        self.tables.iter().any(T::reads_move_index)
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.tables.iter_mut().for_each(|table| table.identify(encoding));
    }

    fn prefetch(&self, key: Key) {
        match self.side(key) {
            Some((side, key)) => self.tables[side].prefetch(key),
            None => self.tables.iter().for_each(|table| table.prefetch(key)),
        }
    }

    fn hit(&mut self, key: Key) {
        match self.side(key) {
            Some((side, key)) => self.tables[side].hit(key),
            None => self.tables.iter_mut().for_each(|table| table.hit(key)),
        }
    }
}

/// Returns the records that two tables have of a position.
fn first_two<P>(preferred: Option<Record<P>>, always: Option<Record<P>>) -> Option<Found<P>> {
    match (preferred, always) {
        (Some(first), second) => Some((first, second)),
        (None, second) => second.map(|record| (record, None)),
    }
}

impl<T: Maintain> Maintain for TwoTables<T> {
    fn stamp(&mut self) {
        self.tables.iter_mut().for_each(T::stamp);
    }

    fn clear(&mut self) {
        self.tables.iter_mut().for_each(T::clear);
    }
}

impl<T: Inspect> Inspect for TwoTables<T> {
    fn capacity(&self) -> u64 {
        self.tables.iter().map(T::capacity).sum()
    }

    fn fill(&self) -> u64 {
        self.tables.iter().map(T::fill).sum()
    }

    fn hashfull(&self) -> u32 {
        u32::midpoint(self.tables[0].hashfull(), self.tables[1].hashfull())
    }

    /// That of the first table that can hold the position. Two tables that can distinguish the same keys if their
    /// layouts and sizes are the same.
    fn identity(&self, key: Key) -> Identity {
        self.identities()(key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        if self.written != Written::OfSide {
            return self.tables[0].identities();
        }
        let of_sides = [self.tables[0].identities(), self.tables[1].identities()];
        Box::new(move |key| {
            let (side, inner) = split(key);
            of_side(side, of_sides[side](inner))
        })
    }
}

impl<T: Slotted<u16>> TwoTables<T> {
    /// Returns the number of slots in the tables before this one.
    fn slots_before(&self, number: usize) -> usize {
        let groups = |table: &T| table.sections().iter().map(|section| section.groups).sum::<usize>();
        self.tables[..number].iter().map(|table| groups(table) * table.slots_per_group()).sum()
    }
}

impl<T: Slotted<u16>> Slotted<u16> for TwoTables<T> {
    fn sections(&self) -> Vec<Section> {
        let is_of_side = self.written == Written::OfSide;
        let names = if is_of_side { ["side 0", "side 1"] } else { ["table 1", "table 2"] };
        let of_table = |(table, table_name): (&T, &'static str)| {
            let named = |Section { unit, name, groups }| {
                let name = if name.is_empty() { table_name.into() } else { format!("{name} of {table_name}").into() };
                Section { unit: if is_of_side { unit } else { "slot" }, name, groups }
            };
            table.sections().into_iter().map(named).collect::<Vec<_>>()
        };
        self.tables.iter().zip(names).flat_map(of_table).collect()
    }

    fn slots_per_group(&self) -> usize {
        self.tables[0].slots_per_group()
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        for (number, table) in self.tables.iter().enumerate() {
            let before = self.slots_before(number);
            table.visit_slots(&mut |used| {
                let is_of_side = self.written == Written::OfSide;
                let identity = if is_of_side { of_side(number, used.identity) } else { used.identity };
                visit(UsedSlot { slot: before + used.slot, identity, ..used });
            });
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        let of_table = |number: usize, key| {
            let before = self.slots_before(number);
            self.tables[number].slots_of(key).into_iter().map(move |slot| before + slot)
        };
        match self.side(key) {
            Some((side, key)) => of_table(side, key).collect(),
            None => of_table(0, key).chain(of_table(1, key)).collect(),
        }
    }
}

/// The tables of both sides consist of buckets if each of them does, but two tables that can hold a position do not.
impl<T: AnyTable<u16>> AnyTable<u16> for TwoTables<T> {
    fn visit(&self, visit: &mut dyn FnMut(Resident<Record<u16>>)) {
        if self.written != Written::OfSide {
            return;
        }
        for (side, table) in self.tables.iter().enumerate() {
            table.visit(&mut |resident| visit(Resident { identity: of_side(side, resident.identity), ..resident }));
        }
    }

    fn other_resident(&self, key: Key, number: u64) -> Option<Record<u16>> {
        let (side, key) = self.side(key)?;
        self.tables[side].other_resident(key, number)
    }
}
