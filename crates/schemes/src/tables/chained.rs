//! A variable number of positions for each index: linked lists in a bounded pool.

use tt::policies::Concept;
use tt::{Record, Size, Stored, TableError};
use zobrist::Key;

use super::structured::{DataStructure, Held};
use crate::policies::Preference;
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table in which all positions with the same index form a list (`[Breuker 1998, 2.4.1]`, the first of two ways to
/// organise a table).
///
/// The pool of positions is as large as the table, and so is the number of lists. While the pool has room, no position
/// is lost. Then a candidate competes with the positions of its list, and replaces the worst of them if the concept
/// prefers it. If its list is empty, it is lost: positions do not move between lists, and the thesis does not say how
/// its memory is "divided flexibly" when all of it is used. A record of the same position is overwritten unless the
/// rule for it says otherwise.
pub(crate) struct Chained {
    /// For each list, the index of its first position plus one; 0 if it is empty.
    heads: Vec<u32>,
    /// The positions, each with the next one of its list.
    pool: Vec<(Held, u32)>,
    preference: Preference,
}

impl Chained {
    /// Creates an empty table.
    pub(crate) fn new(size: Size, preference: Preference) -> Result<Self, TableError> {
        let len = super::positions::<(Held, u32, u32)>(size, 1)?;
        let (heads, pool) = (super::filled(size, 0, len)?, super::reserved(size, len)?);
        Ok(Self { heads, pool, preference })
    }

    fn list(&self, key: Key) -> impl Iterator<Item = usize> + '_ {
        let next = |&index: &u32| index.checked_sub(1).map(|index| self.pool[index as usize].1);
        let head = self.heads[super::place(key, self.heads.len())];
        std::iter::successors(Some(head), next).take_while(|&index| index > 0).map(|index| index as usize - 1)
    }

    fn find(&self, key: Key) -> Option<usize> {
        self.list(key).find(|&index| self.pool[index].0.key == key)
    }
}

impl DataStructure for Chained {
    fn get(&self, key: Key) -> Option<&Held> {
        self.find(key).map(|index| &self.pool[index].0)
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        self.find(key).map(|index| &mut self.pool[index].0)
    }

    fn offer(&mut self, new: Held, generation: u8) -> Stored {
        if self.pool.len() < self.heads.len() {
            let list = super::place(new.key, self.heads.len());
            self.pool.push((new, self.heads[list]));
            self.heads[list] = self.pool.len() as u32;
            return Stored::Fresh;
        }
        let worth = |index: &usize| self.pool[*index].0.worth(generation);
        let worse = |a: &usize, b: &usize| {
            let (a, b) = (worth(a), worth(b));
            b.stamped().cmp(&a.stamped()).then(self.preference.prefers(a, b).cmp(&self.preference.prefers(b, a)))
        };
        let Some(worst) = self.list(new.key).min_by(worse) else { return Stored::Kept };
        let resident = worth(&worst);
        if resident.stamped() || self.preference.prefers(new.worth(generation), resident) {
            self.pool[worst].0 = new;
            Stored::Replaced
        } else {
            Stored::Kept
        }
    }

    fn clear(&mut self) {
        self.heads.fill(0);
        self.pool.clear();
    }

    fn capacity(&self) -> usize {
        self.heads.len()
    }

    fn all(&self) -> impl Iterator<Item = &Held> {
        self.pool.iter().map(|(held, _)| held)
    }
}

impl Slotted<u16> for Chained {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.heads.len())]
    }

    /// The note of a slot says to which list it belongs, and which slot is the next one of the list.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        for (slot, (held, next)) in self.pool.iter().enumerate() {
            let list = super::place(held.key, self.heads.len());
            let next = next.checked_sub(1).map_or_else(String::new, |next| format!(", next: slot {next}"));
            visit(held.shown(slot, format!("list {list}{next}")));
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.list(key).collect()
    }
}
