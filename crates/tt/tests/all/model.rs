//! Compares every table with a simple model: lists of positions, each with the stamp at which it was stored.
//!
//! The model predicts all results: records found, results of stores, ages and fills.

use proptest::prelude::*;
use schemes::{Found, Masked, Modulo, Parts, Scheme, TranspositionTable};
use tt::layouts::{Thesis, WideThesis};
use tt::{Bound, Buckets, Decision, Index, Key, OnHit, Policy, Record, Same, Size, Stored, Worth};

use crate::common::{Action, Position as Resident, agree};

/// A policy with a simple model of its behaviour.
trait Rule: Copy + std::fmt::Debug {
    /// Returns the number of slots of a bucket.
    fn width(self) -> usize;

    /// Returns what happens when a position is stored that is already in the bucket.
    fn same(self, resident: Worth, candidate: Worth) -> Same;

    /// Returns what a hit changes.
    fn on_hit(self) -> OnHit;

    /// Stores `candidate` in `bucket`, which holds positions with the properties `residents`.
    fn put(self, bucket: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored;
}

/// A second implementation of Breuker's schemes.
impl Rule for Scheme {
    fn width(self) -> usize {
        self.width()
    }

    fn same(self, _: Worth, _: Worth) -> Same {
        Same::Overwrite
    }

    fn on_hit(self) -> OnHit {
        OnHit::Nothing
    }

    fn put(self, bucket: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored {
        let (new, old) = (candidate.record, bucket[0].record);
        let preferred = match self {
            Self::Deep | Self::TwoDeep => new.depth >= old.depth,
            Self::Big1 | Self::BigAll | Self::TwoBig1 => new.nodes.max(1) >= old.nodes.max(1),
            Self::New => true,
            Self::Old => false,
            Self::Technique(_) | Self::Custom(_) => unreachable!("the model does not support {self}"),
        };
        let two_level = matches!(self, Self::TwoDeep | Self::TwoBig1);
        if residents[0].stamped() || preferred && !two_level {
            bucket[0] = candidate;
            Stored::Replaced
        } else if !two_level {
            Stored::Kept
        } else if preferred {
            bucket.insert(0, candidate);
            let lost = bucket.len() > 2;
            bucket.truncate(2);
            Stored::Demoted { lost }
        } else {
            let full = bucket.len() == 2;
            bucket.truncate(1);
            bucket.push(candidate);
            if full { Stored::Replaced } else { Stored::Fresh }
        }
    }
}

/// Makes pseudo-random decisions that depend on everything that a policy can see: if the properties or their order
/// differ from those of the model, so does the decision.
#[derive(Clone, Copy, Debug)]
struct Die<const W: usize>(OnHit);

fn roll(worths: &[Worth], candidate: Worth, sides: usize) -> usize {
    let mut sum = Key::mixed(worths.len() as u64);
    for worth in worths.iter().chain([&candidate]) {
        for word in [u32::from(worth.depth), worth.nodes, u32::from(worth.age), u32::from(worth.bound.number())] {
            sum = Key::mixed(sum.0 ^ u64::from(word));
        }
    }
    (sum.0 >> 32) as usize % sides
}

/// Decides about a bucket of `width` slots.
fn decide(width: usize, residents: &[Worth], candidate: Worth) -> Decision {
    assert!((1..=width).contains(&residents.len()));
    match roll(residents, candidate, width.min(residents.len() + 1) + 2) {
        0 => Decision::Keep,
        1 => Decision::Demote,
        // This includes the first free slot, if there is one.
        side => Decision::Replace(side - 2),
    }
}

impl<const W: usize> Policy<W> for Die<W> {
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        decide(W, residents, candidate)
    }

    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        assert!(residents.len() < W);
        decide(W, residents, candidate)
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        match roll(&[resident], candidate, 6) {
            0 => Same::Keep,
            1 => Same::OverwriteKeepingPayload,
            2 => Same::KeepTakingPayload,
            3 => Same::Compete,
            _ => Same::Overwrite,
        }
    }

    fn on_hit(self) -> OnHit {
        self.0
    }
}

impl<const W: usize> Rule for Die<W> {
    fn width(self) -> usize {
        W
    }

    fn same(self, resident: Worth, candidate: Worth) -> Same {
        Policy::same(self, resident, candidate)
    }

    fn on_hit(self) -> OnHit {
        self.0
    }

