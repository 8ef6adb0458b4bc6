//! What the slow models of this crate's tables share.

use tt::{Key, MAX_NODES, Record};

use crate::common::Position;

impl Position {
    /// Returns the position that a table with a full node counter stores.
    pub(crate) fn new(key: Key, record: Record<u16>, stored_at: usize) -> Self {
        let nodes = record.nodes.clamp(1, MAX_NODES);
        Self { key, record: Record { nodes, ..record }, stored_at }
    }

    /// Returns the number of stamps since the position was stored, as an age of 8 bits.
    pub(crate) fn age(&self, stamps: usize) -> usize {
        (stamps - self.stored_at) % 256
    }

    /// Returns whether tables see that the position was stored before the last stamp.
    pub(crate) fn stamped(&self, stamps: usize) -> bool {
        self.age(stamps) > 0
    }
}

/// Returns what a table that holds no position twice keeps of two records of the same position, by the option of its
/// name that says so, and whether it is the new one.
pub(crate) fn same_position(option: &str, old: Position, new: Position, stamps: usize) -> (Position, bool) {
    let plies_deeper = i32::from(new.record.depth) - i32::from(old.record.depth);
    let stays = |least: i32| !old.stamped(stamps) && plies_deeper < least;
    let payload = if new.record.payload == 0 { old.record.payload } else { new.record.payload };
    let with_payload = |position: Position| Position { record: Record { payload, ..position.record }, ..position };
    match option {
        "same-deeper" if stays(0) => (old, false),
        "same-strictly-deeper" if stays(1) => (old, false),
        "same-within-1" if stays(-1) => (old, false),
        "same-within-2" if stays(-2) => (old, false),
        "same-within-3" if stays(-3) => (old, false),
        "same-merge" if stays(0) => (with_payload(old), false),
        "same-merge" | "same-keep-move" => (with_payload(new), true),
        _ => (new, true),
    }
}

/// Returns keys that are distributed over all bits, some of which differ in one bit.
pub(crate) fn mixed_keys() -> Vec<Key> {
    let twins = |key: Key| [60, 45, 33, 20, 15].map(|bit| key ^ Key(1 << bit));
    (0..40).map(Key::mixed).chain((0..4).flat_map(|number| twins(Key::mixed(number)))).collect()
}
