//! An overflow area for the positions that a table evicts.

use tt::policies::Concept;
use tt::{Record, Size, Stored, TableError};
use zobrist::Key;

use super::structured::{DataStructure, Held};
use super::tree::{self, Tree};
use crate::policies::Preference;
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table of one position per index, and an overflow area for the positions that lose there (`[Breuker 1998, 2.4.1]`).
///
/// Half of the positions belong to the area. It keeps whole keys, and is indexed by other bits than the table, so
/// positions that compete in the table do not compete there. A record of the same position is overwritten, in the
/// table and in the area, unless the rule for it says otherwise.
///
/// The number of stores minus those of the same position and collisions can be greater than the fill: a position that
/// moves from the area back to the table frees a slot there, and a tree removes many positions at once. Other tables
/// lose at most one position in a store.
pub(crate) struct Overflow {
    slots: Vec<Option<Held>>,
    overflow: Store,
    preference: Preference,
}

/// The data structure of an overflow area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// A second table, which always replaces.
    Table,
    /// A binary tree, which is not balanced: its keys are random numbers. If it is full, positions of earlier searches
    /// are removed; if there are none, what would be added is lost. A position takes two links of 4 bytes more than in
    /// a table.
    Tree,
}

enum Store {
    Table(Vec<Option<Held>>),
    Tree {
        positions: Tree,
        /// Whether there may be positions of earlier searches.
        may_be_stamped: bool,
    },
}

impl Store {
    fn index(len: usize, key: Key) -> usize {
        super::place(Key(key.0 >> 32), len)
    }

    fn get(&self, key: Key) -> Option<&Held> {
        match self {
            Self::Table(slots) => slots[Self::index(slots.len(), key)].as_ref().filter(|held| held.key == key),
            Self::Tree { positions, .. } => positions.get(key),
        }
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        match self {
            Self::Table(slots) => {
                let index = Self::index(slots.len(), key);
                slots[index].as_mut().filter(|held| held.key == key)
            }
            Self::Tree { positions, .. } => positions.get_mut(key),
        }
    }

    /// Stores a position, and returns whether one was lost.
    fn put(&mut self, held: Held, generation: u8) -> bool {
        match self {
            Self::Table(slots) => {
                let index = Self::index(slots.len(), held.key);
                slots[index].replace(held).is_some_and(|old| old.key != held.key)
            }
            Self::Tree { positions, may_be_stamped } => {
                if positions.is_full() && *may_be_stamped && positions.get(held.key).is_none() {
                    positions.retain(|old| old.generation == generation);
                    *may_be_stamped = false;
                }
                !positions.insert(held)
            }
        }
    }

    fn remove(&mut self, key: Key) {
        match self {
            Self::Table(slots) => {
                let index = Self::index(slots.len(), key);
                slots[index].take_if(|held| held.key == key);
            }
            Self::Tree { positions, .. } => positions.remove(key),
        }
    }

    fn all(&self) -> Box<dyn Iterator<Item = &Held> + '_> {
        match self {
            Self::Table(slots) => Box::new(slots.iter().flatten()),
            Self::Tree { positions, .. } => Box::new(positions.iter()),
        }
    }

    fn stamp(&mut self) {
        if let Self::Tree { may_be_stamped, .. } = self {
            *may_be_stamped = true;
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Table(slots) => slots.fill(None),
            Self::Tree { positions, .. } => positions.clear(),
        }
    }
}

impl Overflow {
    /// Creates an empty table.
    pub(crate) fn new(size: Size, preference: Preference, area: Area) -> Result<Self, TableError> {
        let slot = size_of::<Option<Held>>();
        let in_area = if area == Area::Tree { size_of::<tree::Node>() } else { slot };
        // Half of the positions are in the area.
        let half = super::positions_of((slot + in_area).div_ceil(2) as u64, size, 2)? / 2;
        let overflow = match area {
            Area::Table => Store::Table(super::filled(size, None, half)?),
            Area::Tree => {
                Store::Tree { positions: Tree::new(super::reserved(size, half)?, half), may_be_stamped: false }
            }
        };
        Ok(Self { slots: super::filled(size, None, half)?, overflow, preference })
    }

