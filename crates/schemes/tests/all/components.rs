//! Tables with additional components, compared with a slow model.

use proptest::prelude::*;
use schemes::{Scheme, TranspositionTable};
use tt::{Bound, Components, Key, Maintain, Record, Size, Stored, Table};

const BUCKETS: u64 = 4;

#[derive(Clone, Copy, Debug)]
struct Position {
    key: u64,
    depth: u8,
    nodes: u32,
    date: u32,
    components: Components,
}

#[derive(Clone, Debug)]
enum Action {
    Store { key: u64, depth: u8, nodes: u32, from_root: u8 },
    Mark(u64),
    Stamp,
}

struct Model {
    is_deep: bool,
    levels: usize,
    uses: [bool; 3],
    date: u32,
    buckets: Vec<Vec<Position>>,
}

impl Model {
    fn is_better(&self, new: Position, old: Position) -> bool {
        let [_, near, _] = self.uses;
        let (distance, known) = (new.components.from_root.min(31), old.components.from_root.min(31));
        if near && distance != known {
            return distance < known;
        }
        if self.is_deep { new.depth >= old.depth } else { new.nodes >= old.nodes }
    }

    fn store(&mut self, new: Position) -> Stored {
        let (levels, date, [by_date, _, keeps_principal]) = (self.levels, self.date, self.uses);
        let mut bucket = std::mem::take(&mut self.buckets[(new.key % BUCKETS) as usize]);
        let stored = if let Some(old) = bucket.iter_mut().find(|old| old.key == new.key) {
            let principal = old.components.principal && old.date == date;
            *old = Position { components: Components { principal, ..new.components }, ..new };
            Stored::Same { updated: true }
        } else if bucket.is_empty() {
            bucket.push(new);
            Stored::Fresh
        } else {
            let is_full = bucket.len() == levels;
            let oldest = bucket.iter().map(|old| old.date).min().unwrap();
            // The slot that is lost, or none; and whether the candidate becomes the first.
            let (mut lost, mut first) = if by_date && is_full && oldest < date {
                (bucket.iter().rposition(|old| old.date == oldest), false)
            } else if bucket[0].date < date {
                (Some(0), false)
            } else if self.is_better(new, bucket[0]) {
                (is_full.then_some(levels - 1), true)
            } else if levels == 1 {
                (None, false)
            } else {
                (is_full.then_some(1), false)
            };
            let is_safe = |old: &Position| keeps_principal && old.components.principal && old.date == date;
            let mut rejected = levels == 1 && lost.is_none();
            if is_full && lost.is_some_and(|slot| is_safe(&bucket[slot])) {
                first = false;
                lost = bucket.iter().rposition(|old| !is_safe(old));
                rejected = lost.is_none();
            }
            if levels == 1 {
                first = false;
            }
            match (lost, first) {
                _ if rejected => Stored::Kept,
                (Some(slot), false) => {
                    bucket[slot] = new;
                    Stored::Replaced
                }
                (Some(slot), true) => {
                    bucket.remove(slot);
                    bucket.insert(0, new);
                    Stored::Demoted { lost: true }
                }
                (None, true) => {
                    bucket.insert(0, new);
                    Stored::Demoted { lost: false }
                }
                (None, false) => {
                    bucket.push(new);
                    Stored::Fresh
                }
            }
        };
        self.buckets[(new.key % BUCKETS) as usize] = bucket;
        stored
    }
}

/// A key of a small number: the bucket in the low bits, and the rest in the verified ones.
fn key(number: u64) -> Key {
    Key((number << 40) | (number % BUCKETS))
}

