//! A hash table that only grows. It has no order, so the results of a search cannot depend on one.

use std::hash::{Hash, Hasher};

use tt::Key;

/// A map in which keys are looked up by their hash, and then in the slots that follow.
pub(super) struct Map<K, V> {
    /// The number of slots is 0 or a power of two, and at most half of the slots are used.
    slots: Vec<Option<(K, V)>>,
    len: usize,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }
}

impl<K: Hash + Eq, V> Map<K, V> {
    #[inline]
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.place(key)].as_ref().map(|(_, value)| value)
    }

    /// Adds a key that is not in the map.
    pub(super) fn insert(&mut self, key: K, value: V) {
        if 2 * self.len >= self.slots.len() {
            let size = (2 * self.slots.len()).max(64);
            let old = std::mem::replace(&mut self.slots, std::iter::repeat_with(|| None).take(size).collect());
            for (key, value) in old.into_iter().flatten() {
                let place = self.place(&key);
                self.slots[place] = Some((key, value));
            }
        }
        let place = self.place(&key);
        debug_assert!(self.slots[place].is_none(), "the key is in the map");
        self.slots[place] = Some((key, value));
        self.len += 1;
    }

    /// Returns the slot of the key, or the empty one where it would be.
    #[inline]
    fn place(&self, key: &K) -> usize {
        let mut mixer = Mixer::default();
        key.hash(&mut mixer);
        let mask = self.slots.len() - 1;
        let mut place = mixer.finish() as usize & mask;
        while self.slots[place].as_ref().is_some_and(|(other, _)| other != key) {
            place = (place + 1) & mask;
        }
        place
    }
}

/// A fast hasher for small keys.
#[derive(Clone, Copy, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.write_u64(part.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = Key::mixed(self.0.rotate_left(5) ^ word).0;
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inserted_is_found() {
        let mut map = Map::<u64, u64>::default();
        assert_eq!(map.get(&0), None);
        for key in (0..1000).map(|key| key * 64) {
            map.insert(key, key + 1);
        }
        for key in 0..64_000 {
            assert_eq!(map.get(&key).copied(), (key % 64 == 0).then_some(key + 1));
        }
    }
}
