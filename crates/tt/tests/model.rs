//! Every scheme against a table written down plainly: lists of positions, each with a stamp of its own.

use proptest::prelude::*;
use tt::{Bound, Key, Positions, Record, Scheme, Table, TranspositionTable};

struct Resident {
    key: Key,
    record: Record<u16>,
    stamped: bool,
}

struct Model {
    scheme: Scheme,
    entries: Vec<Vec<Resident>>,
}

impl Model {
    fn new(positions: usize, scheme: Scheme) -> Self {
        let two_level = matches!(scheme, Scheme::TwoDeep | Scheme::TwoBig1);
        let entries = if two_level { positions / 2 } else { positions };
        Self { scheme, entries: (0..entries).map(|_| Vec::new()).collect() }
    }

    fn entry(&mut self, key: Key) -> &mut Vec<Resident> {
        let index = key.0 as usize % self.entries.len();
        &mut self.entries[index]
    }

    fn probe(&mut self, key: Key) -> Option<Record<u16>> {
        self.entry(key).iter().find(|resident| resident.key == key).map(|resident| resident.record)
    }

    fn store(&mut self, key: Key, record: Record<u16>) {
        let scheme = self.scheme;
        let entry = self.entry(key);
        let candidate = Resident { key, record, stamped: false };
        if let Some(same) = entry.iter_mut().find(|resident| resident.key == key) {
            *same = candidate;
            return;
        }
        let Some(first) = entry.first() else {
            entry.push(candidate);
            return;
        };
        let preferred = match scheme {
            Scheme::Deep | Scheme::TwoDeep => record.depth >= first.record.depth,
            Scheme::Big1 | Scheme::BigAll | Scheme::TwoBig1 => record.nodes >= first.record.nodes,
            Scheme::New => true,
            Scheme::Old => false,
        };
        if first.stamped {
            entry[0] = candidate;
        } else if matches!(scheme, Scheme::TwoDeep | Scheme::TwoBig1) {
            entry.insert(usize::from(!preferred), candidate);
            if preferred {
                entry.truncate(2);
            } else if entry.len() > 2 {
                entry.remove(2);
            }
        } else if preferred {
            entry[0] = candidate;
        }
    }

    fn stamp(&mut self) {
        self.entries.iter_mut().flatten().for_each(|resident| resident.stamped = true);
    }
}

#[derive(Clone, Debug)]
enum Action {
    Store(Key, Record<u16>),
    Stamp,
    Clear,
}

/// Few keys, so that they meet in their entries. All differ in the bits that tables of every size verify.
fn keys() -> Vec<Key> {
    (0..6).flat_map(|high| (0..16).map(move |low| Key(high << 60 | low << 20 | low))).collect()
}

fn key() -> impl Strategy<Value = Key> {
    prop::sample::select(keys())
}

fn action() -> impl Strategy<Value = Action> {
    let record =
        (any::<u16>(), any::<i16>(), 1..4_u8, 0..5_u8, 0..5_u32).prop_map(|(payload, score, bound, depth, nodes)| {
            Record { payload, score, bound: Bound::from_bits_truncate(bound), depth, nodes }
        });
    prop_oneof![
        60 => (key(), record).prop_map(|(key, record)| Action::Store(key, record)),
        3 => Just(Action::Stamp),
        1 => Just(Action::Clear),
    ]
}

proptest! {
    #[test]
    fn tables_do_what_the_model_does(
        // Tables that are always full, and one that never is, which is cleared entry by entry.
        bits in prop_oneof![4 => 1..5_u32, 1 => Just(10)],
        actions in prop::collection::vec(action(), 1..400),
    ) {
        for &scheme in Scheme::ALL {
            let positions = Positions::new(1 << bits).unwrap();
            let mut table = TranspositionTable::<_, u16>::new(positions, scheme).unwrap();
            let mut model = Model::new(1 << bits, scheme);
            for action in &actions {
                match *action {
                    Action::Store(key, record) => {
                        table.store(key, record);
                        model.store(key, record);
                        prop_assert_eq!(table.probe(key), model.probe(key), "{} {:?}", scheme, action);
                    }
                    Action::Stamp => {
                        table.stamp();
                        model.stamp();
                    }
                    Action::Clear => {
                        table.clear();
                        model.entries.iter_mut().for_each(Vec::clear);
                    }
                }
            }
            for key in keys() {
                prop_assert_eq!(table.probe(key), model.probe(key), "{}", scheme);
            }
            prop_assert_eq!(table.fill() as usize, model.entries.iter().flatten().count());
        }
    }
}
