//! The state of a recorded table: what each slot holds, and how the positions were lost that it held before.

use std::collections::BTreeMap;

use tt::Identity;

use crate::places::Places;
use crate::trace::{ShownRecord, SlotChange};

/// What a slot of the table holds, as the table shows it. The number of the position is not yet known.
pub(crate) struct ShownSlot {
    pub(crate) slot: usize,
    pub(crate) identity: Identity,
    pub(crate) resident: ShownRecord,
}

/// A look-up of a position under one key.
pub(crate) struct Probed {
    pub(crate) identity: Identity,
    /// The slots in which the table looked.
    pub(crate) slots: Vec<usize>,
    /// The record that was found, and the second one if there are two.
    pub(crate) found: Option<(ShownRecord, Option<ShownRecord>)>,
}

/// How a position was lost.
#[derive(Clone, Copy)]
pub(crate) struct Loss {
    pub(crate) step: usize,
    pub(crate) to: usize,
    pub(crate) rejected: bool,
}

/// The table.
pub(crate) struct TableState {
    pub(crate) places: Places,
    /// The contents of each slot, with the key of the position.
    slots: Vec<Option<(Identity, ShownRecord)>>,
    /// The number of the position that was last stored under a key.
    numbers: BTreeMap<Identity, usize>,
    /// The slots of a table without a size, in the order of arrival.
    arrivals: BTreeMap<Identity, usize>,
    /// The last record of each position that was offered to the table, and how it was lost.
    offered: BTreeMap<Identity, (ShownRecord, Option<Loss>)>,
}

/// What an operation changed.
pub(crate) struct Update {
    pub(crate) changes: Vec<SlotChange>,
    /// The slots that hold the stored position afterwards, those that changed first.
    pub(crate) taken: Vec<usize>,
    /// Whether the position was stored before.
    pub(crate) was_stored: bool,
    /// The positions that are lost.
    pub(crate) out: Vec<(Identity, ShownRecord)>,
    /// The other positions that moved, with the slots where they are now.
    pub(crate) moved: Vec<(usize, usize)>,
}

impl TableState {
    pub(crate) fn new(places: Places, slots: usize) -> Self {
        Self {
            places,
            slots: vec![None; slots],
            numbers: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            offered: BTreeMap::new(),
        }
    }

    /// Returns the number of slots; of a table without a size, those that were used.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns what a slot holds.
    pub(crate) fn at(&self, slot: usize) -> Option<&ShownRecord> {
        self.slots[slot].as_ref().map(|(_, resident)| resident)
    }

    /// Returns the residents of some slots.
    pub(crate) fn residents(&self, slots: &[usize]) -> Vec<ShownRecord> {
        slots.iter().filter_map(|&slot| self.at(slot).cloned()).collect()
    }

    /// Returns the slots that hold a position.
    pub(crate) fn slots_of(&self, probed: &Probed) -> Vec<usize> {
        if self.places.is_unbounded {
            return self.arrivals.get(&probed.identity).copied().into_iter().collect();
        }
        let holds = |slot: &usize| self.slots[*slot].as_ref().is_some_and(|(held, _)| *held == probed.identity);
        probed.slots.iter().copied().filter(holds).collect()
    }

    /// Returns the number of the position that was stored under a key.
    pub(crate) fn number(&self, identity: Identity) -> Option<usize> {
        self.numbers.get(&identity).copied()
    }

    /// Returns the record of a position that was offered and lost since.
    pub(crate) fn lost(&self, probed: &[Probed]) -> Option<(ShownRecord, Loss)> {
        let (resident, loss) = probed.iter().find_map(|probed| self.offered.get(&probed.identity))?;
        Some((resident.clone(), (*loss)?))
    }

    /// Takes over what the table shows after an operation on the position with number `position` and this key. Of a
    /// table without a size, only that position is shown.
    pub(crate) fn update(&mut self, key: Identity, position: usize, shown: Vec<ShownSlot>) -> Update {
        // A rejected position has no slot.
        if shown.iter().any(|shown| shown.identity == key) {
            self.numbers.insert(key, position);
        }
        let numbered = |ShownSlot { identity, resident, .. }: ShownSlot, numbers: &BTreeMap<Identity, usize>| {
            let position = numbers.get(&identity).copied().unwrap_or(position);
            (identity, ShownRecord { position, ..resident })
        };
        if self.places.is_unbounded {
            return self.arrive(key, shown.into_iter().next().map(|shown| numbered(shown, &self.numbers)));
        }
        let mut now = vec![None; self.slots.len()];
        for shown in shown {
            let slot = shown.slot;
            now[slot] = Some(numbered(shown, &self.numbers));
        }
        let before = std::mem::replace(&mut self.slots, now);
        let holds = |slots: &[Option<(Identity, ShownRecord)>], key: Identity| -> Vec<usize> {
            let is_held = |slot: &usize| slots[*slot].as_ref().is_some_and(|(held, _)| *held == key);
            (0..slots.len()).filter(is_held).collect()
        };
        let changed: Vec<usize> = (0..before.len()).filter(|&slot| before[slot] != self.slots[slot]).collect();
        let mut taken = holds(&self.slots, key);
        taken.sort_by_key(|slot| !changed.contains(slot));
        let mut out: Vec<(Identity, ShownRecord)> = Vec::new();
        // A position is still held by a slot that did not change.
        for (held, resident) in changed.iter().filter_map(|&slot| before[slot].as_ref()) {
            let is_lost = *held != key && holds(&self.slots, *held).is_empty();
            if is_lost && !out.iter().any(|(other, _)| other == held) {
                out.push((*held, resident.clone()));
            }
        }
        let others = changed.iter().filter_map(|&slot| Some((slot, self.slots[slot].as_ref()?)));
        let others = others.filter(|(slot, (held, _))| *held != key && !holds(&before, *held).contains(slot));
        Update {
            taken,
            was_stored: !holds(&before, key).is_empty(),
            out,
            moved: others.map(|(slot, (_, resident))| (resident.position, slot)).collect(),
            changes: changed.iter().map(|&slot| SlotChange { slot, resident: self.at(slot).cloned() }).collect(),
        }
    }

    /// Stores a position in a table without a size.
    fn arrive(&mut self, key: Identity, held: Option<(Identity, ShownRecord)>) -> Update {
        let was_stored = self.arrivals.contains_key(&key);
        let slot = *self.arrivals.entry(key).or_insert(self.slots.len());
        if slot == self.slots.len() {
            self.slots.push(None);
        }
        let is_changed = self.slots[slot] != held;
        self.slots[slot] = held;
        let changes = vec![SlotChange { slot, resident: self.at(slot).cloned() }];
        let changes = changes.into_iter().filter(|_| is_changed).collect();
        Update { changes, taken: vec![slot], was_stored, out: Vec::new(), moved: Vec::new() }
    }

    /// Remembers that `new` was offered at a step, and what was lost: a later probe may miss it. A rejected position
    /// was rejected in favour of `winner`.
    pub(crate) fn offer(
        &mut self,
        key: Identity,
        new: &ShownRecord,
        step: usize,
        winner: Option<usize>,
        update: &Update,
    ) {
        let rejected = update.taken.is_empty();
        let loss = rejected.then_some(Loss { step, to: winner.unwrap_or(new.position), rejected });
        self.offered.insert(key, (new.clone(), loss));
        for (held, resident) in &update.out {
            let loss = Loss { step, to: new.position, rejected: false };
            self.offered.insert(*held, (resident.clone(), Some(loss)));
        }
    }
}