    fn index(&self, key: Key) -> usize {
        super::place(key, self.slots.len())
    }

    /// Returns whether a position of the table gives its slot to another one.
    fn gives_way(&self, resident: Held, new: Held, generation: u8) -> bool {
        let worth = resident.worth(generation);
        worth.stamped() || self.preference.prefers(new.worth(generation), worth)
    }

    /// Stores a position in the table, and moves what was there to the area. The position itself may be in the area.
    fn promote(&mut self, new: Held, was_stored: bool, resident: Held, generation: u8) -> Stored {
        if was_stored {
            self.overflow.remove(new.key);
        }
        let index = self.index(new.key);
        self.slots[index] = Some(new);
        let lost = !resident.worth(generation).stamped() && self.overflow.put(resident, generation);
        let is_demoted = self.overflow.get(resident.key).is_some();
        match (is_demoted, lost) {
            (true, false) if was_stored => Stored::Same { updated: true },
            (true, _) => Stored::Demoted { lost },
            (false, _) => Stored::Replaced,
        }
    }
}

impl DataStructure for Overflow {
    fn get(&self, key: Key) -> Option<&Held> {
        let held = self.slots[self.index(key)].as_ref().filter(|held| held.key == key);
        held.or_else(|| self.overflow.get(key))
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        let index = self.index(key);
        let held = self.slots[index].as_mut().filter(|held| held.key == key);
        held.or_else(|| self.overflow.get_mut(key))
    }

    fn offer(&mut self, new: Held, generation: u8) -> Stored {
        let index = self.index(new.key);
        let Some(resident) = self.slots[index] else {
            self.slots[index] = Some(new);
            return Stored::Fresh;
        };
        if self.gives_way(resident, new, generation) {
            return self.promote(new, false, resident, generation);
        }
        match self.overflow.put(new, generation) {
            false => Stored::Fresh,
            // A tree loses what is added, and a table what was there.
            true if self.overflow.get(new.key).is_none() => Stored::Kept,
            true => Stored::Replaced,
        }
    }

    /// A new record of a position in the area competes for the slot in the table.
    fn place_again(&mut self, held: Held, generation: u8) -> Stored {
        match self.slots[self.index(held.key)] {
            Some(resident) if resident.key != held.key && self.gives_way(resident, held, generation) => {
                self.promote(held, true, resident, generation)
            }
            _ => Stored::Same { updated: true },
        }
    }

    fn stamp(&mut self) {
        self.overflow.stamp();
    }

    fn clear(&mut self) {
        self.slots.fill(None);
        self.overflow.clear();
    }

    fn capacity(&self) -> usize {
        2 * self.slots.len()
    }

    fn all(&self) -> impl Iterator<Item = &Held> {
        self.slots.iter().flatten().chain(self.overflow.all())
    }
}

impl Slotted<u16> for Overflow {
    fn sections(&self) -> Vec<Section> {
        let groups = self.slots.len();
        let (unit, name) = match self.overflow {
            Store::Table(_) => ("slot", "the overflow area"),
            Store::Tree { .. } => ("node", "the tree"),
        };
        vec![Section { unit: "slot", name: "the table".into(), groups }, Section { unit, name: name.into(), groups }]
    }

    /// The note of a node of the tree says where it is.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        let mut visit_all = |first: usize, slots: &[Option<Held>]| {
            for (slot, held) in (first..).zip(slots) {
                held.iter().for_each(|held| visit(held.shown(slot, String::new())));
            }
        };
        visit_all(0, &self.slots);
        let first = self.slots.len();
        match &self.overflow {
            Store::Table(slots) => visit_all(first, slots),
            Store::Tree { positions, .. } => {
                for (node, held) in positions.iter().enumerate() {
                    visit(held.shown(first + node, positions.place_of(node)));
                }
            }
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        let first = self.slots.len();
        let in_area = match &self.overflow {
            Store::Table(slots) => vec![Store::index(slots.len(), key)],
            Store::Tree { positions, .. } => positions.path(key).collect(),
        };
        std::iter::once(self.index(key)).chain(in_area.into_iter().map(|slot| first + slot)).collect()
    }
}
