//! What tables have in common that are made of other data structures than buckets.

use tt::{Identity, Inspect, Maintain, Payload as _, Record, Same, Stored, Table, Worth};
use zobrist::Key;

use crate::UsedSlot;
use crate::any_table::AnyTable;
use crate::policies::SameRule;
use crate::slot_view::Slotted;

/// A position with its whole key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(super) key: Key,
    pub(super) record: Record<u16>,
    pub(super) generation: u8,
}

impl Held {
    pub(super) fn new(key: Key, record: Record<u16>, generation: u8) -> Self {
        Self { key, record: Record { nodes: Worth::of(&record).nodes, ..record }, generation }
    }

    pub(super) fn worth(&self, generation: u8) -> Worth {
        Worth { age: generation.wrapping_sub(self.generation), ..Worth::of(&self.record) }
    }

    /// Returns what is shown of a slot with this position. The whole key identifies it.
    pub(super) fn shown(&self, slot: usize, note: String) -> UsedSlot<Record<u16>> {
        UsedSlot { slot, identity: identity(self.key), record: self.record, second: None, note }
    }

    /// Returns what is kept of this record and a new one of the same position, and whether it is the new one. A table
    /// that cannot hold a position twice overwrites a record that would compete.
    fn or_new(self, new: Self, same: Same) -> (Self, bool) {
        let payload = new.record.payload.keeping(self.record.payload);
        let with_payload = |held: Self| Self { record: Record { payload, ..held.record }, ..held };
        match same {
            Same::Keep => (self, false),
            Same::Overwrite | Same::Compete => (new, true),
            Same::OverwriteKeepingPayload => (with_payload(new), true),
            Same::KeepTakingPayload => (with_payload(self), false),
        }
    }
}

/// How a [`Structured`] table organises its positions. It holds no position twice.
pub(crate) trait DataStructure: Slotted<u16> {
    /// Returns a position if it is stored.
    fn get(&self, key: Key) -> Option<&Held>;

    /// As [`get`](Self::get), to change the record.
    fn get_mut(&mut self, key: Key) -> Option<&mut Held>;

    /// Offers a position that is not stored.
    fn offer(&mut self, new: Held, generation: u8) -> Stored;

    /// Places a position again whose record was overwritten. By default, it stays where it is.
    fn place_again(&mut self, held: Held, generation: u8) -> Stored {
        let _ = (held, generation);
        Stored::Same { updated: true }
    }

    /// Learns that a position was found. Does nothing by default.
    fn hit(&mut self, key: Key) {
        let _ = key;
    }

    /// Learns that all positions are stamped. Does nothing by default.
    fn stamp(&mut self) {}

    /// Removes all positions.
    fn clear(&mut self);

    /// Returns the number of slots.
    fn capacity(&self) -> usize;

    /// Returns all positions.
    fn all(&self) -> impl Iterator<Item = &Held>;

    /// Returns the permille of slots that hold positions of the current search.
    fn hashfull(&self, generation: u8) -> u32 {
        permille(self.all(), self.capacity(), generation)
    }
}

/// Returns how many positions of the current search there are for 1,000 slots.
pub(super) fn permille<'a>(positions: impl Iterator<Item = &'a Held>, slots: usize, generation: u8) -> u32 {
    (positions.filter(|held| held.generation == generation).count() * 1000 / slots) as u32
}

fn identity(key: Key) -> Identity {
    Identity { bucket: 0, check: key.0 }
}

/// A table of positions with whole keys, in a data structure `S`.
pub(crate) struct Structured<S> {
    structure: S,
    /// The rule for a position that is already stored. The old record is overwritten where the rule would let it
    /// [compete](Same::Compete).
    same: SameRule,
    generation: u8,
}

impl<S: DataStructure> Structured<S> {
    pub(crate) fn new(structure: S, same: Option<SameRule>) -> Self {
        Self { structure, same: same.unwrap_or(SameRule::Overwrite), generation: 0 }
    }
}

impl<S: DataStructure> Table for Structured<S> {
    type Payload = u16;

    fn probe(&self, key: Key) -> Option<Record<u16>> {
        self.structure.get(key).map(|held| held.record)
    }

    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let generation = self.generation;
        let new = Held::new(key, record, generation);
        let Some(held) = self.structure.get_mut(key) else { return self.structure.offer(new, generation) };
        let same = self.same.of(held.worth(generation), new.worth(generation));
        let (kept, updated) = held.or_new(new, same);
        *held = kept;
        if updated { self.structure.place_again(kept, generation) } else { Stored::Same { updated } }
    }

    fn hit(&mut self, key: Key) {
        self.structure.hit(key);
    }
}

impl<S: DataStructure> Maintain for Structured<S> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.structure.stamp();
    }

    fn clear(&mut self) {
        self.structure.clear();
        self.generation = 0;
    }
}

impl<S: DataStructure> Inspect for Structured<S> {
    fn capacity(&self) -> u64 {
        self.structure.capacity() as u64
    }

    fn fill(&self) -> u64 {
        self.structure.all().count() as u64
    }

    fn hashfull(&self) -> u32 {
        self.structure.hashfull(self.generation)
    }

    fn identity(&self, key: Key) -> Identity {
        identity(key)
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        Box::new(identity)
    }
}

impl<S: DataStructure> Slotted<u16> for Structured<S> {
    fn within(&self) -> Option<&dyn Slotted<u16>> {
        Some(&self.structure)
    }
}

impl<S: DataStructure + Send + Sync> AnyTable<u16> for Structured<S> {}
