//! Compares every table with a simple model: lists of positions, each with the stamp at which it was stored.
//!
//! The model predicts all results: records found, results of stores, ages, fills and audits.

use proptest::prelude::*;
use tt::{
    Audit, Audited, Bound, Decision, Key, MAX_WIDTH, Masked, Parts, Positions, Record, Replacement, Scheme, Stored,
    Table, TranspositionTable, Worth,
};

#[derive(Clone, Copy)]
struct Resident {
    /// The whole key, of which a table stores a part.
    key: Key,
    record: Record<u16>,
    /// The number of stamps before the position was stored.
    stored_at: usize,
}

/// A scheme with a simple model of its behaviour.
trait Rule: Replacement {
    /// Returns whether the record of a position that is already stored is overwritten.
    fn updates(self, resident: Worth, candidate: Worth) -> bool;

    /// Stores `candidate` in `entry`, which holds other positions with the properties `residents`.
    fn put(self, entry: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored;
}

/// A second implementation of Breuker's schemes.
impl Rule for Scheme {
    fn updates(self, _: Worth, _: Worth) -> bool {
        true
    }

    fn put(self, entry: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored {
        let (new, old) = (candidate.record, entry[0].record);
        let preferred = match self {
            Self::Deep | Self::TwoDeep => new.depth >= old.depth,
            Self::Big1 | Self::BigAll | Self::TwoBig1 => new.nodes.max(1) >= old.nodes.max(1),
            Self::New => true,
            Self::Old => false,
            Self::Custom(_) => unreachable!("the model does not support {self}"),
        };
        let two_level = matches!(self, Self::TwoDeep | Self::TwoBig1);
        if residents[0].stamped() || preferred && !two_level {
            entry[0] = candidate;
            Stored::Replaced
        } else if !two_level {
            Stored::Kept
        } else if preferred {
            entry.insert(0, candidate);
            let lost = entry.len() > 2;
            entry.truncate(2);
            Stored::Demoted { lost }
        } else {
            let full = entry.len() == 2;
            entry.truncate(1);
            entry.push(candidate);
            if full { Stored::Replaced } else { Stored::Fresh }
        }
    }
}

/// Makes pseudo-random decisions that depend on everything that a scheme can see: if the properties or their order
/// differ from those of the model, so does the decision.
#[derive(Clone, Copy, Debug)]
struct Die {
    width: usize,
}

impl Die {
    fn roll(worths: &[Worth], candidate: Worth, sides: usize) -> usize {
        let mut sum = Key::mixed(worths.len() as u64);
        for worth in worths.iter().chain([&candidate]) {
            for word in [u32::from(worth.depth), worth.nodes, u32::from(worth.age), u32::from(worth.bound.bits())] {
                sum = Key::mixed(sum.0 ^ u64::from(word));
            }
        }
        (sum.0 >> 32) as usize % sides
    }
}

impl Replacement for Die {
    fn width(self) -> usize {
        self.width
    }

    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        assert!((1..=self.width).contains(&residents.len()));
        let slots = self.width.min(residents.len() + 1);
        match Self::roll(residents, candidate, slots + 2) {
            0 => Decision::Keep,
            1 => Decision::Demote,
            // This includes the first free slot, if there is one.
            side => Decision::Replace(side - 2),
        }
    }

    fn update(self, resident: Worth, candidate: Worth) -> bool {
        Self::roll(&[resident], candidate, 2) == 0
    }
}

impl Rule for Die {
    fn updates(self, resident: Worth, candidate: Worth) -> bool {
        self.update(resident, candidate)
    }

    fn put(self, entry: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored {
        let full = entry.len() == self.width;
        match self.decide(residents, worth(&candidate.record, 0)) {
            Decision::Keep => Stored::Kept,
            Decision::Demote => {
                entry.insert(0, candidate);
                entry.truncate(self.width);
                Stored::Demoted { lost: full }
            }
            Decision::Replace(slot) if slot == entry.len() => {
                entry.push(candidate);
                Stored::Fresh
            }
            Decision::Replace(slot) => {
                entry[slot] = candidate;
                Stored::Replaced
            }
        }
    }
}

/// Returns the properties that a scheme sees of a record that was stored `stamps` stamps ago.
fn worth(record: &Record<u16>, stamps: usize) -> Worth {
    Worth { depth: record.depth, nodes: record.nodes.max(1), age: (stamps % 256) as u8, bound: record.bound }
}

struct Model<R> {
    rule: R,
    /// The visible parts, if the table is masked.
    mask: Option<Parts>,
    entries: Vec<Vec<Resident>>,
    stamps: usize,
    audit: Audit,
}

impl<R: Rule> Model<R> {
    fn new(positions: usize, rule: R, mask: Option<Parts>) -> Self {
        let entries = vec![Vec::new(); positions / rule.width()];
        Self { rule, mask, entries, stamps: 0, audit: Audit::default() }
    }

