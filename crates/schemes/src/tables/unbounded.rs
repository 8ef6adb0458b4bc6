//! A table that never loses a position.

use std::collections::BTreeMap;

use tt::{Record, Stored};
use zobrist::Key;

use super::structured::{DataStructure, Held};
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table that keeps all positions, as a lower limit for the nodes that any scheme can need.
///
/// It verifies all 64 bits of the key, and overwrites the record of the same position, or does what the
/// rule for it says.
#[derive(Default)]
pub(crate) struct Unbounded {
    positions: BTreeMap<u64, Held>,
}

impl DataStructure for Unbounded {
    fn get(&self, key: Key) -> Option<&Held> {
        self.positions.get(&key.0)
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        self.positions.get_mut(&key.0)
    }

    fn offer(&mut self, new: Held, _: u8) -> Stored {
        self.positions.insert(new.key.0, new);
        Stored::Fresh
    }

    fn clear(&mut self) {
        self.positions.clear();
    }

    /// Returns the number of stored positions, for which there is always room.
    fn capacity(&self) -> usize {
        self.positions.len()
    }

    fn all(&self) -> impl Iterator<Item = &Held> {
        self.positions.values()
    }

    fn hashfull(&self, _: u8) -> u32 {
        0
    }
}

impl Slotted<u16> for Unbounded {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.positions.len())]
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        for (slot, held) in self.positions.values().enumerate() {
            visit(held.shown(slot, String::new()));
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.positions.contains_key(&key.0).then(|| self.positions.range(..key.0).count()).into_iter().collect()
    }
}
