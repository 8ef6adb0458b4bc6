//! An overflow area for the positions that a table evicts.

use tt::policies::{Concept, SameRule};
use tt::{Identity, Inspect, Maintain, Payload, Record, Size, Stored, Table, TableError};
use zobrist::Key;

use super::Held;
use super::tree::{self, Tree};
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table of one position per index, and an overflow area for the positions that lose there (`[Breuker 1998, 2.4.1]`).
///
/// Half of the positions belong to the area. It keeps whole keys, and is indexed by other bits than the table, so
/// positions that compete in the table do not compete there. A record of the same position is overwritten, in the
/// table and in the area, unless the [rule](Self::with_same) for it says otherwise.
///
/// The number of stores minus those of the same position and collisions can be greater than the fill: a position that
/// moves from the area back to the table frees a slot there, and a tree removes many positions at once. Other tables
/// lose at most one position in a store.
///
/// ```
/// use tt::policies::Deep;
/// use schemes::tables::{Area, Overflow};
/// use tt::{Bound, Key, Record, Table};
///
/// for area in [Area::Table, Area::Tree] {
///     let mut table = Overflow::<(), _>::new("64".parse()?, Deep, area)?;
///     let record = |depth| Record { payload: (), score: 0, bound: Bound::Exact, depth, ..Record::default() };
///     // Both positions have the same index.
///     table.store(Key(1), record(9));
///     table.store(Key(1 << 50 | 1), record(3));
///     assert!(table.probe(Key(1)).is_some() && table.probe(Key(1 << 50 | 1)).is_some());
/// }
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Debug)]
pub struct Overflow<P, C> {
    slots: Vec<Option<Held<P>>>,
    overflow: Store<P>,
    concept: C,
    same: SameRule,
    generation: u8,
}

/// The data structure of an overflow area.
///
/// ```
/// use tt::policies::Deep;
/// use schemes::tables::{Area, Overflow};
/// use tt::Inspect;
///
/// let table = Overflow::<(), _>::new("64".parse()?, Deep, Area::Tree)?;
/// assert_eq!(table.capacity(), 64);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// A second table, which always replaces.
    Table,
    /// A binary tree, which is not balanced: its keys are random numbers. If it is full, positions of earlier searches
    /// are removed; if there are none, what would be added is lost. A position takes two links of 4 bytes more than in
    /// a table.
    Tree,
}

#[derive(Debug)]
enum Store<P> {
    Table(Vec<Option<Held<P>>>),
    Tree {
        positions: Tree<P>,
        /// Whether there may be positions of earlier searches.
        may_be_stamped: bool,
    },
}

impl<P: Payload> Store<P> {
    fn index(len: usize, key: Key) -> usize {
        super::place(Key(key.0 >> 32), len)
    }

    fn get(&self, key: Key) -> Option<&Held<P>> {
        match self {
            Self::Table(slots) => slots[Self::index(slots.len(), key)].as_ref().filter(|held| held.key == key),
            Self::Tree { positions, .. } => positions.get(key),
        }
    }

    /// Stores a position, and returns whether one was lost.
    fn put(&mut self, held: Held<P>, generation: u8) -> bool {
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

    fn all(&self) -> Box<dyn Iterator<Item = &Held<P>> + '_> {
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

impl<P: Payload, C: Concept> Overflow<P, C> {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer than 2 positions or more than 2^31, or if memory allocation fails.
    pub fn new(size: Size, concept: C, area: Area) -> Result<Self, TableError> {
        let slot = size_of::<Option<Held<P>>>();
        let in_area = if area == Area::Tree { size_of::<tree::Node<P>>() } else { slot };
        // Half of the positions are in the area.
        let half = super::positions_of((slot + in_area).div_ceil(2) as u64, size, 2)? / 2;
        let overflow = match area {
            Area::Table => Store::Table(super::filled(size, None, half)?),
            Area::Tree => {
                Store::Tree { positions: Tree::new(super::reserved(size, half)?, half), may_be_stamped: false }
            }
        };
        Ok(Self {
            slots: super::filled(size, None, half)?,
            overflow,
            concept,
            same: SameRule::Overwrite,
            generation: 0,
        })
    }

    /// Returns the table with a rule for a position that is already stored. The table holds no position twice, so the
    /// old record is overwritten where the rule would let it [compete](tt::Same::Compete).
    ///
    /// ```
    /// use tt::policies::{Deep, SameRule};
    /// use schemes::tables::{Area, Overflow};
    /// use tt::{Bound, Key, Record, Stored, Table};
    ///
    /// let mut table = Overflow::<(), _>::new("64".parse()?, Deep, Area::Table)?.with_same(SameRule::Deeper);
    /// let record = |depth| Record { bound: Bound::Exact, depth, nodes: 40, ..Record::default() };
    /// table.store(Key(1), record(9));
    /// table.store(Key(1 << 50 | 1), record(5));
    /// assert_eq!(table.store(Key(1 << 50 | 1), record(4)), Stored::Same { updated: false }, "in the area");
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn with_same(self, same: SameRule) -> Self {
        Self { same, ..self }
    }

    fn index(&self, key: Key) -> usize {
        super::place(key, self.slots.len())
    }
}

impl<P: Payload, C> Overflow<P, C> {
    fn all(&self) -> impl Iterator<Item = &Held<P>> {
        self.slots.iter().flatten().chain(self.overflow.all())
    }
}

impl<P: Payload, C: Concept> Table for Overflow<P, C> {
    type Payload = P;

    fn probe(&self, key: Key) -> Option<Record<P>> {
        let held = self.slots[self.index(key)].as_ref().filter(|held| held.key == key);
        held.or_else(|| self.overflow.get(key)).map(|held| held.record)
    }

    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        let mut new = Held::new(key, record, self.generation);
        let index = self.index(key);
        let Some(resident) = self.slots[index] else {
            self.slots[index] = Some(new);
            return Stored::Fresh;
        };
        let again = |old: Held<P>| {
            let same = self.same.of(old.worth(self.generation), new.worth(self.generation));
            old.or_new(new, same)
        };
        if resident.key == key {
            let (kept, updated) = again(resident);
            self.slots[index] = Some(kept);
            return Stored::Same { updated };
        }
        let known = self.overflow.get(key).copied();
        let was_stored = known.is_some();
        match known.map(again) {
            Some((kept, false)) => {
                self.overflow.put(kept, self.generation);
                return Stored::Same { updated: false };
            }
            Some((kept, true)) => new = kept,
            None => {}
        }
        let is_stamped = resident.worth(self.generation).stamped();
        if !is_stamped && !self.concept.prefers(new.worth(self.generation), resident.worth(self.generation)) {
            let lost = self.overflow.put(new, self.generation);
            return match (was_stored, lost) {
                (true, _) => Stored::Same { updated: true },
                (false, false) => Stored::Fresh,
                // A tree loses what is added, and a table what was there.
                (false, true) if self.overflow.get(key).is_none() => Stored::Kept,
                (false, true) => Stored::Replaced,
            };
        }
        // The position moves from the area to the table, and what was there goes to the area.
        self.overflow.remove(key);
        self.slots[index] = Some(new);
        let lost = !is_stamped && self.overflow.put(resident, self.generation);
        let is_demoted = self.overflow.get(resident.key).is_some();
        match (is_demoted, lost) {
            (true, false) if was_stored => Stored::Same { updated: true },
            (true, _) => Stored::Demoted { lost },
            (false, _) => Stored::Replaced,
        }
    }
}

impl<P: Payload, C: Concept> Slotted<P> for Overflow<P, C> {
    fn sections(&self) -> Vec<Section> {
        let groups = self.slots.len();
        let (unit, name) = match self.overflow {
            Store::Table(_) => ("slot", "the overflow area"),
            Store::Tree { .. } => ("node", "the tree"),
        };
        vec![Section { unit: "slot", name: "the table".into(), groups }, Section { unit, name: name.into(), groups }]
    }

