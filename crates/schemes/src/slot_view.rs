//! The slots of a table and what they contain, for programs that draw tables.

use std::borrow::Cow;

use tt::{Buckets, Identity, Index, Layout, Payload, Policy, Record, Resident};
use zobrist::Key;

use crate::in_buckets::visit_all;

/// A section of a table whose groups of slots have a common name.
///
/// Most tables have one section, whose groups are buckets. All groups of a table have the same number of slots.
///
/// ```
/// use schemes::TranspositionTable;
///
/// let table = TranspositionTable::<()>::new("8".parse()?, "thompson".parse()?)?;
/// let labels: Vec<_> = table.sections().iter().map(|section| (section.label(0), section.groups)).collect();
/// assert_eq!(labels, [("slot 0 of table 1".to_owned(), 4), ("slot 0 of table 2".to_owned(), 4)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name of a group, such as `bucket`.
    pub unit: &'static str,
    /// The name of the section; empty if it is the only one.
    pub name: Cow<'static, str>,
    /// The number of groups.
    pub groups: usize,
}

impl Section {
    /// Returns a section that is the whole table.
    pub(crate) fn whole(unit: &'static str, groups: usize) -> Self {
        Self { unit, name: Cow::Borrowed(""), groups }
    }

    /// Returns the name of a group of this section.
    #[must_use]
    pub fn label(&self, group: usize) -> String {
        let Self { unit, name, .. } = self;
        if name.is_empty() { format!("{unit} {group}") } else { format!("{unit} {group} of {name}") }
    }
}

/// What a slot of a table contains.
///
/// ```
/// use schemes::TranspositionTable;
/// use tt::{Bound, Key, Record, Table};
///
/// let record = Record { payload: (), score: 0, bound: Bound::Exact, depth: 3, nodes: 40, ..Record::default() };
/// let mut table = TranspositionTable::<()>::new("8".parse()?, "sieve-4".parse()?)?;
/// table.store(Key::mixed(1), record);
/// table.hit(Key::mixed(1));
/// let used = table.used_slots();
/// assert_eq!((used[0].record, used[0].note.as_str()), (record, "visited"));
/// assert!(table.slots_of(Key::mixed(1)).contains(&used[0].slot));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedSlot<R> {
    /// The number of the slot. Slots are counted from 0 through all groups of all sections.
    pub slot: usize,
    /// What the table knows of the position's key.
    pub identity: Identity,
    /// The record as the table keeps it, which may be less than what was stored.
    pub record: R,
    /// A second record of the position in this slot, such as that of its other bound.
    pub second: Option<R>,
    /// What the table knows of the slot in addition to the record, such as `visited`; empty if nothing.
    pub note: String,
}

/// A table that shows its slots. By default, it shows those of the table within, or none.
pub(crate) trait Slotted<P> {
    /// Returns the table whose slots are shown.
    fn within(&self) -> Option<&dyn Slotted<P>> {
        None
    }

    /// Returns the sections of the table, in the order of their slots.
    fn sections(&self) -> Vec<Section> {
        self.within().map_or_else(Vec::new, Slotted::sections)
    }

    /// Returns the number of slots of each group.
    fn slots_per_group(&self) -> usize {
        self.within().map_or(1, Slotted::slots_per_group)
    }

    /// Calls `visit` for each slot in use, in the order of the slots.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        if let Some(table) = self.within() {
            table.visit_slots(visit);
        }
    }

    /// Returns the slots in which the table looks for a position, in this order. They need not be in use.
    fn slots_of(&self, key: Key) -> Vec<usize> {
        self.within().map_or_else(Vec::new, |table| table.slots_of(key))
    }
}

impl<P, L, R, const W: usize, I> Slotted<P> for Buckets<L, R, W, I>
where
    P: Payload,
    L: Layout<Record = Record<P>>,
    R: Policy<W>,
    I: Index,
{
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("bucket", self.index().buckets() as usize)]
    }

    fn slots_per_group(&self) -> usize {
        W
    }

    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<P>>)) {
        visit_all(self, &mut |resident| visit(in_bucket(resident, W)));
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        of_bucket(self.identity(key), W)
    }
}

/// Returns what is shown of a position in a bucket of `width` slots.
fn in_bucket<R>(Resident { identity, slot, record, second, .. }: Resident<R>, width: usize) -> UsedSlot<R> {
    UsedSlot { slot: identity.bucket as usize * width + slot, identity, record, second, note: String::new() }
}

/// Returns the slots of a bucket of `width` slots.
fn of_bucket(identity: Identity, width: usize) -> Vec<usize> {
    let first = identity.bucket as usize * width;
    (first..first + width).collect()
}