    fn put(self, bucket: &mut Vec<Resident>, residents: &[Worth], candidate: Resident) -> Stored {
        let full = bucket.len() == W;
        match decide(W, residents, worth(&candidate.record, 0)) {
            Decision::Keep => Stored::Kept,
            Decision::Demote => {
                bucket.insert(0, candidate);
                bucket.truncate(W);
                Stored::Demoted { lost: full }
            }
            Decision::Replace(slot) if slot == bucket.len() => {
                bucket.push(candidate);
                Stored::Fresh
            }
            Decision::Replace(slot) => {
                bucket[slot] = candidate;
                Stored::Replaced
            }
            Decision::ReplaceAny => unreachable!("the die does not choose it"),
        }
    }
}

/// Returns the properties that a scheme sees of a record that was stored `stamps` stamps ago.
fn worth(record: &Record<u16>, stamps: usize) -> Worth {
    Worth {
        depth: record.depth,
        nodes: record.nodes.max(1),
        age: (stamps % 256) as u8,
        bound: record.bound,
        ..Worth::default()
    }
}

struct Model<R> {
    rule: R,
    /// The visible parts, if the table is masked.
    mask: Option<Parts>,
    buckets: Vec<Vec<Resident>>,
    stamps: usize,
}

impl<R: Rule> Model<R> {
    fn new(positions: usize, rule: R, mask: Option<Parts>) -> Self {
        Self { rule, mask, buckets: vec![Vec::new(); positions / rule.width()], stamps: 0 }
    }

    fn index(&self, key: Key) -> usize {
        key.0 as usize % self.buckets.len()
    }

    fn visible(&self, record: Record<u16>) -> Record<u16> {
        let parts = self.mask.unwrap_or(Parts::all());
        let scored = parts.contains(if record.bound == Bound::Exact { Parts::EXACT } else { Parts::BOUNDS });
        Record {
            payload: if parts.contains(Parts::MOVE) { record.payload } else { 0 },
            bound: if scored { record.bound } else { Bound::None },
            ..record
        }
    }
}

impl<R: Rule> crate::common::Model for Model<R> {
    fn probe(&self, key: Key) -> Option<Found<u16>> {
        let found = *self.buckets[self.index(key)].iter().find(|resident| same_stored_bits(resident.key, key))?;
        // The layouts of the thesis do not store the others.
        let stored = Record { nodes: found.record.nodes.max(1), is_pv: false, user: 0, ..found.record };
        Some((self.visible(stored), None))
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn hit(&mut self, key: Key) {
        let (index, stamps) = (self.index(key), self.stamps);
        let bucket = &mut self.buckets[index];
        let Some(slot) = bucket.iter().position(|resident| same_stored_bits(resident.key, key)) else { return };
        match self.rule.on_hit() {
            OnHit::Nothing => {}
            OnHit::Refresh => bucket[slot].stored_at = stamps,
            OnHit::MoveToFront => {
                let found = bucket.remove(slot);
                bucket.insert(0, found);
            }
        }
    }

    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let visible = self.visible(record);
        if self.mask.is_some() && visible.payload == 0 && visible.bound == Bound::None {
            return Stored::Ignored;
        }
        let record = Record { payload: visible.payload, ..record };
        let candidate = Resident { key, record, stored_at: self.stamps };
        let (index, stamps) = (self.index(key), self.stamps);
        let bucket = &mut self.buckets[index];
        let worths: Vec<Worth> =
            bucket.iter().map(|resident| worth(&resident.record, stamps - resident.stored_at)).collect();
        for (slot, &of_resident) in worths.iter().enumerate() {
            let resident = &mut bucket[slot];
            if !same_stored_bits(resident.key, key) {
                continue;
            }
            let (old, new) = (resident.record.payload, record.payload);
            match self.rule.same(of_resident, worth(&record, 0)) {
                Same::Compete => continue,
                Same::Keep => return Stored::Same { updated: false },
                Same::Overwrite => *resident = candidate,
                Same::OverwriteKeepingPayload => {
                    *resident = candidate;
                    resident.record.payload = if new == 0 { old } else { new };
                }
                Same::KeepTakingPayload => {
                    resident.record.payload = if new == 0 { old } else { new };
                    return Stored::Same { updated: false };
                }
            }
            if self.rule.on_hit() == OnHit::MoveToFront {
                bucket[..=slot].rotate_right(1);
            }
            return Stored::Same { updated: true };
        }
        if bucket.is_empty() {
            bucket.push(candidate);
            return Stored::Fresh;
        }
        let before = bucket.clone();
        match self.rule.put(bucket, &worths, candidate) {
            Stored::Kept if before.iter().any(|resident| same_stored_bits(resident.key, key)) => {
                Stored::Same { updated: false }
            }
            stored @ (Stored::Replaced | Stored::Demoted { lost: true }) => {
                // The keys that are missing now, and that of the candidate.
                let mut lost: Vec<Key> = before.iter().map(|resident| resident.key).collect();
                for resident in bucket.iter() {
                    if let Some(place) = lost.iter().position(|&lost| lost == resident.key) {
                        lost.remove(place);
                    }
                }
                let is_same = lost.iter().all(|&lost| same_stored_bits(lost, key));
                if is_same { Stored::Same { updated: true } } else { stored }
            }
            stored => stored,
        }
    }

    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    fn fill(&self) -> usize {
        self.buckets.iter().flatten().count()
    }