fn agrees(base: &str, uses: [bool; 3], actions: &[Action]) -> Result<(), TestCaseError> {
    let options = [("+date", uses[0]), ("+near-root", uses[1]), ("+principal", uses[2])];
    let options: String = options.iter().filter(|(_, is_used)| *is_used).map(|(option, _)| *option).collect();
    let options = if options.is_empty() { "+components".to_owned() } else { options };
    let scheme: Scheme = format!("{base}{options}").parse().unwrap();
    let levels = scheme.width();
    let size = Size::Positions(BUCKETS * levels as u64);
    let mut table = TranspositionTable::<u16>::new(size, scheme).unwrap();
    let buckets = vec![Vec::new(); BUCKETS as usize];
    let mut model = Model { is_deep: base.ends_with("deep"), levels, uses, date: 0, buckets };
    for action in actions {
        match *action {
            Action::Store { key: number, depth, nodes, from_root } => {
                let components = Components { from_root, ..Components::default() };
                let user = components.to_bits();
                let record = Record { bound: Bound::Exact, depth, nodes, user, ..Record::default() };
                let new = Position { key: number, depth, nodes, date: model.date, components };
                prop_assert_eq!(table.store(key(number), record), model.store(new), "{}", scheme);
            }
            Action::Mark(number) => {
                if let Some(known) = table.probe(key(number)) {
                    let components = Components { principal: true, ..Components::of(known.user).unwrap() };
                    table.store(key(number), Record { user: components.to_bits(), ..known });
                }
                let date = model.date;
                for old in model.buckets.iter_mut().flatten().filter(|old| old.key == number) {
                    *old = Position { date, components: Components { principal: true, ..old.components }, ..*old };
                }
            }
            Action::Stamp => {
                table.stamp();
                model.date += 1;
            }
        }
        for number in 0..24 {
            let known = model.buckets.iter().flatten().find(|old| old.key == number);
            let kept = |old: &Position| Components { from_root: old.components.from_root.min(31), ..old.components };
            let found = table.probe(key(number));
            let components = found.and_then(|record| Components::of(record.user));
            prop_assert_eq!(components, known.map(kept), "{} {}", scheme, number);
            let found = found.map(|record| (record.depth, record.nodes));
            prop_assert_eq!(found, known.map(|old| (old.depth, old.nodes)), "{}", scheme);
        }
    }
    Ok(())
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => (0..24_u64, 0..4_u8, 1..5_u32, prop_oneof![0..4_u8, 30..40_u8])
            .prop_map(|(key, depth, nodes, from_root)| Action::Store { key, depth, nodes, from_root }),
        2 => (0..24_u64).prop_map(Action::Mark),
        1 => Just(Action::Stamp),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_use_of_components_agrees_with_the_model(actions in prop::collection::vec(action(), 1..120)) {
        for base in ["deep", "big1", "two-deep", "two-big1"] {
            for uses in 0..8_u8 {
                agrees(base, [0, 1, 2].map(|bit| uses >> bit & 1 != 0), &actions)?;
            }
        }
    }
}

#[test]
fn a_protected_subtree_is_safe_from_a_position_nearer_to_the_root() {
    let record = |nodes, from_root| {
        let user = Components { from_root, ..Components::default() }.to_bits();
        Record { bound: Bound::Exact, depth: 3, nodes, user, ..Record::default() }
    };
    for (name, stored) in [("deep+near-root", Stored::Replaced), ("deep+near-root+protect-1K", Stored::Kept)] {
        let mut table = TranspositionTable::<u16>::new(Size::Positions(1), name.parse().unwrap()).unwrap();
        table.store(key(1), record(5_000, 9));
        assert_eq!(table.store(key(2), record(20, 2)), stored, "{name}");
        assert_eq!(table.store(key(3), record(6_000, 1)), Stored::Replaced, "{name}");
    }
}

#[test]
fn components_cost_memory_and_exclude_other_layouts() {
    let capacity = |name: &str| {
        let table = TranspositionTable::<u16>::new(Size::Positions(12_800), name.parse().unwrap()).unwrap();
        tt::Inspect::capacity(&table)
    };
    assert_eq!(capacity("two-big1+mul-high"), 12_800);
    assert_eq!(capacity("two-big1+principal+mul-high"), 12_800);
    assert_eq!(capacity("two-big1+mul-high+components+memory"), 12_800 * 128 / 129 / 2 * 2);
    assert_eq!(capacity("two-big1+principal+mul-high+memory"), 12_800 * 128 / 129 / 2 * 2);
    assert_eq!(capacity("two-big1+date+near-root+principal+mul-high+memory"), 12_800 * 128 / 141 / 2 * 2);
    for name in ["two-big1+principal+compact", "two-big1+date+components", "depth-4+near-root", "thompson+date"] {
        assert!(name.parse::<Scheme>().is_err(), "{name}");
    }
}
