//! A table that never loses a position.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tt::policies::SameRule;
use tt::{Identity, Inspect, Maintain, Payload, Record, Stored, Table};
use zobrist::Key;

use super::Held;
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table that keeps all positions, as a lower limit for the nodes that any scheme can need.
///
/// It verifies all 64 bits of the key, and overwrites the record of the same position, or does what the
/// [rule](Self::with_same) for it says.
///
/// ```
/// use schemes::tables::Unbounded;
/// use tt::{Bound, Inspect, Key, Record, Table};
///
/// let mut table = Unbounded::<()>::new();
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// (0..1_000).for_each(|number| _ = table.store(Key::mixed(number), record));
/// assert_eq!(table.fill(), 1_000);
/// ```
#[derive(Debug)]
pub struct Unbounded<P> {
    positions: BTreeMap<u64, Held<P>>,
    same: SameRule,
    generation: u8,
}

impl<P> Unbounded<P> {
    /// Creates an empty table.
    #[must_use]
    pub fn new() -> Self {
        Self { positions: BTreeMap::new(), same: SameRule::Overwrite, generation: 0 }
    }

    /// Returns the table with a rule for a position that is already stored. The table holds no position twice, so the
    /// old record is overwritten where the rule would let it [compete](tt::Same::Compete).
    #[must_use]
    pub fn with_same(self, same: SameRule) -> Self {
        Self { same, ..self }
    }
}

impl<P> Default for Unbounded<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Payload> Table for Unbounded<P> {
    type Payload = P;

    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.positions.get(&key.0).map(|held| held.record)
    }

    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        let new = Held::new(key, record, self.generation);
        match self.positions.entry(key.0) {
            Entry::Vacant(free) => {
                free.insert(new);
                Stored::Fresh
            }
            Entry::Occupied(mut old) => {
                let same = self.same.of(old.get().worth(self.generation), new.worth(self.generation));
                let (kept, updated) = old.get().or_new(new, same);
                old.insert(kept);
                Stored::Same { updated }
            }
        }
    }
}

impl<P: Payload> Slotted<P> for Unbounded<P> {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.positions.len())]
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        for (slot, held) in self.positions.values().enumerate() {
            visit(held.shown(slot, String::new()));
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.positions.contains_key(&key.0).then(|| self.positions.range(..key.0).count()).into_iter().collect()
    }
}

impl<P> Maintain for Unbounded<P> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.generation = 0;
    }
}

impl<P> Inspect for Unbounded<P> {
    /// Returns the number of stored positions, for which there is always room.
    fn capacity(&self) -> u64 {
        self.fill()
    }

    fn fill(&self) -> u64 {
        self.positions.len() as u64
    }

    fn hashfull(&self) -> u32 {
        0
    }

    fn identity(&self, key: Key) -> Identity {
        Identity { bucket: 0, check: key.0 }
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        Box::new(|key| Identity { bucket: 0, check: key.0 })
    }
}