    /// The note of a node of the tree says where it is.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        let mut visit_all = |first: usize, slots: &[Option<Held<P>>]| {
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
            Store::Table(slots) => vec![Store::<P>::index(slots.len(), key)],
            Store::Tree { positions, .. } => positions.path(key).collect(),
        };
        std::iter::once(self.index(key)).chain(in_area.into_iter().map(|slot| first + slot)).collect()
    }
}

impl<P: Payload, C> Maintain for Overflow<P, C> {
    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.overflow.stamp();
    }

    fn clear(&mut self) {
        self.slots.fill(None);
        self.overflow.clear();
        self.generation = 0;
    }
}

impl<P: Payload, C> Inspect for Overflow<P, C> {
    fn capacity(&self) -> u64 {
        2 * self.slots.len() as u64
    }

    fn fill(&self) -> u64 {
        self.all().count() as u64
    }

    fn hashfull(&self) -> u32 {
        let current = self.all().filter(|held| held.generation == self.generation);
        (current.count() * 1000 / (2 * self.slots.len())) as u32
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
    use tt::policies::Deep;

    use super::*;

    fn record(depth: u8) -> Record<()> {
        Record { payload: (), score: 0, bound: Bound::Exact, depth, ..Record::default() }
    }

    /// Stores positions of these depths that all compete in a table of one position and an area of one.
    fn store(table: &mut Overflow<(), Deep>, depths: &[u8]) -> Vec<Stored> {
        depths.iter().map(|&depth| table.store(Key(u64::from(depth) << 40), record(depth))).collect()
    }

    #[test]
    fn what_is_lost_is_returned() {
        let mut table = Overflow::new("2".parse().unwrap(), Deep, Area::Table).unwrap();
        let [fresh, same] = [Stored::Fresh, Stored::Same { updated: true }];
        assert_eq!(store(&mut table, &[5, 3, 3, 4]), [fresh, fresh, same, Stored::Replaced]);
        assert_eq!(store(&mut table, &[6]), [Stored::Demoted { lost: true }], "5 moves to the area, and 4 is lost");
        assert!(table.probe(Key(5 << 40)).is_some());

        let mut table = Overflow::new("2".parse().unwrap(), Deep, Area::Tree).unwrap();
        assert_eq!(store(&mut table, &[5, 3, 3, 4]), [fresh, fresh, same, Stored::Kept], "the tree is full");
        assert_eq!(store(&mut table, &[6]), [Stored::Replaced], "5 is lost");
        assert!(table.probe(Key(3 << 40)).is_some());
    }

    #[test]
    fn stamped_positions_leave_a_full_tree() {
        let mut table = Overflow::new("2".parse().unwrap(), Deep, Area::Tree).unwrap();
        store(&mut table, &[5, 3]);
        table.stamp();
        assert_eq!((table.fill(), table.hashfull()), (2, 0));
        assert_eq!(store(&mut table, &[2]), [Stored::Replaced], "the stamped position of the table");
        assert_eq!(store(&mut table, &[1]), [Stored::Fresh], "the stamped position of the tree is removed");
        assert_eq!((table.fill(), table.hashfull()), (2, 1000));
        assert_eq!(store(&mut table, &[0]), [Stored::Kept]);
    }
}