    fn index(&self, key: Key) -> usize {
        key.0 as usize % self.entries.len()
    }

    fn visible(&self, record: Record<u16>) -> Record<u16> {
        let parts = self.mask.unwrap_or(Parts::all());
        let scored = parts.contains(if record.bound == Bound::EXACT { Parts::EXACT } else { Parts::BOUNDS });
        Record {
            payload: if parts.contains(Parts::MOVE) { record.payload } else { 0 },
            bound: if scored { record.bound } else { Bound::empty() },
            ..record
        }
    }

    fn probe(&mut self, key: Key) -> Option<Record<u16>> {
        let found = *self.entries[self.index(key)].iter().find(|resident| same_stored_bits(resident.key, key))?;
        self.audit.type_1_errors += u64::from(found.key != key);
        Some(self.visible(Record { nodes: found.record.nodes.max(1), ..found.record }))
    }

    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let visible = self.visible(record);
        if self.mask.is_some() && visible.payload == 0 && visible.bound == Bound::empty() {
            return Stored::Ignored;
        }
        let record = Record { payload: visible.payload, ..record };
        let candidate = Resident { key, record, stored_at: self.stamps };
        let (index, stamps) = (self.index(key), self.stamps);
        let entry = &mut self.entries[index];
        let worths: Vec<Worth> =
            entry.iter().map(|resident| worth(&resident.record, stamps - resident.stored_at)).collect();
        if let Some(slot) = entry.iter().position(|resident| same_stored_bits(resident.key, key)) {
            let updated = self.rule.updates(worths[slot], worth(&record, 0));
            if updated {
                entry[slot] = candidate;
            }
            return Stored::Same { updated };
        }
        let stored = if entry.is_empty() {
            entry.push(candidate);
            Stored::Fresh
        } else {
            self.rule.put(entry, &worths, candidate)
        };
        let lost = match stored {
            Stored::Kept | Stored::Replaced => true,
            Stored::Demoted { lost } => lost,
            _ => false,
        };
        self.audit.collisions += u64::from(lost);
        stored
    }

    fn clear(&mut self) {
        self.entries.iter_mut().for_each(Vec::clear);
        self.audit = Audit::default();
    }

