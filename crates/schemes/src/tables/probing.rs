//! Double hashing: several slots of one array for each position (`[Breuker 1998, 2.4.1]`).

use tt::policies::Weighted;
use tt::{Decision, Policy, Record, Size, Stored, TableError};
use zobrist::Key;

use super::structured::{DataStructure, Held, permille};
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table without buckets: a position can be in any of `W` slots, whose distance also depends on its key.
///
/// Two positions that share one slot rarely share the others, so no bucket is crowded while others are empty
/// (`[Breuker 1998, 2.4.1]`: "the overflow area is in the same table. The overflows are stored using double hashing").
/// A probe touches up to `W` cache lines instead of one.
///
/// A free slot is always used, and else that of the shallowest position.
pub(crate) struct Probing<const W: usize> {
    slots: Vec<Option<Held>>,
}

impl<const W: usize> Probing<W> {
    /// Creates an empty table.
    pub(crate) fn new(size: Size) -> Result<Self, TableError> {
        let bytes = size_of::<Option<Held>>() as u64;
        let len = super::positions::<Option<Held>>(size, 1)?;
        if len < W {
            return Err(TableError::SmallerThanABucket { size, width: W, bytes: bytes * W as u64 });
        }
        Ok(Self { slots: super::filled(size, None, len)? })
    }

    /// Returns the indices of the slots in which a position can be.
    fn places(&self, key: Key) -> [usize; W] {
        let len = self.slots.len();
        // An odd distance visits every slot of an array whose length is a power of two. In other arrays, some distances
        // return to the first slot too early; a distance of 1 does not.
        let mut distance = ((key.0 >> 40 | 1) % len as u64) as usize;
        while (1..W).any(|probe| (probe * distance).is_multiple_of(len)) {
            distance = (distance + 1) % len;
        }
        let first = super::place(key, len);
        std::array::from_fn(|probe| (first + probe * distance) % len)
    }

    fn find(&self, key: Key) -> Option<usize> {
        // A slot is never freed, so a position is not behind a free one.
        let mut places = self.places(key).into_iter().take_while(|&place| self.slots[place].is_some());
        places.find(|&place| self.slots[place].as_ref().is_some_and(|held| held.key == key))
    }
}

impl<const W: usize> DataStructure for Probing<W> {
    fn get(&self, key: Key) -> Option<&Held> {
        self.find(key).and_then(|place| self.slots[place].as_ref())
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        self.find(key).and_then(|place| self.slots[place].as_mut())
    }

    fn offer(&mut self, new: Held, generation: u8) -> Stored {
        let (places, candidate) = (self.places(new.key), new.worth(generation));
        if let Some(&free) = places.iter().find(|&&place| self.slots[place].is_none()) {
            self.slots[free] = Some(new);
            return Stored::Fresh;
        }
        let residents = places.map(|place| self.slots[place].map_or(candidate, |held| held.worth(generation)));
        let Decision::Replace(victim) = Weighted::SHALLOWEST.victim(&residents, candidate) else { return Stored::Kept };
        self.slots[places[victim]] = Some(new);
        Stored::Replaced
    }

    fn clear(&mut self) {
        self.slots.fill(None);
    }

    fn capacity(&self) -> usize {
        self.slots.len()
    }

    fn all(&self) -> impl Iterator<Item = &Held> {
        self.slots.iter().flatten()
    }

    fn hashfull(&self, generation: u8) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        permille(sample.iter().flatten(), sample.len(), generation)
    }
}

impl<const W: usize> Slotted<u16> for Probing<W> {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.slots.len())]
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        for (slot, held) in self.slots.iter().enumerate() {
            held.iter().for_each(|held| visit(held.shown(slot, String::new())));
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.places(key).to_vec()
    }
}
