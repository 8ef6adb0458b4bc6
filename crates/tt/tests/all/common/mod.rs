//! What the tests that compare tables with slow models share: actions, and the comparison.

use proptest::prelude::*;
use schemes::Found;
use tt::{Bound, Inspect, Key, MAX_NODES, Maintain, Record, Stored, Table};

/// A slow table.
pub(crate) trait Model {
    /// Offers a record, like [`Table::store`].
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored;

    /// Returns the records of a position, like [`Table::probe_both`].
    fn probe(&self, key: Key) -> Option<Found<u16>>;

    /// Reports a hit, like [`Table::hit`]. It changes nothing by default.
    fn hit(&mut self, key: Key) {
        let _ = key;
    }

    /// Stamps all positions as often.
    fn stamp(&mut self, times: usize);

    /// Removes all positions.
    fn clear(&mut self);

    /// Returns the number of stored positions.
    fn fill(&self) -> usize;

    /// Returns the permille of slots that hold positions of the current search.
    fn hashfull(&self) -> usize;

    /// Returns whether a fill can follow stores that stored this number of positions more than they lost.
    fn explains(&self, balance: u64, fill: u64) -> bool {
        balance == fill
    }
}

/// A position of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    /// The whole key, of which a table stores a part.
    pub(crate) key: Key,
    pub(crate) record: Record<u16>,
    /// The number of stamps before the position was stored.
    pub(crate) stored_at: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    Store(Key, Record<u16>),
    Hit(Key),
    Stamp(usize),
    Clear,
}

/// Records whose depths and nodes are often equal.
pub(crate) fn small_record() -> impl Strategy<Value = Record<u16>> {
    (0..3_u16, any::<i16>(), 0..4_u8, 0..5_u8, 0..5_u32, any::<u8>()).prop_map(
        |(payload, score, bound, depth, nodes, user)| Record {
            payload: payload * 0x1111,
            score,
            bound: Bound::from_number(bound.into()),
            depth,
            nodes,
            is_pv: user % 3 == 0,
            user,
        },
    )
}

/// Records with all depths and nodes, and scores that are often equal.
pub(crate) fn any_record() -> impl Strategy<Value = Record<u16>> {
    let score = prop_oneof![4 => -2..3_i16, 1 => any::<i16>()];
    let depth = prop_oneof![8 => 0..20_u8, 1 => any::<u8>(), 1 => 253..=255_u8];
    let nodes = prop_oneof![2 => 0..40_u32, 1 => any::<u32>(), 1 => MAX_NODES - 1..=MAX_NODES + 2];
    (0..3_u16, score, 0..4_u8, depth, nodes, any::<u8>()).prop_map(|(payload, score, bound, depth, nodes, user)| {
        Record {
            payload: payload * 0x7fff,
            score,
            bound: Bound::from_number(bound.into()),
            depth,
            nodes,
            is_pv: user % 3 == 0,
            user,
        }
    })
}

pub(crate) fn action(keys: Vec<Key>, record: impl Strategy<Value = Record<u16>>) -> impl Strategy<Value = Action> {
    // Ages wrap after 64 or 256 stamps.
    let stamps = prop_oneof![4 => Just(1), 1 => 2..600_usize, 1 => Just(64), 1 => Just(256)];
    prop_oneof![
        60 => (prop::sample::select(keys.clone()), record).prop_map(|(key, record)| Action::Store(key, record)),
        20 => prop::sample::select(keys).prop_map(Action::Hit),
        3 => stamps.prop_map(Action::Stamp),
        1 => Just(Action::Clear),
    ]
}

/// A table that is compared with a model.
trait Tested: Table<Payload = u16> + Maintain + Inspect {}

impl<T: Table<Payload = u16> + Maintain + Inspect> Tested for T {}

/// Applies the same actions to the table and the model, and compares the results.
pub(crate) fn agree(
    what: &str,
    mut model: impl Model,
    mut table: impl Table<Payload = u16> + Maintain + Inspect,
    actions: &[Action],
    keys: &[Key],
) -> Result<(), TestCaseError> {
    compare(what, &mut model, &mut table, actions, keys)
}

/// The comparison, which is compiled once for all tables.
fn compare(
    what: &str,
    model: &mut dyn Model,
    table: &mut dyn Tested,
    actions: &[Action],
    keys: &[Key],
) -> Result<(), TestCaseError> {
    // The positions stored, without those that were lost for them.
    let mut balance = 0;
    for (number, action) in actions.iter().enumerate() {
        match *action {
            Action::Store(key, record) => {
                let stored = table.store(key, record);
                prop_assert_eq!(stored, model.store(key, record), "{}: {}: {:?}", what, number, action);
                prop_assert_eq!(table.probe_both(key), model.probe(key), "{}: {}: {:?}", what, number, action);
                balance += u64::from(matches!(stored, Stored::Fresh | Stored::Demoted { lost: false }));
            }
            Action::Hit(key) => {
                table.hit(key);
                model.hit(key);
            }
            Action::Stamp(stamps) => {
                (0..stamps).for_each(|_| table.stamp());
                model.stamp(stamps);
            }
            Action::Clear => {
                table.clear();
                model.clear();
                prop_assert_eq!(table.fill(), 0, "{}", what);
                balance = 0;
            }
        }
    }
    for &key in keys {
        prop_assert_eq!(table.probe_both(key), model.probe(key), "{}: {:?}", what, key);
        prop_assert_eq!(table.probe(key), model.probe(key).map(|(first, _)| first), "{}: {:?}", what, key);
    }
    let fill = table.fill();
    prop_assert_eq!(fill as usize, model.fill(), "{}", what);
    prop_assert!(fill <= table.capacity(), "{}: {} positions in {} slots", what, fill, table.capacity());
    prop_assert_eq!(table.hashfull() as usize, model.hashfull(), "{}", what);
    prop_assert!(model.explains(balance, fill), "{}: fill {}: {}", what, fill, balance);
    Ok(())
}