    /// Returns the permille of the first 1,000 slots that hold positions of the current search.
    fn hashfull(&self) -> usize {
        let width = self.rule.width();
        let sample = self.buckets.len().min(1000 / width);
        let current = |resident: &&Resident| (self.stamps - resident.stored_at).is_multiple_of(256);
        self.buckets[..sample].iter().flatten().filter(current).count() * 1000 / (sample * width)
    }
}

/// Returns a small set of keys, which collide often. All keys differ in the bits that tables of every size verify.
pub(crate) fn keys() -> Vec<Key> {
    (0..6).flat_map(|high| (0..16).map(move |low| Key(high << 60 | low << 20 | low))).collect()
}

/// Returns the same keys, each with a twin that no table of up to 2^15 buckets can distinguish from it.
pub(crate) fn twins() -> Vec<Key> {
    keys().into_iter().flat_map(|key| [key, key ^ Key(1 << 15)]).collect()
}

/// Returns whether two keys of the same bucket agree in the 48 bits that the table stores.
fn same_stored_bits(a: Key, b: Key) -> bool {
    a.0 >> 16 == b.0 >> 16
}

fn action(keys: Vec<Key>) -> impl Strategy<Value = Action> {
    crate::common::action(keys, crate::common::small_record())
}

/// Compares a table of a scheme with the model.
fn scheme_agrees(scheme: Scheme, bits: u32, actions: &[Action]) -> Result<(), TestCaseError> {
    let table = TranspositionTable::<u16>::new(Size::Positions(1 << bits), scheme).unwrap();
    agree(scheme.name(), Model::new(1 << bits, scheme, None), table, actions, &keys())
}

/// Compares a table of a die, and one with another layout and another index, with the model.
fn die_agrees<const W: usize>(on_hit: OnHit, bits: u32, actions: &[Action]) -> Result<(), TestCaseError> {
    let die = Die::<W>(on_hit);
    let buckets = 1 << bits;
    let (positions, size) = (W << bits, Size::Positions((W as u64) << bits));
    let table = Buckets::<Thesis<u16>, _, W>::with_policy(size, die).unwrap();
    agree("Thesis", Model::new(positions, die, None), table, actions, &keys())?;
    let table = Buckets::<WideThesis<u16>, _, W, Modulo>::with_policy(size, die).unwrap();
    prop_assert_eq!(table.index().buckets(), buckets);
    agree("WideThesis", Model::new(positions, die, None), table, actions, &keys())
}

/// Compares a masked table with the model.
fn masked_table_agrees(scheme: Scheme, parts: Parts, bits: u32, actions: &[Action]) -> Result<(), TestCaseError> {
    let table = TranspositionTable::<u16>::new(Size::Positions(1 << bits), scheme).unwrap();
    agree(scheme.name(), Model::new(1 << bits, scheme, Some(parts)), Masked::new(table, parts), actions, &twins())
}

/// Small tables, which are always full, and a larger one, which is never full and is cleared bucket by bucket.
fn bits() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 1..5_u32, 1 => Just(10)]
}

proptest! {
    #[test]
    fn tables_agree_with_the_model(bits in bits(), actions in prop::collection::vec(action(keys()), 1..400)) {
        for &scheme in Scheme::ALL {
            scheme_agrees(scheme, bits, &actions)?;
        }
    }

    #[test]
    fn buckets_of_every_width_agree_with_the_model(
        bits in bits(),
        on_hit in prop::sample::select(vec![OnHit::Nothing, OnHit::Refresh, OnHit::MoveToFront]),
        actions in prop::collection::vec(action(keys()), 1..400),
    ) {
        die_agrees::<1>(on_hit, bits, &actions)?;
        die_agrees::<2>(on_hit, bits, &actions)?;
        die_agrees::<3>(on_hit, bits, &actions)?;
        die_agrees::<4>(on_hit, bits, &actions)?;
        die_agrees::<8>(on_hit, bits, &actions)?;
    }

    #[test]
    fn masked_tables_agree_with_the_model(
        parts in (0..8_u8).prop_map(Parts::from_bits_truncate),
        bits in bits(),
        actions in prop::collection::vec(action(twins()), 1..400),
    ) {
        for scheme in [Scheme::Deep, Scheme::BigAll, Scheme::TwoBig1] {
            masked_table_agrees(scheme, parts, bits, &actions)?;
        }
    }
}
