//! A table that never loses a position.

use std::collections::BTreeMap;

use zobrist::Key;

use super::Held;
use crate::{Identity, Inspect, Maintain, Payload, Record, Stored, Table};

/// A table that keeps all positions, as a lower limit for the nodes that any scheme can need.
///
/// It verifies all 64 bits of the key, and overwrites the record of the same position.
///
/// ```
/// use tt::tables::Unbounded;
/// use tt::{Bound, Inspect, Key, Record, Table};
///
/// let mut table = Unbounded::<()>::new();
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40 };
/// (0..1_000).for_each(|number| _ = table.store(Key::mixed(number), record));
/// assert_eq!(table.fill(), 1_000);
/// ```
#[derive(Debug)]
pub struct Unbounded<P> {
    positions: BTreeMap<u64, Held<P>>,
    generation: u8,
}

impl<P> Unbounded<P> {
    /// Creates an empty table.
    #[must_use]
    pub fn new() -> Self {
        Self { positions: BTreeMap::new(), generation: 0 }
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
        match self.positions.insert(key.0, Held::new(key, record, self.generation)) {
            Some(_) => Stored::Same { updated: true },
            None => Stored::Fresh,
        }
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
