//! Double hashing: several slots of one array for each position (`[Breuker 1998, 2.4.1]`).

use tt::{Decision, Identity, Inspect, Maintain, OnHit, Payload, Policy, Record, Size, Stored, Table, TableError};
use zobrist::Key;

use super::Held;
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table without buckets: a position can be in any of `W` slots, whose distance also depends on its key.
///
/// Two positions that share one slot rarely share the others, so no bucket is crowded while others are empty
/// (`[Breuker 1998, 2.4.1]`: "the overflow area is in the same table. The overflows are stored using double hashing").
/// A probe touches up to `W` cache lines instead of one.
///
/// The policy decides about the slots of a position as about a bucket of `W` slots, with these differences: a free slot
/// is always used, a position cannot move to another slot, and a table contains no position twice. For
/// [`Decision::Demote`], the candidate therefore replaces the position in the last slot, [`OnHit::MoveToFront`] does
/// nothing, and [`Same::Compete`](tt::Same::Compete) overwrites. For [`Decision::ReplaceAny`], the key selects the
/// slot.
///
/// ```
/// use tt::policies::Weighted;
/// use schemes::tables::Probing;
/// use tt::{Bound, Inspect, Key, Record, Table};
///
/// let mut table = Probing::<(), _, 4>::new("64".parse()?, Weighted::SHALLOWEST)?;
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// (0..60).for_each(|number| _ = table.store(Key::mixed(number), record));
/// assert!(table.fill() > 48, "few positions are lost before the table is full");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Probing<P, R, const W: usize> {
    slots: Vec<Option<Held<P>>>,
    policy: R,
    generation: u8,
}

impl<P: Payload, R: Policy<W>, const W: usize> Probing<P, R, W> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer than `W` positions or more than 2^31, or if memory allocation fails.
    pub fn new(size: Size, policy: R) -> Result<Self, TableError> {
        let bytes = size_of::<Option<Held<P>>>() as u64;
        let len = super::positions::<Option<Held<P>>>(size, 1)?;
        if len < W {
            return Err(TableError::SmallerThanABucket { size, width: W, bytes: bytes * W as u64 });
        }
        Ok(Self { slots: super::filled(size, None, len)?, policy, generation: 0 })
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

impl<P: Payload, R: Policy<W>, const W: usize> Table for Probing<P, R, W> {
    type Payload = P;

    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.find(key).and_then(|place| self.slots[place]).map(|held| held.record)
    }

    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        let new = Held::new(key, record, self.generation);
        let candidate = new.worth(self.generation);
        if let Some(place) = self.find(key)
            && let Some(old) = self.slots[place]
        {
            let same = self.policy.same(old.worth(self.generation), candidate);
            let (written, updated) = old.or_new(new, same);
            self.slots[place] = Some(written);
            return Stored::Same { updated };
        }
        let places = self.places(key);
        if let Some(&free) = places.iter().find(|&&place| self.slots[place].is_none()) {
            self.slots[free] = Some(new);
            return Stored::Fresh;
        }
        let residents = places.map(|place| self.slots[place].map_or(candidate, |held| held.worth(self.generation)));
        let victim = match self.policy.victim(&residents, candidate) {
            Decision::Keep => return Stored::Kept,
            Decision::Replace(slot) => slot,
            Decision::ReplaceAny => (key.0 >> 32) as usize % W,
            // The position in the first slot could move to the second only if its own probes lead there.
            Decision::Demote => W - 1,
        };
        self.slots[places[victim]] = Some(new);
        Stored::Replaced
    }

    fn hit(&mut self, key: Key) {
        if self.policy.on_hit() == OnHit::Refresh
            && let Some(place) = self.find(key)
            && let Some(held) = &mut self.slots[place]
        {
            held.generation = self.generation;
        }
    }
}

impl<P: Payload, R: Policy<W>, const W: usize> Slotted<P> for Probing<P, R, W> {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.slots.len())]
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        for (slot, held) in self.slots.iter().enumerate() {
            held.iter().for_each(|held| visit(held.shown(slot, String::new())));
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.places(key).to_vec()
    }
}

impl<P: Payload, R, const W: usize> Maintain for Probing<P, R, W> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.slots.fill(None);
        self.generation = 0;
    }
}

impl<P: Payload, R, const W: usize> Inspect for Probing<P, R, W> {
    fn capacity(&self) -> u64 {
        self.slots.len() as u64
    }

    fn fill(&self) -> u64 {
        self.slots.iter().flatten().count() as u64
    }

    fn hashfull(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let current = sample.iter().flatten().filter(|held| held.generation == self.generation);
        (current.count() * 1000 / sample.len()) as u32
    }

    fn identity(&self, key: Key) -> Identity {
        Identity { bucket: 0, check: key.0 }
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        Box::new(|key| Identity { bucket: 0, check: key.0 })
    }
}

#[cfg(test)]
mod tests {
    use tt::Bound;
    use tt::policies::Weighted;

    use super::*;

    #[test]
    fn a_hit_refreshes_a_position() {
        let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, ..Record::default() };
        for (policy, current) in [(Weighted::ETHEREAL, 500), (Weighted::STOCKFISH_18, 0)] {
            let mut table = Probing::<(), _, 2>::new("2".parse().unwrap(), policy).unwrap();
            table.store(Key(1), record);
            table.stamp();
            table.hit(Key(2));
            assert_eq!(table.hashfull(), 0, "another position");
            table.hit(Key(1));
            assert_eq!(table.hashfull(), current);
        }
    }
}
