//! Compares the tables of queues with slow models, which keep one vector for each queue and compare whole keys.

use proptest::prelude::*;
use schemes::{Found, TranspositionTable};
use tt::{Bound, Inspect, Key, Record, Size, Stored, Table, TableError};

use crate::common::{Model, Position, action, agree, any_record, small_record};
use crate::models::mixed_keys;

/// The queues of one set, each from the oldest to the newest position, with the numbers of hits.
#[derive(Clone, Default)]
struct Set {
    main: Vec<(Position, u32)>,
    small: Vec<(Position, u32)>,
    evicted: Vec<Key>,
    /// The position at which the hand of SIEVE stands.
    hand: Option<Key>,
}

impl Set {
    fn all(&self) -> impl Iterator<Item = &(Position, u32)> {
        self.small.iter().chain(&self.main)
    }

    fn find(&mut self, key: Key) -> Option<&mut (Position, u32)> {
        self.small.iter_mut().chain(&mut self.main).find(|(position, _)| position.key == key)
    }

    /// Evicts from the only queue.
    fn sieve(&mut self) {
        let index_of = |queue: &[(Position, u32)], key| queue.iter().position(|(position, _)| position.key == key);
        let mut at = self.hand.and_then(|key| index_of(&self.main, key)).unwrap_or(0);
        while self.main[at].1 > 0 {
            self.main[at].1 = 0;
            at = if at + 1 < self.main.len() { at + 1 } else { 0 };
        }
        self.hand = self.main.get(at + 1).map(|(position, _)| position.key);
        self.main.remove(at);
    }

    /// Evicts a position from one of the queues.
    fn s3_fifo(&mut self, width: usize) {
        let before = self.all().count();
        while self.all().count() == before {
            if self.small.is_empty() {
                let (position, hits) = self.main.remove(0);
                if hits > 0 {
                    self.main.push((position, hits - 1));
                }
            } else {
                let (position, hits) = self.small.remove(0);
                if hits >= 2 {
                    self.main.push((position, 0));
                } else {
                    self.evicted.push(position.key);
                    let forgotten = self.evicted.len().saturating_sub(width - 1);
                    self.evicted.drain(..forgotten);
                }
            }
        }
    }
}

struct Sets {
    is_sieve: bool,
    width: usize,
    sets: Vec<Set>,
    stamps: usize,
}

impl Sets {
    fn new(is_sieve: bool, width: usize, positions: usize) -> Self {
        Self { is_sieve, width, sets: vec![Set::default(); positions / width], stamps: 0 }
    }

    fn index(&self, key: Key) -> usize {
        (key.0 % self.sets.len() as u64) as usize
    }
}

impl Model for Sets {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let (index, new) = (self.index(key), Position::new(key, record, self.stamps));
        let set = &mut self.sets[index];
        if let Some((old, _)) = set.find(key) {
            *old = new;
            return Stored::Same { updated: true };
        }
        let is_full = set.all().count() == self.width;
        match (self.is_sieve, is_full) {
            (_, false) => {}
            (true, true) => set.sieve(),
            (false, true) => set.s3_fifo(self.width),
        }
        let was_evicted = set.evicted.iter().position(|&evicted| evicted == key);
        if self.is_sieve {
            set.main.push((new, 0));
        } else if let Some(ghost) = was_evicted {
            // A slot of the list stays empty until it is pushed out.
            set.evicted[ghost] = Key(!0);
            set.main.push((new, 0));
        } else {
            set.small.push((new, 0));
        }
        if is_full { Stored::Replaced } else { Stored::Fresh }
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        let mut all = self.sets[self.index(key)].all();
        all.find(|(position, _)| position.key == key).map(|(position, _)| (position.record, None))
    }

    fn hit(&mut self, key: Key) {
        let (index, is_sieve) = (self.index(key), self.is_sieve);
        if let Some((_, hits)) = self.sets[index].find(key) {
            *hits = if is_sieve { 1 } else { 3.min(*hits + 1) };
        }
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.sets.fill(Set::default());
    }

    fn fill(&self) -> usize {
        self.sets.iter().map(|set| set.all().count()).sum()
    }

    fn hashfull(&self) -> usize {
        let current = self.sets.iter().flat_map(Set::all).filter(|(position, _)| !position.stamped(self.stamps));
        current.count() * 1000 / (self.sets.len() * self.width)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn queues_agree_with_the_model(
        sets in 1..12_usize,
        actions in prop::collection::vec(action(mixed_keys(), prop_oneof![small_record(), any_record()]), 1..500),
    ) {
        let positions = 8 * sets;
        let size = Size::Positions(positions as u64);
        for base in ["sieve", "s3-fifo"] {
            for width in [4, 8] {
                let (name, model) = (format!("{base}-{width}"), Sets::new(base == "sieve", width, positions));
                let table = TranspositionTable::new(size, name.parse().unwrap()).unwrap();
                agree(&name, model, table, &actions, &mixed_keys())?;
            }
        }
    }
}

/// Stores the numbers in a set of 4, or reports those as found that are marked with `true`, and returns the numbers
/// that remain.
fn left(scheme: &str, accesses: &[(u64, bool)]) -> Vec<u64> {
    let mut table = TranspositionTable::<()>::new("4".parse().unwrap(), scheme.parse().unwrap()).unwrap();
    let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
    for &(number, is_hit) in accesses {
        if is_hit {
            table.hit(Key::mixed(number));
        } else {
            table.store(Key::mixed(number), record);
        }
    }
    (0..20).filter(|&number| table.probe(Key::mixed(number)).is_some()).collect()
}

#[test]
fn the_hand_of_sieve_passes_what_was_found() {
    let stores = |numbers: std::ops::Range<u64>| numbers.map(|number| (number, false));
    let mut accesses: Vec<_> = stores(0..4).chain([(0, true), (2, true)]).chain(stores(4..5)).collect();
    assert_eq!(left("sieve-4", &accesses), [0, 2, 3, 4], "1 is the oldest that was not found");
    accesses.extend(stores(5..6));
    assert_eq!(left("sieve-4", &accesses), [0, 2, 4, 5], "the hand goes on from there, past 2");
    accesses.extend(stores(6..7));
    assert_eq!(left("sieve-4", &accesses), [0, 2, 5, 6], "4 is next, not the oldest position");
}

#[test]
fn a_position_that_returns_enters_the_main_queue() {
    let stores = |numbers: &[u64]| numbers.iter().map(|&number| (number, false)).collect::<Vec<_>>();
    // 0 is evicted and returns; then the small queue gives up one position after another.
    assert_eq!(left("s3-fifo-4", &stores(&[0, 1, 2, 3, 4, 0, 5, 6, 7, 8])), [0, 6, 7, 8]);
    assert_eq!(left("s3-fifo-4", &stores(&[0, 1, 2, 3, 4, 9, 5, 6, 7, 8])), [5, 6, 7, 8]);
}

#[test]
fn sizes_are_multiples_of_sets() {
    let new = |positions, scheme: &str| {
        TranspositionTable::<()>::new(Size::Positions(positions), scheme.parse().unwrap()).map(|table| table.capacity())
    };
    assert!(matches!(new(4, "s3-fifo-8"), Err(TableError::SmallerThanABucket { width: 8, .. })));
    assert_eq!(new(99, "s3-fifo-4"), Ok(96), "24 sets of 4");
}
