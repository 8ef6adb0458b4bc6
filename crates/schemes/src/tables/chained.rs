//! A variable number of positions for each index: linked lists in a bounded pool.

use tt::policies::{Concept, SameRule};
use tt::{Identity, Inspect, Maintain, Payload, Record, Size, Stored, Table, TableError};
use zobrist::Key;

use super::Held;
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table in which all positions with the same index form a list (`[Breuker 1998, 2.4.1]`, the first of two ways to
/// organise a table).
///
/// The pool of positions is as large as the table, and so is the number of lists. While the pool has room, no position
/// is lost. Then a candidate competes with the positions of its list, and replaces the worst of them if the concept
/// prefers it. If its list is empty, it is lost: positions do not move between lists, and the thesis does not say how
/// its memory is "divided flexibly" when all of it is used. A record of the same position is overwritten unless the
/// [rule](Self::with_same) for it says otherwise.
///
/// ```
/// use tt::policies::Deep;
/// use schemes::tables::Chained;
/// use tt::{Bound, Inspect, Key, Record, Table};
///
/// let mut table = Chained::<(), _>::new("64".parse()?, Deep)?;
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// (0..64).for_each(|number| _ = table.store(Key::mixed(number), record));
/// assert_eq!(table.fill(), 64, "no position is lost before the pool is full");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Chained<P, C> {
    /// For each list, the index of its first position plus one; 0 if it is empty.
    heads: Vec<u32>,
    /// The positions, each with the next one of its list.
    pool: Vec<(Held<P>, u32)>,
    concept: C,
    same: SameRule,
    generation: u8,
}

impl<P: Payload, C: Concept> Chained<P, C> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is smaller than one position, if there are more than 2^31 positions, or if memory
    /// allocation fails.
    pub fn new(size: Size, concept: C) -> Result<Self, TableError> {
        let len = super::positions::<(Held<P>, u32, u32)>(size, 1)?;
        let (heads, pool) = (super::filled(size, 0, len)?, super::reserved(size, len)?);
        Ok(Self { heads, pool, concept, same: SameRule::Overwrite, generation: 0 })
    }

    /// Returns the table with a rule for a position that is already stored. A list holds no position twice, so the old
    /// record is overwritten where the rule would let it [compete](tt::Same::Compete).
    ///
    /// ```
    /// use tt::policies::{Deep, SameRule};
    /// use schemes::tables::Chained;
    /// use tt::{Bound, Key, Record, Stored, Table};
    ///
    /// let mut table = Chained::<(), _>::new("64".parse()?, Deep)?.with_same(SameRule::Deeper);
    /// let record = |depth| Record { bound: Bound::Exact, depth, nodes: 40, ..Record::default() };
    /// table.store(Key::mixed(1), record(5));
    /// assert_eq!(table.store(Key::mixed(1), record(4)), Stored::Same { updated: false });
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn with_same(self, same: SameRule) -> Self {
        Self { same, ..self }
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

impl<P: Payload, C: Concept> Table for Chained<P, C> {
    type Payload = P;

    fn probe(&self, key: Key) -> Option<Record<P>> {
        self.find(key).map(|index| self.pool[index].0.record)
    }

    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        let new = Held::new(key, record, self.generation);
        if let Some(index) = self.find(key) {
            let old = self.pool[index].0;
            let same = self.same.of(old.worth(self.generation), new.worth(self.generation));
            let (kept, updated) = old.or_new(new, same);
            self.pool[index].0 = kept;
            return Stored::Same { updated };
        }
        if self.pool.len() < self.heads.len() {
            let list = super::place(key, self.heads.len());
            self.pool.push((new, self.heads[list]));
            self.heads[list] = self.pool.len() as u32;
            return Stored::Fresh;
        }
        let worth = |index: &usize| self.pool[*index].0.worth(self.generation);
        let worse = |a: &usize, b: &usize| {
            let (a, b) = (worth(a), worth(b));
            b.stamped().cmp(&a.stamped()).then(self.concept.prefers(a, b).cmp(&self.concept.prefers(b, a)))
        };
        let Some(worst) = self.list(key).min_by(worse) else { return Stored::Kept };
        let resident = worth(&worst);
        if resident.stamped() || self.concept.prefers(new.worth(self.generation), resident) {
            self.pool[worst].0 = new;
            Stored::Replaced
        } else {
            Stored::Kept
        }
    }
}

impl<P: Payload, C: Concept> Slotted<P> for Chained<P, C> {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("slot", self.heads.len())]
    }

    /// The note of a slot says to which list it belongs, and which slot is the next one of the list.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
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

impl<P: Payload, C> Maintain for Chained<P, C> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.heads.fill(0);
        self.pool.clear();
        self.generation = 0;
    }
}

impl<P: Payload, C> Inspect for Chained<P, C> {
    fn capacity(&self) -> u64 {
        self.heads.len() as u64
    }

    fn fill(&self) -> u64 {
        self.pool.len() as u64
    }

    fn hashfull(&self) -> u32 {
        let current = self.pool.iter().filter(|(held, _)| held.generation == self.generation);
        (current.count() * 1000 / self.heads.len()) as u32
    }

    fn identity(&self, key: Key) -> Identity {
        Identity { bucket: 0, check: key.0 }
    }

    fn identities(&self) -> Box<dyn Fn(Key) -> Identity> {
        Box::new(|key| Identity { bucket: 0, check: key.0 })
    }
}