    fn fill(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    /// Returns the permille of the first 1,000 slots that hold positions of the current search.
    fn hashfull(&self) -> usize {
        let width = self.rule.width();
        let sample = self.entries.len().min(1000 / width);
        let current = |resident: &&Resident| (self.stamps - resident.stored_at).is_multiple_of(256);
        self.entries[..sample].iter().flatten().filter(current).count() * 1000 / (sample * width)
    }

    fn audit(&self) -> Audit {
        Audit { positions: self.fill() as u64 + self.audit.collisions, ..self.audit }
    }
}

/// Returns whether two keys of the same entry agree in the 48 bits that the table stores.
fn same_stored_bits(a: Key, b: Key) -> bool {
    a.0 >> 16 == b.0 >> 16
}

#[derive(Clone, Debug)]
enum Action {
    Store(Key, Record<u16>),
    Stamp(usize),
    Clear,
}

/// Returns a small set of keys, which collide often. All keys differ in the bits that tables of every size verify.
fn keys() -> Vec<Key> {
    (0..6).flat_map(|high| (0..16).map(move |low| Key(high << 60 | low << 20 | low))).collect()
}

/// Returns the same keys, each with a twin that no table of up to 2^15 entries can distinguish from it.
fn twins() -> Vec<Key> {
    keys().into_iter().flat_map(|key| [key, key ^ Key(1 << 15)]).collect()
}

fn action(keys: Vec<Key>) -> impl Strategy<Value = Action> {
    let record =
        (0..3_u16, any::<i16>(), 0..4_u8, 0..5_u8, 0..5_u32).prop_map(|(payload, score, bound, depth, nodes)| Record {
            payload: payload * 0x1111,
            score,
            bound: Bound::from_bits_truncate(bound),
            depth,
            nodes,
        });
    // Ages wrap after 256 stamps.
    let stamps = prop_oneof![4 => Just(1), 1 => 2..600_usize, 1 => Just(256)];
    prop_oneof![
        60 => (prop::sample::select(keys), record).prop_map(|(key, record)| Action::Store(key, record)),
        3 => stamps.prop_map(Action::Stamp),
        1 => Just(Action::Clear),
    ]
}

/// Applies the same actions to the table and the model, and compares the results. `audit` returns the counts of the
/// table, if it has any.
fn agree<R: Rule + std::fmt::Debug, T: Table<Payload = u16>>(
    mut model: Model<R>,
    table: &mut T,
    actions: &[Action],
    keys: &[Key],
    audit: impl Fn(&T) -> Option<Audit>,
) -> Result<Model<R>, TestCaseError> {
    let rule = model.rule;
    for action in actions {
        match *action {
            Action::Store(key, record) => {
                table.identify(|| key.0.to_le_bytes());
                prop_assert_eq!(table.store(key, record), model.store(key, record), "{:?} {:?}", rule, action);
                prop_assert_eq!(table.probe(key), model.probe(key), "{:?} {:?}", rule, action);
            }
            Action::Stamp(stamps) => {
                (0..stamps).for_each(|_| table.stamp());
                model.stamps += stamps;
            }
            Action::Clear => {
                table.clear();
                model.clear();
            }
        }
    }
    for &key in keys {
        table.identify(|| key.0.to_le_bytes());
        prop_assert_eq!(table.probe(key), model.probe(key), "{:?}", rule);
    }
    if let Some(audit) = audit(table) {
        prop_assert_eq!(audit, model.audit(), "{:?}", rule);
    }
    Ok(model)
}

/// Compares a plain table with the model.
fn table_agrees<R: Rule + std::fmt::Debug>(rule: R, bits: u32, actions: &[Action]) -> Result<(), TestCaseError> {
    let mut table = TranspositionTable::<_, u16>::new(Positions::new(1 << bits).unwrap(), rule).unwrap();
    let model = agree(Model::new(1 << bits, rule, None), &mut table, actions, &keys(), |_| None)?;
    prop_assert_eq!(table.fill() as usize, model.fill(), "{:?}", rule);
    prop_assert_eq!(table.hashfull() as usize, model.hashfull(), "{:?}", rule);
    Ok(())
}

/// Compares a masked and audited table with the model.
fn audited_table_agrees<R: Rule + std::fmt::Debug>(
    rule: R,
    parts: Parts,
    bits: u32,
    actions: &[Action],
) -> Result<(), TestCaseError> {
    let table = TranspositionTable::<_, u16>::new(Positions::new(1 << bits).unwrap(), rule).unwrap();
    let mut table = Masked::new(Audited::new(table), parts);
    let model = Model::new(1 << bits, rule, Some(parts));
    agree(model, &mut table, actions, &twins(), |table| Some(table.get_ref().audit()))?;
    Ok(())
}

/// Small tables, which are always full, and a larger one, which is never full and is cleared entry by entry.
fn bits() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 1..5_u32, 1 => Just(10)]
}

proptest! {
    #[test]
    fn tables_agree_with_the_model(bits in bits(), actions in prop::collection::vec(action(keys()), 1..400)) {
        for &scheme in Scheme::ALL {
            table_agrees(scheme, bits, &actions)?;
        }
    }

    #[test]
    fn entries_of_every_width_agree_with_the_model(
        bits in bits(),
        actions in prop::collection::vec(action(keys()), 1..400),
    ) {
        for width in [1, 2, 4, MAX_WIDTH] {
            table_agrees(Die { width }, bits.max(width.ilog2()), &actions)?;
        }
    }

    #[test]
    fn masked_and_audited_tables_agree_with_the_model(
        parts in (0..8_u8).prop_map(Parts::from_bits_truncate),
        bits in bits(),
        actions in prop::collection::vec(action(twins()), 1..400),
    ) {
        for scheme in [Scheme::Deep, Scheme::BigAll, Scheme::TwoBig1] {
            audited_table_agrees(scheme, parts, bits, &actions)?;
        }
        audited_table_agrees(Die { width: 4 }, parts, bits.max(2), &actions)?;
    }
}
